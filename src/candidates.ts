/** Which files can hold anything to say: a byte test, without a parser. */
import type { CheckError } from "./diagnostic.js";
import type { Sources } from "./sources.js";

export interface Candidates {
  readonly paths: readonly string[];
  /** How many files were looked at. */
  readonly scanned: number;
  /** The files that could not be read. */
  readonly errors: readonly CheckError[];
}

/** The files whose bytes hold one of the needles. */
export function candidates(sources: Sources, needles: readonly string[]): Candidates {
  const paths: string[] = [];
  const errors: CheckError[] = [];
  let scanned = 0;
  for (const path of sources.paths()) {
    scanned++;
    try {
      if (holds(sources, path, needles)) paths.push(path);
    } catch (error) {
      errors.push({ file: path, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { paths, scanned, errors };
}

function holds(sources: Sources, path: string, needles: readonly string[]): boolean {
  if (sources.holds) return sources.holds(path, needles);
  const text = sources.read(path) ?? "";
  return needles.some((needle) => text.includes(needle));
}
