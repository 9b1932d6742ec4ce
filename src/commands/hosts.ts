/** `mcp-lint hosts [id]`: who reads what, and how we know. Text and data only; the CLI prints. */
import type { Colors } from "picocolors/types.js";
import { type Channels, hostsThatLose, type Read, reads } from "../delivery/deliver.js";
import type { Period } from "../delivery/host-history.js";
import type { Cell } from "../delivery/host-table.js";
import { type Host, type HostRef, hostById, hostIds, hosts, periodsOf } from "../delivery/hosts.js";

const success: Channels = { text: true, view: true, isError: false };
const error: Channels = { text: true, view: true, isError: true };

const columns: readonly { readonly head: string; cell(host: Host): string }[] = [
  { head: "host", cell: ({ id }) => id },
  { head: "", cell: ({ name }) => name },
  { head: "success", cell: (host) => atAGlance(reads(success, host)) },
  { head: "error", cell: (host) => atAGlance(reads(error, host)) },
  { head: "image", cell: ({ matrix }) => atAGlance(matrix.success.image) },
  { head: "_meta", cell: ({ matrix }) => atAGlance(matrix.meta) },
  { head: "known from", cell: ({ confidence }) => confidence },
];

/** The hosts at a glance, one a line, within 100 columns; no line break at the end. */
export function hostsTable({ colors }: { readonly colors: Colors }): string {
  const paint = new Map([
    ["view", colors.red],
    ["both", colors.green],
    ["?", colors.dim],
  ]);
  const rows = hosts.map((host) => columns.map(({ cell }) => cell(host)));
  const widths = columns.map(({ head }, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[], dress: (cell: string) => (text: string) => string) =>
    cells.map((cell, i) => dress(cell)(i < cells.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell)).join("  ");
  return [
    "What a host's model reads of a tool result that has a text and a view (structuredContent)",
    "",
    line(
      columns.map(({ head }) => head),
      () => colors.bold,
    ),
    ...rows.map((row) => line(row, (cell) => paint.get(cell) ?? String)),
    "",
    `${hostsThatLose(success, hosts).length} hosts never read the text of a success, ${hostsThatLose(error, hosts).length} that of an error; \`?\` where nobody has shown it.`,
    "`mcp-lint hosts <id>` shows the cases and the evidence.",
  ].join("\n");
}

/** All that we know of one host, now or as of its day or version, within 100 columns; no line break at the end. */
export function hostPage(ref: HostRef): string {
  const host = hostById(ref);
  const { id, behaviour, matrix } = host;
  const periods = periodsOf(id);
  const read = (channels: Partial<Channels>) => inWords(reads({ ...success, ...channels }, host));
  return [
    `${ref}: ${host.name}`,
    "",
    ...section("What its model reads", [
      ["text and view", read({})],
      ["text and view, error", read({ isError: true })],
      ["view alone", read({ text: false })],
      ["view alone, error", read({ text: false, isError: true })],
      ["image beside a view", yesOrNo(matrix.success.image)],
      ["_meta", yesOrNo(matrix.meta)],
      ["class", host.class],
    ]),
    ...section("What it does", [
      ["text alone", behaviour.textOnly],
      ["text and view", behaviour.both],
      ["view alone", behaviour.viewOnly],
      ["error", behaviour.onError],
      ["other blocks", behaviour.otherBlocks],
      ["outputSchema", behaviour.outputSchema],
      ["limits", behaviour.limits],
      ["tool names", host.toolNames],
      ["before", behaviour.before],
      ["mind", behaviour.caveat],
    ]),
    ...(periods.length > 1
      ? section(
          "How it changed",
          periods.map((each) => periodRow(host, each)),
        )
      : []),
    ...section("How we know", [
      ["known from", host.confidence],
      ["source", host.source],
      ["looked at", host.seen],
    ]),
    ...host.evidence.flatMap(({ at, says }) => [...wrap(`- ${at}`, "  ", "    "), ...wrap(says, "    ", "    ")]),
  ].join("\n");
}

/** A rule's first version or day, and what a model read under it. */
function periodRow(host: Host, { since, matrix }: Period): readonly [string, string] {
  const start = since && ("version" in since ? since.version + (since.date ? ` (${since.date})` : "") : since.date);
  const read = (channels: Partial<Channels>) => inWords(reads({ ...success, ...channels }, { ...host, matrix }));
  const images = matrix.success.image === "unknown" ? "" : `; image beside a view: ${yesOrNo(matrix.success.image)}`;
  return [
    start ? `from ${start}` : "before",
    `text and view: ${read({})}; view alone: ${read({ text: false })}${images}`,
  ];
}

/** The hosts asked for (all, where none is named) with all that the table holds, and what they read. */
export function hostsJson(asked: readonly HostRef[] = hostIds): unknown {
  return {
    schemaVersion: 1,
    hosts: asked.map(hostById).map((host) => ({
      ...host,
      reads: { success: reads(success, host), error: reads(error, host) },
      periods: periodsOf(host.id),
    })),
  };
}

const atAGlance = (answer: Read | Cell) =>
  answer === "unknown" ? "?" : typeof answer === "string" ? answer : yesOrNo(answer);
const yesOrNo = (cell: Cell) => (cell === "unknown" ? "not known" : cell ? "yes" : "no");
const inWords = (read: Read) => (read === "unknown" ? "not known" : read === "none" ? "nothing" : read);

/** A title and its facts in two columns; facts that are not known are left out. */
function section(title: string, facts: readonly (readonly [string, string | undefined])[]): readonly string[] {
  const known = facts.flatMap(([label, fact]) => (fact === undefined ? [] : [[label, fact] as const]));
  const width = Math.max(...known.map(([label]) => label.length));
  const lines = known.flatMap(([label, fact]) => wrap(fact, `  ${label.padEnd(width)}  `, " ".repeat(width + 4)));
  return [title, ...lines, ""];
}

/** Breaks a text at spaces, so that each line holds at most 100 columns. A longer word stands alone. */
function wrap(text: string, first: string, rest: string): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(" ")) {
    if (!empty && line.length + 1 + word.length > 100) {
      lines.push(line);
      line = rest;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}
