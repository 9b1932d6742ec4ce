import { ts } from "ts-morph";

type Wrapper =
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.NonNullExpression
  | ts.TypeAssertion
  | ts.AwaitExpression;

/** Parentheses, casts, `await` and `!` change nothing of what an expression can be. */
const isWrapper = (node: ts.Node): node is Wrapper =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isTypeAssertionExpression(node) ||
  ts.isAwaitExpression(node);

/** An expression without what is wrapped around it. */
export function bare(node: ts.Expression): ts.Expression {
  while (isWrapper(node)) node = node.expression;
  return node;
}

/** What holds an expression and all that is wrapped around it. */
export function holderOf(node: ts.Node): ts.Node {
  let at = node.parent;
  while (isWrapper(at)) at = at.parent;
  return at;
}
