/** For people: the place, the sentence, the code line with the lost words marked, who loses them, and the way out. */
import type { Diagnostic, Lost, Span } from "../diagnostic.js";
import { codeLine } from "./code-line.js";
import { escaped } from "./escape.js";
import { counted, type Lines, type Look, linesOf, type Report, wayOut } from "./report.js";
import { summary } from "./summary.js";
import { labelled, wrapped } from "./width.js";

/** Places shown of a finding that has many. */
const shownPlaces = 3;

export function prettyReport(report: Report, look: Look): string {
  const lines = linesOf(report.read);
  const blocks = report.result.diagnostics.map((diagnostic) => block(diagnostic, report.hosts, lines, look));
  const errors = report.result.errors.map(({ file, message }) => unchecked(file, message, look));
  return [...blocks, ...errors, `${summary(report, look)}\n`].join("\n");
}

function block(diagnostic: Diagnostic, asked: number, lines: Lines, look: Look): string {
  const { colors, width } = look;
  const { at, severity, rule, tool, message, hosts = [] } = diagnostic;
  const label = { labels: "lost on".length, width, dress: colors.dim };
  return `${[
    `${colors.bold(place(at, lines))}  ${painted(severity, look)(severity)}  ${colors.dim(rule)}${tool ? colors.dim(`  tool ${escaped(tool)}`) : ""}`,
    ...wrapped(escaped(message), width - 2).map((text) => `  ${text}`),
    ...excerpts(diagnostic, lines, look),
    ...(hosts.length ? labelled("lost on", `${hosts.join(", ")} (${hosts.length} of ${asked} hosts)`, label) : []),
    ...labelled("fix", escaped(wayOut(diagnostic)), label),
  ].join("\n")}\n`;
}

const painted = (severity: Diagnostic["severity"], { colors }: Look) =>
  severity === "error" ? colors.red : colors.yellow;

function place({ file, start }: Span, { position }: Lines): string {
  const { line, column } = position(file, start);
  return `${escaped(file)}:${line}:${column}`;
}

/** The code: where the lost words are written, and the place of the finding where that is another one. */
function excerpts(diagnostic: Diagnostic, lines: Lines, look: Look): string[] {
  const { at, severity, lost = [], related = [] } = diagnostic;
  const code = ({ file, start, end }: Span) => {
    const where = lines.position(file, start);
    return codeLine(lines.line(file, where.line), where, end - start, { ...look, paint: painted(severity, look) });
  };
  const said = (span: Span) => {
    const known = related.find((other) => other.at.file === span.file && other.at.start === span.start);
    return `  ${look.colors.dim(`${place(span, lines)}${known ? `  ${escaped(known.message)}` : ""}`)}`;
  };

  const words = distinct(lost);
  if (words.length === 0) return [code(at), ...related.slice(0, shownPlaces).map((other) => said(other.at))];
  const more = words.length - shownPlaces;
  return [
    ...(words.some((word) => contains(at, word.at)) ? [] : [code(at)]),
    ...words
      .slice(0, shownPlaces)
      .flatMap((word) => (contains(at, word.at) ? [code(word.at)] : [said(word.at), code(word.at)])),
    ...(more > 0 ? [look.colors.dim(`  and ${counted(more, "more place")}; --format json lists them`)] : []),
  ];
}

/** The lost words, each place once, instructions first. */
function distinct(lost: readonly Lost[]): readonly Lost[] {
  const places = [...new Map(lost.map((each) => [`${each.at.file}:${each.at.start}`, each])).values()];
  return places.sort((a, b) => Number(b.kind === "instruction") - Number(a.kind === "instruction"));
}

const contains = (outer: Span, inner: Span) =>
  outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end;

function unchecked(file: string | null, message: string, { colors, width }: Look): string {
  return `${[
    `${colors.bold(escaped(file ?? "mcp-lint"))}  ${colors.red("error")}  ${colors.dim("could-not-check")}`,
    ...wrapped(`could not check: ${escaped(message)}`, width - 2).map((text) => `  ${text}`),
  ].join("\n")}\n`;
}
