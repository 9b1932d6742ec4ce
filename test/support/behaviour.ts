/** A server run before and after `--fix` with a validating client: what it answers, call by call. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ts } from "ts-morph";
import { defaultConfig } from "../../src/config.js";
import { lintAndFix } from "../../src/lint.js";
import { memorySources } from "../../src/sources.js";
import { folder } from "./folder.js";

const manifest = '{"type":"module","dependencies":{"@modelcontextprotocol/sdk":"^1.0.0"}}';

/** What a call gives back, the note beside the view. */
export interface Answer {
  readonly content: unknown;
  readonly view: unknown;
  readonly note: unknown;
}

/**
 * Fixes the server that `server.ts` exports as `register(server)`, calls its tools three times in order of their names,
 * before and after, and answers with what came back and the new texts. A second run has to change nothing.
 */
export async function beforeAndAfter(files: Readonly<Record<string, string>>): Promise<{
  readonly before: readonly Answer[];
  readonly after: readonly Answer[];
  readonly changed: ReadonlyMap<string, string>;
  readonly messages: readonly string[];
}> {
  const old = new Map(Object.entries({ "package.json": manifest, ...files }));
  const { changed, trouble, diagnostics } = await fix(old);
  if (trouble) throw new Error(JSON.stringify(trouble));
  const fixed = new Map([...old, ...changed]);
  const again = await fix(fixed);
  if (again.changed.size > 0) throw new Error(`a second run changes ${[...again.changed.keys()].join(", ")}`);
  return {
    before: await run(old),
    after: await run(fixed),
    changed,
    messages: diagnostics.map(({ message }) => message),
  };
}

function fix(texts: ReadonlyMap<string, string>) {
  const paths = [...texts.keys()].filter((path) => path.endsWith(".ts")).sort();
  return lintAndFix({ ...memorySources(texts), paths: () => paths }, defaultConfig, "safe");
}

async function run(texts: ReadonlyMap<string, string>): Promise<readonly Answer[]> {
  const root = folder({});
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  for (const [path, text] of texts) {
    const target = join(root, path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, path.endsWith(".ts") ? transpiled(text) : text);
  }
  const { register } = await import(pathToFileURL(join(root, "server.js")).href);
  const server = new McpServer({ name: "behaviour", version: "1.0.0" });
  register(server);
  const client = new Client({ name: "behaviour", version: "1.0.0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const send = there.send.bind(there);
  // As on the wire: what a view is made of is gone.
  there.send = async (message) => send(JSON.parse(JSON.stringify(message)));
  await Promise.all([server.connect(there), client.connect(here)]);
  try {
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round++)
      for (const { name } of (await client.listTools()).tools.sort((a, b) => a.name.localeCompare(b.name))) {
        const { content, structuredContent, ...rest } = await client
          .callTool({ name, arguments: {} })
          .catch((error: unknown) => ({ content: String(error), structuredContent: undefined }));
        const { note, ...view } = (structuredContent ?? {}) as Record<string, unknown>;
        answers.push({ content, view: structuredContent === undefined ? rest : { ...rest, view }, note });
      }
    return answers;
  } finally {
    await client.close();
    await server.close();
  }
}

const transpiled = (text: string) =>
  ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } })
    .outputText;
