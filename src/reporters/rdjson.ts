/** The diagnostic format of reviewdog. Lines end at LF, columns count bytes of UTF-8, ends are exclusive. */
import type { CheckError, Diagnostic, Edit, Fix, Severity, Span } from "../diagnostic.js";
import { applyEdits } from "../fix/edit.js";
import { jsonText, withoutMarkup } from "./escape.js";
import { gitLineEnd, linesOf, type Position, type Report, ruleUrl, wayOut } from "./report.js";

const severities: Readonly<Record<Severity, string>> = { error: "ERROR", warning: "WARNING" };

export function rdjsonReport({ result, read, homepage }: Report): string {
  const ranges = rangesOf(read);
  const found = (diagnostic: Diagnostic) => ({
    message: withoutMarkup([diagnostic.message, ...(diagnostic.fix ? [`fix: ${wayOut(diagnostic)}`] : [])].join("; ")),
    location: { path: diagnostic.at.file, range: ranges(diagnostic.at) },
    severity: severities[diagnostic.severity],
    code: { value: diagnostic.rule, url: ruleUrl(homepage, diagnostic.rule) },
    ...suggestions(diagnostic, read, ranges),
  });
  const unchecked = ({ file, message }: CheckError) => ({
    message: withoutMarkup(`could not check: ${message}`),
    location: { path: file ?? "." },
    severity: severities.error,
    code: { value: "could-not-check", url: homepage },
  });
  return jsonText({
    source: { name: "mcp-lint", url: homepage },
    diagnostics: [...result.errors.map(unchecked), ...result.diagnostics.map(found)],
  });
}

type Ranges = (span: Span) => { start: Position; end: Position };

function rangesOf(read: Report["read"]): Ranges {
  const { position } = linesOf(read, gitLineEnd);
  const inBytes = (file: string, offset: number): Position => {
    const { line, column } = position(file, offset);
    const before = (read(file) ?? "").slice(offset - column + 1, offset);
    return { line, column: Buffer.byteLength(before) + 1 };
  };
  return ({ file, start, end }) => ({ start: inBytes(file, start), end: inBytes(file, end) });
}

/**
 * The fix as one suggestion, because a reader takes suggestions one by one: it reaches from its first edit to its last.
 * A fix that touches another file can't be carried whole, and is left out.
 */
function suggestions({ at, fix }: Diagnostic, read: Report["read"], ranges: Ranges) {
  if (!fix?.edits.every(({ span }) => span.file === at.file)) return {};
  const { span, text } = joined(fix, read(at.file) ?? "");
  return { suggestions: [{ range: ranges(span), text }] };
}

/** The edits as one: the text between them stands in it as it is. */
function joined({ edits }: Fix, text: string): Edit {
  const file = edits[0].span.file;
  const start = Math.min(...edits.map(({ span }) => span.start));
  const end = Math.max(...edits.map(({ span }) => span.end));
  const inside = edits.map((edit) => ({
    ...edit,
    span: { file, start: edit.span.start - start, end: edit.span.end - start },
  }));
  return { span: { file, start, end }, text: applyEdits(text.slice(start, end), inside) };
}
