/** Projects whose folders hold what no linter expects: made on the disk, linted and fixed there, and looked at again. */
import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { plain } from "../../dist/src/commands/context.js";
import { lintCommand } from "../../dist/src/commands/lint.js";
import { UsageError, WriteError } from "../../dist/src/errors.js";
import { acts } from "./holds.mjs";
import { paths, texts } from "./seeds.mjs";

const servers = paths.filter((path) => texts.get(path).includes("structuredContent"));
const names = [
  ..."a.ts b.js reply.ts note.js index.ts self.mts x.cts page.jsx X.TS A.ts ä.ts ä.ts 名前.ts 😀.ts".split(" "),
  "new\nline.ts",
  'quo"te.ts',
  "it's.ts",
  "co:lon.ts",
  "back\\slash.ts",
  " .ts",
  ".ts",
  "...ts",
  "-rf.ts",
  "--fix.ts",
  "$(x).ts",
  "%0A.ts",
  "::error::x.ts",
  "esc\x1b[2J.ts",
  "\u202Etxt.ts",
  "[id].ts",
  "{a,b}.ts",
  "!(x).ts",
  "**.ts",
  `${"l".repeat(240)}.ts`,
  "__proto__.ts",
  "constructor.js",
  "tsconfig.json",
  "package.json",
  ".gitignore",
  "mcp-lint.config.json",
  "jsconfig.json",
  ".mcp-lint-undo.json",
  ".mcp-lint-done.json",
  "pnpm-workspace.yaml",
];
const folders = [
  "",
  "",
  "src/",
  "src/a.ts/",
  "new\nline/",
  "__proto__/",
  "node_modules/x/",
  ".git/",
  "src/deep/er/",
  "dist/",
  "test/",
];
const targets = [
  ".",
  "..",
  "/",
  "/dev/zero",
  "/dev/stdin",
  "/proc/self/mem",
  "../outside.ts",
  "../out",
  "nowhere.ts",
  "a.ts",
  "src",
  "./src/../src",
  "self-link.ts",
];
const settings = [
  "",
  "{",
  "[]",
  "null",
  "{}",
  '{ "extends": "./tsconfig.json" }',
  '{ "extends": "../outside.ts" }',
  '{ "extends": ["./a.json", "./tsconfig.json"] }',
  '{ "compilerOptions": { "paths": { "*": ["*", "./*", "../*", "/*"] }, "baseUrl": ".." } }',
  '{ "compilerOptions": { "paths": null, "baseUrl": 7 } }',
  '{ "name": "x", "workspaces": ["**", "../*", "/"], "exports": { ".": { "import": "./a.ts", "default": { "default": "../outside.ts" } } }, "imports": { "#*": "./*" } }',
  '{ "__proto__": { "x": 1 }, "constructor": 1, "type": "module" }',
  '{ "dependencies": [], "type": 7, "exports": [null, [[]]] }',
  '{ "include": ["**"] }',
  '{ "include": ["**/**/**/**/**/*x*y*z*"], "modelFacing": ["(a+)+$"] }',
  '{ "reply": { "name": "reply", "module": "./a.ts" } }',
  '{ "reply": { "module": "../outside.ts" } }',
  "*\n!src\n",
  "!*\n/**/**/**/**/a\n[\n\\\n",
  '{"pid":1,"folders":["../out"],"files":[{"path":"../outside.ts","was":null,"is":"0"}]}',
  "packages:\n  - '**'\n  - &a [*a]\n",
  `${"[".repeat(5000)}`,
  `${'{"a":'.repeat(5000)}`,
];
const number = fc.nat({ max: 1_000_000 });

/** What is laid into the folder, in this order, and how it is linted. */
export const projectInput = fc.record({
  entries: fc.array(
    fc.record({
      kind: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom("server") },
        { weight: 10, arbitrary: fc.constantFrom("link", "folder", "settings", "bytes", "imports") },
        { weight: 1, arbitrary: fc.constantFrom("pipe", "large", "many", "rawName", "chain") },
      ),
      folder: fc.constantFrom(...folders),
      name: fc.constantFrom(...names),
      numbers: fc.tuple(number, number),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  unsafe: fc.boolean(),
  format: fc.constantFrom("pretty", "line", "json", "sarif", "github", "gitlab", "junit", "rdjson", "markdown"),
});

const pick = (list, index) => list[index % list.length];
const lossy = texts.get("instruction-only-in-text/handlers.ts");

const lay = {
  server: (at, [a]) => writeFileSync(at, texts.get(pick(servers, a))),
  link: (at, [a]) => symlinkSync(pick(targets, a), at),
  folder: (at) => mkdirSync(at),
  settings: (at, [a]) => writeFileSync(at, pick(settings, a)),
  bytes: (at, [a, b]) =>
    writeFileSync(at, Buffer.from(lossy).fill(b % 256, a % lossy.length, (a % lossy.length) + 1 + (b % 9))),
  imports: (at, [a, b]) =>
    writeFileSync(
      at,
      `${lossy}\nexport * from ${JSON.stringify(`./${pick(names, a)}`)};\nexport * from ${JSON.stringify(`${pick(targets, b)}`)};\n`,
    ),
  pipe: (at) => execFileSync("mkfifo", [at]),
  large(at) {
    writeFileSync(at, lossy);
    truncateSync(at, 30 * 1024 * 1024);
  },
  many(at) {
    mkdirSync(at);
    for (let index = 0; index < 2000; index++)
      writeFileSync(join(at, `${index}.ts`), `export * from "./${index + 1}.js";\n`);
  },
  rawName: (at) =>
    writeFileSync(Buffer.concat([Buffer.from(`${dirname(at)}/`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]), lossy),
  /** Configs that extend one another, and modules that lead to one another, for longer than anyone would follow. */
  chain(at) {
    for (let index = 0; index < 300; index++) {
      writeFileSync(`${dirname(at)}/c${index}.json`, `{ "extends": "./c${index + 1}.json" }`);
      writeFileSync(
        `${dirname(at)}/c${index}.ts`,
        `export * from "./c${(index + 1) % 300}.js";\nexport { f as g } from "./c${(index + 7) % 300}.js";\n`,
      );
    }
    writeFileSync(`${dirname(at)}/tsconfig.json`, '{ "extends": "./c0.json" }');
    writeFileSync(
      `${dirname(at)}/entry.ts`,
      `import { g } from "./c0.js";\n${lossy.replace("structuredContent: {", "structuredContent: { ...g(),")}`,
    );
  },
};

/** Lints and fixes such a project; nothing outside of it changes, and nothing is left to change in it. */
export async function projectHolds({ entries, unsafe, format }) {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), "mcp-lint-fuzz-")));
  const cwd = join(outer, "root");
  try {
    mkdirSync(join(outer, "out"));
    mkdirSync(cwd);
    for (const path of ["outside.ts", "out/b.ts"]) writeFileSync(join(outer, path), lossy);
    for (const { kind, folder, name, numbers } of entries) {
      try {
        mkdirSync(join(cwd, folder), { recursive: true });
        lay[kind](join(cwd, folder + name), numbers);
      } catch (error) {
        // Something else stands there already.
        if (!error.code && !/mkfifo/.test(error.message)) throw error;
      }
    }
    const before = snapshot(outer, cwd);
    const options = { fix: true, fixUnsafe: unsafe, format: [format], allowEmpty: true };
    await runHolds(cwd, options);
    const fixed = snapshot(cwd);
    await runHolds(cwd, options);
    same(fixed, snapshot(cwd), "the second run changes");
    same(before, snapshot(outer, cwd), "outside of the root, the run changes");
  } finally {
    rmSync(outer, { recursive: true, force: true });
  }
}

async function runHolds(cwd, options) {
  let printed = "";
  let noted = "";
  const context = {
    ...plain,
    cwd,
    terminal: false,
    out: (text) => {
      printed += text;
    },
    note: (text) => {
      noted += text;
    },
  };
  try {
    const status = await lintCommand([], options, context);
    if (![0, 1, 2].includes(status)) throw new Error(`exit status ${status}`);
  } catch (error) {
    // Both are for the user, and end with status 2.
    if (error instanceof UsageError || error instanceof WriteError) return;
    throw error;
  } finally {
    process.removeAllListeners("SIGINT");
  }
  if (/crashed|please report/.test(printed + noted))
    throw new Error((/.*(?:crashed|please report).*/.exec(printed + noted) ?? [""])[0]);
  const found = acts.exec(options.format[0] === "github" ? noted : printed + noted);
  if (found) throw new Error(`${options.format[0]} lets ${JSON.stringify(found[0])} through`);
}

/** What stands where, below a folder, `but` for another one. */
function snapshot(folder, but) {
  const found = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true, encoding: "buffer" })) {
    const at = Buffer.concat([Buffer.from(`${folder}/`), entry.name]);
    if (at.toString() === but) continue;
    const stat = lstatSync(at);
    if (entry.isDirectory()) for (const [path, what] of snapshot(at.toString())) found.set(path, what);
    else if (entry.isSymbolicLink()) found.set(at.toString("latin1"), readlinkSync(at));
    else
      found.set(at.toString("latin1"), stat.isFile() && stat.size < 1e6 ? readFileSync(at, "latin1") : `${stat.size}`);
  }
  return found;
}

function same(before, after, what) {
  for (const [path, text] of after)
    if (before.get(path) !== text) throw new Error(`${what} ${path.split("/root/").at(-1)}`);
  for (const path of before.keys()) if (!after.has(path)) throw new Error(`${what} ${path}: it is gone`);
}
