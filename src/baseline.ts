/** The baseline: the findings that a project has already and lives with for now, each by its identity and on a line of its own. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type ParseError, parseTree } from "jsonc-parser";
import type { Diagnostic, Finding, Span } from "./diagnostic.js";
import { reasonOf, UsageError } from "./errors.js";
import { ownRules } from "./own-rules.js";
import { jsonText } from "./reporters/escape.js";
import type { LintResult } from "./result.js";
import { textOfFile } from "./text-file.js";

export const baselineName = "mcp-lint-baseline.json";
const version = 1;

/** A finding that is lived with. `file` is relative to the folder of the baseline, with forward slashes. */
export interface BaselineEntry {
  readonly file: string;
  readonly rule: string;
  readonly fingerprint: string;
  /** What it was about, for people who read the file; nothing depends on it. */
  readonly text: string;
}

/** An entry, with its file relative to the working directory, and its place in the baseline. */
export interface ReadEntry extends BaselineEntry {
  readonly path: string;
  readonly at: Span;
}

export interface Baseline {
  /** The file that it was read from and is written to, relative to the working directory. */
  readonly file: string;
  readonly entries: readonly ReadEntry[];
  /** A file of the working directory as the baseline names it. */
  nameOf(file: string): string;
}

/**
 * The baseline of a working directory: the explicit file, else the nearest `mcp-lint-baseline.json` from `cwd` upwards to
 * the folder that holds `.git`. Where there is none, an empty one that `cwd` would get. Its paths start at its own
 * folder, so that it holds wherever a run starts. Throws a UsageError that names the line where it can't be read.
 */
export function loadBaseline(cwd: string, explicit?: string): Baseline {
  const path = explicit === undefined ? (nearest(cwd) ?? join(cwd, baselineName)) : resolve(cwd, explicit);
  const folder = dirname(path);
  const file = slashed(relative(cwd, path));
  return {
    file,
    entries: existsSync(path)
      ? read(path, file).map((each) => ({ ...each, path: slashed(relative(cwd, resolve(folder, each.file))) }))
      : [],
    nameOf: (name) => slashed(relative(folder, resolve(cwd, name))),
  };
}

function nearest(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, baselineName))) return join(folder, baselineName);
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return undefined;
  }
}

/** `src/a b.ts lead-only-in-text 0123456789abcdef`: a path may hold spaces, the rest can't. */
const entryKey = /^(.+) ([a-z0-9/-]+) ([0-9a-f]{16})$/;

/**
 * One object: the identity of each finding, sorted, and what it is about; the version comes last, so that every entry ends
 * in a comma and two branches that add lines merge into a file that can be read.
 */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const lines = new Map(entries.map((each) => [`${each.file} ${each.rule} ${each.fingerprint}`, each.text]));
  return jsonText({ ...Object.fromEntries([...lines].sort(([a], [b]) => (a < b ? -1 : 1))), version });
}

function read(path: string, file: string): readonly Omit<ReadEntry, "path">[] {
  const text = textOf(path, file);
  const fault = (offset: number, message: string) =>
    new UsageError(`${file}:${text.slice(0, offset).split("\n").length}: ${message}`);
  const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.exec(text);
  if (conflict) throw fault(conflict.index, "a merge conflict: keep the lines of both sides");
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root?.type !== "object" || errors[0])
    throw fault(errors[0]?.offset ?? 0, "this is no baseline; `mcp-lint --update-baseline` writes one");

  const entries = new Map<string, Omit<ReadEntry, "path">>();
  for (const { offset, length, children: [key, value] = [] } of root.children ?? []) {
    if (key?.value === "version") {
      if (value?.value !== version) throw fault(offset, `version ${value?.value} is not known here: update mcp-lint`);
      continue;
    }
    const [id, name = "", rule = "", fingerprint = ""] = entryKey.exec(String(key?.value)) ?? [];
    if (id === undefined) throw fault(offset, "no entry of a baseline: a path, a rule and a fingerprint");
    const at = { file, start: offset, end: offset + length };
    // A merge may leave a line twice.
    entries.set(id, { file: name, rule, fingerprint, text: String(value?.value), at });
  }
  return [...entries.values()];
}

function textOf(path: string, file: string): string {
  try {
    // Thousands of findings fit in.
    return textOfFile(path, 10).replace(/^\uFEFF/, " ");
  } catch (error) {
    throw new UsageError(`${file}: ${reasonOf(error)}`);
  }
}

export interface Settled {
  readonly kept: readonly Diagnostic[];
  /** Findings that the baseline lists. */
  readonly known: readonly Diagnostic[];
  /** Entries whose finding is gone. */
  readonly stale: readonly ReadEntry[];
}

/**
 * Sets apart what is lived with. `found` is everything that was found, suppressed or not; `isJudged` says whether a finding
 * of this rule in this file would have been found, so that its absence means that it is gone.
 */
export function applyBaseline(
  { entries }: Baseline,
  kept: readonly Diagnostic[],
  suppressed: readonly Diagnostic[],
  isJudged: (rule: string, file: string) => boolean,
): Settled {
  const listed = new Set(entries.map(({ fingerprint }) => fingerprint));
  const isListed = ({ fingerprint }: Diagnostic) => listed.has(fingerprint);
  const found = new Set(kept.map(({ fingerprint }) => fingerprint));
  // What a comment silences needs no entry.
  const silenced = new Set(suppressed.map(({ fingerprint }) => fingerprint));
  return {
    kept: kept.filter((each) => !isListed(each)),
    known: kept.filter(isListed),
    stale: entries.filter(
      ({ rule, path, fingerprint }) => silenced.has(fingerprint) || (!found.has(fingerprint) && isJudged(rule, path)),
    ),
  };
}

/** What a run says of an entry whose finding is gone. */
export const staleFinding = ({ rule, at }: ReadEntry): Finding => ({
  at,
  message: `this \`${rule}\` is gone from its file; delete the line, or run \`mcp-lint --update-baseline\``,
});

/**
 * The entries after a run over `baseline`: what was found now, and the entries that this run could not judge (a file that
 * it did not look at, a rule that is off). What the linter says of its own running is no finding of a server.
 */
export function updatedEntries(
  baseline: Baseline,
  { diagnostics, baseline: { known, stale } }: Pick<LintResult, "diagnostics" | "baseline">,
): readonly BaselineEntry[] {
  const gone = new Set(stale.map(({ fingerprint }) => fingerprint));
  return [
    ...baseline.entries.filter(({ fingerprint }) => !gone.has(fingerprint)),
    ...[...known, ...diagnostics].filter(({ rule }) => isBaselined(rule)).map((each) => asEntry(each, baseline)),
  ];
}

/** Whether findings of a rule can be lived with. */
export const isBaselined = (rule: string): boolean => ownRules.every(({ id }) => id !== rule);

function asEntry({ at, rule, fingerprint, tool, lost, message }: Diagnostic, { nameOf }: Baseline): BaselineEntry {
  const words = lost?.map(({ text }) => text).join(" … ") || message;
  const text = `${tool === undefined ? "" : `${tool}: `}${words.replace(/\s+/g, " ")}`;
  const short = text.length > longest ? `${[...text].slice(0, longest).join("").trimEnd()}…` : text;
  return { file: nameOf(at.file), rule, fingerprint, text: short };
}

/** Characters of a description. */
const longest = 100;
const slashed = (path: string) => path.split(sep).join("/");
