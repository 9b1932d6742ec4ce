/** The built command line, run as a user runs it, on small projects of their own. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const cli = fileURLToPath(new URL("../../dist/src/cli.js", import.meta.url));

/** A folder with these files, gone when the test is over. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "mcp-lint-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ "package.json": '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without the colours and widths that the test's own terminal asks for. */
export function environment(own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { NO_COLOR: _no, FORCE_COLOR: _force, COLUMNS: _columns, NODE_OPTIONS: _options, ...env } = process.env;
  return { ...env, ...own };
}

export function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd,
    env: environment(env),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const withHandler = (body: string) => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "queue", version: "1.0.0" });

server.registerTool("queue", { description: "Your open messages" }, async () => {
  const open = 2;
  ${body}
});
`;

/** Small servers: one tool, one result. */
export const servers = {
  losesRule: withHandler(
    'return { content: [{ type: "text" as const, text: `${open} open. Never answer one twice.` }], structuredContent: { open } };',
  ),
  losesLead: withHandler(
    'return { content: [{ type: "text" as const, text: `The bot was not invited, so it cannot read there.` }], structuredContent: { open } };',
  ),
  clean: withHandler(
    'return { content: [{ type: "text" as const, text: JSON.stringify({ open }) }], structuredContent: { open } };',
  ),
  textOnly: withHandler('return { content: [{ type: "text" as const, text: `${open} open` }] };'),
};
