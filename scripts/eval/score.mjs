/** Scores what the linter says of result sites against labels read by hand. Pure: tables in, tables out. */

/** What each label calls for. */
export const verdictOf = {
  LOST_RULE: "lost-instruction",
  LOST_LEAD: "lost-lead",
  RESTATES: "restates",
  SERIALISED: "serialised",
  COVERED: "covered",
  NO_TEXT: "no-text",
  NO_SC: "no-view",
  UNKNOWN: "unknown",
};

/** Rows of a tab-separated text with a header. */
export function readTsv(text) {
  const [head = "", ...lines] = text.replace(/\r/g, "").trimEnd().split("\n");
  const names = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
}

/** The site that a label speaks of: its view or its first line stands there, else the smallest site that holds the line. */
export function siteFor(label, sites) {
  const line = Number(label.line);
  const here = sites.filter(({ file }) => file === label.file);
  const exact = here.find(({ viewLine }) => viewLine === line) ?? here.find((site) => site.line === line);
  const around = here.filter((site) => site.line <= line && line <= site.endLine);
  return exact ?? around.sort((a, b) => a.endLine - a.line - (b.endLine - b.line))[0];
}

/** `positive`: must be found. `negative`: must be silent. `left out`: a matter of taste, an error result, or not readable. */
export function roleOf({ verdict, tags }) {
  const marks = tags.split(",");
  if (verdict === "UNKNOWN" || marks.includes("weak") || marks.includes("isError")) return "left out";
  if (verdict.startsWith("LOST")) return marks.includes("strong") ? "positive" : "left out";
  return "negative";
}

/**
 * One row a label: what was wanted, what was said, and whether that is a hit, a miss, a false alarm or right to be silent.
 * `reported` is whether a diagnostic stands at the site or at the helper that it calls.
 */
export function scoreLabels(labels, sites, diagnostics) {
  return labels.map((label) => {
    const site = siteFor(label, sites);
    const role = roleOf(label);
    const lost = site?.verdict.startsWith("lost") ?? false;
    const outcome = {
      positive: lost ? "found" : "missed",
      negative: lost ? "false alarm" : "silent",
      "left out": "left out",
    }[role];
    return {
      repo: label.repo,
      file: label.file,
      line: Number(label.line),
      label: label.verdict,
      tags: label.tags,
      words: label.lost_text,
      verdict: site?.verdict ?? "no site",
      outcome,
      reported: site ? isReported(site, diagnostics) : false,
    };
  });
}

function isReported(site, diagnostics) {
  return diagnostics.some(({ file, start, end, rule }) => {
    // It speaks of the view's data, and labels of the text.
    if (rule === "data-only-in-structured") return false;
    const atSite = file === site.file && start.line >= site.line && end.line <= site.endLine;
    return atSite || (site.helper !== null && site.verdict.startsWith("lost") && rule === "reply-drops-text");
  });
}

export function totals(rows) {
  const count = (outcome) => rows.filter((row) => row.outcome === outcome).length;
  const [found, missed, alarms, silent] = [count("found"), count("missed"), count("false alarm"), count("silent")];
  const share = (part, whole) => (whole === 0 ? null : part / whole);
  return {
    found,
    missed,
    alarms,
    silent,
    precision: share(found, found + alarms),
    recall: share(found, found + missed),
    withoutSite: rows.filter(({ verdict }) => verdict === "no site").length,
  };
}

/** How often each label met each verdict. */
export function confusion(rows) {
  const table = new Map();
  for (const { label, verdict } of rows) {
    const row = table.get(label) ?? new Map();
    row.set(verdict, (row.get(verdict) ?? 0) + 1);
    table.set(label, row);
  }
  return table;
}
