/** One physical line a diagnostic, for problem matchers: `path:line:col-endLine:endCol: severity message [rule-id]`. */
import { escaped } from "./escape.js";
import { linesOf, type Report } from "./report.js";

export function lineReport({ result, read }: Pick<Report, "result" | "read">): string {
  const { position } = linesOf(read);
  const lines = result.diagnostics.map(({ at, severity, message, rule }) => {
    const [start, end] = [position(at.file, at.start), position(at.file, at.end)];
    return `${escaped(at.file)}:${start.line}:${start.column}-${end.line}:${end.column}: ${severity} ${escaped(message)} [${rule}]`;
  });
  const errors = result.errors.map(
    ({ file, message }) => `${escaped(file ?? ".")}:1:1: error could not check: ${escaped(message)} [could-not-check]`,
  );
  return [...lines, ...errors].map((line) => `${line}\n`).join("");
}
