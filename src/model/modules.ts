/** Which file of the project an import names: relative paths, tsconfig `paths`, and the usual aliases. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";

type Read = (path: string) => string | undefined;

const extensions = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
const typed: Readonly<Record<string, readonly string[]>> = {
  js: ["ts", "tsx", "js", "jsx"],
  jsx: ["tsx", "jsx"],
  mjs: ["mts", "mjs"],
  cjs: ["cts", "cjs"],
};

/** `(from, specifier) => path`, memoised; `read` is asked only for files of the project. */
export function moduleResolver(
  read: Read,
  paths: () => Iterable<string>,
): (from: string, specifier: string) => string | undefined {
  const memo = new Map<string, string | undefined>();
  const aliases = new Map<string, readonly Alias[]>();
  let packages: ReadonlyMap<string, Package> | undefined;
  return (from, specifier) => {
    const folder = posix.dirname(from);
    const key = `${folder}\0${specifier}`;
    if (!memo.has(key)) memo.set(key, find(folder, specifier));
    return memo.get(key);
  };

  function find(folder: string, specifier: string): string | undefined {
    if (/^\.\.?(\/|$)/.test(specifier)) return file(posix.join(folder, specifier));
    for (const { pattern, targets } of aliasesOf(folder)) {
      const match = pattern.exec(specifier);
      const found = match && firstOf(targets, (target) => file(target.replace("*", match[1] ?? "")));
      if (found) return found;
    }
    const own = specifier.startsWith("#") ? importedFile(folder, specifier) : workspaceFile(specifier);
    if (own) return own;
    const common = /^(?:@|~|#)\/(.+)$/.exec(specifier) ?? /^src\/(.+)$/.exec(specifier);
    if (!common?.[1]) return undefined;
    return firstOf(
      foldersUp(folder),
      (up) => file(posix.join(up, "src", common[1] ?? "")) ?? file(posix.join(up, common[1] ?? "")),
    );
  }

  /** A path as it stands, with the TypeScript extension of its JavaScript one, with an extension added, or its index. */
  function file(path: string): string | undefined {
    const extension = /\.([a-z]+)$/.exec(path)?.[1] ?? "";
    const stem = path.slice(0, path.length - extension.length - 1);
    const named =
      typed[extension]?.map((other) => `${stem}.${other}`) ?? (extensions.includes(extension) ? [path] : []);
    const guesses = [
      ...named,
      ...extensions.map((other) => `${path}.${other}`),
      ...extensions.map((other) => posix.join(path, `index.${other}`)),
    ];
    return guesses.find((guess) => read(guess) !== undefined);
  }

  /** A module of a package that lives in this tree, from its sources rather than from what it builds. */
  function workspaceFile(specifier: string): string | undefined {
    const [, name, sub = ""] = /^((?:@[^/]+\/)?[^/@.#~][^/]*)(?:\/(.+))?$/.exec(specifier) ?? [];
    packages ??= packagesOf(read, paths());
    const found = name === undefined ? undefined : packages.get(name);
    if (!found) return undefined;
    const guesses = sub
      ? [...found.entries(`./${sub}`), `src/${sub}`, sub, `lib/${sub}`]
      : [...found.entries("."), "src/index", "index", "src/main", "lib/index"];
    return firstOf(guesses, (guess) => file(posix.join(found.folder, guess)));
  }

  /** `#lib/x`, by the `imports` of the nearest package.json. */
  function importedFile(folder: string, specifier: string): string | undefined {
    return firstOf(foldersUp(folder), (up) => {
      const text = read(posix.join(up, "package.json"));
      const { imports } = (text === undefined ? {} : (parseJsonc(text) ?? {})) as { imports?: Record<string, unknown> };
      return firstOf(Object.entries(imports ?? {}), ([name, target]) => {
        const match = starred(name).exec(specifier);
        return match
          ? firstOf(filesNamed(target), (path) => file(posix.join(up, path.replace("*", match[1] ?? ""))))
          : undefined;
      });
    });
  }

  interface Alias {
    readonly pattern: RegExp;
    readonly targets: readonly string[];
  }

  /** The `paths` of the nearest tsconfig that has some, through `extends` with relative paths. */
  function aliasesOf(folder: string): readonly Alias[] {
    const known = aliases.get(folder);
    if (known) return known;
    const config = firstOf(foldersUp(folder), (up) => pathsOf(posix.join(up, "tsconfig.json"), 0)) ?? [];
    aliases.set(folder, config);
    return config;
  }

  function pathsOf(config: string, depth: number): readonly Alias[] | undefined {
    const text = depth < 8 ? read(config) : undefined;
    if (text === undefined) return undefined;
    const json: { extends?: unknown; compilerOptions?: { baseUrl?: unknown; paths?: Record<string, unknown> } } =
      parseJsonc(text, [], { allowTrailingComma: true }) ?? {};
    const options = json.compilerOptions;
    if (options?.paths && typeof options.paths === "object") {
      const base = posix.join(posix.dirname(config), typeof options.baseUrl === "string" ? options.baseUrl : ".");
      return Object.entries(options.paths).map(([name, targets]) => ({
        pattern: starred(name),
        targets: (Array.isArray(targets) ? targets : []).map((target) => posix.join(base, String(target))),
      }));
    }
    const parents = [json.extends]
      .flat()
      .filter((parent): parent is string => typeof parent === "string" && parent.startsWith("."));
    return firstOf(parents, (parent) =>
      pathsOf(posix.join(posix.dirname(config), parent.endsWith(".json") ? parent : `${parent}.json`), depth + 1),
    );
  }
}

/** The folder and those above it, up to the working directory. */
export function foldersUp(folder: string): string[] {
  const folders = [folder];
  while (folder !== "." && folder !== "/" && !folder.endsWith("..")) {
    folder = posix.dirname(folder);
    folders.push(folder);
  }
  return folders;
}

function firstOf<A, B>(items: readonly A[], ask: (item: A) => B | undefined): B | undefined {
  for (const item of items) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** A pattern with one star, as `paths` and `imports` have it. */
const starred = (name: string) => new RegExp(`^${name.split("*").map(escapeRegExp).join("(.*)")}$`);

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

type Manifest = Readonly<Partial<Record<"name" | "exports" | "source" | "module" | "main" | "types", unknown>>>;

interface Package {
  readonly folder: string;
  /** The files that the manifest names for an entry, and the sources that they are likely built from. */
  entries(entry: string): readonly string[];
}

/** The packages of the tree by name: of every folder with a manifest above a file that is linted. */
function packagesOf(read: Read, paths: Iterable<string>): ReadonlyMap<string, Package> {
  const found = new Map<string, Package>();
  const folders = new Set<string>();
  for (const path of paths)
    for (const folder of foldersUp(posix.dirname(path))) {
      if (folders.has(folder)) break;
      folders.add(folder);
      const text = read(posix.join(folder, "package.json"));
      const manifest = text === undefined ? undefined : (parseJsonc(text) as Manifest | undefined);
      if (manifest && typeof manifest.name === "string")
        found.set(manifest.name, { folder, entries: (entry) => entriesOf(manifest, entry) });
    }
  return found;
}

function entriesOf(manifest: Manifest, entry: string): readonly string[] {
  const { exports, source, module, main, types } = manifest;
  const table =
    typeof exports === "object" && exports !== null ? (exports as Record<string, unknown>) : { ".": exports };
  const named = entry === "." ? [source, table["."] ?? exports, module, main, types] : [table[entry]];
  return filesNamed(named);
}

/** The files that a manifest names, each after the source that it is likely built from. */
const filesNamed = (value: unknown): readonly string[] =>
  stringsIn(value).flatMap((path) => [
    path.replace(/(^|\/)(?:dist|build|lib|out)\//, "$1src/").replace(/\.d\.([cm]?ts)$/, ".$1"),
    path,
  ]);

const stringsIn = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];
