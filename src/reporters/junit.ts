/** JUnit XML: a suite for each file, a failing case for each finding, an error for what could not be checked. */
import { type Entry, entriesOf } from "./entries.js";
import { escaped } from "./escape.js";
import type { Report } from "./report.js";

const tool = "mcp-lint";

export function junitReport(report: Report): string {
  const entries = entriesOf(report);
  const files = [...new Set(entries.map(({ file }) => file))];
  const suites = files.map((file) =>
    suite(
      file,
      entries.filter((entry) => entry.file === file),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    "testsuites",
    { name: tool, ...counts(entries) },
    // Many readers take a report without a case for tests that did not run.
    suites.length > 0 ? suites : [element("testsuite", { name: tool, ...counts([]) }, [passing()])],
  )}\n`;
}

const passing = () => element("testcase", { name: "no findings", classname: tool, time: 0 }, []);

function counts(entries: readonly Entry[]) {
  const errors = entries.filter(isUnchecked).length;
  return { tests: Math.max(1, entries.length), failures: entries.length - errors, errors, time: 0 };
}

const isUnchecked = ({ rule }: Entry) => rule === "could-not-check";

const suite = (file: string | null, entries: readonly Entry[]): string =>
  element("testsuite", { name: file ?? tool, ...counts(entries) }, entries.map(testcase));

function testcase(entry: Entry): string {
  const { rule, severity, message, file, start, wayOut, url } = entry;
  const at = `${start.line}:${start.column}`;
  const told = [message, ...(wayOut ? [`fix: ${wayOut}`] : []), ...(file === null ? [] : [`${file}:${at}`]), url];
  const outcome = isUnchecked(entry) ? "error" : "failure";
  const body = `<${outcome}${attributes({ type: severity, message })}>${told.map(xmlText).join("\n")}</${outcome}>`;
  // Readers merge cases of one name: with the place in it, none is lost.
  return element("testcase", { name: `${rule} at ${at}`, classname: file ?? tool, time: 0 }, [body]);
}

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, given: Attributes, children: readonly string[]): string {
  if (children.length === 0) return `<${name}${attributes(given)}/>`;
  const inner = children.map((child) => `  ${child.replace(/\n(?=\s*<)/g, "\n  ")}`).join("\n");
  return `<${name}${attributes(given)}>\n${inner}\n</${name}>`;
}

const attributes = (given: Attributes) =>
  Object.entries(given)
    .map(([key, value]) => ` ${key}="${xmlText(String(value))}"`)
    .join("");

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // XML knows no way to write these two.
  "\uFFFE": "\\uFFFE",
  "\uFFFF": "\\uFFFF",
};

const xmlText = (text: string) => escaped(text).replace(/[&<>"'\uFFFE\uFFFF]/g, (found) => entities[found] ?? found);
