/** The config file: found, read, checked key by key. Every mistake is told with its line, all of them at once. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { distance } from "fastest-levenshtein";
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import picomatch from "picomatch";
import { type HostId, hostIds, isHostId } from "./delivery/hosts.js";
import type { Severity } from "./diagnostic.js";
import { UsageError } from "./errors.js";

export type RuleSetting = Severity | "off";
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

export interface Config {
  /** The file that it was read from, relative to the working directory. */
  readonly file?: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hosts: readonly HostId[];
  readonly reply: { readonly name?: string; readonly module?: string; readonly note: string; readonly strict: boolean };
  /** Patterns of the names of constants that hold text for the model. */
  readonly modelFacing: readonly string[];
  readonly dataOnly: { readonly uiTools: boolean };
  readonly rules: RuleSettings;
  readonly overrides: readonly { readonly files: readonly string[]; readonly rules: RuleSettings }[];
}

export const defaultConfig: Config = {
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

/**
 * The config of a working directory: the given file, else the nearest of `mcp-lint.config.json`, `.jsonc` or the
 * `"mcp-lint"` key of a package.json, from `cwd` up to the first package.json or `.git`. Throws a UsageError that lists
 * every mistake as `file:line: what is wrong`.
 */
export function loadConfig(cwd: string, explicit: string | undefined, ruleIds: readonly string[]): Config {
  const found = explicit === undefined ? nearest(cwd) : { path: resolve(cwd, explicit), key: undefined };
  if (!found) return defaultConfig;
  const reader = new ConfigReader(cwd, ruleIds);
  const own = reader.read(found.path, found.key, []);
  if (reader.mistakes.length > 0) throw new UsageError(reader.mistakes.join("\n"));
  const config = { ...defaultConfig, ...own, reply: { ...defaultConfig.reply, ...own.reply } };
  return { ...config, file: relative(cwd, found.path) };
}

/** The severity of a rule in a file: the last override that matches it, else the config's, else the rule's own. */
export function severityOf(config: Config, rule: string, file: string, own: Severity): RuleSetting {
  const overridden = config.overrides.filter(
    ({ files, rules }) => rules[rule] && picomatch.isMatch(file, [...files], { dot: true }),
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

/** ` (did you mean \`x\`?)`, or nothing where no name is near. */
export function suggestion(wrong: string, names: readonly string[]): string {
  const [best] = names.map((name) => ({ name, far: distance(wrong, name) })).sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(2, wrong.length / 3) ? `, did you mean \`${best.name}\`?` : "";
}

function nearest(cwd: string): { path: string; key: string | undefined } | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = fileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (file) return { path: file, key: undefined };
    const manifest = join(folder, "package.json");
    if (existsSync(manifest))
      return readFileSync(manifest, "utf8").includes('"mcp-lint"') ? { path: manifest, key: "mcp-lint" } : undefined;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return undefined;
  }
}

type Settings = { -readonly [K in keyof Config]?: K extends "reply" ? Partial<Config["reply"]> : Config[K] };

class ConfigReader {
  readonly mistakes: string[] = [];
  private text = "";
  private path = "";

  constructor(
    private readonly cwd: string,
    private readonly ruleIds: readonly string[],
  ) {}

  read(path: string, key: string | undefined, through: readonly string[]): Settings {
    if (through.includes(path)) {
      this.mistakes.push(`${this.name(path)}: \`extends\` goes round in circles`);
      return {};
    }
    const root = this.parse(path);
    const node = key === undefined ? root : root && member(root, key);
    if (!node) return {};
    const config: Settings = {};
    if (!this.is(node, "object")) return config;
    for (const [name, value] of members(node)) this.setting(config, name, value, path, through);
    return config;
  }

  private parse(path: string): Node | undefined {
    try {
      this.text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
    } catch (error) {
      this.mistakes.push(
        `${this.name(path)}: can't be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`,
      );
      return undefined;
    }
    this.path = path;
    const errors: ParseError[] = [];
    const root = parseTree(this.text, errors, { allowTrailingComma: true });
    for (const { error, offset } of errors.slice(0, 3))
      this.mistakes.push(`${this.name(path)}:${this.line(offset)}: ${words(printParseErrorCode(error))}`);
    return errors.length > 0 ? undefined : root;
  }

  private setting(
    config: Settings,
    { value: key, offset }: Node,
    value: Node,
    path: string,
    through: readonly string[],
  ): void {
    const name: string = key;
    switch (name) {
      case "$schema":
        break;
      case "extends": {
        if (!this.is(value, "string")) break;
        const [text, here] = [this.text, this.path];
        const base = this.read(resolve(dirname(path), value.value as string), undefined, [...through, path]);
        [this.text, this.path] = [text, here];
        for (const [key, inherited] of Object.entries(base))
          if (!(key in config)) Object.assign(config, { [key]: inherited });
        break;
      }
      case "include":
      case "exclude":
        config[name] = this.strings(value);
        break;
      case "modelFacing":
        config.modelFacing = this.strings(value, (pattern) => patternFault(pattern));
        break;
      case "hosts":
        config.hosts = this.strings(value, (id) =>
          isHostId(id) ? undefined : `unknown host \`${id}\`${suggestion(id, hostIds)}`,
        ) as HostId[];
        break;
      case "reply":
        config.reply = this.fields(value, { name: "string", module: "string", note: "string", strict: "boolean" });
        break;
      case "dataOnly":
        config.dataOnly = { ...defaultConfig.dataOnly, ...this.fields(value, { uiTools: "boolean" }) };
        break;
      case "rules":
        config.rules = { ...config.rules, ...this.rules(value) };
        break;
      case "overrides":
        config.overrides = this.is(value, "array") ? (value.children ?? []).map((each) => this.override(each)) : [];
        break;
      default:
        this.mistake(offset, `unknown key \`${name}\`${suggestion(String(name), configKeys)}`);
    }
  }

  private strings(node: Node, fault: (value: string) => string | undefined = () => undefined): string[] {
    if (!this.is(node, "array")) return [];
    return (node.children ?? []).flatMap((each) => {
      if (!this.is(each, "string")) return [];
      const wrong = fault(each.value as string);
      if (wrong) this.mistake(each.offset, wrong);
      return wrong ? [] : [each.value as string];
    });
  }

  private fields(node: Node, types: Readonly<Record<string, "string" | "boolean">>): Record<string, never> {
    const fields: Record<string, unknown> = {};
    if (!this.is(node, "object")) return fields as Record<string, never>;
    for (const [key, value] of members(node)) {
      const type = types[key.value as string];
      if (!type)
        this.mistake(key.offset, `unknown key \`${key.value}\`${suggestion(String(key.value), Object.keys(types))}`);
      else if (this.is(value, type)) fields[key.value as string] = value.value;
    }
    return fields as Record<string, never>;
  }

  private rules(node: Node): RuleSettings {
    const rules: Record<string, RuleSetting> = {};
    if (!this.is(node, "object")) return rules;
    for (const [key, value] of members(node)) {
      const id = key.value as string;
      if (!this.ruleIds.includes(id)) this.mistake(key.offset, `unknown rule \`${id}\`${suggestion(id, this.ruleIds)}`);
      else if (!isRuleSetting(value.value)) this.mistake(value.offset, `\`${id}\` takes "error", "warning" or "off"`);
      else rules[id] = value.value;
    }
    return rules;
  }

  private override(node: Node): Config["overrides"][number] {
    if (!this.is(node, "object")) return { files: [], rules: {} };
    let [files, rules]: [string[], RuleSettings] = [[], {}];
    for (const [key, value] of members(node)) {
      if (key.value === "files") files = this.strings(value);
      else if (key.value === "rules") rules = this.rules(value);
      else this.mistake(key.offset, `unknown key \`${key.value}\`${suggestion(String(key.value), ["files", "rules"])}`);
    }
    return { files, rules };
  }

  private is(node: Node, type: Node["type"]): boolean {
    if (node.type !== type)
      this.mistake(node.offset, `${type === "object" || type === "array" ? `an ${type}` : `a ${type}`} is needed here`);
    return node.type === type;
  }

  private mistake(offset: number, message: string): void {
    this.mistakes.push(`${this.name(this.path)}:${this.line(offset)}: ${message}`);
  }

  private line = (offset: number) => this.text.slice(0, offset).split("\n").length;
  private name = (path: string) => relative(this.cwd, path) || path;
}

export const configKeys = [
  "$schema",
  "extends",
  "include",
  "exclude",
  "hosts",
  "reply",
  "modelFacing",
  "dataOnly",
  "rules",
  "overrides",
];

export const isRuleSetting = (value: unknown): value is RuleSetting =>
  value === "error" || value === "warning" || value === "off";

const members = (node: Node): [Node, Node][] =>
  (node.children ?? []).flatMap(({ children: [key, value] = [] }): [Node, Node][] =>
    key && value ? [[key, value]] : [],
  );
const member = (node: Node, name: string) => members(node).find(([key]) => key.value === name)?.[1];

/** A pattern of the config meets names of a linted repo: one that can take exponential time is refused. */
function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
  } catch {
    return `\`${pattern}\` is no regular expression`;
  }
  return /\([^)]*[*+}][^)]*\)\s*[*+{]/.test(pattern)
    ? `\`${pattern}\` repeats a repetition, which can take forever`
    : undefined;
}

/** `CommaExpected` → `comma expected` */
const words = (code: string) => code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
