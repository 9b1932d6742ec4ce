/** `--changed` and `--staged`, in real repositories: those files are spoken of, and the rest of the program is still seen. */
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project, run, servers } from "./support/cli.js";
import { commitAll, git, put, repository } from "./support/git.js";

const lint = (folder: string, ...args: string[]) => {
  const { status, stdout, stderr } = run(folder, ["--format", "line", ...args]);
  return { status, files: [...stdout.matchAll(/^(.+?):\d+:/gm)].map(([, file]) => file), stderr };
};
const { losesRule, losesLead, clean } = servers;
const nothing = { status: 0, files: [] };

describe("--changed", () => {
  test("speaks of what changed since the branch was left: committed, staged, edited, new", () => {
    const folder = repository({ "old.ts": losesRule, "committed.ts": clean, "staged.ts": clean, "edited.ts": clean });
    git(folder, "checkout", "-qb", "work");
    put(folder, "committed.ts", losesRule);
    commitAll(folder, "second");
    put(folder, "staged.ts", losesRule);
    git(folder, "add", "staged.ts");
    put(folder, "edited.ts", losesRule);
    put(folder, "a new one.ts", losesRule);
    put(folder, "ignored.ts", losesRule);
    put(folder, ".gitignore", "ignored.ts\n");
    const files = ["a new one.ts", "committed.ts", "edited.ts", "staged.ts"];
    expect(lint(folder, "--changed=main")).toEqual({ status: 1, files, stderr: "" });
    expect(lint(folder, "--changed=HEAD").files).toEqual(files.filter((file) => file !== "committed.ts"));

    // What main has gained since is not this branch's.
    git(folder, "stash", "-qu");
    git(folder, "checkout", "-q", "main");
    put(folder, "theirs.ts", losesRule);
    commitAll(folder, "theirs");
    git(folder, "checkout", "-q", "work");
    expect(lint(folder, "--changed=main").files).toEqual(["committed.ts"]);
  });

  test("takes the upstream branch, else the default branch of origin, and says so where there is none", () => {
    const origin = repository({ "old.ts": losesRule });
    const folder = join(project({}), "clone");
    git(origin, "clone", "-q", origin, folder);
    put(folder, "new.ts", losesRule);
    commitAll(folder, "new");
    expect(lint(folder, "--changed")).toMatchObject({ status: 1, files: ["new.ts"] });
    git(folder, "checkout", "-qb", "work");
    expect(lint(folder, "--changed").files).toEqual(["new.ts"]);
    expect(lint(origin, "--changed")).toMatchObject({ status: 2, stderr: expect.stringContaining("`--changed=main`") });
    expect(lint(origin, "--changed=gone")).toMatchObject({
      status: 2,
      stderr: "mcp-lint: `--changed=gone` names no commit\n",
    });
    expect(lint(origin, "--changed=--output=x").status).toBe(2);
  });

  test("takes no path for a branch", () => {
    const folder = repository({ "src/a.ts": clean, "lib/b.ts": clean });
    put(folder, "src/a.ts", losesRule);
    put(folder, "lib/b.ts", losesRule);
    git(folder, "branch", "-q", "src");
    git(folder, "remote", "add", "origin", folder);
    git(folder, "fetch", "-q", "origin");
    git(folder, "branch", "-q", "--set-upstream-to", "origin/main");
    expect(lint(folder, "--changed", "src").files).toEqual(["src/a.ts"]);
  });

  test("follows renames, and lets what is gone be gone", () => {
    const folder = repository({ "a.ts": losesRule, "b.ts": losesRule, "c.ts": losesRule });
    git(folder, "mv", "a.ts", "d.ts");
    rmSync(join(folder, "b.ts"));
    expect(lint(folder, "--changed=main")).toMatchObject({ status: 1, files: ["d.ts"], stderr: "" });
  });

  test("names files from where it runs: a folder below, another working tree, a link", () => {
    const folder = repository({ "packages/a/src/a.ts": clean, "packages/b/b.ts": clean });
    put(folder, "packages/a/src/a.ts", losesRule);
    put(folder, "packages/b/b.ts", losesRule);
    const below = join(folder, "packages/a");
    expect(lint(below, "--changed=main").files).toEqual(["src/a.ts"]);
    expect(lint(below, "--changed=main", "..").files).toEqual(["../b/b.ts", "src/a.ts"]);
    git(folder, "config", "diff.relative", "true");
    expect(lint(below, "--changed=main", "..").files).toEqual(["../b/b.ts", "src/a.ts"]);

    const other = join(project({}), "other");
    git(folder, "worktree", "add", "-q", "-b", "other", other);
    put(other, "packages/b/b.ts", losesLead);
    expect(lint(other, "--changed=main").files).toEqual(["packages/b/b.ts"]);
    expect(lint(join(other, "packages/b"), "--changed=main").files).toEqual(["b.ts"]);
  });

  test("still sees the rest of the program", () => {
    const helper = `export const reply = (view: object, text: string) => ({ content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } });\n`;
    const calls = `import { reply } from "./reply.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "queue", version: "1.0.0" });
server.registerTool("a", {}, async () => reply({ open: 1 }, "Ask which one."));
server.registerTool("b", {}, async () => reply({ open: 1 }, "Ask which one."));
`;
    const past = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "queue", version: "1.0.0" });
server.registerTool("c", {}, async () => ({ content: [{ type: "text", text: "Ask which one." }], structuredContent: { open: 1 } }));
`;
    const folder = repository({ "reply.ts": helper, "calls.ts": calls });
    put(folder, "past.ts", past);
    expect(lint(folder, "--changed=main", "--fix")).toMatchObject({ status: 0, files: [] });
    expect(readFileSync(join(folder, "past.ts"), "utf8")).toContain(
      'return reply({ open: 1 }, "Ask which one.")'.slice(7),
    );
  });

  test("speaks of a helper elsewhere that drops words of a changed file", () => {
    const helper = `export const reply = (view: object, text: string) => ({ content: [{ type: "text" as const, text }], structuredContent: view });\n`;
    const calls = (text: string) => `import { reply } from "./reply.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "queue", version: "1.0.0" });
server.registerTool("a", {}, async () => reply({ open: 1 }, ${JSON.stringify(text)}));
`;
    const folder = repository({ "reply.ts": helper, "calls.ts": calls('{"open":1}') });
    put(folder, "calls.ts", calls("Never answer one twice."));
    put(folder, "other.ts", clean);
    expect(lint(folder, "--changed=main").files).toEqual(["reply.ts"]);
    expect(lint(folder, "--changed=HEAD", "other.ts")).toMatchObject(nothing);
  });

  test("keeps quiet about entries of the baseline for other files", () => {
    const folder = repository({ "a.ts": losesRule, "b.ts": losesRule });
    run(folder, ["--update-baseline"]);
    commitAll(folder, "baseline");
    put(folder, "a.ts", clean);
    commitAll(folder, "mended, and not taken out");
    put(folder, "b.ts", clean);
    expect(lint(folder, "--changed=HEAD").files).toEqual(["mcp-lint-baseline.json"]);
    expect(lint(folder).files).toHaveLength(2);
    rmSync(join(folder, "b.ts"));
    expect(lint(folder, "--changed=HEAD").files).toEqual(["mcp-lint-baseline.json"]);
  });

  test("passes with nothing to look at, says so, and keeps to the files that broke", () => {
    const folder = repository({ "a.ts": losesRule, "b.ts": `${losesRule}\nconst = ;\n` });
    expect(lint(folder, "--changed=main")).toEqual({ ...nothing, stderr: "mcp-lint: no changed file to look at\n" });
    put(folder, "README.md", "text");
    expect(JSON.parse(run(folder, ["--changed=main", "--format", "json"]).stdout)).toMatchObject({
      files: { scanned: 0, parsed: 0 },
      diagnostics: [],
    });
    put(folder, "c.ts", clean);
    expect(lint(folder, "--changed=main")).toEqual({ ...nothing, stderr: "" });
    expect(run(folder, ["--changed=main"]).stdout).toContain("1 result with a view in 1 file ");
  });
});

describe("--staged", () => {
  test("reads what is staged, not what stands on the disk", () => {
    const folder = repository({ "a.ts": clean, "b.ts": clean, "c.ts": clean });
    put(folder, "a.ts", losesRule);
    put(folder, "b.ts", clean.replace("Your", "Our"));
    git(folder, "add", "a.ts", "b.ts");
    put(folder, "a.ts", clean);
    put(folder, "b.ts", losesRule);
    put(folder, "c.ts", losesRule);
    put(folder, "d.ts", losesRule);
    expect(lint(folder, "--staged")).toEqual({ status: 1, files: ["a.ts"], stderr: "" });
    expect(run(folder, ["--staged"]).stdout).toContain("Never answer one twice.");
  });

  test("sees the helper as it is staged", () => {
    const helper = (view: string) =>
      `export const reply = (view: object, text: string) => ({ content: [{ type: "text" as const, text }], structuredContent: ${view} });\n`;
    const folder = repository({ "reply.ts": helper("{ ...view, note: text }") });
    put(
      folder,
      "calls.ts",
      `import { reply } from "./reply.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "queue", version: "1.0.0" });
server.registerTool("a", {}, async () => reply({ open: 1 }, "Never answer one twice."));
`,
    );
    git(folder, "add", "calls.ts");
    put(folder, "reply.ts", helper("view"));
    expect(lint(folder, "--staged")).toMatchObject(nothing);
    expect(lint(folder, "--changed=main").files).toEqual(["reply.ts"]);
  });

  test("works before the first commit, with renames, in a folder below and in another working tree", () => {
    const folder = project({ "src/a.ts": losesRule });
    git(folder, "init", "-q");
    git(folder, "add", "-A");
    expect(lint(folder, "--staged").files).toEqual(["src/a.ts"]);
    git(folder, "commit", "-qm", "first");
    git(folder, "mv", "src/a.ts", "src/b.ts");
    expect(lint(join(folder, "src"), "--staged").files).toEqual(["b.ts"]);
    git(folder, "reset", "-q", "--hard");
    const other = join(project({}), "other");
    git(folder, "worktree", "add", "-q", "-b", "other", other);
    put(other, "src/c.ts", losesRule);
    git(other, "add", "-A");
    put(other, "src/c.ts", clean);
    expect(lint(join(other, "src"), "--staged").files).toEqual(["c.ts"]);
  });

  test("a fix refuses what is staged in part, and writes nothing", () => {
    const folder = repository({ "a.ts": clean, "b.ts": clean });
    put(folder, "a.ts", losesRule);
    put(folder, "b.ts", losesRule);
    git(folder, "add", "-A");
    put(folder, "a.ts", `${losesRule}\n`);
    expect(lint(folder, "--staged", "--fix")).toMatchObject({
      status: 2,
      files: [],
      stderr: "mcp-lint: `a.ts` has changes that are not staged: stage or stash them, or leave out `--fix`\n",
    });
    expect(readFileSync(join(folder, "b.ts"), "utf8")).toBe(losesRule);
    expect(run(folder, ["--staged", "--fix", "--dry-run"]).status).toBe(1);
  });

  test("a fix that reaches a file with unstaged changes is refused too", () => {
    const helper = `export const reply = (view: Record<string, unknown>, text: string) => ({ content: [{ type: "text" as const, text }], structuredContent: view });\n`;
    const folder = repository({ "reply.ts": helper });
    put(
      folder,
      "calls.ts",
      `import { reply } from "./reply.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "queue", version: "1.0.0" });
server.registerTool("a", {}, async () => reply({ open: 1 }, "Never answer one twice."));
`,
    );
    git(folder, "add", "-A");
    put(folder, "reply.ts", `// mine\n${helper}`);
    expect(lint(folder, "--staged", "--fix-unsafe")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("`reply.ts`"),
    });
    expect(readFileSync(join(folder, "reply.ts"), "utf8")).toBe(`// mine\n${helper}`);
  });

  test("a fix is not staged, so it holds the commit up", () => {
    const folder = repository({ "a.ts": clean });
    put(folder, "a.ts", losesRule);
    git(folder, "add", "-A");
    expect(lint(folder, "--staged", "--fix")).toMatchObject({
      status: 1,
      files: [],
      stderr: expect.stringContaining("`git add`"),
    });
    git(folder, "add", "-A");
    expect(lint(folder, "--staged", "--fix")).toEqual({ ...nothing, stderr: "" });
  });

  test("says what it can't read: a conflict, a file that is gone from the disk", () => {
    const folder = repository({ "a.ts": clean });
    git(folder, "checkout", "-qb", "other");
    put(folder, "a.ts", losesRule);
    commitAll(folder, "one");
    git(folder, "checkout", "-q", "main");
    put(folder, "a.ts", losesLead);
    commitAll(folder, "two");
    expect(() => git(folder, "merge", "-q", "other")).toThrow();
    expect(lint(folder, "--staged")).toMatchObject({ status: 2, files: ["a.ts"] });
    git(folder, "reset", "-q", "--hard");
    put(folder, "new.ts", clean);
    git(folder, "add", "-A");
    rmSync(join(folder, "new.ts"));
    expect(lint(folder, "--staged")).toMatchObject({ status: 2, files: ["new.ts"] });
  });

  test("takes no lock, for the commit that calls it holds one", () => {
    const folder = repository({ "a.ts": clean });
    put(folder, "a.ts", losesRule);
    git(folder, "add", "-A");
    put(folder, ".git/index.lock", "");
    expect(lint(folder, "--staged")).toMatchObject({ status: 1, files: ["a.ts"], stderr: "" });
  });
});

describe("without Git", () => {
  test("no repository", () => {
    const folder = project({ "a.ts": losesRule });
    const { status, stderr } = lint(folder, "--changed");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^mcp-lint: `--changed` asks Git, and it says: .*\n$/);
    expect(lint(folder, "--staged").stderr).toContain("`--staged` asks Git");
  });

  test("no program", () => {
    const folder = repository({ "a.ts": losesRule });
    mkdirSync(join(folder, "bin"));
    const { status, stderr } = run(folder, ["--staged"], { PATH: join(folder, "bin"), Path: join(folder, "bin") });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "mcp-lint: `--staged` asks Git, and it is not installed\n",
    });
  });

  test("history that is not there", () => {
    const origin = repository({ "a.ts": clean });
    put(origin, "b.ts", clean);
    commitAll(origin, "second");
    git(origin, "checkout", "-q", "--orphan", "alone");
    commitAll(origin, "alone");
    expect(lint(origin, "--changed=main")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("no shared commit"),
    });
  });

  test("what goes together, and what does not", () => {
    const folder = repository({ "a.ts": clean });
    for (const args of [
      ["--changed", "--staged"],
      ["--staged", "--update-baseline"],
      ["--changed=main", "--stdin-filename", "a.ts"],
    ])
      expect(lint(folder, ...args).status).toBe(2);
    renameSync(join(folder, "a.ts"), join(folder, "b.ts"));
    expect(lint(folder, "--changed=main", "--max-warnings", "0")).toMatchObject(nothing);
  });
});
