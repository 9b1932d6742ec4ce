/**
 * `--fix` on codebases of every kind, from the disk: each one type-checks with the real compiler before and after, runs
 * where Node can run it and answers a validating client with the note, and a second run changes nothing.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { filesFor } from "../src/commands/setup.js";
import { type Config, defaultConfig } from "../src/config.js";
import { writeAll } from "../src/fix/write.js";
import { lintAndFix } from "../src/lint.js";
import { isSource } from "../src/sources.js";
import { project } from "./support/cli.js";

const root = fileURLToPath(new URL("..", import.meta.url));

type Files = Readonly<Record<string, string>>;

const manifest = (more: object = { type: "module" }) =>
  JSON.stringify({ dependencies: { "@modelcontextprotocol/sdk": "^1.0.0" }, ...more });
const tsconfig = (options: object = {}, more: object = {}) =>
  JSON.stringify({
    compilerOptions: {
      target: "es2022",
      types: ["node"],
      strict: true,
      skipLibCheck: true,
      module: "nodenext",
      outDir: "dist",
      ...options,
    },
    ...more,
  });
const loose = { module: "esnext", moduleResolution: "bundler" };

const untyped = '{ content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { open: 2 } }';
const answer = untyped.replace('"text",', '"text" as const,');
const head = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export const server = new McpServer({ name: "s", version: "1.0.0" });
`;
const tool = (body = `  return ${answer};`, name = "find") =>
  `server.registerTool("${name}", {}, async () => {\n${body}\n});\n`;
const simple = `${head}${tool()}`;
const required = `const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const server = new McpServer({ name: "s", version: "1.0.0" });
${tool(`  return ${untyped};`)}module.exports = { server };
`;

/** Prints what each tool of a server answers to a client that validates. */
const caller = (entry: string) => `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import * as module from "./${entry}";
const server = module.server ?? module.default.server;
const client = new Client({ name: "c", version: "1.0.0" });
const [one, other] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(one), client.connect(other)]);
for (const { name } of (await client.listTools()).tools) {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: {} });
  console.log(name, JSON.stringify(isError ? content : structuredContent));
}
`;
const noted = (name = "find") => `${name} {"open":2,"note":"Ask which one is meant."}\n`;

/** What the compiler says of a tsconfig; it writes what it compiles. */
function compile(at: string, config: string): string {
  if (!existsSync(join(at, config))) return "";
  const { stdout, stderr } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", config], {
    cwd: at,
    encoding: "utf8",
  });
  return stdout + stderr;
}

interface Codebase {
  readonly files: Files;
  /** The file that the client loads once the compiler has run; undefined where Node alone can't run it. */
  readonly entry?: string;
  readonly configs?: readonly string[];
  readonly config?: Config;
}

/** Fixes a codebase on the disk, and answers with what it has become. */
async function fixed({ files, entry, configs = ["tsconfig.json"], config = defaultConfig }: Codebase) {
  const at = project({ "package.json": manifest(), ...files });
  symlinkSync(join(root, "node_modules"), join(at, "node_modules"));
  for (const each of configs) expect(compile(at, each), "before the fix").toBe("");
  const first = await fix(at, config);
  const after = sourcesIn(at);
  const changed = [...after.keys()].filter((path) => after.get(path) !== files[path]);
  const show = changed.flatMap((path) => (path in files ? `${path}:\n${after.get(path)}` : path)).join("\n");
  for (const each of configs) expect(compile(at, each), show).toBe("");
  let printed = "";
  if (entry) {
    const script = ["--input-type=module", "-e", caller(entry)];
    const { stdout, stderr } = spawnSync(process.execPath, script, { cwd: at, encoding: "utf8" });
    expect(stderr, show).toBe("");
    printed = stdout;
  }
  expect([...(await fix(at, config)).changed.keys()], "a second run").toEqual([]);
  return { at, changed, text: (path: string) => after.get(path) ?? "", printed, diagnostics: first.diagnostics };
}

async function fix(at: string, config: Config) {
  const { sources, errors } = filesFor(at, [], config, false);
  const run = await lintAndFix(sources, config, "safe");
  expect([...errors, ...run.errors, run.trouble]).toEqual([undefined]);
  writeAll(at, run.changed, run.originals);
  return run;
}

function sourcesIn(at: string): Map<string, string> {
  const own = (path: string) => isSource(path) && !/(?:^|\/)(?:dist|node_modules)\//.test(path);
  const skipped = readdirSync(at, { withFileTypes: true }).filter((entry) => !entry.isSymbolicLink());
  const paths = skipped.flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(at, entry.name), { recursive: true, encoding: "utf8" }).map((path) => `${entry.name}/${path}`)
      : entry.name,
  );
  return new Map(
    paths
      .filter(own)
      .sort()
      .map((path) => [path, readFileSync(join(at, path), "utf8")]),
  );
}

describe("a name that is taken", () => {
  test.each([
    [
      "by a parameter of the handler",
      `${head}${tool('  const use = (reply: string) => {\n    console.error(reply);\n    return ANSWER;\n  };\n  return use("");')}`,
    ],
    ["by a local of the handler", `${head}${tool("  const reply = 1;\n  console.error(reply);\n  return ANSWER;")}`],
    [
      "by a local of the second handler",
      `${simple.replace("find", "first")}${tool("  const reply = 1;\n  console.error(reply);\n  return ANSWER;")}`,
    ],
    ["by a type", `type reply = number;\nexport const zero: reply = 0;\n${simple}`],
    ["by a namespace", `declare namespace reply {\n  const x: number;\n}\nexport type X = typeof reply.x;\n${simple}`],
    [
      "by a global",
      `declare global {\n  var reply: (() => void) | undefined;\n}\nglobalThis.reply?.();\nif (typeof reply !== "undefined") reply();\n${simple}`,
    ],
    [
      "by a catch clause",
      `${head}${tool("  try {\n    JSON.parse('{');\n  } catch (reply) {\n    console.error(String(reply).length > 0 ? '' : '');\n    return ANSWER;\n  }\n  return { content: [] };")}`,
    ],
  ])("%s", async (_how, text) => {
    const { printed, text: now } = await fixed({
      files: {
        "tsconfig.json": tsconfig(),
        "server.ts": text.replaceAll("ANSWER", answer).replaceAll("console.error(", "void ("),
      },
      entry: "dist/server.js",
    });
    expect(printed).toContain(noted());
    expect(now("server.ts")).toContain('import { reply as mcpReply } from "./reply.js";');
  });

  const helper = `export function toolResult(text: string, view: Record<string, unknown>) {
  return { content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } };
}
`;
  const hidden = tool(`  const toolResult = (view: object) => view;\n  void toolResult;\n  return ${answer};`);
  const calls = tool('  return toolResult("Ask first.", { open: 1 });', "other");

  test("by a local that hides the file's own helper", async () => {
    const { printed } = await fixed({
      files: { "tsconfig.json": tsconfig(), "server.ts": `${head}${helper}${calls}${hidden}` },
      entry: "dist/server.js",
    });
    expect(printed).toContain(noted());
  });

  test("by a local that hides the imported helper", async () => {
    const files = {
      "tsconfig.json": tsconfig(),
      "result.ts": helper,
      "server.ts": `import { toolResult } from "./result.js";\n${head}${calls}${hidden}`,
    };
    const { printed } = await fixed({ files, entry: "dist/server.js" });
    expect(printed).toContain(noted());
  });

  test("by what is required", async () => {
    const files = {
      "package.json": manifest({}),
      "reply.js":
        readFileSync(join(root, "src/fix/scaffold/reply.js"), "utf8").replace(/^export function/gm, "function") +
        "module.exports = { reply, withNote, note };\n",
      "server.js": `const { reply } = require("./reply");\n${required.replace("module.exports", `${tool('  return reply({ open: 1 }, "Ask.");', "other")}module.exports`)}`,
    };
    const { printed, changed, text } = await fixed({ files, entry: "server.js" });
    expect(printed).toContain(noted());
    expect(changed).toEqual(["server.js"]);
    expect(text("server.js").match(/require\(/g)).toHaveLength(2);
  });
});

describe("the kind of a JavaScript module", () => {
  const words = '/* exports.x, module.exports and require ("x") are words here */\n';
  const imports = `const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");\n`;
  const dynamic = `${words}${imports}const server = new McpServer({ name: "s", version: "1.0.0" });\n${tool(`  return ${untyped};`)}`;
  test.each([
    [
      "an export is an ES module",
      "server.js",
      `${dynamic}export { server };\n`.replace("export {", "export const exported = 1;\nexport {"),
    ],
    ["`await` outside of functions is one", "server.js", `${dynamic}globalThis.mcp = server;\n`],
    ["`.mjs` is one", "server.mjs", `${words}${simple.replace(" as const", "")}`],
    [
      "`createRequire` is one",
      "server.js",
      `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\nconst { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");\nexport const server = new McpServer({ name: "s", version: "1.0.0" });\n${tool(`  return ${untyped};`)}`,
    ],
  ])("%s", async (_what, path, text) => {
    const entry = text.includes("globalThis") ? undefined : path;
    const { printed, text: now } = await fixed({ files: { [path]: text }, ...(entry ? { entry } : {}) });
    if (entry) expect(printed).toBe(noted());
    expect(now(path)).toMatch(/^import \{ reply \} from "\.\/reply\.m?js";$/m);
  });

  test.each([
    ["server.js", {}, "./reply"],
    ["server.cjs", { type: "module" }, "./reply.cjs"],
    ["server.cjs", {}, "./reply.cjs"],
  ])("CommonJS: %s of %o", async (path, more, from) => {
    const { printed, text } = await fixed({ files: { "package.json": manifest(more), [path]: required }, entry: path });
    expect(printed).toBe(noted());
    expect(text(path)).toContain(`const { reply } = require("${from}");`);
  });

  test("both in one package", async () => {
    const esm = `${simple.replace(" as const", "")}`;
    const { changed, printed } = await fixed({
      files: { "package.json": manifest({}), "a/server.cjs": required, "a/other.mjs": esm, "a/third.js": required },
      entry: "a/other.mjs",
    });
    expect(printed).toBe(noted());
    expect(changed).toEqual(["a/other.mjs", "a/reply.cjs", "a/reply.js", "a/reply.mjs", "a/server.cjs", "a/third.js"]);
  });
});

describe("how an import is written", () => {
  const other = 'export const name: string = "s";\n';
  const using = (from: string) => `import { name } from "${from}";\n${simple.replace('name: "s"', "name")}`;
  test.each<[string, Codebase, string]>([
    [
      "a config that is extended",
      {
        files: {
          "base.json": tsconfig(),
          "tsconfig.json": '{ "extends": "./base.json", "compilerOptions": { "outDir": "dist", }, /* its own */ }',
          "server.ts": simple,
        },
        entry: "dist/server.js",
      },
      "./reply.js",
    ],
    [
      "several configs that are extended",
      {
        files: {
          "base.json": tsconfig(),
          "more.json": '{"compilerOptions":{"noUnusedLocals":true}}',
          "tsconfig.json": '{"extends":["./base.json","./more.json"]}',
          "server.ts": simple,
        },
        entry: "dist/server.js",
      },
      "./reply.js",
    ],
    [
      "a solution of projects",
      {
        files: {
          "tsconfig.json": '{"files":[],"references":[{"path":"./tsconfig.web.json"},{"path":"./tsconfig.node.json"}]}',
          "tsconfig.web.json": tsconfig(loose, { include: ["web"] }),
          "tsconfig.node.json": tsconfig({ composite: true }, { include: ["server.ts", "reply.ts"] }),
          "web/x.ts": "export {};\n",
          "server.ts": simple,
        },
        configs: ["tsconfig.node.json"],
        entry: "dist/server.js",
      },
      "./reply.js",
    ],
    [
      "`.mts`",
      {
        files: { "tsconfig.json": tsconfig(), "package.json": manifest({}), "server.mts": simple },
        entry: "dist/server.mjs",
      },
      "./reply.mjs",
    ],
    [
      "`.mts` for a bundler",
      { files: { "tsconfig.json": tsconfig(loose), "name.ts": other, "server.mts": using("./name") } },
      "./reply.mjs",
    ],
    [
      "`.cts`",
      { files: { "tsconfig.json": tsconfig(), "server.cts": simple }, entry: "dist/server.cjs" },
      "./reply.cjs",
    ],
    [
      "`.ts` that becomes CommonJS",
      {
        files: { "tsconfig.json": tsconfig(), "package.json": manifest({}), "server.ts": simple },
        entry: "dist/server.js",
      },
      "./reply",
    ],
    [
      "an import of types alone",
      {
        files: {
          "tsconfig.json": tsconfig(loose),
          "name.ts": "export type Name = string;\n",
          "server.ts": `import type { Name } from "./name.js";\nexport const n: Name = "";\n${simple}`,
        },
      },
      "./reply",
    ],
    [
      "an import of data",
      {
        files: {
          "tsconfig.json": tsconfig({ resolveJsonModule: true }),
          "name.json": '{"name":"s"}',
          "server.ts": `import data from "./name.json" with { type: "json" };\n${simple.replace('name: "s"', "name: data.name")}`,
        },
      },
      "./reply.js",
    ],
    ["a bundler", { files: { "tsconfig.json": tsconfig(loose), "server.ts": simple } }, "./reply"],
    ["`preserve`", { files: { "tsconfig.json": tsconfig({ module: "preserve" }), "server.ts": simple } }, "./reply"],
    [
      "a single file that Node runs as it is",
      {
        files: {
          "tsconfig.json": tsconfig({
            noEmit: true,
            allowImportingTsExtensions: true,
            erasableSyntaxOnly: true,
            verbatimModuleSyntax: true,
          }),
          "server.ts": simple,
        },
      },
      "./reply.ts",
    ],
    [
      "extensions that the compiler rewrites",
      {
        files: { "tsconfig.json": tsconfig({ rewriteRelativeImportExtensions: true }), "server.ts": simple },
        entry: "dist/server.js",
      },
      "./reply.ts",
    ],
    ["a single file of Deno", { files: { "deno.json": "{}", "server.ts": simple } }, "./reply.ts"],
    [
      "a single file that a script runs",
      {
        files: {
          "package.json": manifest({ type: "module", scripts: { start: "node --experimental-strip-types server.ts" } }),
          "server.ts": simple,
        },
      },
      "./reply.ts",
    ],
    [
      "a single file that begins with Node",
      { files: { "server.ts": `#!/usr/bin/env -S node --experimental-strip-types\n${simple}` } },
      "./reply.ts",
    ],
    [
      "a single file that begins with another runner",
      { files: { "server.ts": `#!/usr/bin/env tsx\n${simple}` } },
      "./reply.js",
    ],
    [
      "a file that begins with Node and is built",
      {
        files: { "tsconfig.json": tsconfig(), "server.ts": `#!/usr/bin/env node\n${simple}` },
        entry: "dist/server.js",
      },
      "./reply.js",
    ],
    [
      "`verbatimModuleSyntax` and `isolatedModules`",
      {
        files: {
          "tsconfig.json": tsconfig({ verbatimModuleSyntax: true, isolatedModules: true }),
          "server.ts": simple,
        },
        entry: "dist/server.js",
      },
      "./reply.js",
    ],
    [
      "`.tsx`",
      { files: { "tsconfig.json": tsconfig({ jsx: "preserve", ...loose }), "server.tsx": simple } },
      "./reply",
    ],
    [
      "checked JavaScript",
      {
        files: {
          "tsconfig.json": tsconfig({ allowJs: true, checkJs: true }),
          "server.js": simple.replace(" as const", ""),
        },
        entry: "dist/server.js",
      },
      "./reply.js",
    ],
    [
      "path aliases",
      {
        files: {
          "tsconfig.json": tsconfig({ ...loose, rootDir: "src", paths: { "@/*": ["./src/*"] } }),
          "src/name.ts": other,
          "src/server.ts": using("@/name"),
        },
      },
      "./reply",
    ],
    [
      "`imports` of the package",
      {
        files: {
          "package.json": manifest({
            type: "module",
            imports: { "#lib/*": { types: "./src/*", default: "./dist/*" } },
          }),
          "tsconfig.json": tsconfig({ rootDir: "src" }),
          "src/name.ts": other,
          "src/server.ts": using("#lib/name.js"),
        },
        entry: "dist/server.js",
      },
      "./reply.js",
    ],
  ])("%s", async (_what, codebase, from) => {
    const { text, printed } = await fixed(codebase);
    const path = Object.keys(codebase.files).find((each) => /server\.[cm]?[jt]sx?$/.test(each)) ?? "";
    expect(text(path)).toMatch(new RegExp(`^import \\{ reply \\} from "${from.replaceAll(".", "\\.")}";$`, "m"));
    if (codebase.entry) expect(printed).toBe(noted());
  });

  test("each package as its own config says, whatever the next one does", async () => {
    const { text, changed } = await fixed({
      files: {
        "package.json": '{"workspaces":["packages/*"]}',
        "packages/a/package.json": manifest(),
        "packages/a/tsconfig.json": tsconfig(loose),
        "packages/a/name.ts": other,
        "packages/a/server.ts": using("./name"),
        "packages/b/package.json": manifest(),
        "packages/b/tsconfig.json": tsconfig(),
        "packages/b/server.ts": simple,
        "packages/c/package.json": manifest({}),
        "packages/c/server.js": required,
      },
      configs: ["packages/a/tsconfig.json", "packages/b/tsconfig.json"],
      entry: "packages/b/dist/server.js",
    });
    expect(changed.filter((path) => /reply/.test(path))).toEqual([
      "packages/a/reply.ts",
      "packages/b/reply.ts",
      "packages/c/reply.js",
    ]);
    expect(text("packages/a/server.ts")).toContain('from "./reply"');
    expect(text("packages/b/server.ts")).toContain('from "./reply.js"');
    expect(text("packages/c/server.js")).toContain('require("./reply")');
  });

  test.each<[string, Files]>([
    [
      "Node runs the file as it is, and the compiler forbids its name",
      {
        "package.json": manifest({ type: "module", scripts: { start: "node server.ts" } }),
        "tsconfig.json": tsconfig({ noEmit: true }),
        "server.ts": simple,
      },
    ],
    [
      "CommonJS that keeps its syntax",
      {
        "package.json": manifest({}),
        "tsconfig.json": tsconfig({ verbatimModuleSyntax: true }),
        "server.ts": `import mcp = require("@modelcontextprotocol/sdk/server/mcp.js");\nconst server = new mcp.McpServer({ name: "s", version: "1.0.0" });\n${tool()}`,
      },
    ],
  ])("none where %s", async (_why, files) => {
    const { changed, diagnostics } = await fixed({ files });
    expect(changed).toEqual([]);
    expect(diagnostics.map(({ message, fix }) => [message.includes("by hand"), fix])).toEqual([[true, undefined]]);
  });
});

describe("where the helper goes", () => {
  const other = "export const other = 1;\n";
  test.each<[string, string, string]>([
    ["reply.tsx", other, "mcp-reply.ts"],
    ["reply.js", other, "mcp-reply.ts"],
    ["reply.mts", other, "mcp-reply.ts"],
    ["reply.d.ts", "export declare const other: number;\n", "mcp-reply.ts"],
    ["reply/index.ts", other, "mcp-reply.ts"],
    ["Reply.tsx", other, "mcp-reply.ts"],
    [
      "reply.ts",
      "export const reply = (text: string) => text;\nexport const withNote = (text: string) => text;\n",
      "mcp-reply.ts",
    ],
    ["replies.ts", other, "reply.ts"],
  ])("beside %s", async (path, text, expected) => {
    const using = path.endsWith(".d.ts")
      ? ""
      : `export { other } from "./${path.replace(/\.tsx?$|\/index.ts$/, "").replace(/mts$/, "mjs")}";\n`;
    const { changed } = await fixed({
      files: {
        "tsconfig.json": tsconfig({ ...loose, rootDir: "src", allowJs: true, jsx: "preserve" }),
        [`src/${path}`]: text,
        "src/server.ts": `${text === other ? using : ""}${simple}`,
      },
    });
    expect(changed).toEqual([`src/${expected}`, "src/server.ts"]);
  });

  test.each<[string, object]>([
    ["`rootDir`", { rootDir: "src" }],
    ["`include`", { noEmit: true }],
  ])("below %s", async (_what, options) => {
    const { changed, printed } = await fixed({
      files: {
        "tsconfig.json": tsconfig(options, { include: ["src", "test/**/*"] }),
        "src/tools/server.ts": simple,
        "src/server.ts": simple,
        "lib/server.ts": simple,
      },
      ...("noEmit" in options ? {} : { entry: "dist/tools/server.js" }),
    });
    expect(printed).toBe("noEmit" in options ? "" : noted());
    expect(changed.filter((path) => /reply/.test(path))).toEqual(["lib/reply.ts", "src/reply.ts"]);
  });

  const helper = `export const toolResult = (text: string, view: Record<string, unknown>) => {
  return { content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } };
};
`;
  test("never so that modules import each other", async () => {
    const { printed, text } = await fixed({
      files: {
        "tsconfig.json": tsconfig({ module: "nodenext" }),
        "package.json": manifest({}),
        "server.ts": `${head}import { register } from "./tools";\n${helper}${tool('  return toolResult("Ask first.", { open: 1 });', "first")}register();\n`,
        "tools/index.ts": 'export { register } from "./find";\n',
        "tools/find.ts": `export function register() {\n  const { server } = require("../server") as typeof import("../server");\n${tool()}}\n`,
      },
      entry: "dist/server.js",
    });
    expect(printed).toBe(`first {"open":1,"note":"Ask first."}\n${noted()}`);
    expect(text("tools/find.ts")).not.toMatch(/^import .*server/m);
  });

  test("never so that importing it starts another server", async () => {
    const { text } = await fixed({
      files: {
        "tsconfig.json": tsconfig(),
        "main.ts": `${head}${helper}${tool('  return toolResult("Ask first.", { open: 1 });', "first")}`,
        "server.ts": simple,
      },
      entry: "dist/server.js",
    });
    expect(text("server.ts")).not.toContain("./main");
  });

  test("one for each package, wherever the config wants it", async () => {
    const { changed } = await fixed({
      files: {
        "packages/a/package.json": manifest(),
        "packages/a/tsconfig.json": tsconfig(),
        "packages/a/server.ts": simple,
        "packages/b/package.json": manifest(),
        "packages/b/tsconfig.json": tsconfig(),
        "packages/b/server.ts": simple,
      },
      configs: ["packages/a/tsconfig.json", "packages/b/tsconfig.json"],
      config: { ...defaultConfig, reply: { ...defaultConfig.reply, module: "./packages/a/answers.ts" } },
    });
    expect(changed).toEqual([
      "packages/a/answers.ts",
      "packages/a/server.ts",
      "packages/b/reply.ts",
      "packages/b/server.ts",
    ]);
  });
});

describe("a function that only has the name of ours", () => {
  const extra =
    'return { content: [{ type: "text" as const, text: "Ask which one is meant." }], structuredContent: ANSWER, _meta: {} };';
  test.each<[string, Files]>([
    [
      "in the file",
      {
        "server.ts": `const withNote = (view: { open: number }, _label: string) => view;\n${head}${tool(`  ${extra}`)}`,
      },
    ],
    [
      "in a file of the project",
      {
        "notes.ts": "export function withNote(view: { open: number }, _label: string) {\n  return view;\n}\n",
        "server.ts": `import { withNote } from "./notes.js";\n${head}${tool(`  ${extra}`)}`,
      },
    ],
  ])("%s", async (_where, files) => {
    const given = Object.entries(files).map(([path, text]) => [
      path,
      text.replace("ANSWER", 'withNote({ open: 2 }, "x")'),
    ]);
    const { printed, text } = await fixed({
      files: { "tsconfig.json": tsconfig(), ...Object.fromEntries(given) },
      entry: "dist/server.js",
    });
    expect(printed).toBe(noted());
    expect(text("server.ts")).toContain('import { withNote as mcpWithNote } from "./reply.js";');
  });
});

describe("the style of a file", () => {
  const bare = simple.replaceAll(";\n", "\n");
  test.each<[string, string, (text: string) => void]>([
    [
      "CRLF, tabs, a byte order mark and no final newline",
      `\uFEFF${simple.replaceAll("  ", "\t").replaceAll("\n", "\r\n")}`.trimEnd(),
      (text) => {
        expect(text).toMatch(/^\uFEFFimport [^\n]*\r\nimport [^\n]*reply\.js";\r\n/);
        expect(text).toContain("\r\n\treturn reply(");
        expect(text).not.toMatch(/[^\r]\n/);
        expect(text.endsWith("});")).toBe(true);
      },
    ],
    [
      "single quotes and no semicolons",
      bare.replaceAll('"', "'"),
      (text) => expect(text).toContain("import { reply } from './reply.js'\nexport"),
    ],
    [
      "mixed quotes",
      simple.replace('"find"', "'find'").replace('"Ask which one is meant."', "`Ask which one is meant.`"),
      (text) => {
        expect(text).toContain('from "./reply.js";');
        expect(text).toContain("server.registerTool('find', {}");
        expect(text).toContain("`Ask which one is meant.`);");
      },
    ],
    [
      "imports over several lines, and comments",
      simple.replace(
        /^.*\n/,
        '/* of the file, (c) */\n\nimport {\n  McpServer, // the server\n} from "@modelcontextprotocol/sdk/server/mcp.js"; // from the SDK\n',
      ),
      (text) => expect(text).toContain('// from the SDK\nimport { reply } from "./reply.js";\n'),
    ],
  ])("%s", async (_what, text, look) => {
    const files = { "tsconfig.json": tsconfig(), "server.ts": text };
    const { printed, text: now } = await fixed({ files, entry: "dist/server.js" });
    expect(printed).toBe(noted());
    look(now("server.ts"));
    const changed = now("server.ts")
      .split("\n")
      .filter((line) => !text.split("\n").includes(line));
    expect(changed.length, "one line for the import, one for the result").toBe(2);
  });

  test("a line after the import that could go on with it", async () => {
    const text = `(async () => {\n${required.replaceAll(";\n", "\n").replace("module.exports", "  globalThis.x")}})()\nmodule.exports = {}\n`;
    const { text: now } = await fixed({ files: { "package.json": manifest({}), "server.js": text } });
    expect(now("server.js")).toMatch(/^const \{ reply \} = require\("\.\/reply"\);\n\n\(async/);
  });

  test("a generated file and a read-only one stay as they are", async () => {
    const files = { "tsconfig.json": tsconfig(), "made.ts": `// @generated\n${simple}`, "server.ts": simple };
    expect((await fixed({ files, entry: "dist/server.js" })).changed).toEqual(["reply.ts", "server.ts"]);
    const at = project({ "package.json": manifest(), ...files });
    chmodSync(join(at, "server.ts"), 0o444);
    await expect(fix(at, defaultConfig)).rejects.toThrow("can't write `server.ts`: it is read-only");
    expect([...sourcesIn(at).keys()]).toEqual(["made.ts", "server.ts"]);
  });
});
