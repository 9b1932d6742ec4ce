/** Writes to a result or its view after the result was made: a copy with a note would not see them, or its note be out of date. */
import { ts } from "ts-morph";
import { bare } from "../model/bare.js";
import type { Evaluator } from "../model/evaluate.js";
import { type Mutation, mutationsOf, type Written } from "../model/mutations.js";
import { type Declaration, enclosingFunction, isFunction, lookUp } from "../model/scopes.js";
import { effectOf } from "./effects.js";
import { castPlace, type ResultShape } from "./result-shape.js";

/** Whether the result, or the object that is its view, is written to after the literal. */
export function isWrittenLater(evaluator: Evaluator, { literal, view, text }: ResultShape): boolean {
  const holder = holderOf(literal);
  if (holder && mutationsOf(holder).some((each) => changesResult(evaluator, each))) return true;
  // What the literal does after its view was named is done to the view, and would not be to a copy.
  const after = literal.properties.filter((each) => each.getStart() > view.value.getEnd());
  const isNamed = !ts.isObjectLiteralExpression(bare(view.value));
  if (isNamed && after.some((each) => !holds(each, text) && effectOf(evaluator, each) === "acts")) return true;
  const root = rootOf(view.value);
  return (
    root !== undefined &&
    mutationsOf(root).some((each) => isLater(each.at, literal, holder) && changesObject(evaluator, each))
  );
}

const holds = (outer: ts.Node, inner: ts.Node | undefined) =>
  inner !== undefined && outer.pos <= inner.pos && inner.end <= outer.end;

/** The variable that a result goes into. */
function holderOf(literal: ts.ObjectLiteralExpression): Written | undefined {
  let place: ts.Node = castPlace(literal);
  while (ts.isAsExpression(place.parent) || ts.isParenthesizedExpression(place.parent)) place = place.parent;
  const { parent } = place;
  if (ts.isVariableDeclaration(parent)) return parent;
  const isAssigned =
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  return isAssigned ? rootOf(parent.left) : undefined;
}

function rootOf(value: ts.Expression): Declaration | undefined {
  let at = bare(value);
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) at = bare(at.expression);
  return ts.isIdentifier(at) ? lookUp(at.text, at) : undefined;
}

const changesResult = (evaluator: Evaluator, mutation: Mutation) =>
  mutation.kind === "passed"
    ? isChangedByCall(evaluator, mutation)
    : mutation.path.length > 0 || mutation.kind === "merge";

const changesObject = (evaluator: Evaluator, mutation: Mutation) =>
  mutation.kind === "passed"
    ? isChangedByCall(evaluator, mutation)
    : mutation.path.length > 0 || mutation.kind === "merge" || mutation.kind === "push";

/** Whether a function of the server's own writes to what it is handed. */
function isChangedByCall(evaluator: Evaluator, { at, values: [value] }: Mutation): boolean {
  if (!ts.isCallExpression(at) || !value) return false;
  const index = at.arguments.indexOf(value);
  const targets = evaluator.withFuel(20_000, () => evaluator.expand(at.expression, undefined));
  return targets.some(({ kind, node }) => {
    const parameter = kind === "function" && isFunction(node) ? node.parameters[index] : undefined;
    return (
      parameter !== undefined &&
      mutationsOf(parameter).some(({ kind, path }) => kind !== "passed" && (path.length > 0 || kind === "merge"))
    );
  });
}

/** Whether a write can happen between the literal and the end of its result: after it, in its loop, in a `finally` around it. */
function isLater(at: ts.Node, literal: ts.Node, holder: Written | undefined): boolean {
  if (enclosingFunction(at) !== enclosingFunction(literal)) return holder !== undefined && at.pos > literal.pos;
  const isIn = (outer: ts.Node | undefined, node: ts.Node) =>
    outer !== undefined && outer.pos <= node.pos && node.end <= outer.end;
  for (let around: ts.Node = literal; !isFunction(around) && !ts.isSourceFile(around); around = around.parent) {
    if (ts.isTryStatement(around) && isIn(around.finallyBlock, at) && !isIn(around.finallyBlock, literal)) return true;
    if (holder && ts.isIterationStatement(around, false) && isIn(around, at)) return true;
  }
  return holder !== undefined && at.pos > literal.end;
}
