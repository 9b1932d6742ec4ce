/** Every place of a file that gives a result its view: a literal, `result.structuredContent = view`, a merge. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import { isObjectAssign } from "./members.js";
import { type Mutation, mutationsOf } from "./mutations.js";
import { isResultPlace, isSchema, outerLiteral, variableOf } from "./places.js";
import { lookUp, propertyName } from "./scopes.js";

/** Where a result stands, and what to evaluate for it: itself, or the variable that is written to later. */
export interface ViewPlace {
  readonly place: ts.Expression;
  readonly evaluated: ts.Expression;
}

export function viewPlacesIn(file: ts.SourceFile): readonly ViewPlace[] {
  const found: ViewPlace[] = [];
  const visit = (node: ts.Node): void => {
    const here = placeAt(node);
    if (here) found.push(here);
    ts.forEachChild(node, visit);
  };
  if (file.text.includes("structuredContent")) visit(file);
  return found;
}

function placeAt(node: ts.Node): ViewPlace | undefined {
  if (ts.isObjectLiteralExpression(node)) {
    const view = viewIn(node);
    return view && !isSchema(view) ? literalPlace(node) : undefined;
  }
  if (ts.isBinaryExpression(node)) return written(node);
  return ts.isCallExpression(node) && isObjectAssign(node) ? merged(node) : undefined;
}

const viewIn = (literal: ts.ObjectLiteralExpression) =>
  literal.properties.find(({ name }) => propertyName(name) === "structuredContent");

function literalPlace(literal: ts.ObjectLiteralExpression): ViewPlace | undefined {
  const place = outerLiteral(literal);
  if (!isResultPlace(place)) return undefined;
  const variable = variableOf(place);
  const isWritten =
    variable &&
    mutationsOf(variable).some(({ kind, path }) => kind === "merge" || (addsTo.has(kind) && path.length > 0));
  return { place, evaluated: isWritten && ts.isIdentifier(variable.name) ? variable.name : place };
}

/** The writes to a part of a result that can bring words: `result.content.push(…)`. */
const addsTo = new Set<Mutation["kind"]>(["assign", "append", "push"]);

/** `result.structuredContent = view` */
function written({ left, operatorToken }: ts.BinaryExpression): ViewPlace | undefined {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) return undefined;
  return left.name.text === "structuredContent" ? byName(left.expression) : undefined;
}

/** `Object.assign(result, { structuredContent: view })` */
function merged({ arguments: [target, ...parts] }: ts.CallExpression): ViewPlace | undefined {
  const adds = parts.some((part) => ts.isObjectLiteralExpression(part) && viewIn(part));
  return adds && target ? byName(target) : undefined;
}

function byName(name: ts.Expression): ViewPlace | undefined {
  const declaration = ts.isIdentifier(name) ? lookUp(name.text, name) : undefined;
  if (!declaration || !ts.isVariableDeclaration(declaration)) return undefined;
  return { place: variablePlace(name, declaration), evaluated: name };
}

/** A variable's result stands at the literal that it begins with, else where it is used. */
export function variablePlace(name: ts.Expression, { initializer }: ts.VariableDeclaration): ts.Expression {
  const first = initializer && bare(initializer);
  return first && ts.isObjectLiteralExpression(first) ? first : name;
}
