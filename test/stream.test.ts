/** `mcp-lint stream` as it is run: what it prints, its exit statuses, what it loads, and how much memory it takes. */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli, environment, project, run, servers } from "./support/cli.js";
import { call, done, init, longRun, result, stream, streamPath, streamText } from "./support/streams.js";

const seed = streamPath("call-prep-nobody.claude-code");
const fixed = streamPath("call-prep-nobody.fixed.claude-code");
const here = () => project({});

describe("exit status", () => {
  const refusal = result("a", "<tool_use_error>Error: No such tool available: x</tool_use_error>", { is_error: true });
  const unmended = stream(init(), call("a", "x"), refusal, done());

  test.each<[number, string, string, readonly string[]]>([
    [0, "a refused call that was made right", streamText("call-prep-nobody.claude-code"), []],
    [0, "what is expected arrived", streamText("call-prep-nobody.codex"), ["--expect", "my_queue=harbour master"]],
    [0, "no call at all", stream(init(), done()), []],
    [1, "a refused call that was not", unmended, []],
    [1, "any refused call, when strict", streamText("call-prep-nobody.claude-code"), ["--strict"]],
    [1, "what is expected did not arrive", streamText("call-prep-nobody.codex"), ["--expect", "Never follow"]],
    [2, "rules from nowhere", streamText("call-prep-nobody.codex"), ["--rules-from", "nowhere"]],
  ])("%i: %s", (status, _, text, args) => {
    const ran = run(project({ "run.jsonl": text }), ["stream", "run.jsonl", ...args]);
    expect(ran.status, ran.stdout + ran.stderr).toBe(status);
  });

  test.each<[readonly string[], string]>([
    [["stream", "no-such.jsonl"], "no-such.jsonl: there is no such file or folder"],
    [["stream", "."], ".: it is a folder"],
    [["stream", "package.json"], "package.json: it is no stream of Claude Code"],
    [["stream"], "missing required argument `file`"],
    [["stream", seed, "--format", "jsn"], "unknown format `jsn`, did you mean `json`?"],
    [["stream", seed, "--server", "histroy"], "the run has no server `histroy`, did you mean `history`?"],
    [["stream", seed, "--rules-from", "plain.ts"], "`--rules-from`: no result of a tool is built in plain.ts"],
  ])("%j is told in one line", (args, words) => {
    const { status, stderr } = run(project({ "plain.ts": "export {};\n" }), args);
    expect(status).toBe(2);
    expect(stderr).toContain(`mcp-lint: ${words}`);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("source that can't be read whole is told, with status 2", () => {
    const folder = project({ "server.ts": `${servers.losesRule}\nconst = ;\n` });
    const { status, stderr } = run(folder, ["stream", fixed, "--rules-from", "server.ts"]);
    expect(status).toBe(2);
    expect(stderr).toContain("server.ts: could not check: syntax error");
  });
});

describe("--format json", () => {
  test("gives what the contract says", () => {
    const { status, stdout, stderr } = run(here(), ["stream", seed, "--format", "json"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { schemaVersion, host, transcript, calls, findings, complete } = JSON.parse(stdout);
    expect({ schemaVersion, host, complete }).toEqual({ schemaVersion: 1, host: "claude-code", complete: true });
    expect(transcript).toBe(
      'my_queue({"person":"Zelda"}) -> find_messages?({"query":"Zelda"}) -> find_messages({"query":"Zelda"})',
    );
    expect(Object.keys(calls[0])).toEqual("id name server tool arguments accepted isError read result".split(" "));
    expect(calls[2]).toMatchObject({
      name: "mcp__history__find_messages",
      server: "history",
      tool: "find_messages",
      arguments: { query: "Zelda" },
      accepted: true,
      isError: false,
      read: "view",
      result: expect.stringMatching(/^\{"messages":/),
    });
    expect(calls[1]).toMatchObject({ name: "find_messages", server: null, accepted: false, read: "host-error" });
    expect(findings).toMatchObject([{ kind: "miscall", call: "toolu_02" }]);
  });

  test("is whole without a call, and with `--cost`", () => {
    const folder = project({ "run.jsonl": stream(init(), done()) });
    const args = ["stream", "run.jsonl", "--format", "json"];
    expect(JSON.parse(run(folder, args).stdout)).toMatchObject({ calls: [], transcript: "", findings: [] });
    const { cost } = JSON.parse(run(here(), ["stream", fixed, "--cost", "--format", "json"]).stdout);
    expect(cost.map(({ tool }: { tool: string }) => tool)).toEqual(["find_messages", "my_queue"]);
  });

  test("what is not delivered names what was expected, and its call", () => {
    const { stdout } = run(here(), ["stream", fixed, "--format", "json", "--expect", "my_queue=Never lie."]);
    expect(JSON.parse(stdout).findings.at(-1)).toMatchObject({
      kind: "not-delivered",
      call: "toolu_01",
      expected: "Never lie.",
      message: expect.stringContaining("never arrived"),
    });
  });
});

describe("for people", () => {
  test("one line a call, findings at the end", () => {
    const { stdout } = run(here(), ["stream", seed]);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^view {8}my_queue\(\{"person":"Zelda"\}\) {2}\{"open":2,.*…$/);
    expect(lines[1]).toMatch(/^refused {5}find_messages\?\(\{"query":"Zelda"\}\) {2}<tool_use_error>/);
    expect(lines[3]).toBe("");
    expect(lines[4]).toMatch(/^warning {2}miscall {8}`find_messages` was refused/);
    expect(lines.at(-2)).toBe("1 warning: 3 MCP calls on claude-code, 1 refused");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("a refused call stands out in a terminal, channels have colours", () => {
    const { stdout } = run(here(), ["stream", seed], { FORCE_COLOR: "1", COLUMNS: "80" });
    const esc = String.fromCharCode(27);
    const [view = "", refused = ""] = stdout.split("\n");
    expect(view.startsWith(`${esc}[36mview`)).toBe(true);
    expect(refused.startsWith(`${esc}[7m${esc}[31mrefused`)).toBe(true);
    expect(refused).toContain(`${esc}[1m${esc}[31mfind_messages?`);
  });

  test("what a result holds can't act on the terminal", () => {
    const esc = String.fromCharCode(27);
    const hostile = `${esc}[2J\n::error::${"x".repeat(500)}`;
    const lines = [
      init(),
      call(esc, "mcp__history__x", { hostile }),
      result(esc, [{ type: "text", text: hostile }]),
      done(),
    ];
    const folder = project({ "run.jsonl": stream(...lines) });
    for (const format of ["text", "json"]) {
      const { stdout } = run(folder, ["stream", "run.jsonl", "--format", format, "--expect", hostile]);
      expect(stdout).not.toMatch(/^::|(?!\n)\p{Cc}/mu);
    }
  });

  test("`--cost` weighs the tools, `sites --cost` what their source tells", () => {
    expect(run(here(), ["stream", fixed, "--cost"]).stdout).toMatch(
      /\ntool +calls +read +text +view +note +repeated by it\nfind_messages +1 +view +- +672 \(~168\) +394 \(~99\) +0%\n/,
    );
    const folder = project({ "a.ts": servers.losesRule });
    expect(run(folder, ["sites", "--cost"]).stdout).toContain(
      "\n  cost       text 30 characters (~8 tokens), 0 of them in both\n",
    );
    const [site] = JSON.parse(run(folder, ["sites", "--cost", "--format", "json"]).stdout).sites;
    expect(site.cost).toEqual({
      text: { characters: 30, tokens: 8 },
      isExact: true,
      repeated: { characters: 0, tokens: 0 },
    });
    const open = { "a.ts": servers.losesRule.replace("async () => {\n  const open = 2;", "async ({ open }) => {") };
    expect(run(project(open), ["sites", "--cost"]).stdout).toContain("text at least 29 characters (~8 tokens)");
  });

  test("rules of the source that never arrived, each with its place", () => {
    const source = "fixtures/servers/discord-history";
    const { status, stdout } = run(process.cwd(), ["stream", seed, "--rules-from", source], { COLUMNS: "160" });
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^error {4}not-delivered {2}`CARD_RULE` never arrived: `find_messages` \(toolu_03\), read as view; written at/m,
    );
    expect(stdout).toMatch(/src\/rules\.ts:10$/m);
    expect(stdout).toMatch(/^5 errors, 1 warning: 3 MCP calls on claude-code, 1 refused$/m);
  });

  test("a source whose tools were not called is told", () => {
    const { status, stderr } = run(project({ "a.ts": servers.losesRule }), ["stream", fixed, "--rules-from", "a.ts"]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: "mcp-lint: no tool that was called is one of `--rules-from`, so its rules were not looked for\n",
    });
  });
});

describe("a run", () => {
  test("from stdin", async () => {
    const { status, stdout } = spawnSync(process.execPath, [cli, "stream", "-"], {
      cwd: here(),
      env: environment(),
      encoding: "utf8",
      input: streamText("call-prep-nobody.gemini-cli"),
    });
    expect(status).toBe(0);
    expect(stdout).toContain("3 MCP calls on gemini-cli, 1 refused");
    const empty = spawnSync(process.execPath, [cli, "stream", "-"], {
      env: environment(),
      encoding: "utf8",
      input: "",
    });
    expect(empty).toMatchObject({ status: 2, stderr: "mcp-lint: stdin: it is empty\n" });
  });

  test("that was cut off is read to there, and that is said", () => {
    const text = streamText("call-prep-nobody.claude-code");
    const cut = run(project({ "run.jsonl": text.slice(0, -200) }), ["stream", "run.jsonl"]);
    expect(cut.stdout).toContain("3 MCP calls on claude-code");
    expect(cut.stderr).toBe("mcp-lint: the stream is cut off in the middle of line 10; it was read up to there\n");
    const ended = project({ "run.jsonl": text.split("\n").slice(0, 6).join("\n") });
    const short = run(ended, ["stream", "run.jsonl", "--format", "json"]);
    expect(short.stderr).toBe("mcp-lint: the stream ends before the run does; it was read up to there\n");
    expect(JSON.parse(short.stdout)).toMatchObject({ complete: false });
  });

  test("keeps one server's calls", () => {
    const lines = [call("a", "mcp__history__x"), result("a", "x"), call("b", "mcp__other__y"), result("b", "y")];
    const folder = project({ "run.jsonl": stream(init(), ...lines, done()) });
    const { stdout } = run(folder, ["stream", "run.jsonl", "--server", "other", "--format", "json"]);
    expect(JSON.parse(stdout).transcript).toBe("y({})");
  });

  test("whose reader has gone ends in peace", async () => {
    const folder = project({});
    longRun(join(folder, "run.jsonl"), 1_000_000);
    const child = spawn(process.execPath, [cli, "stream", "run.jsonl", "--format", "json"], {
      cwd: folder,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  });
});

describe("what it takes", () => {
  const watch = `process.on("exit", () => {
  const heavy = Object.keys(require.cache).some((path) => /[\\\\/]ts-morph[\\\\/]|[\\\\/]typescript[\\\\/]/.test(path));
  require("node:fs").writeSync(2, (heavy ? "[parser loaded]" : "[no parser]") + process.resourceUsage().maxRSS);
});`;
  const taken = (folder: string, args: readonly string[]) => {
    writeFileSync(join(folder, "watch.cjs"), watch);
    const { stderr, status } = spawnSync(process.execPath, [cli, ...args], {
      cwd: folder,
      env: environment({ NODE_OPTIONS: `--require ${JSON.stringify(join(folder, "watch.cjs"))}` }),
      encoding: "utf8",
      // What is printed is larger than a pipe's buffer here.
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [, parser = "", kilobytes = "0"] = /\[(.*)\](\d+)$/.exec(stderr) ?? [];
    return { parser, megabytes: Number(kilobytes) / 1024, status };
  };

  test("no parser, unless rules of a source are asked for", () => {
    const folder = project({ "server.ts": servers.losesRule });
    copyFileSync(fixed, join(folder, "run.jsonl"));
    const args = ["stream", "run.jsonl", "--expect", "x", "--cost", "--strict"];
    expect(taken(folder, args).parser).toBe("no parser");
    expect(taken(folder, [...args, "--rules-from", "server.ts"]).parser).toBe("parser loaded");
  });

  // Measured: 68 and 75 MB. 1.8 times as much with the calls kept, 1.5 times with a heap that grows as it likes.
  test.each([["text"], ["json"]])("as much memory for the whole as for a tenth (%s)", (format) => {
    const folder = project({});
    const args = (name: string) => ["stream", name, "--format", format, "--expect", "Never follow instructions"];
    longRun(join(folder, "tenth.jsonl"), 6_000_000);
    longRun(join(folder, "whole.jsonl"), 60_000_000);
    expect(statSync(join(folder, "whole.jsonl")).size).toBeGreaterThan(59_000_000);
    const [tenth, whole] = [taken(folder, args("tenth.jsonl")), taken(folder, args("whole.jsonl"))];
    expect([tenth.status, whole.status]).toEqual([0, 0]);
    expect(tenth.megabytes).toBeGreaterThan(20);
    expect(whole.megabytes).toBeLessThan(tenth.megabytes * 1.35);
  });
});
