/** The laws of the house that a reader can't see in one file. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes("scaffold/"));
}

const sources = new Map(
  [...filesBelow("src"), ...filesBelow("rules")].map((path) => [path, readFileSync(join(root, path), "utf8")]),
);

/** What a file imports: `types` are gone at run time. */
function importsOf(path: string): { from: string; types: boolean }[] {
  const text = sources.get(path) ?? "";
  return [...text.matchAll(/^(?:import|export) (type )?[^;]*? from "([^"]+)";$/gms)].map(([, types, from = ""]) => ({
    types: types !== undefined,
    from: from.startsWith(".") ? relative(root, join(root, path, "..", from)).replace(/\.js$/, ".ts") : from,
  }));
}

const offenders = (paths: Iterable<string>, wrong: (path: string, text: string) => boolean) =>
  [...paths].filter((path) => wrong(path, sources.get(path) ?? ""));
const within = (folder: string) => [...sources.keys()].filter((path) => path.startsWith(folder));
const imports = (path: string, pattern: RegExp) =>
  importsOf(path).some(({ from, types }) => !types && pattern.test(from));

describe("architecture", () => {
  test("rules see the server model and nothing else", () => {
    const allowed = /^src\/(?:diagnostic|wording|model\/(?:server-model|needles))\.ts$/;
    const rules = within("rules/").filter((path) => path !== "rules/index.ts");
    expect(rules.length).toBeGreaterThan(3);
    expect(offenders(rules, (path) => importsOf(path).some(({ from }) => !allowed.test(from)))).toEqual([]);
  });

  test("only the model, the program and the rewriter read the AST", () => {
    const readers =
      /^src\/(?:model\/|fix\/(?:rewrite|built-ins|effects|local-writes|later-writes|plain-reply|given-text|reply-call|lay-in|imports|import-cycles|module-kind|specifier|misfit|error-types|mark-error|output-schema|result-shape|schema-uses|source-text|typed|view-readers|views)\.ts|program\.ts|inspect\.ts)/;
    expect(offenders(sources.keys(), (path) => imports(path, /^ts-morph$/) && !readers.test(path))).toEqual([]);
  });

  test("delivery knows no TypeScript and no disk", () => {
    expect(
      offenders(within("src/delivery/"), (path) =>
        importsOf(path).some(({ from }) => !from.startsWith("src/delivery/")),
      ),
    ).toEqual([]);
  });

  test("the stream checker knows no parser, and says what is read by the linter's own table", () => {
    expect(
      offenders(within("src/stream/"), (path) => imports(path, /^(?:ts-morph|src\/(?:inspect|program)\.ts)$/)),
    ).toEqual([]);
    expect(imports("src/stream/codex.ts", /^src\/delivery\/deliver\.ts$/)).toBe(true);
  });

  test("only the command line touches the process and the console", () => {
    const outside = [...sources.keys()].filter((path) => path !== "src/cli.ts" && !path.startsWith("src/commands/"));
    expect(offenders(outside, (_, text) => /\b(?:process|console)\.\w/.test(text))).toEqual([]);
  });

  test("the disk is read in few places and written in one", () => {
    const readers =
      /^src\/(?:discover|disk|config|baseline|package-file|text-file|stream\/open|commands\/\w+|fix\/(?:reply-helper|write))\.ts$/;
    expect(offenders(sources.keys(), (path) => imports(path, /^node:fs$/) && !readers.test(path))).toEqual([]);
    const writes = /\b(?:writeFileSync|renameSync|unlinkSync|rmSync|mkdirSync|createWriteStream)\b/;
    const writers = /^src\/fix\/(?:write|recovery|targets|file-layer)\.ts$/;
    expect(offenders(sources.keys(), (path, text) => writes.test(text) && !writers.test(path))).toEqual([]);
  });

  test("nothing heavy is loaded before it is needed", () => {
    const seen = new Set<string>();
    const open = ["src/cli.ts"];
    for (const path of open) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const { from, types } of importsOf(path)) if (!types) open.push(from);
    }
    expect([...seen]).not.toContain("ts-morph");
    expect([...seen].filter((path) => path.startsWith("src/model/"))).toEqual([]);
  });

  test("no folder for what has no name", () => {
    expect(
      offenders(
        sources.keys(),
        (path) =>
          /\b(?:utils?|helpers?|common|misc|manager)\b/i.test(path) &&
          !/src\/model\/helpers\.ts|reply-helper/.test(path),
      ),
    ).toEqual([]);
  });

  test("files stay short", () => {
    const data = new Set(["src/delivery/host-table.ts"]);
    const long = [...sources]
      .filter(([path, text]) => !data.has(path) && text.split("\n").length > 280)
      .map(([path]) => path);
    expect(long).toEqual([]);
  });
});
