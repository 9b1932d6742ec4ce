/** The baseline: what is lived with stays silent, and nothing else does. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project, run } from "./support/cli.js";

const name = "mcp-lint-baseline.json";

/** A server whose tools each lose a text. */
const server = (
  ...tools: readonly (readonly [string, string])[]
) => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "queue", version: "1.0.0" });
${tools.map(([tool, text]) => `server.registerTool("${tool}", {}, async () => ({ content: [{ type: "text", text: ${JSON.stringify(text)} }], structuredContent: { open: 2 } }));\n`).join("")}`;

const one = ["queue", "Never answer one twice."] as const;
const two = ["sync", "Ask which server is meant."] as const;
const three = ["seek", "Do not guess a date."] as const;

const lines = (folder: string, ...args: string[]) => {
  const { status, stdout, stderr } = run(folder, ["--format", "line", ...args]);
  return {
    status,
    rules: [...stdout.matchAll(/^(.+?):.* \[(.+)\]$/gm)].map(([, file, rule]) => `${file} ${rule}`),
    stderr,
  };
};
const entries = (folder: string) => readFileSync(join(folder, name), "utf8").split("\n").slice(1, -3);
const put = (folder: string, path: string, text: string) => writeFileSync(join(folder, path), text);

/** A project that lives with all that it has. */
function living(files: Readonly<Record<string, string>>): string {
  const folder = project({ ".git/HEAD": "", ...files });
  expect(lines(folder, "--update-baseline")).toEqual({ status: 0, rules: [], stderr: "" });
  return folder;
}

const lost = (file: string) => `${file} instruction-only-in-text`;
const stale = `${name} stale-baseline`;

describe("a baseline", () => {
  test("holds an entry a line, sorted, and is the same every time", () => {
    const folder = living({ "src/b.ts": server(one, two), "src/a.ts": server(three) });
    const before = readFileSync(join(folder, name), "utf8");
    expect(entries(folder).map((line) => line.replace(/[0-9a-f]{16}/, "…"))).toEqual([
      '  "src/a.ts instruction-only-in-text …": "seek: Do not guess a date.",',
      expect.stringMatching(/^ {2}"src\/b\.ts instruction-only-in-text …": "(?:queue|sync): .*",$/),
      expect.stringMatching(/^ {2}"src\/b\.ts instruction-only-in-text …": "(?:queue|sync): .*",$/),
    ]);
    expect([...entries(folder)].sort()).toEqual(entries(folder));
    expect(before.endsWith('  "version": 1\n}\n')).toBe(true);
    lines(folder, "--update-baseline");
    expect(readFileSync(join(folder, name), "utf8")).toBe(before);
  });

  test("silences what it lists, says how much that is, and steps aside when asked", () => {
    const folder = living({ "a.ts": server(one, two) });
    expect(lines(folder)).toEqual({ status: 0, rules: [], stderr: "" });
    expect(run(folder, []).stdout).toContain("(2 in the baseline, ");
    expect(JSON.parse(run(folder, ["--format", "json"]).stdout).baseline).toEqual({ known: 2, stale: [] });
    expect(lines(folder, "--no-baseline")).toMatchObject({ status: 1, rules: [lost("a.ts"), lost("a.ts")] });
  });

  test("outlives moved lines, another order, a formatter, and blanks", () => {
    const folder = living({ "a.ts": server(one, two) });
    put(folder, "a.ts", `// moved\n\n${server(two, one).replaceAll("content: [{", "content: [\n{\n")}`);
    expect(lines(folder)).toEqual({ status: 0, rules: [], stderr: "" });
  });

  test("sees one finding in place of another of its rule, file and tool", () => {
    const folder = living({ "a.ts": server(one) });
    put(folder, "a.ts", server(["queue", "Never answer one three times."]));
    expect(lines(folder)).toMatchObject({ status: 1, rules: [lost("a.ts"), stale] });
  });

  test("sees it too where no words are lost", () => {
    const bypasses = (key: string) => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "queue", version: "1.0.0" });
const reply = (view: object, text: string) => ({ content: [{ type: "text", text }], structuredContent: { ...view, note: text } });
server.registerTool("a", {}, async () => reply({ open: 1 }, "Ask."));
server.registerTool("b", {}, async () => reply({ open: 1 }, "Ask."));
server.registerTool("c", {}, async () => ({ content: [{ type: "text", text: "a" }], structuredContent: { ${key}: 2 } }));
`;
    const config = { "mcp-lint.config.json": '{ "reply": { "name": "reply", "strict": true } }' };
    const folder = living({ ...config, "a.ts": bypasses("open") });
    expect(entries(folder)).toEqual([expect.stringContaining("a.ts result-bypasses-reply ")]);
    put(folder, "a.ts", bypasses("closed"));
    expect(lines(folder)).toMatchObject({ status: 1, rules: ["a.ts result-bypasses-reply", stale] });
  });

  test("does not let the second of two equal findings through", () => {
    const folder = living({ "a.ts": server(one) });
    put(folder, "a.ts", server(one, one));
    expect(lines(folder)).toMatchObject({ status: 1, rules: [lost("a.ts")] });
  });

  test("is found from a folder below, and its paths are its own", () => {
    const folder = living({ "packages/a/src/a.ts": server(one) });
    expect(lines(join(folder, "packages/a"))).toEqual({ status: 0, rules: [], stderr: "" });
    const other = project({ "packages/a/a.ts": server(one) });
    expect(lines(join(other, "packages"), "--update-baseline", "--baseline", "../known.json").status).toBe(0);
    expect(readFileSync(join(other, "known.json"), "utf8")).toContain('"packages/a/a.ts instruction');
    expect(lines(other, "--baseline", "known.json").status).toBe(0);
    expect(existsSync(join(other, "packages", name))).toBe(false);
  });
});

describe("a stale entry", () => {
  test("is told where it stands, and goes with an update", () => {
    const folder = living({ "a.ts": server(one, two) });
    put(folder, "a.ts", server(two));
    const { status, stdout } = run(folder, ["--format", "line"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^mcp-lint-baseline\.json:[23]:3-[23]:\d+: warning this `instruction-only-in-text` is gone .* \[stale-baseline\]\n$/,
    );
    const { baseline } = JSON.parse(run(folder, ["--format", "json"]).stdout);
    expect(baseline).toMatchObject({ known: 1, stale: [{ file: "a.ts", rule: "instruction-only-in-text" }] });
    expect(lines(folder, "--max-warnings", "0").status).toBe(1);
    expect(lines(folder, "--update-baseline").rules).toEqual([]);
    expect(entries(folder)).toHaveLength(1);
  });

  test("is one of a file that is gone, and of a finding that a comment silences now", () => {
    const folder = living({ "a.ts": server(one), "b.ts": server(two), "c.ts": server(three) });
    rmSync(join(folder, "a.ts"));
    put(folder, "b.ts", `// mcp-lint-ignore-file instruction-only-in-text: only we call it\n${server(two)}`);
    expect(lines(folder)).toMatchObject({ status: 0, rules: [stale, stale] });
  });

  test("is one where no file holds anything to judge any more", () => {
    const folder = living({ "a.ts": server(one) });
    put(folder, "a.ts", "export const a = 1;\n");
    expect(lines(folder)).toMatchObject({ status: 0, rules: [stale] });
  });

  test("is none where this run could not have found it", () => {
    const folder = living({ "src/a.ts": server(one), "lib/b.ts": server(two) });
    put(folder, "src/a.ts", server());
    put(folder, "lib/b.ts", server());
    expect(lines(folder, "src").rules).toEqual([stale]);
    expect(lines(folder, "src/a.ts").rules).toEqual([]);
    expect(lines(folder, "--rule", "instruction-only-in-text=off").rules).toEqual([]);
    put(folder, "src/a.ts", `${server(two)}const = ;\n`);
    expect(lines(folder, "src")).toMatchObject({ status: 2, rules: ["src/a.ts could-not-check"] });
  });

  test("stays in an update of a part", () => {
    const folder = living({ "src/a.ts": server(one), "lib/b.ts": server(two) });
    put(folder, "src/a.ts", server(three));
    lines(folder, "src", "--update-baseline");
    expect(entries(folder).map((line) => line.split(" ")[2])).toEqual(['"lib/b.ts', '"src/a.ts']);
    expect(lines(folder)).toEqual({ status: 0, rules: [], stderr: "" });
  });
});

describe("merges", () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", ...args],
      {
        cwd,
        stdio: ["ignore", "pipe", "pipe"],
        encoding: "utf8",
      },
    );

  test("two branches that each add a line", () => {
    const folder = project({ "b.ts": server(one), ".gitattributes": `${name} merge=union\n` });
    git(folder, "init", "-q", "-b", "main");
    const commit = (path: string, text: string) => {
      put(folder, path, text);
      expect(lines(folder, "--update-baseline").status).toBe(0);
      git(folder, "add", "-A");
      git(folder, "commit", "-qm", path);
    };
    commit("b.ts", server(one));
    git(folder, "checkout", "-qb", "other");
    commit("a.ts", server(two));
    commit("d.ts", server(two));
    git(folder, "checkout", "-q", "main");
    commit("c.ts", server(three));
    git(folder, "merge", "-q", "other", "-m", "merge");
    expect(lines(folder)).toEqual({ status: 0, rules: [], stderr: "" });
    expect(entries(folder)).toHaveLength(4);
  });

  test("a conflict is named with its line", () => {
    const folder = living({ "a.ts": server(one) });
    const text = readFileSync(join(folder, name), "utf8");
    put(folder, name, text.replace("{\n", "{\n<<<<<<< ours\n"));
    expect(lines(folder)).toMatchObject({
      status: 2,
      stderr: `mcp-lint: ${name}:2: a merge conflict: keep the lines of both sides\n`,
    });
  });
});

describe("what is no baseline", () => {
  test.each([
    ["[]", ":1: this is no baseline; `mcp-lint --update-baseline` writes one"],
    ['{\n  "version": 1,,\n}', ":2: this is no baseline; `mcp-lint --update-baseline` writes one"],
    ['{\n  "a.ts": "x",\n  "version": 1\n}', ":2: no entry of a baseline: a path, a rule and a fingerprint"],
    ['{ "version": 2 }', ":1: version 2 is not known here: update mcp-lint"],
  ])("%j", (text, message) => {
    const folder = project({ "a.ts": server(one), [name]: text });
    expect(lines(folder)).toEqual({ status: 2, rules: [], stderr: `mcp-lint: ${name}${message}\n` });
  });

  test("a file that is not there, or can't be written", () => {
    const folder = project({ "a.ts": server(one) });
    expect(lines(folder, "--baseline", "gone.json")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("`gone.json`"),
    });
    expect(lines(folder, "--update-baseline", "--baseline", "gone/x.json").status).toBe(2);
    for (const option of ["--no-baseline", "--dry-run"])
      expect(lines(folder, "--update-baseline", "--fix", option).status).toBe(2);
  });
});

describe("fixes", () => {
  test("leave alone what is lived with", () => {
    const folder = living({ "a.ts": server(one) });
    expect(lines(folder, "--fix")).toEqual({ status: 0, rules: [], stderr: "" });
    expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe(server(one));
    put(folder, "b.ts", server(two));
    expect(lines(folder, "--fix").status).toBe(0);
    expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe(server(one));
    expect(readFileSync(join(folder, "b.ts"), "utf8")).not.toBe(server(two));
  });

  test("take it up when the baseline is made anew", () => {
    const folder = living({ "a.ts": server(one) });
    expect(lines(folder, "--fix", "--update-baseline")).toMatchObject({ status: 0, rules: [] });
    expect(readFileSync(join(folder, "a.ts"), "utf8")).not.toBe(server(one));
    expect(entries(folder)).toEqual([]);
  });
});

test("what the linter says of its own running can't be lived with", () => {
  const folder = project({ "a.ts": `// mcp-lint-ignore-file\n${server(one)}` });
  expect(lines(folder, "--update-baseline")).toMatchObject({ status: 1, rules: ["a.ts malformed-suppression"] });
  expect(entries(folder)).toHaveLength(1);
});
