/** GitHub Flavored Markdown, for a job summary or a comment: one table, errors first. */
import { type Entry, entriesOf } from "./entries.js";
import { escaped } from "./escape.js";
import { count, counted, type Report } from "./report.js";

/** Bytes. GitHub refuses the summary of a step from 1 MiB on; other text may stand beside ours. */
const longest = 1_000_000;

export function markdownReport(report: Report): string {
  const entries = entriesOf(report);
  if (entries.length === 0) return `${heading(report)}\n`;
  const head = [heading(report), "", "| | Where | What | Rule |", "| --- | --- | --- | --- |"];
  let bytes = 0;
  const rows = entries.map(row);
  const end = rows.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > longest;
  });
  const more = end < 0 ? [] : ["", `${rows.length - end} more; \`--format json\` lists them`];
  return `${[...head, ...rows.slice(0, end < 0 ? rows.length : end), ...more].join("\n")}\n`;
}

/** Nothing to judge is told apart from judged and good. */
function heading({ result, hidden }: Report): string {
  const { errors, warnings } = count(result.diagnostics);
  const parts = [
    result.errors.length > 0 ? `${result.errors.length} could not be checked` : "",
    errors ? counted(errors, "error") : "",
    warnings ? counted(warnings, "warning") : "",
  ].filter((text) => text);
  const good =
    hidden > 0 ? "no errors" : result.sites.some(({ view }) => view) ? "clean" : "no tool result with a view";
  return `### mcp-lint: ${parts.join(", ") || good} in ${counted(result.files.scanned, "file")}`;
}

function row({ rule, severity, message, file, start, wayOut, url }: Entry): string {
  const where = file === null ? "" : code(`${file}:${start.line}:${start.column}`);
  const what = [marked(message), ...(wayOut ? [`fix: ${marked(wayOut)}`] : [])].join("<br>");
  return `| ${severity} | ${where} | ${what} | [${rule}](${url}) |`;
}

/** A sentence of ours, in which code stands between backticks. */
const marked = (text: string): string =>
  text
    .split(/`([^`]*)`/)
    .map((part, index) => (index % 2 === 1 ? code(part) : plainText(part)))
    .join("");

/** Within code nobody is called by name, so that a path is copied as it is. */
const code = (text: string) => `<code>${withoutMarks(text)}</code>`;

/** Text in which nothing means anything, and a break that nobody sees stands behind each `@` and `#`. */
const plainText = (text: string) => withoutMarks(text).replace(/&#(?:64|35);/g, "$&&#8203;");

/** No mark, no tag, no link. */
const withoutMarks = (text: string) =>
  escaped(text).replace(/[!-&*+./:<-@[-`{-~]/g, (found) => `&#${found.codePointAt(0)};`);
