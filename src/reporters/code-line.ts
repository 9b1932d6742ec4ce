/** A line of source with a part of it marked, cut around the mark where it is too long. */
import { escaped } from "./escape.js";
import type { Look, Position } from "./report.js";
import { displayWidth, fitting, fittingEnd } from "./width.js";

/** No terminal shows more of a line: the rest of a minified file need not be measured. */
const enough = 500;

/**
 * Two lines: the source behind its number, and carets under the mark. `length` is that of the marked part, in UTF-16
 * units; what goes beyond the line is left out.
 */
export function codeLine(
  line: string,
  { line: number, column }: Position,
  length: number,
  { colors, width, paint }: Pick<Look, "colors" | "width"> & { readonly paint: (text: string) => string },
): string {
  const gutter = String(number).padStart(5);
  const room = Math.max(20, width - gutter.length - 3);
  const start = Math.min(column - 1, line.length);
  const end = Math.min(line.length, start + Math.max(1, length));

  const before = shown(line.slice(0, start).slice(-enough)).trimStart();
  const whole = shown(line.slice(start, end).slice(0, enough));
  // A long mark leaves a little room for what stands before it.
  const mark = fitting(whole, room - 1 - Math.min(displayWidth(before), Math.floor(room / 5)));
  const left = fittingEnd(before, Math.max(1, Math.min(room - displayWidth(mark) - 1, Math.floor(room * 0.45))));
  const rest = room - displayWidth(left) - displayWidth(mark);
  const right = mark === whole && rest > 0 ? fitting(shown(line.slice(end, end + enough)), rest) : "";

  const bar = colors.dim("│");
  const carets = "^".repeat(Math.max(1, displayWidth(mark)));
  return [
    `${colors.dim(gutter)} ${bar} ${left}${paint(mark)}${right}`,
    `${" ".repeat(gutter.length)} ${bar} ${" ".repeat(displayWidth(left))}${paint(carets)}`,
  ].join("\n");
}

const shown = (text: string) => escaped(text.replaceAll("\t", "  "));
