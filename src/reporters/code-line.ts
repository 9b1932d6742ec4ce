/** A line of source with a part of it marked, cut around the mark where it is too long. */
import { escaped } from "./escape.js";
import type { Look, Position } from "./report.js";
import { displayWidth } from "./width.js";

/** `length` is that of the marked part, in UTF-16 units; what goes beyond the line is left out. */
export function codeLine(
  line: string,
  { line: number, column }: Position,
  length: number,
  { colors, width }: Pick<Look, "colors" | "width">,
): string {
  const gutter = String(number).padStart(5);
  const start = Math.min(column - 1, line.length);
  const end = Math.min(line.length, start + Math.max(1, length));
  const [before, marked, after] = [line.slice(0, start), line.slice(start, end), line.slice(end)].map(shown) as [
    string,
    string,
    string,
  ];
  const room = Math.max(20, width - gutter.length - 4);
  const mark = cut(marked, room - 2, "end");
  const left = cut(
    before.trimStart() === "" ? "" : before.trimStart(),
    Math.max(2, Math.min(room - displayWidth(mark) - 2, Math.floor(room * 0.45))),
    "start",
  );
  const right = cut(after, Math.max(1, room - displayWidth(left) - displayWidth(mark)), "end");
  const carets = "^".repeat(Math.max(1, displayWidth(mark)));
  const bar = colors.dim("│");
  return `${colors.dim(gutter)} ${bar} ${left}${colors.red(mark)}${right}\n${" ".repeat(gutter.length)} ${bar} ${" ".repeat(displayWidth(left))}${colors.red(carets)}`;
}

const shown = (text: string) => escaped(text.replaceAll("\t", "  "));

/** As much as fits, with `…` for what is cut off at the given side. */
function cut(text: string, columns: number, side: "start" | "end"): string {
  if (displayWidth(text) <= columns) return text;
  const characters = [...text];
  let [kept, width] = ["", 1];
  while (characters.length > 0) {
    const next = (side === "end" ? characters.shift() : characters.pop()) ?? "";
    width += displayWidth(next);
    if (width > columns) break;
    kept = side === "end" ? kept + next : next + kept;
  }
  return side === "end" ? `${kept}…` : `…${kept}`;
}
