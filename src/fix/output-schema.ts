/** Lets a tool's `outputSchema` allow the note, in the same fix: without it SDK clients throw -32602 (facts: typescript-sdk, every version). */
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { bare } from "../model/bare.js";
import { propertyName } from "../model/scopes.js";
import type { ServerSource } from "../model/source.js";
import type { ToolSource } from "../model/tool-parts.js";

/** The edits that let these tools' schemas allow `note`; a reason where one can't be changed. */
export function allowNote(
  source: ServerSource,
  tools: readonly ToolSource[],
  folder: string,
  complete: boolean,
): { edits: readonly Edit[] } | { why: string } {
  const note = source.config.reply.note;
  const edits: Edit[] = [];
  const unknown = tools.some(({ tool }) => tool.hasOutputSchema === "unknown");
  if ((unknown || tools.length === 0 || !complete) && source.mentionsOutputSchema(folder))
    return { why: byHand(note, tools) };
  for (const { tool, outputSchema } of tools) {
    if (tool.hasOutputSchema !== true) continue;
    const edit = outputSchema && additionTo(bare(outputSchema.node), note);
    if (edit === undefined) return { why: byHand(note, tools) };
    if (edit !== "allowed") edits.push(edit);
  }
  return { edits };
}

/** What is left to do; some frameworks take a key that the schema lacks out of the view and say nothing. */
function byHand(note: string, tools: readonly ToolSource[]): string {
  const strips = tools.find(({ framework }) => framework?.strips)?.framework?.name;
  const why = strips ? `: ${strips} takes out what the schema lacks` : "";
  return `add \`${note}\` to the view and the \`outputSchema\` by hand${why}`;
}

/** An inline raw shape or `z.object({…})`; `allowed` where the schema has the key already, undefined where it can't be changed here. */
function additionTo(schema: ts.Expression, note: string): Edit | "allowed" | undefined {
  const shape = ts.isObjectLiteralExpression(schema) ? schema : shapeOfObject(schema);
  if (!shape) return undefined;
  const zod =
    zodNameIn(shape) ??
    (ts.isCallExpression(schema) && ts.isPropertyAccessExpression(schema.expression)
      ? schema.expression.expression.getText()
      : undefined);
  if (!zod || shape.properties.some(({ name }) => propertyName(name) === "type" && !zodNameIn(shape))) return undefined;
  if (shape.properties.some(({ name }) => propertyName(name) === note)) return "allowed";
  const entry = `${/^[A-Za-z_$][\w$]*$/.test(note) ? note : JSON.stringify(note)}: ${zod}.string().optional()`;
  return propertyAddition(shape, entry);
}

function shapeOfObject(schema: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (
    !ts.isCallExpression(schema) ||
    !ts.isPropertyAccessExpression(schema.expression) ||
    schema.arguments.length !== 1
  )
    return undefined;
  if (
    !["object", "strictObject", "looseObject"].includes(schema.expression.name.text) ||
    !ts.isIdentifier(schema.expression.expression)
  )
    return undefined;
  const shape = schema.arguments[0] && bare(schema.arguments[0]);
  return shape && ts.isObjectLiteralExpression(shape) ? shape : undefined;
}

/** The name that zod has in the file, read off a property: `z` of `z.string()`. */
function zodNameIn(shape: ts.ObjectLiteralExpression): string | undefined {
  for (const property of shape.properties) {
    let at: ts.Node | undefined = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    while (at && (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at))) {
      const next: ts.Expression = at.expression;
      if (ts.isPropertyAccessExpression(at) && ts.isIdentifier(next) && /^z\w*$|^zod$/.test(next.text))
        return next.text;
      at = next;
    }
  }
  return undefined;
}

/** One more property at the end, laid out as the last one is; a comment behind the last one stays behind it. */
export function propertyAddition(literal: ts.ObjectLiteralExpression, entry: string): Edit {
  const file = literal.getSourceFile();
  const { text } = file;
  const replace = (start: number, end: number, added: string): Edit => ({
    span: { file: file.fileName, start, end },
    text: added,
  });
  const last = literal.properties.at(-1);
  if (!last) return replace(literal.getStart() + 1, literal.getStart() + 1, ` ${entry} `);
  const lineStart = text.lastIndexOf("\n", last.getStart()) + 1;
  const indent = text.slice(lineStart, last.getStart());
  const ownLine = /^\s*$/.test(indent) && literal.getStart() < lineStart;
  const comma = literal.properties.hasTrailingComma ? "," : "";
  const end = comma ? literal.properties.end : last.getEnd();
  if (!ownLine) return replace(end, end, comma ? ` ${entry},` : `, ${entry}`);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(end))?.[0] ?? "";
  const added = `${newline}${indent}${entry}${comma}`;
  if (comma) return replace(end + comment.length, end + comment.length, added);
  return replace(end, end + comment.length, `,${comment}${added}`);
}
