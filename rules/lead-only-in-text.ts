import type { Rule } from "../src/diagnostic.js";
import { lossAt, lostOf } from "../src/wording.js";

/**
 * A summary, an outcome or the reason why nothing was found frames the data. Where only the text carries it, the hosts
 * that read the view answer without it. Less certain than a lost instruction, and so a warning.
 */
export const leadOnlyInText: Rule = {
  id: "lead-only-in-text",
  summary: "other framing (a summary, an outcome, a reason) that only the text of a result carries",
  severity: "warning",
  fixable: "sometimes",
  needles: ["structuredContent"],
  *check(server) {
    for (const site of server.results) {
      if (site.built === "by-call" || site.isError === true || !lostOf(site).some(({ kind }) => kind === "lead"))
        continue;
      const finding = lossAt(server, site);
      if (finding) yield finding;
    }
  },
};
