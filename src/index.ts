/** The public API: lint sources, fix them, get plain data back. */
export { type Baseline, type BaselineEntry, baselineText, loadBaseline, updatedEntries } from "./baseline.js";
export { type Config, defaultConfig, loadConfig } from "./config.js";
export { deliver, type Read, reads } from "./delivery/deliver.js";
export { type Host, type HostId, hosts } from "./delivery/hosts.js";
export type { CheckError, Diagnostic, Edit, Fix, Lost, Severity, Span } from "./diagnostic.js";
export { discover } from "./discover.js";
export { diskSources } from "./disk.js";
export { type FixOptions, type LintOptions, lint, lintAndFix } from "./lint.js";
export type { FixResult, LintResult, SiteReport } from "./result.js";
export { memorySources, type Sources } from "./sources.js";
