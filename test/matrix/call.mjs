/** Run as a process of its own, since a framework may hang, print or exit: lists a program's tools and calls each of them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";

const [folder = "", program = ""] = process.argv.slice(2);
const load = (/** @type {string} */ path) => import(pathToFileURL(join(folder, path)).href);
const compiled = `dist/${program}.js`;
const said = (/** @type {unknown} */ error) =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");

/** What a runtime's `start.mjs` gives: a way to connect a transport, a `fetch`, the address of a server on this machine,
 * a program that speaks over stdio, or a client of its own.
 * @typedef {{
 *   connect?: (transport: InMemoryTransport) => Promise<unknown>;
 *   fetch?: (request: Request) => Promise<Response>;
 *   url?: string;
 *   command?: string;
 *   client?: Client;
 * }} Served */

/** @param {Served} served */
async function clientOf(served) {
  if (served.client) return served.client;
  const client = new Client({ name: "mcp-lint-matrix", version: "0" });
  await client.connect(await transportTo(served));
  return client;
}

/** @param {Served} served */
async function transportTo({ connect, fetch, url, command }) {
  if (command) return new StdioClientTransport({ command: process.execPath, args: [join(folder, command)] });
  if (connect) {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await connect(theirs);
    return ours;
  }
  // A stateless server has no stream of its own to offer, and some wait for ever when asked for one.
  const answer = (/** @type {string | URL} */ to, /** @type {RequestInit | undefined} */ init) =>
    init?.method === "GET"
      ? Promise.resolve(new Response(null, { status: 405 }))
      : fetch
        ? fetch(new Request(to, init))
        : globalThis.fetch(to, init);
  return new StreamableHTTPClientTransport(new URL(url ?? "http://localhost/mcp"), { fetch: answer });
}

async function callAll() {
  const { start } = await load("start.mjs");
  const module = existsSync(join(folder, compiled)) ? await load(compiled) : undefined;
  const client = await clientOf(await start(module, program, load));
  const { tools } = await client.listTools(); // from here on the client checks views against their schemas
  /** @type {Record<string, unknown>} */
  const results = {};
  for (const { name, inputSchema } of tools) {
    const args = inputSchema.properties?.query ? { query: "rope" } : {};
    try {
      const result = await client.callTool({ name, arguments: args });
      const blocks = /** @type {{ text?: string }[]} */ (result.content ?? []);
      const text = blocks.flatMap((block) => block.text ?? []).join("\n");
      results[name] = { text, view: result.structuredContent, isError: result.isError === true };
    } catch (error) {
      results[name] = { thrown: said(error) };
    }
  }
  const withOutputSchema = tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name);
  await client.close();
  return { tools: tools.map(({ name }) => name), withOutputSchema, results };
}

/** @param {unknown} answer */
const tell = (answer) => process.send?.(answer, undefined, {}, () => process.exit(0));
callAll().then(tell, (error) => tell({ failed: said(error) }));
