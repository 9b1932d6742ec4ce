/** The text of a config file, checked key by key: its settings, and every mistake with its line. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Config, RuleSetting, RuleSettings } from "./config.js";
import { type HostRef, hostIds, isHostId, refFault } from "./delivery/hosts.js";
import { baseFault, fileFault, globFault, nameFault, patternFault } from "./pattern-faults.js";
import { suggestion } from "./suggestion.js";

/** What one file sets; the rest comes from what it extends, and from the defaults. */
export interface Settings {
  include?: readonly string[];
  exclude?: readonly string[];
  hosts?: readonly HostRef[];
  reply?: Partial<Config["reply"]>;
  modelFacing?: readonly string[];
  dataOnly?: Partial<Config["dataOnly"]>;
  rules?: RuleSettings;
  overrides?: Config["overrides"];
}

/** A message and the 1-based line that it speaks of. */
export interface Mistake {
  readonly line: number;
  readonly message: string;
}

export interface ConfigText {
  readonly settings: Settings;
  /** The file that it builds upon, as it is written. */
  readonly extends?: { readonly path: string; readonly line: number };
  readonly mistakes: readonly Mistake[];
}

/** Reads a config; with `key`, the config that stands under that key of the file. */
export function readConfigText(text: string, key: string | undefined, ruleIds: readonly string[]): ConfigText {
  const reader = new Reader(text, ruleIds);
  const root = reader.parse();
  const node = root && key !== undefined ? memberOf(root, key) : root;
  if (node) reader.config(node);
  else if (root) reader.mistakes.push({ line: 1, message: `there is no \`"${key}"\` in it` });
  const { settings, base, mistakes } = reader;
  return { settings, mistakes: mistakes.sort((a, b) => a.line - b.line), ...(base ? { extends: base } : {}) };
}

/** Whether a file has a key at its root, be its syntax right or wrong. */
export const hasKey = (text: string, key: string): boolean => {
  const root = text.includes(`"${key}"`) ? parseTree(text) : undefined;
  return root !== undefined && memberOf(root, key) !== undefined;
};

export const isRuleSetting = (value: unknown): value is RuleSetting =>
  value === "error" || value === "warning" || value === "off";

type Field = (value: Node) => void;
type Fields = Readonly<Record<string, Field>>;
type Fault = (value: string) => string | undefined;

class Reader {
  readonly settings: Settings = {};
  base: ConfigText["extends"];
  readonly mistakes: Mistake[] = [];

  constructor(
    private readonly text: string,
    private readonly ruleIds: readonly string[],
  ) {}

  /** The tree of a text without syntax errors. One slip often brings more: only the first of a line is told. */
  parse(): Node | undefined {
    const errors: ParseError[] = [];
    const root = parseTree(this.text, errors, { allowTrailingComma: true });
    const lines = new Map<number, string>();
    for (const { error, offset } of errors.slice(0, 3))
      if (!lines.has(this.line(offset))) lines.set(this.line(offset), words(printParseErrorCode(error)));
    for (const [line, message] of lines) this.mistakes.push({ line, message });
    return errors.length > 0 ? undefined : root;
  }

  config(node: Node): void {
    const { settings } = this;
    const fields: Record<keyof Settings | "$schema" | "extends", Field> = {
      $schema: (value) => void this.string(value, "$schema"),
      extends: (value) => {
        const path = this.string(value, "extends", baseFault);
        if (path !== undefined) this.base = { path, line: this.line(value.offset) };
      },
      include: (value) => {
        settings.include = this.texts(value, "include", globFault);
      },
      exclude: (value) => {
        settings.exclude = this.texts(value, "exclude", globFault);
      },
      hosts: (value) => {
        settings.hosts = this.filled(value, "hosts", this.texts(value, "hosts", hostFault)) as HostRef[];
      },
      reply: (value) => {
        settings.reply = this.reply(value);
      },
      modelFacing: (value) => {
        settings.modelFacing = this.texts(value, "modelFacing", patternFault);
      },
      dataOnly: (value) => {
        const dataOnly: { uiTools?: boolean } = {};
        this.object(value, "dataOnly", { uiTools: (each) => this.flag(each, "uiTools", dataOnly) });
        settings.dataOnly = dataOnly;
      },
      rules: (value) => {
        settings.rules = this.rules(value);
      },
      overrides: (value) => {
        settings.overrides = this.items(value, "overrides", "a list of objects").map((each) => this.override(each));
      },
    };
    this.object(node, "the config", fields);
  }

  private reply(node: Node): Partial<Config["reply"]> {
    const reply: { name?: string; module?: string; note?: string; strict?: boolean } = {};
    const text = (key: "name" | "module" | "note", fault: Fault) => (value: Node) => {
      const found = this.string(value, key, fault);
      if (found !== undefined) reply[key] = found;
    };
    this.object(node, "reply", {
      name: text("name", nameFault),
      module: text("module", fileFault),
      note: text("note", nameFault),
      strict: (value) => this.flag(value, "strict", reply),
    });
    return reply;
  }

  private rules(node: Node): RuleSettings {
    const rules: Record<string, RuleSetting> = {};
    const setting = (id: string) => (value: Node) => {
      if (isRuleSetting(value.value)) rules[id] = value.value;
      else this.mistake(value, `\`${id}\` takes "error", "warning" or "off"`);
    };
    this.object(node, "rules", Object.fromEntries(this.ruleIds.map((id) => [id, setting(id)])), "rule");
    return rules;
  }

  private override(node: Node): Config["overrides"][number] {
    let files: string[] | undefined;
    let rules: RuleSettings | undefined;
    const isObject = this.object(node, "an override", {
      files: (value) => {
        files = this.filled(value, "files", this.texts(value, "files", globFault));
      },
      rules: (value) => {
        rules = this.rules(value);
      },
    });
    if (isObject && !(files && rules)) this.mistake(node, `an override needs \`${files ? "rules" : "files"}\``);
    return { files: files ?? [], rules: rules ?? {} };
  }

  /** Hands each member to its field; answers whether the node is an object at all. */
  private object(node: Node, name: string, fields: Fields, noun = "key"): boolean {
    if (node.type !== "object") return this.wrong(node, name, "an object");
    const seen = new Set<string>();
    for (const { children: [key, value] = [] } of node.children ?? []) {
      if (!key || !value) continue;
      const id = String(key.value);
      const field = Object.hasOwn(fields, id) ? fields[id] : undefined;
      if (seen.has(id)) this.mistake(key, `\`${id}\` is set twice`);
      else if (field) field(value);
      else this.mistake(key, `unknown ${noun} \`${id}\`${suggestion(id, Object.keys(fields))}`);
      seen.add(id);
    }
    return true;
  }

  private texts(node: Node, name: string, fault: Fault): string[] {
    const what = "a list of strings";
    return this.items(node, name, what).flatMap((each) => this.string(each, name, fault, what) ?? []);
  }

  private items(node: Node, name: string, what: string): readonly Node[] {
    if (node.type !== "array") this.wrong(node, name, what);
    return node.type === "array" ? (node.children ?? []) : [];
  }

  private filled(node: Node, name: string, values: string[]): string[] {
    if (node.type === "array" && !node.children?.length) this.mistake(node, `\`${name}\` is empty: name at least one`);
    return values;
  }

  private string(node: Node, name: string, fault: Fault = () => undefined, what = "a string"): string | undefined {
    if (node.type !== "string") return void this.wrong(node, name, what);
    const wrong = fault(node.value);
    if (wrong !== undefined) this.mistake(node, wrong);
    return wrong === undefined ? node.value : undefined;
  }

  private flag<Name extends string>(node: Node, name: Name, into: { [N in Name]?: boolean }): void {
    if (node.type === "boolean") into[name] = node.value;
    else this.wrong(node, name, "`true` or `false`");
  }

  private wrong(node: Node, name: string, what: string): false {
    this.mistake(node, `${/\s/.test(name) ? name : `\`${name}\``} takes ${what}, not ${kinds[node.type]}`);
    return false;
  }

  private mistake({ offset }: Node, message: string): void {
    this.mistakes.push({ line: this.line(offset), message });
  }

  private line = (offset: number) => this.text.slice(0, offset).split("\n").length;
}

const kinds: Readonly<Record<Node["type"], string>> = {
  object: "an object",
  array: "a list",
  property: "a property",
  string: "a string",
  number: "a number",
  boolean: "a boolean",
  null: "`null`",
};

const memberOf = (node: Node, name: string): Node | undefined =>
  node.children?.find(({ type, children }) => type === "property" && children?.[0]?.value === name)?.children?.[1];

/** `CommaExpected` → `comma expected` */
const words = (code: string) => code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();

/** What is wrong with the name of a host, with or without a day or version; undefined where nothing is. */
export function hostFault(text: string): string | undefined {
  const id = text.replace(/@.*/s, "");
  return isHostId(id) ? refFault(text) : `unknown host \`${id}\`${suggestion(id, hostIds)}`;
}
