/** Whose stream it is, by a line of it. */
import type { Reader } from "./call.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { geminiCli } from "./gemini-cli.js";
import { asRecord, type Shape } from "./shape.js";

/** Hooks, loaders and package managers print before the stream begins; nothing prints that much. */
export const mostLinesBefore = 200;

/** The reader of the stream that this can be a line of; undefined where it is none of them. */
export function readerFor(line: Shape): Reader | undefined {
  const { type } = line;
  if (typeof type !== "string") return undefined;
  if (isClaudeCode(type, line)) return claudeCode();
  if (isCodex(type, line)) return codex();
  return isGeminiCli(type, line) ? geminiCli() : undefined;
}

function isClaudeCode(type: string, line: Shape): boolean {
  if (type === "system") return typeof line.subtype === "string";
  if (type === "assistant" || type === "user") return asRecord(line.message)?.role === type;
  return type === "result" && typeof line.subtype === "string" && "session_id" in line;
}

function isCodex(type: string, line: Shape): boolean {
  if (type === "thread.started") return "thread_id" in line;
  return type === "turn.started" || (/^item\./.test(type) && asRecord(line.item) !== undefined);
}

function isGeminiCli(type: string, line: Shape): boolean {
  if (type === "init") return "session_id" in line && "model" in line;
  if (type === "message") return typeof line.role === "string" && "content" in line;
  return type === "tool_use" && "tool_name" in line && "tool_id" in line;
}
