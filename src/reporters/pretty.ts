/** For people: the place, the sentence, the code line with the lost words marked, who loses them, and the way out. */
import type { Diagnostic, Lost } from "../diagnostic.js";
import { codeLine } from "./code-line.js";
import { escaped } from "./escape.js";
import { count, counted, type Look, lineStarts, type Position, positions, type Report } from "./report.js";
import { displayWidth } from "./width.js";

/** Places shown of a finding that has many. */
const shownPlaces = 3;

export function prettyReport(report: Report, look: Look): string {
  const { result } = report;
  const position = positions(report.read);
  const blocks = result.diagnostics.map((diagnostic) => block(diagnostic, report, look, position));
  const errors = result.errors.map(({ file, message }) => could(file, message, look));
  return [...blocks, ...errors, `${summary(report, look)}\n`].join("\n");
}

type Locate = (file: string, offset: number) => Position;

function block(diagnostic: Diagnostic, { read }: Report, look: Look, position: Locate): string {
  const { colors } = look;
  const { at, severity, rule, tool, hosts = [] } = diagnostic;
  const { line, column } = position(at.file, at.start);
  const paint = severity === "error" ? colors.red : colors.yellow;
  const place = colors.bold(`${escaped(at.file)}:${line}:${column}`);
  const lines = [
    `${place}  ${paint(severity)}  ${colors.dim(rule)}${tool ? colors.dim(`  tool ${escaped(tool)}`) : ""}`,
    ...wrapped(escaped(diagnostic.message), look.width - 2).map((text) => `  ${text}`),
    ...places(diagnostic).map((lost) => {
      const where = position(lost.at.file, lost.at.start);
      const source = lineAt(read(lost.at.file) ?? "", where);
      const heading =
        lost.at.file === at.file ? "" : `  ${colors.dim(`${escaped(lost.at.file)}:${where.line}:${where.column}`)}\n`;
      return (
        heading + codeLine(source, where, lost.at.end - lost.at.start, { ...look, colors: { ...colors, red: paint } })
      );
    }),
    ...more(diagnostic, look),
    ...(hosts.length ? labelled("lost on", hosts.join(", "), look) : []),
    ...labelled("fix", way(diagnostic), look),
  ];
  return `${lines.join("\n")}\n`;
}

/** The lost words, each place once; where there are none, the finding's own place. */
function places({ lost = [], at }: Diagnostic): readonly { at: Lost["at"] }[] {
  const distinct = [...new Map(lost.map((each) => [`${each.at.file}:${each.at.start}`, each])).values()];
  const sorted = distinct.sort((a, b) => Number(b.kind === "instruction") - Number(a.kind === "instruction"));
  return sorted.length > 0 ? sorted.slice(0, shownPlaces) : [{ at }];
}

function more({ lost = [] }: Diagnostic, { colors }: Look): string[] {
  const places = new Set(lost.map(({ at }) => `${at.file}:${at.start}`)).size;
  return places > shownPlaces
    ? [colors.dim(`  and ${counted(places - shownPlaces, "more place")}; --format json lists them`)]
    : [];
}

function way({ fix }: Diagnostic): string {
  if (!fix) return "by hand";
  return `${escaped(fix.title)} (${fix.safety === "safe" ? "--fix" : "--fix-unsafe"})`;
}

function labelled(label: string, text: string, { colors, width }: Look): string[] {
  const indent = " ".repeat(label.length + 4);
  return wrapped(text, Math.max(24, width - indent.length)).map((line, index) =>
    index === 0 ? `  ${colors.dim(label)}  ${line}` : `${indent}${line}`,
  );
}

function could(file: string | null, message: string, { colors }: Look): string {
  return `${colors.bold(escaped(file ?? "mcp-lint"))}  ${colors.red("could not check")}\n  ${escaped(message)}\n`;
}

function summary({ result, fixed }: Report, { colors, milliseconds }: Look): string {
  const { errors, warnings, fixable } = count(result.diagnostics);
  const unsafe = result.diagnostics.filter(({ fix }) => fix?.safety === "unsafe").length;
  const time = colors.dim(
    ` in ${milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`}`,
  );
  const files = counted(result.files.scanned, "file");
  const done = fixed > 0 ? `${colors.green(`fixed ${fixed}`)}; ` : "";
  const unchecked =
    result.errors.length > 0 ? colors.red(`could not check ${counted(result.errors.length, "file")}; `) : "";
  const found = [
    errors ? colors.red(counted(errors, "error")) : "",
    warnings ? colors.yellow(counted(warnings, "warning")) : "",
  ].filter((text) => text);
  const silenced = result.suppressed.length ? colors.dim(` (${result.suppressed.length} suppressed)`) : "";
  if (found.length === 0) return `${unchecked}${done}${clean(result.sites, files, colors)}${silenced}${time}`;
  const safe = fixable - unsafe;
  const hints = [safe ? `${safe} fixable with --fix` : "", unsafe ? `${unsafe} with --fix-unsafe` : ""].filter(
    (text) => text,
  );
  return `${unchecked}${done}${found.join(", ")} in ${files}${silenced}${hints.length ? `; ${hints.join(", ")}` : ""}${time}`;
}

/** Nothing to judge is told apart from judged and good. */
function clean(sites: Report["result"]["sites"], files: string, colors: Look["colors"]): string {
  const withView = sites.filter(({ view }) => view).length;
  if (withView === 0) return `no tool result with a view in ${files}`;
  return `${colors.green("clean")}: ${counted(withView, "result")} with a view in ${files}`;
}

function lineAt(text: string, { line }: Position): string {
  const starts = lineStarts(text);
  return text.slice(starts[line - 1], starts[line] ?? text.length).replace(/[\r\n\u2028\u2029]+$/, "");
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
