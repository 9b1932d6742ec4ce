/**
 * Filters that take every bulleted line out of a text on its way into a view: `filter`, `replace`, a loop. What tells
 * them is the bare bullet; a pattern that asks for more of a line (a date, an url) knows what it drops.
 */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { callsIn } from "./places.js";
import { enclosingFunction, type FunctionNode, isFunction, lookUp } from "./scopes.js";

export interface BulletFilter {
  /** The `.filter(…)` call, the `.replace(…)` call, or the condition of the loop. */
  readonly node: ts.Expression;
  /** The text or lines that are left when the call goes; undefined for a loop. */
  readonly receiver?: ts.Expression;
}

/** The filters of a file. */
export function bulletFiltersIn(file: ts.SourceFile): readonly BulletFilter[] {
  if (!file.text.includes("-") || !/startsWith|\^|charAt|\[0\]|includes/.test(file.text)) return [];
  const calls = callsIn(file);
  const called = (...names: string[]) => names.flatMap((name) => calls.get(name) ?? []);
  return [
    ...called("filter").flatMap((call) => byFilter(call) ?? []),
    ...called("replace", "replaceAll").flatMap((call) => byReplace(call) ?? []),
    ...called("split").flatMap((call) => byLoop(call)),
  ];
}

/** `text.split("\n").filter((line) => !line.startsWith("- "))` */
function byFilter(call: ts.CallExpression): BulletFilter | undefined {
  const callee = bare(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !isLines(callee.expression)) return undefined;
  const keeps = call.arguments[0] && predicate(call.arguments[0]);
  return keeps?.body && refusesBullets(keeps.body, keeps.line)
    ? { node: call, receiver: callee.expression }
    : undefined;
}

/** `text.replace(/^- .*$/gm, "")` */
function byReplace(call: ts.CallExpression): BulletFilter | undefined {
  const callee = bare(call.expression);
  const [pattern, by] = call.arguments;
  if (!pattern || !by || !ts.isPropertyAccessExpression(callee)) return undefined;
  const empty = ts.isStringLiteralLike(by) && by.text.trim() === "";
  const whole = ts.isRegularExpressionLiteral(pattern) && isBareBullet(pattern.text, wholeLine);
  return empty && whole ? { node: call, receiver: callee.expression } : undefined;
}

/** `for (const line of text.split("\n")) { if (line.startsWith("- ")) continue; … }`, and the like with a callback. */
function byLoop(split: ts.CallExpression): readonly BulletFilter[] {
  const lines = split.parent;
  if (ts.isForOfStatement(lines)) {
    const [variable] = ts.isVariableDeclarationList(lines.initializer) ? lines.initializer.declarations : [];
    return variable ? skips(lines.statement, variable.name) : [];
  }
  const use = ts.isPropertyAccessExpression(lines) && ts.isCallExpression(lines.parent) ? lines.parent : undefined;
  if (!use || !/^(?:forEach|flatMap|reduce)$/.test((lines as ts.PropertyAccessExpression).name.text)) return [];
  const callback = use.arguments[0];
  if (!callback || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))) return [];
  const line = callback.parameters[callback.parameters.length > 1 ? 1 : 0]?.name;
  return line ? skips(callback.body, line) : [];
}

/** The conditions by which a loop passes over its bulleted lines. */
function skips(body: ts.Node, line: ts.BindingName): readonly BulletFilter[] {
  const found: BulletFilter[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node)) {
      const passes = isBulleted(node.expression, line) && leaves(node.thenStatement);
      if (passes || (!node.elseStatement && refusesBullets(node.expression, line) && adds(node.thenStatement)))
        found.push({ node: node.expression });
    } else if (ts.isConditionalExpression(node) && isBulleted(node.condition, line) && isNothing(node.whenTrue))
      found.push({ node: node.condition });
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

const leaves = (statement: ts.Statement): boolean => {
  const [only, more] = ts.isBlock(statement) ? statement.statements : [statement];
  return (
    more === undefined &&
    only !== undefined &&
    (ts.isContinueStatement(only) ||
      (ts.isReturnStatement(only) && (!only.expression || ts.isIdentifier(bare(only.expression)))))
  );
};
const adds = (statement: ts.Statement) => /\.push\(|\+=/.test(statement.getText());
const isNothing = (node: ts.Expression) =>
  (ts.isArrayLiteralExpression(node) && node.elements.length === 0) || ts.isIdentifier(node);

/** Lines of a text: what is split, perhaps mapped, or kept under a name for it. */
function isLines(expression: ts.Expression): boolean {
  const node = bare(expression);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression: on } = node.expression;
    return name.text === "split" || (/^(?:map|filter|slice)$/.test(name.text) && isLines(on));
  }
  const declaration = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    declaration.initializer !== node &&
    isLines(declaration.initializer)
  );
}

/** A callback, or a function of the file that is named, with the line that it judges. */
function predicate(callback: ts.Expression): { body: ts.Expression; line: ts.BindingName } | undefined {
  const node = bare(callback);
  const declaration = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  const fn =
    declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
      ? bare(declaration.initializer)
      : (declaration ?? node);
  if (!isFunction(fn) || !fn.body || !fn.parameters[0]) return undefined;
  const body = ts.isBlock(fn.body) ? onlyReturn(fn.body) : fn.body;
  return body && { body, line: fn.parameters[0].name };
}

function onlyReturn({ statements }: ts.Block): ts.Expression | undefined {
  const [only, more] = statements;
  return only && !more && ts.isReturnStatement(only) ? only.expression : undefined;
}

/** Whether a condition can hold for no bulleted line. */
function refusesBullets(condition: ts.Expression, line: ts.BindingName): boolean {
  const node = bare(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return isBulleted(node.operand, line);
  if (!ts.isBinaryExpression(node)) return false;
  const kind = node.operatorToken.kind;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return refusesBullets(node.left, line) || refusesBullets(node.right, line);
  const differs = kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken;
  return differs && isFirstOf(node.left, line) && isBullet(node.right);
}

/** Whether a condition holds for every line that begins with a bullet. */
function isBulleted(condition: ts.Expression, line: ts.BindingName): boolean {
  const node = bare(condition);
  if (ts.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind;
    if (kind === ts.SyntaxKind.BarBarToken) return isBulleted(node.left, line) || isBulleted(node.right, line);
    const same = kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken;
    return same && isFirstOf(node.left, line) && isBullet(node.right);
  }
  if (!ts.isCallExpression(node)) return false;
  const callee = bare(node.expression);
  const [argument] = node.arguments;
  if (ts.isIdentifier(callee) && argument && isLine(argument, line)) {
    const named = predicate(callee);
    return named !== undefined && isBulleted(named.body, named.line);
  }
  if (!ts.isPropertyAccessExpression(callee) || !argument) return false;
  const on = bare(callee.expression);
  if (callee.name.text === "startsWith") return isLine(on, line) && isBullet(argument);
  if (callee.name.text === "match" || callee.name.text === "search")
    return isLine(on, line) && isBulletPattern(argument);
  if (callee.name.text === "includes")
    return isFirstOf(argument, line) && ts.isArrayLiteralExpression(on) && on.elements.some(isBullet);
  return callee.name.text === "test" && isLine(argument, line) && isBulletPattern(on);
}

/** `line`, `line.trim()` */
function isLine(expression: ts.Expression, line: ts.BindingName): boolean {
  const node = bare(expression);
  if (ts.isIdentifier(node)) return ts.isIdentifier(line) && node.text === line.text;
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^trim(?:Start)?$/.test(node.expression.name.text) &&
    isLine(node.expression.expression, line)
  );
}

/** `line[0]`, `line.charAt(0)` */
function isFirstOf(expression: ts.Expression, line: ts.BindingName): boolean {
  const node = bare(expression);
  if (ts.isElementAccessExpression(node))
    return node.argumentExpression.getText() === "0" && isLine(node.expression, line);
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:charAt|at)$/.test(node.expression.name.text) &&
    node.arguments[0]?.getText() === "0" &&
    isLine(node.expression.expression, line)
  );
}

const isBullet = (node: ts.Expression) => ts.isStringLiteralLike(node) && /^\s*[-*•‣–]\s*$/.test(node.text);

function isBulletPattern(expression: ts.Expression): boolean {
  const node = bare(expression);
  if (ts.isRegularExpressionLiteral(node)) return isBareBullet(node.text, lineStart);
  const declaration = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && ts.isRegularExpressionLiteral(value) && isBareBullet(value.text, lineStart);
}

const blank = String.raw`(?:\\s|\\t| |\[ \\t\])`;
const bullet = String.raw`(?:\\?[-*•‣–]|\[[-\\*•‣–+]+\]|\((?:\?:)?(?:\\?[-*•‣–+]\|?)+\))`;
const start = `^/\\^${blank}*[*+?]?${bullet}${blank}*[*+?]?`;
/** `/^\s*- /` */
const lineStart = new RegExp(String.raw`${start}(?:\.\*\$?)?/[a-z]*$`);
/** `/^\s*- .*$\n?/gm` */
const wholeLine = new RegExp(
  String.raw`${start}\.[*+]\$?(?:\\r\??)?(?:\(\?:)?(?:\\r\?)?(?:\\n)?(?:\|\$\))?\??/[a-z]*m[a-z]*$`,
);
const isBareBullet = (pattern: string, shape: RegExp) => shape.test(pattern);

/** The filters whose answer goes into one of these views: written in it, or in a function or variable that it uses. */
export function filtersInto(
  evaluator: Evaluator,
  views: readonly ts.Node[],
  filters: readonly BulletFilter[],
): readonly BulletFilter[] {
  const reached = new Set<ts.Node>();
  for (const view of views) reach(evaluator, view, reached, 0);
  return filters.filter(({ node }) => {
    for (let at: ts.Node | undefined = node; at; at = at.parent) if (reached.has(at)) return true;
    return false;
  });
}

const maxSteps = 4;

/** Adds what a part of a view is made by: itself, the values of its variables, the bodies of the functions it calls. */
function reach(evaluator: Evaluator, part: ts.Node, reached: Set<ts.Node>, steps: number): void {
  if (steps > maxSteps || reached.has(part)) return;
  reached.add(part);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) reachName(evaluator, node, reached, steps);
    else if (ts.isCallExpression(node))
      for (const target of evaluator.expand(node.expression, undefined))
        if (target.kind === "function" && isFunction(target.node)) reach(evaluator, target.node, reached, steps + 1);
    ts.forEachChild(node, visit);
  };
  // A function is walked where what it gives back is worked out: all of it.
  visit(part);
}

function reachName(evaluator: Evaluator, name: ts.Identifier, reached: Set<ts.Node>, steps: number): void {
  const declaration = lookUp(name.text, name);
  const inside = declaration && enclosingFunction(declaration);
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer || !inside) return;
  if (isAround(inside, name)) reach(evaluator, declaration.initializer, reached, steps + 1);
}

const isAround = (fn: FunctionNode, node: ts.Node) => fn.pos <= node.pos && node.end <= fn.end;
