/** Which files can hold anything to say: a byte test, without a parser. */
import type { CheckError } from "./diagnostic.js";
import { reasonOf } from "./errors.js";
import type { Sources } from "./sources.js";

export interface Candidates {
  readonly paths: readonly string[];
  /** How many files were looked at. */
  readonly scanned: number;
  /** The files that could not be read. */
  readonly errors: readonly CheckError[];
}

/** The files whose bytes hold one of the needles, and that no tool has written. Each of them can be read. */
export function candidates(sources: Sources, needles: readonly string[]): Candidates {
  const paths: string[] = [];
  const errors: CheckError[] = [];
  let scanned = 0;
  for (const path of sources.paths()) {
    scanned++;
    try {
      if (isCandidate(sources, path, needles)) paths.push(path);
    } catch (error) {
      errors.push({ file: path, message: reasonOf(error) });
    }
  }
  return { paths, scanned, errors };
}

function isCandidate(sources: Sources, path: string, needles: readonly string[]): boolean {
  if (sources.holds && !sources.holds(path, needles)) return false;
  const text = sources.read(path);
  if (text === undefined) throw new Error("there is no such file");
  return needles.some((needle) => text.includes(needle)) && (sources.isNamed?.(path) || !isMarkedGenerated(text));
}

/** What stands before the first code: blanks, comments, `#!` and directives. */
const opening = /^\uFEFF?(?:#!.*)?(?:\s|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|(["'])use \w+\1;?)*/;

/** A comment in the first kilobyte, before any code, holds `@generated`; a mention of it in quotes is no mark. */
export function isMarkedGenerated(text: string): boolean {
  const head = text.slice(0, 1024);
  return head.includes("@generated") && /(?<![\w`'"])@generated(?![\w`'"-])/.test(opening.exec(head)?.[0] ?? "");
}
