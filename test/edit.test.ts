import fc from "fast-check";
import { expect, test } from "vitest";
import type { Edit } from "../src/diagnostic.js";
import { applyEdits, distinct, overlap, touch } from "../src/fix/edit.js";

function edit(start: number, end: number, text: string, file = "a.ts"): Edit {
  return { span: { file, start, end }, text };
}

test("edits count offsets in the text before, in whatever order they come", () => {
  const edits = [edit(8, 9, "LONGER"), edit(0, 1, ""), edit(4, 4, "+")];
  expect(applyEdits("0123456789", edits)).toBe("123+4567LONGER9");
  expect(applyEdits("0123456789", edits.toReversed())).toBe("123+4567LONGER9");
});

test("offsets are UTF-16 units, and a byte order mark is one of them", () => {
  expect(applyEdits("\uFEFF😀=1", [edit(3, 4, ":")])).toBe("\uFEFF😀:1");
});

test("a file that does not exist is created by an edit at its start", () => {
  expect(applyEdits("", [edit(0, 0, "export {};\n")])).toBe("export {};\n");
});

test("an insertion goes before the range that begins at its place, and after the range that ends there", () => {
  expect(applyEdits("abcd", [edit(2, 4, "CD"), edit(2, 2, "-"), edit(0, 2, "AB")])).toBe("AB-CD");
});

test("insertions at one place stay in their order, and an edit that is told twice happens once", () => {
  expect(applyEdits("ab", [edit(1, 1, "1"), edit(1, 1, "2"), edit(1, 1, "1")])).toBe("a12b");
  expect(distinct([edit(0, 1, "x"), edit(0, 1, "x"), edit(0, 1, "y")])).toEqual([edit(0, 1, "x"), edit(0, 1, "y")]);
});

test.each([
  ["that overlap", [edit(0, 3, ""), edit(2, 5, "")], /overlap at 2/],
  ["inside another", [edit(0, 5, ""), edit(2, 2, "x")], /overlap at 2/],
  ["behind the end", [edit(4, 11, "")], /outside a\.ts/],
  ["that run backwards", [edit(4, 3, "")], /outside a\.ts/],
])("edits %s are refused", (_, edits, message) => {
  expect(() => applyEdits("0123456789", edits)).toThrow(message);
});

test.each<[string, Edit, Edit, boolean, boolean]>([
  ["apart", edit(0, 2, ""), edit(3, 5, ""), false, false],
  ["side by side", edit(0, 2, ""), edit(2, 5, ""), false, true],
  ["one in the other", edit(0, 5, ""), edit(2, 3, ""), true, true],
  ["the same range", edit(2, 5, ""), edit(2, 5, ""), true, true],
  ["insertion inside", edit(0, 5, ""), edit(2, 2, ""), true, true],
  ["insertion at the edge", edit(2, 5, ""), edit(2, 2, ""), false, true],
  ["insertions at one place", edit(2, 2, "a"), edit(2, 2, "b"), false, true],
  ["in two files", edit(0, 5, ""), edit(0, 5, "", "b.ts"), false, false],
])("%s", (_, a, b, overlaps, touches) => {
  expect([overlap(a, b), overlap(b, a)]).toEqual([overlaps, overlaps]);
  expect([touch(a, b), touch(b, a)]).toEqual([touches, touches]);
});

/** Cuts a text into pieces, of which every second one is replaced. */
const cuts = fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string(), fc.string()), { maxLength: 8 });

test("what stands between the edits stays, and what they replace goes", () => {
  fc.assert(
    fc.property(cuts, fc.array(fc.nat()), (pieces, order) => {
      let before = "";
      const edits = pieces.map(([kept, old, text]) => {
        const start = before.length + kept.length;
        before += kept + old;
        return edit(start, start + old.length, text);
      });
      // Two insertions at one place are an order, not a set: only then the shuffle may not be seen.
      fc.pre(edits.every((one, index) => edits.slice(index + 1).every((other) => !touch(one, other))));
      const after = pieces.map(([kept, , text]) => kept + text).join("");
      const shuffled = edits.toSorted((a, b) => (order[a.span.start] ?? 0) - (order[b.span.start] ?? 0));
      expect(applyEdits(before, shuffled)).toBe(after);
    }),
  );
});
