/** What a run costs, counted: files read and parsed, calls followed. Seconds depend on the machine, work does not. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { defaultConfig } from "../src/config.js";
import { discover } from "../src/discover.js";
import { diskSources } from "../src/disk.js";
import { lint } from "../src/lint.js";
import { memorySources, type Sources } from "../src/sources.js";

const server = fileURLToPath(new URL("../fixtures/servers/discord-history", import.meta.url));

/** Counts the texts that are asked for. */
function counting(sources: Sources): { sources: Sources; read: Set<string> } {
  const read = new Set<string>();
  const note = (path: string) => {
    read.add(path);
    return sources.read(path);
  };
  return { sources: { ...sources, read: note }, read };
}

test("the sample server: each file parsed once, calls followed once a place", async () => {
  const { files } = discover(server, ["."], defaultConfig);
  const { sources, read } = counting(diskSources(server, files));
  const { stats, ...result } = await lint(sources, defaultConfig);
  expect(result.files.parsed).toBe(12);
  expect([...read].filter((path) => /\.ts$/.test(path) && sources.read(path) !== undefined).length).toBeLessThanOrEqual(
    files.length,
  );
  expect(stats.followed).toBeLessThanOrEqual(260);
  expect(stats.limits).toBe(0);
});

/** A package of many files, few of which have to do with results. */
function project(size: number): ReadonlyMap<string, string> {
  const files = new Map([
    ["package.json", '{ "name": "big" }'],
    [
      "server.ts",
      'import { reply } from "./reply.js";\nimport { rule } from "./rules.js";\nexport const list = () => reply({ ids: [1] }, `Two ids. ${rule}`);',
    ],
    ["rules.ts", 'export const rule = "Never show the ids.";'],
    [
      "reply.ts",
      'export const reply = (view: object, text: string) => ({ content: [{ type: "text", text }], structuredContent: view });',
    ],
  ]);
  for (let index = 0; index < size; index++)
    files.set(
      `other/f${index}.ts`,
      `import { x } from "./f${index + 1}.js";\nexport const y${index} = () => x.reply("text");`,
    );
  return files;
}

test.each([10, 100])("%i files that hold nothing are read for their bytes and not parsed", async (size) => {
  const { sources } = counting(memorySources(project(size)));
  const { files, diagnostics, stats } = await lint(sources, defaultConfig);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(["reply-drops-text"]);
  expect(files).toEqual({ scanned: size + 3, parsed: 3 });
  expect(stats.followed).toBeLessThanOrEqual(2);
});

/** Every function calls the next one twice: the ways through are 2ⁿ, the work is not. */
const ladder = (steps: number) =>
  [
    ...Array.from(
      { length: steps },
      (_, step) => `const f${step} = (a: string) => f${step + 1}(a) + f${step + 1}(a + "x");`,
    ),
    `const f${steps} = (a: string) => a;`,
    'export const h = () => ({ content: [{ type: "text", text: f0("Use it.") }], structuredContent: { n: 1 } });',
  ].join("\n");

test("a call that is followed twice from one place is followed once", async () => {
  const { stats } = await lint(memorySources(new Map([["a.ts", ladder(4)]])), defaultConfig);
  expect(stats.followed).toBeLessThanOrEqual(31);
  const deep = await lint(memorySources(new Map([["a.ts", ladder(40)]])), defaultConfig);
  expect(deep.stats.followed).toBeLessThanOrEqual(63);
});

/** Each constant is the one before it twice: the text grows to 2ⁿ, and no server writes that. */
const doubling = (steps: number, twice: (name: string) => string) =>
  [
    'const a0 = "Never show the ids.";',
    ...Array.from({ length: steps }, (_, step) => `const a${step + 1} = ${twice(`a${step}`)};`),
    `export const h = () => ({ content: [{ type: "text", text: a${steps} }], structuredContent: { n: 1 } });`,
  ].join("\n");

const losing =
  'export const g = () => ({ content: [{ type: "text", text: "Never show the ids." }], structuredContent: { n: 1 } });';

test.each<[string, (name: string) => string]>([
  ["a template", (name) => `\`\${${name}} \${${name}}\``],
  ["`+`", (name) => `${name} + ${name}`],
  ["`concat`", (name) => `${name}.concat(${name})`],
])("a text that doubles with each constant, by %s, is unknown, and the rest is judged", async (_, twice) => {
  const files = new Map([
    ["a.ts", doubling(30, twice)],
    ["b.ts", losing],
  ]);
  const { sites, diagnostics, errors, stats } = await lint(memorySources(files), defaultConfig);
  expect(errors).toEqual([]);
  expect(sites.map(({ file, verdict }) => [file, verdict])).toEqual([
    ["a.ts", "unknown"],
    ["b.ts", "lost-instruction"],
  ]);
  expect(diagnostics.map(({ at }) => at.file)).toEqual(["b.ts"]);
  expect(stats.limits).toBeGreaterThan(0);
  // Short ones are read.
  const short = await lint(memorySources(new Map([["a.ts", doubling(3, twice)]])), defaultConfig);
  expect(short.sites.map(({ verdict }) => verdict)).toEqual(["lost-instruction"]);
});
