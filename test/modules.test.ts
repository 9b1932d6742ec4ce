/** Which file of a project an import names. */
import { expect, test } from "vitest";
import { moduleResolver } from "../src/model/modules.js";

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "root", "workspaces": ["packages/*"] }',
  "tsconfig.base.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@core/*": ["packages/core/src/*"] } } }',
  "packages/core/package.json":
    '{ "name": "@acme/core", "exports": { ".": { "import": "./dist/index.js" }, "./text": "./dist/text.js" } }',
  "packages/core/src/index.ts": "",
  "packages/core/src/text.ts": "",
  "packages/app/package.json":
    '{ "name": "app", "imports": { "#lib/*": "./dist/lib/*.js", "#one": { "default": "./src/one.ts" } } }',
  "packages/app/tsconfig.json": '{ "extends": "../../tsconfig.base.json" }',
  "packages/app/src/main.ts": "",
  "packages/app/src/one.ts": "",
  "packages/app/src/old.cts": "",
  "packages/app/src/lib/reply.ts": "",
  "packages/app/src/lib/index.ts": "",
};

const resolve = moduleResolver(
  (path) => files[path],
  () => Object.keys(files).filter((path) => /\.c?ts$/.test(path)),
);

test.each([
  ["./one", "packages/app/src/one.ts"],
  ["./one.js", "packages/app/src/one.ts"],
  ["./old.cjs", "packages/app/src/old.cts"],
  ["./lib", "packages/app/src/lib/index.ts"],
  ["./lib/index.js", "packages/app/src/lib/index.ts"],
  ["@core/text", "packages/core/src/text.ts"],
  ["@acme/core", "packages/core/src/index.ts"],
  ["@acme/core/text", "packages/core/src/text.ts"],
  ["#lib/reply", "packages/app/src/lib/reply.ts"],
  ["#one", "packages/app/src/one.ts"],
  ["#none", undefined],
  ["./none", undefined],
  ["zod", undefined],
])("%s", (specifier, file) => {
  expect(resolve("packages/app/src/main.ts", specifier)).toBe(file);
});
