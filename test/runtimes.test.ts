/** The frameworks' fixtures, as far as they can be checked without an install; `npm run test:matrix` runs them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf, names, readRuntime } from "./matrix/runtime.js";
import { findingsOf } from "./matrix/wants.js";
import { fixtures } from "./support/fixture.js";

test("every folder is a runtime with a lockfile of its own, which names no registry", () => {
  const folders = readdirSync(join(fixtures, "runtimes"), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(names());
  for (const name of names()) {
    const lock = JSON.parse(readFileSync(join(folderOf(name), "package-lock.json"), "utf8"));
    expect(JSON.stringify(lock), name).not.toMatch(/"resolved":/);
    expect(lock.packages[`node_modules/${readRuntime(name).package}`]?.version, name).toBeDefined();
    expect(existsSync(join(folderOf(name), "start.mjs")), name).toBe(true);
  }
});

test("every runtime stands in the list", () => {
  const readme = readFileSync(join(fixtures, "runtimes", "README.md"), "utf8");
  expect([...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)).toEqual(names());
});

test.each(names())("%s: findings meet the wants, results have names, but for what is pending", async (name) => {
  const runtime = readRuntime(name);
  const { unmet, unnamed } = await findingsOf(runtime);
  expect({ unmet, unnamed }).toEqual({ unmet: runtime.pending?.unmet ?? [], unnamed: runtime.pending?.unnamed ?? [] });
});
