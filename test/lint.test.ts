/** The pipeline: who speaks of a site, what is told of files that can't be checked, what is loaded when. */
import { describe, expect, test } from "vitest";
import { rules } from "../rules/index.js";
import { type Config, defaultConfig } from "../src/config.js";
import { diskSources } from "../src/disk.js";
import { lint, lintAndFix } from "../src/lint.js";
import { memorySources } from "../src/sources.js";
import { folder } from "./support/folder.js";

const run = (files: Record<string, string>, config: Partial<Config> = {}) => {
  const texts = new Map(
    Object.entries({ "package.json": '{"dependencies":{"@modelcontextprotocol/sdk":"1"}}', ...files }),
  );
  const paths = Object.keys(files)
    .filter((path) => /\.[jt]s$/.test(path))
    .sort();
  return lint({ ...memorySources(texts), paths: () => paths }, { ...defaultConfig, ...config });
};
const spoken = async (...args: Parameters<typeof run>) => (await run(...args)).diagnostics.map(({ rule }) => rule);

const tool = (name: string, result: string) => `server.registerTool("${name}", {}, async () => (${result}));\n`;
const inline = (text: string, view = "{ open: 2 }") =>
  `{ content: [{ type: "text", text: ${JSON.stringify(text)} }], structuredContent: ${view} }`;
const both = tool("both", inline("Ask which one is meant. It may take a while because the queue is long."));

describe("one voice a site", () => {
  test("the instruction owns it, and lists the lost leads too", async () => {
    const { diagnostics } = await run({ "a.ts": both });
    expect(diagnostics.map(({ rule }) => rule)).toEqual(["instruction-only-in-text"]);
    expect(diagnostics[0]?.lost?.map(({ kind }) => kind)).toEqual(["instruction", "lead"]);
  });

  test("a rule that is off hands its site to the next", async () => {
    expect(await spoken({ "a.ts": both }, { rules: { "instruction-only-in-text": "off" } })).toEqual([
      "lead-only-in-text",
    ]);
    const helper =
      "const reply = (view: object, text: string) => ({ content: [{ type: 'text', text }], structuredContent: { ...view, note: text } });\n";
    const server = helper + tool("calls", 'reply({ a: 1 }, "Ask.")').repeat(2) + both;
    expect(
      await spoken({ "a.ts": server }, { rules: { "instruction-only-in-text": "off", "lead-only-in-text": "off" } }),
    ).toEqual(["result-bypasses-reply"]);
  });

  test("what a helper drops is told once, at the helper", async () => {
    const helper =
      "const reply = (view: object, text: string) => ({ content: [{ type: 'text', text }], structuredContent: view });\n";
    const { diagnostics } = await run({
      "a.ts": helper + tool("one", 'reply({}, "Ask first.")') + tool("two", 'reply({}, "Never guess the id.")'),
    });
    expect(diagnostics.map(({ rule, affects }) => [rule, affects])).toEqual([["reply-drops-text", 2]]);
  });
});

describe("data that only the view carries", () => {
  const counted = (name: string, config = "{}") =>
    `server.registerTool("${name}", ${config}, async () => { const rows = await load(); return { content: [{ type: "text", text: \`\${rows.length} rows\` }], structuredContent: { rows } }; });\n`;
  const widget = '{ _meta: { "openai/outputTemplate": "ui://rows.html" } }';

  test("is no matter where a page shows it, unless the config asks", async () => {
    const files = { "a.ts": counted("shown", widget) };
    expect(await spoken(files)).toEqual([]);
    expect(await spoken(files, { dataOnly: { uiTools: true } })).toEqual(["data-only-in-structured"]);
  });

  test("is not known where a package gives its tools their pages later", async () => {
    const later = 'export const pages = (tool: object) => ({ ...tool, _meta: { "openai/outputTemplate": "x" } });\n';
    expect(await spoken({ "a.ts": counted("plain"), "pages.ts": later })).toEqual([]);
    expect(await spoken({ "a.ts": counted("plain") + counted("shown", widget) })).toEqual(["data-only-in-structured"]);
  });

  test("is not known where a package writes a text for each view", async () => {
    const wrap =
      "export const wrap = (r: any) => ({ ...r, content: [{ type: 'text', text: JSON.stringify(r.structuredContent) }] });\n";
    expect(await spoken({ "a.ts": counted("plain"), "wrap.ts": wrap })).toEqual([]);
  });

  test("is heard of only by hosts that don't read the view", async () => {
    const { diagnostics } = await run({ "a.ts": counted("plain") }, { hosts: ["claude-code", "gemini-cli", "cline"] });
    expect(diagnostics.map(({ hosts }) => hosts)).toEqual([["gemini-cli"]]);
    expect(await spoken({ "a.ts": counted("plain") }, { hosts: ["claude-code"] })).toEqual([]);
  });
});

describe("settings", () => {
  test("severity, off, overrides by file", async () => {
    const files = { "a.ts": both, "legacy/b.ts": both };
    const { diagnostics } = await run(files, {
      rules: { "instruction-only-in-text": "warning" },
      overrides: [{ files: ["legacy/**"], rules: { "instruction-only-in-text": "off", "lead-only-in-text": "off" } }],
    });
    expect(diagnostics.map(({ at, severity }) => [at.file, severity])).toEqual([["a.ts", "warning"]]);
  });

  test("hosts that lose nothing give no finding", async () => {
    expect(await spoken({ "a.ts": both }, { hosts: ["gemini-cli", "cline"] })).toEqual([]);
    const { diagnostics } = await run({ "a.ts": both }, { hosts: ["gemini-cli", "codex"] });
    expect(diagnostics.map(({ hosts }) => hosts)).toEqual([["codex"]]);
  });

  test("a constant is for the model by its name, where the config says so", async () => {
    const server = `const TONE = "Kind words and short lines everywhere";\n${tool("a", "{ content: [{ type: 'text', text: `${open} open\\n${TONE}` }], structuredContent: { open } }")}`;
    expect(await spoken({ "a.ts": server })).toEqual([]);
    expect(await spoken({ "a.ts": server }, { modelFacing: ["^TONE$"] })).toEqual(["instruction-only-in-text"]);
  });

  test("with a named helper a bypass is an error; strict asks every result to go through it", async () => {
    const helper =
      "const reply = (view: object, text: string) => ({ content: [{ type: 'text', text }], structuredContent: { ...view, note: text } });\n";
    const server = `${helper}${tool("calls", 'reply({ a: 1 }, "Ask.")')}server.registerTool("json", {}, async () => {\n  const view = { a: 1 };\n  return { content: [{ type: "text", text: JSON.stringify(view) }], structuredContent: view };\n});\n`;
    const severities = async (reply: Config["reply"]) =>
      (await run({ "a.ts": server }, { reply })).diagnostics.map(({ rule, severity }) => `${rule} ${severity}`);
    expect(await severities({ note: "note", strict: false })).toEqual([]);
    expect(await severities({ name: "reply", note: "note", strict: false })).toEqual([]);
    expect(await severities({ name: "reply", note: "note", strict: true })).toEqual(["result-bypasses-reply error"]);
  });
});

describe("what can't be checked", () => {
  test("a file with syntax errors is named with its place, and the rest is linted", async () => {
    const { diagnostics, errors } = await run({ "bad.ts": `const structuredContent = {;\n${both}`, "good.ts": both });
    expect(errors).toEqual([{ file: "bad.ts", message: expect.stringMatching(/^syntax error at 1:28: /) }]);
    expect(diagnostics.map(({ at }) => at.file)).toEqual(["good.ts"]);
  });

  test("a file that can't be read is named", async () => {
    const sources = {
      paths: () => ["gone.ts"],
      read: () => undefined,
      holds: () => {
        throw new Error("it may not be read");
      },
    };
    expect((await lint(sources, defaultConfig)).errors).toEqual([{ file: "gone.ts", message: "it may not be read" }]);
  });

  test("a fix decodes no file that holds nothing to mend", async () => {
    const disk = diskSources(folder({ "a.ts": both, "b.ts": "export const b = 1;\n" }), ["a.ts", "b.ts"]);
    const decoded = new Set<string>();
    const read = (path: string) => {
      decoded.add(path);
      return disk.read(path);
    };
    const { changed } = await lintAndFix({ ...disk, read }, defaultConfig, "safe");
    expect([changed.has("a.ts"), decoded.has("a.ts"), decoded.has("b.ts")]).toEqual([true, true, false]);
  });

  test.each([
    ["parentheses", `${"(".repeat(5000)}1${")".repeat(5000)}`],
    ["objects", `${"{ a: ".repeat(5000)}1${" }".repeat(5000)}`],
    ["a sum", Array.from({ length: 5000 }, (_, index) => `"${index}"`).join(" + ")],
  ])("a file that nests too deep is named, and the rest is linted: %s", async (_, value) => {
    const { diagnostics, errors } = await run({ "deep.ts": `const structuredContent = ${value};`, "good.ts": both });
    expect(errors).toEqual([{ file: "deep.ts", message: "it nests too deep to be read" }]);
    expect(diagnostics.map(({ at }) => at.file)).toEqual(["good.ts"]);
  });

  test("no fix is made of a file with syntax errors", async () => {
    const texts = new Map([["bad.ts", `const structuredContent = {;\n${both}`]]);
    const { changed } = await lintAndFix(memorySources(texts), defaultConfig, "unsafe");
    expect([...changed]).toEqual([]);
  });
});

describe("suppressions", () => {
  const ignored = (comment: string) => `${comment}\n${both}`;

  test("with a rule and a reason", async () => {
    const { diagnostics, suppressed } = await run({
      "a.ts": ignored("// mcp-lint-ignore instruction-only-in-text: people read it"),
    });
    expect(diagnostics).toEqual([]);
    expect(suppressed.map(({ rule, reason }) => [rule, reason])).toEqual([
      ["instruction-only-in-text", "people read it"],
    ]);
  });

  test("for a whole file", async () => {
    expect(
      await spoken({ "a.ts": `${both}${both}// mcp-lint-ignore-file instruction-only-in-text: a demo\n` }),
    ).toEqual([]);
  });

  test.each([
    ["without a reason", "// mcp-lint-ignore instruction-only-in-text"],
    ["of no known rule", "// mcp-lint-ignore instruction-only: people read it"],
    ["without a rule", "// mcp-lint-ignore: people read it"],
  ])("%s it is an error and silences nothing", async (_, comment) => {
    const rulesSpoken = await spoken({ "a.ts": ignored(comment) });
    expect(rulesSpoken.sort()).toEqual(["instruction-only-in-text", "malformed-suppression"]);
  });

  test("one that silences nothing is told, unless its rule is off", async () => {
    const files = { "a.ts": `// mcp-lint-ignore reply-drops-text: no helper here\n${both}` };
    expect(await spoken(files)).toEqual(["unused-suppression", "instruction-only-in-text"]);
    const off = { "reply-drops-text": "off" } as const;
    expect(await spoken(files, { rules: off })).toEqual(["instruction-only-in-text"]);
    expect(await spoken(files, { overrides: [{ files: ["a.ts"], rules: off }] })).toEqual(["instruction-only-in-text"]);
  });

  test("in a file that can't be checked none is unused", async () => {
    const { diagnostics, errors } = await run({ "a.ts": `// mcp-lint-ignore reply-drops-text: x\n${both}const = ;` });
    expect([diagnostics, errors.length]).toEqual([[], 1]);
  });

  test("in a string it is none", async () => {
    expect(await spoken({ "a.ts": ignored('const help = "// mcp-lint-ignore instruction-only-in-text: x";') })).toEqual(
      ["instruction-only-in-text"],
    );
  });
});

describe("an import that is no text", () => {
  const server = `import { RULE } from "./rule.js";\n${tool("x", '{ content: [{ type: "text", text: RULE }], structuredContent: { a: 1 } }')}${both}`;

  test.each([
    ["not UTF-8", Uint8Array.from([0xff, 0xfe])],
    ["binary", "export const RULE = 1;\0"],
  ])("is opaque: %s", async (_, content) => {
    const sources = diskSources(folder({ "server.ts": server, "rule.ts": content }), ["server.ts"]);
    const { diagnostics, errors } = await lint(sources, defaultConfig);
    expect([diagnostics.map(({ rule }) => rule), errors]).toEqual([["instruction-only-in-text"], []]);
  });
});

describe("findings", () => {
  test("are sorted and the same every time", async () => {
    const files = { "b.ts": both + both, "a.ts": both };
    const [one, two] = [await run(files), await run(files)];
    expect(one.diagnostics.map(({ at }) => at.file)).toEqual(["a.ts", "b.ts", "b.ts"]);
    expect(JSON.stringify(one.diagnostics)).toBe(JSON.stringify(two.diagnostics));
  });

  test("keep their fingerprint when lines move, and tell equal ones apart", async () => {
    const [before, after] = [await run({ "a.ts": both + both }), await run({ "a.ts": `// moved\n\n${both}${both}` })];
    const prints = before.diagnostics.map(({ fingerprint }) => fingerprint);
    expect(after.diagnostics.map(({ fingerprint }) => fingerprint)).toEqual(prints);
    expect(new Set(prints).size).toBe(2);
  });

  test("nothing to look at", async () => {
    expect(await run({ "a.ts": "export const a = 1;\n" })).toMatchObject({
      files: { scanned: 1, parsed: 0 },
      sites: [],
      diagnostics: [],
      errors: [],
    });
  });

  test("code that runs in a page is no server", async () => {
    expect(await spoken({ "view.ts": `import { useState } from "react";\n${both}` })).toEqual([]);
  });

  test("every rule asks for bytes", () => {
    for (const { needles } of rules) expect(needles.length).toBeGreaterThan(0);
  });
});

describe("test and eval folders", () => {
  const strip = 'export const shown = (name: string) => name.replace(/^mcp__.+?__/, "");';
  const files = new Map([
    ["evals/printer.ts", strip],
    ["src/printer.ts", strip],
  ]);

  test("are looked at by the rule that asks for them, and by no other", async () => {
    const sources = {
      ...memorySources(
        new Map([
          ...files,
          [
            "evals/tool.ts",
            'export const h = () => ({ content: [{ type: "text", text: "Use it." }], structuredContent: {} });',
          ],
        ]),
      ),
      paths: () => ["src/printer.ts"],
      tests: () => ["evals/printer.ts", "evals/tool.ts"],
    };
    const { diagnostics, files: counts, errors } = await lint(sources, defaultConfig);
    expect(diagnostics.map(({ rule, at }) => [rule, at.file])).toEqual([["stripped-tool-prefix", "evals/printer.ts"]]);
    expect(counts.scanned).toBe(1);
    expect(errors).toEqual([]);
  });

  test("are left alone when it is off", async () => {
    const sources = { ...memorySources(files), paths: () => ["src/printer.ts"], tests: () => ["evals/printer.ts"] };
    const { files: counts } = await lint(sources, { ...defaultConfig, rules: { "stripped-tool-prefix": "off" } });
    expect(counts.parsed).toBe(0);
  });
});
