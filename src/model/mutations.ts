/** Writes to a variable after its declaration, one walk a file: `x = e`, `x.y += e`, `x.push(e)`, `Object.assign(x, e)`, `f(x)`. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import { type Declaration, enclosingClass, lookUp } from "./scopes.js";

export interface Mutation {
  /** `passed`: handed to a call, whose function may write to it. `lost`: written in a way that can't be followed. */
  readonly kind: "assign" | "append" | "push" | "merge" | "passed" | "lost";
  /** The keys from the variable to what is written. */
  readonly path: readonly string[];
  /** What is written; for `passed` the argument, for `lost` the node that writes. */
  readonly values: readonly ts.Expression[];
  readonly at: ts.Node;
}

/** What is written to: a variable or parameter, `this` of a class, or an object where it is made. */
export type Written = Declaration | ts.ClassLikeDeclaration | ts.NewExpression;

/** A call of a method of a variable, or of a part of it. */
export interface Called {
  readonly path: readonly string[];
  readonly call: ts.CallExpression;
}

interface FileIndex {
  readonly mutations: Map<Written, Mutation[]>;
  readonly calls: Map<Written, Called[]>;
  readonly appended: Map<Written, boolean>;
}

const files = new WeakMap<ts.SourceFile, FileIndex>();

export const mutationsOf = (target: Written): readonly Mutation[] => indexOf(target).mutations.get(target) ?? [];

/** Whether `+=` adds to a variable or a part of it, here or where it is handed to. */
export function isAppendedTo(target: Written): boolean {
  const appended = indexOf(target).appended;
  const known = appended.get(target) ?? mutationsOf(target).some(({ kind }) => kind === "append" || kind === "passed");
  appended.set(target, known);
  return known;
}

/** The calls of methods of a variable: `r.push(x)`, and `r.push(x).push(y)` where the methods hand the object on. */
export const callsOn = (target: Written): readonly Called[] => indexOf(target).calls.get(target) ?? [];

function indexOf(target: Written): FileIndex {
  const file = target.getSourceFile();
  const index = files.get(file) ?? indexFile(file);
  files.set(file, index);
  return index;
}

const adders = new Set(["push", "unshift", "add", "append"]);
const harmless = new Set(["console", "JSON", "Number", "Boolean", "String", "Math", "Object"]);

function indexFile(file: ts.SourceFile): FileIndex {
  const mutations = new Map<Written, Mutation[]>();
  const calls = new Map<Written, Called[]>();
  const note = (target: ts.Expression, kind: Mutation["kind"], values: readonly ts.Expression[], at: ts.Node) => {
    const place = placeOf(target);
    if (!place) return;
    const list = mutations.get(place.root) ?? [];
    list.push({ kind, path: place.path, values, at });
    mutations.set(place.root, list);
  };
  const noteCall = (node: ts.CallExpression) => {
    const place = ts.isPropertyAccessExpression(node.expression) && placeOf(receiverOf(node.expression));
    if (!place) return;
    const list = calls.get(place.root) ?? [];
    list.push({ path: place.path, call: node });
    calls.set(place.root, list);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node)) assignment(node, note);
    else if (ts.isCallExpression(node) || ts.isNewExpression(node)) call(node, note);
    else if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isCounting(node.operator))
      note(node.operand, "lost", [], node);
    else if (ts.isDeleteExpression(node)) note(node.expression, "lost", [], node);
    if (ts.isCallExpression(node)) noteCall(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { mutations, calls, appended: new Map() };
}

/** What a method is called on; of a chain of calls, what it began with. */
function receiverOf(callee: ts.PropertyAccessExpression): ts.Expression {
  let at = bare(callee.expression);
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) at = bare(at.expression.expression);
  return at;
}

type Note = (target: ts.Expression, kind: Mutation["kind"], values: readonly ts.Expression[], at: ts.Node) => void;

function assignment(node: ts.BinaryExpression, note: Note): void {
  const operator = node.operatorToken.kind;
  if (operator < ts.SyntaxKind.FirstAssignment || operator > ts.SyntaxKind.LastAssignment) return;
  if (ts.isArrayLiteralExpression(node.left) || ts.isObjectLiteralExpression(node.left)) {
    for (const target of targetsOf(node.left)) note(target, "lost", [], node);
    return;
  }
  const sets = [
    ts.SyntaxKind.EqualsToken,
    ts.SyntaxKind.QuestionQuestionEqualsToken,
    ts.SyntaxKind.BarBarEqualsToken,
    ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ];
  const kind = sets.includes(operator) ? "assign" : operator === ts.SyntaxKind.PlusEqualsToken ? "append" : "lost";
  note(node.left, kind, kind === "lost" ? [] : [node.right], node);
}

/** The variables that a destructuring assignment writes to. */
function targetsOf(pattern: ts.Expression): ts.Expression[] {
  if (ts.isArrayLiteralExpression(pattern)) return pattern.elements.flatMap(targetsOf);
  if (!ts.isObjectLiteralExpression(pattern)) return [pattern];
  return pattern.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property)) return [property.name];
    return ts.isPropertyAssignment(property) ? targetsOf(property.initializer) : [];
  });
}

function call(node: ts.CallExpression | ts.NewExpression, note: Note): void {
  const args = node.arguments ?? [];
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee)) {
    if (adders.has(callee.name.text)) note(callee.expression, "push", args, node);
    if (callee.name.text === "splice") note(callee.expression, "push", args.slice(2), node);
    if (callee.name.text === "assign" && callee.expression.getText() === "Object" && args[0])
      note(args[0], "merge", args.slice(1), node);
    if (ts.isIdentifier(callee.expression) && harmless.has(callee.expression.text)) return;
  }
  for (const argument of args) if (ts.isIdentifier(argument)) note(argument, "passed", [argument], node);
}

const isCounting = (operator: ts.SyntaxKind) =>
  operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;

/** `a.b["c"]` → the declaration of `a` (or the class of `this`) and `["b", "c"]`. */
function placeOf(target: ts.Expression): { root: Written; path: string[] } | undefined {
  const path: string[] = [];
  let at: ts.Expression = target;
  for (;;) {
    if (ts.isPropertyAccessExpression(at)) path.unshift(at.name.text);
    else if (ts.isElementAccessExpression(at))
      path.unshift(ts.isStringLiteralLike(at.argumentExpression) ? at.argumentExpression.text : "*");
    else if (!ts.isParenthesizedExpression(at) && !ts.isNonNullExpression(at) && !ts.isAsExpression(at)) break;
    at = (at as ts.PropertyAccessExpression | ts.ParenthesizedExpression).expression;
  }
  if (at.kind === ts.SyntaxKind.ThisKeyword) {
    const owner = enclosingClass(at);
    return owner && { root: owner, path };
  }
  if (ts.isNewExpression(at)) return { root: at, path };
  const declaration = ts.isIdentifier(at) ? lookUp(at.text, at) : undefined;
  if (!declaration) return undefined;
  return { root: declaration, path };
}

/** Whether a destructured name or variable is written to after its declaration, other than by being read. */
export const isWritten = (declaration: Declaration): boolean =>
  mutationsOf(declaration).some(({ kind, path }) => path.length === 0 && kind !== "passed" && kind !== "push");
