/** What can be done where a view breaks its tool's `outputSchema`: more keys in the schema, or no view on the error. */
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { bare } from "../model/bare.js";
import { misfitsOf, type SourceMisfit } from "../model/schema-fit.js";
import { propertyName } from "../model/scopes.js";
import type { Mend } from "../model/server-model.js";
import type { ServerSource, SourceSite } from "../model/source.js";
import { effectOf } from "./effects.js";
import { isWrittenLater } from "./later-writes.js";
import { mendExtraKeys } from "./output-schema.js";
import { shapeOf } from "./result-shape.js";
import { isReadByServer } from "./view-readers.js";

export function mendMisfit(source: ServerSource, site: SourceSite, misfit: SourceMisfit): Mend {
  return misfit.isError ? dropView(source, site) : mendExtraKeys(source, misfit);
}

/** The view of an error goes, its text stays: no client checks a result without a view that is marked as an error. */
function dropView(source: ServerSource, broken: SourceSite): Mend {
  const { site, readings, tools } = broken;
  const byHand = { why: "drop the view there by hand, or make it fit" };
  const literal = bare(site.node);
  const alone = site.reached.every(({ node }) => node === site.node);
  // A tool without a schema may show the view that another can't.
  const breaksAll = misfitsOf(source.evaluator, broken).filter(({ isError }) => isError).length === tools.length;
  if (!alone || !breaksAll || !ts.isObjectLiteralExpression(literal)) return byHand;
  // A type that is written out may ask for the view.
  const type = ts.findAncestor(literal, ts.isFunctionLike)?.type?.getText();
  if (type !== undefined && !/^(?:Promise<)?(?:\w+\.)?CallToolResult>?$/.test(type)) return byHand;
  const shape = shapeOf(literal);
  if (!shape || isWrittenLater(source.evaluator, shape) || isReadByServer(source, literal)) return byHand;
  const says = readings.every(({ isError, pieces }) => isError === true && pieces.some((piece) => piece.length > 0));
  const view = literal.properties.find(({ name }) => propertyName(name) === "structuredContent");
  if (!says || !view || (ts.isPropertyAssignment(view) && effectOf(source.evaluator, view.initializer) === "acts"))
    return byHand;
  const edit = propertyRemoval(literal, view);
  return edit
    ? { fix: { title: "drop the view of the error, and keep its text", safety: "safe", edits: [edit] } }
    : byHand;
}

/** Takes a property out with its comma and its line; undefined where a comment would go too. */
function propertyRemoval(literal: ts.ObjectLiteralExpression, property: ts.ObjectLiteralElementLike): Edit | undefined {
  const file = literal.getSourceFile();
  const index = literal.properties.indexOf(property);
  const next = literal.properties[index + 1];
  const before = literal.properties[index - 1];
  const span = next
    ? { start: property.getStart(), end: next.getStart() }
    : { start: before ? before.getEnd() : property.getStart(), end: property.getEnd() };
  // A comment of its own above would speak of what comes next.
  if (ts.getLeadingCommentRanges(file.text, property.pos)) return undefined;
  const around = file.text.slice(span.start, property.getStart()) + file.text.slice(property.getEnd(), span.end);
  if (/\/[/*]/.test(around) || /\/[/*]/.test(property.getText().replace(/(["'`]).*?\1/gs, ""))) return undefined;
  return { span: { file: file.fileName, ...span }, text: "" };
}
