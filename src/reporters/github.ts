/** Workflow commands of GitHub Actions: an annotation for each finding, errors first. */
import { type Entry, entriesOf } from "./entries.js";
import { escaped } from "./escape.js";
import { counted, type Report } from "./report.js";

/** Annotations of one kind that the service shows for a step; it drops the rest without a word. */
const shownPerStep = 10;

export function githubReport(report: Report): string {
  const entries = entriesOf(report);
  return [...entries.map(annotation), ...notShown(entries)].map((line) => `${line}\n`).join("");
}

function annotation({ rule, severity, message, file, start, end, wayOut, url }: Entry): string {
  const properties = {
    ...(file === null ? {} : { file: escaped(file), line: start.line, endLine: end.line }),
    // The service takes columns of a range within one line only.
    ...(file !== null && start.line === end.line ? { col: start.column, endColumn: end.column } : {}),
    title: rule,
  };
  // The log prints the message alone, so that the place has to stand in it too.
  const place = file === null ? [] : [`${escaped(file)}:${start.line}:${start.column}`];
  return command(severity, properties, [message, ...(wayOut ? [`fix: ${wayOut}`] : []), ...place, url].join("\n"));
}

function notShown(entries: readonly Entry[]): string[] {
  const over = (severity: Entry["severity"]) =>
    Math.max(0, entries.filter((entry) => entry.severity === severity).length - shownPerStep);
  const more = [
    ...(over("error") ? [counted(over("error"), "error")] : []),
    ...(over("warning") ? [counted(over("warning"), "warning")] : []),
  ].join(" and ");
  if (!more) return [];
  const text = `${more} more than GitHub annotates: it shows ${shownPerStep} of a kind for each step; the log of this step has them all`;
  return [command("notice", { title: "mcp-lint" }, text)];
}

function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${propertyText(String(value))}`);
  return `::${name} ${listed.join(",")}::${dataText(message)}`;
}

const dataText = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const propertyText = (text: string) => dataText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
