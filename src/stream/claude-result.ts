/**
 * What a `tool_result` of Claude Code handed to its model. The stream holds what was handed over, not what the server
 * sent. Measured in anthropics/claude-code#79944 (2.1.280): text alone stays a list of blocks, a view comes as one string
 * of compact JSON in place of the text, and `tool_use_result` beside the message is a string for a view, a list for text.
 */
import { type Answer, hostError } from "./call.js";
import { asText, recordIn, records, type Shape } from "./shape.js";

/** `Error: No such tool available: NAME`, which newer builds go on after (claude-code#14605, #15473). */
const noSuchTool = /^(?:<tool_use_error>)?(?:Error: )?No such tool available: /;
/** Permissions, hooks and users: the tool did not run. */
const notRun =
  /^(?:<tool_use_error>|(?:Error: )?(?:Claude requested permissions to use |Permission to use .* has been denied|The user doesn't want to (?:proceed|take this action)|Execution stopped by PreToolUse hook))/;
/** Over the 50,000 characters of any result, or the 25,000 tokens of an MCP one (claude-agent-sdk-python, `test_mcp_large_output.py`). */
const cutShort =
  /^(?:<persisted-output>|Error: result \(.*\) exceeds maximum allowed tokens|(?:Error: )?MCP tool .* response \(.* tokens\) exceeds maximum allowed tokens)/;

/** `record`: the `tool_use_result` beside the message, where it is this result's. */
export function answerOf(block: Shape, record: unknown): Answer {
  const { content } = block;
  const result = textOf(content);
  const isError = block.is_error === true || result.startsWith("<tool_use_error>");
  // Words of the host's own come as a plain string; a server that says the same says it in a block.
  const own = typeof content === "string" || result.startsWith("<tool_use_error>");
  if (own && isError && noSuchTool.test(result)) return hostError(result, "miscall");
  if (isError && notRun.test(result)) return hostError(result);
  const accepted = { accepted: true, miscall: false, isError, result };
  if (own && cutShort.test(result)) return { ...accepted, read: "truncated" };
  if (result === "") return { ...accepted, read: "empty" };
  // Of an error only the text is handed over (claude-code#86032), though it may be JSON.
  if (!isError && isView(content, record)) return { ...accepted, read: "view" };
  // A view would have taken the place of the text, so there was none; of an error nobody can tell.
  return { ...accepted, read: "text", ...(isError ? {} : { sent: { text: result } }) };
}

/** Compact JSON of a record, told by its ends: it is most of a run, so it is not parsed for that. */
const compactRecord = /^\{(?:".*)?\}$/s;

function isView(content: unknown, record: unknown): boolean {
  if (typeof content === "string") return compactRecord.test(content);
  const blocks = records(content);
  const written = blocks.filter(({ type }) => type === "text");
  if (written.length !== 1 || recordIn(asText(written[0]?.text) ?? "") === undefined) return false;
  if (typeof record === "string") return true;
  // Images stay beside the JSON since 2.1.128 (from its changelog, not measured).
  return record === undefined && blocks.length > 1;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return records(content)
    .map((block) => asText(block.text) ?? `[${asText(block.tool_name) ?? asText(block.type) ?? "block"}]`)
    .join("\n");
}
