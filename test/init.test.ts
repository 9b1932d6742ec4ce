/** `mcp-lint init`: what it writes works, and what was there stays. */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initCommand } from "../src/commands/init.js";
import { githubWorkflow, gitlabJob, npm, vscodeTask } from "../src/commands/templates.js";
import { loadConfig } from "../src/config.js";
import { project, run, servers } from "./support/cli.js";
import { git, put } from "./support/git.js";

const textOf = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");
const said = (stdout: string) => stdout.split("\n").filter((line) => /^(?:wrote|kept) /.test(line));
const workflow = ".github/workflows/mcp-lint.yml";
const tasks = ".vscode/tasks.json";

describe("init", () => {
  test("writes a config, a CI job and an editor task, and asks nothing without a terminal", () => {
    const folder = project({ "src/a.ts": servers.clean });
    const { status, stdout, stderr } = run(folder, ["init"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(said(stdout)).toEqual(["wrote mcp-lint.config.json", `wrote ${workflow}`, `wrote ${tasks}`]);
    expect(loadConfig(folder, undefined, []).file).toBe("mcp-lint.config.json");
    expect(run(folder, [])).toMatchObject({ status: 0 });
  });

  test("overwrites nothing, and says what to add", () => {
    const own = {
      ".vscode/tasks.json": '{ "tasks": [] }',
      ".github/workflows/mcp-lint.yml": "mine",
      "reply.js": "mine",
    };
    const folder = project({ ...own, "mcp-lint.config.json": "{}" });
    const { status, stdout } = run(folder, ["init", "--helper"]);
    expect(status).toBe(0);
    expect(said(stdout)).toEqual([
      "kept mcp-lint.config.json",
      "kept reply.js",
      `kept ${workflow}`,
      `kept ${tasks}; to be added to it:`,
    ]);
    for (const [path, text] of Object.entries(own)) expect(textOf(folder, path)).toBe(text);
    const snippet = /to be added to it:\n\n([\s\S]*?)\n\n/.exec(stdout)?.[1] ?? "";
    expect(JSON.parse(snippet)).toEqual(vscodeTask(""));
  });

  test("run again, it changes nothing", () => {
    const folder = project({});
    run(folder, ["init", "--helper"]);
    const before = [workflow, tasks, "reply.js", "mcp-lint.config.json"].map((path) => textOf(folder, path));
    const { status, stdout } = run(folder, ["init", "--helper"]);
    expect(status).toBe(0);
    expect(stdout).not.toMatch(/wrote|to be added/);
    expect([workflow, tasks, "reply.js", "mcp-lint.config.json"].map((path) => textOf(folder, path))).toEqual(before);
  });

  test.each([
    ["tsconfig.json", "{}", "module", "src/reply.ts", "export function reply"],
    ["src/a.js", "", "module", "src/reply.js", "export function reply"],
    ["src/a.js", "", "commonjs", "src/reply.js", "module.exports = {"],
  ])("lays in the helper in the language of the package: %s, %j, %s", (path, text, type, module, part) => {
    const folder = project({ "src/a.ts": "", [path]: text, "package.json": JSON.stringify({ type }) });
    expect(said(run(folder, ["init", "--helper", "--no-ci", "--no-editor"]).stdout)).toEqual([
      "wrote mcp-lint.config.json",
      `wrote ${module}`,
    ]);
    expect(textOf(folder, module)).toContain(part);
    expect(loadConfig(folder, undefined, []).reply).toMatchObject({ name: "reply", module });
  });

  test("tells a config that is there of the helper", () => {
    const folder = project({ "package.json": '{ "type": "module", "mcp-lint": {} }' });
    const { stdout } = run(folder, ["init", "--helper", "--no-ci", "--no-editor"]);
    expect(stdout).toContain(
      'kept package.json; to be added to it:\n\n  "reply": {"name":"reply","module":"./reply.js"}\n\nwrote reply.js\n',
    );
  });

  test("in a package of a repository: the CI job and the task stand at its root, the config of the root is in force", () => {
    const folder = project({ "packages/a/package.json": "{}", "pnpm-lock.yaml": "", "mcp-lint.config.json": "{}" });
    git(folder, "init", "-q");
    const { stdout } = run(join(folder, "packages/a"), ["init"]);
    expect(said(stdout)).toEqual([
      "kept ../../mcp-lint.config.json",
      `wrote ../../${workflow}`,
      `wrote ../../${tasks}`,
    ]);
    expect(textOf(folder, workflow)).toContain('    defaults:\n      run:\n        working-directory: "packages/a"\n');
    expect(textOf(folder, workflow)).toContain("      - run: pnpm exec mcp-lint --format github\n");
    expect(JSON.parse(textOf(folder, tasks)).tasks[0].options.cwd).toBe("${workspaceFolder}/packages/a");
  });

  test("a job to paste where GitLab runs the CI", () => {
    const folder = project({ ".gitlab-ci.yml": "build:\n  script: make\n", "package-lock.json": "{}" });
    const { stdout } = run(folder, ["init"]);
    expect(stdout).toContain("kept .gitlab-ci.yml; to be added to it:\n\n  mcp-lint:\n    image: node:22\n");
    expect(stdout).toContain("      - npm ci\n      - ./node_modules/.bin/mcp-lint\n");
  });

  test("writes all or nothing, and needs a package", () => {
    const folder = project({ ".vscode": "a file" });
    expect(run(folder, ["init"])).toMatchObject({ status: 2, stdout: "" });
    expect(() => textOf(folder, "mcp-lint.config.json")).toThrow();
    symlinkSync("gone.json", join(folder, "mcp-lint.config.json"));
    expect(said(run(folder, ["init", "--no-editor", "--no-ci"]).stdout)).toEqual(["kept mcp-lint.config.json"]);
    put(folder, "below/a.ts", "");
    expect(run(join(folder, "below"), ["init"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("package.json"),
    });
  });

  test("asks where somebody answers: only for what no option says", async () => {
    const folder = project({});
    const asked: string[] = [];
    const context = { cwd: folder, out() {}, note() {}, width: 80, terminal: true, live: true };
    const ask = async (question: string, otherwise: boolean) => {
      asked.push(question);
      return !otherwise;
    };
    await initCommand({ editor: true }, { ...context, colors: {} as never }, ask);
    expect(asked).toEqual(["Lay in a reply helper, reply.js?", "A job for your CI?"]);
    expect(textOf(folder, "reply.js")).toContain("export function reply");
    expect(() => textOf(folder, workflow)).toThrow();
  });
});

describe("what it writes", () => {
  test("the workflow and the job", () => {
    expect(githubWorkflow(npm, "")).toMatchInlineSnapshot(`
      "name: mcp-lint
      on:
        pull_request:
        push:
          branches: [main, master]
      permissions:
        contents: read
      jobs:
        mcp-lint:
          runs-on: ubuntu-latest
          steps:
            - uses: actions/checkout@v5
            - uses: actions/setup-node@v5
              with:
                node-version: 22
            - run: npm install
            - run: ./node_modules/.bin/mcp-lint --format github
      "
    `);
    expect(gitlabJob(npm, "packages/a")).toMatchInlineSnapshot(`
      "mcp-lint:
        image: node:22
        script:
          - cd "packages/a"
          - npm install
          - ./node_modules/.bin/mcp-lint
      "
    `);
  });

  test("the task's pattern reads every line of a run", () => {
    const folder = project({ "a b (1).ts": servers.losesRule, "c.ts": "const = structuredContent;" });
    const { problemMatcher, args } = vscodeTask("") as {
      problemMatcher: { pattern: Record<string, number> & { regexp: string } };
      args: string[];
    };
    const { regexp, ...groups } = problemMatcher.pattern;
    const lines = run(folder, args.slice(2)).stdout.trimEnd().split("\n");
    const read = lines.map((line) => {
      const match = new RegExp(regexp).exec(line) ?? [];
      return Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, match[group]]));
    });
    expect(read).toMatchObject([
      { file: "a b (1).ts", line: "7", severity: "error", code: "instruction-only-in-text" },
      { file: "c.ts", line: "1", column: "1", severity: "error", code: "could-not-check" },
    ]);
  });
});
