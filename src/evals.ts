/**
 * For graders of eval runs: what the model really called and read, out of the raw stream of Claude Code, Codex or Gemini
 * CLI. A call that the host refused is no call, so no case can pass on it.
 */
import { fileURLToPath } from "node:url";
import type { Call, StreamHost } from "./stream/call.js";
import type { Chunks } from "./stream/lines.js";
import { ofServer } from "./stream/names.js";
import { openRun } from "./stream/open.js";
import { followRun } from "./stream/run.js";
import { joined, step } from "./stream/transcript.js";

export type { Call, Reading, StreamHost } from "./stream/call.js";
export { says } from "./stream/words.js";

export interface Run {
  readonly host: StreamHost;
  /** The calls that the host took and a tool answered, in the order in which they were made. */
  readonly calls: readonly Call[];
  /** The calls of a name that the host knows no tool of. */
  readonly miscalls: readonly Call[];
  /** All MCP calls in order: those two, and what was denied, invalid, timed out or never answered. */
  readonly steps: readonly Call[];
  /** The last thing that the agent said to its user. */
  readonly answer: string;
  /** Whether the stream holds the run to its end. */
  readonly complete: boolean;
}

export interface ReadRunOptions {
  /** Keep the calls of this MCP server. */
  readonly server?: string;
}

/** A `URL` of a file; named by what is asked of it, so that no one needs the types of Node. */
export interface FileUrl {
  readonly href: string;
}

/**
 * Reads a run: the path of its stream, or what it is made of, piece by piece (`createReadStream(path)`, `[text]`).
 * Throws where it is no stream of a host that is known.
 */
export async function readRun(source: string | FileUrl | Chunks, { server }: ReadRunOptions = {}): Promise<Run> {
  const heard: Call[] = [];
  const chunks =
    typeof source === "string" ? openRun(source) : "href" in source ? openRun(fileURLToPath(source.href)) : source;
  const { host, answer, denied, complete, cutAt } = await followRun(chunks, (call) => void heard.push(call));
  const steps = heard.flatMap((call) => {
    const own = server === undefined ? call : ofServer(call, server);
    return own ? [denied.includes(own.id) ? asDenied(own) : own] : [];
  });
  return {
    host,
    calls: steps.filter(({ accepted }) => accepted),
    miscalls: steps.filter(({ miscall }) => miscall),
    steps,
    answer,
    complete: complete && cutAt === undefined,
  };
}

/** What the end of a run tells to have been denied never ran, in whatever words its result says so. */
const asDenied = (call: Call): Call => ({ ...call, accepted: false, isError: true, read: "host-error" });

/** The run in one line: `my_queue({}) -> find_messages?({"query":"x"}) -> find_messages({"query":"x"})`. */
export const transcript = ({ steps }: Pick<Run, "steps">): string => joined(steps.map(step));
