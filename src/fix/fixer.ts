/** Which fixes can be taken together, and the loop that takes them until none is left. Nothing is written here. */
import type { Edit, Fix } from "../diagnostic.js";
import { applyEdits, distinct, overlap, same, touch } from "./edit.js";

/** The text of a file before any fix of this call; undefined where there is no file. */
export type Read = (path: string) => string | undefined;

export interface Selection {
  readonly chosen: readonly Fix[];
  /** In the way of a chosen one: their turn is the next pass. */
  readonly waiting: readonly Fix[];
  /** Contradict themselves, so no pass can take them: the fault of a rule. */
  readonly refused: readonly Fix[];
}

/**
 * Takes fixes in the order given, each whole or not at all. A fix waits where an edit of it overlaps or meets another
 * edit of a fix taken before; the very same edit is no clash but shared (one import for several sites of a file).
 */
export function selectFixes(fixes: readonly Fix[]): Selection {
  const chosen: Fix[] = [];
  const waiting: Fix[] = [];
  const refused: Fix[] = [];
  const taken = new Map<string, Edit[]>();
  for (const fix of fixes) {
    const edits = distinct(fix.edits);
    const fresh = edits.filter((edit) => !takenBeside(edit).some((other) => same(edit, other)));
    if (contradictsItself(edits)) refused.push(fix);
    else if (fresh.some((edit) => takenBeside(edit).some((other) => touch(edit, other)))) waiting.push(fix);
    else {
      chosen.push(fix);
      for (const edit of fresh) takenBeside(edit).push(edit);
    }
  }
  return { chosen, waiting, refused };

  function takenBeside({ span }: Edit): Edit[] {
    const beside = taken.get(span.file) ?? [];
    taken.set(span.file, beside);
    return beside;
  }
}

function contradictsItself(edits: readonly Edit[]): boolean {
  return edits.some((edit, index) => edits.slice(index + 1).some((other) => overlap(edit, other)));
}

/** The new text of each file that the fixes change. They have to go together, as `selectFixes` chooses them. */
export function applyFixes(fixes: readonly Fix[], read: Read): Map<string, string> {
  const edits = fixes.flatMap((fix) => fix.edits);
  const paths = new Set(edits.map(({ span }) => span.file));
  const textOf = (path: string) =>
    applyEdits(
      read(path) ?? "",
      edits.filter(({ span }) => span.file === path),
    );
  return new Map([...paths].map((path) => [path, textOf(path)]));
}

/** One look at the files, where `overlay` stands over the disk. */
export type Pass<R> = (overlay: ReadonlyMap<string, string>) => Promise<{
  readonly result: R;
  readonly fixes: readonly Fix[];
  /** The files that do not parse. */
  readonly syntaxErrors: readonly string[];
}>;

export interface Fixed<R> {
  /** Of the last pass; of the first one where the run was undone. */
  readonly result: R;
  /** The new text of each changed file; empty where the run was undone. */
  readonly changed: ReadonlyMap<string, string>;
  /** What the changed files were made from: what must still be on disk when they are written. */
  readonly originals: ReadonlyMap<string, string | undefined>;
  /** How many fixes were taken, over all passes. */
  readonly applied: number;
  /** Why the whole run was undone, in one line. */
  readonly trouble?: string;
}

/**
 * Looks, takes the fixes that go together, and looks again until none is left. The whole run is undone where a text
 * returns to what it was before, where a changed file no longer parses, or where `limit` rounds of fixes leave some.
 * `read` is asked once for each changed file, after the first pass: it has to answer what that pass has read.
 */
export async function fixUntilStill<R>(pass: Pass<R>, read: Read, limit = 10): Promise<Fixed<R>> {
  const first = await pass(new Map());
  const broken = new Set(first.syntaxErrors);
  const history = new Map<string, (string | undefined)[]>();
  let overlay: ReadonlyMap<string, string> = new Map();
  let last = first;
  let applied = 0;
  for (let round = 1; ; round++) {
    const { chosen } = selectFixes(last.fixes);
    const [next] = chosen;
    if (!next) return { result: last.result, changed: overlay, originals: originals(), applied };
    if (round > limit) return undone(`\`${next.edits[0].span.file}\` still has fixes after ${limit} rounds`);

    const texts = applyFixes(chosen, (path) => past(path).at(-1));
    for (const [path, text] of texts) {
      if (past(path).includes(text)) return undone(`the fixes of \`${path}\` go round in circles`);
      past(path).push(text);
    }
    overlay = new Map([...overlay, ...texts]);
    applied += chosen.length;
    last = await pass(overlay);

    const damaged = last.syntaxErrors.find((path) => overlay.has(path) && !broken.has(path));
    if (damaged !== undefined) return undone(`a fix breaks the syntax of \`${damaged}\``);
  }

  /** The texts that a file has had, the one on disk first. */
  function past(path: string): (string | undefined)[] {
    const texts = history.get(path) ?? [read(path)];
    history.set(path, texts);
    return texts;
  }

  function originals(): ReadonlyMap<string, string | undefined> {
    return new Map([...history].map(([path, texts]) => [path, texts[0]]));
  }

  function undone(why: string): Fixed<R> {
    return {
      result: first.result,
      changed: new Map(),
      originals: new Map(),
      applied: 0,
      trouble: `${why}, so nothing was fixed; please report it`,
    };
  }
}
