/** One list of what was found and of what could not be checked, for formats that know no difference. */
import { posix } from "node:path";
import type { Severity, Span } from "../diagnostic.js";
import { escaped } from "./escape.js";
import { gitLineEnd, linesOf, type Position, type Report, ruleUrl, wayOut } from "./report.js";

export interface Entry {
  readonly rule: string;
  readonly severity: Severity;
  /** Without anything that acts in a terminal or a log; so is `wayOut`. */
  readonly message: string;
  /** From the root of the repository; null where no file is concerned. */
  readonly file: string | null;
  /** Lines as git counts them, columns in UTF-16 units; the first place of the file where it could not be checked. */
  readonly start: Position;
  readonly end: Position;
  readonly wayOut?: string;
  readonly url: string;
  /** Unique in the report and the same in the next one. */
  readonly identity: readonly string[];
}

const top: Position = { line: 1, column: 1 };

/** Errors first, each kind in the order of the report: services cut what is too long at its end. */
export function entriesOf(report: Report): readonly Entry[] {
  const { result, read, homepage } = report;
  const { position } = linesOf(read, gitLineEnd);
  const ends = ({ file, start, end }: Span) => ({ start: position(file, start), end: position(file, end) });
  const unchecked = result.errors.map(({ file, message }): Entry => {
    const path = file === null ? null : repositoryPath(report, file);
    return {
      rule: "could-not-check",
      severity: "error",
      message: escaped(`could not check: ${message}`),
      file: path,
      start: top,
      end: top,
      url: homepage,
      identity: ["could-not-check", path ?? "", message],
    };
  });
  const found = result.diagnostics.map((diagnostic): Entry => {
    const { rule, severity, message, at, fingerprint } = diagnostic;
    const file = repositoryPath(report, at.file);
    return {
      rule,
      severity,
      message: escaped(message),
      file,
      ...ends(at),
      ...(diagnostic.fix ? { wayOut: escaped(wayOut(diagnostic)) } : {}),
      url: ruleUrl(homepage, rule),
      identity: [file, fingerprint],
    };
  });
  const all = [...unchecked, ...found];
  return [...all.filter(({ severity }) => severity === "error"), ...all.filter(({ severity }) => severity !== "error")];
}

/** A path of the working directory, from the root of its repository. */
export const repositoryPath = ({ prefix }: Pick<Report, "prefix">, file: string): string =>
  file.startsWith("../") ? posix.normalize(`${prefix}${file}`) : `${prefix}${file}`;
