/** Conditions that the evaluator can decide, so that branches which can't run are left out. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { isConstant, lookUp } from "./scopes.js";
import type { Env, Term } from "./terms.js";

/** True or false where the condition is known, else undefined. */
export function decide(evaluator: Evaluator, condition: ts.Expression, env: Env): boolean | undefined {
  const node = bare(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return not(decide(evaluator, node.operand, env));
  if (ts.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) {
      const winner = kind === ts.SyntaxKind.BarBarToken;
      const [left, right] = [decide(evaluator, node.left, env), decide(evaluator, node.right, env)];
      if (left === winner || right === winner) return winner;
      return left === undefined || right === undefined ? undefined : !winner;
    }
    const negated =
      kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken;
    if (negated || kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken) {
      const equal = equals(evaluator, node.left, node.right, env);
      return negated ? not(equal) : equal;
    }
    if (kind !== ts.SyntaxKind.QuestionQuestionToken) return undefined;
  }
  return truth(evaluator.expand(node, env), evaluator, node, env);
}

const not = (value: boolean | undefined) => (value === undefined ? undefined : !value);

function truth(terms: readonly Term[], evaluator: Evaluator, node: ts.Expression, env: Env): boolean | undefined {
  if (terms.length === 0) return knownValue(node) ? false : undefined;
  const truths = new Set(terms.map(truthOf));
  const [only] = truths;
  if (truths.size !== 1 || only === undefined) return undefined;
  return only && !definite(evaluator, node, env) ? undefined : only;
}

/** Nothing is only as good as what was looked at: a name, a member, a literal, not the answer of a call. */
const knownValue = (node: ts.Expression) => !ts.isCallExpression(node);

function truthOf({ kind, node }: Term): boolean | undefined {
  if (kind === "opaque") return undefined;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (ts.isStringLiteralLike(node)) return node.text !== "";
  if (ts.isNumericLiteral(node)) return Number(node.text) !== 0;
  if (ts.isTemplateExpression(node))
    return node.head.text !== "" || node.templateSpans.some((span) => span.literal.text !== "") ? true : undefined;
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return true;
  return kind === "function" || kind === "instance" || kind === "class" || kind === "module" ? true : undefined;
}

function equals(evaluator: Evaluator, left: ts.Expression, right: ts.Expression, env: Env): boolean | undefined {
  if (ts.isTypeOfExpression(bare(left)) && ts.isStringLiteralLike(right)) return undefined;
  const [a, b] = [evaluator.expand(left, env), evaluator.expand(right, env)];
  if (a.length === 0 && b.length === 0) return true;
  if (a.length === 0 || b.length === 0) {
    const [nothing, something] = a.length === 0 ? [left, right] : [right, left];
    return knownValue(bare(nothing)) && definite(evaluator, something, env) ? false : undefined;
  }
  const [x, y] = [constantOf(a), constantOf(b)];
  return x === undefined || y === undefined || !definite(evaluator, left, env) || !definite(evaluator, right, env)
    ? undefined
    : x === y;
}

function constantOf(terms: readonly Term[]): string | boolean | undefined {
  const [only, ...more] = terms;
  if (!only || more.length || only.kind !== "value") return undefined;
  if (ts.isStringLiteralLike(only.node)) return only.node.text;
  if (only.node.kind === ts.SyntaxKind.TrueKeyword) return true;
  return only.node.kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}

/** Whether an expression is one thing on every path: a literal, or a constant or bound parameter that is one. */
export function definite(evaluator: Evaluator, expression: ts.Expression, env: Env): boolean {
  const node = bare(expression);
  if (ts.isIdentifier(node) && node.text !== "undefined") {
    const declaration = lookUp(node.text, node);
    if (declaration && ts.isVariableDeclaration(declaration) && isConstant(declaration) && declaration.initializer)
      return definite(evaluator, declaration.initializer, env);
    if (declaration && ts.isParameter(declaration)) {
      for (let frame = env; frame; frame = frame.outer) {
        const argument = frame.bound.get(declaration);
        if (argument && typeof argument === "object" && "node" in argument)
          return definite(evaluator, argument.node, argument.env);
      }
    }
    return false;
  }
  if (ts.isPropertyAccessExpression(node)) {
    const terms = evaluator.expand(node, env);
    return terms.length === 1 && terms[0]?.kind === "value" && terms[0].owners.length === 0;
  }
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isNumericLiteral(node) ||
    ts.isArrowFunction(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    (ts.isIdentifier(node) && node.text === "undefined") ||
    node.kind === ts.SyntaxKind.NullKeyword
  );
}
