import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rules } from "../rules/index.js";
import { asConfigured, type Config, defaultConfig, isEnabled, loadConfig, severityOf } from "../src/config.js";
import { hostIds, periodsOf } from "../src/delivery/hosts.js";
import { UsageError } from "../src/errors.js";
import { matcherOf } from "../src/globs.js";
import { folder } from "./support/folder.js";

const ruleIds = ["instruction-only-in-text", "lead-only-in-text", "reply-drops-text"];
const file = "mcp-lint.config.json";

/** The config of a folder with these files, read from the folder `at`. */
function load(files: Record<string, string>, at = ".", explicit?: string): Config {
  return loadConfig(join(folder({ ".git/": "", ...files }), at), explicit, ruleIds);
}

const loadText = (text: string) => load({ [file]: text });

/** The lines that a bad config is told with. */
function mistakesOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const schemaPath = fileURLToPath(new URL("../schema/config.schema.json", import.meta.url));

describe("where the config is found", () => {
  test("nowhere: the default, all hosts and rules as they are", () => {
    expect(load({ "a.ts": "" })).toEqual(defaultConfig);
    expect(severityOf(defaultConfig, "lead-only-in-text", "a.ts", "warning")).toBe("warning");
  });

  test("the json file before the jsonc file before package.json", () => {
    const files = {
      "package.json": '{ "mcp-lint": { "hosts": ["codex"] } }',
      "mcp-lint.config.jsonc": '{ "hosts": ["vscode"] /* the team */ }',
      [file]: '{ "hosts": ["claude-code"] }',
    };
    expect(load(files)).toMatchObject({ hosts: ["claude-code"], file });
    const { [file]: _, ...two } = files;
    expect(load(two)).toMatchObject({ hosts: ["vscode"], file: "mcp-lint.config.jsonc" });
    expect(load({ "package.json": files["package.json"] })).toMatchObject({ hosts: ["codex"], file: "package.json" });
  });

  test("above, up to the repository's root and no further", () => {
    const files = {
      [file]: '{ "rules": { "lead-only-in-text": "off" } }',
      "repo/packages/a/package.json": '{ "devDependencies": { "mcp-lint": "^1.0.0" } }',
    };
    expect(load(files, "repo/packages/a")).toMatchObject({
      file: `../../../${file}`,
      seenFrom: "repo/packages/a",
      rules: { "lead-only-in-text": "off" },
    });
    expect(load({ ...files, "repo/.git": "gitdir: elsewhere" }, "repo/packages/a")).toEqual(defaultConfig);
  });

  test("its patterns are relative to its folder, its module to the working directory", () => {
    const text = JSON.stringify({
      reply: { module: "./packages/a/src/reply.ts" },
      overrides: [{ files: ["packages/a/admin"], rules: { "lead-only-in-text": "off" } }],
    });
    const config = load({ [file]: text, "packages/a/": "" }, "packages/a");
    expect(config.reply.module).toBe("src/reply.ts");
    expect(severityOf(config, "lead-only-in-text", "admin/x.ts", "error")).toBe("off");
    expect(severityOf(config, "lead-only-in-text", "x.ts", "error")).toBe("error");
    expect(asConfigured(config, "../b/x.ts")).toBe("packages/b/x.ts");
  });

  test("a file that is asked for: its patterns are relative to the working directory", () => {
    const text = '{ "overrides": [{ "files": ["src"], "rules": { "lead-only-in-text": "off" } }] }';
    const config = load({ "ci/strict.json": text }, ".", "ci/strict.json");
    expect(config).toMatchObject({ file: "ci/strict.json", seenFrom: "" });
    expect(severityOf(config, "lead-only-in-text", "src/x.ts", "error")).toBe("off");
  });

  test.each([
    ["nowhere.json", "nowhere.json: can't be read: there is no such file or folder"],
    [".", ".: can't be read: it is a folder"],
    ["package.json", 'package.json:1: there is no `"mcp-lint"` in it'],
  ])("--config %s is told", (explicit, line) => {
    expect(mistakesOf(() => load({ "package.json": "{}" }, ".", explicit))).toEqual([line]);
  });

  test("a BOM is no mistake", () => {
    expect(loadText('\uFEFF{ "hosts": ["codex"] }').hosts).toEqual(["codex"]);
  });
});

describe("extends", () => {
  test("replaces lists, sets rules and keys one by one, puts overrides last; wherever it stands in the file", () => {
    const base = {
      hosts: ["codex"],
      exclude: ["old"],
      reply: { name: "respond", strict: true },
      rules: { "lead-only-in-text": "off", "reply-drops-text": "warning" },
      overrides: [{ files: ["**"], rules: { "reply-drops-text": "error" } }],
    };
    const own = {
      exclude: ["legacy"],
      reply: { note: "framing" },
      rules: { "lead-only-in-text": "error" },
      overrides: [{ files: ["src"], rules: { "reply-drops-text": "off" } }],
    };
    const files = (text: object) => ({ "shared/base.json": JSON.stringify(base), [file]: JSON.stringify(text) });
    const config = load(files({ extends: "./shared/base.json", ...own }));
    expect(config).toMatchObject({
      hosts: ["codex"],
      exclude: ["legacy"],
      reply: { name: "respond", strict: true, note: "framing" },
      rules: { "lead-only-in-text": "error", "reply-drops-text": "warning" },
    });
    expect(severityOf(config, "reply-drops-text", "src/a.ts", "error")).toBe("off");
    expect(severityOf(config, "reply-drops-text", "b.ts", "warning")).toBe("error");
    expect(load(files({ ...own, extends: "./shared/base.json" }))).toEqual(config);
  });

  test("a mistake in the base is told with its own line, a missing base with the line of `extends`", () => {
    const files = { "base.json": '{\n "hots": []\n}', [file]: '{ "extends": "base.json" }' };
    expect(mistakesOf(() => load(files))).toEqual(["base.json:2: unknown key `hots`, did you mean `hosts`?"]);
    expect(mistakesOf(() => loadText('{\n\n "extends": "./gone.json" }'))).toEqual([
      `${file}:3: \`extends\` can't take \`./gone.json\`: there is no such file or folder`,
    ]);
  });

  test("a circle is told, and ends", () => {
    const files = { [file]: '{ "extends": "b.json" }', "b.json": `{ "extends": "./${file}" }` };
    expect(mistakesOf(() => load(files))).toEqual([
      `b.json:1: \`extends\` can't take \`./${file}\`: that goes round in circles`,
    ]);
  });

  test("its patterns start where those of the file that extends it do", () => {
    const text = { exclude: ["old"], overrides: [{ files: ["src/**"], rules: { "reply-drops-text": "off" } }] };
    const cwd = folder({
      ".git/": "",
      "base.jsonc": `${JSON.stringify(text)} // shared`,
      "packages/a/mcp-lint.config.json": '{ "extends": "../../base.jsonc" }',
    });
    const config = loadConfig(join(cwd, "packages/a"), undefined, ruleIds);
    expect(severityOf(config, "reply-drops-text", "src/a.ts", "error")).toBe("off");
  });

  test.each([
    "./base.js",
    "@acme/config",
    "/etc/base.json",
    "C:\\base.json",
    "https://example.org/base.json",
    "~/a.json",
    ".",
    "",
  ])("nothing but a JSON file of the project is taken, not %j", (base) => {
    expect(mistakesOf(() => loadText(JSON.stringify({ extends: base })))).toEqual([
      `${file}:1: \`${base}\` is no JSON file of the project: write it as \`./base.json\``,
    ]);
    expect(JSON.parse(readFileSync(schemaPath, "utf8")).properties.extends.pattern).toSatisfy(
      (pattern: string) => !new RegExp(pattern).test(base) && new RegExp(pattern).test("../base.jsonc"),
    );
  });

  test("a device is not read", () => {
    const cwd = folder({ [file]: '{ "extends": "./base.json" }' });
    symlinkSync("/dev/zero", join(cwd, "base.json"));
    expect(mistakesOf(() => loadConfig(cwd, undefined, ruleIds))).toEqual([
      `${file}:1: \`extends\` can't take \`./base.json\`: it is no file`,
    ]);
  });
});

describe("mistakes", () => {
  test("all of them are told, by line", () => {
    const text = `{
  // a comment
  "exlude": ["a"],
  "hosts": ["claude-cod", 7],
  "rules": {
    "lead-only-in-txt": "error",
    "reply-drops-text": "warn",
  },
  "reply": { "nam": "reply", "strict": "yes" },
  "overrides": [{ "file": ["src"] }, 3],
  "modelFacing": "_RULE$",
  "rules": {},
}`;
    expect(mistakesOf(() => loadText(text))).toEqual([
      `${file}:3: unknown key \`exlude\`, did you mean \`exclude\`?`,
      `${file}:4: unknown host \`claude-cod\`, did you mean \`claude-code\`?`,
      `${file}:4: \`hosts\` takes a list of strings, not a number`,
      `${file}:6: unknown rule \`lead-only-in-txt\`, did you mean \`lead-only-in-text\`?`,
      `${file}:7: \`reply-drops-text\` takes "error", "warning" or "off"`,
      `${file}:9: unknown key \`nam\`, did you mean \`name\`?`,
      `${file}:9: \`strict\` takes \`true\` or \`false\`, not a string`,
      `${file}:10: unknown key \`file\`, did you mean \`files\`?`,
      `${file}:10: an override needs \`files\``,
      `${file}:10: an override takes an object, not a number`,
      `${file}:11: \`modelFacing\` takes a list of strings, not a string`,
      `${file}:12: \`rules\` is set twice`,
    ]);
  });

  test.each([
    ["{\n  hosts: []\n}", 2],
    ['{ "hosts": ["codex"', 1],
    ['{\r\n\r\n  "hosts" ["codex"] }', 3],
    ["", 1],
  ])("a syntax error names its line: %j", (text, line) => {
    expect(mistakesOf(() => loadText(text))[0]).toMatch(new RegExp(`^${file}:${line}: [a-z ]+$`));
  });

  test.each(["__proto__", "constructor", "toString"])("`%s` is a key like any other that nobody knows", (key) => {
    expect(
      mistakesOf(() => loadText(`{ "${key}": {}, "reply": { "${key}": 1 }, "rules": { "${key}": "off" } }`)),
    ).toEqual(
      [`unknown key`, `unknown key`, `unknown rule`].map((what) => expect.stringContaining(`${what} \`${key}\``)),
    );
  });

  test("a host that is asked for by a day or version that can't be told", () => {
    expect(mistakesOf(() => loadText('{ "hosts": ["opencode@1.2.3", "codx@1", "zed@2026-01-01"] }'))).toEqual([
      `${file}:1: \`opencode@1.2.3\`: no version is known for its change at 2026-06-29; give a date`,
      `${file}:1: unknown host \`codx\`, did you mean \`codex\`?`,
      `${file}:1: \`zed@2026-01-01\`: only one rule of \`zed\` is known; leave \`@2026-01-01\` out`,
    ]);
  });

  test("no host at all would find nothing, ever", () => {
    expect(mistakesOf(() => loadText('{ "hosts": [] }'))).toEqual([`${file}:1: \`hosts\` is empty: name at least one`]);
  });

  test.each(["!src/**", "/src", "src\\a.ts", ""])("the glob %j would not do what it looks like", (glob) => {
    expect(mistakesOf(() => loadText(JSON.stringify({ exclude: [glob] })))).toHaveLength(1);
  });

  test.each([
    ["module", "./src/reply"],
    ["module", "../reply.ts"],
    ["module", "/etc/reply.ts"],
    ["name", "reply; evil()"],
    ["note", "a b"],
  ])("reply.%s can't be %j: a fix would write it", (key, value) => {
    expect(mistakesOf(() => loadText(JSON.stringify({ reply: { [key]: value } })))).toHaveLength(1);
  });
});

describe("patterns of a repository that nobody has read", () => {
  const names = [`${"a".repeat(200)}!`, `${"A_".repeat(100)}!`, "x".repeat(200)];

  test.each([
    "(a+)+$",
    "(a|a)*$",
    "(a|aa)+$",
    "((a)*)*$",
    "(?:x+x+)+y",
    "(.*a){20}",
    "([A_]+)*$",
    "a*a*a*a*a*b",
    `${"(a|a)".repeat(30)}b`,
    `${"a?".repeat(30)}${"a".repeat(30)}b`,
    "(",
    "a".repeat(600),
  ])("`%s` is refused", (pattern) => {
    expect(mistakesOf(() => loadText(JSON.stringify({ modelFacing: [pattern] })))).toHaveLength(1);
  });

  test.each([
    ...defaultConfig.modelFacing,
    "^PROMPT_",
    "_RULES?$",
    "^.*_(A|B?|C?|D?|E?|F?|G?|H?|I?|J?|K?|L?|M?)$",
    "a*a*b",
    "^.*(_[A-Z]+)?_RULES?$",
    `${"(a|a)".repeat(4)}b`,
    `${"a?".repeat(16)}${"a".repeat(16)}b`,
    "^.*_RULES?(?:_V[0-9]+)?$",
    "[(+*)]+\\)+$",
    "(?<!NO_)RULE",
  ])("`%s` is taken, and quick", (pattern) => {
    expect(loadText(JSON.stringify({ modelFacing: [pattern] })).modelFacing).toEqual([pattern]);
    const started = performance.now();
    for (const name of names) new RegExp(pattern).test(name);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test.each(["*a*a*a*a*a*a*a*a*b", "*a*a*a*b", "{a,aa}".repeat(7), "**/a/".repeat(12)])(
    "the glob `%s` is refused",
    (glob) => {
      expect(mistakesOf(() => loadText(JSON.stringify({ exclude: [glob] })))).toHaveLength(1);
    },
  );

  test("a glob that is taken is quick", () => {
    const taken = ["*a*a*b", "*-{a,b}.{test,spec}.{ts,tsx}", "**/a/**/a/**/a/**/b", "{a,aa}{a,aa}{a,aa}{a,aa}b"];
    loadText(JSON.stringify({ exclude: taken }));
    const started = performance.now();
    for (const path of ["a".repeat(255), "a/".repeat(100)]) matcherOf(taken)(path);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("severities", () => {
  const config = loadConfigOf({
    rules: { "lead-only-in-text": "off" },
    overrides: [
      { files: ["src/**"], rules: { "lead-only-in-text": "error" } },
      { files: ["src/admin/", "./*.mts"], rules: { "lead-only-in-text": "warning", "reply-drops-text": "off" } },
      { files: ["src/**"], rules: { "instruction-only-in-text": "warning" } },
    ],
  });

  test.each([
    ["lead-only-in-text", "other.ts", "off"],
    ["lead-only-in-text", "src/a.ts", "error"],
    ["lead-only-in-text", "src/admin/deep/a.ts", "warning"],
    ["lead-only-in-text", "a.mts", "warning"],
    ["lead-only-in-text", "src/.hidden/a.ts", "error"],
    ["reply-drops-text", "src/a.ts", "error"],
    ["reply-drops-text", "src/admin/a.ts", "off"],
  ])("%s in %s is %s: the last override that sets it", (rule, path, severity) => {
    expect(severityOf(config, rule, path, "error")).toBe(severity);
  });

  test("a rule is needed as long as some file wants it", () => {
    expect(isEnabled(config, "lead-only-in-text")).toBe(true);
    expect(isEnabled({ ...config, overrides: [] }, "lead-only-in-text")).toBe(false);
    expect(isEnabled(config, "reply-drops-text")).toBe(true);
  });

  function loadConfigOf(settings: Partial<Config>): Config {
    return { ...defaultConfig, ...settings };
  }
});

describe("the schema", () => {
  const schema = JSON.parse(readFileSync(schemaPath, "utf8"));
  const changed = hostIds.filter((id) => periodsOf(id).length > 1);
  schema.properties.hosts.items.anyOf[0].enum = [...hostIds];
  schema.properties.hosts.items.anyOf[1].pattern = `^(${changed.join("|")})@(v?\\d+(\\.\\d+){0,3}|\\d{4}-\\d{2}-\\d{2})$`;
  schema.definitions.rules.properties = Object.fromEntries(
    rules.map(({ id, summary }) => [id, { description: summary, enum: ["error", "warning", "off"] }]),
  );
  const fits = new AjvJsonSchemaValidator().getValidator(schema);
  const allRules = rules.map(({ id }) => id);
  const cwd = fileURLToPath(new URL("..", import.meta.url));

  test("names every host and rule (`vitest -u` writes them)", async () => {
    // A list that fits in a line stands in one, as our formatter wants it.
    const text = JSON.stringify(schema, null, 2).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (list, items: string) =>
      items.length < 100 ? `[${items.replace(/\n\s*/g, " ")}]` : list,
    );
    await expect(`${text}\n`).toMatchFileSnapshot(schemaPath);
  });

  test("is a schema that editors read", () => {
    expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
  });

  /** What the loader says of it, without a repository around it. */
  const isTaken = (config: unknown) =>
    mistakesOf(() => loadConfig(folder({ ".git/": "", [file]: JSON.stringify(config) }), undefined, allRules))
      .length === 0;

  test.each([
    {},
    { $schema: "./node_modules/mcp-lint/schema/config.schema.json" },
    { include: ["e2e/server.ts", "!(a|b).ts"], exclude: [] },
    { hosts: ["codex", "vscode"] },
    { hosts: ["opencode@2026-06-20", "claude-code@v2.1.127", "copilot-cli@2026-06-01"] },
    { reply: { name: "reply", module: "./src/reply.ts", note: "note", strict: true } },
    { reply: { name: "größe", module: "src/a..b/reply.cjs" } },
    { modelFacing: ["_RULES?$"], dataOnly: { uiTools: true } },
    { rules: { "reply-drops-text": "off" }, overrides: [{ files: ["a"], rules: {} }] },
  ])("and the loader take %j", (config) => {
    expect({ schema: fits(config).valid, loader: isTaken(config) }).toEqual({ schema: true, loader: true });
  });

  const junk = fc.constantFrom<unknown>(null, 1, true, "", "a", [], ["a"], [1], [""], ["!a"], ["/a"], ["a\\b"], {});
  const leaf = fc.oneof(
    junk,
    fc.constantFrom<unknown>("error", "off", ["codex"], ["codx"], "../a.ts", "./a.ts", "a.ts"),
  );
  const config = fc.dictionary(
    fc.constantFrom(
      "$schema",
      "include",
      "exclude",
      "hosts",
      "reply",
      "modelFacing",
      "dataOnly",
      "rules",
      "overrides",
      "x",
    ),
    fc.oneof(
      leaf,
      fc.dictionary(
        fc.constantFrom("name", "module", "note", "strict", "uiTools", "y", ...allRules.slice(0, 2)),
        leaf,
        {
          maxKeys: 2,
        },
      ),
      fc.array(
        fc.record(
          { files: leaf, rules: fc.oneof(leaf, fc.constant({ [allRules[0] ?? ""]: "off" })) },
          { requiredKeys: [] },
        ),
        { maxLength: 2 },
      ),
    ),
    { maxKeys: 3 },
  );

  test("and the loader agree on any config", () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(config, (each) => {
        const taken = isTaken(each);
        seen[taken ? "taken" : "refused"]++;
        expect({ config: each, taken: fits(each).valid }).toEqual({ config: each, taken });
      }),
      { numRuns: 1500 },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50);
  });

  test("the README's example is one", () => {
    const readme = readFileSync(join(cwd, "README.md"), "utf8");
    const example = /## Config[\s\S]*?```jsonc\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
    expect(loadConfig(folder({ ".git/": "", [file]: example }), undefined, allRules)).toMatchObject({ file });
  });
});
