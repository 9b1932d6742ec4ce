/** What a run looks at: named files among those of their package, an editor's text on stdin; and how long runs show it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { progress } from "../src/commands/progress.js";
import { memorySources } from "../src/sources.js";
import { cli, environment, project, run, servers } from "./support/cli.js";

const server = (body: string) => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "queue", version: "1.0.0" });
${body}`;
const helper = `export const reply = (view: Record<string, unknown>, text: string) => ({
  content: [{ type: "text" as const, text }],
  structuredContent: { ...view, note: text },
});
`;
const calls = `import { reply } from "./reply.js";
${server('server.registerTool("a", {}, async () => reply({ open: 1 }, "Never answer one twice."));\n')}`;
const inline = `{ content: [{ type: "text" as const, text: "Ask which one." }], structuredContent: { open: 1 } }`;
const past = server(`server.registerTool("c", {}, async () => (${inline}));\n`);
const mended = /^import \{ reply \} from "\.\/reply\.js";$/m;

describe("files that are named alone", () => {
  test("are seen among those of their package, and alone spoken of", () => {
    const folder = project({ "reply.ts": helper, "calls.ts": calls, "past.ts": past, "other.ts": past });
    const { stdout } = run(folder, ["past.ts", "--format", "json"]);
    const report = JSON.parse(stdout);
    expect(report.diagnostics.map(({ file }: { file: string }) => file)).toEqual(["past.ts"]);
    expect(report).toMatchObject({ files: { scanned: 1 }, sites: 1 });
    expect(run(folder, ["--fix", "past.ts"])).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, "past.ts"), "utf8")).toMatch(mended);
    expect(readFileSync(join(folder, "other.ts"), "utf8")).toBe(past);
    expect(JSON.parse(run(folder, ["sites", "calls.ts", "--format", "json"]).stdout).sites).toHaveLength(1);
  });

  test("are not held to what other packages do, nor to files that are broken", () => {
    const folder = project({
      "reply.ts": helper,
      "calls.ts": calls,
      "packages/a/package.json": "{}",
      "packages/a/past.ts": past,
      "packages/a/broken.ts": `${past}\nconst = ;\n`,
    });
    expect(run(folder, ["packages/a/past.ts", "--format", "json"])).toMatchObject({ status: 1, stderr: "" });
    expect(run(folder, ["packages/a/past.ts"]).stdout).toContain("laid in as `reply.ts`");
  });
});

describe("stdin", () => {
  const lintText = (folder: string, input: string | Uint8Array, ...args: string[]) =>
    spawnSync(process.execPath, [cli, "--stdin-filename", "src/a.ts", ...args], {
      cwd: folder,
      input,
      env: environment(),
      encoding: "utf8",
    });

  test("stands for the file", () => {
    const folder = project({ "src/a.ts": servers.clean });
    const { status, stdout } = lintText(folder, servers.losesRule, "--format", "line");
    expect(stdout).toMatch(/^src\/a\.ts:\d+:\d+-.*\n$/);
    expect(status).toBe(1);
    expect(lintText(folder, servers.clean, "--format", "line")).toMatchObject({ status: 0, stdout: "" });
    expect(lintText(folder, servers.clean, "src").status).toBe(2);
    expect(lintText(folder, servers.clean, "--fix", "--dry-run").status).toBe(2);
    expect(lintText(folder, Buffer.from([0xff, 0xfe, 0x41]))).toMatchObject({
      status: 2,
      stderr: "mcp-lint: stdin can't be linted: it is not valid UTF-8\n",
    });
  });

  test("is mended on its way to stdout, to the byte; the report goes to stderr, and no file changes", () => {
    const folder = project({ "src/reply.ts": helper, "src/calls.ts": calls, "src/a.ts": servers.clean });
    const text = `\uFEFF${past.replaceAll("\n", "\r\n")}// ünï 😀\r\n`;
    const { status, stdout, stderr } = lintText(folder, text, "--fix");
    expect(status).toBe(0);
    const imported = 'import { reply } from "./reply.js";\r\n';
    const [first = "", ...rest] = text.replace(`(${inline})`, 'reply({ open: 1 }, "Ask which one.")').split("\r\n");
    expect(stdout).toBe(`${first}\r\n${imported}${rest.join("\r\n")}`);
    expect(stderr).toMatch(/^fixed 1 in 1 file; clean: /);
    expect(lintText(folder, stdout, "--fix").stdout).toBe(stdout);
    expect(readFileSync(join(folder, "src/a.ts"), "utf8")).toBe(servers.clean);
  });

  test("comes back as it was where a fix needs other files, and where there is nothing or no way to mend", () => {
    const folder = project({});
    const left = lintText(folder, past, "--fix");
    expect(left).toMatchObject({ status: 1, stdout: past });
    expect(left.stderr).toContain("mcp-lint: one fix left that other files are part of: save, and run `--fix`\n");
    expect(lintText(folder, servers.clean, "--fix")).toMatchObject({ status: 0, stdout: servers.clean });
    const broken = `${past}\nconst = ;\n`;
    expect(lintText(folder, broken, "--fix")).toMatchObject({ status: 2, stdout: broken });
  });
});

describe("progress", () => {
  const watched = (live: boolean) => {
    const notes: string[] = [];
    let time = 0;
    const shown = progress(
      { ...memorySources(new Map([["a\u001B.ts", "text"]])), holds: () => true },
      { live, note: (text) => void notes.push(text), width: 20 },
      0,
      () => time,
    );
    const at = (milliseconds: number) => {
      time = milliseconds;
    };
    return { ...shown, notes, at };
  };

  test("waits a second, keeps a pace, fits in the line, and is gone at the end", () => {
    const { sources, clear, notes, at } = watched(true);
    sources.holds?.("a.ts", []);
    at(999);
    sources.holds?.("a.ts", []);
    expect(notes).toEqual([]);
    at(1000);
    sources.holds?.("a.ts", []);
    sources.holds?.("a.ts", []);
    at(1100);
    expect(sources.read("a\u001B.ts")).toBe("text");
    clear();
    clear();
    expect(notes).toEqual(["\r\u001B[K3 files looked at", "\r\u001B[Kreading a\\u001B.ts", "\r\u001B[K"]);
  });

  test("is nothing where nobody looks", () => {
    const { sources, clear, notes, at } = watched(false);
    at(5000);
    sources.read("a.ts");
    clear();
    expect(notes).toEqual([]);
  });

  test("a short run says nothing on any terminal, a pipe never", () => {
    const folder = project({ "a.ts": servers.clean });
    expect(run(folder, []).stderr).toBe("");
  });
});
