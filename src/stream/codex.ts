/**
 * Codex: `codex exec --json`. The stream holds the raw result with both channels, not what the model read: that is asked
 * of `delivery/`. It has no list of tools, and a call of an unknown name never becomes an item.
 * Shapes: openai/codex `exec/src/exec_events.rs` 08a1f30ca23f, `event_processor_with_jsonl_output.rs` c669eb503beb.
 */
import { deliver, reads } from "../delivery/deliver.js";
import { hostById } from "../delivery/hosts.js";
import { type Answer, type Heard, hostError, type Reader, unanswered } from "./call.js";
import { asRecord, asText, records, type Shape } from "./shape.js";

const host = hostById("codex");

export function codex(): Reader {
  return {
    host: "codex",
    read(line) {
      if (line.type === "turn.completed" || line.type === "turn.failed") return [{ kind: "end" }];
      const item = /^item\.(?:started|updated|completed)$/.test(String(line.type)) ? asRecord(line.item) : undefined;
      if (!item) return [];
      // The first version (September 2025) wrote `item_type`.
      const type = item.type ?? item.item_type;
      if (type === "mcp_tool_call") return toolCall(item, line.type === "item.completed");
      const isSaid = (type === "agent_message" || type === "assistant_message") && line.type === "item.completed";
      const text = isSaid ? asText(item.text) : undefined;
      return text === undefined ? [] : [{ kind: "words", text, begins: true }];
    },
  };
}

/** Every line about a call names it whole; its answer stands on the last one. */
function toolCall(item: Shape, isLast: boolean): Heard[] {
  const { id, server, tool } = item;
  if (typeof id !== "string" || typeof server !== "string" || typeof tool !== "string") return [];
  const name = `mcp__${server}__${tool}`;
  const call = { id, name, server, tool, arguments: item.arguments ?? {}, agent: null };
  return isLast
    ? [
        { kind: "call", call },
        { kind: "answer", id, answer: answerOf(item) },
      ]
    : [{ kind: "call", call }];
}

function answerOf(item: Shape): Answer {
  const result = asRecord(item.result);
  // Timeouts, transport errors and denials: nothing of the server's came back.
  if (!result) {
    const message = asText(asRecord(item.error)?.message);
    return message === undefined ? unanswered : hostError(message);
  }
  const blocks = records(result.content);
  const text = blocks.map(written).join("\n");
  // A result over 1 MiB is told by the start of its JSON: nobody knows which channels it had.
  const cut = blocks.length === 1 && text.length > 250_000 && /^\{"(?:content|isError)"/.test(text);
  // Text that is marked so wins over a view (`as_function_call_output_payload` in protocol/src/models.rs).
  const isEncrypted = blocks.some(({ _meta }) => asRecord(_meta)?.["codex/encryptedContent"] === true);
  const view = isEncrypted ? undefined : (result.structured_content ?? undefined);
  // `failed` with a result is what `isError` becomes.
  const isError = item.status === "failed";
  const read = reads({ text: text !== "", view: view !== undefined, isError }, host);
  return {
    accepted: true,
    miscall: false,
    isError,
    read: cut ? "truncated" : read === "none" ? "empty" : read,
    result: deliver({ text, view, isError }, host) ?? text,
    ...(cut ? {} : { sent: { text, ...(view === undefined ? {} : { view }) } }),
  };
}

/** Resources, links and unknown blocks go to the model as JSON; images and audio as what they are. */
function written(block: Shape): string {
  const text = block.type === "text" ? asText(block.text) : undefined;
  if (text !== undefined) return text;
  return block.type === "image" || block.type === "audio" ? `[${block.type}]` : JSON.stringify(block);
}
