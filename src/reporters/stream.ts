/** A run for people: a line a call as it goes by, then what is wrong with it. */
import type { Call } from "../stream/call.js";
import type { ToolCost, Weight } from "../stream/cost.js";
import type { StreamFinding } from "../stream/finding.js";
import { step } from "../stream/transcript.js";
import { escaped } from "./escape.js";
import { counted, type Look } from "./report.js";
import { displayWidth, fitting, wrapped } from "./width.js";

type Sheet = Pick<Look, "colors" | "width">;

const labelWidth = "host-error".length;

/** What was read, the call, and how the result begins; a refused call stands out. */
export function callLine(call: Call, { colors, width }: Sheet): string {
  const { read, isError, accepted, miscall } = call;
  const label = miscall ? "refused" : read;
  const paint = {
    text: colors.blue,
    view: colors.cyan,
    both: colors.green,
    truncated: colors.yellow,
    empty: colors.yellow,
    unknown: colors.dim,
    "host-error": colors.red,
  }[read];
  const room = Math.max(20, width - labelWidth - 2);
  const made = fitting(escaped(step(call)), Math.max(20, Math.floor(room * 0.55)));
  const left = room - displayWidth(made) - 2;
  const said = `${isError && accepted ? "error: " : ""}${escaped(call.result.slice(0, Math.max(0, left) + 1))}`;
  const shown = miscall ? colors.bold(colors.red(made)) : made;
  const result = left >= 12 ? `  ${colors.dim(fitting(said, left))}` : "";
  return `${(miscall ? colors.inverse : String)(paint(label))}${" ".repeat(labelWidth - label.length)}  ${shown}${result.trimEnd()}\n`;
}

/** The findings, worst first, each with the place in source where there is one. */
export function findingLines(findings: readonly StreamFinding[], { colors, width }: Sheet): string {
  return [...findings]
    .sort((a, b) => Number(b.fails) - Number(a.fails))
    .map(({ kind, fails, message }) => {
      const severity = fails ? colors.red("error  ") : colors.yellow("warning");
      const [first = "", ...rest] = wrapped(escaped(message), Math.max(40, width - 24));
      const lines = rest.map((line) => `${" ".repeat(24)}${line}\n`).join("");
      return `${severity}  ${colors.dim(kind.padEnd("not-delivered".length))}  ${first}\n${lines}`;
    })
    .join("");
}

export interface RunCounts {
  readonly host: string;
  readonly calls: number;
  readonly refused: number;
  /** Whether anything was asked of the run beside its refused calls. */
  readonly asked: boolean;
}

/** The last line; a run without a call is told apart from one that is clean. */
export function runSummary(findings: readonly StreamFinding[], counts: RunCounts, { colors }: Sheet): string {
  const { host, calls, refused, asked } = counts;
  const errors = findings.filter(({ fails }) => fails).length;
  const warnings = findings.length - errors;
  const found = [
    errors ? colors.red(counted(errors, "error")) : "",
    warnings ? colors.yellow(counted(warnings, "warning")) : "",
  ].filter((text) => text);
  const what = calls === 0 ? "no MCP call" : counted(calls, "MCP call");
  const run = `${what} on ${host}${refused ? `, ${refused} refused` : ""}`;
  if (found.length > 0) return `${found.join(", ")}: ${run}\n`;
  if (calls === 0) return `${run}\n`;
  return `${asked ? colors.green("everything arrived") : colors.green("no call was refused")}: ${run}\n`;
}

/** Characters and estimated tokens by tool and channel. */
export function costTable(costs: readonly ToolCost[], { colors }: Sheet): string {
  if (costs.length === 0) return "";
  const heads = ["tool", "calls", "read", "text", "view", "note", "repeated by it"];
  const rows = costs.map(({ tool, calls, read, text, view, note, repeated }) => [
    escaped(tool),
    String(calls),
    Object.keys(read).join(", "),
    ...[text, view, note].map(inWords),
    repeated && note ? `${Math.round((100 * repeated.characters) / Math.max(1, note.characters))}%` : "-",
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  const about = "characters (and tokens, at four characters each) of all results; `-`: not in the stream";
  return `\n${[colors.bold(line(heads)), ...rows.map(line), colors.dim(about)].join("\n")}\n`;
}

const inWords = (weight: Weight | null) => (weight ? `${weight.characters} (~${weight.tokens})` : "-");
