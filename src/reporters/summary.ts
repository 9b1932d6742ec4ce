/** The last lines of the report for people: what was found, what can be done, how long it took. */
import { ownRules } from "../own-rules.js";
import { escaped } from "./escape.js";
import { count, counted, type Look, type Report } from "./report.js";

export function summary(report: Report, look: Look): string {
  const { result } = report;
  const { colors } = look;
  if (result.files.scanned === 0 && result.errors.length > 0)
    return colors.red(`nothing was checked: ${counted(result.errors.length, "error")}`);
  const unchecked = result.errors.length > 0 ? colors.red(`${result.errors.length} could not be checked`) : "";
  const parts = [fixed(report, look), unchecked, found(report, look), fixable(report)];
  return `${hint(report, look)}${parts.filter((text) => text).join("; ")}`;
}

function fixed({ fixed }: Report, { colors }: Look): string {
  if (!fixed?.fixes) return "";
  const created = fixed.created.length ? `, new: ${fixed.created.map(escaped).join(", ")}` : "";
  return `${colors.green(`fixed ${fixed.fixes}`)} in ${counted(fixed.files, "file")}${created}`;
}

/** Nothing to judge is told apart from judged and good. */
function found({ result, hidden }: Report, { colors, milliseconds }: Look): string {
  const { errors, warnings } = count(result.diagnostics);
  const time = milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  const about = [
    result.suppressed.length ? `${result.suppressed.length} suppressed` : "",
    result.baseline.known.length ? `${result.baseline.known.length} in the baseline` : "",
    hidden ? `${counted(hidden, "warning")} not shown` : "",
    time,
  ];
  const where = `in ${counted(result.files.scanned, "file")} ${colors.dim(`(${about.filter((text) => text).join(", ")})`)}`;
  const counts = [
    errors ? colors.red(counted(errors, "error")) : "",
    warnings ? colors.yellow(counted(warnings, "warning")) : "",
  ].filter((text) => text);
  if (counts.length > 0) return `${counts.join(", ")} ${where}`;
  if (hidden > 0) return `no errors ${where}`;
  const withView = result.sites.filter(({ view }) => view).length;
  if (withView === 0) return `no tool result with a view ${where}`;
  const what = `${counted(withView, "result")} with a view`;
  return result.errors.length > 0 ? `${what} ${where}` : `${colors.green("clean")}: ${what} ${where}`;
}

function fixable({ result: { diagnostics }, fixed }: Report): string {
  const by = (safety: string) => diagnostics.filter(({ fix }) => fix?.safety === safety).length;
  const left = diagnostics.filter(({ fix }) => !fix).length;
  const ways = [
    by("safe") ? `${by("safe")} fixable with --fix` : "",
    by("unsafe") ? `${by("unsafe")} with --fix-unsafe` : "",
    fixed && left > 0 ? `${left} by hand` : "",
  ];
  return ways.filter((text) => text).join(", ");
}

function hint({ result: { diagnostics } }: Report, { colors }: Look): string {
  const rule = diagnostics.map((diagnostic) => diagnostic.rule).find((id) => ownRules.every((own) => own.id !== id));
  return rule ? `${colors.dim(`why: mcp-lint explain ${rule}; what each host reads: mcp-lint sites`)}\n` : "";
}
