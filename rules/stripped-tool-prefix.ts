import type { Rule } from "../src/diagnostic.js";

/**
 * A host refuses a call whose name lacks the server's prefix, and the model calls again. A printer or grader that strips
 * the prefix shows two real calls: the server gets blamed for a retry, and a case passes on a call that never ran.
 *
 * Not reported: code outside harnesses (an app may show short names to people), and code that tells the two apart: it
 * prints `name?`, or asks whether the call was accepted.
 */
export const strippedToolPrefix: Rule = {
  id: "stripped-tool-prefix",
  summary:
    "harness code that strips `mcp__<server>__` from tool names, so that a refused call and a real one look alike",
  severity: "warning",
  fixable: "never",
  needles: ["mcp__"],
  tests: true,
  *check({ prefixStrips }) {
    for (const at of prefixStrips)
      yield {
        at,
        message:
          "a call that the host refused looks like a real one without its prefix; print it as `name?` and don't count it",
      };
  },
};
