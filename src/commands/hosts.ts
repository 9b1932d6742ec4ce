/** `mcp-lint hosts [id]`: who reads what, and how we know. Text and data only; the CLI prints. */
import { type Channels, hostsThatLose, type Read, reads } from "../delivery/deliver.js";
import type { Period } from "../delivery/host-history.js";
import type { Cell } from "../delivery/host-table.js";
import { type Host, type HostRef, hostById, hostIds, hosts, periodsOf } from "../delivery/hosts.js";
import type { Context } from "./context.js";

const success: Channels = { text: true, view: true, isError: false };
const error: Channels = { text: true, view: true, isError: true };

/** `drop`: in which turn it gives way where the terminal is too narrow. */
interface Column {
  readonly head: string;
  readonly drop?: number;
  cell(host: Host): string;
}

const columns: readonly Column[] = [
  { head: "host", cell: ({ id }) => id },
  { head: "", drop: 1, cell: ({ name }) => name },
  { head: "success", cell: (host) => atAGlance(reads(success, host)) },
  { head: "error", cell: (host) => atAGlance(reads(error, host)) },
  { head: "image", drop: 4, cell: ({ matrix }) => atAGlance(matrix.success.image) },
  { head: "_meta", drop: 3, cell: ({ matrix }) => atAGlance(matrix.meta) },
  { head: "known from", drop: 2, cell: ({ confidence }) => confidence },
];

/** By what is lost of a success, worst first: `read` of both channels, and `alone` of a view without a text. */
const groups: readonly { readonly title: string; holds(read: Read, alone: Read): boolean }[] = [
  { title: "The text is lost, the view takes its place", holds: (read) => read === "view" },
  { title: "The view is lost, even one without a text", holds: (read, alone) => read === "text" && alone === "none" },
  {
    title: "The view is lost beside a text, and read alone",
    holds: (read, alone) => read === "text" && alone === "view",
  },
  { title: "Both are read", holds: (read) => read === "both" },
  { title: "Not known", holds: (read, alone) => read === "unknown" || (read === "text" && alone === "unknown") },
];

/**
 * The hosts at a glance, one a line, those that lose the same together; no line break at the end. It fits into `width`
 * columns, and into 100: what matters least of a host is left out. `image` is one beside a view.
 */
export function hostsTable({ colors, width }: Pick<Context, "colors" | "width">): string {
  const room = Math.min(width, 100);
  const wrapped = (text: string) => wrap(text, "", "", room);
  const paint = new Map([
    ["view", colors.red],
    ["both", colors.green],
    ["?", colors.dim],
  ]);
  const shown = columnsWithin(room);
  const line = (cells: readonly string[], dress: (cell: string) => (text: string) => string) =>
    cells.map((cell, i) => dress(cell)(i < cells.length - 1 ? cell.padEnd(shown[i]?.width ?? 0) : cell)).join("  ");
  const blocks = groups.flatMap(({ title, holds }) => {
    const alike = hosts.filter((host) => holds(reads(success, host), reads({ ...success, text: false }, host)));
    if (alike.length === 0) return [];
    const rows = alike.map((host) => shown.map(({ cell }) => cell(host)));
    return [
      ...wrapped(`${title} (${alike.length})`).map(colors.bold),
      ...rows.map((row) => line(row, (cell) => paint.get(cell) ?? String)),
      "",
    ];
  });
  const heads = shown.map(({ head }) => head);
  const changed = hostIds.filter((id) => periodsOf(id).length > 1);
  const notes = [
    `${hostsThatLose(success, hosts).length} hosts never read the text of a success, ${hostsThatLose(error, hosts).length} that of an error; \`?\` where nobody has shown it.`,
    `Some read otherwise before: ${changed.join(", ")}.`,
    "`mcp-lint hosts <id>` shows the cases, the changes and the evidence.",
  ];
  const about = "What a host's model reads of a tool result that has a text and a view (structuredContent)";
  return [...wrapped(about), "", line(heads, () => colors.bold), "", ...blocks, ...notes.flatMap(wrapped)].join("\n");
}

/** The columns that fit, each with its width. */
function columnsWithin(room: number): readonly (Column & { readonly width: number })[] {
  let shown = columns.map((column) => ({
    ...column,
    width: Math.max(column.head.length, ...hosts.map((host) => column.cell(host).length)),
  }));
  const isTooWide = () => shown.reduce((sum, { width }) => sum + width + 2, -2) > room;
  for (let turn = 1; turn < columns.length && isTooWide(); turn++) shown = shown.filter(({ drop }) => drop !== turn);
  return shown;
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
    ...(periods.length > 1 ? ["How it changed", ...periods.flatMap((each) => periodLines(host, each)), ""] : []),
    ...section("How we know", [
      ["known from", host.confidence],
      ["source", host.source],
      ["looked at", host.seen],
    ]),
    ...host.evidence.flatMap(({ at, says }) => [...wrap(`- ${at}`, "  ", "    "), ...wrap(says, "    ", "    ")]),
  ].join("\n");
}

/** A rule's first version or day, what a model read under it, and of an earlier one how we know. */
function periodLines(host: Host, { since, matrix, evidence }: Period): readonly string[] {
  const start = since && ("version" in since ? since.version + (since.date ? ` (${since.date})` : "") : since.date);
  const read = (channels: Partial<Channels>) => inWords(reads({ ...success, ...channels }, { ...host, matrix }));
  const images = matrix.success.image === "unknown" ? "" : `; image beside a view: ${yesOrNo(matrix.success.image)}`;
  const rule = `text and view: ${read({})}; view alone: ${read({ text: false })}${images}`;
  const isNow = since === periodsOf(host.id)[0].since;
  return [
    ...wrap(`${start ? `from ${start}` : "before"}, ${rule}`, "  ", "    "),
    ...(isNow ? [] : evidence.flatMap(({ at, says }) => wrap(`- ${at}: ${says}`, "    ", "      "))),
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

/** Breaks a text at spaces, so that each line holds at most `width` columns. A longer word stands alone. */
function wrap(text: string, first: string, rest: string, width = 100): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(" ")) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}
