#!/usr/bin/env node
/**
 * `npm run eval -- <folder> [--labels <file>] [--shapes] [--out <file>]`: runs the built linter on a folder of unpacked
 * repos laid out as `owner__name/`, and scores it against labels. See README.md beside this file.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { confusion, readTsv, scoreLabels, totals } from "./eval/score.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { labels: { type: "string" }, shapes: { type: "boolean" }, out: { type: "string" } },
});
const [folder] = positionals;
if (!folder) {
  console.error("usage: npm run eval -- <folder of owner__name/> [--labels <file.tsv>] [--shapes] [--out <file.tsv>]");
  process.exit(2);
}
const cli = fileURLToPath(new URL("../dist/src/cli.js", import.meta.url));
const floorScript = fileURLToPath(new URL("./eval/floor.mjs", import.meta.url));

if (values.shapes) process.exit(checkShapes(folder));

const labels = values.labels ? readTsv(readFileSync(values.labels, "utf8")) : [];
const repos = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.includes("__"))
  .map(({ name }) => name)
  .sort();
const [rows, findings, table] = [[], [], []];
for (const name of repos) {
  const repo = name.replace("__", "/");
  const own = labels.filter((label) => label.repo === repo);
  const { sites, report, seconds, floor } = look(join(folder, name), own);
  const scored = scoreLabels(own, sites, report.diagnostics);
  rows.push(...scored);
  findings.push(...report.diagnostics.map((diagnostic) => ({ repo, ...diagnostic })));
  table.push({
    repo,
    ...totals(scored),
    sites: sites.length,
    reports: report.diagnostics.length,
    parsed: report.files.parsed,
    errors: report.errors.length,
    named: sites.filter(({ tool }) => tool !== null).length,
    seconds,
    floor,
    ratio: seconds / floor,
  });
}
print();
const out = values.out ?? join(tmpdir(), "mcp-lint-eval.tsv");
writeFileSync(out, tsv());
console.log(`\nrows of every label and finding: ${out}`);

/** The linter as its users run it, in the repo. Labelled files in folders that are skipped by default are named. */
function look(at, own) {
  const named = [...new Set(own.map(({ file }) => file))];
  const run = (args) => {
    const start = performance.now();
    const done = spawnSync(process.execPath, [cli, ...args], {
      cwd: at,
      encoding: "utf8",
      maxBuffer: 1 << 29,
      timeout: 120_000,
    });
    const seconds = (performance.now() - start) / 1000;
    if (done.status !== null && done.stdout !== "") return { json: JSON.parse(done.stdout), seconds };
    console.error(`${at}: no answer (${done.error?.message ?? done.stderr})`);
    return { json: { sites: [], diagnostics: [], files: { parsed: 0 }, errors: [{}] }, seconds };
  };
  const { json: report, seconds } = run([".", ...named, "--format", "json", "--allow-empty"].filter(exists(at)));
  const { json } = run(["sites", "--format", "json", "--allow-empty", ".", ...named].filter(exists(at)));
  const start = performance.now();
  spawnSync(process.execPath, [floorScript], { cwd: at, timeout: 120_000 });
  return { sites: json.sites, report, seconds, floor: (performance.now() - start) / 1000 };
}

/** Keeps options and the paths that are there: a copy may lack a file of the commit that was read. */
function exists(at) {
  const files = new Set(
    execFileSync("find", [".", "-type", "f"], { cwd: at, encoding: "utf8", maxBuffer: 1 << 28 })
      .split("\n")
      .map((path) => path.slice(2)),
  );
  return (argument) => !/\.[cm]?[jt]sx?$/.test(argument) || files.has(argument);
}

function print() {
  const all = totals(rows);
  const shown = [
    ...table,
    {
      repo: "all",
      ...all,
      sites: sum("sites"),
      reports: sum("reports"),
      parsed: sum("parsed"),
      errors: sum("errors"),
      named: sum("named"),
      seconds: sum("seconds"),
      floor: sum("floor"),
      ratio: sum("seconds") / sum("floor"),
    },
  ];
  const columns = [
    "repo",
    "found",
    "missed",
    "alarms",
    "silent",
    "withoutSite",
    "sites",
    "reports",
    "parsed",
    "errors",
    "named",
    "seconds",
    "floor",
    "ratio",
  ];
  const cell = (value) =>
    typeof value === "number" && !Number.isInteger(value) ? value.toFixed(1) : String(value ?? "");
  const widths = columns.map((name) => Math.max(name.length, ...shown.map((row) => cell(row[name]).length)));
  const line = (cells) =>
    cells.map((text, index) => (index === 0 ? text.padEnd(widths[0]) : text.padStart(widths[index]))).join("  ");
  console.log([columns, ...shown.map((row) => columns.map((name) => cell(row[name])))].map(line).join("\n"));
  console.log(`\n${((sum("named") / sum("sites")) * 100).toFixed(1)} % of the sites have a known tool name`);
  for (const rule of [...new Set(findings.map((each) => each.rule))].sort())
    console.log(`${rule}: ${findings.filter((each) => each.rule === rule).length} findings`);
  if (rows.length > 0) {
    const percent = (share) => (share === null ? "–" : `${(share * 100).toFixed(1)} %`);
    console.log(
      `\nprecision ${percent(all.precision)}, recall ${percent(all.recall)} on ${all.found + all.missed} losses and ${all.alarms + all.silent} others`,
    );
    for (const outcome of ["missed", "false alarm"])
      for (const row of rows.filter((each) => each.outcome === outcome))
        console.log(
          `${outcome}: ${row.repo} ${row.file}:${row.line} is ${row.label}, got ${row.verdict}${row.words ? ` (${row.words})` : ""}`,
        );
    console.log();
    for (const [label, met] of confusion(rows))
      console.log(`${label.padEnd(10)}  ${[...met].map(([verdict, count]) => `${verdict} ${count}`).join(", ")}`);
  } else
    for (const { repo, file, start, rule, message } of findings)
      console.log(`${repo} ${file}:${start.line} [${rule}] ${message}`);
}

function sum(name) {
  return table.reduce((total, row) => total + row[name], 0);
}

/** One sorted row a label and one a finding: two runs can be compared with `diff`. */
function tsv() {
  const labelled = rows.map(({ repo, file, line, label, verdict, outcome, reported }) => [
    "label",
    repo,
    file,
    line,
    label,
    verdict,
    outcome,
    reported,
  ]);
  const found = findings.map(({ repo, file, start, rule, severity, fix, message }) => [
    "finding",
    repo,
    file,
    start.line,
    rule,
    severity,
    fix?.safety ?? "no fix",
    message,
  ]);
  return `${[...labelled, ...found]
    .map((cells) => cells.join("\t"))
    .sort()
    .join("\n")}\n`;
}

/** Small shapes, each a project of its own, against `expected.tsv` beside them. */
function checkShapes(at) {
  const expected = readTsv(readFileSync(join(at, "expected.tsv"), "utf8"));
  let wrong = 0;
  for (const { shape, verdict, "reported by": by } of expected) {
    const run = (args) =>
      JSON.parse(
        spawnSync(process.execPath, [cli, ...args, shape, "--format", "json"], { cwd: resolve(at), encoding: "utf8" })
          .stdout,
      );
    const verdicts = run(["sites"]).sites.map((site) => site.verdict);
    const rules = run([]).diagnostics.map(({ rule }) => rule);
    const lost = verdict.startsWith("lost");
    const right = lost
      ? verdicts.includes(verdict) &&
        (by === "" || rules.some((rule) => by.includes(rule)) || by.includes("error-only"))
      : !verdicts.some((each) => each.startsWith("lost"));
    if (!right) wrong++;
    console.log(
      `${right ? "right" : "wrong"}  ${shape}: ${verdict}${by ? ` by ${by}` : ""}; got ${verdicts.join(", ") || "no site"}${rules.length ? ` by ${rules.join(", ")}` : ""}`,
    );
  }
  console.log(`${expected.length - wrong} of ${expected.length} shapes`);
  return 0;
}
