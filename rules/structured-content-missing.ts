import type { Rule } from "../src/diagnostic.js";

/**
 * A tool with an `outputSchema` owes a view on every success: without one the SDK turns the result into an error
 * (-32602), and the model never reads the text.
 *
 * Not reported: errors, which need none, and results that something else may add a view to.
 */
export const structuredContentMissing: Rule = {
  id: "structured-content-missing",
  summary: "a success without the view that the tool's `outputSchema` promises",
  severity: "error",
  fixable: "never",
  needles: ["outputSchema"],
  *check(server) {
    for (const { at, tool } of server.viewlessReturns())
      yield {
        at,
        message:
          "no `structuredContent`, though the tool has an `outputSchema`: the SDK answers with -32602; add the view",
        ...(tool.name ? { tool: tool.name } : {}),
        related: [{ at: tool.at, message: "the tool is registered here" }],
      };
  },
};
