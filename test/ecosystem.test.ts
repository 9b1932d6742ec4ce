/** The action and the pre-commit hook: what their script runs, with what, and in whose name. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { environment, project, servers } from "./support/cli.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const script = (cwd: string, variables: Readonly<Record<string, string>>, ...args: string[]) =>
  spawnSync("bash", [join(root, "scripts/run.sh"), ...args], { cwd, env: environment(variables), encoding: "utf8" });

describe("the script of the action and the hook", () => {
  test("hands on paths, formats, a SARIF file, a baseline and a summary, and the linter's status", () => {
    const folder = project({
      "rules/a.ts": servers.losesRule,
      "a b/c.ts": servers.clean,
      "left.ts": servers.losesRule,
    });
    const summary = join(folder, "summary.md");
    const { status, stdout, stderr } = script(folder, {
      MCP_LINT_PATHS: "rules\na b/c.ts\n\n",
      MCP_LINT_FORMAT: "line\njson=lint.json\n",
      MCP_LINT_SARIF_FILE: "lint.sarif",
      MCP_LINT_SUMMARY: "true",
      GITHUB_STEP_SUMMARY: summary,
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toMatch(/^rules\/a\.ts:7:.*\n$/);
    expect(JSON.parse(readFileSync(join(folder, "lint.json"), "utf8")).files.scanned).toBe(2);
    expect(JSON.parse(readFileSync(join(folder, "lint.sarif"), "utf8")).runs).toHaveLength(1);
    expect(readFileSync(summary, "utf8")).toContain("instruction-only-in-text");
    const known = { MCP_LINT_BASELINE: "known.json" };
    expect(script(folder, known)).toMatchObject({ status: 2, stderr: expect.stringContaining("`known.json`") });
    expect(script(folder, known, "--update-baseline").status).toBe(0);
    expect(script(folder, known).status).toBe(0);
  });

  test("takes no input for a command", () => {
    const folder = project({ "a.ts": servers.clean });
    const { status } = script(folder, {
      MCP_LINT_PATHS: "$(touch made); `touch made`\n--fix",
      MCP_LINT_FORMAT: "line",
    });
    expect(status).toBe(2);
    expect(statSync(join(folder, "made"), { throwIfNoEntry: false })).toBeUndefined();
  });

  test("prefers what the project has installed", () => {
    const folder = project({
      "a.ts": servers.clean,
      "node_modules/mcp-lint/package.json": '{ "type": "module" }',
      "node_modules/mcp-lint/dist/src/cli.js": "console.log('the own one', process.argv.slice(2).join());",
    });
    expect(script(folder, {}, "--format", "line", "a.ts").stdout).toBe("the own one --format,line,a.ts\n");
  });
});

describe("the action", () => {
  const text = textOf("action.yml");

  test("hands every input to the script as a variable that it reads, and none in the text of a command", () => {
    const inputs = [...text.matchAll(/^ {2}([\w-]+):\n {4}description:/gm)].map(([, name]) => name);
    expect(inputs).toEqual(["paths", "format", "sarif-file", "baseline", "summary", "working-directory"]);
    const handed = [...text.matchAll(/^ {8}(MCP_LINT_\w+): \$\{\{ inputs\.([\w-]+) \}\}$/gm)];
    expect(handed.map(([, , name]) => name)).toEqual(inputs.slice(0, -1));
    for (const [, variable = "?"] of handed) expect(textOf("scripts/run.sh")).toContain(`\${${variable}:-}`);
    expect(text.split(/^ +run: /m)[1]).not.toContain("{{");
  });
});

describe("the pre-commit hook", () => {
  const text = textOf(".pre-commit-hooks.yaml");

  test("runs the script, which may be run", () => {
    expect(text).toContain("  entry: scripts/run.sh\n  language: script\n");
    if (process.platform !== "win32") expect(statSync(join(root, "scripts/run.sh")).mode & 0o111).not.toBe(0);
  });

  test("leaves out what a run without names skips", () => {
    const left = new RegExp(/^ {2}exclude: '(.*)'$/m.exec(text)?.[1] ?? "$^");
    for (const path of [
      "test/a.ts",
      "src/__tests__/a.ts",
      "a.test.ts",
      "dist/a.js",
      "a.d.ts",
      "x/fixtures/a.ts",
      "a.min.js",
    ])
      expect({ path, left: left.test(path) }).toEqual({ path, left: true });
    for (const path of ["src/a.ts", "latest/a.ts", "src/testing.ts", "examples/a.ts", "distance/a.ts"])
      expect({ path, left: left.test(path) }).toEqual({ path, left: false });
  });
});
