import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Edit, Fix } from "../src/diagnostic.js";
import { applyEdits, distinct, overlap, same, touch } from "../src/fix/edit.js";
import { applyFixes, fixUntilStill, type Pass, selectFixes } from "../src/fix/fixer.js";

function edit(file: string, start: number, end: number, text: string): Edit {
  return { span: { file, start, end }, text };
}

function fix(...edits: [Edit, ...Edit[]]): Fix {
  return { title: "mend it", safety: "safe", edits };
}

describe("selectFixes", () => {
  test("takes fixes that are apart, across files", () => {
    const fixes = [fix(edit("a.ts", 0, 2, "x"), edit("b.ts", 0, 2, "y")), fix(edit("a.ts", 3, 4, "z"))];
    expect(selectFixes(fixes)).toEqual({ chosen: fixes, waiting: [], refused: [] });
  });

  test("lets the later of two fixes wait where they overlap or meet, with all of its edits", () => {
    const first = fix(edit("a.ts", 5, 8, "x"));
    const meets = fix(edit("b.ts", 0, 1, "y"), edit("a.ts", 8, 9, "y"));
    const alsoInB = fix(edit("b.ts", 0, 1, "z"));
    expect(selectFixes([first, meets, alsoInB])).toEqual({ chosen: [first, alsoInB], waiting: [meets], refused: [] });
  });

  test("shares the very same edit: one import, one new file for several sites", () => {
    const share: [Edit, Edit] = [
      edit("a.ts", 0, 0, 'import { reply } from "./reply.js";\n'),
      edit("reply.ts", 0, 0, "…"),
    ];
    const fixes = [fix(...share, edit("a.ts", 10, 20, "reply(a)")), fix(...share, edit("a.ts", 30, 40, "reply(b)"))];
    expect(selectFixes(fixes).chosen).toEqual(fixes);
    const texts = applyFixes(fixes, (path) => (path === "a.ts" ? "0123456789".repeat(4) : undefined));
    expect(texts.get("reply.ts")).toBe("…");
    expect(texts.get("a.ts")).toBe('import { reply } from "./reply.js";\n0123456789reply(a)0123456789reply(b)');
  });

  test("lets the second of two different creations of one file wait", () => {
    const [one, other] = [fix(edit("reply.ts", 0, 0, "one")), fix(edit("reply.ts", 0, 0, "other"))];
    expect(selectFixes([one, other])).toEqual({ chosen: [one], waiting: [other], refused: [] });
  });

  test("refuses a fix that contradicts itself, and takes one that only meets or repeats itself", () => {
    const contradicts = fix(edit("a.ts", 0, 4, "x"), edit("a.ts", 2, 6, "y"));
    const meets = fix(edit("a.ts", 0, 4, "x"), edit("a.ts", 4, 6, "y"));
    const repeats = fix(edit("b.ts", 0, 4, "x"), edit("b.ts", 0, 4, "x"));
    const fixes = [contradicts, meets, repeats];
    expect(selectFixes(fixes)).toEqual({ chosen: [meets, repeats], waiting: [], refused: [contradicts] });
  });
});

describe("whatever the fixes", () => {
  const texts = new Map([
    ["a.ts", "abcdefghijklmnopqrstuvwxyz"],
    ["b.ts", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  ]);
  const anyEdit = fc
    .record({
      file: fc.constantFrom("a.ts", "b.ts"),
      start: fc.nat(26),
      length: fc.nat(4),
      text: fc.constantFrom("", "1", "22"),
    })
    .map(({ file, start, length, text }) => edit(file, start, Math.min(start + length, 26), text));
  // Fixes draw from one pool of edits, so that many of them are shared.
  const anyFixes = fc
    .array(anyEdit, { minLength: 3, maxLength: 12 })
    .chain((pool) => fc.array(fc.shuffledSubarray(pool, { minLength: 1, maxLength: 3 }), { maxLength: 12 }))
    .map((fixes) => fixes.map((edits) => fix(...(edits as [Edit, ...Edit[]]))));

  test("each is chosen, waits or is refused, and the order is kept", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        const { chosen, waiting, refused } = selectFixes(fixes);
        for (const part of [chosen, waiting, refused]) expect(part).toEqual(fixes.filter((one) => part.includes(one)));
        expect(chosen.length + waiting.length + refused.length).toBe(fixes.length);
      }),
    );
  });

  test("no edits of the chosen overlap, and none of two fixes meet unless one fix holds both", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        const { chosen } = selectFixes(fixes);
        const edits = distinct(chosen.flatMap((one) => one.edits));
        for (const [index, a] of edits.entries())
          for (const b of edits.slice(index + 1)) {
            expect(overlap(a, b)).toBe(false);
            const together = chosen.some((one) => [a, b].every((part) => one.edits.some((own) => same(own, part))));
            expect(touch(a, b)).toBe(touch(a, b) && together);
          }
      }),
    );
  });

  test("every waiting one is in the way of a chosen one", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        const { chosen, waiting } = selectFixes(fixes);
        const taken = chosen.flatMap((one) => one.edits);
        for (const one of waiting)
          expect(one.edits.some((a) => taken.some((b) => touch(a, b) && !same(a, b)))).toBe(true);
        if (fixes.some((one) => !selectFixes([one]).refused.length)) expect(chosen.length).toBeGreaterThan(0);
      }),
    );
  });

  test("the chosen ones are chosen again", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        const { chosen } = selectFixes(fixes);
        expect(selectFixes(chosen)).toEqual({ chosen, waiting: [], refused: [] });
      }),
    );
  });

  test("all at once is the same as one after the other", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        const { chosen } = selectFixes(fixes);
        const atOnce = applyFixes(chosen, (path) => texts.get(path));
        const oneByOne = new Map<string, string>();
        const done: Edit[] = [];
        for (const one of chosen)
          for (const file of new Set(one.edits.map(({ span }) => span.file))) {
            const news = one.edits.filter((own) => own.span.file === file && !done.some((other) => same(own, other)));
            const text = oneByOne.get(file) ?? texts.get(file) ?? "";
            oneByOne.set(
              file,
              applyEdits(
                text,
                news.map((own) => moved(own, done)),
              ),
            );
            done.push(...distinct(news));
          }
        expect(atOnce).toEqual(oneByOne);
      }),
    );
  });

  /** The edit as it stands in the text after the `done` ones, none of which it touches. */
  function moved({ span, text }: Edit, done: readonly Edit[]): Edit {
    const before = done.filter((other) => other.span.file === span.file && other.span.end < span.start);
    const by = before.reduce((sum, other) => sum + other.text.length - (other.span.end - other.span.start), 0);
    return edit(span.file, span.start + by, span.end + by, text);
  }
});

describe("fixUntilStill", () => {
  const disk = new Map([
    ["a.ts", "one one one"],
    ["b.ts", "calm"],
  ]);
  const read = (path: string) => disk.get(path);

  /** A pass that offers the fixes which `rule` finds in the texts as they are, and whose result is these texts. */
  function passOf(rule: (texts: ReadonlyMap<string, string>) => readonly Fix[], isBroken = (_text: string) => false) {
    const looks: Record<string, string>[] = [];
    const pass: Pass<Record<string, string>> = async (overlay) => {
      const texts = new Map([...disk, ...overlay]);
      looks.push(Object.fromEntries(texts));
      const syntaxErrors = [...texts].filter(([, text]) => isBroken(text)).map(([path]) => path);
      return { result: Object.fromEntries(texts), fixes: rule(texts), syntaxErrors };
    };
    return { pass, looks };
  }

  /** Replaces a word wherever it stands. */
  function replace(word: string, by: string) {
    return (texts: ReadonlyMap<string, string>) =>
      [...texts].flatMap(([path, text]) =>
        [...text.matchAll(new RegExp(word, "g"))].map(({ index }) => fix(edit(path, index, index + word.length, by))),
      );
  }

  const undone = { changed: new Map(), originals: new Map(), applied: 0, result: Object.fromEntries(disk) };

  test("does nothing, and looks once, where there is no fix", async () => {
    const { pass, looks } = passOf(() => []);
    expect(await fixUntilStill(pass, read)).toEqual(undone);
    expect(looks).toHaveLength(1);
  });

  test("takes what goes together, looks again, and says what was changed and what it was made from", async () => {
    const { pass, looks } = passOf(replace("one", "two"));
    expect(await fixUntilStill(pass, read)).toEqual({
      changed: new Map([["a.ts", "two two two"]]),
      originals: new Map([["a.ts", "one one one"]]),
      applied: 3,
      result: { "a.ts": "two two two", "b.ts": "calm" },
    });
    expect(looks).toHaveLength(2);
  });

  test("takes clashing fixes one pass after the other", async () => {
    const { pass, looks } = passOf((texts) => {
      const text = texts.get("a.ts") ?? "";
      return [...text.matchAll(/n/g)].flatMap(({ index }) => [
        fix(edit("a.ts", index, index + 1, "N")),
        fix(edit("a.ts", index + 1, index + 2, text[index + 1]?.toUpperCase() ?? "")),
      ]);
    });
    const fixed = await fixUntilStill(pass, read);
    expect(fixed.changed.get("a.ts")).toBe("oNe oNe oNe");
    expect(fixed.applied).toBe(3);
    expect(looks).toHaveLength(2);
  });

  test("creates files, which the next pass sees", async () => {
    const { pass } = passOf((texts) =>
      texts.has("new.ts") ? replace("draft", "done")(texts) : [fix(edit("new.ts", 0, 0, "draft"))],
    );
    const fixed = await fixUntilStill(pass, read);
    expect(fixed.changed).toEqual(new Map([["new.ts", "done"]]));
    expect(fixed.originals).toEqual(new Map([["new.ts", undefined]]));
    expect(fixed.applied).toBe(2);
  });

  test("leaves a fix alone that contradicts itself", async () => {
    const { pass } = passOf(() => [fix(edit("a.ts", 0, 4, "x"), edit("a.ts", 2, 6, "y"))]);
    expect(await fixUntilStill(pass, read)).toEqual(undone);
  });

  test("undoes a run that comes back to an earlier text, in whichever file, with all that went well", async () => {
    const { pass } = passOf((texts) => [
      ...replace("one", "two")(texts),
      ...replace("two", "three")(texts),
      ...replace("three", "one")(texts),
      ...replace("calm", "calmer")(new Map([["b.ts", texts.get("b.ts") === "calm" ? "calm" : ""]])),
    ]);
    const trouble = "the fixes of `a.ts` go round in circles, so nothing was fixed; please report it";
    expect(await fixUntilStill(pass, read)).toEqual({ ...undone, trouble });
  });

  test("undoes a run whose fix changes nothing", async () => {
    const { pass } = passOf(() => [fix(edit("b.ts", 0, 1, "c"))]);
    expect((await fixUntilStill(pass, read)).trouble).toMatch(/^the fixes of `b\.ts` go round in circles/);
  });

  test("undoes a run that is not still after ten rounds, and takes one that is", async () => {
    const growUntil = (length: number) => (texts: ReadonlyMap<string, string>) => {
      const { length: now } = texts.get("b.ts") ?? "";
      return now < length ? [fix(edit("b.ts", now, now, "!"))] : [];
    };
    const enough = passOf(growUntil(14));
    expect((await fixUntilStill(enough.pass, read)).changed.get("b.ts")).toBe("calm!!!!!!!!!!");
    const tooMuch = passOf(growUntil(15));
    const trouble = "`b.ts` still has fixes after 10 rounds, so nothing was fixed; please report it";
    expect(await fixUntilStill(tooMuch.pass, read)).toEqual({ ...undone, trouble });
    expect(tooMuch.looks).toHaveLength(11);
    expect((await fixUntilStill(passOf(growUntil(6)).pass, read, 1)).trouble).toMatch(/after 1 rounds/);
  });

  test("undoes a run that breaks the syntax of a file, but not for a file that was broken before or not touched", async () => {
    const breaking = passOf(replace("one", "{"), (text) => text.includes("{"));
    const trouble = "a fix breaks the syntax of `a.ts`, so nothing was fixed; please report it";
    expect(await fixUntilStill(breaking.pass, read)).toEqual({ ...undone, trouble });

    const brokenBefore = passOf(replace("one", "{"), (text) => text.includes("{") || text.startsWith("one"));
    expect((await fixUntilStill(brokenBefore.pass, read)).changed.get("a.ts")).toBe("{ { {");

    // A file that is only looked at once a fix has made it interesting.
    let isFirst = true;
    const seenLater: Pass<null> = async (overlay) => {
      const fixes = overlay.size === 0 ? [fix(edit("a.ts", 0, 1, "O"))] : [];
      const syntaxErrors = isFirst ? [] : ["b.ts"];
      isFirst = false;
      return { result: null, fixes, syntaxErrors };
    };
    expect((await fixUntilStill(seenLater, read)).changed.get("a.ts")).toBe("One one one");
  });

  test("fails loudly where a fix was made for another text", async () => {
    const { pass } = passOf(() => [fix(edit("b.ts", 10, 12, "x"))]);
    await expect(fixUntilStill(pass, read)).rejects.toThrow(/outside b\.ts/);
  });
});
