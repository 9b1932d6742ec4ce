/**
 * Filters that take every bulleted line out of a text on its way into a view: `filter`, `replace`, a loop. What tells
 * them is the bare bullet; a pattern that asks for more of a line (a date, an url) knows what it drops.
 */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import { isBareBullet, isBulleted, predicate, refusesBullets, wholeLine } from "./bullets.js";
import type { Evaluator } from "./evaluate.js";
import { callsIn } from "./places.js";
import { enclosingFunction, isFunction, lookUp } from "./scopes.js";

export interface SourceFilter {
  /** The `.filter(…)` call, the `.replace(…)` call, or the condition of the loop. */
  readonly node: ts.Expression;
  /** The text or lines that are left when the call goes; undefined for a loop. */
  readonly receiver?: ts.Expression;
}

/** The filters of a file. */
export function bulletFiltersIn(file: ts.SourceFile): readonly SourceFilter[] {
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
function byFilter(call: ts.CallExpression): SourceFilter | undefined {
  const callee = bare(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !isLines(callee.expression)) return undefined;
  const keeps = call.arguments[0] && predicate(call.arguments[0]);
  return keeps?.body && refusesBullets(keeps.body, keeps.line)
    ? { node: call, receiver: callee.expression }
    : undefined;
}

/** `text.replace(/^- .*$/gm, "")` */
function byReplace(call: ts.CallExpression): SourceFilter | undefined {
  const callee = bare(call.expression);
  const [pattern, by] = call.arguments;
  if (!pattern || !by || !ts.isPropertyAccessExpression(callee)) return undefined;
  const empty = ts.isStringLiteralLike(by) && by.text.trim() === "";
  const whole = ts.isRegularExpressionLiteral(pattern) && isBareBullet(pattern.text, wholeLine);
  return empty && whole ? { node: call, receiver: callee.expression } : undefined;
}

/** `for (const line of text.split("\n")) { if (line.startsWith("- ")) continue; … }`, and the like with a callback. */
function byLoop(split: ts.CallExpression): readonly SourceFilter[] {
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
function skips(body: ts.Node, line: ts.BindingName): readonly SourceFilter[] {
  const found: SourceFilter[] = [];
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

/**
 * The filters whose answer goes into one of these views: written in it, in a function or variable that it uses, or
 * handed to the helper that builds it.
 */
export function filtersInto(
  evaluator: Evaluator,
  views: readonly ts.Node[],
  filters: readonly SourceFilter[],
  calls: readonly { readonly callee: ts.Node; readonly node: ts.Expression }[],
): readonly SourceFilter[] {
  const reached = new Set<ts.Node>();
  for (const view of views) reach(0, view);
  return filters.filter(({ node }) => ts.findAncestor(node, (at) => reached.has(at)) !== undefined);

  /** Adds what a part of a view is made by: itself, the values of its names, the bodies of the functions it calls. */
  function reach(steps: number, part: ts.Node): void {
    if (steps > maxSteps || reached.has(part)) return;
    reached.add(part);
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) for (const value of valuesOf(node)) reach(steps + 1, value);
      else if (ts.isCallExpression(node))
        for (const target of evaluator.expand(node.expression, undefined))
          if (target.kind === "function" && isFunction(target.node)) reach(steps + 1, target.node);
      ts.forEachChild(node, visit);
    };
    visit(part);
  }

  /** What a local variable is set to, or what the calls of a helper hand to its parameter. */
  function valuesOf(name: ts.Identifier): readonly ts.Node[] {
    const declaration = lookUp(name.text, name);
    const fn = declaration && enclosingFunction(declaration);
    if (!declaration || !fn || !(fn.pos <= name.pos && name.end <= fn.end)) return [];
    if (ts.isVariableDeclaration(declaration)) return declaration.initializer ? [declaration.initializer] : [];
    if (!ts.isParameter(declaration)) return [];
    const index = fn.parameters.indexOf(declaration);
    return calls.flatMap(({ callee, node }) =>
      callee === fn && ts.isCallExpression(node) ? (node.arguments[index] ?? []) : [],
    );
  }
}

const maxSteps = 4;
