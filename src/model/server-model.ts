/** What a server's source says about its tool results. Types only; `server.ts` builds it. Offsets are UTF-16. */
import type { HostRef } from "../delivery/hosts.js";
import type { Fix, Span } from "../diagnostic.js";

/** Worst first; the words are the contract's. */
export const verdicts = [
  "lost-instruction",
  "lost-lead",
  "unknown",
  "restates",
  "serialised",
  "covered",
  "no-text",
  "no-view",
] as const;
export type Verdict = (typeof verdicts)[number];

/** A piece of a result's text: a sentence, with its dynamic parts as `${…}`. */
export interface Fragment {
  readonly value: string;
  readonly kind: "instruction" | "lead" | "restatement" | "dynamic";
  readonly covered: boolean | "unknown";
  /** Where the words are written: in the result, or in a constant or function that it uses. */
  readonly at: Span;
  /** The constant that holds the words (`DATA_RULE`), where there is one. */
  readonly constant?: string;
  /** Whether it is what the function around it was handed (`hint`), and no words of its own. */
  readonly given?: true;
}

export interface View {
  readonly keys: readonly string[];
  /** Whether it holds keys that can't be read from source. */
  readonly opaque: boolean;
  readonly at: Span;
}

/** What can be done about a place: a fix, or the reason why there is none and what to do by hand. */
export type Mend = { readonly fix: Fix } | { readonly why: string };

/** Data of a view that the text beside it omits. */
export interface OmittedData {
  /** The key that it stands under. */
  readonly name: string;
  /** `everything`: there is no text at all. */
  readonly kind: "list" | "id" | "value" | "everything";
}

/** A place in source that builds a tool result: a literal, or a call of a reply helper. */
export interface ResultSite {
  readonly at: Span;
  readonly tool?: Tool;
  readonly helper?: ReplyHelper;
  /** A literal of its own, the body of a helper, or a call of one. */
  readonly built: "inline" | "in-helper" | "by-call";
  readonly isError: boolean | "unknown";
  readonly text: readonly Fragment[];
  readonly view?: View;
  readonly verdict: Verdict;
  /** Where its view breaks the `outputSchema` of its tool, as far as both are known. */
  readonly misfits: readonly Misfit[];
  /** The place that decides its text: the helper that words it for all of its calls, else the site. */
  readonly wordsAt: Span;
  /** The data of the view that is known to be left out of the text. */
  omitted(): readonly OmittedData[];
  /** How the site can be rewritten so that its view carries its text. */
  mend(): Mend;
}

/** A view that the `outputSchema` of its tool does not take. */
export interface Misfit {
  readonly tool: Tool;
  /** The result that breaks it: an error that a helper builds of its own stands in the helper. */
  readonly at: Span;
  readonly isError: boolean;
  /** Its keys that the schema does not allow. */
  readonly extra: readonly string[];
  /** Keys that the schema asks for and the view never has; known on errors only. */
  readonly missing: readonly string[];
  /** The framework that takes such keys out where others refuse the result. */
  readonly strippedBy?: string;
  mend(): Mend;
}

export interface ReplyHelper {
  readonly name: string;
  /** The name where it is declared. */
  readonly at: Span;
  /** Whether the text that it takes, or its note, reaches the view. */
  readonly carries: boolean | "unknown";
  /** Whether its callers hand it the view: it serves any result, not one kind. */
  readonly takesView: boolean;
  readonly calls: readonly ResultSite[];
  /** The calls whose text it loses. */
  readonly losing: readonly ResultSite[];
  /** The folder of the package (nearest package.json) that it belongs to, relative, `.` for the root. */
  readonly package: string;
  /** How its body can be rewritten so that it carries. */
  mend(): Mend;
}

export interface Tool {
  readonly name?: string;
  readonly at: Span;
  readonly hasOutputSchema: boolean | "unknown";
  /** Whether a page of its own shows its results (MCP Apps, Apps SDK). */
  readonly hasUi: boolean | "unknown";
  /** Which way of registering it is: a row of `tools.ts`. */
  readonly registrar: string;
}

/** A filter that takes every bulleted line out of a text on its way into a view. */
export interface BulletFilter {
  readonly at: Span;
  /** The name of the function or variable that it stands in. */
  readonly name?: string;
  mend(): Mend;
}

/** How it shows that something went wrong: a `catch`, a handler of a rejection, a check of what a call gave back. */
export type FailureKind = "catch" | "rejection" | "check";

/** A failure that a host can't tell from a success: no result of it is marked as an error. */
export interface UnmarkedFailure {
  /** The result, or the function that builds nothing but failures. */
  readonly at: Span;
  readonly kind: FailureKind;
  /** The name of that function. */
  readonly builder?: string;
  readonly tool?: Tool;
  /** How many results it decides. */
  readonly affects: number;
  /** How it can be marked. */
  mend(): Mend;
}

export interface ServerModel {
  readonly tools: readonly Tool[];
  readonly results: readonly ResultSite[];
  readonly helpers: readonly ReplyHelper[];
  readonly bulletFilters: readonly BulletFilter[];
  /** Where a tool with an `outputSchema` returns a success without a view. */
  viewlessReturns(): readonly { readonly at: Span; readonly tool: Tool }[];
  /** Results that answer a failure and are not marked as errors. */
  unmarkedFailures(): readonly UnmarkedFailure[];
  /** Where harness code takes the server's prefix off a tool's name. */
  readonly prefixStrips: readonly Span[];
  /** The name of the reply helper that the config asks for. */
  readonly configuredHelper?: string;
  /** Whether the config asks that every result with a view goes through it. */
  readonly strict: boolean;
  /** The hosts asked about that lose a site's text. */
  lostOn(site: ResultSite): readonly HostRef[];
  /** Whether a site's data may reach a reader who sees only the text: code writes a text for each view, or a page shows it. */
  dataMayBeShown(site: ResultSite): boolean;
  /** The hosts asked about that lose a site's view. */
  viewLostOn(site: ResultSite): readonly HostRef[];
  /** The package (nearest package.json) of a file. */
  packageOf(file: string): string;
}
