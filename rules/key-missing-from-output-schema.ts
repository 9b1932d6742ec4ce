import type { Rule } from "../src/diagnostic.js";
import { fitted, listed, wayOut } from "../src/wording.js";

/**
 * An `outputSchema` is a promise that every SDK client checks: a key of the view that it does not allow makes the call
 * fail with -32602, after the server sent it. Some frameworks take the key out instead, and say nothing.
 *
 * Not reported: errors (another rule's), schemas and views that can't be read whole, and tools that a function of the
 * server's own registers: it may change the schema.
 */
export const keyMissingFromOutputSchema: Rule = {
  id: "key-missing-from-output-schema",
  summary: "a view with a key that the tool's `outputSchema` does not allow",
  severity: "error",
  fixable: "sometimes",
  needles: ["structuredContent"],
  *check({ results }) {
    for (const { at, misfits } of results)
      for (const { tool, extra, strippedBy, mend: mending, isError } of misfits) {
        if (isError || extra.length === 0) continue;
        const mend = mending();
        const happens = strippedBy ? `${strippedBy} takes it out` : "the call fails with -32602";
        yield {
          at,
          message: fitted(
            "",
            listed(extra),
            ` ${extra.length > 1 ? "are" : "is"} not in the \`outputSchema\`: ${happens}; ${wayOut(mend, "add it there")}`,
          ),
          ...(tool.name ? { tool: tool.name } : {}),
          related: [{ at: tool.at, message: "the tool is registered here" }],
          ...("fix" in mend ? { fix: mend.fix } : {}),
        };
      }
  },
};
