import type { Rule } from "../src/diagnostic.js";
import { lossAt, lostOf } from "../src/wording.js";

/**
 * Claude Code, Codex and VS Code hand their model the view of a result and drop its text, so a rule or a next step that
 * stands in the text alone is never read there. The data arrives, and so evals pass.
 *
 * Not reported here: errors (Claude Code swaps sides on them, they are another rule's), and text that a reply helper
 * takes and drops, which is mended once, at the helper.
 */
export const instructionOnlyInText: Rule = {
  id: "instruction-only-in-text",
  summary: "an instruction that stands in the text of a result and not in its view",
  severity: "error",
  fixable: "sometimes",
  needles: ["structuredContent"],
  *check(server) {
    for (const site of server.results) {
      if (site.built === "by-call" || site.isError === true || !lostOf(site).some(({ kind }) => kind === "instruction"))
        continue;
      const finding = lossAt(server, site);
      if (finding) yield finding;
    }
  },
};
