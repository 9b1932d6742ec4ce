/** The machine output: every key, in a fixed order, the same bytes for the same input. */
import type { Diagnostic } from "../diagnostic.js";
import { jsonText } from "./escape.js";
import { count, linesOf, type Report, ruleUrl } from "./report.js";

export function jsonReport({ result, fixed, read, version, homepage }: Report): string {
  const { position } = linesOf(read);
  const at = (file: string, offset: number) => ({ ...position(file, offset), offset });
  const shown = (diagnostic: Diagnostic) => ({
    rule: diagnostic.rule,
    severity: diagnostic.severity,
    message: diagnostic.message,
    file: diagnostic.at.file,
    start: at(diagnostic.at.file, diagnostic.at.start),
    end: at(diagnostic.at.file, diagnostic.at.end),
    tool: diagnostic.tool ?? null,
    affects: diagnostic.affects ?? 1,
    lost: (diagnostic.lost ?? []).map((lost) => ({
      text: lost.text,
      kind: lost.kind,
      file: lost.at.file,
      line: position(lost.at.file, lost.at.start).line,
    })),
    hosts: diagnostic.hosts ?? [],
    fix: diagnostic.fix
      ? {
          title: diagnostic.fix.title,
          safety: diagnostic.fix.safety,
          edits: diagnostic.fix.edits.map(({ span, text }) => ({
            file: span.file,
            start: span.start,
            end: span.end,
            text,
          })),
        }
      : null,
    url: ruleUrl(homepage, diagnostic.rule),
    fingerprint: diagnostic.fingerprint,
  });
  const report = {
    schemaVersion: 1,
    version,
    files: { scanned: result.files.scanned, parsed: result.files.parsed },
    sites: result.sites.length,
    diagnostics: result.diagnostics.map(shown),
    suppressed: result.suppressed.map((diagnostic) => ({ ...shown(diagnostic), reason: diagnostic.reason })),
    baseline: {
      known: result.baseline.known.length,
      stale: result.baseline.stale.map(({ file, rule, fingerprint, text }) => ({ file, rule, fingerprint, text })),
    },
    errors: result.errors.map(({ file, message }) => ({ file, message })),
    summary: { ...count(result.diagnostics), fixed: fixed?.fixes ?? 0 },
  };
  return jsonText(report);
}
