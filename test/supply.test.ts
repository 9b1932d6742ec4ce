/** What comes with the linter, and that nothing goes out of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { project, run, servers } from "./support/cli.js";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");
const manifest = JSON.parse(read("package.json"));
const lock = JSON.parse(read("package-lock.json"));

test("each dependency has a line that says why", () => {
  const listed = [...read("docs/dependencies.md").matchAll(/^\| `([^`]+)` \| .+ \|$/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(manifest.dependencies));
});

test("nothing that is installed with it runs a script", () => {
  const shipped = Object.entries<{ dev?: boolean; hasInstallScript?: boolean }>(lock.packages).filter(
    ([path, { dev }]) => path !== "" && !dev,
  );
  expect(shipped.length).toBeGreaterThan(8);
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
});

test("a release is tested, and published with provenance", () => {
  const workflow = read(".github/workflows/publish.yml");
  for (const step of ["id-token: write", "npm ci", "npm test", "npm publish --provenance"])
    expect(workflow).toContain(step);
});

/** Every way out ends the run with a status that no run has. */
const trap = `
const shut = (name) => () => { process.stderr.write("trap: " + name + "\\n"); process.exit(97); };
const net = require("node:net"), dns = require("node:dns"), dgram = require("node:dgram");
net.Socket.prototype.connect = shut("connect");
net.Server.prototype.listen = shut("listen");
for (const name of ["http", "https", "http2"]) {
  const from = require("node:" + name);
  for (const key of ["request", "get", "connect"]) if (from[key]) from[key] = shut(name + "." + key);
}
for (const from of [dns, dns.promises])
  for (const key of Object.keys(from)) if (/^(lookup|resolve|reverse)/.test(key)) from[key] = shut("dns." + key);
dgram.createSocket = shut("dgram");
globalThis.fetch = shut("fetch");
globalThis.WebSocket = shut("WebSocket");
require("node:module").syncBuiltinESMExports();
`;

describe("no network", () => {
  test("the trap shuts", () => {
    const folder = project({ "trap.cjs": trap, "out.cjs": 'require("node:net").connect(9, "127.0.0.1");' });
    const preload = (name: string) => `--require ${join(folder, name)}`;
    const { status } = run(folder, ["--version"], { NODE_OPTIONS: `${preload("trap.cjs")} ${preload("out.cjs")}` });
    expect(status).toBe(97);
  });

  test.each([
    [["--format", "json"], 1],
    [["--fix-unsafe", "--stats"], 0],
    [["sites", "--cost"], 0],
    [["rules"], 0],
    [["hosts", "codex"], 0],
    [["explain", "reply-drops-text"], 0],
    [["--version"], 0],
  ] as const)("mcp-lint %j", (args, status) => {
    const folder = project({ "a.ts": servers.losesRule, "trap.cjs": trap });
    const ran = run(folder, args, { NODE_OPTIONS: `--require ${join(folder, "trap.cjs")}` });
    expect([ran.status, /trap:/.test(ran.stderr)]).toEqual([status, false]);
  });
});
