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
export function moduleResolver(read: Read): (from: string, specifier: string) => string | undefined {
  const memo = new Map<string, string | undefined>();
  const aliases = new Map<string, readonly Alias[]>();
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

  interface Alias {
    readonly pattern: RegExp;
    readonly targets: readonly string[];
  }

  /** The `paths` of the nearest tsconfig that has some, through `extends` with relative paths. */
  function aliasesOf(folder: string): readonly Alias[] {
    const known = aliases.get(folder);
    if (known) return known;
    const config = firstOf(foldersUp(folder), (up) => paths(posix.join(up, "tsconfig.json"), 0)) ?? [];
    aliases.set(folder, config);
    return config;
  }

  function paths(config: string, depth: number): readonly Alias[] | undefined {
    const text = depth < 8 ? read(config) : undefined;
    if (text === undefined) return undefined;
    const json: { extends?: unknown; compilerOptions?: { baseUrl?: unknown; paths?: Record<string, unknown> } } =
      parseJsonc(text, [], { allowTrailingComma: true }) ?? {};
    const options = json.compilerOptions;
    if (options?.paths && typeof options.paths === "object") {
      const base = posix.join(posix.dirname(config), typeof options.baseUrl === "string" ? options.baseUrl : ".");
      return Object.entries(options.paths).map(([name, targets]) => ({
        pattern: new RegExp(`^${name.split("*").map(escapeRegExp).join("(.*)")}$`),
        targets: (Array.isArray(targets) ? targets : []).map((target) => posix.join(base, String(target))),
      }));
    }
    const parents = [json.extends]
      .flat()
      .filter((parent): parent is string => typeof parent === "string" && parent.startsWith("."));
    return firstOf(parents, (parent) =>
      paths(posix.join(posix.dirname(config), parent.endsWith(".json") ? parent : `${parent}.json`), depth + 1),
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

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
