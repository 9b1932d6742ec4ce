/** `mcp-lint stream <file|->`: what the model really read in a recorded run. */
import { once } from "node:events";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { reasonOf, UsageError } from "../errors.js";
import { escaped } from "../reporters/escape.js";
import { callLine, costTable, findingLines, runSummary } from "../reporters/stream.js";
import { jsonCall, jsonHead, jsonTail } from "../reporters/stream-json.js";
import type { Call, StreamHost } from "../stream/call.js";
import { costs, type ToolCost } from "../stream/cost.js";
import type { StreamFinding } from "../stream/finding.js";
import { grader } from "../stream/grade.js";
import { inToolName, ofServer } from "../stream/names.js";
import { openRun } from "../stream/open.js";
import { followRun, type RunEnd } from "../stream/run.js";
import { sourceRules } from "../stream/source-sites.js";
import { growingTranscript } from "../stream/transcript.js";
import { suggestion } from "../suggestion.js";
import type { Context } from "./context.js";
import { isJson } from "./format.js";
import { configFor, filesFor, type Selection } from "./setup.js";

export interface StreamCommand extends Pick<Selection, "config"> {
  readonly expect?: readonly string[];
  readonly rulesFrom?: readonly string[];
  readonly server?: string;
  readonly strict?: boolean;
  readonly cost?: boolean;
  readonly format?: string;
}

/** Runs it and answers with the exit status: 0, 1 where something did not arrive, 2 could not check. Throws a UsageError. */
export async function streamCommand(path: string, options: StreamCommand, context: Context): Promise<number> {
  keepHeapSmall();
  const json = isJson(options.format);
  const { expect = [], rulesFrom = [], server, strict = false } = options;
  const source = rulesFrom.length > 0 ? await rulesOf(rulesFrom, options, context) : undefined;
  const grade = grader({ expect, strict, ...(source ? { sites: source.sites } : {}) });
  const cost = options.cost ? costs(configFor(context.cwd, options).reply.note) : undefined;
  const write = json ? jsonWriter(context) : textWriter(context, expect.length + rulesFrom.length > 0);

  const end = await followed(path, context, async (seen, host) => {
    const call = server === undefined ? seen : ofServer(seen, server);
    if (!call) return;
    grade.see(call);
    cost?.see(call);
    write.call(call, host);
    await drained();
  });
  if (server !== undefined) refuseUnknownServer(server, end);
  const findings = grade.findings(end);
  write.end(end, findings, cost?.byTool());

  if (end.cutAt !== undefined)
    context.note(`mcp-lint: the stream is cut off in the middle of line ${end.cutAt}; it was read up to there\n`);
  else if (!end.complete) context.note("mcp-lint: the stream ends before the run does; it was read up to there\n");
  if (source && !grade.touched())
    context.note("mcp-lint: no tool that was called is one of `--rules-from`, so its rules were not looked for\n");
  if (source?.failed) return 2;
  return findings.some(({ fails }) => fails) ? 1 : 0;
}

/** What the source writes into its results. Throws a UsageError where it builds none. */
async function rulesOf(given: readonly string[], options: StreamCommand, context: Context) {
  const paths = given.flatMap((list) => list.split(",")).filter((path) => path !== "");
  const config = configFor(context.cwd, options);
  const { sources, errors } = filesFor(context.cwd, paths, config, false);
  const rules = await sourceRules(sources, config);
  const failed = [...errors, ...rules.errors];
  for (const { file, message } of failed)
    context.note(`${escaped(file ?? "mcp-lint")}: could not check: ${escaped(message)}\n`);
  if (rules.sites.length === 0 && failed.length === 0)
    throw new UsageError(`\`--rules-from\`: no result of a tool is built in ${paths.join(", ")}`);
  return { sites: rules.sites, failed: failed.length > 0 };
}

async function followed(
  path: string,
  { cwd }: Context,
  onCall: (call: Call, host: StreamHost) => Promise<void>,
): Promise<RunEnd> {
  try {
    return await followRun(path === "-" ? process.stdin : openRun(resolve(cwd, path)), onCall);
  } catch (error) {
    const isOfFile = error instanceof UsageError || (error as NodeJS.ErrnoException).syscall !== undefined;
    throw isOfFile ? new UsageError(`${path === "-" ? "stdin" : path}: ${reasonOf(error)}`) : error;
  }
}

/**
 * Each line is garbage when the next one comes. Left to itself, V8 lets it pile up the more there is to read: measured 85 MB
 * for a run of 20 MB and 135 MB for one of 200 MB, with 6 MB alive in both; so, 68 MB and 71 MB, in the same time.
 */
function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
}

/** A slow reader of what is printed must not make a heap of it. One that has gone is none. */
async function drained(): Promise<void> {
  const { stdout } = process;
  if (stdout.writableNeedDrain && !stdout.destroyed) await once(stdout, "drain").catch(() => undefined);
}

/** A slip in a name would leave no call to judge, and pass. */
function refuseUnknownServer(server: string, { servers, host }: RunEnd): void {
  const isKnown = servers.includes(server) || servers.includes(inToolName(server));
  // Gemini CLI's names don't tell where the server ends.
  if (isKnown || servers.length === 0 || host === "gemini-cli") return;
  throw new UsageError(
    `the run has no server \`${server}\`${suggestion(server, servers) || `; there are ${servers.join(", ")}`}`,
  );
}

interface Writer {
  call(call: Call, host: StreamHost): void;
  end(end: RunEnd, findings: readonly StreamFinding[], cost: readonly ToolCost[] | undefined): void;
}

function textWriter(context: Context, asked: boolean): Writer {
  let calls = 0;
  let refused = 0;
  return {
    call(call) {
      calls++;
      if (call.miscall) refused++;
      context.out(callLine(call, context));
    },
    end({ host }, findings, cost) {
      const gap = calls > 0 ? "\n" : "";
      context.out(
        `${gap}${findingLines(findings, context)}${runSummary(findings, { host, calls, refused, asked }, context)}`,
      );
      if (cost) context.out(costTable(cost, context));
    },
  };
}

/** Of a call only its step is kept, for the transcript. */
function jsonWriter({ out }: Context): Writer {
  const transcript = growingTranscript();
  let calls = 0;
  return {
    call(call, host) {
      if (calls === 0) out(jsonHead(host));
      out(jsonCall(call, calls === 0));
      transcript.add(call);
      calls++;
    },
    end(end, findings, cost) {
      if (calls === 0) out(jsonHead(end.host));
      out(jsonTail({ calls, transcript: transcript.text(), findings, end, cost }));
    },
  };
}
