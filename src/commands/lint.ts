/** `mcp-lint [paths...]`: lint, and with `--fix` mend. */
import { UsageError } from "../errors.js";
import { recover, writeAll, writeReport } from "../fix/write.js";
import { lint, lintAndFix } from "../lint.js";
import { escaped, jsonText } from "../reporters/escape.js";
import { count, counted, type Fixed, type Report } from "../reporters/report.js";
import type { FixResult, LintResult } from "../result.js";
import { memorySources } from "../sources.js";
import { type BaselineOptions, baselineFor, record } from "./baseline.js";
import { type Context, plain } from "./context.js";
import { formatCommands } from "./formatter.js";
import { type Input, type InputOptions, inputFor } from "./input.js";
import { manifest, reportRequest } from "./manifest.js";
import { patchFor } from "./patch.js";
import { progress } from "./progress.js";
import { reporters, surroundings, targetsOf } from "./reports.js";
import { configFor, type Selection } from "./setup.js";

export interface LintCommand extends Selection, BaselineOptions, InputOptions {
  readonly fix?: boolean;
  readonly fixUnsafe?: boolean;
  readonly dryRun?: boolean;
  readonly format?: readonly string[];
  readonly printConfig?: boolean;
  readonly quiet?: boolean;
  readonly maxWarnings?: string;
  readonly stats?: boolean;
}

/** Runs it and answers with the exit status: 0 clean, 1 findings, 2 could not check. Throws a UsageError. */
export async function lintCommand(paths: readonly string[], options: LintCommand, context: Context): Promise<number> {
  const started = performance.now();
  const targets = targetsOf(options.format);
  const limit = warningLimit(options.maxWarnings);
  const allow = options.fixUnsafe ? "unsafe" : options.fix ? "safe" : undefined;
  const willWrite = allow !== undefined && !options.dryRun;
  if (options.dryRun && !allow)
    throw new UsageError("`--dry-run` shows what a fix would change: add `--fix` or `--fix-unsafe`");
  const config = configFor(context.cwd, options);
  if (options.printConfig) {
    context.out(jsonText(config));
    return 0;
  }
  if (willWrite && recover(context.cwd) === "undone")
    context.note("mcp-lint: a run that was interrupted has been undone\n");

  const input = await inputFor(paths, options, config, willWrite, context);
  const { sources, clear } = progress(input.sources, context, started);
  const baseline = baselineFor(context.cwd, options);
  const judging = { ...input.options, ...(baseline ? { baseline } : {}) };
  // A new baseline is made of what the fixes leave, those of known findings too.
  const fixing = options.updateBaseline ? input.options : judging;
  const fix = allow && (await lintAndFix(sources, config, allow, fixing));
  const written = willWrite ? fix : undefined;
  clear();
  if (written && input.stdin === undefined) write(context.cwd, written, input);
  const after = written ? memorySources(written.changed, sources) : sources;
  // What a dry run reports is what stands on the disk.
  const seen = (!options.updateBaseline && written) || (await lint(after, config, judging));
  const settled = baseline && options.updateBaseline ? record(context.cwd, baseline, seen) : seen;
  const result = { ...settled, errors: [...input.errors, ...settled.errors] };
  clear();

  // An editor takes all that stands on stdout for the new text of its file.
  const printed = written && input.stdin;
  const report: Report = {
    ...shownBy(options, result),
    ...(written ? { fixed: fixedBy(written) } : {}),
    hosts: config.hosts.length,
    read: after.read,
    ...surroundings(context.cwd),
    ...manifest(),
  };
  for (const { name, file } of targets) {
    const isSeen = file === undefined && !printed;
    const look = { ...(isSeen ? context : plain), milliseconds: performance.now() - started };
    const text =
      name === "pretty" && fix && options.dryRun
        ? await patchFor(fix, report, { ...look, allow, terminal: context.terminal && isSeen }, context.note)
        : reporters[name](report, look);
    if (file !== undefined) writeReport(file, text);
    else if (printed) context.note(text);
    else context.out(text);
  }
  if (printed) context.out(after.read(printed) ?? "");

  for (const notice of result.notices) context.note(`mcp-lint: ${escaped(notice)}\n`);
  if (printed) context.note(leftFor(result, printed));
  else if (written) for (const line of closing(context.cwd, written)) context.note(`mcp-lint: ${escaped(line)}\n`);
  context.note(reportRequest(result.errors));
  if (options.stats) context.note(statsLine(result));
  if (fix?.trouble) context.note(`mcp-lint: ${escaped(fix.trouble)}\n`);
  const { errors: found, warnings } = count(result.diagnostics);
  if (warnings > limit)
    context.note(`mcp-lint: ${counted(warnings, "warning")}, and \`--max-warnings\` allows ${limit}\n`);
  if (result.errors.length > 0 || fix?.trouble) return 2;
  if (options.staged && written && written.changed.size > 0) context.note(unstagedFixes);
  const pending = (options.dryRun || options.staged) && fix && fix.changed.size > 0;
  return found > 0 || warnings > limit || pending ? 1 : 0;
}

/** What a run has written, and how that is formatted. What is left, and why, is said by the report. */
function closing(cwd: string, { changed, originals }: FixResult): readonly string[] {
  const paths = [...changed.keys()].sort();
  const isNew = (path: string) => originals.get(path) === undefined;
  const named = (what: string, of: readonly string[]) => (of.length > 0 ? [`${what} ${of.join(", ")}`] : []);
  const parts = [
    ...named(
      "changed",
      paths.filter((path) => !isNew(path)),
    ),
    ...named("new:", paths.filter(isNew)),
  ];
  return [
    ...(parts.length > 0 ? [parts.join("; ")] : []),
    ...formatCommands(cwd, paths).map((each) => `format: ${each}`),
  ];
}

/** Fixes that reach beyond the file of an editor. */
function leftFor({ diagnostics }: LintResult, file: string): string {
  const left = diagnostics.filter(({ fix }) => fix?.edits.some(({ span }) => span.file !== file)).length;
  return left === 0
    ? ""
    : `mcp-lint: ${left === 1 ? "one fix" : `${left} fixes`} left that other files are part of: save, and run \`--fix\`\n`;
}

/** What is committed next is still what was staged. */
const unstagedFixes = "mcp-lint: the fixes are not staged: look at them, `git add` them, and commit again\n";

/** What the last pass cost and how much of it stayed unknown, in one line. */
function statsLine({ files, sites, stats: { followed, limits, phases } }: LintResult): string {
  const times = Object.entries(phases).map(([phase, time]) => `${phase} ${Math.round(time)} ms`);
  const work = `${counted(files.scanned, "file")} scanned, ${files.parsed} parsed, ${counted(followed, "call")} followed`;
  const unknown = sites.filter(({ verdict }) => verdict === "unknown").length;
  const known = `${unknown} of ${counted(sites.length, "result")} unknown`;
  return `mcp-lint: ${work}, ${counted(limits, "limit")} met; ${known}; ${times.join(", ")}\n`;
}

/** From here on an interrupt waits: all files are written or none. */
function write(cwd: string, { changed, originals }: FixResult, { refuse }: Input): void {
  refuse(changed.keys());
  if (changed.size > 0) process.once("SIGINT", () => process.exit(130));
  writeAll(cwd, changed, originals);
}

const fixedBy = ({ fixed, changed, originals }: FixResult): Fixed => ({
  fixes: fixed,
  files: changed.size,
  created: [...changed.keys()].filter((path) => originals.get(path) === undefined),
});

function shownBy({ quiet }: LintCommand, result: LintResult): { result: LintResult; hidden: number } {
  if (!quiet) return { result, hidden: 0 };
  const diagnostics = result.diagnostics.filter(({ severity }) => severity === "error");
  return { result: { ...result, diagnostics }, hidden: result.diagnostics.length - diagnostics.length };
}

function warningLimit(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d+$/.test(text)) throw new UsageError(`\`--max-warnings\` takes a whole number, not \`${text}\``);
  return Number(text);
}
