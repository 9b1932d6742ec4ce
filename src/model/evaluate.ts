/**
 * The one evaluator, used for text, view and result alike: what can this expression be, in this environment?
 * It follows names, members, branches and calls, across files, without a type checker, and answers with terms.
 */
import { ts } from "ts-morph";
import type { Program } from "../program.js";
import { decide, definite } from "./decide.js";
import { type Exported, exported, imported, moduleOf } from "./exports.js";
import { arrayItems, isArrayMethod, itemsOf } from "./items.js";
import { member, writesTo } from "./members.js";
import { mutationsOf } from "./mutations.js";
import { returnsOf } from "./returns.js";
import {
  bindingRoot,
  type Declaration,
  enclosingClass,
  enclosingFunction,
  type FunctionNode,
  isFunction,
  lookUp,
} from "./scopes.js";
import { type Argument, type Env, type Frame, nodeId, type Opacity, type Owner, placeKey, type Term } from "./terms.js";

/** Calls followed inside calls. Measured: three find all that was known, six cost fuel and find less. */
const maxDepth = 5;
const maxStack = 160;

export class Evaluator {
  private readonly memos = new Map<Env, Map<ts.Node, readonly Term[] | "busy">>();
  private readonly frames = new Map<Env, Map<ts.Node, Map<ts.Node, Frame>>>();
  private readonly asking = new Set<string>();
  private stack = 0;
  private fuel = 0;
  /** How often a budget ran out. */
  exhausted = 0;

  constructor(readonly program: Program) {}

  /** Gives one question its budget, so that one odd function can't starve the rest. */
  withFuel<T>(fuel: number, ask: () => T): T {
    this.fuel = fuel;
    return ask();
  }

  /** Asks a question once at a time: asked again on its own way to the answer, it has nothing to add. */
  once<T>(question: string, node: ts.Node, env: Env, ask: () => readonly T[], limit: (term: Term) => T): readonly T[] {
    const key = `${question}|${placeKey(node, env)}`;
    if (this.asking.has(key)) return [];
    if (--this.fuel < 0 || this.stack > maxStack) return [limit(this.opaque(node, "limit", env))];
    this.asking.add(key);
    this.stack++;
    const answer = ask();
    this.stack--;
    this.asking.delete(key);
    return answer;
  }

  /** What an expression can be. Empty: known to be nothing. */
  expand(expression: ts.Expression, env: Env): readonly Term[] {
    const node = bare(expression);
    const memo = this.memos.get(env) ?? new Map<ts.Node, readonly Term[] | "busy">();
    this.memos.set(env, memo);
    const known = memo.get(node);
    if (known === "busy") return [];
    if (known) return known;
    if (--this.fuel < 0 || this.stack > maxStack) {
      if (this.fuel === -1) this.exhausted++;
      return [this.opaque(node, "limit", env)];
    }
    memo.set(node, "busy");
    this.stack++;
    const terms = distinct(this.evaluate(node, env));
    this.stack--;
    if (this.fuel < 0) memo.delete(node);
    else memo.set(node, terms);
    return terms;
  }

  private evaluate(node: ts.Expression, env: Env): readonly Term[] {
    if (ts.isIdentifier(node)) return this.identifier(node, env);
    if (ts.isConditionalExpression(node)) {
      const decided = decide(this, node.condition, env);
      if (decided !== undefined) return this.expand(decided ? node.whenTrue : node.whenFalse, env);
      return [...this.expand(node.whenTrue, env), ...this.expand(node.whenFalse, env)];
    }
    if (ts.isBinaryExpression(node)) return this.binary(node, env);
    if (ts.isPropertyAccessExpression(node)) return this.access(node.expression, node.name.text, node, env);
    if (ts.isElementAccessExpression(node)) {
      const key = node.argumentExpression;
      const name = ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) ? key.text : undefined;
      return this.access(node.expression, name, node, env);
    }
    if (ts.isCallExpression(node)) return this.call(node, env);
    if (ts.isNewExpression(node)) return this.construct(node, env);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return [term("function", node, env)];
    if (ts.isClassExpression(node)) return [term("class", node, env)];
    if (node.kind === ts.SyntaxKind.ThisKeyword) return this.thisTerm(node, env);
    if (node.kind === ts.SyntaxKind.NullKeyword || ts.isVoidExpression(node)) return [];
    if (isLiteral(node)) return [term("value", node, env)];
    return [this.opaque(node, "data", env)];
  }

  private identifier(node: ts.Identifier, env: Env): readonly Term[] {
    if (node.text === "undefined") return [];
    const declaration = lookUp(node.text, node);
    if (!declaration) return [this.opaque(node, "data", env, `global:${node.text}`)];
    return this.declared(declaration, env).map((found) => ({ ...found, names: [node.text, ...found.names] }));
  }

  /** What a declaration stands for, seen from `env`. */
  declared(declaration: Declaration, env: Env): readonly Term[] {
    const home = frameOf(declaration, env);
    if (ts.isVariableDeclaration(declaration)) return this.variable(declaration, home);
    if (ts.isParameter(declaration)) return this.parameter(declaration, home);
    if (ts.isBindingElement(declaration)) return this.destructured(declaration, home);
    if (ts.isFunctionDeclaration(declaration) || ts.isFunctionExpression(declaration))
      return [term("function", declaration.body ? declaration : (implementation(declaration) ?? declaration), home)];
    if (ts.isClassLike(declaration)) return [term("class", declaration, home)];
    if (ts.isEnumDeclaration(declaration)) return [term("value", declaration, home)];
    const target = imported(this.program, declaration);
    return target ? this.exportedTerms(target) : [this.opaque(declaration, "call", undefined)];
  }

  exportedTerms(target: Exported): readonly Term[] {
    if (ts.isSourceFile(target)) return [term("module", target, undefined)];
    if (isDeclaration(target)) return this.declared(target, undefined);
    return this.expand(target, undefined);
  }

  moduleMember(module: ts.SourceFile, name: string): readonly Term[] {
    const target = exported(this.program, module, name);
    return target ? this.exportedTerms(target) : [];
  }

  private variable(declaration: ts.VariableDeclaration, home: Env): readonly Term[] {
    const loop = declaration.parent.parent;
    if (ts.isForOfStatement(loop)) return arrayItems(this, this.expand(loop.expression, home));
    if (ts.isCatchClause(declaration.parent) || ts.isForInStatement(loop))
      return [this.opaque(declaration, "data", home)];
    const owner = { root: declaration, path: [], env: home };
    const first = declaration.initializer ? this.expand(declaration.initializer, home) : [];
    const later = writesTo(this, owner).flatMap(({ kind, values, env, at }) =>
      kind === "assign"
        ? values.flatMap((value) => this.expand(value, env))
        : kind === "lost"
          ? [this.opaque(at, "data", env)]
          : [],
    );
    return owned([...first, ...later], owner);
  }

  private parameter(parameter: ts.ParameterDeclaration, home: Env): readonly Term[] {
    const argument = home?.bound.get(parameter);
    const fallback = () => (parameter.initializer ? this.expand(parameter.initializer, home) : []);
    const owner = { root: parameter, path: [], env: home };
    const found = (): readonly Term[] => {
      if (argument === "absent") return fallback();
      if (argument === undefined || argument === "opaque")
        return [
          { ...this.opaque(parameter, "parameter", undefined), parameter: { declaration: parameter, path: [] } },
          ...fallback(),
        ];
      if ("rest" in argument) {
        const items = argument.rest.flatMap((each) => itemsOf(this, each, argument.env));
        return [{ ...term("value", parameter, home), items }];
      }
      const terms = "terms" in argument ? argument.terms : this.expand(argument.node, argument.env);
      return terms.length ? terms : fallback();
    };
    const later = writesTo(this, owner).flatMap(({ kind, values, env }) =>
      kind === "assign" ? values.flatMap((value) => this.expand(value, env)) : [],
    );
    return owned([...found(), ...later], owner);
  }

  private destructured(element: ts.BindingElement, home: Env): readonly Term[] {
    const { root, path } = bindingRoot(element);
    let terms = ts.isParameter(root) ? this.parameter(root, home) : this.variable(root, home);
    for (const step of path) {
      const { key } = step;
      if (key !== undefined) terms = terms.flatMap((one) => member(this, one, key));
      const fallback = step.element.initializer;
      if (fallback && (terms.length === 0 || terms.some(({ kind }) => kind === "opaque")))
        terms = [...terms, ...this.expand(fallback, home)];
    }
    const owner = { root: element, path: [], env: home };
    const later = writesTo(this, owner).flatMap(({ kind, values, env }) =>
      kind === "assign" ? values.flatMap((value) => this.expand(value, env)) : [],
    );
    return owned([...terms, ...later], owner);
  }

  private binary(node: ts.BinaryExpression, env: Env): readonly Term[] {
    const { left, right } = node;
    switch (node.operatorToken.kind) {
      case ts.SyntaxKind.QuestionQuestionToken: {
        const first = this.expand(left, env);
        if (first.length === 0) return this.expand(right, env);
        return definite(this, left, env) ? first : [...first, ...this.expand(right, env)];
      }
      case ts.SyntaxKind.BarBarToken: {
        const decided = decide(this, left, env);
        if (decided !== undefined) return this.expand(decided ? left : right, env);
        return [...this.expand(left, env), ...this.expand(right, env)];
      }
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return decide(this, left, env) === false ? [] : this.expand(right, env);
      case ts.SyntaxKind.CommaToken:
      case ts.SyntaxKind.EqualsToken:
        return this.expand(right, env);
      case ts.SyntaxKind.PlusToken:
        return [term("value", node, env)];
      default:
        return [this.opaque(node, "data", env)];
    }
  }

  /** `base.name`, or `base[…]` with a key that is not known: then any member. */
  private access(base: ts.Expression, name: string | undefined, node: ts.Node, env: Env): readonly Term[] {
    if (base.kind === ts.SyntaxKind.SuperKeyword) return this.superMember(node, name, env);
    return this.expand(base, env).flatMap((one) => member(this, one, name));
  }

  private superMember(node: ts.Node, name: string | undefined, env: Env): readonly Term[] {
    const owner = enclosingClass(node);
    const parents = owner ? this.parentsOf(owner, env) : [];
    const self = frameWithSelf(env)?.self;
    return parents.flatMap((parent) => member(this, { ...parent, kind: "instance", ...(self ? { self } : {}) }, name));
  }

  /** The class that a class extends. */
  parentsOf(owner: ts.ClassLikeDeclaration, env: Env): readonly Term[] {
    const clause = owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
    const parent = clause?.types[0]?.expression;
    return parent ? this.expand(parent, frameOf(owner, env)) : [];
  }

  private thisTerm(node: ts.Node, env: Env): readonly Term[] {
    const self = frameWithSelf(env)?.self;
    if (self) return [self];
    const owner = enclosingClass(node);
    if (owner) return [term("instance", owner, undefined)];
    const literal = ts.findAncestor(node, ts.isObjectLiteralExpression);
    return literal && enclosingFunction(node)?.parent === literal
      ? [term("value", literal, env)]
      : [this.opaque(node, "data", env)];
  }

  private call(node: ts.CallExpression, env: Env): readonly Term[] {
    const callee = bare(node.expression);
    const [first] = node.arguments;
    if (callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require")) {
      const module = moduleOf(this.program, node, first);
      return module ? [term("module", module, undefined)] : [this.opaque(node, "call", env)];
    }
    if (isCallOf(callee, "withNote") || isCallOf(callee, "structuredClone"))
      return isCallOf(callee, "withNote") || !first ? [term("value", node, env)] : this.expand(first, env);
    const builtIn = ts.isPropertyAccessExpression(callee) ? this.builtIn(node, callee, env) : undefined;
    if (builtIn) return builtIn;
    const targets = this.expand(callee, env);
    const called = targets.flatMap((target) => this.invoke(target, node, env) ?? []);
    if (targets.some(({ kind }) => kind === "function")) return called;
    if (ts.isPropertyAccessExpression(callee) && isText(callee.name.text)) return [term("value", node, env)];
    return [this.opaque(node, targets.some(({ why }) => why === "limit") ? "limit" : "call", env)];
  }

  /** What a function gives back for this call; undefined where the target is no function. */
  private invoke(target: Term, call: ts.CallExpression, env: Env): readonly Term[] | undefined {
    if (target.kind !== "function" || !isFunction(target.node)) return undefined;
    if (isRunning(target.node, env)) return [this.opaque(call, "data", env)];
    const frame = this.enter(target, call, env);
    return frame ? this.returned(target.node, frame) : [this.opaque(call, "limit", env)];
  }

  /** The frame of a call, one per call and caller, so that what was found out stays found out. */
  enter(target: Term, call: ts.CallExpression, env: Env): Frame | undefined {
    const depth = (env?.depth ?? 0) + 1;
    if (depth > maxDepth) return undefined;
    const fn = target.node as FunctionNode;
    const frames = nested(nested(this.frames, env), call);
    const known = frames.get(fn);
    if (known) return known;
    const bound = new Map<ts.ParameterDeclaration, Argument>();
    const spread = call.arguments.findIndex(ts.isSpreadElement);
    fn.parameters.forEach((parameter, index) => {
      if (ts.isIdentifier(parameter.name) && parameter.name.text === "this") return;
      const argument = call.arguments[index];
      if (parameter.dotDotDotToken) bound.set(parameter, { rest: call.arguments.slice(index), env });
      else if (spread >= 0 && index >= spread) bound.set(parameter, "opaque");
      else bound.set(parameter, argument ? { node: argument, env } : "absent");
    });
    const frame: Frame = { fn, bound, outer: target.env, caller: env, depth, self: target.self };
    frames.set(fn, frame);
    return frame;
  }

  /** What a callback gives back when its parameters are these terms. */
  invokeWith(target: Term, args: readonly (readonly Term[])[], at: ts.Node, env: Env): readonly Term[] {
    if (target.kind !== "function" || !isFunction(target.node)) return [this.opaque(at, "call", env)];
    const depth = (env?.depth ?? 0) + 1;
    if (depth > maxDepth) return [this.opaque(at, "limit", env)];
    const fn = target.node;
    if (isRunning(fn, env)) return [this.opaque(at, "data", env)];
    const frames = nested(nested(this.frames, env), at);
    const known = frames.get(fn);
    const bound = new Map(
      fn.parameters.map((parameter, index) => [
        parameter,
        { terms: args[index] ?? [this.opaque(parameter, "data", undefined)] },
      ]),
    );
    const frame: Frame = known ?? { fn, bound, outer: target.env, caller: env, depth, self: target.self };
    frames.set(fn, frame);
    return this.returned(fn, frame);
  }

  /** Everything that a function can give back. */
  returned(fn: FunctionNode, env: Env): readonly Term[] {
    return returnsOf(this, fn, env).flatMap((expression) => this.expand(expression, env));
  }

  private construct(node: ts.NewExpression, env: Env): readonly Term[] {
    const classes = this.expand(node.expression, env).filter(({ kind }) => kind === "class");
    if (classes.length === 0) return [{ ...this.opaque(node, "call", env) }];
    return classes.map((one) => ({ ...one, kind: "instance" as const }));
  }

  private builtIn(node: ts.CallExpression, callee: ts.PropertyAccessExpression, env: Env): readonly Term[] | undefined {
    const [first] = node.arguments;
    const name = callee.name.text;
    const on =
      ts.isIdentifier(callee.expression) && !lookUp(callee.expression.text, callee) ? callee.expression.text : "";
    if (
      first &&
      ((on === "Promise" && ["resolve", "all", "race"].includes(name)) ||
        (on === "Object" && ["freeze", "seal"].includes(name)))
    )
      return this.expand(first, env);
    if (
      (on === "Object" && (name === "assign" || name === "values")) ||
      (on === "JSON" && name === "stringify") ||
      (on === "Array" && name === "from")
    )
      return [term("value", node, env)];
    if (name === "bind") return this.expand(callee.expression, env);
    if (name === "finally") return this.expand(callee.expression, env);
    if ((name === "then" || name === "catch") && first) {
      const before = this.expand(callee.expression, env);
      const callbacks = this.expand(first, env).filter(({ kind }) => kind === "function");
      if (callbacks.length === 0) return undefined;
      const caught: readonly Term[] = name === "catch" ? [this.opaque(node, "data", env)] : before;
      const after = callbacks.flatMap((callback) => this.invokeWith(callback, [caught], node, env));
      return name === "then" ? after : [...before, ...after];
    }
    return isArrayMethod(name) && !this.hasOwn(callee, env) ? [term("value", node, env)] : undefined;
  }

  private hasOwn(callee: ts.PropertyAccessExpression, env: Env): boolean {
    return this.expand(callee, env).some(({ kind }) => kind === "function");
  }

  opaque(node: ts.Node, why: Opacity, env: Env, key = String(nodeId(node))): Term {
    return { kind: "opaque", node, env, names: [], owners: [], why, key };
  }
}

export function term(kind: Term["kind"], node: ts.Node, env: Env): Term {
  return { kind, node, env, names: [], owners: [] };
}

/** Values that came through a variable; one that nobody writes to needs no remembering. */
const owned = (terms: readonly Term[], owner: Owner): readonly Term[] =>
  mutationsOf(owner.root).length === 0 ? terms : terms.map((one) => ({ ...one, owners: [...one.owners, owner] }));

/** An expression without parentheses, casts, `await` and `!`. */
export function bare(node: ts.Expression): ts.Expression {
  while (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isAwaitExpression(node)
  )
    node = node.expression;
  return node;
}

/** Whether a function is being followed already: what it gets from calling itself is data, its other returns tell the words. */
function isRunning(fn: FunctionNode, env: Env): boolean {
  for (let frame = env; frame; frame = frame.caller) if (frame.fn === fn) return true;
  return false;
}

/** The frame in which a declaration lives: the nearest function around it that is being followed. */
function frameOf(declaration: ts.Node, env: Env): Env {
  for (let fn = enclosingFunction(declaration); fn; fn = enclosingFunction(fn))
    for (let frame = env; frame; frame = frame.outer) if (frame.fn === fn) return frame;
  return undefined;
}

function frameWithSelf(env: Env): Frame | undefined {
  for (let frame = env; frame; frame = frame.outer) {
    if (frame.self) return frame;
    if (!ts.isArrowFunction(frame.fn)) return undefined;
  }
  return undefined;
}

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node) ||
    ts.isImportEqualsDeclaration(node)
  );
}

/** The body of an overloaded function stands in its last declaration. */
function implementation(
  declaration: ts.FunctionDeclaration | ts.FunctionExpression,
): ts.FunctionDeclaration | undefined {
  const siblings: readonly ts.Statement[] =
    ts.isSourceFile(declaration.parent) || ts.isBlock(declaration.parent) ? declaration.parent.statements : [];
  return siblings.find(
    (sibling): sibling is ts.FunctionDeclaration =>
      ts.isFunctionDeclaration(sibling) && sibling.name?.text === declaration.name?.text && sibling.body !== undefined,
  );
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

const isCallOf = (callee: ts.Expression, name: string) => ts.isIdentifier(callee) && callee.text === name;

const textMethods = new Set(
  "trim trimEnd trimStart toString replace replaceAll slice substring padEnd padStart toUpperCase toLowerCase concat repeat normalize toWellFormed at".split(
    " ",
  ),
);
/** Methods of strings, whose answer is still the text or a part of it. */
const isText = (name: string) => textMethods.has(name);

function nested<K1, K2, V>(map: Map<K1, Map<K2, V>>, key: K1): Map<K2, V> {
  const inner = map.get(key) ?? new Map<K2, V>();
  map.set(key, inner);
  return inner;
}

function distinct(terms: readonly Term[]): readonly Term[] {
  if (terms.length < 2) return terms;
  const seen = new Map<string, Term>();
  for (const one of terms) {
    const key = `${one.kind}${placeKey(one.node, one.env)}|${one.key ?? ""}|${one.owners.length}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}
