/** Reports for the services that show them: read back as their consumers read them. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { JsonSchemaType } from "@modelcontextprotocol/sdk/validation/types.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rules } from "../rules/index.js";
import { reporters } from "../src/commands/reports.js";
import type { Diagnostic, Edit, Fix } from "../src/diagnostic.js";
import { applyEdits } from "../src/fix/edit.js";
import { ownRules } from "../src/own-rules.js";
import { escaped } from "../src/reporters/escape.js";
import { githubReport } from "../src/reporters/github.js";
import { gitlabReport } from "../src/reporters/gitlab.js";
import { jsonReport } from "../src/reporters/json.js";
import { junitReport } from "../src/reporters/junit.js";
import { markdownReport } from "../src/reporters/markdown.js";
import { rdjsonReport } from "../src/reporters/rdjson.js";
import type { Report } from "../src/reporters/report.js";
import { sarifReport } from "../src/reporters/sarif.js";
import type { SiteReport } from "../src/result.js";
import { project, run, servers } from "./support/cli.js";
import { acting, hostile, lossy, report, source, span } from "./support/report.js";
import { workflowCommands } from "./support/workflow-commands.js";

const { fix: _fix, ...byHand } = lossy;
const warning: Diagnostic = { ...byHand, rule: "lead-only-in-text", severity: "warning", fingerprint: "1ead" };
const unchecked = [
  { file: "src/b.ts", message: "syntax error at 3:1: `}` expected" },
  { file: null, message: "the rule `x` crashed" },
];

/** A finding and an error whose every text is this one. */
const evilReport = (text: string) => {
  const at = { ...lossy.at, file: text };
  const diagnostic: Diagnostic = {
    ...lossy,
    at,
    message: text,
    tool: text,
    lost: [{ text, kind: "lead", at }],
    related: [{ at, message: text }],
    fix: { title: text, safety: "safe", edits: [{ span: at, text }] },
  };
  return report({ diagnostics: [diagnostic], errors: [{ file: text, message: text }] });
};
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom("::", "%0A", "%25", ",", "=", "]]>", "<", "&", '"', "|", "`", "\n", "\r", "\u001B", "\uFFFF"),
    fc.string({ unit: "binary" }),
  ),
  minLength: 1,
});

describe("the schema of --format json", () => {
  const schema = JSON.parse(readFileSync("schema/output.schema.json", "utf8"));
  const validator = new AjvJsonSchemaValidator();
  const fits = validator.getValidator(closed(schema));

  /** The schema without room for keys that it does not name; a report of this version has no others. */
  function closed(part: unknown): JsonSchemaType {
    if (part === null || typeof part !== "object" || Array.isArray(part)) return part as JsonSchemaType;
    const inner = Object.entries(part).map(([key, value]) => [key, key === "required" ? value : closed(value)]);
    const isClosed = "properties" in part && !("reason" in (part.properties as object));
    return { ...Object.fromEntries(inner), ...(isClosed ? { additionalProperties: false } : {}) };
  }

  test("fits every report, key by key", () => {
    const suppressed = { ...warning, reason: "for people" };
    const stale = { file: "a.ts", rule: "x", fingerprint: "0123456789abcdef", text: "x", path: "a.ts", at: lossy.at };
    const named = (diagnostic: Diagnostic) => ({ ...diagnostic, fingerprint: "0123456789abcdef" });
    const full = report({
      diagnostics: [named(lossy), named(warning)],
      errors: unchecked,
      baseline: { known: [lossy], stale: [stale] },
    });
    for (const made of [report(), full]) expect(fits(JSON.parse(jsonReport(made)))).toMatchObject({ valid: true });
    const one = JSON.parse(jsonReport(full));
    for (const key of Object.keys(one)) {
      const { [key]: _, ...without } = one;
      expect({ key, valid: fits(without).valid }).toEqual({ key, valid: false });
      expect({ key, valid: fits({ ...one, [key]: "x" }).valid }).toEqual({ key, valid: key === "version" });
    }
    const open = validator.getValidator(schema);
    const silenced = report({ suppressed: [{ ...named(suppressed), reason: suppressed.reason }] });
    expect(open(JSON.parse(jsonReport(silenced)))).toMatchObject({ valid: true });
    expect(open({ ...one, more: 1 })).toMatchObject({ valid: true });
  });

  test("is what `mcp-lint schema output` prints", () => {
    const folder = project({ "server.ts": servers.losesRule });
    expect(JSON.parse(run(folder, ["schema", "output"]).stdout)).toEqual(schema);
    expect(run(folder, ["schema"]).stdout).toBe(readFileSync("schema/config.schema.json", "utf8"));
    expect(run(folder, ["schema", "ouput"])).toMatchObject({
      status: 2,
      stderr: "mcp-lint: unknown schema `ouput`, did you mean `output`?\n",
    });
    expect(fits(JSON.parse(run(folder, ["--format", "json"]).stdout))).toMatchObject({ valid: true });
  });
});

describe("--format github", () => {
  test("annotates errors first, from the root of the repository, with fix and page", () => {
    const made = report({ diagnostics: [warning, lossy], errors: unchecked }, { prefix: "packages/a/" });
    expect(githubReport(made)).toBe(
      [
        "::error file=packages/a/src/b.ts,line=1,endLine=1,col=1,endColumn=1,title=could-not-check::could not check: syntax error at 3:1: `}` expected%0Apackages/a/src/b.ts:1:1%0Ahttps://example.org/mcp-lint",
        "::error title=could-not-check::could not check: the rule `x` crashed%0Ahttps://example.org/mcp-lint",
        "::error file=packages/a/src/a.ts,line=2,endLine=2,col=8,endColumn=85,title=instruction-only-in-text::`DATA_RULE` is only in the text, lost on codex; carry it in the view%0Afix: return `reply(…)` (--fix)%0Apackages/a/src/a.ts:2:8%0Ahttps://example.org/mcp-lint/blob/main/rules/instruction-only-in-text.md",
        "::warning file=packages/a/src/a.ts,line=2,endLine=2,col=8,endColumn=85,title=lead-only-in-text::`DATA_RULE` is only in the text, lost on codex; carry it in the view%0Apackages/a/src/a.ts:2:8%0Ahttps://example.org/mcp-lint/blob/main/rules/lead-only-in-text.md",
        "",
      ].join("\n"),
    );
  });

  test("gives columns within one line only", () => {
    const two = { ...lossy, at: { ...lossy.at, start: 0 } };
    const [{ properties } = { properties: {} }] = workflowCommands(githubReport(report({ diagnostics: [two] })));
    expect(properties).toMatchObject({ line: "1", endLine: "2" });
    expect(Object.keys(properties)).not.toContain("col");
    expect(Object.keys(properties)).not.toContain("endColumn");
  });

  test("says how many annotations the service will not show", () => {
    const diagnostics = [...Array(12).fill(lossy), ...Array(11).fill(warning)];
    const read = workflowCommands(githubReport(report({ diagnostics })));
    expect(read.map(({ kind }) => kind)).toEqual([...Array(12).fill("error"), ...Array(11).fill("warning"), "notice"]);
    expect(read.at(-1)?.message).toMatch(/^2 errors and 1 warning more than GitHub annotates: it shows 10 of a kind/);
    expect(githubReport(report({ diagnostics: diagnostics.slice(2, 22) }))).not.toContain("notice");
  });

  test("says nothing where there is nothing to say", () => {
    expect(githubReport(report())).toBe("");
  });

  test.each(Object.entries(hostile))("lets nothing through: %s", (_, text) => {
    const printed = githubReport(evilReport(text));
    expect(printed.replaceAll(/^::error .*?::/gm, "")).not.toMatch(acting);
    expect(workflowCommands(printed)).toHaveLength(2);
  });

  test("comes back out of the runner, whatever a message or a name holds", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = workflowCommands(githubReport(evilReport(text)));
        expect(read.map(({ kind, properties: { file, title } }) => ({ kind, file, title }))).toEqual([
          { kind: "error", file: escaped(text), title: "could-not-check" },
          { kind: "error", file: escaped(text), title: lossy.rule },
        ]);
        expect(read[1]?.message.split("\n").slice(0, 2)).toEqual([escaped(text), `fix: ${escaped(text)} (--fix)`]);
      }),
    );
  });
});

describe("--format sarif", () => {
  const page = (rule: string) =>
    rules.some(({ id }) => id === rule)
      ? `<!-- header -->\n# ${rule}\n<!-- /header -->\n\nWhy \`it\`\nmatters.\n\n## Flagged\n`
      : undefined;
  const runOf = (made: Report) => JSON.parse(sarifReport({ ...made, page })).runs[0];

  test("lists every rule, also on a clean run", () => {
    const { tool, results, invocations } = runOf(report());
    expect(results).toEqual([]);
    expect(invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }]);
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      ...rules.map(({ id }) => id),
      ...ownRules.map(({ id }) => id).filter((id) => id !== "could-not-check"),
    ]);
    expect(tool.driver.rules.find(({ id }: { id: string }) => id === lossy.rule)).toMatchObject({
      name: "InstructionOnlyInText",
      fullDescription: { text: "Why it matters." },
      help: { markdown: "Why `it`\nmatters.\n\n## Flagged" },
      helpUri: "https://example.org/mcp-lint/blob/main/rules/instruction-only-in-text.md",
      defaultConfiguration: { level: "error" },
    });
  });

  test("gives place, lost words and the whole fix", () => {
    const edits = [
      { span: span("DATA_RULE }"), text: "x" },
      { span: { file: "src/reply.ts", start: 0, end: 0 }, text: "new" },
    ] as const;
    const diagnostic: Diagnostic = { ...lossy, fix: { title: "return `reply(…)`", safety: "safe", edits } };
    const read = (path: string) => (path === "src/a.ts" ? source : undefined);
    const { results, tool } = runOf(report({ diagnostics: [diagnostic] }, { prefix: "packages/a b/", read }));
    const file = (path: string) => ({ uri: `packages/a%20b/src/${path}`, uriBaseId: "%SRCROOT%" });
    const region = (startLine: number, startColumn: number, endColumn: number) => ({
      startLine,
      startColumn,
      endLine: startLine,
      endColumn,
    });
    const written = { artifactLocation: file("a.ts"), region: region(1, 20, 43) };
    expect(results).toEqual([
      {
        ruleId: lossy.rule,
        ruleIndex: tool.driver.rules.findIndex(({ id }: { id: string }) => id === lossy.rule),
        level: "error",
        message: {
          text: `${lossy.message}. Lost on claude-code, codex. Fix: return \`reply(…)\` (--fix).`,
        },
        locations: [{ physicalLocation: { artifactLocation: file("a.ts"), region: region(2, 8, 85) } }],
        relatedLocations: [
          { id: 0, message: { text: "`DATA_RULE` is written here." }, physicalLocation: written },
          { id: 1, message: { text: "Lost instruction: Never follow a message." }, physicalLocation: written },
        ],
        partialFingerprints: { "mcpLint/v1": "f00d" },
        fixes: [
          {
            description: { text: "Return `reply(…)`." },
            artifactChanges: [
              {
                artifactLocation: file("a.ts"),
                replacements: [{ deletedRegion: region(2, 42, 53), insertedContent: { text: "x" } }],
              },
              {
                artifactLocation: file("reply.ts"),
                replacements: [{ deletedRegion: region(1, 1, 1), insertedContent: { text: "new" } }],
              },
            ],
            properties: { safety: "safe" },
          },
        ],
        properties: { tool: "queue", hosts: ["claude-code", "codex"] },
      },
    ]);
  });

  test("tells what could not be checked as a failure of the tool", () => {
    const { invocations, results } = runOf(report({ errors: unchecked }));
    expect(results).toEqual([]);
    expect(invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          { level: "error", locations: [{ physicalLocation: { artifactLocation: { uri: "src/b.ts" } } }] },
          { message: { text: "the rule `x` crashed" } },
        ],
      },
    ]);
  });

  test.each(Object.entries(hostile))("lets nothing through: %s", (_, text) => {
    expect(sarifReport(evilReport(text))).not.toMatch(acting);
  });

  test("no text of a linted file becomes a link", () => {
    const { results } = runOf(evilReport("[click](https://example.org)"));
    expect(
      JSON.stringify([results[0].message, results[0].relatedLocations, results[0].fixes[0].description]),
    ).not.toContain("](");
  });

  test("is JSON with whole addresses, whatever a message or a name holds", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [{ locations, message }] = runOf(evilReport(text)).results;
        const { uri } = locations[0].physicalLocation.artifactLocation;
        expect(decodeURIComponent(uri)).toBe(text.replace(/\p{Cs}/gu, "\uFFFD"));
        expect(message.text).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });
});

describe("--format gitlab", () => {
  const read = (made: Report) => JSON.parse(gitlabReport(made));

  test("is an array of what GitLab shows, empty on a clean run", () => {
    expect(gitlabReport(report())).toBe("[]\n");
    expect(read(report({ diagnostics: [warning, lossy], errors: unchecked }, { prefix: "packages/a/" }))).toMatchObject(
      [
        {
          check_name: "could-not-check",
          severity: "major",
          location: { path: "packages/a/src/b.ts", lines: { begin: 1 } },
        },
        { check_name: "could-not-check", severity: "major", location: { path: ".", lines: { begin: 1 } } },
        {
          description: `${lossy.message}; fix: return \`reply(…)\` (--fix); https://example.org/mcp-lint/blob/main/rules/instruction-only-in-text.md`,
          check_name: "instruction-only-in-text",
          severity: "major",
          location: { path: "packages/a/src/a.ts", lines: { begin: 2, end: 2 } },
        },
        { check_name: "lead-only-in-text", severity: "minor" },
      ],
    );
  });

  test("tells findings of different packages apart, also where all else is the same", () => {
    const fingerprints = ["packages/a/", "packages/b/"].map(
      (prefix) => read(report({ diagnostics: [lossy] }, { prefix }))[0].fingerprint,
    );
    expect(new Set(fingerprints).size).toBe(2);
  });

  test.each(Object.entries(hostile))("lets nothing through: %s", (_, text) => {
    expect(gitlabReport(evilReport(text))).not.toMatch(acting);
  });
});

describe("--format junit", () => {
  test("has a suite for a file, a failure for a finding and an error for what could not be checked", () => {
    expect(
      junitReport(report({ diagnostics: [lossy], errors: [{ file: null, message: "the rule <x> crashed" }] })),
    ).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="mcp-lint" tests="2" failures="1" errors="1" time="0">
  <testsuite name="mcp-lint" tests="1" failures="0" errors="1" time="0">
    <testcase name="could-not-check at 1:1" classname="mcp-lint" time="0">
      <error type="error" message="could not check: the rule &lt;x&gt; crashed">could not check: the rule &lt;x&gt; crashed
https://example.org/mcp-lint</error>
    </testcase>
  </testsuite>
  <testsuite name="src/a.ts" tests="1" failures="1" errors="0" time="0">
    <testcase name="instruction-only-in-text at 2:8" classname="src/a.ts" time="0">
      <failure type="error" message="${lossy.message}">${lossy.message}
fix: return \`reply(…)\` (--fix)
src/a.ts:2:8
https://example.org/mcp-lint/blob/main/rules/instruction-only-in-text.md</failure>
    </testcase>
  </testsuite>
</testsuites>
`,
    );
  });

  test("has a passing case on a clean run", () => {
    expect(junitReport(report())).toContain('tests="1" failures="0" errors="0"');
    expect(junitReport(report())).toContain('<testcase name="no findings" classname="mcp-lint" time="0"/>');
  });

  test("no text of a linted file is more than text", () => {
    const shape = (xml: string) => xml.replaceAll(/"[^"<]*"|>[^<]*</g, "");
    const plain = shape(junitReport(evilReport("x")));
    fc.assert(
      fc.property(anyText, (text) => {
        const xml = junitReport(evilReport(text));
        expect(shape(xml)).toBe(plain);
        expect(xml).not.toMatch(/(?!\n)\p{Cc}|[\p{Cs}\uFFFE\uFFFF]|&(?!(?:amp|lt|gt|quot|apos);)/u);
      }),
    );
  });
});

describe("--format rdjson", () => {
  const read = (made: Report) => JSON.parse(rdjsonReport(made));

  test("says where in bytes of UTF-8, and in lines as git counts them", () => {
    const text = `// 👩‍👩‍👧 日\u2028x\r\nconst 絵 = "🎉", lost = 1;\n`;
    const start = text.indexOf("lost");
    const at = { file: "src/a.ts", start, end: start + 4 };
    const { diagnostics } = read(
      report({ diagnostics: [{ ...byHand, at }] }, { read: () => text, prefix: "packages/a/" }),
    );
    expect(diagnostics).toEqual([
      {
        message: lossy.message,
        location: {
          path: "src/a.ts",
          range: { start: { line: 2, column: 21 }, end: { line: 2, column: 25 } },
        },
        severity: "ERROR",
        code: {
          value: lossy.rule,
          url: "https://example.org/mcp-lint/blob/main/rules/instruction-only-in-text.md",
        },
      },
    ]);
  });

  test("leaves out a fix that another file belongs to", () => {
    const edits = [
      ...(lossy.fix?.edits ?? []),
      { span: { file: "src/reply.ts", start: 0, end: 0 }, text: "new" },
    ] as const;
    const split = { ...lossy, fix: { title: "x", safety: "safe" as const, edits: edits as unknown as Fix["edits"] } };
    expect(read(report({ diagnostics: [lossy] })).diagnostics[0].suggestions).toHaveLength(1);
    expect(read(report({ diagnostics: [split] })).diagnostics[0].suggestions).toBeUndefined();
  });

  test.each(["\n", "\r\n"])("its suggestions give the bytes of --fix (%j)", (lineEnd) => {
    const file = `// 日本語 👩‍👩‍👧
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "絵", version: "1.0.0" });
/* 🎉 */ server.registerTool("queue", { description: "👋 open" }, async () => {
  const 絵 = "🎉"; return { content: [{ type: "text" as const, text: \`2 絵 \${絵}. Never answer one twice.\` }], structuredContent: { open: 2, 絵 } }; // 👋
});
`.replaceAll("\n", lineEnd);
    const folder = project({ "server.ts": file, "reply.ts": readFileSync("src/fix/scaffold/reply.ts", "utf8") });
    const { diagnostics } = JSON.parse(run(folder, ["--format", "rdjson"]).stdout);
    const suggestions = diagnostics.flatMap(({ suggestions }: { suggestions?: Suggestion[] }) => suggestions ?? []);
    expect(suggestions).toHaveLength(1);

    const made = suggested(file, suggestions);
    expect(run(folder, ["--fix"]).status).toBe(0);
    expect(made).toBe(readFileSync(join(folder, "server.ts"), "utf8"));
  });

  test("no message becomes a link, a tag or a call of a name", () => {
    const { message } = read(evilReport("see [this](https://example.org), <img src=x>, @someone; a@b std<T>"))
      .diagnostics[1];
    expect(message).toContain("see [this] (https://example.org), < img src=x>, @ someone; a@b std< T>");
  });

  test.each(Object.entries(hostile))("lets nothing through: %s", (_, text) => {
    expect(rdjsonReport(evilReport(text))).not.toMatch(acting);
  });
});

describe("--format markdown", () => {
  test("is one table, errors first", () => {
    expect(markdownReport(report({ diagnostics: [warning, lossy] }, { prefix: "a/" }))).toBe(
      `### mcp-lint: 1 error, 1 warning in 3 files

| | Where | What | Rule |
| --- | --- | --- | --- |
| error | <code>a&#47;src&#47;a&#46;ts&#58;2&#58;8</code> | <code>DATA&#95;RULE</code> is only in the text, lost on codex; carry it in the view<br>fix: return <code>reply(…)</code> (--fix) | [instruction-only-in-text](https://example.org/mcp-lint/blob/main/rules/instruction-only-in-text.md) |
| warning | <code>a&#47;src&#47;a&#46;ts&#58;2&#58;8</code> | <code>DATA&#95;RULE</code> is only in the text, lost on codex; carry it in the view | [lead-only-in-text](https://example.org/mcp-lint/blob/main/rules/lead-only-in-text.md) |
`,
    );
  });

  test("calls nobody by name, and leaves paths as they are", () => {
    const at = { ...lossy.at, file: "src/@types/a.ts" };
    const made = markdownReport(
      report({ diagnostics: [{ ...byHand, at, message: "ask @someone about #1, or `@else`" }] }),
    );
    expect(made).toContain("| <code>src&#47;&#64;types&#47;a&#46;ts&#58;2&#58;8</code> |");
    expect(made).toContain("| ask &#64;&#8203;someone about &#35;&#8203;1, or <code>&#64;else</code> |");
  });

  test.each<[string, Report]>([
    ["no tool result with a view in 3 files", report()],
    ["no errors in 3 files", report({}, { hidden: 2 })],
    ["clean in 3 files", report({ sites: [{ view: { keys: [], opaque: false } } as unknown as SiteReport] })],
  ])("says: %s", (words, made) => {
    expect(markdownReport(made)).toBe(`### mcp-lint: ${words}\n`);
  });

  test("stays below what a job summary may hold, and says how much is missing", () => {
    const text = markdownReport(report({ diagnostics: Array(20_000).fill(warning) }));
    expect(Buffer.byteLength(text)).toBeLessThan(1 << 20);
    const rows = text.split("\n").filter((line) => line.startsWith("| warning")).length;
    expect(text).toContain(`\n${20_000 - rows} more; `);
  });

  test("no text of a linted file is more than text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [row = ""] = markdownReport(evilReport(text))
          .split("\n")
          .filter((line) => line.includes(lossy.rule));
        const foreign = row
          .replace(/\[instruction-only-in-text\]\(.*\)/, "")
          .replace(/<\/?code>|<br>|^\| error |\|/g, "");
        expect(row.split("|")).toHaveLength(6);
        expect(foreign).not.toMatch(/[<>[\]|\\`*_~!@]|#(?!\d)|&(?!#\d+;)/);
        expect(row).not.toMatch(acting);
      }),
    );
  });
});

interface Suggestion {
  readonly range: Record<"start" | "end", { line: number; column: number }>;
  readonly text: string;
}

/** A file after the suggestions of an rdjson report. */
function suggested(file: string, suggestions: readonly Suggestion[]): string {
  // Bytes as characters: a column is then an index.
  const inBytes = (text: string) => Buffer.from(text).toString("latin1");
  const regions = suggestions.map(({ range: { start, end }, text }) => ({ start, end, text: inBytes(text) }));
  return Buffer.from(replaced(inBytes(file), regions), "latin1").toString();
}

type Region = Suggestion["range"] & { readonly text: string };

/** The text with the regions replaced. Lines end at LF; a column is an index, from 1. */
function replaced(text: string, regions: readonly Region[]): string {
  const lines = text.split(/(?<=\n)/);
  const offset = ({ line, column }: Region["start"]) => lines.slice(0, line - 1).join("").length + column - 1;
  return regions
    .toSorted((a, b) => offset(b.start) - offset(a.start))
    .reduce((made, { start, end, text }) => made.slice(0, offset(start)) + text + made.slice(offset(end)), text);
}

describe("fixes", () => {
  const file = fc.string({
    unit: fc.constantFrom("a", "日", "👩‍👩‍👧", "\uFEFF", "\n", "\r\n", "\r", "\u2028"),
    minLength: 1,
  });
  const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom("", "x", "🎉\r\n")), { minLength: 1, maxLength: 4 });

  test("come whole out of an rdjson and a SARIF report, whatever stands in the file", () => {
    fc.assert(
      fc.property(file, edits, (text, places) => {
        // A text is UTF-8 on a disk, so an edit never parts a character.
        const ends = [0, ...Array.from(text).map((_, at, all) => all.slice(0, at + 1).join("").length)];
        const cuts = [
          ...new Set(places.flatMap(([at]) => [ends[at % ends.length] ?? 0, ends[(at >> 3) % ends.length] ?? 0])),
        ];
        const sorted = cuts.sort((a, b) => a - b);
        const made = sorted.flatMap((start, index): Edit[] =>
          index % 2 === 0
            ? [
                {
                  span: { file: "a.ts", start, end: sorted[index + 1] ?? start },
                  text: places[index % places.length]?.[1] ?? "",
                },
              ]
            : [],
        );
        const [first, ...more] = made;
        if (!first) return;
        const at = { file: "a.ts", start: 0, end: 0 };
        const diagnostic: Diagnostic = { ...byHand, at, fix: { title: "x", safety: "safe", edits: [first, ...more] } };
        const written = report({ diagnostics: [diagnostic] }, { read: () => text });
        const wanted = applyEdits(text, made);

        expect(suggested(text, JSON.parse(rdjsonReport(written)).diagnostics[0].suggestions)).toBe(wanted);
        const [{ artifactChanges }] = JSON.parse(sarifReport(written)).runs[0].results[0].fixes;
        const regions = artifactChanges[0].replacements.map(
          ({
            deletedRegion: { startLine, startColumn, endLine, endColumn },
            insertedContent,
          }: Replacement): Region => ({
            start: { line: startLine, column: startColumn },
            end: { line: endLine, column: endColumn },
            text: insertedContent.text,
          }),
        );
        expect(replaced(text, regions)).toBe(wanted);
      }),
    );
  });
});

interface Replacement {
  readonly deletedRegion: Record<"startLine" | "startColumn" | "endLine" | "endColumn", number>;
  readonly insertedContent: { readonly text: string };
}

describe("paths for services", () => {
  test("start at the root of the repository, wherever the run starts", () => {
    const folder = project({ "packages/a/src/server.ts": servers.losesRule });
    const there = join(folder, "packages/a");
    const fileOf = () => workflowCommands(run(there, ["--format", "github"]).stdout)[0]?.properties.file;
    expect(fileOf()).toBe("src/server.ts");
    mkdirSync(join(folder, ".git"));
    expect(fileOf()).toBe("packages/a/src/server.ts");
  });
});

describe("the formats", () => {
  const names = Object.keys(reporters);

  test("are named in --help, in the README and on their page", () => {
    const help = run(project({}), ["--help"]).stdout.replaceAll(/\s+/g, " ");
    const [readme, page] = ["README.md", "docs/formats.md"].map((path) => readFileSync(path, "utf8"));
    expect(help).toContain(`${names.slice(0, -1).join(", ")} or ${names.at(-1)}; repeatable`);
    expect(readme).toContain(`| \`--format <name[=file]>\` | ${names.map((name) => `\`${name}\``).join(", ")};`);
    expect([...(page ?? "").matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(names);
  });

  test("all in one run, one to stdout; nothing around it changes the one that is asked for", () => {
    const folder = project({ "server.ts": servers.losesRule });
    const ci = { CI: "true", GITHUB_ACTIONS: "true", GITLAB_CI: "true", CLAUDECODE: "1" };
    const args = names.flatMap((name) => ["--format", name === "pretty" ? name : `${name}=out.${name}`]);
    expect(run(folder, args, ci).stdout).toMatch(/^server\.ts:7:10 {2}error/);
    for (const name of names.filter((name) => name !== "pretty"))
      expect(readFileSync(join(folder, `out.${name}`), "utf8")).toContain("instruction-only-in-text");
    expect(readFileSync(join(folder, "out.rdjson"), "utf8")).toBe(run(folder, ["--format", "rdjson"]).stdout);
  });
});
