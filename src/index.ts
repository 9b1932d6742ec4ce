/** The public API: lint sources, fix them, get plain data back. `docs/api.md` shows it at work. */
import { rules as allRules } from "../rules/index.js";
import { type Config, loadConfig as load } from "./config.js";
import type { Rule } from "./diagnostic.js";
import { writeAll as writeTo } from "./fix/write.js";

export { type Baseline, type BaselineEntry, baselineText, loadBaseline, updatedEntries } from "./baseline.js";
export { type Config, defaultConfig } from "./config.js";
export { deliver, type Read, reads } from "./delivery/deliver.js";
export { type Host, type HostId, type HostRef, hostById, hosts } from "./delivery/hosts.js";
export type { CheckError, Diagnostic, Edit, Fix, Lost, Safety, Severity, Span } from "./diagnostic.js";
export { discover } from "./discover.js";
export { diskSources } from "./disk.js";
export { UnreadableError, UsageError, WriteError } from "./errors.js";
export { type FixOptions, type LintOptions, lint, lintAndFix } from "./lint.js";
export { type Lines, linesOf, type Position } from "./reporters/report.js";
export type { FixResult, LintResult, SiteReport } from "./result.js";
export { memorySources, type Sources } from "./sources.js";

/** What there is to know of a rule without running it. */
export type RuleInfo = Pick<Rule, "id" | "summary" | "severity" | "fixable">;

/** The rules, sorted by id as `mcp-lint rules` lists them; without the linter's own ids (`could-not-check` and the like). */
export const rules: readonly RuleInfo[] = allRules.map(({ id, summary, severity, fixable }) => ({
  id,
  summary,
  severity,
  fixable,
}));

/**
 * The config of a folder, as the command line finds it: `file` if it is given, else the nearest one from `cwd` upwards to
 * the root of the repository, else `defaultConfig`. Throws a UsageError that lists every mistake, `file:line: what`.
 */
export const loadConfig = (cwd: string, file?: string): Config =>
  load(
    cwd,
    file,
    rules.map(({ id }) => id),
  );

/**
 * Writes all `changed` files of a FixResult (paths relative to `cwd`) or none, if they still hold their `originals`. A run
 * that is killed half way is undone by the next one. Throws a WriteError where a file has changed since, is read-only,
 * is outside of `cwd` or can't be written.
 */
export const writeAll = (
  cwd: string,
  changed: ReadonlyMap<string, string>,
  originals: ReadonlyMap<string, string | undefined>,
): void => writeTo(cwd, changed, originals);
