import type { Rule } from "../src/diagnostic.js";
import { lossAt } from "../src/wording.js";

/**
 * Some hosts hand their model the view of an error and drop its text (Codex, VS Code), so what to do about the failure
 * is never read there. Claude Code reads the text of an error, and so a server that was tried on it alone looks right.
 *
 * Not reported: an error view that the tool's `outputSchema` refuses, which is another rule's, and text that a helper
 * was handed.
 */
export const errorOnlyInText: Rule = {
  id: "error-only-in-text",
  summary: "an error with a view, whose text says what the view does not",
  severity: "warning",
  fixable: "sometimes",
  needles: ["structuredContent"],
  *check(server) {
    for (const site of server.results) {
      if (site.isError !== true || site.built === "by-call" || site.misfits.some(({ isError }) => isError)) continue;
      const finding = lossAt(server, site);
      if (finding) yield finding;
    }
  },
};
