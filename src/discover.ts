/** Which files to lint: the given paths, without what a linter of sources has no business in. */
import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import picomatch from "picomatch";
import type { Config } from "./config.js";
import type { CheckError } from "./diagnostic.js";

const source = /\.[cm]?[jt]sx?$/;
const generated = /\.d\.[cm]?ts$|\.min\.[cm]?js$/;
const test = /\.(?:test|spec)\.[cm]?[jt]sx?$/;
const skippedFolders = new Set(
  "node_modules .git .hg .svn dist build out coverage .next .nuxt .output .svelte-kit .turbo .cache .vercel .wrangler .yarn vendor __generated__".split(
    " ",
  ),
);
const testFolders = new Set(
  "test tests __tests__ mock mocks __mocks__ fixture fixtures __fixtures__ e2e evals".split(" "),
);

export interface Discovered {
  /** Relative to the working directory, with forward slashes, sorted, each once. */
  readonly files: readonly string[];
  readonly errors: readonly CheckError[];
}

/** A folder's own .gitignore, and where its patterns are relative to. */
interface Ignores {
  readonly base: string;
  readonly rules: Ignore;
}

/** A path that is given is always looked at; the skips count below it. Links are followed only where they are given. */
export function discover(cwd: string, paths: readonly string[], config: Config): Discovered {
  const files = new Set<string>();
  const errors: CheckError[] = [];
  const included = picomatch([...config.include], { dot: true });
  const excluded = picomatch([...config.exclude], { dot: true });
  const isIncluded = config.include.length ? included : () => false;
  const isExcluded = config.exclude.length ? excluded : () => false;
  const reaches = config.include.map((pattern) => picomatch.scan(pattern).base);
  const name = (path: string) => relative(cwd, path).split(sep).join("/") || ".";

  for (const path of paths) {
    const at = resolve(cwd, path);
    try {
      const stat = statSync(at);
      if (stat.isDirectory()) walk(at, ignoresAbove(cwd, at));
      else if (!stat.isFile()) fault(at, "it is no file and no folder");
      else if (source.test(at)) files.add(name(at));
      else fault(at, "it is no TypeScript or JavaScript file");
    } catch (error) {
      fault(at, reason(error));
    }
  }
  return { files: [...files].sort(), errors };

  function fault(path: string, why: string): void {
    errors.push({ file: name(path), message: why });
  }

  function walk(root: string, above: readonly Ignores[]): void {
    const stack: { folder: string; ignores: readonly Ignores[] }[] = [{ folder: root, ignores: above }];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { folder } = next;
      try {
        const entries = readdirSync(folder, { withFileTypes: true });
        const ignores = entries.some((entry) => entry.name === ".gitignore" && entry.isFile())
          ? [...next.ignores, ignoresOf(folder)]
          : next.ignores;
        for (const entry of entries) {
          const at = join(folder, entry.name);
          if (entry.isDirectory()) {
            if (entersFolder(at, entry.name, ignores)) stack.push({ folder: at, ignores });
          } else if (entry.isFile() && source.test(entry.name) && takesFile(at, entry.name, ignores))
            files.add(name(at));
        }
      } catch (error) {
        fault(folder, reason(error));
      }
    }
  }

  function entersFolder(at: string, entry: string, ignores: readonly Ignores[]): boolean {
    const path = name(at);
    if (entry === "node_modules" || entry === ".git") return false;
    if (isExcluded(path)) return false;
    const skipped = skippedFolders.has(entry) || testFolders.has(entry) || isIgnored(`${at}/`, ignores);
    return (
      !skipped ||
      isIncluded(path) ||
      reaches.some(
        (base) => base === path || base.startsWith(`${path}/`) || (path.startsWith(`${base}/`) && base !== ""),
      )
    );
  }

  function takesFile(at: string, entry: string, ignores: readonly Ignores[]): boolean {
    const path = name(at);
    if (isExcluded(path)) return false;
    if (isIncluded(path)) return true;
    return !generated.test(entry) && !test.test(entry) && !isIgnored(at, ignores) && !inSkipped(at);
  }

  /** Below a skipped folder that was entered for an `include` pattern, only what matches it counts. */
  function inSkipped(at: string): boolean {
    const inside = paths.map((path) => relative(resolve(cwd, path), at)).filter((path) => !path.startsWith(".."));
    return (
      inside.length > 0 &&
      inside.every((path) =>
        path
          .split(sep)
          .slice(0, -1)
          .some((part) => skippedFolders.has(part) || testFolders.has(part)),
      )
    );
  }
}

function isIgnored(at: string, ignores: readonly Ignores[]): boolean {
  let ignored = false;
  for (const { base, rules } of ignores) {
    const folder = at.endsWith("/") ? "/" : "";
    const path = relative(base, at).split(sep).join("/");
    if (path === "" || path.startsWith("..")) continue;
    const answer = rules.test(`${path}${folder}`);
    if (answer.ignored) ignored = true;
    if (answer.unignored) ignored = false;
  }
  return ignored;
}

const ignoresOf = (folder: string): Ignores => ({
  base: folder,
  rules: ignore({ allowRelativePaths: true }).add(readFileSync(join(folder, ".gitignore"), "utf8")),
});

/** The .gitignore files between the working directory and a given path below it: they name what is in it, not itself. */
function ignoresAbove(cwd: string, at: string): readonly Ignores[] {
  const steps = relative(cwd, at)
    .split(sep)
    .filter((part) => part !== "");
  if (steps[0] === "..") return [];
  const folders = steps.map((_, index) => join(cwd, ...steps.slice(0, index)));
  const found = folders
    .filter((folder) => lstatSync(join(folder, ".gitignore"), { throwIfNoEntry: false })?.isFile())
    .map(ignoresOf);
  // A folder that is named is looked at, whatever an ignore file above says of it.
  return found.filter(({ base, rules }) => !rules.ignores(`${relative(base, at).split(sep).join("/")}/`));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "it may not be read",
  ELOOP: "its links go round in circles",
};
const reason = (error: unknown) =>
  reasons[(error as NodeJS.ErrnoException).code ?? ""] ?? (error instanceof Error ? error.message : String(error));
