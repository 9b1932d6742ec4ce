/** The module that a fix lays in: its parts, its kinds, its types against the real SDK, and a validating client. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { replyModule } from "../src/fix/reply-helper.js";
import { reply } from "../src/fix/scaffold/reply.js";

const root = fileURLToPath(new URL("..", import.meta.url));

describe("the parts", () => {
  test.each(["ts", "esm-js", "cjs-js"] as const)("%s: a note module has no reply", (kind) => {
    const [whole, part] = [replyModule(kind, "reply", "note"), replyModule(kind, "note", "note")];
    expect(whole).toContain("function reply");
    expect(part).not.toContain("function reply");
    expect(part).toContain("function withNote");
    expect(part.endsWith("}\n") || part.endsWith("};\n")).toBe(true);
  });

  test("CommonJS exports what it has", () => {
    expect(replyModule("cjs-js", "reply", "note")).toContain("module.exports = { withNote, note, reply };");
    expect(replyModule("cjs-js", "note", "note")).toContain("module.exports = { withNote, note };");
    expect(replyModule("cjs-js", "reply", "note")).not.toMatch(/^export /m);
  });

  test.each(["ts", "esm-js"] as const)("%s: the note under another name", (kind) => {
    const text = replyModule(kind, "reply", "for-model");
    expect(text).toContain('"for-model"?: ');
    expect(text).not.toMatch(/\bnote\?:|\bnote: own/);
  });
});

describe("types", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mcp-lint-types-"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the compiler says of a program beside `reply.ts`; nothing where it compiles. */
  function compile(name: string, program: string, options: object = {}): string {
    const here = join(folder, name);
    mkdirSync(here);
    const settings = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      noUnusedLocals: true,
    };
    const compilerOptions = {
      target: "es2022",
      lib: ["es2022"],
      module: "nodenext",
      types: [],
      skipLibCheck: true,
      noEmit: true,
      ...settings,
      ...options,
    };
    writeFileSync(join(here, "package.json"), '{"type":"module"}');
    writeFileSync(join(here, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*"] }));
    writeFileSync(join(here, "reply.ts"), replyModule("ts", "reply", "note"));
    writeFileSync(join(here, "server.ts"), program);
    try {
      execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", here], { encoding: "utf8" });
      return "";
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  const program = `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { reply, withNote } from "./reply.js";

interface View { open: number; items: { id: string }[] }
type Alias = { open: number };
declare const view: View;
declare const alias: Alias;
declare const loose: Record<string, unknown>;
declare const failed: boolean;
declare const blocks: CallToolResult["content"];
const server = new McpServer({ name: "s", version: "1.0.0" });

server.registerTool("interface", {}, async () => reply(view, "text"));
server.registerTool("alias", {}, async () => reply(alias, "text"));
server.registerTool("record", {}, async () => reply(loose, "text"));
server.registerTool("spread", {}, async () => reply({ ...view, more: 1 }, "text"));
server.registerTool("error", {}, async () => reply(view, "text", true));
server.registerTool("maybe", {}, async () => reply(view, "text", failed));
server.registerTool("blocks", {}, async () => ({ content: blocks, structuredContent: withNote(view, blocks) }));
server.registerTool("schema", { outputSchema: { open: z.number(), note: z.string().optional() } }, async () => reply({ open: 1 }, "text"));
export const annotated = (): CallToolResult => reply(view, "text");
export const note: string | undefined = reply(view, "text").structuredContent.note;
// @ts-expect-error an array has no place for a note
reply([1, 2], "text");
// @ts-expect-error nor has a map
reply(new Map(), "text");
// @ts-expect-error nor has a string
reply("view", "text");
`;

  test.each([
    ["nodenext", {}],
    ["bundler", { module: "esnext", moduleResolution: "bundler" }],
    ["es2020", { target: "es2020", lib: ["es2020"] }],
  ])("it compiles on SDK v1 with %s", (name, options) => {
    expect(compile(name, program, options)).toBe("");
  });

  test("what it refuses is refused", () => {
    expect(compile("refused", program.replace(/^\/\/ @ts-expect-error.*$/gm, ""))).toMatch(
      /server\.ts\(\d+,\d+\): error/,
    );
  });
});

describe("a validating client", () => {
  const client = new Client({ name: "client", version: "1.0.0" });
  const server = new McpServer({ name: "server", version: "1.0.0" });
  const outputSchema = { open: z.number(), note: z.string().optional() };

  beforeAll(async () => {
    server.registerTool("found", { outputSchema }, async () => reply({ open: 2 }, "Ask which one is meant."));
    server.registerTool("failed", { outputSchema }, async () =>
      reply({ reason: "down" }, "The queue is down. Try later.", true),
    );
    server.registerTool("said", { outputSchema }, async () => reply({ open: 2 }, "open: 2"));
    const [one, other] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(one), client.connect(other)]);
    // The client validates only what it has listed.
    await client.listTools();
  });
  afterAll(() => client.close());

  test("success", async () => {
    expect(await client.callTool({ name: "found" })).toMatchObject({
      content: [{ type: "text", text: "Ask which one is meant." }],
      structuredContent: { open: 2, note: "Ask which one is meant." },
    });
  });

  test("an error is text alone, and its text arrives", async () => {
    const result = await client.callTool({ name: "failed" });
    expect(result).toMatchObject({ content: [{ type: "text", text: "The queue is down. Try later." }], isError: true });
    expect(result).not.toHaveProperty("structuredContent");
  });

  test("nothing to note", async () => {
    expect((await client.callTool({ name: "said" })).structuredContent).toEqual({ open: 2 });
  });
});
