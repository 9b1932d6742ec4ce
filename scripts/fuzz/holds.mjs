/** What has to hold of the linter, whatever it is given. Each function throws an Error that says what does not. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plain } from "../../dist/src/commands/context.js";
import { manifest } from "../../dist/src/commands/manifest.js";
import { defaultConfig } from "../../dist/src/config.js";
import { diskSources } from "../../dist/src/disk.js";
import { lint, lintAndFix } from "../../dist/src/lint.js";
import { jsonReport } from "../../dist/src/reporters/json.js";
import { lineReport } from "../../dist/src/reporters/line.js";
import { prettyReport } from "../../dist/src/reporters/pretty.js";
import { memorySources } from "../../dist/src/sources.js";
import { made } from "./inputs.mjs";
import { broken } from "./mutations.mjs";

const rules = Object.fromEntries(["note-drops-lists", "result-bypasses-reply"].map((id) => [id, "warning"]));

/** One broken source: it is linted or named, fixed without damage, and reported without a byte that acts. */
export async function sourceHolds(input) {
  const { name, text, others } = made(input);
  const beneath = { ...memorySources(others), paths: () => [] };
  const config = { ...defaultConfig, rules, reply: { ...defaultConfig.reply, strict: input.strict } };
  if (!input.bytes) return fixHolds(memorySources(new Map([[name, text]]), beneath), config, input.unsafe);
  const folder = mkdtempSync(join(tmpdir(), "mcp-lint-fuzz-"));
  try {
    for (const [path, other] of others) writeFileSync(join(folder, path), other);
    writeFileSync(join(folder, name), broken(Buffer.from(text), input.bytes));
    await fixHolds(diskSources(folder, [name]), config, input.unsafe);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lints and fixes; the fixed sources have no new syntax error, and nothing is left to fix in them. */
export async function fixHolds(sources, config, unsafe) {
  const allow = unsafe ? "unsafe" : "safe";
  const before = await lint(sources, config);
  resultHolds(before, sources);
  const fixed = await lintAndFix(sources, config, allow);
  if (fixed.trouble) throw new Error(fixed.trouble);
  if (fixed.changed.size === 0) return;
  const after = memorySources(fixed.changed, sources);
  const result = await lint(after, config);
  resultHolds(result, after);
  const named = new Set(before.errors.map(({ file }) => file));
  for (const { file, message } of result.errors)
    if (!named.has(file)) throw new Error(`after the fix, ${file}: ${message}`);
  const again = await lintAndFix(after, config, allow);
  if (again.changed.size > 0) throw new Error(`the second run changes ${[...again.changed.keys()].join(", ")}`);
}

/** Bytes that a terminal or a CI runner would act on. */
export const acts = /[^\P{Cc}\n]|[\p{Cs}\p{Zl}\p{Zp}]|^::|(?<=\s)::|##\w*\[/mu;

function resultHolds(result, sources) {
  const crash = result.errors.find(({ message }) => /crashed/.test(message));
  if (crash) throw new Error(crash.message);
  const unchecked = new Set(result.errors.map(({ file }) => file));
  const spoken = result.diagnostics.find(({ at }) => unchecked.has(at.file));
  if (spoken) throw new Error(`${spoken.rule} speaks of ${spoken.at.file}, which could not be checked`);
  for (const { at, rule } of result.diagnostics)
    if (at.start > at.end || at.end > (sources.read(at.file) ?? "").length)
      throw new Error(`${rule} points outside of ${at.file}`);
  const report = { result, hidden: 0, hosts: 1, read: (path) => sources.read(path), ...manifest() };
  for (const reporter of [prettyReport, lineReport, jsonReport]) {
    const text = reporter(report, plain);
    const found = acts.exec(text);
    if (found) throw new Error(`${reporter.name} lets ${JSON.stringify(found[0])} through`);
    if (reporter === jsonReport) JSON.parse(text);
  }
}
