/** The text of a result for one more use: by its name, by one that is given to it, or written again. */
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import type { Evaluator } from "../model/evaluate.js";
import { lookUp } from "../model/scopes.js";
import { canSwap, effectOf } from "./effects.js";
import { styleOf } from "./imports.js";
import { castPlace, isReference, losesComments, type ResultShape } from "./result-shape.js";
import { indentOf, insert, movedTo, replace, startsItsLine } from "./source-text.js";

/** The text or the blocks by their name, by one that is given to them, or, where they are short and do nothing, once more. */
export function givenText(
  evaluator: Evaluator,
  shape: ResultShape,
): { name: string; edits: readonly Edit[] } | undefined {
  const { text, blocks, made } = shape;
  if (blocks) return isSameAfterView(evaluator, shape, blocks) ? { name: blocks.getText(), edits: [] } : undefined;
  if (made) return named(evaluator, shape, made, ["content", "blocks", "parts"]);
  if (!text) return undefined;
  const again = isSameAfterView(evaluator, shape, text) ? { name: text.getText(), edits: [] } : undefined;
  if (again && isReference(text)) return again;
  const isShort = text.getText().length <= 80 && !text.getText().includes("\n");
  return named(evaluator, shape, text, ["text", "message", "answer"]) ?? (isShort ? again : undefined);
}

/** Whether a value read once more, after the view, is the one that stands in the result. */
function isSameAfterView(evaluator: Evaluator, { literal, view }: ResultShape, value: ts.Expression): boolean {
  if (effectOf(evaluator, value) === "acts") return false;
  const [from, to] = [value.getStart(), view.value.getEnd()].sort((a, b) => a - b) as [number, number];
  const between = literal.properties.filter(
    (each) => each.getStart() < to && each.getEnd() > from && !holds(each, value) && !holds(each, view.value),
  );
  const early = value.getStart() < view.value.getStart() ? [view.value] : [];
  return [...early, ...between].every((each) => canSwap(evaluator, each, value));
}

const holds = (outer: ts.Node, inner: ts.Node) => outer.pos <= inner.pos && inner.end <= outer.end;

/** `const text = …;` before the return, under the first of these names that is free. */
function named(
  evaluator: Evaluator,
  { literal }: ResultShape,
  value: ts.Expression,
  names: readonly string[],
): { name: string; edits: readonly Edit[] } | undefined {
  const statement = castPlace(literal).parent;
  const property = value.parent;
  if (!ts.isPropertyAssignment(property)) return undefined;
  if (!ts.isReturnStatement(statement) || !ts.isBlock(statement.parent)) return undefined;
  // What stands before the value in the literal would run after it.
  const earlier = literal.properties.filter((each) => each.getEnd() < value.getStart());
  const name = names.find((guess) => lookUp(guess, literal) === undefined);
  if (!name || !earlier.every((each) => canSwap(evaluator, each, value))) return undefined;
  const { semicolon, newline } = styleOf(literal.getSourceFile());
  const declaration = `const ${name} = ${movedTo(statement, value)}${semicolon}`;
  const indent = indentOf(statement);
  return {
    name,
    edits: [
      insert(
        statement,
        startsItsLine(statement) ? `${declaration}${newline}${indent}` : `${declaration}${semicolon ? " " : "; "}`,
      ),
      name === property.name.getText() && !losesComments(property, [value])
        ? replace(property, name)
        : replace(value, name),
    ],
  };
}
