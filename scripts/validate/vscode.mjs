/** VS Code's own code reads lines by the shipped matcher: 500 odd diagnostics, and the output of a watching task. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { escaped } from "../../dist/src/reporters/escape.js";
import { lineReport } from "../../dist/src/reporters/line.js";
import { linesOf } from "../../dist/src/reporters/report.js";
import { oddDiagnostic } from "./diagnostics.mjs";

// Its modules import their styles.
const hook = `export const load = (url, context, next) =>
  url.endsWith(".css") ? { format: "module", source: "export default ''", shortCircuit: true } : next(url, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
globalThis.window ??= globalThis;
const { ProblemMatcherParser, createLineMatcher } = await import(
  "@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/tasks/common/problemMatcher"
);

const shipped = (name) => JSON.parse(readFileSync(new URL(`../../matchers/${name}.json`, import.meta.url), "utf8"));

/** A matcher as VS Code takes it from a file, with the variable of the workspace filled in; `faults` gets what it minds. */
function parsed(config, workspace, faults) {
  const say = (text) => faults.push(text);
  const reporter = { info: say, warn: say, error: say, fatal: say, status: { isOK: () => faults.length === 0 } };
  const filled = JSON.parse(JSON.stringify(config).replaceAll("${workspaceFolder}", workspace));
  return new ProblemMatcherParser(reporter).parse(filled);
}

/** Markers have these severities. */
const severities = { error: 8, warning: 4 };

export async function matcherFaults() {
  const faults = [];
  const workspace = mkdtempSync(join(tmpdir(), "mcp-lint-workspace-"));
  try {
    const matcher = createLineMatcher(parsed(shipped("vscode"), workspace, faults), {
      stat: (uri) => stat(uri.fsPath),
    });
    const odd = fc.sample(oddDiagnostic, { numRuns: 500, seed: 1 });
    for (const { text, diagnostic } of odd) {
      const { file, start, end } = diagnostic.at;
      const isAbsolute = /^[a-z]:\//i.test(file);
      const place = join(workspace, file);
      if (!isAbsolute) {
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, text);
      }
      const line = lineReport({ result: { diagnostics: [diagnostic], errors: [] }, read: () => text }).trimEnd();
      const { match } = matcher.handle([line]);
      if (!match) {
        faults.push(`nothing is read from ${line}`);
        continue;
      }
      const { marker, resource } = match;
      const { position } = linesOf(() => text);
      const [from, to] = [position("", start), position("", end)];
      const wanted = {
        file: isAbsolute ? `/${file}` : place,
        range: [from.line, from.column, to.line, to.column],
        severity: severities[diagnostic.severity],
        code: diagnostic.rule,
        message: escaped(diagnostic.message),
        source: "mcp-lint",
      };
      const read = {
        file: (await resource).path,
        range: [marker.startLineNumber, marker.startColumn, marker.endLineNumber, marker.endColumn],
        severity: marker.severity,
        code: marker.code,
        message: marker.message,
        source: marker.source,
      };
      if (JSON.stringify(read) !== JSON.stringify(wanted))
        faults.push(`${JSON.stringify(read)}, not ${JSON.stringify(wanted)}`);
    }
    for (const { problemMatcher } of shipped("vscode-tasks").tasks) parsed(problemMatcher, workspace, faults);
    faults.push(...(await watchFaults(workspace)));
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
  return faults;
}

/** The watching task, run as it stands: it begins, ends and begins again when a file changes. */
async function watchFaults(workspace) {
  const faults = [];
  const { command, problemMatcher } = shipped("vscode-tasks").tasks.find(({ isBackground }) => isBackground);
  const { beginsPattern, endsPattern } = parsed(problemMatcher, workspace, faults).watching;
  const folder = join(workspace, "watched");
  const server = join(folder, "src", "server.ts");
  mkdirSync(dirname(server), { recursive: true });
  writeFileSync(server, "export const answer = { structuredContent: ;\n");
  const here = fileURLToPath(new URL(".", import.meta.url));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const cli = fileURLToPath(new URL("../../dist/src/cli.js", import.meta.url));
  // `npx <tool>` runs what stands in the project; here that is not installed, but built.
  const tools = `nodemon) shift; exec "${process.execPath}" "${join(here, "node_modules/nodemon/bin/nodemon.js")}" "$@";;
mcp-lint) shift; exec "${process.execPath}" "${cli}" "$@";;`;
  writeFileSync(join(bin, "npx"), `#!/bin/sh\ncase "$1" in\n${tools}\nesac\n`, { mode: 0o755 });
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    detached: true,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const seen = [];
  let rest = "";
  const ended = (times) =>
    new Promise((resolve) => {
      const stop = setTimeout(() => resolve(false), 30_000);
      const look = setInterval(() => {
        if (seen.filter((event) => event === "end").length < times) return;
        clearTimeout(stop);
        clearInterval(look);
        resolve(true);
      }, 50);
    });
  const read = (chunk) => {
    const lines = `${rest}${chunk}`.split(/\r?\n/);
    rest = lines.pop();
    for (const painted of lines) {
      // VS Code is handed the text of its terminal, without colours.
      const line = stripVTControlCharacters(painted);
      if (beginsPattern.regexp.test(line)) seen.push("begin");
      if (endsPattern.regexp.test(line)) seen.push("end");
      if (/could-not-check\]$/.test(line)) seen.push("problem");
    }
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  await ended(1);
  writeFileSync(server, "export const mended = 1;\n");
  await ended(2);
  process.kill(-child.pid);
  const wanted = ["begin", "problem", "end", "begin", "end"];
  if (seen.join() !== wanted.join()) faults.push(`the watching task went ${seen.join(", ")}, not ${wanted.join(", ")}`);
  return faults;
}
