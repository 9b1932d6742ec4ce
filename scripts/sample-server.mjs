/** The sample server as a user has it: a copy of its own, built by tsc, started over stdio and called by the SDK's client. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist", "src", "cli.js");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");

/** Where the sample stands, relative to the repository. */
export const sample = "fixtures/servers/discord-history";

/** A fresh folder that holds the sample and resolves the repository's packages. The caller removes it. */
export function copySample() {
  const home = mkdtempSync(join(tmpdir(), "mcp-lint-"));
  const folder = join(home, "discord-history");
  const own = (/** @type {string} */ path) => !/[\\/](?:dist|node_modules)$/.test(path);
  cpSync(join(root, sample), folder, { recursive: true, filter: own });
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"), "junction");
  return { folder, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** Compiles a server into its `dist`; throws with the compiler's words where it does not type-check. */
export function build(/** @type {string} */ folder) {
  try {
    execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`${folder} does not compile:\n${/** @type {{ stdout?: string }} */ (error).stdout ?? error}`);
  }
}

/** Runs the built CLI. The status is null where it did not end by itself. */
export function mcpLint(/** @type {readonly string[]} */ args, /** @type {string} */ cwd = root, env = process.env) {
  if (!existsSync(cli)) throw new Error("there is no dist/src/cli.js: run `npm run build` first");
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** The files of a server that its author wrote or the fix laid in, by their path. */
export function sourcesOf(/** @type {string} */ folder) {
  const skipped = /^dist(?:\/|$)/;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => relative(folder, join(folder, path)).replaceAll(sep, "/"))
    .filter((path) => !skipped.test(path))
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Starts a built server. The tools are listed at once: from then on the client checks results against their schemas. */
export async function start(/** @type {string} */ folder) {
  const client = new Client({ name: "mcp-lint-e2e", version: "0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [join(folder, "dist", "index.js")] }),
  );
  const { tools } = await client.listTools();
  return {
    tools: tools.map(({ name }) => name).sort(),
    withOutputSchema: tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name),
    /** The two channels of a result, as `deliver` takes them. */
    async call(/** @type {string} */ tool, /** @type {Record<string, unknown>} */ args) {
      const result = await client.callTool({ name: tool, arguments: args });
      const blocks = /** @type {{ type: string; text?: string }[]} */ (result.content ?? []);
      return {
        text: blocks.flatMap(({ type, text }) => (type === "text" && text ? [text] : [])).join("\n"),
        view: /** @type {Record<string, unknown> | undefined} */ (result.structuredContent),
        isError: result.isError === true,
      };
    },
    close: () => client.close(),
  };
}
