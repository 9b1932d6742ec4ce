/** Follows a recorded run line by line: whose it is, its calls, how it ended. */
import { UsageError } from "../errors.js";
import type { Call, Heard, Reader, StreamHost } from "./call.js";
import { mostLinesBefore, readerFor } from "./detect.js";
import { type Chunks, type Line, linesIn } from "./lines.js";
import { callQueue } from "./queue.js";
import { asRecord, parsed } from "./shape.js";

/** What is known of a run when its stream is over. */
export interface RunEnd {
  readonly host: StreamHost;
  /** The MCP tools and servers that the host named, and those that were called. */
  readonly tools: readonly string[];
  readonly servers: readonly string[];
  /** The last thing that the agent said to its user. */
  readonly answer: string;
  /** The calls that the host tells at the end to have been denied. */
  readonly denied: readonly string[];
  /** The line in the middle of which the stream is cut off. */
  readonly cutAt?: number;
  /** Whether the run came to its end. */
  readonly complete: boolean;
}

/** Hands each call on as soon as it is whole. Throws a UsageError where this is no stream that can be read. */
export async function followRun(
  chunks: Chunks,
  onCall: (call: Call, host: StreamHost) => void | Promise<void>,
): Promise<RunEnd> {
  const queue = callQueue();
  const tools = new Set<string>();
  const servers = new Set<string>();
  const denied: string[] = [];
  let reader: Reader | undefined;
  let answer = "";
  let complete = false;
  let cutAt: number | undefined;
  let last: Line | undefined;

  const hear = (heard: Heard, line: number) => {
    switch (heard.kind) {
      case "tools":
        for (const name of heard.tools) tools.add(name);
        for (const name of heard.servers) servers.add(name);
        break;
      case "call":
        complete = false;
        queue.start(heard.call, line);
        break;
      case "answer":
        queue.answer(heard.id, heard.answer, line);
        break;
      case "words":
        answer = heard.begins ? heard.text : answer + heard.text;
        break;
      case "denied":
        denied.push(...heard.ids);
        break;
      case "end":
        complete = true;
    }
  };
  const hand = async (calls: readonly Call[], { host }: Reader) => {
    for (const call of calls) {
      if (call.accepted && call.server !== null) servers.add(call.server);
      if (call.accepted) tools.add(call.name);
      await onCall(call, host);
    }
  };

  for await (const line of linesIn(chunks)) {
    last = line;
    const value = /^\s*\{/.test(line.text) ? asRecord(parsed(line.text)) : undefined;
    if (!value) {
      if (!line.ended && /^\s*\{/.test(line.text)) cutAt = line.number;
      if (!reader && line.number >= mostLinesBefore) break;
      continue;
    }
    reader ??= readerFor(value);
    if (!reader && line.number >= mostLinesBefore) break;
    for (const heard of reader?.read(value) ?? []) hear(heard, line.number);
    if (reader) await hand(queue.ready(), reader);
  }
  if (!reader) throw new UsageError(last ? noStream : "it is empty");
  await hand(queue.rest(), reader);
  const ended = { host: reader.host, tools: [...tools], servers: [...servers], answer, denied, complete };
  return cutAt === undefined ? ended : { ...ended, cutAt };
}

const noStream =
  "it is no stream of Claude Code (`--output-format stream-json --verbose`), Codex (`exec --json`) or Gemini CLI (`--output-format stream-json`)";
