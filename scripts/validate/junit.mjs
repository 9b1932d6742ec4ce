/** libxml2 for the XML and its shape, and a reader of JUnit reports for what comes out: every finding, as often as it is. */
import { readFileSync } from "node:fs";
import { parse } from "junit2json";
import { validateXML } from "xmllint-wasm";

const schema = readFileSync(new URL("junit.xsd", import.meta.url), "utf8");

export async function junitFaults(text, { reports }) {
  const { errors } = await validateXML({ xml: [{ fileName: "report.xml", contents: text }], schema: [schema] });
  const { testsuite = [] } = await parse(text);
  const cases = testsuite.flatMap(({ testcase = [] }) => testcase);
  const json = JSON.parse(reports.json);
  const wanted = {
    failures: json.diagnostics.length,
    errors: json.errors.length,
    names: Math.max(1, json.diagnostics.length + json.errors.length),
  };
  const read = {
    failures: cases.filter(({ failure }) => failure).length,
    errors: cases.filter(({ error }) => error).length,
    names: new Set(cases.map(({ name, classname }) => `${classname} ${name}`)).size,
  };
  const lost =
    JSON.stringify(read) === JSON.stringify(wanted) ? [] : [`${JSON.stringify(read)}, not ${JSON.stringify(wanted)}`];
  return [...errors.map(({ rawMessage }) => rawMessage), ...lost];
}
