/** Reports for the services that show them: read back as their consumers read them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rules } from "../rules/index.js";
import type { Diagnostic } from "../src/diagnostic.js";
import { ownRules } from "../src/own-rules.js";
import { escaped } from "../src/reporters/escape.js";
import { githubReport } from "../src/reporters/github.js";
import type { Report } from "../src/reporters/report.js";
import { sarifReport } from "../src/reporters/sarif.js";
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
    expect(tool.driver.rules[0]).toMatchObject({
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
