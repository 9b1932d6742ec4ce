/** What a run says of some files alone, though it has read the whole program. */
import type { Diagnostic } from "./diagnostic.js";
import type { LintResult } from "./result.js";

/**
 * The part of a result that speaks of `files` (relative to the working directory): findings that stand in one of them, or
 * whose lost words are written in one (the finding of a helper stands with the helper); their suppressions, sites and
 * errors, and the entries of the baseline for them. `scanned` says how many of them were looked at.
 */
export function narrowed(result: LintResult, files: ReadonlySet<string>, scanned: number): LintResult {
  const stale = result.baseline.stale.filter(({ path }) => files.has(path));
  const concerns = ({ rule, at, lost = [] }: Diagnostic) =>
    rule === "stale-baseline"
      ? stale.some((entry) => entry.at.start === at.start)
      : files.has(at.file) || lost.some((each) => files.has(each.at.file));
  return {
    ...result,
    files: { ...result.files, scanned },
    sites: result.sites.filter(({ file }) => files.has(file)),
    diagnostics: result.diagnostics.filter(concerns),
    suppressed: result.suppressed.filter(concerns),
    baseline: { known: result.baseline.known.filter(concerns), stale },
    errors: result.errors.filter(({ file }) => file === null || files.has(file)),
  };
}
