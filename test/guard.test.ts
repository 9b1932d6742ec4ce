/** The guards of a unit suite: they throw the linter's lines, and where they have looked at nothing. */
import { describe, expect, test } from "vitest";
import { expectDelivered, expectEveryReply } from "../src/guard.js";
import { run, servers } from "./support/cli.js";
import { folder } from "./support/folder.js";

const project = (files: Readonly<Record<string, string>>) => folder({ "package.json": '{"type":"module"}', ...files });

const messageOf = (guard: Promise<void>): Promise<string> =>
  guard.then(
    () => "",
    (error: Error) => error.message,
  );

describe("expectDelivered", () => {
  test("passes where every word is in the view", async () => {
    await expectDelivered("src", { cwd: project({ "src/a.ts": servers.clean }) });
    await expectDelivered(["src/a.ts"], { cwd: project({ "src/a.ts": servers.clean }) });
  });

  test.each(["losesRule", "losesLead"] as const)("throws the lines of `--format line` (%s)", async (name) => {
    const cwd = project({ "src/a.ts": servers[name] });
    const { stdout } = run(cwd, ["--format", "line", "src"]);
    expect(await messageOf(expectDelivered("src", { cwd }))).toBe(
      `not every word of these results reaches the model:\n${stdout.trimEnd()}`,
    );
  });

  test("keeps to the project's config and suppressions", async () => {
    const off = '{ "rules": { "instruction-only-in-text": "off", "lead-only-in-text": "off" } }';
    await expectDelivered("src", { cwd: project({ "src/a.ts": servers.losesRule, "mcp-lint.config.json": off }) });
    const ignored = `// mcp-lint-ignore-file instruction-only-in-text: told elsewhere\n${servers.losesRule}`;
    await expectDelivered("src", { cwd: project({ "src/a.ts": ignored }) });
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["no result with a view", { "src/a.ts": servers.textOnly }, "there is no tool result with a view in 1 file"],
    ["no file", { "src/a.md": "" }, "no TypeScript or JavaScript file in src"],
    ["no folder", { "a.ts": servers.clean }, "src: could not check: there is no such file or folder"],
    ["a syntax error", { "src/a.ts": `${servers.clean}\nconst = ;\n` }, "could not check: syntax error"],
  ])("throws on %s", async (_, files, words) => {
    expect(await messageOf(expectDelivered("src", { cwd: project(files) }))).toContain(words);
  });
});

describe("expectEveryReply", () => {
  const withReply = (
    body: string,
    handler: string,
  ) => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const reply = (view: Record<string, unknown>, text: string) => (${body});
const server = new McpServer({ name: "queue", version: "1.0.0" });
server.registerTool("queue", { description: "Your open messages" }, async () => reply({ open: 2 }, "Never answer one twice."));
server.registerTool("other", { description: "More" }, async () => ${handler});
`;
  const carries = '{ content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } }';
  const drops = '{ content: [{ type: "text" as const, text }], structuredContent: view }';
  const through = 'reply({ more: 1 }, "Ask which one is meant.")';
  const past =
    '({ content: [{ type: "text" as const, text: "1 more" }], structuredContent: { more: 1, note: "1 more" } })';
  const guard = (text: string, options = {}) =>
    messageOf(expectEveryReply("src", { cwd: project({ "src/a.ts": text }), ...options }));

  test("passes where every structured result takes the path", async () => {
    expect(await guard(withReply(carries, through))).toBe("");
    expect(await guard(withReply(carries, through), { reply: "reply" })).toBe("");
  });

  test("throws on a result past it, though nothing of that one is lost", async () => {
    expect(await guard(withReply(carries, past))).toMatch(
      /^not every result goes through the reply helper:\nsrc\/a\.ts:5:\d+-5:\d+: error built past `reply`.* \[result-bypasses-reply\]$/,
    );
  });

  test("throws where the helper drops the text, or is another one, or there is none", async () => {
    expect(await guard(withReply(drops, through))).toMatch(/\[reply-drops-text\]$/);
    expect(await guard(withReply(carries, through), { reply: "answer" })).toBe(
      "no result with a view goes through `answer`",
    );
    expect(await guard(servers.clean)).toBe("no result with a view goes through a reply helper");
  });
});
