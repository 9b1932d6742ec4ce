/** Whether the views of a result fit the `outputSchema` of its tool: only what is surely known counts. */
import { ts } from "ts-morph";
import { bare, holderOf } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { member } from "./members.js";
import { readOutputSchema } from "./output-schema.js";
import { calledName } from "./places.js";
import { type Reading, shapeOf } from "./reading.js";
import { returnsOf } from "./returns.js";
import type { ObjectSchema } from "./schema-parts.js";
import { type FunctionNode, isConstant, lookUp, propertyName } from "./scopes.js";
import type { SourceSite } from "./source.js";
import type { Env } from "./terms.js";
import type { ToolSource } from "./tool-parts.js";

/** A key of a view that no branch of the schema takes, with the type that its values have. */
export interface ExtraKey {
  readonly key: string;
  readonly type: "string" | "number" | "boolean" | "unknown";
}

export interface SourceMisfit {
  readonly tool: ToolSource;
  readonly isError: boolean;
  /** The results that break it, where they are built. */
  readonly places: readonly ts.Node[];
  readonly extra: readonly ExtraKey[];
  /** Keys that every branch asks for and the view never has. */
  readonly missing: readonly string[];
}

/** Steps of evaluation that one return may take. */
const fuel = 20_000;

/** Ways of registering that hand the schema to the SDK as it is written. */
const direct = new Set(["registerTool", "registerAppTool", "registerWidget", "tool", "update"]);

/** Where a view breaks its tool's schema: on success and on error apart. */
export function misfitsOf(evaluator: Evaluator, site: SourceSite): readonly SourceMisfit[] {
  // A literal that takes its view from outside is judged at each call.
  if (site.within?.flows.view || isChangedLater(site)) return [];
  return site.tools.filter(isDirect).flatMap((tool) => {
    const schema = tool.outputSchema && readOutputSchema(evaluator, tool.outputSchema.node, tool.outputSchema.env);
    if (!schema) return [];
    return [false, true].flatMap((isError) => {
      const readings = site.readings.filter((each) => (each.isError === true) === isError && each.view);
      if (readings.length === 0) return [];
      const extra = extraKeys(evaluator, readings, schema.branches, site.tools.length > 1);
      const missing = isError ? missingKeys(readings, schema.branches) : [];
      const places = [...new Set(readings.map(({ term }) => term.node))];
      return extra.length + missing.length > 0 ? [{ tool, isError, places, extra, missing }] : [];
    });
  });
}

/**
 * Whether something may take keys out of a result or its view that was built already: a `delete`, a rest pattern, a
 * function that is handed the view. Then what it holds is not known.
 */
function isChangedLater({ site, readings }: SourceSite): boolean {
  const file = site.node.getSourceFile();
  if (/\bdelete\b|\bdeleteProperty\b/.test(file.text) || hasRestPattern(file)) return true;
  if (site.reached.some(({ node }) => node !== site.node)) return true;
  const names = readings.flatMap(({ viewTerms }) => viewTerms.flatMap(({ owners }) => owners.map(({ root }) => root)));
  if (names.some((root) => ts.isVariableDeclaration(root) && (!isConstant(root) || isHandedOn(root)))) return true;
  const view = ts.isObjectLiteralExpression(site.node) ? valueIn(site.node, "structuredContent") : undefined;
  return view !== undefined && view !== "note" && ts.isCallExpression(view) && calledName(view) !== "withNote";
}

const restPatterns = new WeakMap<ts.SourceFile, boolean>();

function hasRestPattern(file: ts.SourceFile): boolean {
  const visit = (node: ts.Node): boolean =>
    (ts.isObjectBindingPattern(node) && node.elements.some(({ dotDotDotToken }) => dotDotDotToken)) ||
    (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  const known = restPatterns.get(file) ?? visit(file);
  restPatterns.set(file, known);
  return known;
}

/** Whether a variable is an argument of a call that may change it. */
function isHandedOn({ name }: ts.VariableDeclaration): boolean {
  if (!ts.isIdentifier(name)) return true;
  const visit = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) &&
      !/^JSON\.stringify$|^Object\.(?:keys|values|entries)$/.test(node.expression.getText()) &&
      node.arguments.some((each) => ts.isIdentifier(bare(each)) && bare(each).getText() === name.text)) ||
    (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  return visit(name.getSourceFile());
}

/** The returns of a tool's handlers that are a success without the view that the schema asks for. */
export function viewlessReturns(evaluator: Evaluator, tool: ToolSource): readonly ts.Expression[] {
  if (!tool.outputSchema || !isSurelyThere(tool.outputSchema.node) || tool.framework || !isDirect(tool)) return [];
  return tool.handlers.flatMap(({ node, env: outer, self }) => {
    const fn = node as FunctionNode;
    const env: Env = { fn, bound: new Map(), outer, depth: outer?.depth ?? 0, self };
    return returnsOf(evaluator, fn, env).filter((expression) => {
      const results = evaluator.withFuel(fuel, () =>
        evaluator.expand(expression, env).map((one) => ({ one, shape: shapeOf(evaluator, one) })),
      );
      return (
        results.length > 0 &&
        results.every(
          ({ one, shape }) => shape?.isError === false && shape.viewTerms.length === 0 && isWithoutView(one.node),
        )
      );
    });
  });
}

/** Whether a schema is one in every run: `structured ? Output : undefined` is not. */
function isSurelyThere(schema: ts.Expression, depth = 0): boolean {
  const node = bare(schema);
  if (ts.isCallExpression(node) || ts.isObjectLiteralExpression(node)) return true;
  if (ts.isPropertyAccessExpression(node)) return node.name.text === "shape";
  const declared = ts.isIdentifier(node) && depth < 4 ? lookUp(node.text, node) : undefined;
  if (!declared) return false;
  if (ts.isVariableDeclaration(declared))
    return declared.initializer !== undefined && isSurelyThere(declared.initializer, depth + 1);
  return ts.isImportSpecifier(declared) || ts.isImportClause(declared);
}

const isWithoutView = (result: ts.Node) =>
  ts.isObjectLiteralExpression(result) &&
  result.properties.every((each) => !ts.isSpreadAssignment(each) && propertyName(each.name) !== "structuredContent");

/** Whether what a tool's handler gives back, and its schema, reach the SDK or framework unchanged. */
export const isDirect = ({ tool, framework, node, handlers }: ToolSource) =>
  (direct.has(tool.registrar) || (tool.registrar === "config" && framework !== undefined)) &&
  handlers.every((handler) => !ts.isCallExpression(holderOf(handler.node)) || holderOf(handler.node) === node) &&
  !(ts.isCallExpression(node) && node.arguments.some((each) => ts.isCallExpression(bare(each)))) &&
  !registersItself(node.getSourceFile());

/** Whether a file has a registrar of its own: a method of that name, or one that is put in the place of the SDK's. */
const registersItself = ({ text }: ts.SourceFile) =>
  /^\s*(?:(?:async|public|private|protected|static|override)\s+)*(?:registerTool|tool)\s*(?:<[^>\n]*>)?\([^)]*\)[^;\n]*\{/m.test(
    text,
  ) ||
  /\.(?:registerTool|tool|callback|handler)\s*=[^=>]/.test(text) ||
  /\.update\(\s*\{/.test(text);

function extraKeys(
  evaluator: Evaluator,
  readings: readonly Reading[],
  branches: readonly ObjectSchema[],
  isShared: boolean,
): readonly ExtraKey[] {
  if (!branches.every(({ rest, opaque }) => rest === "refused" && !opaque)) return [];
  const keys = new Set(readings.flatMap(({ view }) => [...(view?.keys ?? [])]));
  return [...keys]
    .filter((key) => !isShared || readings.every(({ view }) => view?.keys.has(key)))
    .filter((key) => branches.every(({ fields }) => !fields.has(key)))
    .filter((key) => isWritten(evaluator, readings, key))
    .map((key) => ({ key, type: typeOf(readings, key) }));
}

function missingKeys(readings: readonly Reading[], branches: readonly ObjectSchema[]): readonly string[] {
  if (readings.some(({ view }) => !view || view.opaque || view.limited)) return [];
  const has = (key: string) => readings.some(({ view }) => view?.keys.has(key));
  const [first] = branches;
  return [...(first?.fields.keys() ?? [])].filter(
    (key) => !has(key) && branches.every(({ fields }) => fields.get(key)?.optional === false),
  );
}

/** Whether a key ever has a value: `debug: undefined` is gone when the result is sent. */
const isWritten = (evaluator: Evaluator, readings: readonly Reading[], key: string) =>
  readings.some(({ viewTerms }) =>
    viewTerms.some((view) => ts.isCallExpression(view.node) || member(evaluator, view, key).length > 0),
  );

/** The type of a key's values where every view writes it out, and nothing writes it later. */
function typeOf(readings: readonly Reading[], key: string): ExtraKey["type"] {
  const views = readings.flatMap(({ viewTerms }) => viewTerms);
  const values = views.map((view) => (view.owners.length === 0 ? valueIn(view.node, key) : undefined));
  const types = new Set(values.map(literalType));
  const [only] = types;
  return types.size === 1 && only ? only : "unknown";
}

function valueIn(view: ts.Node, key: string): ts.Expression | "note" | undefined {
  if (key === "note" && ts.isCallExpression(view)) return "note";
  if (!ts.isObjectLiteralExpression(view) || view.properties.some(ts.isSpreadAssignment)) return undefined;
  const property = view.properties.find(({ name }) => propertyName(name) === key);
  return property && ts.isPropertyAssignment(property) ? bare(property.initializer) : undefined;
}

function literalType(value: ts.Expression | "note" | undefined): ExtraKey["type"] {
  if (value === undefined) return "unknown";
  if (value === "note" || ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) return "string";
  if (ts.isNumericLiteral(value)) return "number";
  return value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword ? "boolean" : "unknown";
}
