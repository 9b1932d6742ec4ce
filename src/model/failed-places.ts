/** Where something has failed: in a `catch`, in the handler of a rejection, behind a check. Told from syntax alone. */
import { ts } from "ts-morph";
import { holderOf } from "./bare.js";
import { calledName } from "./places.js";
import { type FunctionNode, isFunction, lookUp } from "./scopes.js";
import type { FailureKind } from "./server-model.js";

/** How it shows at a place that something went wrong, and the clause or function that says so. */
export interface Failed {
  readonly kind: FailureKind;
  readonly clause: ts.Node;
  /** Whether a condition between the two tells one kind of failure from others. */
  readonly oneKind: boolean;
}

/** The nearest `catch`, `.catch(…)` or failed check around a place, within its function. */
export function failureAt(place: ts.Node): Failed | undefined {
  let oneKind = false;
  for (let at = place; at.parent; at = at.parent) {
    const { parent } = at;
    if (ts.isCatchClause(parent)) return { kind: "catch", clause: parent, oneKind };
    const condition = conditionOver(at);
    if (condition) {
      const failed = saysFailed(condition.asked);
      if (failed !== undefined && failed === condition.holds) return { kind: "check", clause: parent, oneKind };
      oneKind ||= condition.holds;
    }
    if (isFunction(parent))
      return isRejectionHandler(parent) ? { kind: "rejection", clause: parent, oneKind } : undefined;
  }
  return undefined;
}

/** The condition that a node runs under, and whether it holds there. */
function conditionOver(node: ts.Node): { readonly asked: ts.Expression; readonly holds: boolean } | undefined {
  const { parent } = node;
  if (ts.isIfStatement(parent) && node !== parent.expression)
    return { asked: parent.expression, holds: node === parent.thenStatement };
  if (ts.isConditionalExpression(parent) && node !== parent.condition)
    return { asked: parent.condition, holds: node === parent.whenTrue };
  return undefined;
}

/** `load().catch((error) => …)`, `load().then(show, (error) => …)` */
function isRejectionHandler(fn: FunctionNode): boolean {
  const call = holderOf(fn);
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  const name = calledName(call);
  return (name === "catch" && call.arguments[0] === fn) || (name === "then" && call.arguments[1] === fn);
}

/** True where a condition holds when something failed (`!response.ok`), false where it holds when all went well. */
function saysFailed(condition: ts.Expression): boolean | undefined {
  const node = ts.isParenthesizedExpression(condition) ? condition.expression : condition;
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = saysFailed(node.operand);
    return inner === undefined ? undefined : !inner;
  }
  if (ts.isPropertyAccessExpression(node)) {
    if (/^(?:ok|success|succeeded)$/.test(node.name.text)) return false;
    return /^(?:error|failed)$/.test(node.name.text) ? true : undefined;
  }
  // `const { data, error } = await load()`
  if (ts.isIdentifier(node)) {
    const declaration = /^(?:error|err)$/.test(node.text) ? lookUp(node.text, node) : undefined;
    return declaration && ts.isBindingElement(declaration) ? true : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const { left, right, operatorToken } = node;
  const equal = /^={2,3}$/.test(operatorToken.getText());
  const unequal = /^!={1,2}$/.test(operatorToken.getText());
  if ((equal || unequal) && /\.(?:ok|success)$/.test(left.getText())) {
    const value = right.getText();
    if (value === "true" || value === "false") return (value === "false") === equal;
  }
  if (/\.(?:status|statusCode)$/.test(left.getText())) {
    if (unequal && /^20\d$/.test(right.getText())) return true;
    if (operatorToken.getText() === ">=" && /^[45]00$/.test(right.getText())) return true;
  }
  return undefined;
}

/** Whether what was caught, or a variable made from it, stands in a result. */
export function showsCaught(node: ts.Node, clause: ts.Node): boolean {
  const isCaught = (name: ts.Identifier, depth: number): boolean => {
    const declaration = lookUp(name.text, name);
    if (!declaration || depth > 3) return false;
    const root = ts.isBindingElement(declaration) ? declaration.parent.parent : declaration;
    if (root.parent === clause) return true;
    const inside = clause.pos <= root.pos && root.end <= clause.end;
    return (
      inside &&
      ts.isVariableDeclaration(root) &&
      root.initializer !== undefined &&
      mentions(root.initializer, (each) => isCaught(each, depth + 1))
    );
  };
  return mentions(node, (name) => isCaught(name, 0));
}

function mentions(node: ts.Node, test: (name: ts.Identifier) => boolean): boolean {
  if (ts.isIdentifier(node)) return !isLabel(node) && test(node);
  return ts.forEachChild(node, (child) => mentions(child, test) || undefined) ?? false;
}

/** A key is no use of a name. */
const isLabel = (node: ts.Identifier) =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);
