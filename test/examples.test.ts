/** The examples that need no runner of their own; those for vitest run beside this file. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { environment } from "./support/cli.js";
import { streamPath } from "./support/streams.js";

const example = (path: string) => fileURLToPath(new URL(`../examples/${path}`, import.meta.url));
const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { env: environment({ NODE_TEST_CONTEXT: undefined }), encoding: "utf8" });

test("node:test runs the guards", () => {
  const { status, stdout } = node("--test", "--test-reporter=tap", example("node-test/guard.test.js"));
  expect(status, stdout).toBe(0);
  expect(stdout).toMatch(/^# pass 2$/m);
});

const steps =
  '  calls: my_queue({"person":"Zelda"}) -> find_messages?({"query":"Zelda"}) -> find_messages({"query":"Zelda"})';

test.each([
  [0, "PASS", "call-prep-nobody.fixed.claude-code", `PASS\n${steps}\n`],
  [1, "FAIL", "call-prep-nobody.claude-code", `FAIL\n${steps}\n  not: has read the data rule\n`],
])("the script exits with %i on %s", (status, _, run, stdout) => {
  expect(node(example("script/grade.js"), streamPath(run))).toMatchObject({ status, stdout, stderr: "" });
});
