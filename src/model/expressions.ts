/** What kinds of expressions can be: names, members, branches, operators, literals. */
import { ts } from "ts-morph";
import { call, construct } from "./calls.js";
import { decide, definite } from "./decide.js";
import { declared, frameOf } from "./declarations.js";
import type { Evaluator } from "./evaluate.js";
import { member } from "./members.js";
import { enclosingClass, enclosingFunction, lookUp } from "./scopes.js";
import { type Env, type Frame, type Term, term } from "./terms.js";

export function evaluate(evaluator: Evaluator, node: ts.Expression, env: Env): readonly Term[] {
  if (ts.isIdentifier(node)) return identifier(evaluator, node, env);
  if (ts.isConditionalExpression(node)) {
    const decided = decide(evaluator, node.condition, env);
    if (decided !== undefined) return evaluator.expand(decided ? node.whenTrue : node.whenFalse, env);
    return [...evaluator.expand(node.whenTrue, env), ...evaluator.expand(node.whenFalse, env)];
  }
  if (ts.isBinaryExpression(node)) return binary(evaluator, node, env);
  if (ts.isPropertyAccessExpression(node)) return access(evaluator, node.expression, node.name.text, node, env);
  if (ts.isElementAccessExpression(node)) {
    const key = node.argumentExpression;
    const name = ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) ? key.text : undefined;
    return access(evaluator, node.expression, name, node, env);
  }
  if (ts.isCallExpression(node)) return call(evaluator, node, env);
  if (ts.isNewExpression(node)) return construct(evaluator, node, env);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return [term("function", node, env)];
  if (ts.isClassExpression(node)) return [term("class", node, env)];
  if (node.kind === ts.SyntaxKind.ThisKeyword) return thisTerm(evaluator, node, env);
  if (node.kind === ts.SyntaxKind.NullKeyword || ts.isVoidExpression(node)) return [];
  if (isLiteral(node)) return [term("value", node, env)];
  return [evaluator.opaque(node, "data", env)];
}

function identifier(evaluator: Evaluator, node: ts.Identifier, env: Env): readonly Term[] {
  if (node.text === "undefined") return [];
  const declaration = lookUp(node.text, node);
  if (!declaration) return [evaluator.opaque(node, "data", env, `global:${node.text}`)];
  return declared(evaluator, declaration, env).map((found) => ({ ...found, names: [node.text, ...found.names] }));
}

function binary(evaluator: Evaluator, node: ts.BinaryExpression, env: Env): readonly Term[] {
  const { left, right } = node;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.QuestionQuestionToken: {
      const first = evaluator.expand(left, env);
      if (first.length === 0) return evaluator.expand(right, env);
      return definite(evaluator, left, env) ? first : [...first, ...evaluator.expand(right, env)];
    }
    case ts.SyntaxKind.BarBarToken: {
      const decided = decide(evaluator, left, env);
      if (decided !== undefined) return evaluator.expand(decided ? left : right, env);
      return [...evaluator.expand(left, env), ...evaluator.expand(right, env)];
    }
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return decide(evaluator, left, env) === false ? [] : evaluator.expand(right, env);
    case ts.SyntaxKind.CommaToken:
    case ts.SyntaxKind.EqualsToken:
      return evaluator.expand(right, env);
    case ts.SyntaxKind.PlusToken:
      return [term("value", node, env)];
    default:
      return [evaluator.opaque(node, "data", env)];
  }
}

/** `base.name`, or `base[…]` with a key that is not known: then any member. */
function access(
  evaluator: Evaluator,
  base: ts.Expression,
  name: string | undefined,
  node: ts.Node,
  env: Env,
): readonly Term[] {
  if (base.kind === ts.SyntaxKind.SuperKeyword) return superMember(evaluator, node, name, env);
  return evaluator.expand(base, env).flatMap((one) => member(evaluator, one, name));
}

function superMember(evaluator: Evaluator, node: ts.Node, name: string | undefined, env: Env): readonly Term[] {
  const owner = enclosingClass(node);
  const parents = owner ? parentsOf(evaluator, owner, env) : [];
  const self = frameWithSelf(env)?.self;
  return parents.flatMap((parent) =>
    member(evaluator, { ...parent, kind: "instance", ...(self ? { self } : {}) }, name),
  );
}

/** The class that a class extends. */
export function parentsOf(evaluator: Evaluator, owner: ts.ClassLikeDeclaration, env: Env): readonly Term[] {
  const clause = owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const parent = clause?.types[0]?.expression;
  return parent ? evaluator.expand(parent, frameOf(owner, env)) : [];
}

function thisTerm(evaluator: Evaluator, node: ts.Node, env: Env): readonly Term[] {
  const self = frameWithSelf(env)?.self;
  if (self) return [self];
  const owner = enclosingClass(node);
  if (owner) return [term("instance", owner, undefined)];
  const literal = ts.findAncestor(node, ts.isObjectLiteralExpression);
  return literal && enclosingFunction(node)?.parent === literal
    ? [term("value", literal, env)]
    : [evaluator.opaque(node, "data", env)];
}

function frameWithSelf(env: Env): Frame | undefined {
  for (let frame = env; frame; frame = frame.outer) {
    if (frame.self) return frame;
    if (!ts.isArrowFunction(frame.fn)) return undefined;
  }
  return undefined;
}

const isLiteral = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  ts.isTaggedTemplateExpression(node) ||
  ts.isNumericLiteral(node) ||
  ts.isObjectLiteralExpression(node) ||
  ts.isArrayLiteralExpression(node) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword;
