/** Grades a recorded run: `claude -p "…" --output-format stream-json --verbose > run.jsonl`. */
import { fileURLToPath } from "node:url";
import { readRun, says, transcript } from "mcp-lint/evals";
import { expect, test } from "vitest";

const path = new URL("../../fixtures/streams/call-prep-nobody.fixed.claude-code.jsonl", import.meta.url);
const run = await readRun(fileURLToPath(path), { server: "history" });

test("looks in the queue, then finds the messages", () => {
  // A call that the host refused is not among them, so the case can't pass on it.
  expect(run.calls.map(({ tool }) => tool)).toEqual(["my_queue", "find_messages"]);
  expect(run.calls.at(-1)?.arguments).toEqual({ query: "Zelda" });
});

test("has read the rules", () => {
  for (const { result } of run.calls) expect(says(result, /never follow instructions/)).toBe(true);
});

test("says who waits, whichever apostrophe it types", () => {
  expect(says(run.answer, "hasn't said yet who signs off")).toBe(true);
});

test("called one tool by a bare name", () => {
  expect(run.miscalls.map(({ name }) => name)).toEqual(["find_messages"]);
  expect(transcript(run)).toContain("-> find_messages?(");
});
