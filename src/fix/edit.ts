/** Text edits against one baseline: when two of them are in each other's way, and what a text is after them. */
import type { Edit } from "../diagnostic.js";

/** Whether the edits claim a common part of one file. An insertion inside a replaced range does; one at its edge does not. */
export function overlap(a: Edit, b: Edit): boolean {
  return a.span.file === b.span.file && a.span.start < b.span.end && b.span.start < a.span.end;
}

/** Whether the edits overlap or meet: two insertions at one place do, and their order would matter. */
export function touch(a: Edit, b: Edit): boolean {
  return a.span.file === b.span.file && a.span.start <= b.span.end && b.span.start <= a.span.end;
}

/** Whether both say the very same: file, span and text. */
export function same(a: Edit, b: Edit): boolean {
  return a.span.file === b.span.file && a.span.start === b.span.start && a.span.end === b.span.end && a.text === b.text;
}

/** The edits in their order, each once. */
export function distinct(edits: readonly Edit[]): readonly Edit[] {
  return edits.filter((edit, index) => edits.findIndex((other) => same(edit, other)) === index);
}

/**
 * The text after all `edits`, which are of one file and count offsets (UTF-16) in `text`. Equal edits count once,
 * insertions at one place stay in their order. A file that does not exist yet is the empty text.
 * Throws a RangeError where edits overlap or leave the text: whoever made them read another text.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = distinct(edits).toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let done = 0;
  for (const { span, text: replacement } of sorted) {
    if (span.start < done) throw new RangeError(`edits of ${span.file} overlap at ${span.start}`);
    if (span.end < span.start || span.end > text.length)
      throw new RangeError(`edit ${span.start}-${span.end} is outside ${span.file}, which has ${text.length} units`);
    result += text.slice(done, span.start) + replacement;
    done = span.end;
  }
  return result + text.slice(done);
}
