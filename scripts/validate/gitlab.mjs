/** What GitLab's documentation asks of a Code Quality report; its parser asks for less, and shows nothing else. */
import { Ajv } from "ajv";

const text = { type: "string", minLength: 1 };
const line = { type: "integer", minimum: 1 };
const isReport = new Ajv().compile({
  type: "array",
  items: {
    type: "object",
    required: ["description", "check_name", "fingerprint", "severity", "location"],
    properties: {
      description: text,
      check_name: text,
      fingerprint: text,
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: {
        type: "object",
        required: ["path", "lines"],
        properties: {
          path: { ...text, pattern: "^(?!\\./|/)" },
          lines: { type: "object", required: ["begin"], properties: { begin: line, end: line } },
        },
      },
    },
  },
});

export function gitlabFaults(text, { reports }) {
  const report = JSON.parse(text);
  const faults = isReport(report)
    ? []
    : isReport.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  const json = JSON.parse(reports.json);
  const [distinct, wanted] = [
    new Set(report.map(({ fingerprint }) => fingerprint)).size,
    json.diagnostics.length + json.errors.length,
  ];
  return distinct === wanted ? faults : [...faults, `${distinct} fingerprints for ${wanted} findings`];
}
