/** What a user installs: packed from a copy of the tree, installed into an empty folder, and run there. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rules } from "../rules/index.js";
import { environment, servers } from "./support/cli.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mcp-lint-package-"));
const user = join(folder, "user");
let packed: { filename: string; files: { path: string; mode: number }[] };

/** A command of npm's, wherever it is installed. */
const npm = (cwd: string, command: "npm" | "npx", ...args: string[]) =>
  execFileSync(command, args, { cwd, env: environment(), encoding: "utf8", shell: process.platform === "win32" });

beforeAll(() => {
  // `npm pack` builds, and that would pull dist from under the other tests.
  const tree = join(folder, "tree");
  const left = new Set(["node_modules", ".git", "dist", "coverage"]);
  cpSync(root, tree, { recursive: true, filter: (path) => !left.has(basename(path)) });
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"), "junction");
  const printed = npm(tree, "npm", "pack", "--json", "--loglevel=error", "--pack-destination", folder);
  // What the build prints comes before.
  [packed] = JSON.parse(printed.slice(printed.search(/^\[/m)));

  mkdirSync(user);
  writeFileSync(join(user, "package.json"), '{ "private": true, "type": "module" }');
  npm(user, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", join(folder, packed.filename));
  writeFileSync(join(user, "server.ts"), servers.losesRule);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  test("holds what a user needs", () => {
    const paths = packed.files.map(({ path }) => path);
    const needed = [
      "package.json",
      "README.md",
      "LICENSE",
      "dist/src/cli.js",
      "dist/src/index.js",
      "dist/src/index.d.ts",
      "dist/src/evals.js",
      "dist/src/guard.js",
      "matchers/github.json",
      "matchers/vscode.json",
      "matchers/vscode-tasks.json",
      "schema/config.schema.json",
      "schema/output.schema.json",
      "src/fix/scaffold/reply.ts",
      "src/fix/scaffold/reply.js",
      ...rules.flatMap(({ id }) => [`rules/${id}.md`, `dist/rules/${id}.js`]),
    ];
    expect(paths).toEqual(expect.arrayContaining(needed));
  });

  test("and nothing more", () => {
    const wanted =
      /^(?:package\.json|README\.md|LICENSE|dist\/(?:src|rules)\/[\w/-]+\.(?:js|d\.ts)|rules\/[\w-]+\.md|(?:schema|matchers)\/[\w.-]+\.json|src\/fix\/scaffold\/[\w-]+\.[jt]s)$/;
    expect(packed.files.map(({ path }) => path).filter((path) => !wanted.test(path))).toEqual([]);
    expect(packed.files.filter(({ path }) => /test|fixture|scripts\//.test(path))).toEqual([]);
  });

  test("runs where it is installed: version, lint, page, fix", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(npm(user, "npx", "--no-install", "mcp-lint", "--version")).toBe(`${version}\n`);
    expect(npm(user, "npx", "--no-install", "mcp-lint", "explain", "reply-drops-text")).toMatch(
      /^# reply-drops-text\n/,
    );
    const bin = join(user, "node_modules", "mcp-lint", "dist", "src", "cli.js");
    const lint = spawnSync(process.execPath, [bin, "--format", "line"], {
      cwd: user,
      env: environment(),
      encoding: "utf8",
    });
    expect(lint).toMatchObject({ status: 1, stderr: "" });
    expect(lint.stdout).toMatch(/^server\.ts:7:10-7:\d+: error .* \[instruction-only-in-text\]\n$/);
    expect(npm(user, "npx", "--no-install", "mcp-lint", "--fix")).toMatch(
      /^fixed 1 in 2 files, new: reply\.ts; clean: /,
    );
  });

  test("is a library with types", () => {
    writeFileSync(
      join(user, "use.ts"),
      `import { defaultConfig, lint, type LintResult, memorySources } from "mcp-lint";
import { readRun, type Run, says, transcript } from "mcp-lint/evals";
import { expectDelivered, expectEveryReply } from "mcp-lint/guard";

export const line = async (path: string): Promise<string> => {
  const run: Run = await readRun(path, { server: "history" });
  return says(run.answer, /done/i) ? transcript(run) : run.calls.map(({ read }) => read).join();
};
export const guards: readonly ((path: string) => Promise<void>)[] = [expectDelivered, expectEveryReply];

const files = new Map([["a.ts", ${JSON.stringify(servers.losesRule)}]]);
const result: LintResult = await lint(memorySources(files), defaultConfig);
const found: readonly string[] = result.diagnostics.map(({ rule }) => rule);
export { found };
`,
    );
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const options =
      "--target es2023 --module nodenext --strict --exactOptionalPropertyTypes --skipLibCheck false".split(" ");
    const checked = spawnSync(process.execPath, [tsc, ...options, "--ignoreConfig", "use.ts"], {
      cwd: user,
      encoding: "utf8",
    });
    expect(checked.stdout).toBe("");
    const ran = execFileSync(
      process.execPath,
      ["--input-type=module", "-e", 'console.log((await import("./use.js")).found.join())'],
      { cwd: user, env: environment(), encoding: "utf8" },
    );
    expect(ran).toBe("instruction-only-in-text\n");
  });
});
