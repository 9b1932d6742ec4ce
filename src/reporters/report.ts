/** What every reporter is given. */
import type { Colors } from "picocolors/types.js";
import type { Diagnostic } from "../diagnostic.js";
import { ownRules } from "../own-rules.js";
import type { LintResult } from "../result.js";

export interface Report {
  readonly result: LintResult;
  /** What fixing has done before `result` was made; undefined where nothing was to be fixed. */
  readonly fixed?: Fixed;
  /** Warnings that were found and are not to be shown. */
  readonly hidden: number;
  /** How many hosts were asked about. */
  readonly hosts: number;
  /** The text of a file as `result` has seen it. */
  read(path: string): string | undefined;
  readonly version: string;
  readonly homepage: string;
  /**
   * Where the working directory stands in its repository, as `packages/a/`; empty at the root and where there is no
   * repository. Services that show findings beside code want paths from the root.
   */
  readonly prefix: string;
  /** The page of a rule, as Markdown; undefined for the linter's own ids. */
  page(rule: string): string | undefined;
}

export interface Fixed {
  readonly fixes: number;
  readonly files: number;
  /** The files that were laid in. */
  readonly created: readonly string[];
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

export interface Lines {
  position(file: string, offset: number): Position;
  /** The text of a line (1-based), without its end. */
  line(file: string, line: number): string;
}

/** Lines end as they do for editors and TypeScript: LF, CRLF, CR, and the separators of Unicode. */
const editorLineEnd = /\r\n|[\n\r\u2028\u2029]/g;

/** For git, and so for the services that show a report beside its diff, a line ends at a LF. */
export const gitLineEnd = /\n/g;

/** Lines and columns of files; the line starts of a file are looked for once. */
export function linesOf(read: (path: string) => string | undefined, lineEnd = editorLineEnd): Lines {
  const known = new Map<string, readonly number[]>();
  const startsOf = (file: string) => {
    const starts = known.get(file) ?? lineStarts(read(file) ?? "", lineEnd);
    known.set(file, starts);
    return starts;
  };
  return {
    position(file, offset) {
      const starts = startsOf(file);
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
    line(file, line) {
      const starts = startsOf(file);
      return (read(file) ?? "").slice(starts[line - 1], starts[line]).replace(/[\r\n\u2028\u2029]+$/, "");
    },
  };
}

const lineStarts = (text: string, lineEnd: RegExp): readonly number[] => [
  0,
  ...[...text.matchAll(lineEnd)].map((match) => match.index + match[0].length),
];

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

/** What mends a finding, and the option that does it; words of the linted project may stand in it. */
export function wayOut({ fix }: Pick<Diagnostic, "fix">): string {
  return fix ? `${fix.title} (${fix.safety === "safe" ? "--fix" : "--fix-unsafe"})` : "by hand";
}

/** The page of a rule; the homepage for what has none. */
export const ruleUrl = (homepage: string, rule: string) =>
  ownRules.some(({ id }) => id === rule) ? homepage : `${homepage}/blob/main/rules/${rule}.md`;
