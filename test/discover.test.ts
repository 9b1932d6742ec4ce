import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Config, defaultConfig } from "../src/config.js";
import { discover } from "../src/discover.js";
import { folder } from "./support/folder.js";

/** Empty files, and those with a text. */
const files = (...names: (string | [string, string])[]) =>
  Object.fromEntries(names.map((name) => (typeof name === "string" ? [name, ""] : name)));

function found(cwd: string, paths: readonly string[] = ["."], config: Partial<Config> = {}) {
  const { files: taken, errors } = discover(cwd, paths, { ...defaultConfig, ...config });
  return { files: taken, errors };
}

describe("below a folder", () => {
  test("takes TypeScript and JavaScript, sorted, at any depth", () => {
    const sources = ["a.ts", "b.tsx", "c.mts", "d.cts", "e.js", "f.jsx", "g.mjs", "h.cjs", "src/deep/er/z.ts"];
    const cwd = folder(files(...sources, "i.json", "j.vue", "k.ts.txt", "README.md", "ts"));
    expect(found(cwd)).toEqual({ files: sources, errors: [] });
  });

  test.each([
    ...["node_modules/x", "src/node_modules/x", ".git/hooks", "dist", "build", "out", "coverage", ".next/server"],
    ...[
      "test",
      "tests",
      "__tests__",
      "mock",
      "mocks",
      "__mocks__",
      "fixture",
      "fixtures",
      "__fixtures__",
      "e2e",
      "evals",
    ],
  ])("skips %s", (name) => {
    expect(found(folder(files(`${name}/x.ts`, "a.ts"))).files).toEqual(["a.ts"]);
  });

  test.each(["x.d.ts", "x.d.mts", "x.d.cts", "x.min.js", "x.min.mjs", "x.test.ts", "x.spec.jsx", "x.test.helpers.ts"])(
    "skips %s",
    (name) => {
      expect(found(folder(files(`src/${name}`, "src/a.ts"))).files).toEqual(["src/a.ts"]);
    },
  );

  test("keeps what only looks like one of them", () => {
    const kept = ["d.ts", "distance/a.ts", "examples/a.ts", "latest/a.ts", "min.js", "spec.ts", "src/tests.ts"];
    expect(found(folder(files(...kept))).files).toEqual(kept);
  });
});

describe("named on the command line", () => {
  const cwd = () =>
    folder(files("fixtures/servers/x/a.ts", "fixtures/servers/x/dist/b.js", "fixtures/y.ts", "src/c.ts"));

  test("a skipped folder is looked at, and skips inside", () => {
    expect(found(cwd(), ["fixtures/servers/x"]).files).toEqual(["fixtures/servers/x/a.ts"]);
    expect(found(cwd(), ["fixtures"]).files).toEqual(["fixtures/servers/x/a.ts", "fixtures/y.ts"]);
    expect(found(cwd(), ["fixtures/servers/x/dist", "src"]).files).toEqual([
      "fixtures/servers/x/dist/b.js",
      "src/c.ts",
    ]);
  });

  test("from inside a skipped folder, too", () => {
    expect(found(join(cwd(), "fixtures/servers/x")).files).toEqual(["a.ts"]);
    expect(found(join(cwd(), "src"), ["../fixtures/servers"]).files).toEqual(["../fixtures/servers/x/a.ts"]);
  });

  test("a file is looked at, whatever skips it", () => {
    const root = folder(files("types.d.ts", "a.test.ts", "out/b.js", ["/.gitignore", "out\n*.ts\n"]));
    const named = ["a.test.ts", "out/b.js", "types.d.ts"];
    expect(found(root, named, { exclude: ["**"] })).toEqual({ files: named, errors: [] });
  });

  test("a file is known as named, what is found below a folder is not", () => {
    const root = folder(files("src/a.ts", "src/b.ts"));
    expect(discover(root, ["src", "src/a.ts"], defaultConfig).named).toEqual(["src/a.ts"]);
  });

  test("no file twice, however it is named", () => {
    const root = cwd();
    symlinkSync("src", join(root, "link"));
    expect(found(root, [".", "src", "./src/", "src/c.ts", join(root, "src"), "link", "link/c.ts"]).files).toEqual([
      "src/c.ts",
    ]);
  });

  test("a file of the working directory goes by its name there, also from above", () => {
    const root = folder(files("b.ts", "p/a.ts", "p/q/c.ts", "p-q/d.ts"));
    const expected = ["../b.ts", "../p-q/d.ts", "a.ts", "q/c.ts"];
    expect(found(join(root, "p"), [".."])).toEqual({ files: expected, errors: [] });
    expect(found(join(root, "p"), ["..", "."]).files).toEqual(expected);
    expect(found(join(root, "p"), [".."], { exclude: ["p/q"], seenFrom: "p" }).files).toEqual(expected.slice(0, 3));
  });

  test("a glob that no shell expanded", () => {
    const root = folder(files("src/a.ts", "src/b/c.ts", "src/b/c.mts", "src/b/dist/d.ts", "[id]/e.ts"));
    expect(found(root, ["src/**/*.ts"]).files).toEqual(["src/a.ts", "src/b/c.ts"]);
    expect(found(root, ["./{src,lib}/b/*.?ts", "[id]"]).files).toEqual(["[id]/e.ts", "src/b/c.mts"]);
    expect(found(root, ["src/*.js"])).toEqual({
      files: [],
      errors: [{ file: "src/*.js", message: "no file matches" }],
    });
  });

  test("what can't be looked at is told, and the rest is taken", () => {
    const root = folder(files("a.ts", "README.md"));
    execFileSync("mkfifo", [join(root, "pipe.ts")]);
    symlinkSync("loop.ts", join(root, "loop.ts"));
    expect(found(root, ["a.ts", "gone", "gone.ts", "README.md", "pipe.ts", "loop.ts", "a.ts/b.ts", ""])).toEqual({
      files: ["a.ts"],
      errors: [
        { file: "", message: "the path is empty" },
        { file: "README.md", message: "it is no TypeScript or JavaScript file" },
        { file: "a.ts/b.ts", message: "there is no such file or folder" },
        { file: "gone", message: "there is no such file or folder" },
        { file: "gone.ts", message: "there is no such file or folder" },
        { file: "loop.ts", message: "its links go round in circles" },
        { file: "pipe.ts", message: "it is no file and no folder" },
      ],
    });
  });
});

describe("odd things below a folder", () => {
  test("links lead nowhere: not out, not round, no file twice", () => {
    const cwd = folder(files("in/src/a.ts", "outside/b.ts"));
    const root = join(cwd, "in");
    for (const [target, name] of [
      ["../outside", "out-of-here"],
      [".", "round"],
      ["src", "again"],
      ["src/a.ts", "again.ts"],
      ["../outside/b.ts", "b.ts"],
      ["nowhere.ts", "broken.ts"],
    ] as const)
      symlinkSync(target, join(root, name));
    expect(found(root)).toEqual({ files: ["src/a.ts"], errors: [] });
    expect(found(root, ["out-of-here"]).files).toEqual(["out-of-here/b.ts"]);
  });

  test("a folder called x.ts is a folder; a pipe is nothing", () => {
    const cwd = folder(files("x.ts/y.ts"));
    execFileSync("mkfifo", [join(cwd, "pipe.ts")]);
    expect(found(cwd)).toEqual({ files: ["x.ts/y.ts"], errors: [] });
  });

  test("a folder that can't be read is told, and the rest is taken", () => {
    const cwd = folder(files("a.ts"));
    // A path that is too long for the system: that holds for every user, root included.
    const deep = Array.from({ length: 15 }, () => "d".repeat(200)).join("/");
    mkdirSync(join(cwd, deep), { recursive: true });
    mkdirSync(join(cwd, "next", deep), { recursive: true });
    renameSync(join(cwd, "next"), join(cwd, deep, "next"));
    onTestFinished(() => renameSync(join(cwd, deep, "next"), join(cwd, "next")));
    const { files: taken, errors } = found(cwd);
    expect(taken).toEqual(["a.ts"]);
    expect(errors).toEqual([
      { file: expect.stringMatching(/\/next\/(d{200}\/)*d{200}$/), message: "its name is too long" },
    ]);
  });
});

describe("include and exclude", () => {
  const cwd = () =>
    folder(
      files("src/a.ts", "src/a.test.ts", "src/gen/b.ts", "e2e/server.ts", "e2e/other.ts", "e2e/sub/c.ts", [
        ".gitignore",
        "gen/\n",
      ]),
    );

  test.each<[string[], string[]]>([
    [["e2e/server.ts"], ["e2e/server.ts", "src/a.ts"]],
    [["./e2e/"], ["e2e/other.ts", "e2e/server.ts", "e2e/sub/c.ts", "src/a.ts"]],
    [["e2e/*/*.ts"], ["e2e/sub/c.ts", "src/a.ts"]],
    [["**/*.test.ts"], ["src/a.test.ts", "src/a.ts"]],
    [["**/gen/**"], ["src/a.ts", "src/gen/b.ts"]],
    [["src/gen"], ["src/a.ts", "src/gen/b.ts"]],
  ])("include %j brings in what is skipped", (include, expected) => {
    expect(found(cwd(), ["."], { include }).files).toEqual(expected);
  });

  test("but never node_modules, and nothing that is excluded", () => {
    const root = folder(files("e2e/a.ts", "e2e/b.ts", "node_modules/x/e2e/c.ts"));
    expect(found(root, ["."], { include: ["**"], exclude: ["e2e/b.ts"] }).files).toEqual(["e2e/a.ts"]);
  });

  test.each<[string[], string[]]>([
    [["src/legacy"], ["a.gen.ts", "src/a.ts", "src/b/c.gen.ts"]],
    [["src/legacy/**"], ["a.gen.ts", "src/a.ts", "src/b/c.gen.ts"]],
    [
      ["**/legacy/", "*.gen.ts"],
      ["src/a.ts", "src/b/c.gen.ts"],
    ],
    [["**/*.gen.ts"], ["src/a.ts", "src/legacy/d.ts"]],
  ])("exclude %j", (exclude, expected) => {
    const root = folder(files("a.gen.ts", "src/a.ts", "src/b/c.gen.ts", "src/legacy/d.ts"));
    expect(found(root, ["."], { exclude }).files).toEqual(expected);
  });

  test("as the config sees them, from a package below", () => {
    const root = folder(files("packages/a/e2e/x.ts", "packages/a/old/y.ts", "packages/a/z.ts"));
    const config = { seenFrom: "packages/a", include: ["packages/*/e2e"], exclude: ["packages/a/old"] };
    expect(found(join(root, "packages/a"), ["."], config).files).toEqual(["e2e/x.ts", "z.ts"]);
  });
});

describe("ignore files", () => {
  test("count at every level, the deeper one last", () => {
    const cwd = folder(
      files(
        "a.ts",
        "b.gen.ts",
        "keep.gen.ts",
        "p/b.gen.ts",
        "p/keep.gen.ts",
        "p/q/own.ts",
        "p/q/r.ts",
        "tmp/x.ts",
        "p/tmp/y.ts",
        [".gitignore", "*.gen.ts\r\n!/keep.gen.ts\r\n/tmp\r\n"],
        ["p/.gitignore", "!keep.gen.ts\nq/own.ts\n"],
      ),
    );
    expect(found(cwd).files).toEqual(["a.ts", "keep.gen.ts", "p/keep.gen.ts", "p/q/r.ts", "p/tmp/y.ts"]);
  });

  test("those above the working directory count, up to the repository's root", () => {
    const cwd = folder(
      files(
        "repo/.git/HEAD",
        "repo/packages/a/x.ts",
        "repo/packages/a/gen/y.ts",
        "repo/packages/a/own.ts",
        "repo/packages/a/z.mts",
        ["repo/.gitignore", "packages/*/gen\n"],
        ["repo/.git/info/exclude", "own.ts\n"],
        [".gitignore", "*.mts\n"],
      ),
    );
    expect(found(join(cwd, "repo/packages/a")).files).toEqual(["x.ts", "z.mts"]);
    expect(found(join(cwd, "repo/packages"), ["a"]).files).toEqual(["a/x.ts", "a/z.mts"]);
  });

  test("in another working tree of a repository, and in a submodule", () => {
    const top = folder(
      files(
        "tree/a.ts",
        "tree/own.ts",
        ["tree/.git", "gitdir: ../repo/.git/worktrees/tree\n"],
        ["repo/.git/worktrees/tree/commondir", "../..\n"],
        ["repo/.git/info/exclude", "own.ts\n"],
        "repo/sub/a.ts",
        "repo/sub/own.ts",
        "repo/sub/left.ts",
        ["repo/sub/.git", "gitdir: ../.git/modules/sub\n"],
        ["repo/.git/modules/sub/info/exclude", "left.ts\n"],
        "odd/a.ts",
        ["odd/.git", ""],
      ),
    );
    expect(found(join(top, "tree"))).toEqual({ files: ["a.ts"], errors: [] });
    expect(found(join(top, "repo/sub"))).toEqual({ files: ["a.ts", "own.ts"], errors: [] });
    expect(found(join(top, "odd"))).toEqual({ files: ["a.ts"], errors: [] });
  });

  test("a folder that a deeper file takes in again is looked at with all that is in it", () => {
    const cwd = folder(files("gen/a.ts", "p/gen/b.ts", [".gitignore", "gen/\n"], ["p/.gitignore", "!gen/\n"]));
    expect(found(cwd).files).toEqual(["p/gen/b.ts"]);
  });

  test("what a folder was ignored with is held against its files alone once it is taken in again", () => {
    const taken = (line: string) =>
      found(folder(files("b/a.ts", "b/c/d.ts", [".gitignore", `${line}\n`], ["b/.gitignore", "!*/\n"]))).files;
    expect(taken("b/**")).toEqual([]);
    expect(taken("**/c")).toEqual(["b/a.ts", "b/c/d.ts"]);
    expect(taken("b/c")).toEqual(["b/a.ts", "b/c/d.ts"]);
    expect(taken("*/*")).toEqual(["b/c/d.ts"]);
  });

  test("tell upper case from lower", () => {
    expect(found(folder(files("gen/a.ts", [".gitignore", "Gen/\n"]))).files).toEqual(["gen/a.ts"]);
  });

  test("a named folder is looked at; the other lines still count in it", () => {
    const cwd = folder(files("made/a.ts", "made/b.gen.ts", [".gitignore", "made/\n*.gen.ts\n/*\n"]));
    expect(found(cwd).files).toEqual([]);
    expect(found(cwd, ["made"]).files).toEqual(["made/a.ts"]);
  });

  // Names that we don't skip by ourselves, so that only the ignore files speak.
  const name = fc.constantFrom("a", "b", "c");
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const line = fc
    .tuple(
      fc.constantFrom("", "", "!"),
      fc.constantFrom("", "/", "**/"),
      path,
      fc.constantFrom("", "/", "/*", "/**", ".ts", "*"),
    )
    .map((parts) => parts.join(""));
  const ignoreFile = fc.array(fc.oneof(line, fc.constantFrom("*", "*.ts", "!*.ts", "/*", "!*/", "# a", "")), {
    maxLength: 4,
  });
  const tree = fc.record({
    sources: fc.uniqueArray(path, { minLength: 4, maxLength: 12 }),
    ignores: fc.dictionary(fc.constantFrom("", "a/", "a/b/", "b/"), ignoreFile),
  });

  test("say what git says", () => {
    const seen = { ignored: 0, taken: 0 };
    fc.assert(
      fc.property(tree, ({ sources, ignores }) => {
        const cwd = folder({});
        execFileSync("git", ["init", "-q", cwd]);
        const lay = (path: string, text: string) => {
          mkdirSync(join(cwd, dirname(path)), { recursive: true });
          writeFileSync(join(cwd, path), text);
        };
        for (const path of sources) lay(`${path}.ts`, "");
        for (const [at, lines] of Object.entries(ignores)) lay(`${at}.gitignore`, lines.join("\n"));
        const said = execFileSync("git", ["-C", cwd, "ls-files", "-z", "--others", "--exclude-standard"], {
          encoding: "utf8",
        });
        const expected = said
          .split("\0")
          .filter((path) => path.endsWith(".ts"))
          .sort();
        seen.taken += expected.length;
        seen.ignored += sources.length - expected.length;
        expect(found(cwd)).toEqual({ files: expected, errors: [] });
      }),
      { numRuns: 80 },
    );
    expect(Math.min(seen.ignored, seen.taken)).toBeGreaterThan(20);
  });
});

test("a hundred folders of ten files take no time", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `src/f${index % 100}/g/file-${index}.ts`);
  const cwd = folder(files(...names, [".gitignore", "node_modules\n*.log\n/tmp\n"]));
  const started = performance.now();
  expect(found(cwd).files).toHaveLength(1000);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("tests and evals are told apart, without mocks, fixtures and what is ignored", () => {
  const all = [
    "src/a.ts",
    "src/a.test.ts",
    "evals/run.ts",
    "evals/cases/one.ts",
    "evals/node_modules/x.js",
    "test/b.ts",
    "test/fixtures/c.ts",
    "mocks/d.ts",
    "dist/tests/e.ts",
    "tests/ignored.ts",
    "tests/f.d.ts",
  ];
  const cwd = folder(files(...all, [".gitignore", "ignored.ts"]));
  expect(discover(cwd, ["."], defaultConfig)).toMatchObject({
    files: ["src/a.ts"],
    tests: ["evals/cases/one.ts", "evals/run.ts", "src/a.test.ts", "test/b.ts"],
  });
  expect(discover(cwd, ["."], { ...defaultConfig, include: ["evals/**"] })).toMatchObject({
    files: ["evals/cases/one.ts", "evals/run.ts", "src/a.ts"],
    tests: ["src/a.test.ts", "test/b.ts"],
  });
});
