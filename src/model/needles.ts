/** Bytes that a file holds which registers tools, in any way of `tools.ts`. Apart from it, so that no parser is loaded for them. */
export const registrarNeedles: readonly string[] = [
  "registerTool",
  "registerAppTool",
  "registerWidget(",
  "tool(",
  "setRequestHandler",
  "fallbackRequestHandler",
  ".addTool",
  "defineTool(",
  "defineMcpTool(",
  "@Tool(",
  "describeTool(",
  "createTool(",
  ".toLayer(",
];
