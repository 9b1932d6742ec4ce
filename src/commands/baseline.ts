/** `--baseline`, `--no-baseline` and `--update-baseline`. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Baseline, baselineText, isBaselined, loadBaseline, updatedEntries } from "../baseline.js";
import { UsageError } from "../errors.js";
import { writeReport } from "../fix/write.js";
import type { LintResult } from "../result.js";

export interface BaselineOptions {
  /** A file, or false for none at all. */
  readonly baseline?: string | false;
  readonly updateBaseline?: boolean;
}

/** The baseline of a run; undefined where none is wanted. Throws a UsageError where it can't be read. */
export function baselineFor(cwd: string, { baseline, updateBaseline }: BaselineOptions): Baseline | undefined {
  if (baseline === false && updateBaseline)
    throw new UsageError("`--update-baseline` writes what `--no-baseline` leaves out");
  if (baseline === false) return undefined;
  if (baseline !== undefined && !updateBaseline && !existsSync(resolve(cwd, baseline)))
    throw new UsageError(`there is no baseline \`${baseline}\`; \`--update-baseline\` writes it`);
  return loadBaseline(cwd, baseline);
}

/** Writes what was found to the baseline, and answers with what is left to say: the linter's own diagnostics. */
export function record(cwd: string, baseline: Baseline, result: LintResult): LintResult {
  writeReport(resolve(cwd, baseline.file), baselineText(updatedEntries(baseline, result)));
  const found = result.diagnostics.filter(({ rule }) => isBaselined(rule));
  return {
    ...result,
    diagnostics: result.diagnostics.filter(({ rule }) => !isBaselined(rule) && rule !== "stale-baseline"),
    baseline: { known: [...result.baseline.known, ...found], stale: [] },
  };
}
