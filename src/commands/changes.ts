/** `--changed[=ref]` and `--staged`: which files Git calls changed, and the program as the index holds it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { posix, resolve } from "node:path";
import { UnreadableError, UsageError } from "../errors.js";
import { isSource, type Sources } from "../sources.js";
import type { Context } from "./context.js";
import type { Found } from "./setup.js";

export interface ChangeOptions {
  /** A ref; empty for the upstream branch. */
  readonly changed?: string;
  readonly staged?: boolean;
}

export interface Changes {
  readonly option: "--changed" | "--staged";
  /** The changed files, those that are gone too, relative to the working directory, with forward slashes. */
  readonly files: ReadonlySet<string>;
  /** Files whose text on the disk is not that of the index; with `--staged` alone. */
  readonly unstaged: ReadonlySet<string>;
  /** Files that Git does not know and does not ignore; with `--staged` alone: they are in no commit. */
  readonly untracked: ReadonlySet<string>;
  /** The text of a file in the index, as a checkout would write it. Throws an UnreadableError. */
  indexed(file: string): string;
}

/** What has changed; undefined where nobody asks. Throws a UsageError where Git can't tell. */
export function changesOf(cwd: string, { changed, staged }: ChangeOptions): Changes | undefined {
  if (changed === undefined && !staged) return undefined;
  const option = staged ? "--staged" : "--changed";
  const git = gitIn(cwd, option);
  const prefix = git.asked("rev-parse", "--show-prefix").trimEnd();
  const here = (name: string) => posix.relative(`/${prefix}`, `/${name}`);
  const names = (...args: string[]) => new Set(git.names(...args).map(here));
  const difference = (...args: string[]) =>
    names("diff", "--name-only", "-z", "--no-renames", "--no-relative", "--no-ext-diff", ...args);
  const untracked = names("ls-files", "--others", "--exclude-standard", "-z", "--full-name", "--", ":/");
  const indexed = (file: string) => {
    const name = posix.join(prefix, file);
    const text = git.tried("cat-file", "--filters", `:${name}`);
    if (text === undefined) throw new UnreadableError("the index has no text of it: it is deleted, or in conflict");
    return text;
  };
  if (staged) return { option, files: difference("--cached"), unstaged: difference(), untracked, indexed };
  const files = new Set([...difference(git.mergeBase(changed ?? "")), ...untracked]);
  return { option, files, unstaged: new Set(), untracked: new Set(), indexed };
}

/** The sources as the index holds them: what is not staged is not seen. */
function indexSources(sources: Sources, { unstaged, untracked, indexed }: Changes): Sources {
  const texts = new Map<string, string>();
  const text = (path: string) => {
    const known = texts.get(path) ?? indexed(path);
    texts.set(path, known);
    return known;
  };
  const isTracked = (path: string) => !untracked.has(path);
  return {
    paths: () => [...sources.paths()].filter(isTracked),
    tests: () => [...(sources.tests?.() ?? [])].filter(isTracked),
    isNamed: (path) => sources.isNamed?.(path) ?? false,
    read: (path) => (unstaged.has(path) ? text(path) : isTracked(path) ? sources.read(path) : undefined),
    holds(path, needles) {
      if (!unstaged.has(path) && sources.holds) return sources.holds(path, needles);
      return needles.some((needle) => text(path).includes(needle));
    },
  };
}

/** What there is to look at, narrowed to what has changed: says so where that is nothing. */
export function onlyChanged({ sources, errors, only }: Found, changes: Changes, { cwd, note }: Context): Found {
  const { files, unstaged } = changes;
  const seen = changes.option === "--staged" ? indexSources(sources, changes) : sources;
  // Not among the files of the disk, it may be one to lint.
  const gone = [...files].filter((file) => unstaged.has(file) && isSource(file) && !existsSync(resolve(cwd, file)));
  const failed = gone.map((file) => ({ file, message: "it is staged, and gone from the disk" }));
  const isNothing = [...seen.paths(), ...(seen.tests?.() ?? [])].every(
    (file) => !files.has(file) || (only && !only.has(file)),
  );
  if (isNothing && gone.length === 0) note(`mcp-lint: no ${changes.option.slice(2)} file to look at\n`);
  return {
    sources: isNothing ? { ...seen, paths: () => [], tests: () => [] } : seen,
    errors: [...errors, ...failed],
    only: only ? new Set([...files].filter((file) => only.has(file))) : files,
  };
}

/** A fix of what is staged would take along what is not. Throws a UsageError. */
export function refusePartlyStaged(files: Iterable<string>, { unstaged }: Changes): void {
  const partly = [...files].filter((file) => unstaged.has(file));
  if (partly.length > 0)
    throw new UsageError(
      partly
        .map((file) => `\`${file}\` has changes that are not staged: stage or stash them, or leave out \`--fix\``)
        .join("\n"),
    );
}

/** Git in a folder. `tried` is undefined where Git fails, the others throw a UsageError with what it said. */
function gitIn(cwd: string, option: string) {
  const run = (args: readonly string[]) => {
    // A look takes no lock: another command may be at work, the very commit that calls us.
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0" };
    const done = spawnSync("git", args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 30 });
    const { error } = done as { error?: NodeJS.ErrnoException };
    if (error)
      throw new UsageError(
        `\`${option}\` asks Git, and ${error.code === "ENOENT" ? "it is not installed" : error.message}`,
      );
    return done;
  };
  const tried = (...args: string[]): string | undefined => {
    const { status, stdout } = run(args);
    return status === 0 ? stdout : undefined;
  };
  const asked = (...args: string[]): string => {
    const { status, stdout, stderr } = run(args);
    if (status !== 0) throw new UsageError(`\`${option}\` asks Git, and it says: ${stderr.trim().split("\n")[0]}`);
    return stdout;
  };
  const commit = (ref: string) =>
    tried("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)?.trim();
  return {
    tried,
    asked,
    names: (...args: string[]) =>
      asked(...args)
        .split("\0")
        .filter((name) => name !== ""),
    /** The commit where this branch left another one: by default its upstream, else the default branch of `origin`. */
    mergeBase(ref: string): string {
      const known = ref === "" ? (commit("@{upstream}") ?? commit("origin/HEAD")) : commit(ref);
      if (known === undefined && ref === "")
        throw new UsageError("there is no upstream branch: name what to compare with, `--changed=main`");
      if (known === undefined) throw new UsageError(`\`--changed=${ref}\` names no commit`);
      const base = tried("merge-base", "HEAD", known)?.trim();
      if (base) return base;
      throw new UsageError("no shared commit is known here; a shallow clone needs more of its history");
    },
  };
}
