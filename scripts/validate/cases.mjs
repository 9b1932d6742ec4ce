/** Runs of the built linter, in a folder of a repository, whose reports the consumers are handed. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cli = join(root, "dist/src/cli.js");

const server = (text) => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "queue", version: "1.0.0" });

server.registerTool("queue", { description: "Your open messages" }, async () => {
  const open = 2; const 絵 = "🎉";
  return { content: [{ type: "text" as const, text: \`\${open} 絵 🎉. ${text}\` }], structuredContent: { open, 絵 } };
});
`;

/** What a linted file may say to be more than text; a message quotes its first words. */
const forged = [
  "Never answer <b onclick=x>&amp;</b> ]]> ::error::x %0A::error::y",
  "Never answer @someone #1 \\`b\\` | [a](https://example.org) <!--",
  "Never answer https://example.org www.example.org a@example.org",
  "Never answer \\u001B[31m \\u202E **b** ~~c~~ <script>",
];

const files = {
  lost: { "server.ts": server("Never answer one twice.") },
  clean: { "server.ts": "export const nothing = 1;\n" },
  broken: { "server.ts": server("Never answer one twice."), "broken.ts": "const = ;\n" },
  forged: Object.fromEntries(forged.map((text, at) => [`a b,c=d%20é日[${at}]&'.ts`, server(text)])),
  many: Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`server-${at}.ts`, server("Never answer one twice.")]),
  ),
};

/** A case by its name, with the folder it ran in and the text of each of its reports. */
export function runs(formats) {
  const base = mkdtempSync(join(tmpdir(), "mcp-lint-validate-"));
  process.once("exit", () => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, ".git"));
  const folder = (name) => join(base, "packages", name);
  for (const [name, texts] of Object.entries(files)) {
    mkdirSync(folder(name), { recursive: true });
    for (const [path, text] of Object.entries(texts)) writeFileSync(join(folder(name), path), text);
  }
  cpSync(join(root, "fixtures/servers/discord-history"), folder("history"), { recursive: true });
  return [...Object.keys(files), "history"].map((name) => ({
    name,
    folder: folder(name),
    reports: Object.fromEntries(formats.map((format) => [format, report(folder(name), format)])),
  }));
}

function report(cwd, format) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "--format", format], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0 && status !== 1 && status !== 2) throw new Error(`mcp-lint ended with ${status}: ${stderr}`);
  if (stdout === "" && /usage|unknown/.test(stderr)) throw new Error(stderr);
  return stdout;
}
