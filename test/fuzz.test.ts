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

const fixed = (files: Record<string, string>) =>
  lintAndFix(memorySources(new Map(Object.entries(files))), defaultConfig, "unsafe");

test.each(["new\nline", 'quo"te', "back\\slash", "a#b", "what?", "100%25"])(
  "no import leads into the folder %j: a specifier can't say it as it stands",
  async (folder) => {
    const files = { "a.ts": servers.losesRule, [`${folder}/b.ts`]: servers.losesRule };
    const { trouble, changed, diagnostics } = await fixed({ ...files, [`${folder}/package.json`]: "{}" });
    expect(trouble).toBeUndefined();
    expect([...changed.values()].filter((text) => text.includes(folder))).toEqual([]);
    expect(diagnostics.length).toBeLessThan(2);
  },
);

test("a view behind an operator that gives no object is none that a fix writes to", async () => {
  const text = servers.losesRule.replace("structuredContent: { open }", "...(open & { structuredContent: { open } })");
  expect(await fixed({ "a.ts": text })).toMatchObject({ fixed: 0, changed: new Map() });
  expect((await fixed({ "a.ts": text })).trouble).toBeUndefined();
});
