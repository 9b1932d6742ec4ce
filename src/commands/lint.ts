/** `mcp-lint [paths...]`: lint, and with `--fix` mend. */
import { text as textOf } from "node:stream/consumers";
import { UsageError } from "../errors.js";
import { recover, writeAll, writeReport } from "../fix/write.js";
import { lint, lintAndFix } from "../lint.js";
import { escaped, jsonText } from "../reporters/escape.js";
import { count, counted, type Fixed, type Report } from "../reporters/report.js";
import type { FixResult, LintResult } from "../result.js";
import { memorySources } from "../sources.js";
import { type BaselineOptions, baselineFor, record } from "./baseline.js";
import { type ChangeOptions, changesOf, onlyChanged, refusePartlyStaged } from "./changes.js";
import { type Context, plain } from "./context.js";
import { manifest } from "./manifest.js";
import { patchFor } from "./patch.js";
import { reporters, surroundings, targetsOf } from "./reports.js";
import { configFor, filesFor, type Selection, stdinAs } from "./setup.js";

export interface LintCommand extends Selection, BaselineOptions, ChangeOptions {
  readonly fix?: boolean;
  readonly fixUnsafe?: boolean;
  readonly dryRun?: boolean;
  readonly format?: readonly string[];
  readonly printConfig?: boolean;
  readonly quiet?: boolean;
  readonly maxWarnings?: string;
  readonly stats?: boolean;
  readonly stdinFilename?: string;
}

/** Runs it and answers with the exit status: 0 clean, 1 findings, 2 could not check. Throws a UsageError. */
export async function lintCommand(paths: readonly string[], options: LintCommand, context: Context): Promise<number> {
  const started = performance.now();
  const targets = targetsOf(options.format);
  const limit = warningLimit(options.maxWarnings);
  const allow = options.fixUnsafe ? "unsafe" : options.fix ? "safe" : undefined;
  const writes = allow && !options.dryRun;
  if (options.dryRun && !allow)
    throw new UsageError("`--dry-run` shows what a fix would change: add `--fix` or `--fix-unsafe`");
  const config = configFor(context.cwd, options);
  if (options.printConfig) {
    context.out(jsonText(config));
    return 0;
  }
  if (writes && recover(context.cwd) === "undone")
    context.note("mcp-lint: a run that was interrupted has been undone\n");

  if (options.stdinFilename !== undefined && paths.length > 0)
    throw new UsageError("`--stdin-filename` lints stdin alone: leave out the paths");
  const changes = changesOf(context.cwd, options);
  const asked =
    options.stdinFilename === undefined
      ? filesFor(context.cwd, paths, config, options.allowEmpty === true)
      : stdinAs(context.cwd, options.stdinFilename, await textOf(process.stdin));
  const { sources, errors } = changes ? onlyChanged(asked, changes, context) : asked;
  const only = changes ? { only: changes.files } : {};
  if (writes && changes)
    refusePartlyStaged(
      [...sources.paths()].filter((path) => changes.files.has(path)),
      changes,
    );
  const baseline = baselineFor(context.cwd, options);
  // A new baseline is made of what the fixes leave, those of known findings too.
  const passOver = baseline && !options.updateBaseline ? { ...only, baseline } : only;
  const fix = allow && (await lintAndFix(sources, config, allow, passOver));
  const written = writes && fix ? fix : undefined;
  if (written && changes) refusePartlyStaged(written.changed.keys(), changes);
  if (written) write(context.cwd, written);
  const after = written ? memorySources(written.changed, sources) : sources;
  // What a dry run reports is what stands on the disk.
  const seen =
    (!options.updateBaseline && written) || (await lint(after, config, baseline ? { ...only, baseline } : only));
  const settled = baseline && options.updateBaseline ? record(context.cwd, baseline, seen) : seen;
  const result = { ...settled, errors: [...errors, ...settled.errors] };

  const report: Report = {
    ...shownBy(options, result),
    ...(written ? { fixed: fixedBy(written) } : {}),
    hosts: config.hosts.length,
    read: after.read,
    ...surroundings(context.cwd),
    ...manifest(),
  };
  for (const { name, file } of targets) {
    const look = { ...(file === undefined ? context : plain), milliseconds: performance.now() - started };
    const text =
      name === "pretty" && fix && options.dryRun
        ? await patchFor(
            fix.changed,
            report,
            { ...look, terminal: context.terminal && file === undefined },
            context.note,
          )
        : reporters[name](report, look);
    if (file === undefined) context.out(text);
    else writeReport(file, text);
  }

  for (const notice of result.notices) context.note(`mcp-lint: ${escaped(notice)}\n`);
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
function write(cwd: string, { changed, originals }: FixResult): void {
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
