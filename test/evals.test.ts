/** What graders of evals build on: accepted calls, and words however they are typed. */
import { createReadStream } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { readRun, says, transcript } from "../src/evals.js";
import { call, done, init, result, stream, streamPath, streamText } from "./support/streams.js";

const find = "mcp__history__find_messages";

describe("readRun", () => {
  test("the run of the story: calls, a miscall, the printed line", async () => {
    const run = await readRun(streamPath("call-prep-nobody.claude-code"));
    expect(run.calls.map(({ tool }) => tool)).toEqual(["my_queue", "find_messages"]);
    expect(run.miscalls.map(({ name, id }) => [name, id])).toEqual([["find_messages", "toolu_02"]]);
    expect(transcript(run)).toMatchInlineSnapshot(
      `"my_queue({"person":"Zelda"}) -> find_messages?({"query":"Zelda"}) -> find_messages({"query":"Zelda"})"`,
    );
    expect(run).toMatchObject({ host: "claude-code", complete: true });
    expect(says(run.answer, "hasn't said yet who signs off")).toBe(true);
  });

  test("the same of a path, a URL, a stream and pieces of text", async () => {
    const path = streamPath("call-prep-nobody.gemini-cli");
    const run = await readRun(path);
    for (const source of [pathToFileURL(path), createReadStream(path), [streamText("call-prep-nobody.gemini-cli")]])
      expect(await readRun(source)).toEqual(run);
  });

  const refusal = "<tool_use_error>Error: No such tool available: find_messages</tool_use_error>";
  const asked = (run: { calls: readonly { tool: string }[] }) => run.calls.some(({ tool }) => tool === "find_messages");

  test.each<[string, readonly unknown[]]>([
    ["refused", [call("a", "find_messages"), result("a", refusal, { is_error: true })]],
    [
      "refused with the prefix",
      [
        call("a", find),
        result("a", `<tool_use_error>Error: No such tool available: ${find}</tool_use_error>`, { is_error: true }),
      ],
    ],
    [
      "invalid",
      [
        call("a", find),
        result("a", "<tool_use_error>InputValidationError: query</tool_use_error>", { is_error: true }),
      ],
    ],
    [
      "denied",
      [
        call("a", find),
        result("a", `Claude requested permissions to use ${find}, but you haven't granted it yet.`, { is_error: true }),
      ],
    ],
    ["not answered", [call("a", find)]],
  ])("a case cannot pass on a call that was %s", async (_, lines) => {
    const run = await readRun([stream(init(), ...lines, done())]);
    expect(run.steps).toHaveLength(1);
    expect(asked(run)).toBe(false);
  });

  test("nor on one that only the end of the run tells to have been denied", async () => {
    const denial = { tool_name: find, tool_use_id: "a", tool_input: {} };
    const lines = [call("a", find), result("a", "Not now.", { is_error: true })];
    expect(asked(await readRun([stream(init(), ...lines, done())]))).toBe(true);
    const run = await readRun([stream(init(), ...lines, done({ permission_denials: [denial] }))]);
    expect(asked(run)).toBe(false);
    expect(run.miscalls).toEqual([]);
    expect(run.steps).toMatchObject([{ read: "host-error", accepted: false }]);
  });

  test("keeps one server's calls", async () => {
    const lines = [call("a", find), result("a", "x"), call("b", "mcp__other__x"), result("b", "x")];
    const run = await readRun([stream(init(), ...lines, done())], { server: "history" });
    expect(run.calls.map(({ id }) => id)).toEqual(["a"]);
  });

  test("says that a run is not whole", async () => {
    const text = streamText("call-prep-nobody.codex");
    expect((await readRun([text])).complete).toBe(true);
    expect((await readRun([text.slice(0, -40)])).complete).toBe(false);
  });

  test("throws where there is nothing to read", async () => {
    await expect(readRun(["nothing\n"])).rejects.toThrow("it is no stream of Claude Code");
    await expect(readRun("no-such-file.jsonl")).rejects.toThrow("there is no such file or folder");
    await expect(readRun("fixtures")).rejects.toThrow("it is a folder");
  });
});

describe("says", () => {
  const straight = `He couldn't say "when" - not yet`;
  const curly = "He couldn’t say “when” – not yet";

  test.each<[string, string | RegExp]>([
    [curly, straight],
    [straight, curly],
    ["It‘s off‐hand — 5 %", "It's off-hand - 5 %"],
    ["«non»", '"non"'],
    [curly, /couldn't say "when"/],
    [straight, /couldn’t say “when”/],
    [straight, /COULDN\u2019T/i],
    ["a – b", /a [–—] b/],
    ["a - b", /a [.–,] b/],
    ["5 € net", /5\u00a0€/u],
    ["x‑y", /x\x2dy/],
    ["line’s\nend", /line's$/m],
  ])("%j says %s", (answer, phrase) => expect(says(answer, phrase)).toBe(true));

  test.each<[string, string | RegExp]>([
    ["He could say when", "couldn't"],
    ["can’t", /^(?!.*can't)/],
    ["Couldn’t", "couldn't"],
    ["a–z", /^[a–c]$/],
    ["b", /^[a–c]$/],
  ])("%j does not say %s", (answer, phrase) => expect(says(answer, phrase)).toBe(false));

  test("a pattern does not remember where it was, and one that can't be retyped counts as it is", () => {
    const pattern = /couldn't/g;
    expect([says(curly, pattern), says(curly, pattern), pattern.lastIndex]).toEqual([true, true, 0]);
    expect(says("“", /[\u2018-\u201f]/)).toBe(true);
  });
});
