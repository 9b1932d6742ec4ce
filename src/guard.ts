/** Guards for a unit suite: they throw where a tool result keeps something from the model. */
import { resolve } from "node:path";
import { rules } from "../rules/index.js";
import { type Config, loadConfig } from "./config.js";
import { discover } from "./discover.js";
import { diskSources } from "./disk.js";
import { lint } from "./lint.js";
import { lineReport } from "./reporters/line.js";
import { counted } from "./reporters/report.js";
import type { LintResult } from "./result.js";
import type { Sources } from "./sources.js";

export interface GuardOptions {
  /** Where the paths start, and where the config is looked for; the working directory where it is left out. */
  readonly cwd?: string;
}

export interface ReplyGuardOptions extends GuardOptions {
  /** The name of the reply helper; the config's where it is left out. */
  readonly reply?: string;
}

/**
 * Throws where a result of these files or folders keeps something from a model, with the lines of
 * `mcp-lint --format line`, warnings too. The project's config and its suppressions count.
 */
export async function expectDelivered(paths: string | readonly string[], options: GuardOptions = {}): Promise<void> {
  const { config, sources } = setUp(paths, options);
  const result = await lint(sources, config);
  throwLines("not every word of these results reaches the model", result, sources);
}

/**
 * Throws where a result with a view is built past the reply helper, the one place that carries the text into the view;
 * also where there is no such helper, or it drops the text. Suppressions count.
 */
export async function expectEveryReply(
  paths: string | readonly string[],
  options: ReplyGuardOptions = {},
): Promise<void> {
  const { config, sources } = setUp(paths, options);
  const name = options.reply ?? config.reply.name;
  const strict: Config = {
    ...config,
    reply: { ...config.reply, ...(name === undefined ? {} : { name }), strict: true },
    rules: Object.fromEntries(rules.map(({ id }) => [id, guarding.has(id) ? "error" : "off"])),
    overrides: [],
  };
  const result = await lint(sources, strict);
  const carried = result.sites.filter(({ view, helper }) => view && helper !== null && (!name || helper === name));
  throwLines("not every result goes through the reply helper", result, sources);
  if (carried.length === 0)
    throw new Error(`no result with a view goes through ${name === undefined ? "a reply helper" : `\`${name}\``}`);
}

/** The reply helper carries, and nothing goes past it. */
const guarding = new Set(["reply-drops-text", "result-bypasses-reply"]);

function setUp(paths: string | readonly string[], { cwd }: GuardOptions): { config: Config; sources: Sources } {
  const home = resolve(cwd ?? ".");
  const asked = typeof paths === "string" ? [paths] : paths;
  const config = loadConfig(
    home,
    undefined,
    rules.map(({ id }) => id),
  );
  const { files, named, errors } = discover(home, asked, config);
  const [error] = errors;
  if (error) throw new Error(`${error.file ?? "mcp-lint"}: could not check: ${error.message}`);
  if (files.length === 0) throw new Error(`no TypeScript or JavaScript file in ${asked.join(", ")}`);
  return { config, sources: diskSources(home, files, named) };
}

/** A guard that has looked at no result with a view guards nothing. */
function throwLines(what: string, result: LintResult, { read }: Sources): void {
  const lines = lineReport({ result, read });
  if (lines !== "") throw new Error(`${what}:\n${lines.trimEnd()}`);
  if (!result.sites.some(({ view }) => view))
    throw new Error(`there is no tool result with a view in ${counted(result.files.scanned, "file")}`);
}
