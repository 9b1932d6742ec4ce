/** A Code Quality report of GitLab: an array, empty on a clean run. */
import { createHash } from "node:crypto";
import type { Severity } from "../diagnostic.js";
import { type Entry, entriesOf } from "./entries.js";
import { jsonText } from "./escape.js";
import type { Report } from "./report.js";

const severities: Readonly<Record<Severity, string>> = { error: "major", warning: "minor" };

export const gitlabReport = (report: Report): string => jsonText(entriesOf(report).map(degradation));

function degradation({ rule, severity, message, wayOut, url, file, start, end, identity }: Entry) {
  return {
    // The widget shows this sentence and the place, nothing else.
    description: [message, ...(wayOut ? [`fix: ${wayOut}`] : []), url].join("; "),
    check_name: rule,
    // Reports of several jobs are merged, and equal fingerprints are one finding there.
    fingerprint: createHash("sha256").update(JSON.stringify(identity)).digest("hex"),
    severity: severities[severity],
    location: { path: file ?? ".", lines: { begin: start.line, end: end.line } },
  };
}
