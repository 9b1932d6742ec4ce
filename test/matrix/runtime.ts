/** A framework under `fixtures/runtimes`: laid out in a folder of its own, installed, compiled, started and called. */
import { execFileSync, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runtimes = join(root, "fixtures", "runtimes");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
/** Outside the repository, so that no package of its own is found; kept, so that an install serves until the lockfile changes. */
const home = process.env.MCP_LINT_MATRIX ?? join(tmpdir(), "mcp-lint-matrix");

/** `runtime.json`: what is known of a framework. */
export interface Runtime {
  readonly name: string;
  /** The package whose version counts. */
  readonly package: string;
  /** The programs that are called. */
  readonly programs: readonly string[];
  /** The tools whose handlers write a note themselves, and what becomes of it. */
  readonly note: Readonly<Record<string, string>>;
  /** Files that can't be run here, and are type-checked alone. */
  readonly typesOnly?: readonly string[];
  /** The command that builds it, where that isn't `tsc`. */
  readonly build?: readonly string[];
  /** What mcp-lint can't do with it yet. */
  readonly pending?: Pending;
}

export interface Pending {
  /** Where a finding doesn't meet a want, or a want has no finding, as `file:line`. */
  readonly unmet?: readonly string[];
  /** Results of tools whose name is not known, as `file:line`. */
  readonly unnamed?: readonly string[];
  /** Tools whose framing doesn't arrive after `--fix`, or that it breaks. */
  readonly unfixed?: readonly string[];
}

export interface Result {
  readonly text?: string;
  readonly view?: Record<string, unknown> | undefined;
  readonly isError?: boolean;
  /** What the client threw instead. */
  readonly thrown?: string;
}
export interface Called {
  readonly tools: readonly string[];
  readonly withOutputSchema: readonly string[];
  readonly results: Readonly<Record<string, Result>>;
}

export const names = (): string[] =>
  readdirSync(runtimes, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(runtimes, entry.name, "runtime.json")))
    .map(({ name }) => name)
    .sort();

export const folderOf = (name: string): string => join(runtimes, name);

export function readRuntime(name: string): Runtime {
  return { name, ...JSON.parse(readFileSync(join(runtimes, name, "runtime.json"), "utf8")) };
}

/** Never part of a program: goldens, what a fix lays in, and what a build or an install leaves. */
const ours = (path: string) =>
  !/\.fixed\.\w+$|^(?:reply|note)\.ts$|^(?:dist|node_modules|\.xmcp)$/.test(basename(path));

/** The source files of a runtime's programs, relative to its folder. */
export function sourceFilesOf(folder: string): string[] {
  const below = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      const inner = join(path, entry.name);
      if (!ours(inner)) return [];
      return entry.isDirectory() ? below(inner) : /(?<!\.d)\.ts$/.test(entry.name) ? [relative(folder, inner)] : [];
    });
  return below(folder).sort();
}

/** A fresh copy of a runtime's sources beside its installed packages. */
export function layOut(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder))
    if (!/^(?:node_modules|installed)$/.test(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
  cpSync(join(runtimes, name), folder, { recursive: true, filter: ours });
  cpSync(join(runtimes, "tsconfig.json"), join(home, "tsconfig.json"));
  return folder;
}

/** Runs `npm ci` where the lockfile is not the one that was installed last. */
export function install(folder: string): void {
  const files = ["package.json", "package-lock.json"].map((file) => readFileSync(join(folder, file)));
  const hash = files.reduce((sum, file) => sum.update(file), createHash("sha256")).digest("hex");
  const stamp = join(folder, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  rmSync(stamp, { force: true });
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], folder);
  writeFileSync(stamp, hash);
}

export function versionOf(folder: string, name: string): string {
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return lock.packages[`node_modules/${name}`].version;
}

/** Type-checks it, and compiles it into `dist`. Throws with the compiler's words. */
export function build(folder: string, { build: command }: Runtime): void {
  run(process.execPath, [tsc, "-p", folder, ...(command ? ["--noEmit"] : [])], folder);
  const [bin = "", ...args] = command ?? [];
  if (command) run(process.execPath, [join(folder, "node_modules", bin), ...args], folder);
}

function run(command: string, args: readonly string[], cwd: string): void {
  try {
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${basename(command)} ${args.join(" ")} failed:\n${stdout}${stderr}`.slice(0, 4000));
  }
}

/** What a client that checks views gets from every tool of a program. */
export async function call(folder: string, program: string): Promise<Called> {
  const child = fork(join(root, "test", "matrix", "call.mjs"), [folder, program], { cwd: folder, silent: true });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout?.resume();
  const timer = setTimeout(() => child.kill(), 60_000);
  const answer = await new Promise<unknown>((resolve) => {
    child.once("message", resolve);
    child.once("exit", () => setTimeout(() => resolve(undefined), 100));
  });
  clearTimeout(timer);
  child.kill();
  const { failed, ...called } = (answer ?? { failed: "it ended without a word" }) as Called & { failed?: string };
  if (failed !== undefined) throw new Error(`${program} can't be called: ${failed}\n${stderr.slice(-2000)}`);
  return called;
}

/** What became of the note in a view: it arrives, the framework takes it out, or the result is refused. */
export function noteIn({ view, isError, thrown, text }: Result): string {
  if (thrown !== undefined) return "rejected by the client";
  if (isError) return "rejected by the server";
  if (view === undefined) return text?.includes('"note"') ? "only in the text" : "no view";
  return view.note === undefined ? "stripped" : "kept";
}
