/** Writes that nobody sees: to variables of a function, and to what it made itself. */
import { ts } from "ts-morph";
import { bare } from "../model/bare.js";
import { enclosingFunction, type FunctionNode, lookUp } from "../model/scopes.js";

/** Whether a write to `target` changes only what the functions that are running made, or the expression itself. */
export function isFresh(target: ts.Expression, running: readonly FunctionNode[]): boolean {
  const node = bare(target);
  if (makesNew(node)) return true;
  let root: ts.Expression = node;
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)) root = bare(root.expression);
  const declaration = ts.isIdentifier(root) ? lookUp(root.text, root) : undefined;
  const owner = declaration && enclosingFunction(declaration);
  if (!owner || !running.includes(owner)) return false;
  if (root === node && isAssigned(node)) return true;
  return ts.isVariableDeclaration(declaration) && isMadeNew(declaration);
}

/** Whether the variable itself is written to, not what it holds. */
const isAssigned = ({ parent }: ts.Node) =>
  ts.isBinaryExpression(parent) || ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent);

const isMadeNew = ({ initializer }: ts.VariableDeclaration) => initializer !== undefined && makesNew(bare(initializer));

const copying =
  /^(?:map|filter|slice|concat|flat|flatMap|split|keys|values|entries|from|fromEntries|of|sort|reverse|toSorted|toReversed)$/;

/** `[…]`, `{…}`, `new Map()`, `rows.map(…)`: a value that nobody else holds yet. */
function makesNew(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) || ts.isNewExpression(node)) return true;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  const sameArray = name.text === "sort" || name.text === "reverse";
  return copying.test(name.text) && (!sameArray || makesNew(bare(expression)));
}
