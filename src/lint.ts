/** The pipeline, top to bottom: candidates, program, server model, rules, diagnostics; with fixes, again until still. */
import { rules as allRules } from "../rules/index.js";
import { applyBaseline, type Baseline, staleFinding } from "./baseline.js";
import { candidates } from "./candidates.js";
import { type Config, isEnabled, severityOf } from "./config.js";
import type { Diagnostic, Finding, Fix, Safety, Severity, Span } from "./diagnostic.js";
import { fingerprinted } from "./fingerprint.js";
import { fixUntilStill } from "./fix/fixer.js";
import { judge } from "./judge.js";
import type { ServerModel } from "./model/server-model.js";
import { narrowed } from "./narrow.js";
import type { FixResult, LintResult } from "./result.js";
import { memorySources, type Sources } from "./sources.js";
import { type Applied, applySuppressions, suppressions } from "./suppressions.js";

export interface LintOptions {
  /** Bytes that make a file worth a look though no rule asks for it: `mcp-lint sites` lists text-only results too. */
  readonly needles?: readonly string[];
  /** Findings that are lived with: they are set apart, and no fix touches them. */
  readonly baseline?: Baseline;
  /** The files to speak of, where that is not all of them: the others are read for what they know of these. */
  readonly only?: ReadonlySet<string>;
}

export interface FixOptions extends LintOptions {
  /** The files that may be changed, where that is not any file: a fix that needs another one is not taken. */
  readonly writable?: ReadonlySet<string>;
}

/**
 * Lints the files of `sources`. It prints nothing; what could not be checked stands in `errors`.
 * The parser is loaded only where a file holds a needle of an enabled rule.
 */
export async function lint(sources: Sources, config: Config, options: LintOptions = {}): Promise<LintResult> {
  return spoken(await lintAll(sources, config, options), sources, options);
}

function spoken(result: LintResult, sources: Sources, { only }: LintOptions): LintResult {
  return only ? narrowed(result, only, [...sources.paths()].filter((path) => only.has(path)).length) : result;
}

async function lintAll(sources: Sources, config: Config, options: LintOptions): Promise<LintResult> {
  const clock = phaseClock();
  const rules = allRules.filter(({ id }) => isEnabled(config, id));
  const needles = new Set([...rules.flatMap((rule) => rule.needles), ...(options.needles ?? [])]);
  const scanned = candidates(sources, [...needles]);
  const harnesses = candidates(
    testsOf(sources),
    rules.flatMap((rule) => (rule.tests ? rule.needles : [])),
  );
  clock.ends("scan");
  const linted = new Set([...sources.paths(), ...harnesses.paths]);
  const errors = [...scanned.errors];
  const crashed = new Set<string>();
  const ran = (rule: string, file: string) =>
    !crashed.has(rule) &&
    !errors.some((error) => error.file === file) &&
    severityOf(config, rule, file, "error") !== "off";
  if (scanned.paths.length === 0 && harnesses.paths.length === 0)
    return {
      files: { scanned: scanned.scanned, parsed: 0 },
      sites: [],
      ...settled({ kept: [], suppressed: [], unused: [] }, [], sources, ran, options.baseline),
      errors,
      notices: [],
      stats: { followed: 0, limits: 0, phases: clock.phases },
    };

  const { inspect } = await import("./inspect.js");
  clock.ends("load");
  const server = inspect(sources, scanned.paths, harnesses.paths, config);
  clock.ends("model");
  errors.push(...server.errors.filter(({ file }) => file === null || linted.has(file)));
  // A file on which a rule throws was read: what the others say of it stays.
  const unchecked = new Set(errors.map(({ file }) => file));
  const judged = rules.flatMap((rule) => {
    const { findings, crashes } = judge(rule, server.model);
    for (const { at, why } of crashes) {
      const place = at ? ` at ${server.placeOf(at)}` : "";
      errors.push({
        file: at?.file ?? null,
        message: `the rule \`${rule.id}\` crashed${place} (${why})`,
        isCrash: true,
      });
      crashed.add(rule.id);
    }
    return findings.flatMap((finding) => {
      const set = severityOf(config, rule.id, finding.at.file, finding.severity ?? rule.severity);
      return set === "off" ? [] : { ...finding, rule: rule.id, severity: set };
    });
  });
  const voiced = oneVoice(judged).filter(({ at }) => linted.has(at.file) && !unchecked.has(at.file));

  // A file may hold a finding and no needle: it calls what another one builds.
  const files = new Set([...scanned.paths, ...harnesses.paths, ...voiced.map(({ at }) => at.file)]);
  const read = [...files].sort().flatMap((file) => {
    const comments = unchecked.has(file) ? [] : server.comments(file);
    return comments.length
      ? suppressions(
          file,
          sources.read(file) ?? "",
          comments,
          allRules.map(({ id }) => id),
        )
      : [];
  });
  const found = fingerprinted(voiced.sort(bySource), codeIn(sources), options.baseline?.nameOf);
  const applied = applySuppressions(found, read, ran);
  const own = [
    ...read.flatMap(({ malformed }) => malformed.map(asDiagnostic("malformed-suppression", "error"))),
    ...applied.unused.map(asDiagnostic("unused-suppression", "warning")),
  ];
  const sites = server.sites();
  clock.ends("rules");
  return {
    files: { scanned: scanned.scanned, parsed: server.parsed },
    sites,
    ...settled(applied, own, sources, ran, options.baseline),
    errors,
    notices: noticesOf(server.model, config),
    stats: { ...server.work, phases: clock.phases },
  };
}

/**
 * Lints, takes the fixes that are allowed, and lints the result, until none is left. Nothing is written: `changed` holds
 * the new texts, `originals` what they were made from. A run that can't end well is undone, and `trouble` says why.
 */
export async function lintAndFix(
  sources: Sources,
  config: Config,
  allow: Safety,
  options: FixOptions = {},
): Promise<FixResult> {
  const { writable } = options;
  const isTaken = ({ safety, edits }: Fix) =>
    (allow === "unsafe" || safety === "safe") && (!writable || edits.every(({ span }) => writable.has(span.file)));
  const pass = async (overlay: ReadonlyMap<string, string>) => {
    const all = await lintAll(memorySources(overlay, sources), config, options);
    const result = spoken(all, sources, options);
    const fixes = result.diagnostics.flatMap(({ fix }) => (fix && isTaken(fix) ? fix : []));
    return { result, fixes, syntaxErrors: all.errors.flatMap(({ file }) => file ?? []) };
  };
  const { result, applied, ...run } = await fixUntilStill(pass, (path) => sources.read(path));
  return { ...result, ...run, fixed: applied };
}

const testsOf = (sources: Sources): Sources => ({ ...sources, paths: () => sources.tests?.() ?? [] });

/** What is left to say of the findings beside the baseline, and of its entries whose finding is gone. */
function settled(
  { kept, suppressed }: Applied,
  own: readonly Judged[],
  sources: Sources,
  ran: (rule: string, file: string) => boolean,
  baseline: Baseline | undefined,
): Pick<LintResult, "diagnostics" | "suppressed" | "baseline"> {
  const paths = new Set(sources.paths());
  const tests = new Set(sources.tests?.());
  // A run on named files may see less of the program than the one that made the entry.
  const isJudged = (rule: string, file: string) => {
    const isLinted = paths.has(file) || (tests.has(file) && allRules.some(({ id, tests }) => id === rule && tests));
    return isLinted ? ran(rule, file) && !sources.isNamed?.(file) : isGone(sources, file);
  };
  const split = baseline ? applyBaseline(baseline, kept, suppressed, isJudged) : { kept, known: [], stale: [] };
  const stale = split.stale.map(staleFinding).map(asDiagnostic("stale-baseline", "warning"));
  const told = fingerprinted([...own, ...stale], codeIn(sources), baseline?.nameOf);
  return {
    diagnostics: [...split.kept, ...told].sort(bySource),
    suppressed,
    baseline: { known: split.known, stale: split.stale },
  };
}

function isGone({ read }: Sources, file: string): boolean {
  try {
    return read(file) === undefined;
  } catch {
    return false;
  }
}

/** The text that a finding stands on: in a file that is linted, or in the baseline. */
const codeIn =
  ({ read }: Sources) =>
  ({ file, start, end }: Span) =>
    read(file)?.slice(start, end) ?? "";

/** A helper that can't be read leaves its calls unjudged; its author knows what it does. */
function noticesOf({ helpers }: ServerModel, { reply }: Config): readonly string[] {
  const unread = helpers.filter(({ carries, calls, name }) => carries === "unknown" && calls.length > 1 && name !== "");
  const [most] = [...unread].sort((a, b) => b.calls.length - a.calls.length);
  if (!most || reply.name) return [];
  return [
    `\`${most.name}\` (${most.at.file}) builds the results of ${most.calls.length} calls and can't be read; if its view carries their text, say so in the config: { "reply": { "name": "${most.name}" } }`,
  ];
}

/** Milliseconds from the end of one phase to that of the next. */
function phaseClock() {
  const phases = { scan: 0, load: 0, model: 0, rules: 0 };
  let last = performance.now();
  return {
    phases,
    ends(phase: keyof typeof phases) {
      const now = performance.now();
      phases[phase] = now - last;
      last = now;
    },
  };
}

type Judged = Omit<Diagnostic, "fingerprint">;

/** The channel rules in the order in which they own a site. */
const channelRules = ["instruction-only-in-text", "lead-only-in-text", "result-bypasses-reply"];

/** One channel finding a site: the first rule that speaks owns it. */
function oneVoice(findings: readonly Judged[]): Judged[] {
  const owners = new Map<string, number>();
  const rank = ({ rule }: Judged) => channelRules.indexOf(rule);
  const place = ({ at }: { at: Span }) => `${at.file}:${at.start}:${at.end}`;
  for (const finding of findings) {
    if (rank(finding) < 0) continue;
    owners.set(place(finding), Math.min(rank(finding), owners.get(place(finding)) ?? channelRules.length));
  }
  return findings.filter((finding) => rank(finding) < 0 || owners.get(place(finding)) === rank(finding));
}

const asDiagnostic =
  (rule: string, severity: Severity) =>
  (finding: Finding): Judged => ({ ...finding, rule, severity });

function bySource(a: Judged, b: Judged): number {
  if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1;
  return a.at.start - b.at.start || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);
}
