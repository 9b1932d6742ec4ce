/** What a file's package.json and tsconfig say of how its modules are found and run. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { matcherOf } from "../globs.js";
import { foldersUp } from "../model/modules.js";
import type { Program } from "../program.js";

/** What stands in a JSON file, as far as it is asked for; anything may be anything. */
interface Json {
  readonly [key: string]: unknown;
  readonly type?: unknown;
  readonly scripts?: unknown;
  readonly files?: unknown;
  readonly references?: unknown;
  readonly extends?: unknown;
  readonly include?: unknown;
  readonly compilerOptions?: unknown;
  readonly rootDir?: unknown;
}

/** The options that decide what an import may look like and where a new file may stand. Paths start at the working folder. */
export interface CompilerOptions {
  /** `node` asks ES modules for extensions, `loose` (bundlers, CommonJS) does not; undefined where no config says. */
  readonly resolution: "node" | "loose" | undefined;
  /** Whether `./x.ts` may be written. */
  readonly takesTs: boolean;
  /** Whether every file becomes CommonJS, whatever its package says. */
  readonly commonJs: boolean;
  readonly verbatim: boolean;
  /** Whether the compiler writes JavaScript. */
  readonly emits: boolean;
  readonly rootDir: string | undefined;
  readonly include: readonly string[] | undefined;
}

/** The nearest package.json above a file; empty where there is none or it can't be read. */
export function manifestOf(program: Program, path: string): Json {
  for (const folder of foldersUp(posix.dirname(path))) {
    const text = program.sources.read(posix.join(folder, "package.json"));
    if (text !== undefined) return jsonOf(text);
  }
  return {};
}

const known = new WeakMap<Program, Map<string, CompilerOptions | undefined>>();

/** The options of the nearest tsconfig above a file, with all that it extends; undefined where there is none. */
export function compilerOptionsOf(program: Program, path: string): CompilerOptions | undefined {
  const memo = known.get(program) ?? new Map<string, CompilerOptions | undefined>();
  known.set(program, memo);
  const folder = posix.dirname(path);
  if (!memo.has(folder)) memo.set(folder, find());
  return memo.get(folder);

  function find(): CompilerOptions | undefined {
    const config = foldersUp(folder)
      .map((up) => posix.join(up, "tsconfig.json"))
      .find((each) => program.sources.read(each) !== undefined);
    return config === undefined ? undefined : optionsIn(settingsOf(program, governing(program, config, path), 0));
  }
}

/** The project of a solution that takes a file in: a tsconfig that only refers to others says nothing itself. */
function governing(program: Program, config: string, path: string): string {
  const { files, references } = jsonOf(program.sources.read(config));
  if (!Array.isArray(references) || !Array.isArray(files) || files.length > 0) return config;
  const projects = references.flatMap((each: { path?: unknown }) => {
    if (typeof each?.path !== "string") return [];
    const at = posix.join(posix.dirname(config), each.path);
    return at.endsWith(".json") ? [at] : [posix.join(at, "tsconfig.json")];
  });
  return projects.find((each) => matcherOf(settingsOf(program, each, 0).include ?? [])(path)) ?? projects[0] ?? config;
}

interface Settings {
  readonly options: Json;
  readonly include: readonly string[] | undefined;
}

function settingsOf(program: Program, config: string, depth: number): Settings {
  const json = depth < 8 ? jsonOf(program.sources.read(config)) : {};
  const folder = posix.dirname(config);
  const parents = [json.extends]
    .flat()
    .filter((each) => typeof each === "string")
    .map((each) => parentOf(program, folder, each, depth));
  const { rootDir, ...own } = (json.compilerOptions ?? {}) as Json;
  const include = Array.isArray(json.include)
    ? json.include.filter((each) => typeof each === "string").map((each) => posix.join(folder, each))
    : parents.findLast((each) => each.include)?.include;
  const options = Object.assign(
    {},
    ...parents.map((each) => each.options),
    own,
    typeof rootDir === "string" ? { rootDir: posix.join(folder, rootDir) } : {},
  );
  return { options, include };
}

/** What a config extends: a file, or one of a package, where that is installed. */
function parentOf(program: Program, folder: string, name: string, depth: number): Settings {
  const bases = name.startsWith(".")
    ? [posix.join(folder, name)]
    : foldersUp(folder).map((up) => posix.join(up, "node_modules", name));
  const found = bases
    .flatMap((base) => [base, `${base}.json`, posix.join(base, "tsconfig.json")])
    .find((each) => each.endsWith(".json") && program.sources.read(each) !== undefined);
  if (found) return settingsOf(program, found, depth + 1);
  // The published bases for Node, from 16 on, are used more than they are installed when a linter runs.
  const node = /^@tsconfig\/node(?:1[68]|[2-9]\d|-lts|-ts)\b/.test(name);
  return { options: node ? { module: "nodenext" } : {}, include: undefined };
}

function optionsIn({ options, include }: Settings): CompilerOptions {
  const word = (key: string) => String(options[key] ?? "").toLowerCase();
  const [module, resolution] = [word("module"), word("moduleResolution")];
  const isNode = (text: string) => /^node(?:1\d|2\d|next)$/.test(text) && text !== "node10";
  const isSet = (key: string) => options[key] === true;
  return {
    resolution:
      isNode(resolution) || (resolution === "" && isNode(module)) ? "node" : resolution || module ? "loose" : undefined,
    takesTs: isSet("allowImportingTsExtensions") || isSet("rewriteRelativeImportExtensions"),
    commonJs: module === "commonjs",
    verbatim: isSet("verbatimModuleSyntax"),
    emits: !isSet("noEmit") && !isSet("emitDeclarationOnly"),
    rootDir: typeof options.rootDir === "string" ? options.rootDir : undefined,
    include,
  };
}

/** An object, also with comments and trailing commas; empty for anything else. */
function jsonOf(text: string | undefined): Json {
  const json: unknown =
    text === undefined ? undefined : parseJsonc(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Json) : {};
}
