/** Source text on its way to another place, and the edits that put it there. */
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";

/** The source of a value for another place: its lines keep their distance to where it starts. A long string is left as it is. */
export function movedTo(place: ts.Node, value: ts.Expression): string {
  const source = value.getText();
  const [first = "", ...rest] = source.split("\n");
  const shift = indentOf(value).length - indentOf(place).length;
  const surplus = indentOf(value).slice(0, Math.max(0, shift));
  if (
    rest.length === 0 ||
    surplus === "" ||
    holdsLines(value) ||
    !rest.every((line) => line.startsWith(surplus) || line.trim() === "")
  )
    return source;
  return [first, ...rest.map((line) => line.slice(Math.min(surplus.length, line.search(/\S|$/))))].join("\n");
}

/** The white space that the line of a node begins with. */
export function indentOf(node: ts.Node): string {
  const { text } = node.getSourceFile();
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", node.getStart()) + 1))?.[0] ?? "";
}

/** Whether a template or a comment in it goes over several lines. */
function holdsLines(node: ts.Node): boolean {
  if (ts.isTemplateLiteral(node) && node.getText().includes("\n")) return true;
  return (
    (ts.forEachChild(node, (child) => holdsLines(child) || undefined) ?? false) ||
    /\/\*[\s\S]*\n[\s\S]*\*\//.test(node.getText())
  );
}

/** Whether nothing stands before a node in its line. */
export function startsItsLine(node: ts.Node): boolean {
  const { text } = node.getSourceFile();
  return text.slice(text.lastIndexOf("\n", node.getStart()) + 1, node.getStart()).trim() === "";
}

/** Puts a text in the place of a node. */
export function replace(node: ts.Node, text: string): Edit {
  return { span: { file: node.getSourceFile().fileName, start: node.getStart(), end: node.getEnd() }, text };
}

/** Takes away what stands from an offset to the end of a node; undefined where that holds a comment. */
export function removeBetween(start: number, node: ts.Node): Edit | undefined {
  const { fileName: file, text } = node.getSourceFile();
  const span = { file, start, end: node.getEnd() };
  return /\/\/|\/\*/.test(text.slice(span.start, span.end)) ? undefined : { span, text: "" };
}

/** Comments that speak of the line that comes next. */
const ofNextLine = /(?:disable|ignore)[- ]next[- ]line|(?:biome|prettier|mcp-lint|v8|c8|istanbul)[- ]ignore/;

/** Puts a text before a node, and before a comment that has to stay right above it. */
export function insert(before: ts.Node, text: string): Edit {
  const file = before.getSourceFile();
  const above = ts.getLeadingCommentRanges(file.text, before.pos) ?? [];
  const directive = above.find(({ pos, end }) => ofNextLine.test(file.text.slice(pos, end)));
  const start = directive?.pos ?? before.getStart();
  return { span: { file: file.fileName, start, end: start }, text };
}
