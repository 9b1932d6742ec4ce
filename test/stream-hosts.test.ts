/** What the streams of the three hosts say, in every shape that `fixtures/streams` holds. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Call, Reading } from "../src/stream/call.js";
import { grader } from "../src/stream/grade.js";
import { linesIn } from "../src/stream/lines.js";
import { callQueue } from "../src/stream/queue.js";
import { step } from "../src/stream/transcript.js";
import { call, done, followed, init, result, stream, streamText } from "./support/streams.js";

const fixture = (name: string) => followed([streamText(name)]);

/** `accepted`, or why not, and what was read. */
const outcome = ({ accepted, miscall, isError, read }: Call) =>
  `${accepted ? (isError ? "error" : "ok") : miscall ? "refused" : "not run"} ${read}`;

const caseOf = ({ id, arguments: given }: Call) => String((given as { case: unknown }).case ?? id);

describe("Claude Code", () => {
  test.each<[string, string]>([
    ["text-blocks", "ok text"],
    ["view-string", "ok view"],
    ["view-no-record", "ok view"],
    ["two-text-blocks", "ok text"],
    ["json-in-a-block", "ok text"],
    ["view-beside-image", "ok view"],
    ["image-alone", "ok text"],
    ["error-string", "error text"],
    ["error-blocks", "error text"],
    ["error-json", "error text"],
    ["unknown-tool", "refused host-error"],
    ["unknown-tool-newer", "refused host-error"],
    ["unknown-tool-bare", "refused host-error"],
    ["server-says-so", "error text"],
    ["invalid-input", "not run host-error"],
    ["denied", "not run host-error"],
    ["persisted", "ok truncated"],
    ["over-tokens", "ok truncated"],
    ["over-tokens-older", "error truncated"],
    ["empty-list", "ok empty"],
    ["null", "ok empty"],
    ["absent", "ok empty"],
    ["server-with-underscores", "ok text"],
    ["not-json-string", "ok text"],
  ])("%s: %s", async (name, expected) => {
    const { calls } = await fixture("variants.claude-code");
    expect(calls.filter((each) => caseOf(each) === name).map(outcome)).toEqual([expected]);
  });

  test("that is all of them: a tool of the host's own is no MCP call", async () => {
    const { calls, host, end } = await fixture("variants.claude-code");
    expect(host).toBe("claude-code");
    expect(calls).toHaveLength(24);
    expect(end).toMatchObject({ complete: true, answer: "Done." });
  });

  test("server and tool, where a server's name holds `__` or belongs to a plugin", async () => {
    const { calls } = await fixture("variants.claude-code");
    const named = new Map(calls.map(({ name, server, tool }) => [name, [server, tool]]));
    expect(named.get("mcp__odd__server__list")).toEqual(["odd__server", "list"]);
    expect(named.get("mcp__plugin_charts_charts__draw")).toEqual(["plugin_charts_charts", "draw"]);
    expect(named.get("mcp__history__timeline")).toEqual(["history", "timeline"]);
    expect(named.get("find_messages")).toEqual([null, "find_messages"]);
  });

  test("a record of the host's tells a view from text that is JSON", async () => {
    const json = '{"messages":[]}';
    const block = [{ type: "text", text: json }];
    const { calls } = await followed([
      stream(
        call("a", "mcp__history__x"),
        { ...result("a", block), tool_use_result: json },
        call("b", "mcp__history__x"),
        { ...result("b", block), tool_use_result: block },
      ),
    ]);
    expect(calls.map(({ read }) => read)).toEqual(["view", "text"]);
  });
});

test("subagents, parallel calls and answers out of order: each result stays with its call", async () => {
  const { calls } = await fixture("subagents.claude-code");
  expect(calls.map(({ id, agent, result, miscall }) => [id, agent, miscall ? "refused" : result])).toEqual([
    ["p1", null, '{"messages":["one"]}'],
    ["p2", null, '{"messages":["two"]}'],
    ["s1", "toolu_task", "refused"],
    ["s2", "toolu_task", "Alpha's day."],
    ["p3", null, "Beta's day."],
  ]);
});

describe("Codex", () => {
  test.each<[string, string, string]>([
    ["text-alone", "ok text", "Alone."],
    ["both-channels", "ok view", '{"messages":[]}'],
    ["view-alone", "ok view", '{"messages":[1]}'],
    ["empty-view", "ok view", "{}"],
    ["is-error", "error text", "No channel."],
    ["is-error-view", "error view", '{"code":404}'],
    ["timed-out", "not run host-error", "tool call error: timed out awaiting tools/call after 60s"],
    ["nothing", "ok empty", ""],
    ["image", "ok text", "[image]"],
    ["image-view", "ok view", '{"points":3}'],
    ["encrypted", "ok text", "Sealed."],
    ["item-type", "ok text", "From September."],
    ["never-answered", "not run unknown", ""],
  ])("%s: %s", async (id, expected, read) => {
    const { calls } = await fixture("variants.codex");
    const found = calls.filter((each) => each.id === id);
    expect(found.map(outcome)).toEqual([expected]);
    expect(found[0]?.result).toBe(read);
  });

  test("keeps what the server sent beside what was read", async () => {
    const { calls, end } = await fixture("variants.codex");
    expect(calls.find(({ id }) => id === "both-channels")).toMatchObject({
      name: "mcp__history__find_messages",
      server: "history",
      tool: "find_messages",
      sent: { text: "The rule.", view: { messages: [] } },
    });
    expect(end.complete).toBe(true);
  });

  test("of a result that the event cuts short, nobody knows the channels", async () => {
    const text = `{"content":[{"type":"text","text":"${"x".repeat(300_000)}…5000 chars truncated…`;
    const item = {
      id: "item_1",
      type: "mcp_tool_call",
      server: "history",
      tool: "x",
      arguments: {},
      result: { content: [{ type: "text", text }], structured_content: null },
      error: null,
      status: "completed",
    };
    const { calls } = await followed([
      stream({ type: "thread.started", thread_id: "t" }, { type: "item.completed", item }),
    ]);
    expect(calls[0]).toMatchObject({ read: "truncated" });
    expect(calls[0]).not.toHaveProperty("sent");
  });
});

describe("Gemini CLI", () => {
  test.each<[string, string]>([
    ["text", "ok text"],
    ["absent", "ok unknown"],
    ["empty", "ok empty"],
    ["spilled", "ok truncated"],
    ["tool-error", "error text"],
    ["tool-error-view", "error both"],
    ["not-registered", "refused host-error"],
    ["invalid", "not run host-error"],
  ])("%s: %s", async (name, expected) => {
    const { calls } = await fixture("variants.gemini-cli");
    expect(calls).toHaveLength(8);
    expect(calls.filter((each) => caseOf(each) === name).map(outcome)).toEqual([expected]);
  });

  test("puts together what the agent says", async () => {
    const { end, calls } = await fixture("call-prep-nobody.gemini-cli");
    expect(end).toMatchObject({ answer: "Zelda is waiting for you in #backend.", complete: true });
    expect(calls[0]).toMatchObject({ name: "mcp_history_my_queue", server: "history", tool: "my_queue" });
  });
});

describe("a stream", () => {
  const answers = (calls: readonly Call[]) => calls.map(({ id, result }) => [id, result]);

  test("reads the same in pieces of any size", async () => {
    const whole = await fixture("variants.claude-code");
    const bytes = new TextEncoder().encode(`\uFEFF${streamText("variants.claude-code").replaceAll("\n", "\r\n")}é`);
    for (const size of [1, 7, 4096]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect((await followed(pieces)).calls).toEqual(whole.calls);
    }
  });

  test("reads UTF-16, as a redirect of PowerShell writes it", async () => {
    const text = `\uFEFF${streamText("call-prep-nobody.claude-code")}`;
    expect((await followed([Buffer.from(text, "utf16le")])).calls).toHaveLength(3);
  });

  test.each<[string, number, number]>([
    ["in the middle of a line", 0.6, 1],
    ["in the middle of the last line", 0.99, 3],
  ])("that is cut off %s is read to there", async (_, part, complete) => {
    const text = streamText("call-prep-nobody.claude-code");
    const { calls, end } = await followed([text.slice(0, Math.floor(text.length * part))]);
    expect(calls.filter(({ lines }) => lines.answered !== null).length).toBeGreaterThanOrEqual(complete);
    expect(end.complete).toBe(false);
    expect(end.cutAt).toBe(text.slice(0, Math.floor(text.length * part)).split("\n").length);
  });

  test("without a break at its end is whole", async () => {
    const { end } = await followed([streamText("call-prep-nobody.codex").trimEnd()]);
    expect(end).toMatchObject({ complete: true });
    expect(end).not.toHaveProperty("cutAt");
  });

  test.each(["", "\n\n", "no stream\n", "{}\n", '{"type":"log"}\n', "[]\n", '{"jsonrpc":"2.0","id":1}\n'])(
    "%j is none",
    async (text) => {
      await expect(followed([text])).rejects.toThrow(/it is (?:empty|no stream of Claude Code)/);
    },
  );

  test("is given up where nothing tells whose it is", async () => {
    const endless = (function* () {
      for (let at = 0; at < 1000; at++) yield `{"at":${at}}\n`;
      throw new Error("it was read on");
    })();
    await expect(followed(endless)).rejects.toThrow(/it is no stream/);
  });

  test("leaves out a line that is too long to hold", async () => {
    const lines: string[] = [];
    for await (const { text } of linesIn(["short\n", "x".repeat(50), "x".repeat(50), "\nlast"], 60)) lines.push(text);
    expect(lines).toEqual(["short", "last"]);
  });

  test("a call whose answer never comes holds up no other one for good", () => {
    const queue = callQueue({ mostWaiting: 100, mostOpen: 4 });
    const made = (id: string) => ({ id, name: "mcp__h__x", server: "h", tool: "x", arguments: {}, agent: null });
    const said = (text: string) =>
      ({ accepted: true, miscall: false, isError: false, read: "text" as Reading, result: text }) as const;
    for (const id of ["lost", "a", "b"]) queue.start(made(id), 1);
    queue.answer("a", said("x".repeat(60)), 2);
    expect(queue.ready()).toEqual([]);
    queue.answer("b", said("x".repeat(60)), 3);
    expect(answers(queue.ready()).map(([id]) => id)).toEqual(["a", "b"]);
    for (const id of ["c", "d", "e", "f"]) queue.start(made(id), 4);
    expect(answers(queue.ready()).map(([id]) => id)).toEqual(["lost"]);
    expect(queue.rest().map(({ id, read }) => [id, read])).toEqual(["c", "d", "e", "f"].map((id) => [id, "unknown"]));
  });

  test.each(["variants.claude-code", "variants.codex", "variants.gemini-cli"])(
    "whose lines hold anything anywhere is read on (%s)",
    async (name) => {
      const lines = streamText(name)
        .split("\n")
        .filter((line) => line.startsWith('{"'));
      const spoilt = fc.tuple(fc.nat(lines.length - 1), fc.nat(60), fc.jsonValue()).map(([at, key, value]) => {
        let count = 0;
        const swap = (_: string, old: unknown) => (count++ === key && count > 1 ? value : old);
        return lines.with(at, JSON.stringify(JSON.parse(lines[at] ?? "null", swap)) ?? "null");
      });
      await fc.assert(
        fc.asyncProperty(spoilt, async (each) => {
          const { calls } = await followed([each.join("\n")]);
          const grade = grader({ expect: ["x=y"], strict: false });
          for (const call of calls) {
            grade.see(call);
            expect(step(call)).toContain("(");
          }
          expect(Array.isArray(grade.findings({ tools: [] }))).toBe(true);
        }),
        { numRuns: 150 },
      );
    },
  );

  test("an id that comes back is a new call, an answer that comes twice is none", async () => {
    const name = "mcp__history__find_messages";
    const { calls } = await followed([
      stream(
        init(),
        call("a", name),
        result("a", "one"),
        result("a", "two"),
        call("a", name),
        result("a", "three"),
        done(),
      ),
    ]);
    expect(answers(calls)).toEqual([
      ["a", "one"],
      ["a", "three"],
    ]);
  });
});
