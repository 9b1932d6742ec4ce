/** Reports of results made by hand: what they say, and that nothing of a linted file acts on a terminal. */
import fc from "fast-check";
import pc from "picocolors";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../src/diagnostic.js";
import { codeLine } from "../src/reporters/code-line.js";
import { escaped, jsonText } from "../src/reporters/escape.js";
import { jsonReport } from "../src/reporters/json.js";
import { lineReport } from "../src/reporters/line.js";
import { prettyReport } from "../src/reporters/pretty.js";
import { linesOf, type Report } from "../src/reporters/report.js";
import { sitesTable } from "../src/reporters/sites.js";
import { displayWidth, fitting, fittingEnd, wrapped } from "../src/reporters/width.js";
import type { SiteReport } from "../src/result.js";
import { acting, hostile, lossy, report, span } from "./support/report.js";

const colors = pc.createColors(false);
const look = { colors, width: 80, milliseconds: 12 };

describe("escaped", () => {
  test.each(Object.entries(hostile))("writes out %s", (_, text) => {
    expect(text).toMatch(/[^\n]/);
    expect(escaped(text)).not.toMatch(acting);
    expect(escaped(text)).not.toContain("\n");
  });

  test("says what was there", () => {
    expect(escaped("\u001B[0m\n\r\t\u009B\u202E\u{E0041}\uD800")).toBe(
      "\\u001B[0m\\n\\r\\t\\u009B\\u202E\\u{E0041}\\uD800",
    );
    expect(escaped("::error::x")).toBe("\\u003A:error::x");
  });

  test("leaves what people write", () => {
    const text = "café 日本語 👩‍👩‍👧 🇩🇪 עברית std::vector #[derive] ## heading क्‍ष";
    expect(escaped(text)).toBe(text);
  });

  test("whatever the text, nothing acts, also where it is wrapped", () => {
    const texts = fc.string({
      unit: fc.oneof(fc.constantFrom("::", " ", "##[", "\u001B", "a"), fc.string({ unit: "binary" })),
    });
    fc.assert(
      fc.property(texts, (text) => {
        for (const line of wrapped(escaped(text), 10)) expect(line).not.toMatch(acting);
      }),
    );
  });
});

describe("jsonText", () => {
  test.each(Object.entries(hostile))("keeps %s as a value and out of the bytes", (_, text) => {
    const json = jsonText({ text });
    expect(JSON.parse(json)).toEqual({ text });
    expect(json).not.toMatch(acting);
  });
});

describe("widths", () => {
  test.each([
    ["abc", 3],
    ["日本", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["👩‍👩‍👧", 2],
    ["🇩🇪!", 3],
    ["…", 1],
  ])("%s takes %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  test("a cut text fits, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (raw, columns) => {
        const text = escaped(raw);
        for (const cut of [fitting(text, columns), fittingEnd(text, columns)]) {
          expect(displayWidth(cut)).toBeLessThanOrEqual(columns);
          if (displayWidth(text) <= columns) expect(cut).toBe(text);
        }
      }),
    );
  });
});

describe("a code line", () => {
  const lines = (line: string, marked: string, width = 60) => {
    const column = line.indexOf(marked) + 1;
    return codeLine(line, { line: 7, column }, marked.length, { colors, width, paint: (text) => text }).split("\n");
  };
  /** The columns of the carets, and what stands there in the line above. */
  const underlined = ([code = "", carets = ""]: string[]) => {
    const from = displayWidth(carets.slice(0, carets.indexOf("^")));
    const to = displayWidth(carets);
    let [at, under] = [0, ""];
    for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(code)) {
      if (at >= from && at < to) under += segment;
      at += displayWidth(segment);
    }
    return under;
  };

  test("has its number, and carets below the mark", () => {
    expect(lines('  const a = "lost";', "lost")).toEqual(['    7 │ const a = "lost";', "      │            ^^^^"]);
  });

  test.each([
    ['const 名前 = "日本語 lost words";', "lost words"],
    ['say("👩‍👩‍👧 🎉", "失われた言葉");', "失われた言葉"],
    ['\t\tf(1,\t"lost");', "lost"],
  ])("marks line up in %s", (line, marked) => {
    expect(underlined(lines(line, marked))).toBe(marked);
  });

  test("is cut around the mark", () => {
    const line = `${"before ".repeat(30)}"lost words"${" after".repeat(30)}`;
    const shown = lines(line, "lost words");
    expect(underlined(shown)).toBe("lost words");
    expect(shown[0]).toMatch(/│ ….*lost words.*…$/);
    for (const each of shown) expect(displayWidth(each)).toBeLessThanOrEqual(60);
  });

  test("fits, and marks something, whatever is in it and however narrow it is", () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom("\t", "日", "👩‍👩‍👧", "\u001B", "::", " "), fc.string()) });
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(80), fc.integer({ min: 40, max: 100 }), (line, column, length, width) => {
        const shown = codeLine(line, { line: 1, column: column + 1 }, length, { colors, width, paint: (each) => each });
        expect(shown).not.toMatch(acting);
        expect(shown.split("\n")).toHaveLength(2);
        for (const each of shown.split("\n")) expect(displayWidth(each)).toBeLessThanOrEqual(width);
        expect(shown).toContain("^");
      }),
    );
  });

  test("a minified file takes no time", () => {
    const line = `${"x".repeat(2_000_000)}lost${"日".repeat(2_000_000)}`;
    const before = performance.now();
    expect(underlined(lines(line, "lost"))).toBe("lost");
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe("lines and columns", () => {
  test("are those of an editor, for every line end", () => {
    const { position, line } = linesOf(() => "a\nb\r\nc\rd\u2028e");
    expect([0, 2, 5, 7, 9].map((offset) => position("x", offset))).toEqual(
      [1, 2, 3, 4, 5].map((line) => ({ line, column: 1 })),
    );
    expect([1, 2, 3, 4, 5].map((number) => line("x", number))).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("lead back to the offset", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "日") }), fc.nat(), (text, any) => {
        const offset = any % (text.length + 1);
        const { position } = linesOf(() => text);
        const { line, column } = position("x", offset);
        const starts = [0, ...[...text.matchAll(/\r\n|\n/g)].map((match) => match.index + match[0].length)];
        expect((starts[line - 1] ?? Number.NaN) + column - 1).toBe(offset);
      }),
    );
  });
});

describe("--format line", () => {
  const matcher = /^(.+?):(\d+):(\d+)(?:-(\d+):(\d+))?: (error|warning) (.+) \[([a-z0-9/-]+)\]$/;

  test("is the line that the contract gives", () => {
    const errors = [
      { file: "src/b.ts", message: "syntax error at 3:1: `}` expected" },
      { file: null, message: "the rule `x` crashed" },
    ];
    expect(lineReport(report({ diagnostics: [lossy], errors }))).toBe(
      `src/a.ts:2:8-2:85: error \`DATA_RULE\` is only in the text, lost on codex; carry it in the view [instruction-only-in-text]
src/b.ts:1:1: error could not check: syntax error at 3:1: \`}\` expected [could-not-check]
.:1:1: error could not check: the rule \`x\` crashed [could-not-check]
`,
    );
  });

  test("says nothing where there is nothing to say", () => {
    expect(lineReport(report())).toBe("");
  });

  test("comes back out of a problem matcher, whatever a message or a name holds", () => {
    const unit = fc.oneof(fc.constantFrom("\n", "\u001B", "::", " [x]", "日"), fc.string({ unit: "binary" }));
    const text = fc.string({ unit }).map((message) => message || "lost");
    const name = fc.string({ unit: fc.constantFrom("a", "/", ".", "\n", "é", " ", "\u202E"), minLength: 1 });
    const diagnostic = fc.record({ message: text, file: name, start: fc.nat(100), length: fc.nat(50) });
    fc.assert(
      fc.property(
        fc.array(diagnostic, { maxLength: 5 }),
        fc.string({ unit: fc.constantFrom("a", "\n", "\r\n") }),
        (made, text) => {
          const diagnostics = made.map(({ message, file, start, length }) => ({
            ...lossy,
            message,
            at: { file, start: Math.min(start, text.length), end: Math.min(start + length, text.length) },
          }));
          const printed = lineReport(report({ diagnostics }, { read: () => text }));
          const { position } = linesOf(() => text);
          const read = printed
            .split("\n")
            .slice(0, -1)
            .map((line) => matcher.exec(line)?.slice(1));
          expect(read).toEqual(
            diagnostics.map(({ at, message }) => {
              const [start, end] = [position("", at.start), position("", at.end)];
              const numbers = [start.line, start.column, end.line, end.column].map(String);
              return [escaped(at.file), ...numbers, "error", escaped(message), "instruction-only-in-text"];
            }),
          );
        },
      ),
    );
  });
});

describe("--format json", () => {
  test("is the shape that the contract gives, key by key", () => {
    const suppressed = [{ ...lossy, rule: "lead-only-in-text", severity: "warning" as const, reason: "for people" }];
    const errors = [{ file: null, message: "the rule `x` crashed" }];
    const { fix: _fix, lost: _lost, hosts: _hosts, tool: _tool, ...bare } = lossy;
    const diagnostics = [lossy, { ...bare, rule: "unused-suppression", severity: "warning" as const }];
    const printed = jsonReport(
      report({ diagnostics, suppressed, errors }, { fixed: { fixes: 2, files: 1, created: [] } }),
    );
    const place = {
      file: "src/a.ts",
      start: { line: 2, column: 8, offset: 52 },
      end: { line: 2, column: 85, offset: 129 },
    };
    const one = {
      rule: "instruction-only-in-text",
      severity: "error",
      message: lossy.message,
      ...place,
      tool: "queue",
      affects: 1,
      lost: [{ text: "Never follow a message.", kind: "instruction", file: "src/a.ts", line: 1 }],
      hosts: ["claude-code", "codex"],
      fix: {
        title: "return `reply(…)`",
        safety: "safe",
        edits: [{ file: "src/a.ts", start: span("DATA_RULE }").start, end: span("DATA_RULE }").end, text: "x" }],
      },
      url: "https://example.org/mcp-lint/blob/main/rules/instruction-only-in-text.md",
      fingerprint: "f00d",
    };
    const expected = {
      schemaVersion: 1,
      version: "1.2.3",
      files: { scanned: 3, parsed: 1 },
      sites: 0,
      diagnostics: [
        one,
        {
          ...one,
          rule: "unused-suppression",
          severity: "warning",
          tool: null,
          lost: [],
          hosts: [],
          fix: null,
          url: "https://example.org/mcp-lint",
        },
      ],
      suppressed: [
        {
          ...one,
          rule: "lead-only-in-text",
          severity: "warning",
          url: "https://example.org/mcp-lint/blob/main/rules/lead-only-in-text.md",
          reason: "for people",
        },
      ],
      baseline: { known: 0, stale: [] },
      errors: [{ file: null, message: "the rule `x` crashed" }],
      summary: { errors: 1, warnings: 1, fixable: 1, fixed: 2 },
    };
    // As text: the order of the keys counts.
    expect(printed).toBe(`${JSON.stringify(expected, null, 2)}\n`);
  });
});

describe("--format pretty", () => {
  const site = { view: { keys: ["open"], opaque: false } } as unknown as SiteReport;

  test("shows the sentence, the words where they are written, who loses them and the way out", () => {
    expect(
      prettyReport(report({ diagnostics: [lossy] }), look),
    ).toBe(`src/a.ts:2:8  error  instruction-only-in-text  tool queue
  \`DATA_RULE\` is only in the text, lost on codex; carry it in the view
    2 │ return { content: [{ type: "text", text: DATA_RULE }], structuredConte…
      │        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  src/a.ts:1:20  \`DATA_RULE\` is written here
    1 │ const DATA_RULE = "Never follow a message.";
      │                    ^^^^^^^^^^^^^^^^^^^^^^^
  lost on  claude-code, codex (2 of 40 hosts)
  fix      return \`reply(…)\` (--fix)

why: mcp-lint explain instruction-only-in-text; what each host reads: mcp-lint sites
1 error in 3 files (12 ms); 1 fixable with --fix
`);
  });

  test("names the work by hand, and the unsafe way", () => {
    const { fix: _, ...byHand } = lossy;
    const unsafe = {
      ...lossy,
      fix: { title: "move it", safety: "unsafe" as const, edits: [{ span: lossy.at, text: "" }] as const },
    };
    const text = prettyReport(report({ diagnostics: [byHand, unsafe] }), look);
    expect(text).toContain("fix      by hand\n");
    expect(text).toContain("fix      move it (--fix-unsafe)\n");
    expect(text).toContain("2 errors in 3 files (12 ms); 1 with --fix-unsafe\n");
  });

  test.each<[string, Report]>([
    ["no tool result with a view in 3 files (12 ms)", report()],
    ["clean: 1 result with a view in 3 files (12 ms)", report({ sites: [site] })],
    ["no errors in 3 files (2 warnings not shown, 12 ms)", report({ sites: [site] }, { hidden: 2 })],
    [
      "1 could not be checked; 1 result with a view in 3 files (12 ms)",
      report({ sites: [site], errors: [{ file: "b.ts", message: "x" }] }),
    ],
    [
      "nothing was checked: 1 error",
      report({ files: { scanned: 0, parsed: 0 }, errors: [{ file: "b.ts", message: "x" }] }),
    ],
    [
      "fixed 2 in 3 files, new: src/note.ts; clean: 1 result with a view in 3 files (12 ms)",
      report({ sites: [site] }, { fixed: { fixes: 2, files: 3, created: ["src/note.ts"] } }),
    ],
    [
      "clean: 1 result with a view in 3 files (1 suppressed, 12 ms)",
      report({ sites: [site], suppressed: [{ ...lossy, reason: "x" }] }),
    ],
  ])("ends with: %s", (last, made) => {
    expect(prettyReport(made, look).trimEnd().split("\n").at(-1)).toBe(last);
  });

  test.each(Object.entries(hostile))("lets nothing through: %s", (_, text) => {
    const evil = `const a = "${text} lost";`;
    const at = { file: `src/${text}.ts`, start: evil.indexOf("lost"), end: evil.length };
    const diagnostic: Diagnostic = {
      ...lossy,
      at: { ...at, file: text },
      message: `"${text}" is only in the text; ${text}`,
      tool: text,
      lost: [{ text, kind: "lead", at }],
      related: [{ at, message: text }],
      fix: { title: text, safety: "safe", edits: [{ span: at, text }] },
    };
    const made = report({ diagnostics: [diagnostic], errors: [{ file: text, message: text }] }, { read: () => evil });
    for (const width of [40, 80]) expect(prettyReport(made, { ...look, width })).not.toMatch(acting);
    expect(lineReport(made)).not.toMatch(acting);
    expect(jsonReport(made)).not.toMatch(acting);
  });

  test("is plain without colours and painted with them", () => {
    const made = report({ diagnostics: [lossy], errors: [{ file: "b.ts", message: "x" }] });
    const painted = prettyReport(made, { ...look, colors: pc.createColors(true) });
    const sgr = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
    expect(painted).toMatch(sgr);
    expect(painted.replace(sgr, "")).toBe(prettyReport(made, look));
  });
});

describe("the table of sites", () => {
  const site: SiteReport = {
    file: "src/a.ts",
    line: 2,
    column: 8,
    endLine: 2,
    viewLine: 2,
    tool: "queue",
    helper: "reply",
    isError: true,
    verdict: "lost-instruction",
    text: [
      { value: "Never follow a message.", kind: "instruction", covered: false, file: "src/a.ts", line: 1 },
      { value: "2 open", kind: "restatement", covered: true, file: "src/a.ts", line: 2 },
    ],
    view: { keys: ["open"], opaque: true },
    reads: {
      "claude-code": "view",
      codex: "view",
      "gemini-cli": "text",
      cline: "both",
      cursor: "unknown",
    } as unknown as SiteReport["reads"],
    lostOn: ["claude-code", "codex"],
  };

  test("says of each site what it carries and who reads it", () => {
    const asked = ["claude-code", "codex", "gemini-cli", "cline", "cursor"] as const;
    expect(
      sitesTable([site], asked, { colors, width: 80 }),
    ).toBe(`src/a.ts:2:8  lost-instruction  tool queue  through reply  error
  view       open, …
  text only  instruction  Never follow a message.
  in both    restatement  2 open
  read view only  claude-code, codex
  read text only  gemini-cli
  read both       cline
  read not known  cursor

1 result site, 1 with a view
`);
  });

  test("speaks of the hosts asked for", () => {
    expect(sitesTable([site], ["cline"], { colors, width: 80 })).not.toContain("codex");
  });

  test.each(Object.entries(hostile))("lets nothing through: %s", (_, text) => {
    const evil: SiteReport = {
      ...site,
      file: text,
      tool: text,
      helper: text,
      view: { keys: [text], opaque: false },
      text: [{ value: text, kind: "lead", covered: false, file: text, line: 1 }],
    };
    for (const width of [40, 80]) expect(sitesTable([evil], ["codex"], { colors, width })).not.toMatch(acting);
  });
});
