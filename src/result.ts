/** What a run of the linter answers: plain data, for reporters, editors and tests. */

import type { ReadEntry } from "./baseline.js";
import type { Read } from "./delivery/deliver.js";
import type { HostRef } from "./delivery/hosts.js";
import type { CheckError, Diagnostic } from "./diagnostic.js";
import type { Fragment, Verdict } from "./model/server-model.js";

export interface LintResult {
  /** Looked at; parsed after the byte test. */
  readonly files: { readonly scanned: number; readonly parsed: number };
  /** Every result site of the files, by place. */
  readonly sites: readonly SiteReport[];
  /** By file, offset and rule. */
  readonly diagnostics: readonly Diagnostic[];
  readonly suppressed: readonly (Diagnostic & { readonly reason: string })[];
  /** What the baseline lists: what was found of it, and what is gone. */
  readonly baseline: { readonly known: readonly Diagnostic[]; readonly stale: readonly ReadEntry[] };
  /** What could not be checked. */
  readonly errors: readonly CheckError[];
  /** What the user can tell us, a line each. */
  readonly notices: readonly string[];
  readonly stats: Stats;
}

/** What a run cost: `--stats` prints it. */
export interface Stats {
  /** Calls that the model followed into the function that is called. */
  readonly followed: number;
  /** How often depth or fuel ran out; what lies beyond is `unknown`. */
  readonly limits: number;
  /** Milliseconds by phase, in their order. */
  readonly phases: Readonly<Record<"scan" | "load" | "model" | "rules", number>>;
}

export interface FixResult extends LintResult {
  /** How many fixes were taken. */
  readonly fixed: number;
  /** The new text of each changed file. */
  readonly changed: ReadonlyMap<string, string>;
  /** What the changed files were made from; undefined for a file that is new. */
  readonly originals: ReadonlyMap<string, string | undefined>;
  /** Why the run was undone, in one line. */
  readonly trouble?: string;
}

/** A result site as `mcp-lint sites` shows it. Lines and columns are 1-based. */
export interface SiteReport {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly viewLine: number | null;
  readonly tool: string | null;
  readonly helper: string | null;
  readonly isError: boolean | "unknown";
  readonly verdict: Verdict;
  readonly text: readonly {
    readonly value: string;
    readonly kind: Fragment["kind"];
    readonly covered: Fragment["covered"];
    readonly file: string;
    readonly line: number;
  }[];
  readonly view: { readonly keys: readonly string[]; readonly opaque: boolean } | null;
  readonly reads: Readonly<Record<HostRef, Read>>;
  readonly lostOn: readonly HostRef[];
}
