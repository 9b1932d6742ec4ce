/** A fix keeps the file's own style, goes through the package's own helper, and stays away where it can't be exact. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultConfig } from "../src/config.js";
import { lintAndFix } from "../src/lint.js";
import { memorySources } from "../src/sources.js";

const v1 = '{"type":"module","dependencies":{"@modelcontextprotocol/sdk":"^1.0.0"}}';

/** Fixes a project and answers with its new texts; a second run has to change nothing. */
async function fixed(files: Record<string, string>, config = defaultConfig) {
  const run = async (texts: ReadonlyMap<string, string>) => {
    const paths = [...texts.keys()].filter((path) => /\.[cm]?[jt]sx?$/.test(path)).sort();
    return lintAndFix({ ...memorySources(texts), paths: () => paths }, config, "safe");
  };
  const before = new Map(Object.entries({ "package.json": v1, ...files }));
  const first = await run(before);
  expect(first.trouble).toBeUndefined();
  const after = new Map([...before, ...first.changed]);
  expect([...(await run(after)).changed.keys()], "a second run").toEqual([]);
  return { changed: first.changed, text: (path: string) => after.get(path) ?? "", diagnostics: first.diagnostics };
}

const handler = (result: string) => `server.registerTool("find", {}, async () => {\n  return ${result};\n});\n`;
const inline = '{ content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { open: 2 } }';

describe("the file's own style", () => {
  test("single quotes, no semicolons", async () => {
    const { text } = await fixed({
      "src/server.ts": `import { server } from './mcp.js'\n\nserver.registerTool('find', {}, async () => {\n  return { content: [{ type: 'text', text: 'Ask which one is meant.' }], structuredContent: { open: 2 } }\n})\n`,
    });
    expect(text("src/server.ts")).toBe(
      `import { server } from './mcp.js'\nimport { reply } from './reply.js'\n\nserver.registerTool('find', {}, async () => {\n  return reply({ open: 2 }, 'Ask which one is meant.')\n})\n`,
    );
  });

  test("CRLF, tabs, a byte order mark, no final newline", async () => {
    const source = `\uFEFFimport { server } from "./mcp.js";\r\n\r\nserver.registerTool("find", {}, async () => {\r\n\treturn ${inline};\r\n});`;
    const { text } = await fixed({ "src/server.ts": source });
    expect(text("src/server.ts")).toBe(
      `\uFEFFimport { server } from "./mcp.js";\r\nimport { reply } from "./reply.js";\r\n\r\nserver.registerTool("find", {}, async () => {\r\n\treturn reply({ open: 2 }, "Ask which one is meant.");\r\n});`,
    );
  });

  test.each([
    ["./mcp.js", "./reply.js"],
    ["./mcp.ts", "./reply.ts"],
    ["./mcp", "./reply"],
  ])("imports like %s", async (there, made) => {
    const { text } = await fixed({ "src/server.ts": `import { server } from "${there}";\n${handler(inline)}` });
    expect(text("src/server.ts")).toContain(`import { reply } from "${made}";`);
  });

  test("a shebang, a license and directives stay first", async () => {
    const { text } = await fixed({
      "src/server.ts": `#!/usr/bin/env node\n// (c) somebody\n"use strict";\n${handler(inline)}`,
    });
    expect(text("src/server.ts")).toMatch(
      /^#!\/usr\/bin\/env node\n\/\/ \(c\) somebody\n"use strict";\nimport \{ reply \} from "\.\/reply\.ts";\n\nserver/,
    );
  });

  test("a comment behind the last import stays with it", async () => {
    const { text } = await fixed({
      "src/server.ts": `import { server } from "./mcp.js"; // the one\n${handler(inline)}`,
    });
    expect(text("src/server.ts")).toMatch(/^import \{ server \} from "\.\/mcp\.js"; \/\/ the one\nimport \{ reply \}/);
  });

  test("an import that is there is added to", async () => {
    const { text } = await fixed({
      "src/reply.ts": `${(await fixed({ "src/server.ts": handler(inline) })).text("src/reply.ts")}\nexport const other = 1;\n`,
      "src/server.ts": `import { other } from "./reply.js";\n${handler(inline)}export const kept = other;\n`,
    });
    expect(text("src/server.ts")).toMatch(/^import \{ other, reply \} from "\.\/reply\.js";/);
  });
});

describe("JavaScript", () => {
  test("an ESM server gets reply.js", async () => {
    const { text, changed } = await fixed({
      "src/server.js": `import { server } from "./mcp.js";\n${handler(inline)}`,
    });
    expect([...changed.keys()].sort()).toEqual(["src/reply.js", "src/server.js"]);
    expect(text("src/reply.js")).toContain("export function reply(");
  });

  test("a CommonJS server gets a module that can be required, and runs", async () => {
    const { text } = await fixed({
      "package.json": '{"dependencies":{"@modelcontextprotocol/sdk":"^1.0.0"}}',
      "server.js": `const server = require("./mcp");\n${handler(inline)}module.exports = { server };\n`,
    });
    expect(text("server.js")).toContain('const { reply } = require("./reply");');
    const folder = mkdtempSync(join(tmpdir(), "mcp-lint-"));
    try {
      for (const name of ["server.js", "reply.js"]) writeFileSync(join(folder, name), text(name));
      writeFileSync(
        join(folder, "mcp.js"),
        "exports.registerTool = async (_name, _config, run) => console.log(JSON.stringify(await run()));",
      );
      const out = execFileSync(process.execPath, ["server.js"], { cwd: folder, encoding: "utf8" });
      expect(JSON.parse(out)).toEqual({
        content: [{ type: "text", text: "Ask which one is meant." }],
        structuredContent: { open: 2, note: "Ask which one is meant." },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("where the helper goes", () => {
  test("into the deepest folder that holds all its users, one for each package", async () => {
    const { changed } = await fixed({
      "packages/a/package.json": v1,
      "packages/a/src/tools/one.ts": handler(inline),
      "packages/a/src/tools/deep/two.ts": handler(inline),
      "packages/b/package.json": v1,
      "packages/b/server.ts": handler(inline),
    });
    expect([...changed.keys()].filter((path) => path.endsWith("reply.ts")).sort()).toEqual([
      "packages/a/src/tools/reply.ts",
      "packages/b/reply.ts",
    ]);
  });

  test("under another name where a file or a name is taken", async () => {
    const { text, changed } = await fixed({
      "src/reply.ts": "export const unrelated = 1;\n",
      "src/server.ts": `const reply = 1;\n${handler(inline)}export { reply };\n`,
    });
    expect([...changed.keys()].sort()).toEqual(["src/mcp-reply.ts", "src/server.ts"]);
    expect(text("src/server.ts")).toContain('import { reply as mcpReply } from "./mcp-reply.js";');
    expect(text("src/server.ts")).toContain("return mcpReply({ open: 2 }");
  });

  test("where the config says, with the note under its name", async () => {
    const config = { ...defaultConfig, reply: { module: "./src/answers/reply.ts", note: "guidance", strict: false } };
    const { text } = await fixed({ "src/tools/server.ts": handler(inline) }, config);
    expect(text("src/tools/server.ts")).toContain('from "../answers/reply.js"');
    expect(text("src/answers/reply.ts")).toContain("guidance?: string");
    expect(text("src/answers/reply.ts")).toContain("guidance: own ?");
  });
});

describe("a server with a helper of its own", () => {
  const helper = (body: string) =>
    `export function toolResult(text: string, view: Record<string, unknown>) {\n  return { content: [{ type: "text" as const, text }], structuredContent: ${body} };\n}\n`;
  const calls = handler('toolResult("Ask first.", { open: 1 })');

  test("an inline result becomes a call in its argument order", async () => {
    const { text } = await fixed({
      "src/result.ts": helper("{ ...view, note: text }"),
      "src/calls.ts": `import { toolResult } from "./result.js";\n${calls}`,
      "src/server.ts": `import { server } from "./mcp.js";\n${handler(inline)}`,
    });
    expect(text("src/server.ts")).toContain('import { toolResult } from "./result.js";');
    expect(text("src/server.ts")).toContain('return toolResult("Ask which one is meant.", { open: 2 });');
  });

  test("a helper that drops is mended once, and inline results go through it", async () => {
    const { text, changed } = await fixed({
      "src/result.ts": helper("view"),
      "src/calls.ts": `import { toolResult } from "./result.js";\n${calls}`,
      "src/server.ts": `import { server } from "./mcp.js";\n${handler(inline)}`,
    });
    expect([...changed.keys()].sort()).toEqual(["src/note.ts", "src/result.ts", "src/server.ts"]);
    expect(text("src/result.ts")).toContain("structuredContent: withNote(view, text)");
    expect(text("src/note.ts")).not.toContain("export function reply");
  });

  test("a helper that adds a footer is no way out: the view gets its note in place", async () => {
    const footed = helper("{ ...view, note: text }").replace(", text }]", ", text: `${text}\\n\\nGood luck.` }]");
    const files = {
      "src/result.ts": footed,
      "src/calls.ts": `import { toolResult } from "./result.js";\n${calls}`,
      "src/server.ts": `import { server } from "./mcp.js";\n${handler(inline)}`,
    };
    const { text } = await fixed(files);
    expect(text("src/result.ts")).toBe(footed);
    expect(text("src/server.ts")).toContain("structuredContent: withNote({ open: 2 }, text)");
  });

  test("a helper whose view has a type of its own is not called with another view", async () => {
    const narrow = helper("{ ...view, note: text }").replace("Record<string, unknown>", "{ open: number }");
    const { text } = await fixed({
      "src/result.ts": narrow,
      "src/calls.ts": `import { toolResult } from "./result.js";\n${calls}`,
      "src/server.ts": `import { server } from "./mcp.js";\n${handler(inline.replace("open", "needs"))}`,
    });
    expect(text("src/server.ts")).toContain("structuredContent: withNote({ needs: 2 }, text)");
  });

  test("a view that may be left out stays left out", async () => {
    const { text } = await fixed({
      "src/server.ts": `const respond = (text: string, view?: Record<string, unknown>) => ({ content: [{ type: "text", text }], structuredContent: view });\n${handler('respond("Ask first.", { open: 1 })')}`,
    });
    expect(text("src/server.ts")).toContain("structuredContent: view && withNote(view, text)");
  });
});

describe("no fix", () => {
  const none = async (files: Record<string, string>) => {
    const { changed, diagnostics } = await fixed(files);
    expect([...changed.keys()]).toEqual([]);
    return diagnostics.map(({ message, fix }) => ({ message, fix }));
  };

  test("where a schema applies that can't be seen", async () => {
    const low = `low.setRequestHandler(CallToolRequestSchema, async () => {\n  return ${inline};\n});\nexport const tools = [{ name: "find", outputSchema: {} }];\n`;
    expect(await none({ "src/server.ts": low })).toEqual([
      { message: expect.stringContaining("`note` to the view and the `outputSchema` by hand"), fix: undefined },
    ]);
  });

  test("where the view may be an array", async () => {
    const list = handler('{ content: [{ type: "text", text: "Ask which one." }], structuredContent: [1, 2] as any }');
    expect(await none({ "src/server.ts": list })).toEqual([
      { message: expect.stringContaining("can be an array"), fix: undefined },
    ]);
  });

  test("where text and view both have effects, and no name can be given", async () => {
    const both =
      'server.registerTool("find", {}, async () => ({ content: [{ type: "text", text: `${await count()} there. Ask first.` }], structuredContent: { open: await open() } }));\n';
    expect(await none({ "src/server.ts": both })).toEqual([
      { message: expect.stringContaining("by hand"), fix: undefined },
    ]);
  });
});
