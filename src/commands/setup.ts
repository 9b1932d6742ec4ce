/** What `lint` and `sites` start with: config, rule and host settings of the command line, files. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { rules } from "../../rules/index.js";
import { type Config, hostFault, isRuleSetting, loadConfig, type RuleSetting, suggestion } from "../config.js";
import { type HostRef, isHostRef } from "../delivery/hosts.js";
import type { CheckError } from "../diagnostic.js";
import { discover } from "../discover.js";
import { diskSources } from "../disk.js";
import { UsageError } from "../errors.js";
import type { Sources } from "../sources.js";

export interface Selection {
  readonly config?: string;
  readonly rule?: readonly string[];
  readonly host?: string;
  readonly allowEmpty?: boolean;
}

export const ruleIds = rules.map(({ id }) => id);
const severities = ["error", "warning", "off"];
const commands = ["sites", "stream", "rules", "explain", "hosts", "schema", "init"];

/** The config file, with what the command line says over it. Throws a UsageError. */
export function configFor(cwd: string, selection: Selection): Config {
  const config = loadConfig(cwd, selection.config, ruleIds);
  const settings = Object.fromEntries((selection.rule ?? []).map(ruleSetting));
  const overrides = config.overrides.map(({ files, rules: own }) => ({
    files,
    rules: Object.fromEntries(Object.entries(own).filter(([id]) => !(id in settings))),
  }));
  return {
    ...config,
    hosts: selection.host === undefined ? config.hosts : selection.host.split(",").map(hostNamed),
    rules: { ...config.rules, ...settings },
    overrides,
  };
}

function ruleSetting(text: string): [string, RuleSetting] {
  const [id = "", severity = "", ...more] = text.split("=");
  if (!ruleIds.includes(id))
    throw new UsageError(`unknown rule \`${id}\`${suggestion(id, ruleIds) || "; `mcp-lint rules` lists them"}`);
  if (severity === "")
    throw new UsageError(`\`--rule ${id}\` takes a severity: \`--rule ${id}=error\`, \`=warning\` or \`=off\``);
  const setting = [severity, ...more].join("=");
  if (!isRuleSetting(setting))
    throw new UsageError(
      `unknown severity \`${setting}\`${suggestion(setting, severities) || `; there are ${severities.join(", ")}`}`,
    );
  return [id, setting];
}

/** A host by its id, perhaps with a day or version; throws a UsageError that says what is wrong, with the nearest one. */
export function hostNamed(text: string): HostRef {
  const ref = text.trim();
  if (isHostRef(ref)) return ref;
  const fault = hostFault(ref) ?? "";
  throw new UsageError(/^unknown host `[^`]*`$/.test(fault) ? `${fault}; \`mcp-lint hosts\` lists them` : fault);
}

export interface Found {
  readonly sources: Sources;
  /** Paths that could not be looked at. */
  readonly errors: readonly CheckError[];
  /** The files to speak of, where more of the program is read. */
  readonly only?: ReadonlySet<string>;
}

/**
 * The files of the paths, seen among those of their package: it may have a reply helper that a fix has to use, constants,
 * and tools with an `outputSchema`. Throws a UsageError where there are none, unless that is allowed.
 */
export function filesFor(cwd: string, paths: readonly string[], config: Config, allowEmpty: boolean): Found {
  const asked = paths.length > 0 ? paths : ["."];
  const { files, named, tests, errors } = discover(cwd, asked, config);
  if (files.length === 0 && errors.length === 0 && !allowEmpty)
    throw new UsageError(
      `no TypeScript or JavaScript file in ${asked.map((path) => `\`${path}\``).join(", ")} (--allow-empty to let that pass)`,
    );
  const failed = errors.map(perhapsCommand);
  const beyond = packagesOf(cwd, [...asked, ...named], config);
  if (beyond.length === 0) return { sources: diskSources(cwd, files, named, tests), errors: failed };
  const seen = [...new Set([...files, ...beyond])].sort();
  return { sources: diskSources(cwd, seen, named, tests), errors: failed, only: new Set([...files, ...tests]) };
}

/** The files of the packages that these paths are only a part of. */
export function packagesOf(cwd: string, paths: readonly string[], config: Config): readonly string[] {
  const folders = new Set(
    paths.flatMap((path) => {
      const folder = folderOf(resolve(cwd, path));
      const home = folder && packageOf(folder);
      return home !== undefined && home !== resolve(cwd, path) ? [home] : [];
    }),
  );
  return folders.size === 0 ? [] : discover(cwd, [...folders], config).files;
}

/** The folder that a path is, stands in, or searches in where it is a glob. */
function folderOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat) return stat.isDirectory() ? path : dirname(path);
  return path === dirname(path) ? undefined : folderOf(dirname(path));
}

/** The nearest folder with a package.json, in the same repository. */
function packageOf(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, ".git")) ? undefined : packageOf(above);
}

/** A path that does not exist may be a command with a slip in it. */
const perhapsCommand = ({ file, message }: CheckError): CheckError => ({
  file,
  message: `${message}${file === null || existsSync(file) ? "" : suggestion(file, commands)}`,
});
