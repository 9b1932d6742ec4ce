/** The examples of `docs/api.md`: they type-check against the built package, and run. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rules as allRules } from "../rules/index.js";
import { loadConfig, rules } from "../src/index.js";
import { environment, project, servers } from "./support/cli.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "docs/api.md"), "utf8");
const examples = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

/** A project that has the package installed, and its examples. */
function user(): string {
  const folder = project({ "src/server.ts": servers.losesRule, "src/clean.ts": servers.clean });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/mcp-lint"), "junction");
  symlinkSync(join(root, "node_modules/@types"), join(folder, "node_modules/@types"), "junction");
  examples.forEach((code, index) => {
    writeFileSync(join(folder, `example${index}.mts`), code);
  });
  return folder;
}

const node = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, args, { cwd, env: environment(), encoding: "utf8" });

test("the examples type-check, run, and print what the page says", () => {
  expect(examples).toHaveLength(3);
  const folder = user();
  const options = "--target es2023 --module nodenext --strict --exactOptionalPropertyTypes --types node --ignoreConfig";
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const files = examples.map((_, index) => `example${index}.mts`);
  expect(node(folder, tsc, ...options.split(" "), "--skipLibCheck", "false", ...files)).toMatchObject({
    stdout: "",
    status: 0,
  });

  const printed = examples.map((_, index) => node(folder, `example${index}.mjs`));
  expect(printed.map(({ stderr }) => stderr)).toEqual(["", "", ""]);
  expect(page).toContain(`\`\`\`text\n${printed[0]?.stdout}\`\`\``);
  expect(printed[1]?.stdout).toBe("1 new, 0 known\n[]\n");
  expect(printed[2]?.stdout).toMatch(/src\/server\.ts[\s\S]* changed, 0 left\n$/);
  expect(readFileSync(join(folder, "src/server.ts"), "utf8")).not.toBe(servers.losesRule);
});

test("the API loads no parser before it lints, and knows every rule", () => {
  const code =
    'const { rules, loadConfig } = await import("./dist/src/index.js"); loadConfig(process.cwd()); console.log(rules.length)';
  const watch = `process.on("exit", () => console.log(Object.keys(require.cache).some((path) => /[\\\\/]ts-morph[\\\\/]/.test(path))))`;
  const file = join(project({ "watch.cjs": watch }), "watch.cjs");
  const { stdout } = node(root, "--require", file, "--input-type=module", "-e", code);
  expect(stdout).toBe(`${allRules.length}\nfalse\n`);
  expect(rules.map(({ id }) => id)).toEqual(allRules.map(({ id }) => id));
});

test("loadConfig takes a folder, or a file of it", () => {
  const folder = project({ ".git/HEAD": "", "other.json": '{ "rules": { "lead-only-in-text": "off" } }' });
  expect(loadConfig(folder).file).toBeUndefined();
  expect(loadConfig(folder, "other.json").rules).toEqual({ "lead-only-in-text": "off" });
  expect(() => loadConfig(folder, "gone.json")).toThrow("gone.json");
});
