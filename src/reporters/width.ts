/** Columns that text takes in a terminal. */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])/u;

/** Wide characters count two, marks that join the one before count none. */
export function displayWidth(text: string): number {
  // Most lines are ASCII, and there a character is a column.
  if (/^[\x20-\x7E]*$/.test(text)) return text.length;
  return graphemes(text).reduce((width, grapheme) => width + (wide.test(grapheme) ? 2 : 1), 0);
}

/** As much of the start of a text as fits; `…` stands for what is cut off. */
export function fitting(text: string, columns: number): string {
  return displayWidth(text) <= columns ? text : `${taken(graphemes(text), columns - 1).join("")}…`;
}

/** As much of the end of a text as fits. */
export function fittingEnd(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return `…${taken(graphemes(text).toReversed(), columns - 1)
    .toReversed()
    .join("")}`;
}

/** The text broken at spaces into lines that fit; a longer word stands alone. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A label and a text beside it, wrapped under itself: `  lost on  codex, vscode`. `dress` paints the label. */
export function labelled(
  label: string,
  text: string,
  { labels, width, dress }: { labels: number; width: number; dress: (label: string) => string },
): string[] {
  const [first = "", ...rest] = wrapped(text, Math.max(24, width - labels - 4));
  return [`  ${dress(label.padEnd(labels))}  ${first}`, ...rest.map((line) => `${" ".repeat(labels + 4)}${line}`)];
}

const graphemes = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

function taken(from: readonly string[], columns: number): string[] {
  let width = 0;
  const end = from.findIndex((grapheme) => {
    width += displayWidth(grapheme);
    return width > columns;
  });
  return from.slice(0, end < 0 ? from.length : end);
}
