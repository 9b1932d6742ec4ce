/** What a rule yields and what everything after it works on: plain data, no AST. */
import type { HostRef } from "./delivery/hosts.js";
import type { ServerModel } from "./model/server-model.js";

/** A half-open range of a file, in UTF-16 units. `file` is relative to the working directory, with forward slashes. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** One text replacement. Against a file that does not exist, `{ start: 0, end: 0 }` creates it. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

export type Safety = "safe" | "unsafe";

/** A whole change that mends a finding: all of its edits or none. */
export interface Fix {
  /** A verb phrase, without a full stop. */
  readonly title: string;
  readonly safety: Safety;
  readonly edits: readonly [Edit, ...Edit[]];
}

/** A piece of text that at least one host never hands to the model; `at` is where it is written. */
export interface Lost {
  readonly text: string;
  readonly kind: "instruction" | "lead";
  readonly at: Span;
}

export interface Finding {
  readonly at: Span;
  /** One line of at most 160 characters: what is lost and where, then what to do. */
  readonly message: string;
  readonly tool?: string;
  /** Where this finding weighs more or less than its rule; the user's own setting wins. */
  readonly severity?: Severity;
  readonly lost?: readonly Lost[];
  readonly hosts?: readonly HostRef[];
  /** How many result sites this one place decides; 1 where it is left out. */
  readonly affects?: number;
  readonly related?: readonly { readonly at: Span; readonly message: string }[];
  readonly fix?: Fix;
}

export type Severity = "error" | "warning";

export interface Diagnostic extends Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** Names the finding across moved lines: rule, file, tool and text, hashed. */
  readonly fingerprint: string;
}

export interface Rule {
  readonly id: string;
  /** The sentence that the rule enforces. */
  readonly summary: string;
  readonly severity: Severity;
  readonly fixable: "never" | "sometimes" | "always";
  /** Byte strings whose absence from a file proves that the rule has nothing to say there. */
  readonly needles: readonly string[];
  /** Whether it also asks for test and eval folders, which are scanned for it alone. */
  readonly tests?: true;
  check(server: ServerModel): Iterable<Finding>;
}

/** Something that could not be looked at; `file` is null where no file is concerned. */
export interface CheckError {
  readonly file: string | null;
  readonly message: string;
  /** Whether it is a fault of ours, worth a report. */
  readonly isCrash?: true;
}
