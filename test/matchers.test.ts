/** The problem matchers that the package ships read back what `--format line` writes. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { oddDiagnostic } from "../scripts/validate/diagnostics.mjs";
import type { Diagnostic } from "../src/diagnostic.js";
import { escaped } from "../src/reporters/escape.js";
import { lineReport } from "../src/reporters/line.js";
import { linesOf } from "../src/reporters/report.js";
import { report } from "./support/report.js";
import { issueOf, refusals } from "./support/runner-matcher.js";

const shipped = (name: string) => JSON.parse(readFileSync(`matchers/${name}.json`, "utf8"));
const github = shipped("github");
const [runner] = github.problemMatcher;
const { name, label, ...vscode } = shipped("vscode");

/** The line of a diagnostic, and what stands in it. */
function printed({ text, diagnostic }: { text: string; diagnostic: unknown }) {
  const made = diagnostic as Diagnostic;
  const { position } = linesOf(() => text);
  const [line = "", rest] = lineReport(report({ diagnostics: [made] }, { read: () => text })).split("\n");
  expect(rest).toBe("");
  return {
    line,
    file: made.at.file,
    start: position("", made.at.start),
    end: position("", made.at.end),
    severity: made.severity,
    message: escaped(made.message),
    code: made.rule,
  };
}

test("the runner of GitHub Actions takes its matcher", () => {
  expect(refusals(github)).toEqual([]);
  expect(refusals({ problemMatcher: [{ owner: "x", pattern: [{ regexp: "(a)", message: 2 }] }] })).toEqual([
    "no group 2 for message",
  ]);
});

test("500 odd diagnostics come back through the runner's matcher", () => {
  fc.assert(
    fc.property(oddDiagnostic, (odd) => {
      const { line, file, start, severity, message, code } = printed(odd);
      expect(issueOf(line, runner)).toEqual({ severity, message, file, ...start, code });
    }),
    { numRuns: 500 },
  );
});

test("what could not be checked comes back too, and nothing else is taken for a finding", () => {
  const errors = [{ file: "src/b.ts", message: "syntax error at 3:1: `}` expected" }];
  expect(issueOf(lineReport(report({ errors })).trimEnd(), runner)).toMatchObject({
    file: "src/b.ts",
    line: 1,
    code: "could-not-check",
  });
  for (const line of ["", "mcp-lint: 3 warnings, and `--max-warnings` allows 0", "[nodemon] starting `mcp-lint`"])
    expect(issueOf(line, runner)).toBeUndefined();
});

test("one pattern in all of them, ranges where they are read", () => {
  const { endLine, endColumn, ...pattern } = vscode.pattern;
  expect([name, label, endLine, endColumn]).toEqual(["mcp-lint", "mcp-lint", 4, 5]);
  expect(runner.pattern).toEqual([pattern]);
  for (const { problemMatcher } of shipped("vscode-tasks").tasks) {
    const { background: _, ...matcher } = problemMatcher;
    expect(matcher).toEqual(vscode);
  }
});
