/** The config: found, read with what it extends, and asked for the severity of a rule in a file. */
import { existsSync } from "node:fs";
import { basename, dirname, join, posix, relative, resolve, sep } from "node:path";
import { hasKey, readConfigText, type Settings } from "./config-text.js";
import { type HostRef, hostIds } from "./delivery/hosts.js";
import type { Severity } from "./diagnostic.js";
import { UsageError } from "./errors.js";
import { matcherOf } from "./globs.js";
import { textOfFile } from "./text-file.js";

export { hostFault, isRuleSetting } from "./config-text.js";
export { suggestion } from "./suggestion.js";

export type RuleSetting = Severity | "off";
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

export interface Config {
  /** The file that it was read from, relative to the working directory. */
  readonly file?: string;
  /** The working directory as its patterns see it: `packages/a` for a config two folders above, else empty. */
  readonly seenFrom: string;
  /** Patterns of files that are looked at although they are skipped by default. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hosts: readonly HostRef[];
  /** `module` is relative to the working directory. */
  readonly reply: { readonly name?: string; readonly module?: string; readonly note: string; readonly strict: boolean };
  /** Patterns of the names of constants that hold text for the model. */
  readonly modelFacing: readonly string[];
  readonly dataOnly: { readonly uiTools: boolean };
  readonly rules: RuleSettings;
  /** In order: of those that match a file, the last one that sets a rule counts. */
  readonly overrides: readonly { readonly files: readonly string[]; readonly rules: RuleSettings }[];
}

export const defaultConfig: Config = {
  seenFrom: "",
  include: [],
  exclude: [],
  hosts: hostIds,
  reply: { note: "note", strict: false },
  modelFacing: ["_(RULES?|INSTRUCTIONS?|GUIDANCE|HINTS?|NOTES?|NOTICES?|WARNINGS?|POLICY|NUDGES?)$"],
  dataOnly: { uiTools: false },
  rules: {},
  overrides: [],
};

const fileNames = ["mcp-lint.config.json", "mcp-lint.config.jsonc"];
const manifestKey = "mcp-lint";

/**
 * The config of a working directory: the explicit file, else the nearest `mcp-lint.config.json`, `.jsonc` or package.json
 * with a `"mcp-lint"` key, from `cwd` upwards to the folder that holds `.git`, as ESLint and Biome search: so the config
 * of a monorepo holds in its packages. Its patterns are relative to its folder; an explicit file's, to `cwd`.
 * Throws a UsageError that lists every mistake as `file:line: what is wrong`.
 */
export function loadConfig(cwd: string, explicit: string | undefined, ruleIds: readonly string[]): Config {
  const path = explicit === undefined ? nearest(cwd) : resolve(cwd, explicit);
  if (path === undefined) return defaultConfig;
  const file = slashed(relative(cwd, path)) || ".";
  const mistakes: string[] = [];
  const settings = unlessUnreadable(
    () => read(path, [], { cwd, ruleIds, mistakes }),
    (why) => mistakes.push(`${file}: can't be read: ${why}`),
  );
  if (mistakes.length > 0) throw new UsageError(mistakes.join("\n"));
  const folder = explicit === undefined ? dirname(path) : cwd;
  const { reply, dataOnly, ...rest } = settings;
  const module = reply?.module === undefined ? {} : { module: slashed(relative(cwd, resolve(folder, reply.module))) };
  return {
    ...defaultConfig,
    ...rest,
    reply: { ...defaultConfig.reply, ...reply, ...module },
    dataOnly: { ...defaultConfig.dataOnly, ...dataOnly },
    seenFrom: slashed(relative(folder, cwd)),
    file,
  };
}

/** A file, given relative to the working directory, as the patterns of the config see it. */
export const asConfigured = (config: Config, file: string): string =>
  config.seenFrom === "" ? file : posix.join(config.seenFrom, file);

/** The severity of a rule in a file: the last override that matches it, else the config's, else the rule's own. */
export function severityOf(config: Config, rule: string, file: string, own: Severity): RuleSetting {
  const overridden = config.overrides.filter(
    ({ files, rules }) => rules[rule] && matcherOf(files)(asConfigured(config, file)),
  );
  return overridden.at(-1)?.rules[rule] ?? config.rules[rule] ?? own;
}

/** Whether a rule can speak in any file. */
export function isEnabled(config: Config, rule: string): boolean {
  return (
    config.rules[rule] !== "off" ||
    config.overrides.some(({ rules }) => rules[rule] !== undefined && rules[rule] !== "off")
  );
}

function nearest(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const file = fileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (file) return file;
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && holdsConfig(manifest)) return manifest;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return undefined;
  }
}

/** Every user's manifest names us among its dependencies: the key at its root counts. */
function holdsConfig(manifest: string): boolean {
  try {
    return hasKey(withoutMark(textOfFile(manifest)), manifestKey);
  } catch {
    return false;
  }
}

interface Reading {
  readonly cwd: string;
  readonly ruleIds: readonly string[];
  readonly mistakes: string[];
}

/** The settings of a file over those of what it extends; `through` are the files that extend it, outermost first. */
function read(path: string, through: readonly string[], reading: Reading): Settings {
  const name = slashed(relative(reading.cwd, path));
  const key = basename(path) === "package.json" ? manifestKey : undefined;
  const { settings, mistakes, ...found } = readConfigText(withoutMark(textOfFile(path)), key, reading.ruleIds);
  const tell = (line: number, message: string) => reading.mistakes.push(`${name}:${line}: ${message}`);
  for (const { line, message } of mistakes) tell(line, message);
  if (!found.extends) return settings;

  const { path: named, line } = found.extends;
  const base = resolve(dirname(path), named);
  const chain = [...through, path];
  const inherited = unlessUnreadable(
    () => {
      if (chain.includes(base)) throw new UsageError("that goes round in circles");
      return read(base, chain, reading);
    },
    (why) => tell(line, `\`extends\` can't take \`${named}\`: ${why}`),
  );
  return merged(inherited, settings);
}

function unlessUnreadable(settings: () => Settings, tell: (why: string) => void): Settings {
  try {
    return settings();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    tell(error.message);
    return {};
  }
}

/** Lists are replaced; rules and the keys of objects are set one by one; overrides come after those of the base. */
function merged(base: Settings, own: Settings): Settings {
  const both: Settings = { ...base, ...own };
  if (base.rules && own.rules) both.rules = { ...base.rules, ...own.rules };
  if (base.dataOnly && own.dataOnly) both.dataOnly = { ...base.dataOnly, ...own.dataOnly };
  if (base.reply && own.reply) both.reply = { ...base.reply, ...own.reply };
  if (base.overrides && own.overrides) both.overrides = [...base.overrides, ...own.overrides];
  return both;
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, "");
const slashed = (path: string) => path.split(sep).join("/");
