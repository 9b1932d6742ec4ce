/** Columns that text takes in a terminal. */

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])/u;

/** Wide characters count two, marks that join the one before count none. */
export function displayWidth(text: string): number {
  // Most lines are ASCII, and there a character is a column.
  if (/^[\x20-\x7E]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** As much of the start of a text as fits. */
export function fitting(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let [shown, width] = ["", 0];
  for (const { segment } of graphemes.segment(text)) {
    width += displayWidth(segment);
    if (width > columns - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}
