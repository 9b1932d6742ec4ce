/** A safe fix type-checks: each program here compiles with the real compiler and the SDK's types, and still does after it. */
import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { defaultConfig } from "../src/config.js";
import { lintAndFix } from "../src/lint.js";
import { memorySources } from "../src/sources.js";
import { folder } from "./support/folder.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const esm = '{"type":"module","dependencies":{"@modelcontextprotocol/sdk":"^1.0.0"}}';

type Files = Readonly<Record<string, string>>;

/** What the compiler says of a project; nothing where it compiles. */
function compile(files: Files, options: object): string {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022"],
    module: "nodenext",
    moduleDetection: "force",
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    isolatedModules: true,
    skipLibCheck: true,
    noEmit: true,
    ...options,
  };
  const at = folder({ "package.json": esm, "tsconfig.json": JSON.stringify({ compilerOptions }), ...files });
  symlinkSync(join(root, "node_modules"), join(at, "node_modules"));
  const { stdout, stderr } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", at], { encoding: "utf8" });
  return stdout + stderr;
}

/** Takes the safe fixes of a project that compiles, and answers with what they made; that has to compile too. */
async function compiled(files: Files, options: object = {}) {
  expect(compile(files, options), "before the fix").toBe("");
  const tsconfig = JSON.stringify({ compilerOptions: options });
  const before = new Map(Object.entries({ "package.json": esm, "tsconfig.json": tsconfig, ...files }));
  const run = (texts: ReadonlyMap<string, string>) => {
    const paths = [...texts.keys()].filter((path) => /\.[cm]?[jt]sx?$/.test(path)).sort();
    return lintAndFix({ ...memorySources(texts), paths: () => paths }, defaultConfig, "safe");
  };
  const { changed, trouble, diagnostics } = await run(before);
  expect(trouble).toBeUndefined();
  const after = new Map([...before, ...changed]);
  expect(
    compile({ ...files, ...Object.fromEntries(changed) }, options),
    JSON.stringify([...changed].filter(([p]) => !/(reply|note)\./.test(p))),
  ).toBe("");
  expect([...(await run(after)).changed.keys()], "a second run").toEqual([]);
  return { changed: [...changed.keys()].sort(), text: (path: string) => after.get(path) ?? "", diagnostics };
}

const head = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1.0.0" });
`;
const tool = (body: string) => `server.registerTool("find", {}, async () => {\n${body}\n});\n`;
const result = (view: string) =>
  `{ content: [{ type: "text" as const, text: "Ask which one is meant." }], structuredContent: ${view} }`;

describe("a helper whose result has a type of its own", () => {
  const inHelper = (signature: string, view = "data", call = 'answer({ open: 1 }, "Ask first.")') =>
    `${head}${signature} {\n  return { content: [{ type: "text" as const, text }], structuredContent: ${view} };\n}\n${tool(`  return ${call};`)}`;

  const named = '{ content: { type: "text"; text: string }[]; structuredContent: T }';
  test.each([
    [
      "its type parameter",
      `function answer<T extends Record<string, unknown>>(data: T, text: string): ${named}`,
      false,
    ],
    [
      "a type made of it",
      `type Of<T> = ${named};\nfunction answer<T extends { open: number }>(data: T, text: string): Of<T>`,
      false,
    ],
    ["a type parameter of no objects", "function answer<T>(data: T, text: string)", false],
    ["a type parameter alone", "function answer<T extends Record<string, unknown>>(data: T, text: string)", true],
    [
      "a named type",
      `interface Answer { [key: string]: unknown; content: { type: "text"; text: string }[]; structuredContent: { open: number } }\nfunction answer(data: { open: number }, text: string): Answer`,
      true,
    ],
    [
      "a record of numbers",
      `function answer(data: Record<string, number>, text: string): ${named.replace(" T ", " Record<string, number> ")}`,
      true,
    ],
  ])("%s", async (_name, signature, isFixed) => {
    const { changed } = await compiled({ "server.ts": inHelper(signature) });
    expect(changed.length > 0, "a fix").toBe(isFixed);
  });

  test("a view of no known type", async () => {
    const { changed } = await compiled({
      "server.ts": inHelper("function answer(data: unknown, text: string): any"),
    });
    expect(changed).toEqual([]);
  });

  test("a view that is cast to anything", async () => {
    const { changed } = await compiled({
      "server.ts": inHelper("function answer(data: { open: number }, text: string): any", "data as unknown"),
    });
    expect(changed).toEqual([]);
  });

  test("a view that may be left out", async () => {
    await compiled({
      "server.ts": inHelper("function answer<T extends Record<string, unknown>>(data: T | undefined, text: string)"),
    });
  });

  test("a result that is read again", async () => {
    await compiled({
      "server.ts": `${head}import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
function answer(data: Record<string, unknown>, text: string) {
  return { content: [{ type: "text" as const, text }], structuredContent: data };
}
function rows(): CallToolResult {
  return answer({ rows: [1] }, "Ask first.");
}
${tool("  return rows();")}export const first = rows().structuredContent?.rows;
`,
    });
  });
});

describe("a helper that is gone through", () => {
  const own = (declaration: string) =>
    `export function toolResult(${declaration}) {\n  return { content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } };\n}\n`;
  const calls =
    tool('  return toolResult({ open: 1 }, "Ask first.");') +
    tool('  return toolResult({ open: 2 }, "Ask again.");').replace("find", "find2");

  test("an interface does not fit an index signature", async () => {
    const { text } = await compiled({
      "result.ts": own("view: Record<string, unknown>, text: string"),
      "server.ts": `${head}import { toolResult } from "./result.js";\n${calls}`,
      "other.ts": `${head}interface View { open: number }\ndeclare function load(): View;\n${tool(`  const view: View = load();\n  return ${result("{ ...view }")};`)}${tool(`  const view: View = load();\n  return { content: [{ type: "text" as const, text: "Ask which." }], structuredContent: view as View & Record<string, unknown> };`).replace("find", "find2")}`,
    });
    expect(text("other.ts")).not.toMatch(/toolResult\(view,/);
  });

  test("the caller reads a key of the view that the helper's declared type has not", async () => {
    await compiled({
      "result.ts": `import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";\n${own("view: Record<string, unknown>, text: string").replace(") {", "): CallToolResult {")}`,
      "server.ts": `${head}import { toolResult } from "./result.js";\n${calls}`,
      "other.ts": `${head}function search(rows: number[]) {\n  return ${result("{ rows }")};\n}\n${tool("  const found = search([1]);\n  return found.structuredContent.rows.length > 0 ? found : search([2]);")}`,
    });
  });
});

describe("the types of a view", () => {
  test("literal types of a union stay", async () => {
    await compiled({
      "server.ts": `${head}type View = { status: "open"; id: number } | { status: "closed" };
type Answer = { content: { type: "text"; text: string }[]; structuredContent: View };
function answer(id: number): Answer {
  return ${result('{ status: "open", id }')};
}
${tool("  return answer(1);")}`,
    });
  });

  test("a declared result type that no note fits", async () => {
    await compiled({
      "server.ts": `${head}type Answer = { content: { type: "text"; text: string }[]; structuredContent: { status: "open" | "closed" } };
${tool(`  const found: Answer = ${result('{ status: "open" }')};\n  return found;`)}const closed = (): Answer => (${result('{ status: "closed" }')});\n${tool("  return closed();").replace("find", "find2")}`,
    });
  });

  test("literal types of a union stay beside more keys", async () => {
    const { changed } = await compiled({
      "server.ts": `${head}type View = { status: "open"; id: number } | { status: "closed" };
type Answer = { content: { type: "text"; text: string }[]; structuredContent: View; _meta: {} };
function answer(id: number): Answer {
  return { ${result('{ status: "open", id }').slice(1, -1)}, _meta: {} };
}
${tool("  return answer(1);")}`,
    });
    expect(changed).toEqual(["reply.ts", "server.ts"]);
  });

  test("a result that is constant", async () => {
    const { changed } = await compiled({
      "server.ts": `${head}const answer = () => (${result('{ status: "open" }')}) as const;
${tool('  const status: { status: "open" } = answer().structuredContent;\n  return { content: [], structuredContent: status };')}`,
    });
    expect(changed).toEqual([]);
  });

  test("an interface with a cast", async () => {
    await compiled({
      "server.ts": `${head}interface View { open: number }\ndeclare const view: View;\n${tool(`  return ${result("view as unknown as Record<string, unknown>")};`)}`,
    });
  });

  test.each([
    ["a view of a type that may be nothing", "declare function load(): { open: number } | undefined;", "load()"],
    ["a variable that may be nothing", "declare const found: { open: number } | undefined;", "found"],
  ])("%s", async (_name, declaration, view) => {
    await compiled(
      { "server.ts": `${head}${declaration}\n${tool(`  return ${result(view)};`)}` },
      { exactOptionalPropertyTypes: false },
    );
  });
});

describe("comments that speak of a place", () => {
  test.each(["@ts-expect-error the SDK is too narrow", "@ts-ignore"])("%s stays before its return", async (comment) => {
    await compiled({
      "server.ts": `${head}${tool(`  const found = { open: 1 };
  // ${comment}
  return { content: [{ type: "text" as const, text: \`Ask which of \${found.open} is meant.\` }], structuredContent: { ...found, broken }, _meta: {} };`)}`,
    });
  });

  test("a doc comment stays with its function", async () => {
    const { text } = await compiled({
      "tool.ts": `/** Finds what is open. */\nexport async function find() {\n  return ${result("{ open: 2 }")};\n}\n`,
      "server.ts": `${head}import { find } from "./tool.js";\nserver.registerTool("find", {}, find);\n`,
    });
    expect(text("tool.ts")).toMatch(
      /^import \{ reply \} from "\.\/reply\.js";\n\n\/\*\* Finds what is open. \*\/\nexport async/,
    );
  });

  test("a file's own doc comment stays first", async () => {
    const { text } = await compiled({
      "tool.ts": `/** The tools of the queue. */\n\n/** Finds what is open. */\nexport async function find() {\n  return ${result("{ open: 2 }")};\n}\n`,
      "server.ts": `${head}import { find } from "./tool.js";\nserver.registerTool("find", {}, find);\n`,
    });
    expect(text("tool.ts")).toMatch(
      /^\/\*\* The tools of the queue. \*\/\n\nimport \{ reply \} from "\.\/reply\.js";\n\n\/\*\* Finds/,
    );
  });
});

describe("what a fix leaves unused", () => {
  test.each([
    ["import type { CallToolResult }", 'import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";\n'],
    [
      "one of two",
      'import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";\nexport type Kept = Tool;\n',
    ],
    [
      "inline type",
      'import { type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";\nexport const kept = ListToolsRequestSchema;\n',
    ],
  ])("%s", async (_name, line) => {
    await compiled({
      "server.ts": `${line}${head}${tool(`  return ${result("{ open: 2 }")} satisfies CallToolResult;`)}`,
    });
  });

  test("the type of a view's cast", async () => {
    await compiled({
      "server.ts": `${head}type Block = { type: "text"; text: string };\n${tool(`  return { content: [{ type: "text", text: "Ask which one is meant." } as Block], structuredContent: { open: 2 } };`)}`,
    });
  });
});

describe("kinds of modules", () => {
  const mts = (from: string) => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { name } from "${from}";
const server = new McpServer({ name, version: "1.0.0" });
${tool(`  return ${result("{ open: 2 }")};`)}`;

  test.each([
    ["nodenext", {}],
    ["verbatimModuleSyntax", { verbatimModuleSyntax: true }],
    ["allowImportingTsExtensions", { allowImportingTsExtensions: true, module: "esnext", moduleResolution: "bundler" }],
    ["bundler", { module: "esnext", moduleResolution: "bundler" }],
  ])("ESM with %s", async (_name, options) => {
    const from =
      "allowImportingTsExtensions" in options ? "./name.ts" : "moduleResolution" in options ? "./name" : "./name.js";
    await compiled({ "name.ts": 'export const name = "s";\n', "server.ts": mts(from) }, options);
    await compiled(
      { "name.ts": 'export const name = "s";\n', "server.ts": `${head}${tool(`  return ${result("{ open: 2 }")};`)}` },
      options,
    );
  });

  test("a .mts file", async () => {
    const { changed } = await compiled({ "name.mts": 'export const name = "s";\n', "server.mts": mts("./name.mjs") });
    expect(changed).toEqual(["reply.mts", "server.mts"]);
  });

  test.each([
    [
      "import …",
      {},
      'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
      ["reply.cts", "server.cts"],
    ],
    [
      "import = require",
      { verbatimModuleSyntax: true },
      'import mcp = require("@modelcontextprotocol/sdk/server/mcp.js");\nconst { McpServer } = mcp;',
      [],
    ],
  ])("a .cts file with %s", async (_name, options, line, expected) => {
    const { changed } = await compiled(
      {
        "server.cts": `${line}\nconst server = new McpServer({ name: "s", version: "1.0.0" });\n${tool(`  return ${result("{ open: 2 }")};`)}`,
      },
      options,
    );
    expect(changed).toEqual(expected);
  });

  test("a .ts file of a CommonJS package with verbatimModuleSyntax", async () => {
    await compiled(
      {
        "package.json": esm.replace('"type":"module",', ""),
        "server.ts": `import mcp = require("@modelcontextprotocol/sdk/server/mcp.js");\nconst server = new mcp.McpServer({ name: "s", version: "1.0.0" });\n${tool(`  return ${result("{ open: 2 }")};`)}`,
      },
      { verbatimModuleSyntax: true },
    );
  });

  test("a .tsx file", async () => {
    await compiled({ "server.tsx": `${head}${tool(`  return ${result("{ open: 2 }")};`)}` }, { jsx: "preserve" });
  });

  test.each([
    ["ESM", esm, head],
    [
      "CommonJS",
      esm.replace('"type":"module",', ""),
      `const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");\nconst server = new McpServer({ name: "s", version: "1.0.0" });\n`,
    ],
  ])("checked JavaScript: %s", async (_name, manifest, start) => {
    const { changed } = await compiled(
      {
        "package.json": manifest,
        "server.js": `${start}${tool(`  return ${result("{ open: 2 }").replace(" as const", "")};`)}`.replace(
          'type: "text"',
          'type: /** @type {const} */ ("text")',
        ),
      },
      { allowJs: true, checkJs: true, types: ["node"] },
    );
    expect(changed).toEqual(["reply.js", "server.js"]);
  });

  test("checked JavaScript with a view that may be nothing", async () => {
    const { changed } = await compiled(
      {
        "server.js":
          `${head}/** @returns {{ open: number } | undefined} */\nconst load = () => (Date.now() ? { open: 1 } : undefined);\n${tool(`  return ${result("load()").replace(" as const", "")};`)}`.replace(
            'type: "text"',
            'type: /** @type {const} */ ("text")',
          ),
      },
      { allowJs: true, checkJs: true, types: ["node"], exactOptionalPropertyTypes: false },
    );
    expect(changed).toEqual(["reply.js", "server.js"]);
  });

  test.each(["es2019", "es2020"])("a library of %s", async (lib) => {
    const { changed } = await compiled(
      { "server.ts": `${head}${tool(`  return ${result("{ open: 2 }")};`)}` },
      { target: lib, lib: [lib, "dom"], skipLibCheck: true },
    );
    expect(changed).toEqual(["reply.ts", "server.ts"]);
  });
});
