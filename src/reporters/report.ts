/** What every reporter is given. */
import type { Colors } from "picocolors/types.js";
import type { Diagnostic } from "../diagnostic.js";
import type { LintResult } from "../result.js";

export interface Report {
  readonly result: LintResult;
  /** How many fixes were taken before `result` was made. */
  readonly fixed: number;
  /** The text of a file as `result` has seen it. */
  read(path: string): string | undefined;
  readonly version: string;
  readonly homepage: string;
}

/** How a report is shown to a person. */
export interface Look {
  readonly colors: Colors;
  /** Columns of the terminal. */
  readonly width: number;
  readonly milliseconds: number;
}

/** 1-based line and column (UTF-16) of an offset. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines and columns; the line starts of a file are looked for once. */
export function positions(read: (path: string) => string | undefined): (file: string, offset: number) => Position {
  const starts = new Map<string, readonly number[]>();
  return (file, offset) => {
    const lines = starts.get(file) ?? lineStarts(read(file) ?? "");
    starts.set(file, lines);
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lines[low] ?? 0) + 1 };
  };
}

/** Lines end as they do for editors and TypeScript: LF, CRLF, CR, and the separators of Unicode. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((match) => match.index + match[0].length)];
}

export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly fixable: number;
}

export function count(diagnostics: readonly Diagnostic[]): Counts {
  return {
    errors: diagnostics.filter(({ severity }) => severity === "error").length,
    warnings: diagnostics.filter(({ severity }) => severity === "warning").length,
    fixable: diagnostics.filter(({ fix }) => fix).length,
  };
}

/** The page of a rule. */
export const ruleUrl = (homepage: string, rule: string) => `${homepage}/blob/main/rules/${rule}.md`;
