/** A run for programs, written while it goes by: results are as large as the run, so none is held. */
import type { Call, StreamHost } from "../stream/call.js";
import type { ToolCost } from "../stream/cost.js";
import type { StreamFinding } from "../stream/finding.js";
import type { RunEnd } from "../stream/run.js";
import { jsonText } from "./escape.js";

/** What stands before the first call. */
export const jsonHead = (host: StreamHost): string => `{\n  "schemaVersion": 1,\n  "host": "${host}",\n  "calls": [`;

export function jsonCall(call: Call, isFirst: boolean): string {
  const { id, name, server, tool, arguments: given, accepted, isError, read, result } = call;
  return `${isFirst ? "" : ","}\n${indented({ id, name, server, tool, arguments: given, accepted, isError, read, result }, 4)}`;
}

export interface JsonTail {
  readonly calls: number;
  readonly transcript: string;
  readonly findings: readonly StreamFinding[];
  readonly end: RunEnd;
  readonly cost: readonly ToolCost[] | undefined;
}

/** What stands after the last call. */
export function jsonTail({ calls, transcript, findings, end, cost }: JsonTail): string {
  const complete = end.complete && end.cutAt === undefined;
  const rest = jsonText({ transcript, findings, complete, ...(cost ? { cost } : {}) });
  // The calls' bracket stands open, and so does the object's.
  return `${calls > 0 ? "\n  " : ""}],\n${rest.slice("{\n".length)}`;
}

const indented = (value: unknown, columns: number): string =>
  jsonText(value).trimEnd().replace(/^/gm, " ".repeat(columns));
