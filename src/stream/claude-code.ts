/**
 * Claude Code: `claude -p --output-format stream-json --verbose`. A line is a message of one block or more; calls and
 * results join on their id. Shapes: anthropics/claude-agent-sdk-python e8bde60164f9, `_internal/message_parser.py` and
 * `types.py`; what stands in a result: `claude-result.ts`.
 */
import type { Heard, Reader, Started } from "./call.js";
import { answerOf } from "./claude-result.js";
import { inToolName, isMcpName } from "./names.js";
import { asRecord, asText, records, type Shape, texts } from "./shape.js";

export function claudeCode(): Reader {
  const servers = new Set<string>();
  /** Tools of the host's own: never a server's, never refused. */
  const builtIn = new Set<string>();

  function started(block: Shape, agent: string | null): Heard[] {
    const { id, name } = block;
    if (typeof id !== "string" || typeof name !== "string" || builtIn.has(name)) return [];
    const call: Started = { id, name, ...splitName(name, servers), arguments: block.input ?? {}, agent };
    return [{ kind: "call", call }];
  }

  function assistant(line: Shape): Heard[] {
    const agent = asText(line.parent_tool_use_id) ?? null;
    return blocksOf(line).flatMap((block): Heard[] => {
      if (block.type === "tool_use") return started(block, agent);
      const text = block.type === "text" && agent === null ? asText(block.text) : undefined;
      return text === undefined ? [] : [{ kind: "words", text, begins: true }];
    });
  }

  function init(line: Shape): Heard[] {
    const tools = texts(line.tools);
    for (const name of tools) if (!isMcpName(name)) builtIn.add(name);
    const names = records(line.mcp_servers).flatMap(({ name }) => asText(name) ?? []);
    for (const name of names) servers.add(inToolName(name));
    return [{ kind: "tools", tools: tools.filter(isMcpName), servers: names.map(inToolName) }];
  }

  return {
    host: "claude-code",
    read(line) {
      switch (line.type) {
        case "system":
          return line.subtype === "init" ? init(line) : [];
        case "assistant":
          return assistant(line);
        case "user":
          return results(line);
        case "result":
          return result(line);
        default:
          return [];
      }
    },
  };
}

const blocksOf = (line: Shape): readonly Shape[] => records(asRecord(line.message)?.content);

function results(line: Shape): Heard[] {
  const blocks = blocksOf(line).filter((block) => block.type === "tool_result");
  // The record beside the message is one result's: of several, nobody says which.
  const record = blocks.length === 1 ? line.tool_use_result : undefined;
  return blocks.flatMap((block): Heard[] => {
    const id = asText(block.tool_use_id);
    return id === undefined ? [] : [{ kind: "answer", id, answer: answerOf(block, record) }];
  });
}

function result(line: Shape): Heard[] {
  const text = asText(line.result);
  const ids = records(line.permission_denials).flatMap((denial) => asText(denial.tool_use_id) ?? []);
  return [
    ...(text === undefined ? [] : [{ kind: "words", text, begins: true } as const]),
    ...(ids.length > 0 ? [{ kind: "denied", ids } as const] : []),
    { kind: "end" },
  ];
}

/**
 * `mcp__server__tool` apart. A server's name may hold `__` itself, so the servers that the run names go first, the longest
 * before the others. A bare name has no server.
 */
function splitName(name: string, servers: ReadonlySet<string>): { server: string | null; tool: string } {
  if (!name.startsWith("mcp__")) return { server: null, tool: name };
  const rest = name.slice("mcp__".length);
  const [known] = [...servers].filter((server) => rest.startsWith(`${server}__`)).sort((a, b) => b.length - a.length);
  const end = known === undefined ? rest.indexOf("__") : known.length;
  if (end <= 0) return { server: null, tool: rest };
  return { server: rest.slice(0, end), tool: rest.slice(end + 2) };
}
