/** Which files to lint: the given paths, without what a linter of sources has no business in. */
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { asConfigured, type Config } from "./config.js";
import type { CheckError } from "./diagnostic.js";
import { reasonOf } from "./errors.js";
import { type IgnoreFile, ignoreFile, named, opinion, takenBack } from "./gitignore.js";
import { matcherOf, reachOf } from "./globs.js";
import { isSource } from "./sources.js";
import { textOfFile } from "./text-file.js";

/** Made by a tool, or no server's code. */
const madeFile = /\.d\.[cm]?ts$|\.min\.[cm]?js$/;
const skippedFile = new RegExp(`${madeFile.source}|\\.(?:test|spec)\\.`);
const testFile = /\.(?:test|spec)\.[cm]?[jt]sx?$/;
/** The skipped folders that hold harnesses: some rules ask for them. */
const testFolders = new Set(["test", "tests", "__tests__", "e2e", "evals"]);
const neverEntered = new Set(["node_modules", ".git"]);
const skippedFolders = new Set(
  [
    "node_modules .git .hg .svn .jj .yarn .pnpm-store bower_components vendor",
    "dist build out coverage .next .nuxt .output .svelte-kit .astro .angular .vite .expo .docusaurus __generated__",
    ".turbo .cache .parcel-cache .nx .nyc_output .vercel .netlify .wrangler .serverless .aws-sam .venv",
    "test tests __tests__ mock mocks __mocks__ fixture fixtures __fixtures__ e2e evals",
  ].flatMap((names) => names.split(" ")),
);

export interface Discovered {
  /** Relative to the working directory, with forward slashes, sorted, each once. */
  readonly files: readonly string[];
  /** Tests and evals, which only the rules that ask for them look at. */
  readonly tests: readonly string[];
  /** Those of them that were given as files. */
  readonly named: readonly string[];
  /** The paths that could not be looked at. */
  readonly errors: readonly CheckError[];
}

/** A folder to read: its absolute path, its name as files of it are reported, and what is known from above. */
interface Folder {
  readonly at: string;
  /** Relative to the working directory, with a slash at its end; empty for that itself. */
  readonly name: string;
  readonly ignores: readonly IgnoreFile[];
  /** Whether it is skipped by default, and only entered for what `include` may bring in. */
  readonly isSkipped: boolean;
  /** Whether it is, or stands in, a folder of tests or evals. */
  readonly isTest: boolean;
}

/**
 * The files of the given paths (files, folders, or globs that no shell has expanded), relative to `cwd`. What is named is
 * always looked at; the skips count below it. Links are followed where they are named, and not below: what they lead to
 * is found in its own place, and loops end.
 */
export function discover(cwd: string, paths: readonly string[], config: Config): Discovered {
  const home = slashed(resolve(cwd));
  const files = new Set<string>();
  const named = new Set<string>();
  const tests = new Set<string>();
  const errors: CheckError[] = [];
  const isIncluded = matcherOf(config.include);
  const isExcluded = matcherOf(config.exclude);
  const canHoldIncluded = reachOf(config.include);

  for (const path of paths) {
    try {
      look(path);
    } catch (error) {
      tell(slashed(path), error);
    }
  }
  const all = new Set([...files, ...named]);
  return {
    files: [...all].sort(),
    tests: [...tests].filter((name) => !all.has(name)).sort(),
    named: [...named],
    errors: errors.sort(byFile),
  };

  function tell(file: string, error: unknown): void {
    errors.push({ file, message: reasonOf(error) });
  }

  function look(path: string): void {
    if (path === "") throw new Error("the path is empty");
    const { base, glob, isGlob } = picomatch.scan(slashed(path));
    if (isGlob && !existsSync(resolve(cwd, path))) {
      const found = files.size;
      const root = place(base || ".");
      const matches = picomatch(glob, { dot: true });
      walk(root, (at) => matches(at.slice(root.length + 1)));
      if (files.size === found) throw new Error("no file matches");
      return;
    }
    const at = place(path);
    const stat = statSync(at);
    if (stat.isDirectory()) walk(at);
    else if (!stat.isFile()) throw new Error("it is no file and no folder");
    else if (isSource(at)) named.add(nameOf(at));
    else throw new Error("it is no TypeScript or JavaScript file");
  }

  /** Where a given path leads, by its name inside the working directory if it has one, so that no file comes twice. */
  function place(path: string): string {
    const inside = relative(realpathSync(cwd), realpathSync(resolve(cwd, path)));
    const isInside = inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
    return slashed(resolve(cwd, isInside ? inside : path));
  }

  function nameOf(at: string): string {
    return slashed(relative(home, at));
  }

  function walk(root: string, isWanted: (at: string) => boolean = () => true): void {
    const name = nameOf(root);
    const start = {
      at: root,
      name: name && `${name}/`,
      ignores: ignoresAbove(root, home),
      isSkipped: false,
      isTest: false,
    };
    const stack: Folder[] = [start];
    for (let folder = stack.pop(); folder; folder = stack.pop()) {
      try {
        for (const below of readFolder(folder, isWanted)) stack.push(below);
      } catch (error) {
        tell(folder.name.slice(0, -1) || ".", error);
      }
    }
  }

  /** Takes the files of a folder; answers with the folders in it that are to be read. */
  function readFolder(folder: Folder, isWanted: (at: string) => boolean): Folder[] {
    const entries = readdirSync(folder.at, { withFileTypes: true });
    const ignores = entries.some((entry) => entry.name === ".gitignore" && entry.isFile())
      ? [...folder.ignores, ...ignoresIn(folder.at, ".gitignore")]
      : folder.ignores;
    const below: Folder[] = [];
    for (const entry of entries) {
      const at = `${folder.at}/${entry.name}`;
      // From above, the way leads back into the working directory.
      const name = folder.name.startsWith("../") ? nameOf(at) : `${folder.name}${entry.name}`;
      if (entry.isDirectory()) {
        const next = enter(entry.name, { ...folder, at, name: name && `${name}/`, ignores });
        if (next) below.push(next);
      } else if (entry.isFile() && isSource(entry.name) && isWanted(at)) {
        const configured = asConfigured(config, name);
        if (isExcluded(configured)) continue;
        const isIgnored = opinion(at, ignores) === "ignored";
        const isSkipped = folder.isSkipped || skippedFile.test(entry.name) || isIgnored;
        const isTest = folder.isTest || (!folder.isSkipped && testFile.test(entry.name));
        if (!isSkipped || isIncluded(configured)) files.add(name);
        else if (isTest && !isIgnored && !madeFile.test(entry.name)) tests.add(name);
      }
    }
    return below;
  }

  function enter(entry: string, folder: Folder): Folder | undefined {
    if (neverEntered.has(entry)) return undefined;
    const configured = asConfigured(config, folder.name.slice(0, -1));
    if (isExcluded(configured)) return undefined;
    const said = opinion(`${folder.at}/`, folder.ignores);
    if (!folder.isSkipped && !skippedFolders.has(entry) && said !== "ignored")
      return said === "none" ? folder : { ...folder, ignores: takenBack(`${folder.at}/`, folder.ignores) };
    const isTest = folder.isTest ? !skippedFolders.has(entry) : !folder.isSkipped && testFolders.has(entry);
    if (isTest && said !== "ignored") return { ...folder, isSkipped: true, isTest: true };
    return canHoldIncluded(configured) ? { ...folder, isSkipped: true, isTest: false } : undefined;
  }
}

/**
 * The ignore files above a named folder, up to the root of its repository, or, where there is none, to the working
 * directory. The folder is looked at whatever they say of itself.
 */
function ignoresAbove(at: string, home: string): readonly IgnoreFile[] {
  let above: IgnoreFile[] = [];
  for (let folder = at; ; folder = dirname(folder)) {
    if (folder !== at) above = [...ignoresIn(folder, ".gitignore"), ...above];
    if (existsSync(join(folder, ".git"))) return named(`${at}/`, [...excludesOf(folder), ...above]);
    if (dirname(folder) === folder) break;
  }
  const inside = above.filter(({ folder }) => folder.startsWith(`${home}/`));
  return named(`${at}/`, inside);
}

/** What the repository of a folder excludes without a file of its own: all of its working trees share that. */
function excludesOf(folder: string): IgnoreFile[] {
  const git = join(folder, ".git");
  const stat = statSync(git);
  if (stat.isDirectory()) return ignoresIn(folder, ".git/info/exclude");
  const own = stat.isFile() ? /^gitdir: (.+)$/m.exec(textOfFile(git))?.[1] : undefined;
  if (own === undefined) return [];
  const tree = resolve(folder, own);
  const link = join(tree, "commondir");
  return ignoresIn(folder, join(existsSync(link) ? resolve(tree, textOfFile(link).trim()) : tree, "info/exclude"));
}

/** An ignore file, if it is there; Git follows no link here. Its patterns start at the folder, wherever it stands. */
function ignoresIn(folder: string, name: string): IgnoreFile[] {
  const path = resolve(folder, name);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return [];
  return [ignoreFile(`${folder}/`, textOfFile(path).split(/\r?\n/))];
}

const byFile = (a: CheckError, b: CheckError) => ((a.file ?? "") < (b.file ?? "") ? -1 : 1);
const slashed = (path: string) => path.split(sep).join("/");
