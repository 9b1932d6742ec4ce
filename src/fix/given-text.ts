/** The text of a result for one more use: by its name, by one that is given to it, or written again. */
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { lookUp } from "../model/scopes.js";
import { styleOf } from "./imports.js";
import { castPlace, hasEffects, isReference, type ResultShape } from "./result-shape.js";
import { indentOf, insert, movedTo, replace, startsItsLine } from "./source-text.js";

/** The text or the blocks by their name, by one that is given to them, or, where they are short and do nothing, once more. */
export function givenText(shape: ResultShape): { name: string; edits: readonly Edit[] } | undefined {
  const { text } = shape;
  const named = shape.blocks ?? (text && isReference(text) ? text : undefined);
  if (named) return { name: named.getText(), edits: [] };
  const again = text && !hasEffects(text) && text.getText().length <= 80 && !text.getText().includes("\n");
  return nameText(shape) ?? (again ? { name: text.getText(), edits: [] } : undefined);
}

/** `const text = …;` before the return. */
function nameText(shape: ResultShape): { name: string; edits: readonly Edit[] } | undefined {
  const { text, literal } = shape;
  const statement = castPlace(literal).parent;
  const property = text?.parent;
  if (!text || !property || !ts.isPropertyAssignment(property)) return undefined;
  if (!ts.isReturnStatement(statement) || !ts.isBlock(statement.parent)) return undefined;
  // What stands before the text in the literal would run after it.
  const earlier = literal.properties.filter((each) => each.getEnd() < text.getStart());
  const name = ["text", "message", "answer"].find((guess) => lookUp(guess, literal) === undefined);
  if (!name || earlier.some((each) => hasEffects(each))) return undefined;
  const { semicolon, newline } = styleOf(literal.getSourceFile());
  const declaration = `const ${name} = ${movedTo(statement, text)}${semicolon}`;
  const indent = indentOf(statement);
  return {
    name,
    edits: [
      insert(
        statement,
        startsItsLine(statement) ? `${declaration}${newline}${indent}` : `${declaration}${semicolon ? " " : "; "}`,
      ),
      replace(property, name === "text" ? name : `text: ${name}`),
    ],
  };
}
