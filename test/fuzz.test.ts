/** A short run of the fuzzer, and what its long runs have found. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { defaultConfig } from "../src/config.js";
import { lint, lintAndFix } from "../src/lint.js";
import { memorySources } from "../src/sources.js";
import { environment, servers } from "./support/cli.js";

test("whatever a source holds: no crash, no hang, no fix that does harm", { timeout: 300_000 }, () => {
  const script = fileURLToPath(new URL("../scripts/fuzz.mjs", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [script, "--runs", "300"], {
    env: environment(),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^300 inputs, 0 failures/);
});

/** Milliseconds of the processor. */
const spent = async (text: string, work: (sources: ReturnType<typeof memorySources>) => Promise<unknown>) => {
  const begun = process.cpuUsage();
  await work(memorySources(new Map([["a.js", text]])));
  return process.cpuUsage(begun).user / 1000;
};

test("hundreds of results among thousands of statements take seconds: a file's style is read once", async () => {
  const result = "{ content: [{ type: 'text', text: 'Never answer twice.' }], structuredContent: { open } }";
  const text = `${servers.losesRule}${"f();\n".repeat(3000)}${`x(() => (${result}));\n`.repeat(300)}`;
  expect(await spent(text.replaceAll("import ", "// "), (sources) => lint(sources, defaultConfig))).toBeLessThan(
    20_000,
  );
});

test("thousands of comments before one token take seconds: they are read once", async () => {
  const text = `${"// mcp-lint-ignore\n".repeat(5000)}${servers.losesRule}`.replaceAll(" as const", "");
  expect(await spent(text, (sources) => lintAndFix(sources, defaultConfig, "safe"))).toBeLessThan(20_000);
});
