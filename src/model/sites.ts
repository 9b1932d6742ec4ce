/** Finds the places that build tool results: from the tools inwards, then every literal with a view, then the calls of helpers. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Callers } from "./callers.js";
import { decide } from "./decide.js";
import { answering, keyOf, nameAskedAt } from "./dispatch.js";
import type { Evaluator } from "./evaluate.js";
import { isObjectAssign } from "./members.js";
import { mutationsOf } from "./mutations.js";
import { builtAt, calledName, callsIn } from "./places.js";
import { returnsOf } from "./returns.js";
import { enclosingFunction, type FunctionNode, isFunction, lookUp, propertyName } from "./scopes.js";
import type { Env, Term } from "./terms.js";
import type { ToolSource } from "./tool-parts.js";
import { variablePlace, viewPlacesIn } from "./view-places.js";

/** A result site before it is read. */
export interface Site {
  /** The literal, or the call of a helper. */
  readonly node: ts.Expression;
  /** What to evaluate: the node, or the variable that it goes into, in each environment that it was reached in. */
  readonly reached: { readonly node: ts.Expression; readonly env: Env }[];
  readonly tools: Set<ToolSource>;
  /** The function whose call it is; undefined for a literal. */
  readonly callee?: FunctionNode;
}

/** In how many ways a site is looked at. */
export const maxEnvironments = 12;
const maxVisits = 6;

export class SiteFinder {
  readonly sites = new Map<ts.Node, Site>();

  constructor(
    private readonly evaluator: Evaluator,
    /** The functions whose calls are sites. */
    private readonly builders: ReadonlySet<ts.Node>,
  ) {}

  /** What the handlers of a tool give back. */
  fromTool(source: ToolSource): void {
    for (const handler of source.handlers) this.fromFunction(handler, source);
  }

  private fromFunction(handler: Term, source: ToolSource): void {
    const fn = handler.node as FunctionNode;
    // A function in a table mostly hands on to the handler proper: that takes nothing from what can be followed.
    const depth = (handler.env?.depth ?? 0) - (ts.isPropertyAssignment(source.node) ? 2 : 0);
    const env: Env = { fn, bound: new Map(), outer: handler.env, depth, self: handler.self };
    for (const expression of returnsOf(this.evaluator, fn, env)) this.visit(expression, env, source, 0);
  }

  private visit(expression: ts.Expression, env: Env, given: ToolSource, depth: number): void {
    const node = bare(expression);
    const source = answering(given, given.tool.name ? undefined : nameAskedAt(this.evaluator, node, env));
    const again = (next: ts.Expression, at: Env = env) => this.visit(next, at, source, depth + 1);
    if (depth > maxVisits) return;
    if (ts.isConditionalExpression(node)) {
      const decided = decide(this.evaluator, node.condition, env);
      if (decided !== false) again(node.whenTrue);
      if (decided !== true) again(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      again(node.left);
      again(node.right);
    } else if (ts.isObjectLiteralExpression(node)) this.add(node, node, env, source);
    else if (ts.isIdentifier(node)) this.visitName(node, env, source, depth);
    else if (ts.isCallExpression(node)) this.visitCall(node, env, source, depth);
    else this.visitTerms(node, env, source);
  }

  /** A variable that is written to after its declaration is read as a variable, else its value is the place. */
  private visitName(node: ts.Identifier, env: Env, source: ToolSource, depth: number): void {
    const declaration = lookUp(node.text, node);
    if (declaration && ts.isParameter(declaration) && this.addGiven(node, declaration, env, source)) return;
    if (!declaration || !ts.isVariableDeclaration(declaration)) {
      this.visitTerms(node, env, source);
      return;
    }
    const written = mutationsOf(declaration).some(
      ({ kind, path }) => kind === "merge" || (kind === "assign" && path.length > 0),
    );
    if (written && !isGathered(declaration)) {
      this.add(variablePlace(node, declaration), node, env, source);
      return;
    }
    const values = [
      declaration.initializer,
      ...mutationsOf(declaration).flatMap(({ kind, path, values: [value] }) =>
        kind === "assign" && path.length === 0 ? value : undefined,
      ),
    ];
    for (const value of values) if (value) this.visit(value, env, source, depth + 1);
  }

  /** A result that a function was handed, wrote to and gives back: its place is the call by which the caller got it. */
  private addGiven(node: ts.Identifier, parameter: ts.ParameterDeclaration, env: Env, source: ToolSource): boolean {
    const written = mutationsOf(parameter).some(({ kind }) => kind !== "passed");
    for (let frame = env; frame && written; frame = frame.outer) {
      const argument = frame.bound.get(parameter);
      const place = typeof argument === "object" && "node" in argument ? builtAt(argument.node) : undefined;
      if (place && ts.isCallExpression(place)) {
        this.add(place, node, env, source);
        return true;
      }
    }
    return false;
  }

  private visitCall(node: ts.CallExpression, env: Env, source: ToolSource, depth: number): void {
    if (isObjectAssign(node)) {
      this.add(node, node, env, source);
      return;
    }
    const { expression: callee } = node;
    if (ts.isPropertyAccessExpression(callee) && /^(?:then|catch|finally)$/.test(callee.name.text)) {
      this.visitPromise(callee, node.arguments[0], env, source, depth);
      return;
    }
    const targets = this.evaluator
      .expand(node.expression, env)
      .filter(({ kind, node: fn }) => kind === "function" && isFunction(fn));
    if (targets.length === 0) {
      const [answer] = node.arguments;
      // muppet: `c.json(result)` answers with it.
      if (answer && calledName(node) === "json") this.visit(answer, env, source, depth + 1);
      else this.visitTerms(node, env, source);
      return;
    }
    for (const target of targets) {
      const fn = target.node as FunctionNode;
      const tool = answering(source, keyOf(target));
      if (this.builders.has(fn)) {
        this.add(node, node, env, tool, fn);
        continue;
      }
      const frame = this.evaluator.enter(target, node, env);
      if (frame)
        for (const returned of returnsOf(this.evaluator, fn, frame)) this.visit(returned, frame, tool, depth + 1);
    }
  }

  /** `f().catch(g)` gives what `f` gives, or what `g` does; `f().then(g)` what `g` does. */
  private visitPromise(
    callee: ts.PropertyAccessExpression,
    callback: ts.Expression | undefined,
    env: Env,
    source: ToolSource,
    depth: number,
  ): void {
    const kind = callee.name.text;
    if (kind !== "then") this.visit(callee.expression, env, source, depth + 1);
    if (kind === "finally" || !callback) return;
    const settled = kind === "then" ? this.evaluator.expand(callee.expression, env) : [];
    for (const target of this.evaluator.expand(callback, env)) {
      if (target.kind !== "function" || !isFunction(target.node)) continue;
      const frame = this.evaluator.enterWith(target, [settled], callee.parent, env);
      if (!frame) continue;
      for (const returned of returnsOf(this.evaluator, target.node, frame))
        this.visit(returned, frame, source, depth + 1);
    }
  }

  /** Whatever else it is: the literals that it evaluates to are the places. */
  private visitTerms(node: ts.Expression, env: Env, source: ToolSource): void {
    const terms = this.evaluator.expand(node, env);
    let found = false;
    for (const { kind, node: literal, env: at, owners } of terms) {
      if (kind !== "value" || !ts.isObjectLiteralExpression(literal)) continue;
      found = true;
      const gathered = owners.some(({ root }) => ts.isVariableDeclaration(root) && isGathered(root));
      if (gathered) this.add(literal, literal, at, source);
      else this.addFound(literal, node, env, source);
    }
    if (!found && terms.some(({ kind }) => kind === "opaque")) this.add(node, node, env, source);
  }

  /** A literal of a builder is read by itself: what it was given stands at the call. */
  private addFound(literal: ts.Expression, evaluated: ts.Expression, env: Env, source: ToolSource): void {
    const fn = enclosingFunction(literal);
    if (fn && this.builders.has(fn)) this.add(literal, literal, undefined, source);
    else this.add(literal, evaluated, env, source);
  }

  add(
    place: ts.Expression,
    evaluated: ts.Expression,
    env: Env,
    source: ToolSource | undefined,
    callee?: FunctionNode,
  ): void {
    const site = this.sites.get(place) ?? {
      node: place,
      reached: [],
      tools: new Set<ToolSource>(),
      ...(callee ? { callee } : {}),
    };
    this.sites.set(place, site);
    if (source) site.tools.add(source);
    // Seen from a tool, a result is known better than from outside.
    const outside = site.reached.findIndex((each) => each.env === undefined && each.node === evaluated);
    if (env && outside >= 0) site.reached.splice(outside, 1);
    const known = site.reached.some((each) => each.env === env && each.node === evaluated);
    if (!known && site.reached.length < maxEnvironments) site.reached.push({ node: evaluated, env });
  }

  /** Every literal with a view, registered or not. */
  fromLiterals(file: ts.SourceFile): void {
    for (const { place, evaluated } of viewPlacesIn(file))
      if (evaluated !== place || !this.sites.has(place)) this.add(place, evaluated, undefined, undefined);
  }

  /** A result that no handler was seen to give back is that of the tool that it works for. */
  fromCallers(callers: Callers): void {
    for (const site of this.sites.values()) {
      const tool = site.tools.size === 0 ? callers.toolOf(site.node) : undefined;
      if (tool) site.tools.add(tool);
    }
  }

  /** The calls of a method that gives back a result made of its object's fields: the literal, seen from each. */
  fromMethodCalls(file: ts.SourceFile, methods: ReadonlyMap<ts.Node, readonly ts.Expression[]>): void {
    const names = new Set([...methods.keys()].flatMap((fn) => propertyName((fn as ts.MethodDeclaration).name) ?? []));
    for (const call of namedCalls(file, names))
      for (const target of this.evaluator.expand(call.expression, undefined)) {
        const literals = target.self?.owners.length ? methods.get(target.node) : undefined;
        const frame = literals && this.evaluator.enter(target, call, undefined);
        if (frame) for (const literal of literals) this.add(literal, literal, frame, undefined);
      }
  }

  /** The calls of builders in a file, by their names. */
  fromCalls(file: ts.SourceFile, names: ReadonlySet<string>): void {
    for (const call of namedCalls(file, names)) {
      if (this.sites.has(call)) continue;
      const targets = this.evaluator.expand(call.expression, undefined);
      const target = targets.find((each) => this.builders.has(each.node));
      if (target) this.add(call, call, undefined, undefined, target.node as FunctionNode);
    }
  }
}

/** Whether a variable takes the results of several branches: what is written to it later can't be told for each. */
const isGathered = (declaration: ts.VariableDeclaration) =>
  mutationsOf(declaration).filter(({ kind, path }) => kind === "assign" && path.length === 0).length > 1;

/** The calls of a file that go by one of these names. */
function namedCalls(file: ts.SourceFile, names: ReadonlySet<string>): readonly ts.CallExpression[] {
  if (![...names].some((name) => file.text.includes(name))) return [];
  const calls = callsIn(file);
  return [...names].flatMap((name) => calls.get(name) ?? []);
}
