/** `npm run demo`: the sample server before and after `mcp-lint --fix`, as five hosts read it. Exit 1 where the story does not hold. */
import { structuredPatch } from "diff";
import pc from "picocolors";
import { build, copySample, mcpLint, sample, sourcesOf, start } from "./sample-server.mjs";

const shown = ["claude-code", "codex", "vscode", "gemini-cli", "cline"];
const calls = [
  { tool: "find_messages", args: { query: "share a hold" } },
  { tool: "sync", args: {} },
];
const width = Math.max(60, Math.min(process.stdout.columns ?? 100, 120));
const colored = { ...process.env, ...(pc.isColorSupported ? { FORCE_COLOR: "1" } : {}) };
const print = (/** @type {string} */ line = "") => process.stdout.write(`${line}\n`);

/** @returns {asserts holds} */
function must(/** @type {unknown} */ holds, /** @type {string} */ word) {
  if (!holds) throw new Error(`the story does not hold: ${word}`);
}

const { folder, remove } = copySample();
try {
  await tell();
} catch (error) {
  console.error(pc.red(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
} finally {
  remove();
}

async function tell() {
  step(1, "An MCP server that answers from a team's Discord history. What does it say to nobody?");
  const first = command([sample]);
  must(first.status === 1, `linting the sample must find errors, but the status was ${first.status}`);

  step(2, "Called over stdio as it stands. What each host hands to its model:");
  const before = await callAll();
  for (const one of before) show(one);
  for (const one of before) {
    const losing = one.reads.filter(({ lost }) => lost.length > 0).map(({ id }) => id);
    must(`${losing}` === "claude-code,codex,vscode", `before the fix ${one.tool} loses its words on: ${losing}`);
  }
  sites();

  step(3, "The same server, fixed (a copy of it).");
  const original = sourcesOf(folder);
  const fix = command(["--fix"], folder);
  must(fix.status === 0, `\`--fix\` must leave no error, but the status was ${fix.status}`);
  changes(original, sourcesOf(folder));

  step(4, "Is there anything left?");
  const again = command(["--max-warnings", "0"], folder);
  must(again.status === 0, `the fixed copy must be clean, but the status was ${again.status}`);

  step(5, "Built and called again. What each host hands to its model now:");
  const after = await callAll();
  for (const one of after) show(one);
  for (const one of after)
    for (const { id, lost } of one.reads) must(lost.length === 0, `${id} still loses "${lost[0]}" of ${one.tool}`);
  must(
    after.every(({ data }, index) => data === before[index]?.data),
    "the data of the views has changed",
  );
  print(pc.green("Every rule and every line arrives on all of them; the cards are as they were."));
}

function step(/** @type {number} */ number, /** @type {string} */ title) {
  print(`\n${pc.inverse(` ${number} `)} ${pc.bold(title)}\n`);
}

function command(/** @type {string[]} */ args, /** @type {string | undefined} */ cwd = undefined) {
  print(pc.cyan(`$ mcp-lint ${args.join(" ")}`.trimEnd()));
  const run = mcpLint(args, cwd, colored);
  print(`${run.stdout}${run.stderr}`.trimEnd());
  return run;
}

/** Builds the copy and calls it: per call the text's lines of framing, which of them each host loses, the view without its note. */
async function callAll() {
  const { deliver, hostById } = await delivery();
  build(folder);
  const server = await start(folder);
  try {
    const told = [];
    for (const { tool, args } of calls) {
      const result = await server.call(tool, args);
      const framing = result.text.split("\n").filter((line) => !/^\s*- /.test(line));
      const reads = shown.map((id) => {
        const read = deliver(result, hostById(id)) ?? "";
        return { id, read, lost: framing.filter((line) => !says(read, line)) };
      });
      const { note, ...data } = result.view ?? {};
      told.push({ tool, args, framing, reads, data: JSON.stringify(data) });
    }
    return told;
  } finally {
    await server.close();
  }
}

/** The built table of hosts; its path is no literal, for the compiler must not look for it. */
async function delivery() {
  const from = (/** @type {string} */ name) => import(new URL(`../dist/src/delivery/${name}.js`, import.meta.url).href);
  return { ...(await from("deliver")), ...(await from("hosts")) };
}

/** Whether the line stands in what is read, as it is or as JSON writes it. */
function says(/** @type {string} */ read, /** @type {string} */ line) {
  return read.includes(line) || read.includes(JSON.stringify(line).slice(1, -1));
}

/** One call: what Claude Code reads, then line by line who reads it and who loses it. */
function show(/** @type {Awaited<ReturnType<typeof callAll>>[number]} */ { tool, args, framing, reads }) {
  print(`${pc.cyan(`${tool}(${JSON.stringify(args)})`)}  ${shown[0]} reads:`);
  json(reads[0]?.read ?? "");
  print(`  ${pc.bold(shown.join("  "))}`);
  for (const line of framing) {
    const marks = reads.map(({ id, lost }) => {
      const mark = lost.includes(line) ? pc.red : pc.green;
      return mark((lost.includes(line) ? "lost" : "read").padEnd(id.length));
    });
    print(`  ${marks.join("  ")}  ${cut(line, width - shown.join("  ").length - 4)}`);
  }
  print();
}

/** What is read, in lines that fit, with its note in green. */
function json(/** @type {string} */ read) {
  const note = read.indexOf('"note":');
  const end = note < 0 ? read.length : note;
  for (let at = 0; at < read.length; at += width - 2) {
    const [from, to] = [Math.max(at, end), at + width - 2];
    print(`  ${pc.dim(read.slice(at, Math.min(end, to)))}${pc.green(read.slice(from, Math.max(from, to)))}`);
  }
}

function cut(/** @type {string} */ line, /** @type {number} */ room) {
  return line.length <= room ? line : `${line.slice(0, room - 1)}…`;
}

/** `mcp-lint sites`, counted. */
function sites() {
  const run = mcpLint(["sites", sample, "--format", "json"]);
  must(run.status === 0, `\`mcp-lint sites\` must not fail, but the status was ${run.status}`);
  /** @type {{ sites: { verdict: string }[] }} */
  const { sites: all } = JSON.parse(run.stdout);
  const verdicts = [...new Set(all.map(({ verdict }) => verdict))];
  const count = (/** @type {string} */ verdict) => all.filter((site) => site.verdict === verdict).length;
  const counts = verdicts.map((verdict) => `${count(verdict)} ${verdict}`).join(", ");
  print(`${pc.cyan(`$ mcp-lint sites ${sample}`)}\n${all.length} places build a result: ${counts}`);
}

/** What the fix changed: the lines, and of a new file its name and length. */
function changes(/** @type {Map<string, string>} */ old, /** @type {Map<string, string>} */ now) {
  for (const [path, text] of now) {
    const was = old.get(path);
    if (was === text) continue;
    print(`\n${pc.bold(path)}${was === undefined ? pc.green(`  new, ${text.split("\n").length - 1} lines`) : ""}`);
    if (was === undefined) continue;
    for (const { lines } of structuredPatch(path, path, was, text, "", "", { context: 0 }).hunks)
      for (const line of lines) print((line.startsWith("+") ? pc.green : pc.red)(cut(line, width * 2)));
  }
}
