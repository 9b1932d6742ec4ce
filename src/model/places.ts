/** Which literals are results, and where a result is said to stand. */
import { ts } from "ts-morph";
import { bare, holderOf } from "./bare.js";
import { lookUp, propertyName } from "./scopes.js";

export const calledName = (call: ts.CallExpression): string | undefined => {
  const callee = bare(call.expression);
  return ts.isIdentifier(callee) || ts.isPropertyAccessExpression(callee)
    ? (ts.isIdentifier(callee) ? callee : callee.name).text
    : undefined;
};

const calls = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly ts.CallExpression[]>>();

/** The calls of a file by the name that is called, in their order; one walk a file. */
export function callsIn(file: ts.SourceFile): ReadonlyMap<string, readonly ts.CallExpression[]> {
  const known = calls.get(file);
  if (known) return known;
  const found = new Map<string, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = calledName(node) ?? "";
      const list = found.get(name);
      if (list) list.push(node);
      else found.set(name, [node]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  calls.set(file, found);
  return found;
}

/** The expression that a name's value was built by. */
export function builtAt(expression: ts.Expression): ts.Expression {
  const node = bare(expression);
  const declaration = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  const kept = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return kept ? builtAt(kept) : node;
}

/** Out of spreads and conditions: `{ content, ...(view && { structuredContent: view }) }` is one result. */
export function outerLiteral(literal: ts.ObjectLiteralExpression): ts.ObjectLiteralExpression {
  let at: ts.Node = literal.parent;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isConditionalExpression(at) ||
    ts.isBinaryExpression(at) ||
    ts.isAsExpression(at)
  )
    at = at.parent;
  return ts.isSpreadAssignment(at) && ts.isObjectLiteralExpression(at.parent) ? outerLiteral(at.parent) : literal;
}

/** `structuredContent: z.object(…)` describes a result and is none. */
export function isSchema(property: ts.ObjectLiteralElementLike): boolean {
  const value = ts.isPropertyAssignment(property) ? bare(property.initializer) : undefined;
  return value !== undefined && /^(?:z|v|S|Type|Schema|t)\.\w/.test(value.getText());
}

const otherCalls =
  /^(?:updateModelContext|expect|toEqual|toMatchObject|toStrictEqual|setState|assert\w*|deepEqual|deepStrictEqual|log|info|debug|warn|error|notification|sendNotification|Struct|object|Object|strictObject|looseObject)$/;

/** Whether a literal is a result: it is returned, kept, or handed on with its content. */
export function isResultPlace(literal: ts.ObjectLiteralExpression): boolean {
  const keys = literal.properties.map(({ name }) => propertyName(name));
  if (keys.includes("toolUseId") || keys.includes("tool_use_id")) return false;
  const spreads = literal.properties.some(ts.isSpreadAssignment);
  let at = holderOf(literal);
  while (ts.isConditionalExpression(at)) at = holderOf(at);
  if (ts.isCallExpression(at)) return keys.includes("content") && !otherCalls.test(calledName(at) ?? "");
  if (ts.isReturnStatement(at) || ts.isArrowFunction(at)) return true;
  return keys.includes("content") || spreads;
}

export function variableOf(place: ts.Expression): ts.VariableDeclaration | undefined {
  const at = holderOf(place);
  return ts.isVariableDeclaration(at) ? at : undefined;
}
