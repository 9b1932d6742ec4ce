import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { unifiedDiff } from "../src/fix/patch.js";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Files = Record<string, string | undefined>;

/** Applies the patch with a real tool to a folder that holds `before`, and reads what `after` names. */
function applied(before: Files, after: Record<string, string>, command: readonly [string, ...string[]]): Files {
  const folder = mkdtempSync(join(tmpdir(), "mcp-lint-patch-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(before)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const patch = unifiedDiff(new Map(Object.entries(after)), (path) => before[path]);
  const [program, ...args] = command;
  execFileSync(program, args, { cwd: folder, input: patch, stdio: ["pipe", "pipe", "pipe"] });
  return Object.fromEntries(Object.keys(after).map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

const tools: [string, [string, ...string[]]][] = [
  ["git apply", ["git", "apply", "-"]],
  ["patch -p1", ["patch", "-p1", "--binary", "--fuzz=0"]],
];

const lines = (count: number, end = "\n") =>
  Array.from({ length: count }, (_, index) => `line ${index}${end}`).join("");

describe.each(tools.filter(([, [program]]) => spawnSync(program, ["--version"]).status === 0))(
  "%s takes",
  (_, command) => {
    test.each<[string, Files, Record<string, string>]>([
      [
        "changes far apart",
        { "a.ts": lines(60) },
        { "a.ts": lines(60).replace("line 3\n", "").replace("line 50", "LINE 50\nmore") },
      ],
      ["several files", { "z.ts": "z\n", "src/a.ts": "a\n" }, { "z.ts": "Z\n", "src/a.ts": "A\n" }],
      ["a new file in a new folder", {}, { "src/deep/reply.ts": "export {};\n" }],
      ["a new file that is empty", {}, { "empty.ts": "" }],
      ["a new file without a last line end", {}, { "reply.ts": "a\nb" }],
      ["a file that was empty", { "a.ts": "" }, { "a.ts": "a\n" }],
      ["a file that becomes empty", { "a.ts": "a\n" }, { "a.ts": "" }],
      ["no last line end, before and after", { "a.ts": `${lines(9)}end` }, { "a.ts": `${lines(9)}END` }],
      ["a last line end that comes", { "a.ts": "a\nb" }, { "a.ts": "a\nb\n" }],
      ["a last line end that goes", { "a.ts": "a\nb\n" }, { "a.ts": "a\nb" }],
      ["CRLF", { "a.ts": lines(20, "\r\n") }, { "a.ts": lines(20, "\r\n").replace("line 10", "X\r\nY") }],
      ["mixed line ends and a lone CR", { "a.ts": "a\r\nb\nc\rd\ne\n" }, { "a.ts": "a\r\nB\nc\rd\ne\r\n" }],
      ["a byte order mark", { "a.ts": "\uFEFFa\nb\n" }, { "a.ts": "\uFEFFa\nB\n" }],
      ["line separators inside of lines", { "a.ts": "a\u2028b\u0085c\fd\n" }, { "a.ts": "a\u2028B\u0085c\fd\n" }],
      [
        "lines that look like headers",
        { "a.ts": "-- a\n++ b\n@@ -1 +1 @@\n" },
        { "a.ts": "-- A\n++ b\n@@ -1 +1 @@\n" },
      ],
      ["a name with blanks", { "my dir/a file.ts": "a\n" }, { "my dir/a file.ts": "A\n", "my dir/new one.ts": "n\n" }],
      [
        "a name with letters from abroad",
        { "größe/日本 😀.ts": "a\n" },
        { "größe/日本 😀.ts": "A\n", "neü.ts": "n\n" },
      ],
      ["a name with quotes and a tab", { 'say "hi"\t\\o.ts': "a\n" }, { 'say "hi"\t\\o.ts': "A\n" }],
    ])("%s", (_, before, after) => {
      expect(applied(before, after, command)).toEqual(after);
    });
  },
);

test("names are written as git writes them", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-lint-patch-"));
  folders.push(folder);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "core.quotePath=true", "-c", "core.autocrlf=false", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  const names = [
    "plain.ts",
    "with blank.ts",
    "größe 日本.ts",
    'quo"te.ts',
    "tab\there.ts",
    "back\\slash.ts",
    "\u007f.ts",
  ].toSorted();
  git("init", "-q");
  for (const name of names) writeFileSync(join(folder, name), "a\n");
  git("add", ".");
  for (const name of names) writeFileSync(join(folder, name), "b\n");
  const headers = (patch: string) =>
    patch
      .split("\n")
      .filter((line) => /^(diff --git|---|\+\+\+) /.test(line))
      .toSorted();
  const ours = unifiedDiff(new Map(names.map((name) => [name, "b\n"])), () => "a\n");
  expect(headers(ours)).toEqual(headers(git("diff")));
});

test("the patch is the one that a reader knows, in the order of paths", () => {
  const before = new Map([["b.ts", "one\ntwo\n"]]);
  const after = new Map([
    ["b.ts", "one\n2\n"],
    ["a.ts", "new"],
    ["same.ts", "same"],
  ]);
  expect(unifiedDiff(after, (path) => before.get(path) ?? (path === "same.ts" ? "same" : undefined))).toBe(
    `diff --git a/a.ts b/a.ts
new file mode 100644
--- /dev/null
+++ b/a.ts
@@ -0,0 +1,1 @@
+new
\\ No newline at end of file
diff --git a/b.ts b/b.ts
--- a/b.ts
+++ b/b.ts
@@ -1,2 +1,2 @@
 one
-two
+2
`,
  );
  expect(unifiedDiff(new Map([["same.ts", "same"]]), () => "same")).toBe("");
});

test("git apply gives the bytes of any text", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c\r", "\uFEFF", "- ", "+", "\\"), { maxLength: 12 })
    .chain((parts) => fc.constantFrom("", "\n").map((end) => parts.join("\n") + end));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      expect(applied({ "a.ts": before }, { "a.ts": after }, ["git", "apply", "-"])).toEqual({ "a.ts": after });
    }),
    { numRuns: 60 },
  );
});
