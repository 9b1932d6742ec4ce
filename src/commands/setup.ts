/** What `lint` and `sites` start with: config, rule and host settings of the command line, files. */
import { existsSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { rules } from "../../rules/index.js";
import { type Config, isRuleSetting, loadConfig, type RuleSetting, suggestion } from "../config.js";
import { type HostId, hostIds, isHostId } from "../delivery/hosts.js";
import type { CheckError } from "../diagnostic.js";
import { discover } from "../discover.js";
import { diskSources } from "../disk.js";
import { UsageError } from "../errors.js";
import { isSource, memorySources, type Sources } from "../sources.js";

export interface Selection {
  readonly config?: string;
  readonly rule?: readonly string[];
  readonly host?: string;
  readonly allowEmpty?: boolean;
}

export const ruleIds = rules.map(({ id }) => id);
const severities = ["error", "warning", "off"];
const commands = ["sites", "stream", "rules", "explain", "hosts"];

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

/** A host by its id; throws a UsageError with the nearest one. */
export function hostNamed(text: string): HostId {
  const id = text.trim();
  if (isHostId(id)) return id;
  throw new UsageError(`unknown host \`${id}\`${suggestion(id, hostIds) || "; `mcp-lint hosts` lists them"}`);
}

export interface Found {
  readonly sources: Sources;
  /** Paths that could not be looked at. */
  readonly errors: readonly CheckError[];
}

/** The files of the paths. Throws a UsageError where there are none, unless that is allowed. */
export function filesFor(cwd: string, paths: readonly string[], config: Config, allowEmpty: boolean): Found {
  const asked = paths.length > 0 ? paths : ["."];
  const { files, named, tests, errors } = discover(cwd, asked, config);
  if (files.length === 0 && errors.length === 0 && !allowEmpty)
    throw new UsageError(
      `no TypeScript or JavaScript file in ${asked.map((path) => `\`${path}\``).join(", ")} (--allow-empty to let that pass)`,
    );
  return { sources: diskSources(cwd, files, named, tests), errors: errors.map(perhapsCommand) };
}

/** An editor's unsaved text in place of the file; the rest of the program is read from the disk. Throws a UsageError. */
export function stdinAs(cwd: string, path: string, text: string): Found {
  if (!isSource(path)) throw new UsageError(`\`${path}\` is no TypeScript or JavaScript file`);
  const file = relative(cwd, resolve(cwd, path)).split(sep).join("/");
  return { sources: memorySources(new Map([[file, text]]), diskSources(cwd, [file], [file], [])), errors: [] };
}

/** A path that does not exist may be a command with a slip in it. */
const perhapsCommand = ({ file, message }: CheckError): CheckError => ({
  file,
  message: `${message}${file === null || existsSync(file) ? "" : suggestion(file, commands)}`,
});
