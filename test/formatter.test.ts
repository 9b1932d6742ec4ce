/** What `--fix` says at its end: the files it has written, how they are formatted, and in a dry run what stays and why. */
import { describe, expect, test } from "vitest";
import { formatCommands } from "../src/commands/formatter.js";
import { project, run, servers } from "./support/cli.js";
import { folder } from "./support/folder.js";

describe("the format command", () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["Biome", { "biome.json": "{}" }, ["npx biome format --write src/a.ts src/b.ts"]],
    ["Biome that does not format", { "biome.jsonc": '{ "formatter": { "enabled": false }, }' }, []],
    ["Prettier", { ".prettierrc": "", "pnpm-lock.yaml": "" }, ["pnpm exec prettier --write src/a.ts src/b.ts"]],
    [
      "Prettier without a config",
      { "package.json": '{"devDependencies":{"prettier":"^3.0.0"}}', "yarn.lock": "" },
      ["yarn prettier --write src/a.ts src/b.ts"],
    ],
    ["dprint", { "dprint.json": "{}", "eslint.config.js": "" }, ["npx dprint fmt src/a.ts src/b.ts"]],
    ["ESLint alone", { "eslint.config.mjs": "", "bun.lock": "" }, ["bunx eslint --fix src/a.ts src/b.ts"]],
    [
      "ESLint beside Prettier",
      { ".eslintrc.json": "{}", "package.json": '{"prettier":{}}' },
      ["npx prettier --write src/a.ts src/b.ts"],
    ],
    [
      "two, each for its folder",
      { "biome.json": "{}", "src/.prettierrc.json": "{}", "lib/c.ts": "" },
      ["npx biome format --write lib/c.ts", "npx prettier --write src/a.ts src/b.ts"],
    ],
    [
      "a file whose name a shell would read",
      { "biome.json": "{}", "it's (me).ts": "" },
      [`npx biome format --write 'it'\\''s (me).ts' src/a.ts src/b.ts`],
    ],
    ["none", { "package.json": '{"devDependencies":{"eslint":"^9.0.0"}}' }, []],
  ])("%s", (_name, files, expected) => {
    const root = folder({ ".git/HEAD": "", "src/a.ts": "", "src/b.ts": "", ...files });
    const extra = Object.keys(files).filter((path) => /(?:c|\))\.ts$/.test(path));
    expect(formatCommands(root, ["src/b.ts", "src/a.ts", ...extra])).toEqual(expected);
  });

  test("a config above the working folder, up to the repository", () => {
    const root = folder({
      ".prettierrc": "",
      "repo/.git/HEAD": "",
      "repo/biome.json": "{}",
      "repo/a/x.ts": "",
      "other/.git/HEAD": "",
      "other/x.ts": "",
    });
    expect(formatCommands(`${root}/repo/a`, ["x.ts"])).toEqual(["npx biome format --write x.ts"]);
    expect(formatCommands(`${root}/other`, ["x.ts"])).toEqual([]);
  });
});

const byHand = servers.losesRule.replace("return {", "// @ts-ignore\n  return {");

describe("at the end", () => {
  test("`--fix` names what it has written, and the command that formats it", () => {
    const at = project({ "a.ts": servers.losesRule, "biome.json": "{}" });
    const { stderr } = run(at, ["--fix"]);
    expect(stderr).toBe(
      "mcp-lint: changed a.ts; new: reply.ts\nmcp-lint: format: npx biome format --write a.ts reply.ts\n",
    );
    expect(run(at, ["--fix"]).stderr).toBe("");
  });

  test("a dry run says what stays, and why", () => {
    const at = project({ "a.ts": servers.losesRule, "b.ts": byHand });
    const { stderr, status } = run(at, ["--fix", "--dry-run"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^left: b\.ts:\d+:\d+: .* by hand: .*$/m);
    expect(stderr).not.toMatch(/^left: a\.ts/m);
  });

  test("where there is nothing to fix, it still does", () => {
    const { stderr } = run(project({ "b.ts": byHand }), ["--fix", "--dry-run"]);
    expect(stderr).toMatch(/there is nothing to fix, nothing was written\nleft: b\.ts:\d+:\d+: .* by hand: .*\n$/);
  });

  test("the summary counts what is left to hands", () => {
    expect(run(project({ "b.ts": byHand }), ["--fix"]).stdout).toMatch(/; 1 by hand\n$/);
    expect(run(project({ "b.ts": byHand }), []).stdout).not.toMatch(/; 1 by hand\n$/);
  });
});
