/** SARIF 2.1.0, as GitHub code scanning, Azure DevOps and editors read it. */
import { rules } from "../../rules/index.js";
import type { Diagnostic, Fix, Severity, Span } from "../diagnostic.js";
import { ownRules } from "../own-rules.js";
import { repositoryPath } from "./entries.js";
import { jsonText, withoutMarkup } from "./escape.js";
import { gitLineEnd, linesOf, type Report, ruleUrl, wayOut } from "./report.js";

/** What GitHub takes of a rule's description. */
const longestText = 1024;

/** Every rule is listed, also on a clean run: so alerts that are mended close. */
export function sarifReport(report: Report): string {
  const { result, version, homepage } = report;
  const notifications = ownRules.filter(({ id }) => id === "could-not-check");
  const own = ownRules.filter(({ id }) => id !== "could-not-check");
  const described = [...rules, ...own].map((rule) => ruleDescriptor(rule, report));
  const index = new Map(described.map(({ id }, at) => [id, at]));
  const place = placesOf(report);
  const run = {
    tool: {
      driver: {
        name: "mcp-lint",
        version,
        semanticVersion: version,
        informationUri: homepage,
        rules: described,
        notifications: notifications.map((rule) => ruleDescriptor(rule, report)),
      },
    },
    // `automationDetails` stays out: an id of ours would beat the category that a workflow gives its upload.
    invocations: [
      {
        executionSuccessful: result.errors.length === 0,
        toolExecutionNotifications: result.errors.map(({ file, message }) => ({
          descriptor: { id: "could-not-check", index: 0 },
          level: "error",
          message: { text: withoutMarkup(message) },
          ...(file === null ? {} : { locations: [{ physicalLocation: { artifactLocation: place.file(file) } }] }),
        })),
      },
    ],
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { [root]: { description: { text: "The root of the repository" } } },
    results: result.diagnostics.map((diagnostic) => ({
      ruleId: diagnostic.rule,
      ruleIndex: index.get(diagnostic.rule) ?? -1,
      level: diagnostic.severity,
      message: { text: sentence(diagnostic) },
      locations: [{ physicalLocation: place.of(diagnostic.at) }],
      ...related(diagnostic, place),
      // GitHub's upload works out the hash that it compares by; ours has a name of its own.
      partialFingerprints: { "mcpLint/v1": diagnostic.fingerprint },
      ...(diagnostic.fix ? { fixes: [fix(diagnostic.fix, place)] } : {}),
      properties: {
        ...(diagnostic.tool === undefined ? {} : { tool: diagnostic.tool }),
        ...(diagnostic.hosts ? { hosts: diagnostic.hosts } : {}),
      },
    })),
  };
  return jsonText({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] });
}

const root = "%SRCROOT%";

function ruleDescriptor(
  { id, severity, summary }: { id: string; severity: Severity; summary: string },
  report: Report,
) {
  const page = report.page(id);
  const text = `${capitalised(summary)}.`;
  const why = page === undefined ? text : whyOf(page);
  return {
    id,
    name: id.split("-").map(capitalised).join(""),
    shortDescription: { text },
    fullDescription: { text: why.length > longestText ? `${why.slice(0, longestText - 1)}…` : why },
    help: { text: why, markdown: page === undefined ? text : helpOf(page) },
    helpUri: ruleUrl(report.homepage, id),
    defaultConfiguration: { level: severity },
    properties: { precision: "high", "problem.severity": severity, tags: ["mcp"] },
  };
}

/** The page without its heading. */
const helpOf = (page: string) => page.replace(/^<!-- header -->[\s\S]*?<!-- \/header -->\n/, "").trim();

/** What a page says before its first section, as plain text. */
const whyOf = (page: string) =>
  (helpOf(page).split(/^## /m)[0] ?? "")
    .trim()
    .replace(/\n(?!\n)/g, " ")
    .replaceAll(" \n", "\n")
    .replaceAll("`", "");

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function sentence(diagnostic: Diagnostic): string {
  const { message, hosts = [] } = diagnostic;
  const lost = hosts.length > 0 ? ` Lost on ${hosts.join(", ")}.` : "";
  return withoutMarkup(`${message}.${lost} Fix: ${wayOut(diagnostic)}.`);
}

/** How places are written: relative to the root of the repository, lines as git counts them, columns in UTF-16 units. */
function placesOf(report: Report) {
  const { position } = linesOf(report.read, gitLineEnd);
  const file = (path: string) => ({ uri: uriOf(repositoryPath(report, path)), uriBaseId: root });
  const region = ({ file, start, end }: Span) => {
    const [from, to] = [position(file, start), position(file, end)];
    return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
  };
  return { file, region, of: (span: Span) => ({ artifactLocation: file(span.file), region: region(span) }) };
}
type Places = ReturnType<typeof placesOf>;

/** Half a character can't be encoded. */
const uriOf = (path: string) =>
  path
    .replace(/\p{Cs}/gu, "\uFFFD")
    .split("/")
    .map(encodeURIComponent)
    .join("/");

/** Where the lost words are written, and what else a rule points at. */
function related({ lost = [], related = [] }: Diagnostic, place: Places) {
  const places = [
    ...related.map(({ at, message }) => ({ at, text: `${message}.` })),
    ...lost.map(({ at, kind, text }) => ({ at, text: `Lost ${kind}: ${text}` })),
  ];
  const distinct = [...new Map(places.map((each) => [JSON.stringify([each.at, each.text]), each])).values()];
  if (distinct.length === 0) return {};
  return {
    relatedLocations: distinct.map(({ at, text }, id) => ({
      id,
      message: { text: withoutMarkup(text) },
      physicalLocation: place.of(at),
    })),
  };
}

/** A whole fix: all of its files, or a consumer would apply half of it. */
function fix({ title, safety, edits }: Fix, place: Places) {
  const files = [...new Set(edits.map(({ span }) => span.file))];
  return {
    description: { text: withoutMarkup(`${capitalised(title)}.`) },
    artifactChanges: files.map((file) => ({
      artifactLocation: place.file(file),
      replacements: edits
        .filter(({ span }) => span.file === file)
        .map(({ span, text }) => ({ deletedRegion: place.region(span), insertedContent: { text } })),
    })),
    properties: { safety },
  };
}
