/** Places where the server itself reads the view of one of its results: with a note in it, it would read something else. */
import { ts } from "ts-morph";
import { bare } from "../model/bare.js";
import { enclosingFunction, lookUp, propertyName } from "../model/scopes.js";
import type { ServerSource } from "../model/source.js";

const read = new WeakMap<ServerSource, ReadonlySet<ts.Node>>();

/** Whether the server does more with the view of a result than to test it or hand it on as the view of another. */
export function isReadByServer(source: ServerSource, literal: ts.ObjectLiteralExpression): boolean {
  const known = read.get(source) ?? literalsRead(source);
  read.set(source, known);
  return known.has(literal);
}

function literalsRead({ program, evaluator }: ServerSource): ReadonlySet<ts.Node> {
  const results: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === "structuredContent" && isUsed(node))
      results.push(node.expression);
    if (ts.isBindingElement(node) && propertyName(keyOf(node)) === "structuredContent") {
      const { parent: variable } = node.parent;
      if (ts.isVariableDeclaration(variable) && variable.initializer && usesOf(node).some(isUsed))
        results.push(variable.initializer);
    }
    ts.forEachChild(node, visit);
  };
  for (const path of program.parsed()) {
    const file = program.file(path);
    if (file && /\.structuredContent\b|\bstructuredContent\b[^;]*\}\s*=[^=]/.test(file.text)) visit(file);
  }
  return new Set(
    results.flatMap((result) =>
      evaluator.withFuel(20_000, () => evaluator.expand(result, undefined)).map(({ node }) => node),
    ),
  );
}

const keyOf = ({ propertyName: key, name }: ts.BindingElement) => key ?? (ts.isIdentifier(name) ? name : undefined);

function usesOf(element: ts.BindingElement): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.parent !== element && lookUp(node.text, node) === element) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(enclosingFunction(element) ?? element.getSourceFile());
  return found;
}

/** Whether a value is more than tested, written to, or handed on as a view. */
function isUsed(value: ts.Expression): boolean {
  let at: ts.Node = value;
  for (;;) {
    const { parent } = at;
    if (ts.isPropertyAssignment(parent)) return propertyName(parent.name) !== "structuredContent";
    if (ts.isShorthandPropertyAssignment(parent)) return parent.name.text !== "structuredContent";
    if (ts.isIfStatement(parent) || ts.isTypeOfExpression(parent) || ts.isExpressionStatement(parent)) return false;
    if (ts.isPrefixUnaryExpression(parent)) return false;
    if (ts.isConditionalExpression(parent) && parent.condition === at) return false;
    if (ts.isBinaryExpression(parent)) {
      const operator = parent.operatorToken.kind;
      if (operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment && parent.left === at)
        return false;
      if (operator === ts.SyntaxKind.AmpersandAmpersandToken && parent.left === at) return false;
      if (/^[!=]==?$/.test(parent.operatorToken.getText())) return false;
    } else if (
      // `result.structuredContent.more = 1` is a write.
      !(ts.isPropertyAccessExpression(parent) && isTarget(parent)) &&
      !ts.isConditionalExpression(parent) &&
      bare(parent as ts.Expression) !== bare(at as ts.Expression)
    )
      return true;
    at = parent;
  }
}

/** Whether a path of properties is written to in the end. */
function isTarget(path: ts.Expression): boolean {
  const { parent } = path;
  if (ts.isPropertyAccessExpression(parent)) return isTarget(parent);
  return ts.isBinaryExpression(parent) && parent.left === path && ts.isExpressionStatement(parent.parent);
}
