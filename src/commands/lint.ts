/** `mcp-lint [paths...]`: lint, and with `--fix` mend. */

import { suggestion } from "../config.js";
import { UsageError } from "../errors.js";
import { recover, writeAll, writeReport } from "../fix/write.js";
import { lint, lintAndFix } from "../lint.js";
import { jsonReport } from "../reporters/json.js";
import { lineReport } from "../reporters/line.js";
import { prettyReport } from "../reporters/pretty.js";
import { count, counted, type Look, type Report } from "../reporters/report.js";
import type { LintResult } from "../result.js";
import { memorySources } from "../sources.js";
import type { Context } from "./context.js";
import { manifest } from "./manifest.js";
import { configFor, filesFor, type Selection } from "./setup.js";

export interface LintCommand extends Selection {
  readonly fix?: boolean;
  readonly fixUnsafe?: boolean;
  readonly dryRun?: boolean;
  readonly format?: readonly string[];
  readonly printConfig?: boolean;
  readonly quiet?: boolean;
  readonly maxWarnings?: string;
}

const reporters: Readonly<Record<string, (report: Report, look: Look) => string>> = {
  pretty: prettyReport,
  line: lineReport,
  json: jsonReport,
};

/** Runs it and answers with the exit status: 0 clean, 1 findings, 2 could not check. Throws a UsageError. */
export async function lintCommand(paths: readonly string[], options: LintCommand, context: Context): Promise<number> {
  const started = performance.now();
  const config = configFor(context.cwd, options);
  if (options.printConfig) {
    context.out(`${JSON.stringify(config, null, 2)}\n`);
    return 0;
  }
  const formats = (options.format ?? ["pretty"]).map(formatNamed);
  const allow = options.fixUnsafe ? "unsafe" : options.fix ? "safe" : undefined;
  if (options.dryRun && !allow)
    throw new UsageError("`--dry-run` shows what a fix would change: add `--fix` or `--fix-unsafe`");
  const limit = warningLimit(options.maxWarnings);
  if (allow && !options.dryRun && recover(context.cwd) === "undone")
    context.note("mcp-lint: a run that was interrupted has been undone\n");

  const { sources, errors } = filesFor(context.cwd, paths, config, options.allowEmpty === true);
  const fix = allow ? await lintAndFix(sources, config, allow) : undefined;
  const changed = fix?.changed ?? new Map<string, string>();
  if (fix && !options.dryRun) writeAll(context.cwd, changed, fix.baseline);
  // What a dry run reports is what stands on the disk.
  const seen = fix && !options.dryRun ? fix : await lint(sources, config);
  const result = shownBy(options, { ...seen, errors: [...errors, ...seen.errors] });

  const report: Report = {
    result,
    fixed: options.dryRun ? 0 : (fix?.fixed ?? 0),
    read: options.dryRun ? (path) => sources.read(path) : (path) => memorySources(changed, sources).read(path),
    ...manifest(),
  };
  for (const { name, file } of formats) {
    const look = { colors: context.colors, width: context.width, milliseconds: performance.now() - started };
    const diff = options.dryRun && name === "pretty";
    const text = diff ? await patchOf(changed, report, context) : (reporters[name]?.(report, look) ?? "");
    if (file === undefined) context.out(text);
    else writeReport(file, text);
  }
  if (fix?.trouble) context.note(`mcp-lint: ${fix.trouble}\n`);
  const unchecked = result.errors.length > 0 || fix?.trouble !== undefined;
  return status(seen, unchecked, limit, options.dryRun === true && changed.size > 0);
}

const shownBy = ({ quiet }: LintCommand, result: LintResult): LintResult =>
  quiet ? { ...result, diagnostics: result.diagnostics.filter(({ severity }) => severity === "error") } : result;

async function patchOf(
  changed: ReadonlyMap<string, string>,
  { result, read }: Report,
  context: Context,
): Promise<string> {
  const { unifiedDiff } = await import("../fix/patch.js");
  const { errors, warnings } = count(result.diagnostics);
  context.note(
    `${counted(errors, "error")}, ${counted(warnings, "warning")}; the fixes would change ${counted(changed.size, "file")}, nothing was written\n`,
  );
  return unifiedDiff(changed, read);
}

function status({ diagnostics }: LintResult, unchecked: boolean, limit: number, pending: boolean): number {
  if (unchecked) return 2;
  const { errors, warnings } = count(diagnostics);
  return errors > 0 || warnings > limit || pending ? 1 : 0;
}

function formatNamed(text: string): { name: string; file?: string } {
  const [name = "", ...file] = text.split("=");
  const names = Object.keys(reporters);
  if (!names.includes(name))
    throw new UsageError(`unknown format \`${name}\`${suggestion(name, names)}; there are ${names.join(", ")}`);
  return file.length > 0 ? { name, file: file.join("=") } : { name };
}

function warningLimit(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d+$/.test(text)) throw new UsageError("`--max-warnings` takes a whole number");
  return Number(text);
}
