/** Whether the views of a result fit the `outputSchema` of its tool: only what is surely known counts. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { member } from "./members.js";
import { readOutputSchema } from "./output-schema.js";
import { type Reading, shapeOf } from "./reading.js";
import { returnsOf } from "./returns.js";
import type { ObjectSchema } from "./schema-parts.js";
import { type FunctionNode, lookUp, propertyName } from "./scopes.js";
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
  if (site.within?.flows.view) return [];
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
export const isDirect = ({ tool, framework }: ToolSource) =>
  direct.has(tool.registrar) || (tool.registrar === "config" && framework !== undefined);

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
    .map((key) => ({ key, type: typeOf(evaluator, readings, key) }));
}

function missingKeys(readings: readonly Reading[], branches: readonly ObjectSchema[]): readonly string[] {
  if (readings.some(({ view }) => !view || view.opaque || view.limited)) return [];
  const has = (key: string) => readings.some(({ view }) => view?.keys.has(key));
  const [first] = branches;
  return [...(first?.fields.keys() ?? [])].filter(
    (key) => !has(key) && branches.every(({ fields }) => fields.get(key)?.optional === false),
  );
}

/** The type of a key's values where every one of them is written out. */
function typeOf(evaluator: Evaluator, readings: readonly Reading[], key: string): ExtraKey["type"] {
  const terms = readings.flatMap(({ viewTerms }) => viewTerms.flatMap((view) => member(evaluator, view, key)));
  const isEvery = (test: (node: ts.Node) => boolean) => terms.length > 0 && terms.every(({ node }) => test(node));
  if (key === "note" && terms.length === 0) return "string";
  if (isEvery((node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))) return "string";
  if (isEvery(ts.isNumericLiteral)) return "number";
  const isBoolean = ({ kind }: ts.Node) => kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
  return isEvery(isBoolean) ? "boolean" : "unknown";
}
