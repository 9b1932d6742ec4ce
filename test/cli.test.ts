/** The built command line: exit statuses, what goes where, and that nothing heavy is loaded before it is needed. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rules } from "../rules/index.js";
import { cli, environment, project, run, servers } from "./support/cli.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Tells, when the run is over, whether the parser was loaded. */
const watchParser = `process.on("exit", () => {
  const heavy = Object.keys(require.cache).some((path) => /[\\\\/]ts-morph[\\\\/]|[\\\\/]typescript[\\\\/]/.test(path));
  require("node:fs").writeSync(2, heavy ? "[parser loaded]" : "[no parser]");
});`;

describe("nothing heavy too early", () => {
  const parserOf = (folder: string, args: readonly string[]) => {
    writeFileSync(join(folder, "watch.cjs"), watchParser);
    const { stderr } = run(folder, args, { NODE_OPTIONS: `--require ${JSON.stringify(join(folder, "watch.cjs"))}` });
    return /\[.*\]$/.exec(stderr)?.[0];
  };

  test.each([
    ["--version"],
    ["--help"],
    ["rules"],
    ["explain", "reply-drops-text"],
    ["hosts"],
    ["--print-config"],
    ["src"],
    ["--fix", "src"],
    ["sites", "src"],
  ])("no parser for %s %s", (...args) => {
    const folder = project({ "src/math.ts": "export const add = (a: number, b: number) => a + b;\n" });
    expect(parserOf(folder, args)).toBe("[no parser]");
  });

  test("the parser where there is something to parse", () => {
    expect(parserOf(project({ "src/a.ts": servers.losesRule }), ["src"])).toBe("[parser loaded]");
  });
});

describe("exit status", () => {
  const syntaxError = `${servers.losesRule}\nconst = ;\n`;
  test.each<[number, string, Readonly<Record<string, string>>, readonly string[]]>([
    [0, "clean", { "a.ts": servers.clean }, []],
    [0, "nothing to judge", { "a.ts": servers.textOnly }, []],
    [0, "only warnings", { "a.ts": servers.losesLead }, []],
    [0, "as many warnings as allowed", { "a.ts": servers.losesLead }, ["--max-warnings", "1"]],
    [0, "an error made a warning", { "a.ts": servers.losesRule }, ["--rule", "instruction-only-in-text=warning"]],
    [0, "an error that the fix takes away", { "a.ts": servers.losesRule }, ["--fix"]],
    [0, "no file, and that is allowed", { "a.txt": "" }, ["--allow-empty"]],
    [0, "hosts that read the text", { "a.ts": servers.losesRule }, ["--host", "gemini-cli,cline"]],
    [1, "an error", { "a.ts": servers.losesRule }, []],
    [1, "a warning made an error", { "a.ts": servers.losesLead }, ["--rule", "lead-only-in-text=error"]],
    [1, "more warnings than allowed", { "a.ts": servers.losesLead }, ["--max-warnings", "0"]],
    [1, "more warnings than allowed, unseen", { "a.ts": servers.losesLead }, ["--max-warnings", "0", "--quiet"]],
    [1, "pending fixes", { "a.ts": servers.losesLead }, ["--fix", "--dry-run"]],
    [2, "no file", { "a.txt": "" }, []],
    [2, "a path that is not there", { "a.ts": servers.clean }, ["a.ts", "b.ts"]],
    [2, "a syntax error, though there are errors too", { "a.ts": servers.losesRule, "b.ts": syntaxError }, []],
    [2, "a broken config", { "a.ts": servers.clean, "mcp-lint.config.json": '{ "rulez": {} }' }, []],
    [2, "a dry run of nothing", { "a.ts": servers.clean }, ["--dry-run"]],
  ])("%i: %s", (status, _, files, args) => {
    const ran = run(project(files), args);
    expect(ran.status, ran.stdout + ran.stderr).toBe(status);
  });

  test("130: an interrupt ends a long run at once", async () => {
    const files = Array.from({ length: 1500 }, (_, index) => [`src/${index}.ts`, servers.losesRule] as const);
    const folder = project(Object.fromEntries(files));
    const started = performance.now();
    const child = spawn(process.execPath, [cli, "--fix"], { cwd: folder, env: environment(), stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(code ?? signal)));
    setTimeout(() => child.kill("SIGINT"), 700);
    // A shell says 130 of a child that an interrupt has ended.
    expect([130, "SIGINT"]).toContain(await ended);
    expect(performance.now() - started).toBeLessThan(10_000);
    for (const [path, text] of files) expect(readFileSync(join(folder, path), "utf8")).toBe(text);
  });
});

describe("bad usage is told in one line", () => {
  test.each<[string, readonly string[]]>([
    ["unknown option `--fx`, did you mean `--fix`?", ["--fx"]],
    ["unknown rule `lead-only-in-txt`, did you mean `lead-only-in-text`?", ["--rule", "lead-only-in-txt=off"]],
    ["unknown rule `x`; `mcp-lint rules` lists them", ["--rule", "x=off"]],
    ["unknown severity `of`, did you mean `off`?", ["--rule", "lead-only-in-text=of"]],
    ["`--rule lead-only-in-text` takes a severity", ["--rule", "lead-only-in-text"]],
    ["unknown host `claudecode`, did you mean `claude-code`?", ["--host", "codex,claudecode"]],
    ["unknown format `jsn`, did you mean `json`?", ["--format", "jsn"]],
    ["`--format json=` names no file", ["--format", "json="]],
    ["two reports go to `a.txt`", ["--format", "json=a.txt", "--format", "line=./a.txt"]],
    ["one report goes to stdout: send the other to a file", ["--format", "pretty", "--format", "json"]],
    ["`--max-warnings` takes a whole number, not `many`", ["--max-warnings", "many"]],
    ["`--dry-run` shows what a fix would change: add `--fix`", ["--dry-run"]],
    ["option `--print-config` cannot be used with option `--fix`", ["--print-config", "--fix"]],
    ["nowhere.json: can't be read", ["--config", "nowhere.json"]],
    ["`--fix` does not go with `rules`", ["--fix", "rules"]],
    ["`--format` belongs after `sites`", ["--format", "json", "sites"]],
    ["unknown rule `reply-drop-text`, did you mean `reply-drops-text`?", ["explain", "reply-drop-text"]],
    ["missing required argument `rule`", ["explain"]],
    ["unknown host `codx`, did you mean `codex`?", ["hosts", "codx"]],
    ["unknown host `xyzzy`; `mcp-lint hosts` lists them", ["--host", "xyzzy@1.0"]],
    ["`opencode@1.2`: no version is known for its change at 2026-06-29; give a date", ["--host", "opencode@1.2"]],
    ["unknown format `yaml`; there are text, json", ["rules", "--format", "yaml"]],
    ["no result of a tool `queu`, did you mean `queue`?", ["sites", "--tool", "queu"]],
  ])("%s", (message, args) => {
    const { status, stdout, stderr } = run(project({ "a.ts": servers.losesRule }), args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`mcp-lint: ${message}`);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a slip in a command's name", () => {
    const { status, stdout } = run(project({}), ["ruls"]);
    expect(status).toBe(2);
    expect(stdout).toContain("there is no such file or folder, did you mean `rules`?");
  });

  test("a config that tries something with the terminal", () => {
    const folder = project({ "a.ts": "", "mcp-lint.config.json": '{ "\\u001b[2J\\n::error::x": 1 }' });
    const { stderr } = run(folder, []);
    expect(stderr).toContain("unknown key");
    expect(stderr).not.toMatch(/^::|(?!\n)\p{Cc}/mu);
  });
});

test("what comes with a repository and never ends is not read", () => {
  const folder = project({ "a.ts": servers.losesRule });
  for (const [name, status] of [
    [".git", 1],
    [".mcp-lint-undo.json", 1],
    ["mcp-lint-baseline.json", 2],
    ["mcp-lint.config.json", 2],
  ] as const) {
    symlinkSync("/dev/zero", join(folder, name));
    expect([name, run(folder, ["--format", "line"]).status]).toEqual([name, status]);
    rmSync(join(folder, name));
  }
  for (const target of ["/dev/zero", "."]) {
    rmSync(join(folder, "package.json"));
    symlinkSync(target, join(folder, "package.json"));
    writeFileSync(join(folder, "a.ts"), servers.losesRule);
    expect(run(folder, ["--fix-unsafe"]).stderr).not.toContain("crashed");
  }
});

test("what nobody foresaw asks for a report", () => {
  const folder = project({ "break.cjs": 'process.cwd = () => { throw new Error("no such luck"); };' });
  const { status, stderr } = run(folder, [], { NODE_OPTIONS: `--require ${join(folder, "break.cjs")}` });
  expect(status).toBe(2);
  expect(stderr).toMatch(
    new RegExp(`^mcp-lint ${version} crashed; please report this at https://\\S+/issues\nError: no such luck`),
  );
});

describe("lint", () => {
  test("tells what it found apart from what it did not look for", () => {
    expect(run(project({ "a.ts": servers.clean }), []).stdout).toMatch(/^clean: 1 result with a view in 1 file \(/);
    expect(run(project({ "a.ts": servers.textOnly }), []).stdout).toMatch(/^no tool result with a view in 1 file \(/);
    expect(run(project({ "a.ts": "export {};" }), []).stdout).toMatch(/^no tool result with a view in 1 file \(/);
  });

  test("a file that can't be checked is a finding of its own, the rest is linted", () => {
    const folder = project({ "a.ts": servers.losesRule, "b.ts": `${servers.losesRule}\nconst = ;\n` });
    const { stdout } = run(folder, ["--format", "line"]);
    expect(stdout).toMatch(/^a\.ts:7:10-7:\d+: error .* \[instruction-only-in-text\]$/m);
    expect(stdout).toMatch(/^b\.ts:1:1: error could not check: syntax error at \d+:7: .* \[could-not-check\]$/m);
    expect(run(folder, []).stdout).toContain("b.ts  error  could-not-check\n  could not check: syntax error");
  });

  test("the same input gives the same bytes", () => {
    const folder = project({ "a.ts": servers.losesRule, "b.ts": servers.losesLead });
    const { stdout } = run(folder, ["--format", "json"]);
    expect(run(folder, ["--format", "json", "."]).stdout).toBe(stdout);
    const { diagnostics, summary } = JSON.parse(stdout);
    expect(diagnostics.map(({ file, rule, tool }: Record<string, string>) => [file, rule, tool])).toEqual([
      ["a.ts", "instruction-only-in-text", "queue"],
      ["b.ts", "lead-only-in-text", "queue"],
    ]);
    expect(summary).toEqual({ errors: 1, warnings: 1, fixable: 2, fixed: 0 });
  });

  test("--quiet shows errors only, and says what it left out", () => {
    const { stdout } = run(project({ "a.ts": servers.losesLead }), ["--quiet"]);
    expect(stdout).toMatch(/^no errors in 1 file \(1 warning not shown, /);
  });

  test("--max-warnings says why it fails", () => {
    const { stderr } = run(project({ "a.ts": servers.losesLead }), ["--max-warnings", "0", "--quiet"]);
    expect(stderr).toBe("mcp-lint: 1 warning, and `--max-warnings` allows 0\n");
  });

  test("--format name=file, several at once, without colours", () => {
    const folder = project({ "a.ts": servers.losesRule });
    const args = ["--format", "line", "--format", "json=out.json", "--format", "pretty=out.txt"];
    const { stdout } = run(folder, args, { FORCE_COLOR: "1" });
    expect(stdout).toMatch(/^a\.ts:7:10-/);
    expect(JSON.parse(readFileSync(join(folder, "out.json"), "utf8")).summary.errors).toBe(1);
    expect(readFileSync(join(folder, "out.txt"), "utf8")).toMatch(/^a\.ts:7:10 {2}error {2}instruction-only-in-text/);
  });

  test("a folder that is named like a command", () => {
    const folder = project({ "rules/a.ts": servers.losesRule });
    expect(run(folder, ["./rules", "--format", "line"]).stdout).toMatch(/^rules\/a\.ts:7:10-/);
    expect(run(folder, ["rules"]).stdout).toMatch(/^instruction-only-in-text /m);
  });

  test("--print-config prints what would count", () => {
    const folder = project({ "mcp-lint.config.json": '{ "rules": { "lead-only-in-text": "off" } }' });
    const { status, stdout } = run(folder, ["--print-config", "--host", "codex", "--rule", "reply-drops-text=warning"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: "mcp-lint.config.json",
      hosts: ["codex"],
      rules: { "lead-only-in-text": "off", "reply-drops-text": "warning" },
    });
  });
});

describe("--fix", () => {
  test("writes, reports what is left, and has nothing to do the second time", () => {
    const folder = project({ "a.ts": servers.losesRule });
    const first = run(folder, ["--fix"]);
    expect(first.status).toBe(0);
    expect(first.stdout).toMatch(/^fixed 1 in 2 files, new: reply\.ts; clean: /);
    const fixed = readFileSync(join(folder, "a.ts"), "utf8");
    expect(fixed).toContain("return reply({ open }, `${open} open. Never answer one twice.`);");
    expect(existsSync(join(folder, "reply.ts"))).toBe(true);

    const second = run(folder, ["--fix", "--format", "json"]);
    expect(JSON.parse(second.stdout)).toMatchObject({ diagnostics: [], summary: { fixed: 0 } });
    expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe(fixed);
  });

  test("--dry-run gives a patch that git takes, and writes nothing", () => {
    const folder = project({ "a.ts": servers.losesRule });
    const { status, stdout, stderr } = run(folder, ["--fix", "--dry-run"]);
    expect(status).toBe(1);
    expect(stderr).toBe("1 error, 0 warnings; the fixes would change 2 files, nothing was written\n");
    expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe(servers.losesRule);
    expect(existsSync(join(folder, "reply.ts"))).toBe(false);
    execFileSync("git", ["apply", "-"], { cwd: folder, input: stdout });
    expect(run(folder, []).stdout).toMatch(/^clean: /);
  });

  test("--dry-run carries the fixes in other formats", () => {
    const folder = project({ "a.ts": servers.losesRule });
    const { status, stdout } = run(folder, ["--fix", "--dry-run", "--format", "json"]);
    const { diagnostics, summary } = JSON.parse(stdout);
    expect(status).toBe(1);
    expect(summary).toEqual({ errors: 1, warnings: 0, fixable: 1, fixed: 0 });
    expect(diagnostics[0].fix).toMatchObject({ safety: "safe" });
    expect(diagnostics[0].fix.edits.map(({ file }: { file: string }) => file)).toEqual(
      expect.arrayContaining(["a.ts", "reply.ts"]),
    );
    expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe(servers.losesRule);
  });

  test("--dry-run says so where there is nothing to fix, and what it could not check", () => {
    const folder = project({ "a.ts": servers.clean, "b.ts": `${servers.clean}\nconst = ;\n` });
    const { status, stdout, stderr } = run(folder, ["--fix", "--dry-run"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^b\.ts: could not check: syntax error/);
    expect(stderr).toContain("there is nothing to fix");
  });
});

const esc = String.fromCharCode(27);
const painted = new RegExp(`${esc}\\[\\d+m`, "g");

describe("the terminal", () => {
  const commands = [[], ["sites"], ["explain", "reply-drops-text"], ["rules"], ["hosts"]];

  test.each(commands.map((command) => [command]))(
    "a pipe gets no colours from %s unless it asks for them",
    (command) => {
      const folder = project({ "a.ts": servers.losesRule });
      expect(run(folder, command).stdout).not.toMatch(painted);
      expect(run(folder, command, { FORCE_COLOR: "1" }).stdout).toMatch(painted);
    },
  );

  test.each<[readonly string[], NodeJS.ProcessEnv]>([
    [["rules"], { FORCE_COLOR: "0" }],
    [["rules"], { FORCE_COLOR: "1", NO_COLOR: "1" }],
    [["rules", "--no-color"], { FORCE_COLOR: "1" }],
    [["--no-color", "rules"], { FORCE_COLOR: "1" }],
    [["--no-color", "--allow-empty"], { FORCE_COLOR: "1" }],
  ])("no colours for %s with %s", (args, env) => {
    const { status, stdout } = run(project({}), args, env);
    expect(status).toBe(0);
    expect(stdout).not.toMatch(painted);
  });

  test("a narrow one", () => {
    const folder = project({ "a.ts": servers.losesRule });
    const lines = run(folder, [], { COLUMNS: "50" }).stdout.split("\n");
    const code = lines.filter((line) => line.includes("│"));
    expect(code).toHaveLength(2);
    for (const line of code) expect(line.length).toBeLessThanOrEqual(50);
    expect(code[0]).toContain("Never answer");
  });

  test.skipIf(process.platform === "win32")("nothing of a linted file acts on it", () => {
    const evil = `${esc}]8;;https://example.org\u0007x\u009B31m\u202E \u2028::error::gotcha`;
    const text = servers.losesRule.replace("Never answer", `Never answer ${evil} ::error::gotcha`);
    const folder = project({ [`${evil.replaceAll("/", "")}.ts`]: text, "b.ts": `${text}\nconst = ;\n` });
    // A patch in a pipe is bytes for a program; a person's is painted.
    for (const args of [[], ["sites"], ["--format", "line"], ["--format", "json"], ["--fix", "--dry-run"]]) {
      const { stdout, stderr } = run(folder, args, { FORCE_COLOR: "1" });
      const shown = (stdout + stderr).replace(painted, "");
      expect(shown).toContain("Never answer");
      expect(shown).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cf}|[\p{Zl}\p{Zp}]|^\s*::/mu);
    }
  });

  test("a closed pipe ends it quietly, with the right status", async () => {
    const folder = project({ "a.ts": servers.losesRule });
    for (const [args, status] of [
      [[], 1],
      [["sites"], 0],
      [["hosts", "--format", "json"], 0],
      [["--help"], 0],
    ] as const) {
      const child = spawn(process.execPath, [cli, ...args], {
        cwd: folder,
        env: environment(),
        stdio: ["ignore", "pipe", "pipe"],
      });
      let stderr = "";
      child.stderr.on("data", (data) => {
        stderr += data;
      });
      child.stdout.destroy();
      const code = await new Promise((resolve) => child.on("close", resolve));
      expect({ args, code, stderr }).toEqual({ args, code: status, stderr: "" });
    }
  });
});

describe("sites", () => {
  test("--format json gives what the contract says", () => {
    const folder = project({ "a.ts": servers.losesRule, "b.ts": servers.textOnly });
    const { status, stdout } = run(folder, ["sites", "--format", "json"]);
    const { schemaVersion, sites } = JSON.parse(stdout);
    expect({ status, schemaVersion }).toEqual({ status: 0, schemaVersion: 1 });
    expect(sites.map(({ file, verdict }: Record<string, string>) => [file, verdict])).toEqual([
      ["a.ts", "lost-instruction"],
      ["b.ts", "no-view"],
    ]);
    const { reads, lostOn, text, ...rest } = sites[0];
    expect(rest).toEqual({
      file: "a.ts",
      line: 7,
      column: 10,
      endLine: 7,
      viewLine: 7,
      tool: "queue",
      helper: null,
      isError: false,
      verdict: "lost-instruction",
      view: { keys: ["open"], opaque: false },
    });
    expect(Object.keys(sites[0])).toEqual(
      "file line column endLine viewLine tool helper isError verdict text view reads lostOn".split(" "),
    );
    expect(text).toContainEqual({
      value: "Never answer one twice.",
      kind: "instruction",
      covered: false,
      file: "a.ts",
      line: 7,
    });
    expect(reads).toMatchObject({ "claude-code": "view", "gemini-cli": "text", cline: "both" });
    expect(lostOn).toEqual(expect.arrayContaining(["claude-code", "codex", "vscode"]));
    expect(lostOn).not.toContain("gemini-cli");
  });

  test("the table groups the hosts by what they read", () => {
    const folder = project({ "a.ts": servers.losesRule });
    const { stdout } = run(folder, ["sites", "--host", "codex,gemini-cli,cline,claude-code"]);
    expect(stdout).toContain("a.ts:7:10  lost-instruction  tool queue  inline\n  view       open\n");
    expect(stdout).toContain("  text only  instruction  Never answer one twice.\n");
    expect(stdout).toContain(
      "  read view only  claude-code, codex\n  read text only  gemini-cli\n  read both       cline\n",
    );
    expect(stdout).toMatch(/\n1 result site, 1 with a view\n$/);
  });

  test("a host is judged as it was on a day, under the name that it was asked for by", () => {
    const folder = project({ "a.ts": servers.losesRule });
    const asked = "opencode,opencode@2026-06-20,copilot-cli@1.0.55";
    expect(run(folder, ["sites", "--host", asked]).stdout).toContain(
      "  read view only  copilot-cli@1.0.55, opencode@2026-06-20\n  read text only  opencode\n",
    );
    const { status, stdout } = run(folder, ["--host", asked, "--format", "json"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).diagnostics[0].hosts).toEqual(["copilot-cli@1.0.55", "opencode@2026-06-20"]);
    expect(run(folder, ["--host", "opencode"]).status).toBe(0);
    expect(run(folder, ["hosts", "opencode@2026-06-20"]).stdout).toMatch(/^opencode@2026-06-20: opencode\n/);
  });

  test("--tool keeps the results of a tool", () => {
    const folder = project({ "a.ts": servers.losesRule, "b.ts": servers.losesLead.replace('"queue", {', '"away", {') });
    const { sites } = JSON.parse(run(folder, ["sites", "--tool", "away", "--format", "json"]).stdout);
    expect(sites.map(({ file }: { file: string }) => file)).toEqual(["b.ts"]);
  });

  test("a file that can't be checked is told on stderr, with status 2", () => {
    const { status, stdout, stderr } = run(project({ "a.ts": `${servers.clean}\nconst = ;\n` }), [
      "sites",
      "--format",
      "json",
    ]);
    expect(status).toBe(2);
    expect(JSON.parse(stdout).schemaVersion).toBe(1);
    expect(stderr).toMatch(/^a\.ts: could not check: syntax error/);
  });
});

describe("rules, explain, hosts", () => {
  const own = ["could-not-check", "malformed-suppression", "unused-suppression", "stale-baseline"];
  const here = () => project({});

  test("rules lists every rule, the linter's own ids last", () => {
    const listed = JSON.parse(run(here(), ["rules", "--format", "json"]).stdout);
    expect(listed.rules.map(({ id }: { id: string }) => id)).toEqual([...rules.map(({ id }) => id), ...own]);
    expect(Object.keys(listed.rules[0])).toEqual(["id", "severity", "fixable", "summary"]);
    const lines = run(here(), ["rules"]).stdout.trimEnd().split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual([...rules.map(({ id }) => id), ...own]);
  });

  test.each(rules.map(({ id }) => [id]))("explain %s prints its page as it is written", (id) => {
    const page = readFileSync(new URL(`../rules/${id}.md`, import.meta.url), "utf8");
    const { stdout } = run(here(), ["explain", id]);
    expect(stdout).toMatch(new RegExp(`^# ${id}\n`));
    expect(page.replace(/^<!--.*-->\n/gm, "")).toBe(stdout);
  });

  test("explain has weight in a terminal, and no fences", () => {
    const { stdout } = run(here(), ["explain", "reply-drops-text"], { FORCE_COLOR: "1" });
    expect(stdout.startsWith(`${esc}[1mreply-drops-text`)).toBe(true);
    expect(stdout).not.toContain("```");
    expect(stdout.replace(painted, "")).toMatch(/^ {4}import \{ McpServer \}/m);
  });

  test.each(own)("explain %s says what it is", (id) => {
    expect(run(here(), ["explain", id])).toMatchObject({ status: 0, stdout: expect.stringMatching(`^${id}: `) });
  });

  test("hosts gives the table, a page, and both as JSON", () => {
    expect(run(here(), ["hosts"]).stdout).toContain("claude-code");
    expect(run(here(), ["hosts", "codex"]).stdout).toMatch(/^codex: /);
    const ids = (args: readonly string[]) =>
      JSON.parse(run(here(), ["hosts", ...args, "--format", "json"]).stdout).hosts.map(({ id }: { id: string }) => id);
    expect(ids(["codex"])).toEqual(["codex"]);
    expect(ids([]).length).toBeGreaterThan(30);
  });
});

test("--version and --help say what is there", () => {
  expect(run(project({}), ["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  const { status, stdout } = run(project({}), ["--help"]);
  expect(status).toBe(0);
  for (const word of ["--fix-unsafe", "--dry-run", "--max-warnings", "sites", "explain", "hosts", "schema", "init"])
    expect(stdout).toContain(word);
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("every example of --help runs as it stands", () => {
  const { stdout } = run(project({}), ["--help"]);
  const block = /\nExamples:\n((?: {2}mcp-lint.*\n)+)/.exec(stdout)?.[1] ?? "";
  const examples = block.trimEnd().split("\n");
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples) {
    const [, ...args] = (/^ {2}(.+?)(?: {2,}.*)$/.exec(example)?.[1] ?? "").split(" ");
    const { status } = run(project({ "src/server.ts": servers.clean }), args);
    expect({ example, status }).toEqual({ example, status: 0 });
  }
});

test("--stats tells how many results could not be read", () => {
  const stats = (source: string) => run(project({ "a.ts": source }), ["--stats"]).stderr;
  expect(stats(servers.clean)).toContain("; 0 of 1 result unknown; ");
  expect(
    stats(
      "export const answer = (view: object, text: string) => ({ content: [{ type: 'text', text }], structuredContent: view });",
    ),
  ).toMatch(/; 1 of 1 result unknown; /);
});
