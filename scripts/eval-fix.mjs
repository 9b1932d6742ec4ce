#!/usr/bin/env node
/**
 * `npm run eval:fix -- <folder> [--work <folder>] [--only <word,...>] [--every] [--test]`: what `--fix` does to code that
 * nobody here wrote. Each repo, `<folder>/owner__name/`, is copied, installed without its scripts, type-checked, fixed,
 * type-checked again and fixed again. See README.md beside this file.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { lintAndFix } from "../dist/src/lint.js";
import { install, newDiagnostics, noise, typeErrors } from "./eval/compile.mjs";
import { everySite, sourcesOf } from "./eval/every-site.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: "string", default: join(tmpdir(), "mcp-lint-eval-fix") },
    only: { type: "string" },
    every: { type: "boolean" },
    test: { type: "boolean" },
  },
});
const [folder] = positionals;
if (!folder) {
  console.error(
    "usage: npm run eval:fix -- <folder of owner__name/> [--work <folder>] [--only <word,...>] [--every] [--test]",
  );
  process.exit(2);
}
const channelRules = ["instruction-only-in-text", "lead-only-in-text", "reply-drops-text", "result-bypasses-reply"];
const only = values.only?.split(",");
const names = readdirSync(folder)
  .filter((name) => name.includes("__") && (only ?? [""]).some((word) => name.includes(word)))
  .sort();
mkdirSync(values.work, { recursive: true });
const rows = [];
const left = new Map();
for (const name of names) {
  const row = await look(name);
  rows.push(row);
  console.log(
    `${name}: ${Object.entries(row)
      .map(([key, value]) => `${key} ${value}`)
      .slice(1)
      .join(", ")}`,
  );
}
const sum = (key) => rows.reduce((total, row) => total + (Number(row[key]) || 0), 0);
console.log();
console.table(rows);
const checked = rows.filter(({ newTypes, files }) => newTypes !== "–" && files > 0);
console.log(
  `${sum("safe")} of ${sum("findings")} findings fixed safely (${share(sum("safe"), sum("findings"))}); ${checked.length} repos type-checked before and after a change: ` +
    `${sum("newTypes")} new type errors, ${sum("newSyntax")} new syntax errors, ${sum("again")} changes in the second run, ${sum("noise")} lines of noise`,
);
for (const [why, count] of [...left].sort((a, b) => b[1] - a[1]))
  console.log(`left ${String(count).padStart(4)}: ${why}`);

async function look(name) {
  const at = resolve(values.work, name);
  const origin = resolve(folder, name);
  if (!existsSync(at)) cpSync(origin, at, { recursive: true, verbatimSymlinks: true });
  const installed = install(at);
  const { sources, config } = sourcesOf(at);
  const first = values.every ? everySite(sources, config) : await lintAndFix(sources, config, "safe");
  const texts = new Map([...first.changed.keys()].map((path) => [path, sources.read(path)]));
  const projects = projectsOf(at, [...first.changed.keys()]);
  const before = installed ? typeErrors(at, projects) : undefined;
  for (const [path, text] of first.changed) put(join(at, path), text);
  const after = before && typeErrors(at, projects);
  const fresh = before && after ? newDiagnostics(before, after) : [];
  for (const each of fresh) console.log(`  new: ${each}`);
  const second = values.every ? undefined : await lintAndFix(sourcesOf(at).sources, config, "safe");
  const test = values.test && first.changed.size > 0 ? tested(at) : undefined;
  for (const [path, text] of texts)
    if (text === undefined) rmSync(join(at, path));
    else writeFileSync(join(at, path), text);
  const testBefore = test && tested(at);

  const open = first.diagnostics.filter(({ rule }) => channelRules.includes(rule));
  const found = values.every ? first.sites : first.fixed + open.length;
  for (const { message, fix } of open) {
    const why = fix ? "the fix is not safe" : message.replace(/^.*; /, "").replace(/^.*, (?=give|put|add)/, "");
    left.set(why, (left.get(why) ?? 0) + 1);
  }
  for (const why of first.left ?? []) left.set(why, (left.get(why) ?? 0) + 1);
  const syntax = [...first.changed].filter(([path]) => second?.errors.some(({ file }) => file === path)).length;
  return {
    repo: name.replace("__", "/"),
    findings: found,
    safe: first.fixed,
    files: first.changed.size,
    ...(first.trouble ? { trouble: first.trouble } : {}),
    types: before ? before.length : "–",
    newTypes: before ? fresh.length : "–",
    newSyntax: fresh.filter((each) => /error TS1\d{3}:/.test(each)).length + syntax,
    again: second ? second.changed.size : "–",
    noise: [...first.changed].reduce((total, [path, text]) => total + noise(texts.get(path), text), 0),
    ...(values.test ? { tests: test ? `${testBefore} → ${test}` : "" } : {}),
  };
}

/** The nearest `tsconfig.json` of each file: the folder that it stands in, once each. */
function projectsOf(root, files) {
  const found = new Set();
  for (const file of files)
    for (let at = dirname(join(root, file)); at.startsWith(root); at = dirname(at)) {
      if (!existsSync(join(at, "tsconfig.json"))) continue;
      found.add(relative(root, join(at, "tsconfig.json")));
      break;
    }
  return [...found].sort();
}

function put(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The closing count of a repo's own vitest suite. */
function tested(at) {
  const { stdout } = spawnSync("npx", ["vitest", "run", "--no-color"], {
    cwd: at,
    encoding: "utf8",
    timeout: 400_000,
    maxBuffer: 1 << 28,
    env: { ...process.env, CI: "1", NO_COLOR: "1" },
  });
  return /^\s*Tests\s+(.*\S)\s*$/m.exec(stdout ?? "")?.[1] ?? "no answer";
}

function share(part, whole) {
  return whole === 0 ? "–" : (part / whole).toFixed(2);
}
