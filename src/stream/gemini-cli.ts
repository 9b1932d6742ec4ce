/**
 * Gemini CLI: `gemini -p … --output-format stream-json`. `output` is the text of a result as it is shown, without the
 * tag that the model gets around it; a view never stands in it. It has no list of tools or servers.
 * Shapes: google-gemini/gemini-cli 5411f113cafa, `core/src/output/types.ts`, `cli/src/nonInteractiveCli.ts`.
 */
import { reads } from "../delivery/deliver.js";
import { hostById } from "../delivery/hosts.js";
import { type Answer, type Heard, hostError, type Reader } from "./call.js";
import { isMcpName } from "./names.js";
import { asRecord, asText, type Shape } from "./shape.js";

const host = hostById("gemini-cli");

/** The notice that stands before what is left of a result over 40,000 characters. */
const cutShort = /^(?:<tool_output_masked>\s*)?Output too large\. Showing .*For full output see:/s;

export function geminiCli(): Reader {
  let wasSpeaking = false;

  function words(line: Shape): Heard[] {
    const text = line.role === "assistant" ? asText(line.content) : undefined;
    if (text === undefined) return [];
    const begins = !(wasSpeaking && line.delta === true);
    wasSpeaking = true;
    return [{ kind: "words", text, begins }];
  }

  return {
    host: "gemini-cli",
    read(line) {
      if (line.type === "message") return words(line);
      if (line.type === "tool_use") wasSpeaking = false;
      const id = asText(line.tool_id);
      const name = asText(line.tool_name);
      if (line.type === "tool_use" && id !== undefined && name !== undefined)
        return [
          { kind: "call", call: { id, name, ...splitName(name), arguments: line.parameters ?? {}, agent: null } },
        ];
      if (line.type === "tool_result" && id !== undefined) return answered(id, line);
      return line.type === "result" ? [{ kind: "end" }] : [];
    },
  };
}

/** `mcp_server_tool` apart at its first `_`. A server whose name holds one can't be told from its tool. */
function splitName(name: string): { server: string | null; tool: string } {
  const rest = isMcpName(name) ? name.replace(/^mcp_+/, "") : "";
  const end = rest.indexOf("_");
  return end > 0 ? { server: rest.slice(0, end), tool: rest.slice(end + 1) } : { server: null, tool: name };
}

function answered(id: string, line: Shape): Heard[] {
  const { type, message } = asRecord(line.error) ?? {};
  const answer = line.status === "error" ? errorOf(String(type), asText(message) ?? "") : successOf(line.output);
  // `Tool "x" not found. Did you mean one of: "mcp_history_x"?` names tools that there are.
  const near = answer.miscall ? [...answer.result.matchAll(/"(mcp_[^"]+)"/g)].map(([, name = ""]) => name) : [];
  const tools = near.filter((name) => !answer.result.startsWith(`Tool "${name}"`));
  return [
    ...(tools.length > 0 ? [{ kind: "tools", tools, servers: [] } as const] : []),
    { kind: "answer", id, answer },
  ];
}

function successOf(output: unknown): Answer {
  const accepted = { accepted: true, miscall: false, isError: false };
  // Large results and what is no text leave it out.
  if (typeof output !== "string") return { ...accepted, read: "unknown", result: "" };
  if (cutShort.test(output)) return { ...accepted, read: "truncated", result: output };
  return { ...accepted, read: output === "" ? "empty" : "text", result: output };
}

/** An error that a tool answered with is dumped whole, both channels; every other one is the host's own. */
function errorOf(type: string, result: string): Answer {
  if (type !== "mcp_tool_error") return hostError(result, type === "tool_not_registered" ? "miscall" : "other");
  const view = /\\?"structuredContent\\?"\s*:/.test(result);
  const read = reads({ text: true, view, isError: true }, host);
  return { accepted: true, miscall: false, isError: true, read: read === "none" ? "empty" : read, result };
}
