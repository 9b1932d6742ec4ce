import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultConfig } from "../src/config.js";
import type { Diagnostic } from "../src/diagnostic.js";
import { inspect } from "../src/inspect.js";
import { memorySources } from "../src/sources.js";
import { applySuppressions, type FileSuppressions, suppressions } from "../src/suppressions.js";

const lead = "lead-only-in-text";
const drops = "reply-drops-text";
const ruleIds = ["instruction-only-in-text", lead, drops];

/** The suppressions of a text, its comments found as the linter finds them. */
function read(text: string, file = "a.ts"): FileSuppressions {
  const server = inspect(memorySources(new Map([[file, text]])), [], [], defaultConfig);
  return suppressions(file, text, server.comments(file), ruleIds);
}

/** The lines that are silenced; 0 stands for the whole file. */
const lines = (text: string, file?: string) => read(text, file).list.map(({ line = 0 }) => line);
const faults = (text: string) => read(text).malformed.map(({ message }) => message);

function finding(text: string, word: string, rule = lead): Diagnostic {
  const start = text.indexOf(word);
  const at = { file: "a.ts", start, end: start + word.length };
  return { rule, severity: "warning", message: "lost", at, fingerprint: `${rule}:${word}` };
}

describe("which line is silenced", () => {
  const ignore = `mcp-lint-ignore ${lead}: the card says it`;

  test.each<[string, string, number]>([
    ["the line below a comment", `a;\n// ${ignore}\nb;`, 3],
    ["its own line, at the end", `a;\nb; // ${ignore}\nc;`, 2],
    ["a line that only opens", `f({ // ${ignore}\n  b,\n});`, 1],
    ["a block that opens, at the end of its line", `{ // ${ignore}\n  b;\n}`, 1],
    ["the line below a block comment", `a;\n  /* ${ignore} */\nb;`, 3],
    ["its own line, in a block comment between code", `a;\nb(/* ${ignore} */ c);`, 2],
    ["its own line, in a block comment before code", `a;\n/* ${ignore} */ b;`, 2],
    ["the code below other comments", `// ${ignore}\n// eslint-disable-next-line x\n/**\n * doc\n */\n\nb;`, 7],
    ["the code below a comment of many lines", `/*\n * ${ignore}\n */\nb;`, 4],
    ["with Windows line ends", `a;\r\n// ${ignore}\r\nb;`, 3],
    ["with old Mac line ends", `a;\r// ${ignore}\rb;`, 3],
    ["at the end of the file", `a;\n// ${ignore}`, 2],
    ["below a BOM and a shebang", `\uFEFF#!/usr/bin/env node\n// ${ignore}\nb;`, 3],
    ["without blanks", `//mcp-lint-ignore ${lead}:x\nb;`, 2],
  ])("%s", (_, text, line) => {
    expect(lines(text)).toEqual([line]);
  });

  test("in JSX, in braces", () => {
    const text = `const a = (\n  <A>\n    {/* ${ignore} */}\n    <B />\n    <C />{/* ${ignore} */}\n  </A>\n);`;
    expect(lines(text, "a.tsx")).toEqual([4, 5]);
  });

  test("two comments, one code line", () => {
    expect(lines(`// ${ignore}\n// mcp-lint-ignore ${drops}: x\nb;`)).toEqual([3, 3]);
    expect(lines(`/*\n mcp-lint-ignore ${lead}: x\n mcp-lint-ignore ${drops}: y\n*/\nb;`)).toEqual([5, 5]);
  });

  test("the whole file, wherever it stands", () => {
    expect(lines(`a;\n// mcp-lint-ignore-file ${lead}: x\nb;`)).toEqual([0]);
  });
});

describe("what is a directive", () => {
  test("several rules, a reason with colons and commas", () => {
    expect(read(`// mcp-lint-ignore ${lead} , ${drops},${lead}: see: a, b\nx;`).list).toEqual([
      { rules: [lead, drops], reason: "see: a, b", line: 2, at: expect.objectContaining({ start: 0 }) },
    ]);
    expect(read(`/* mcp-lint-ignore ${lead}: why */\nx;`).list[0]?.reason).toBe("why");
  });

  test.each([
    `const a = "// mcp-lint-ignore ${lead}: x";\nb;`,
    `const a = \`\n// mcp-lint-ignore ${lead}: x\n\`;\nb;`,
    `const a = /\\/\\/ mcp-lint-ignore ${lead}: x/;`,
    `// see mcp-lint-ignore ${lead}: it is no directive`,
    "// mcp-lint-ignored files are listed elsewhere",
    `// "mcp-lint-ignore ${lead}: x" silences a line`,
  ])("%j is none, and no malformed one", (text) => {
    expect(read(text)).toMatchObject({ list: [], malformed: [] });
  });

  test("a word in JSX text is none", () => {
    expect(read(`const a = <p>\n// mcp-lint-ignore ${lead}: x\n</p>;`, "a.tsx")).toMatchObject({
      list: [],
      malformed: [],
    });
  });

  test.each([
    ["// mcp-lint-ignore", "name the rule to ignore: `mcp-lint-ignore <rule-id>: reason`"],
    ["// mcp-lint-ignore: all of it", "name the rule to ignore: `mcp-lint-ignore <rule-id>: reason`"],
    [`// mcp-lint-ignore ${lead}`, "say why after a colon: `mcp-lint-ignore <rule-id>: reason`"],
    [`// mcp-lint-ignore-file ${lead}: `, "say why after a colon: `mcp-lint-ignore-file <rule-id>: reason`"],
    [`/* mcp-lint-ignore ${lead}: */`, "say why after a colon: `mcp-lint-ignore <rule-id>: reason`"],
    [`// mcp-lint-ignore ${lead} -- because`, "say why after a colon: `mcp-lint-ignore <rule-id>: reason`"],
    ["// mcp-lint-ignore lead-only-in-txt: x", "unknown rule `lead-only-in-txt`, did you mean `lead-only-in-text`?"],
    [`// mcp-lint-ignore ${lead}, *: x`, "say why after a colon: `mcp-lint-ignore <rule-id>: reason`"],
    ["// mcp-lint-ignore everything: x", "unknown rule `everything`; name one that `mcp-lint rules` lists"],
    [`// mcp-lint-ignore ${lead},: x`, "unknown rule ``; name one that `mcp-lint rules` lists"],
    [
      `// mcp-lint-ignore-next-line ${lead}: x`,
      "there is no `mcp-lint-ignore-next-line`; write `mcp-lint-ignore` or `mcp-lint-ignore-file`",
    ],
  ])("%s", (text, message) => {
    expect(faults(text)).toEqual([message]);
    expect(read(text).list).toEqual([]);
    expect(message.length).toBeLessThanOrEqual(160);
  });

  test("whatever a comment holds, it is read at once and never thrown at", () => {
    const part = fc.constantFrom(
      "mcp-lint-ignore",
      "-file",
      ` ${lead}`,
      ",",
      ":",
      " ",
      "\n",
      "*",
      "/*",
      "//",
      "x",
      "{",
      "}",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = `/*${parts.join("").replaceAll("*/", "")}*/`;
        const { list, malformed } = suppressions("a.ts", text, [{ start: 0, end: text.length }], ruleIds);
        for (const { rules, reason } of list) expect([rules.length > 0, reason.trim()]).toEqual([true, reason]);
        for (const { at } of malformed) expect(at).toEqual({ file: "a.ts", start: 0, end: text.length });
      }),
    );
    const long = `// mcp-lint-ignore ${lead}: x\n${"/*".repeat(100_000)}`;
    const started = performance.now();
    suppressions("a.ts", long, [{ start: 0, end: long.indexOf("\n") }], ruleIds);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("what is silenced", () => {
  const text = `// mcp-lint-ignore ${lead}: first\none(\n  two,\n);\nthree; // mcp-lint-ignore ${lead}: third\nfour;\n`;
  const apply = (diagnostics: Diagnostic[], from = text, ran = ruleIds) =>
    applySuppressions(diagnostics, [read(from)], (rule) => ran.includes(rule));

  test("the findings that start in the line, with the reason", () => {
    const one = { ...finding(text, "one"), at: { file: "a.ts", start: text.indexOf("one"), end: text.indexOf(");") } };
    const [two, three, four] = ["two", "three", "four"].map((word) => finding(text, word));
    expect(apply([one, two, three, four] as Diagnostic[])).toEqual({
      kept: [two, four],
      suppressed: [
        { ...one, reason: "first" },
        { ...three, reason: "third" },
      ],
      unused: [],
    });
  });

  test("of that rule and file only", () => {
    const other = finding(text, "one", drops);
    const elsewhere = { ...finding(text, "one"), at: { file: "b.ts", start: text.indexOf("one"), end: 50 } };
    expect(apply([other, elsewhere]).kept).toEqual([other, elsewhere]);
  });

  test("the whole file; the line's own reason counts first", () => {
    const both = `// mcp-lint-ignore-file ${lead}: all\none;\ntwo; // mcp-lint-ignore ${lead}: mine\n`;
    const { suppressed, unused } = apply([finding(both, "one"), finding(both, "two")], both);
    expect(suppressed.map(({ reason }) => reason)).toEqual(["all", "mine"]);
    expect(unused).toEqual([]);
  });

  test("one that silences nothing is told, rule by rule; not if its rule did not run", () => {
    const two = `// mcp-lint-ignore ${lead}, ${drops}: why\none;\n`;
    const told = (ran: string[]) => apply([finding(two, "one")], two, ran).unused.map(({ message }) => message);
    expect(told(ruleIds)).toEqual([`\`${drops}\` finds nothing here; delete it from the comment`]);
    expect(told([lead])).toEqual([]);
    const nothing = apply([], two).unused;
    expect(nothing.map(({ at }) => two.slice(at.start, at.end))).toEqual([two.split("\n")[0], two.split("\n")[0]]);
  });

  test("the second of two for one finding is unused", () => {
    const twice = `// mcp-lint-ignore ${lead}: a\none; // mcp-lint-ignore ${lead}: b\n`;
    const { suppressed, unused } = apply([finding(twice, "one")], twice);
    expect(suppressed).toHaveLength(1);
    expect(unused.map(({ at }) => twice.slice(at.start, at.end))).toEqual([`// mcp-lint-ignore ${lead}: b`]);
  });
});
