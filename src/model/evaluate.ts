/**
 * The one evaluator, used for text, view and result alike: what can this expression be, in this environment?
 * It follows names, members, branches and calls, across files, without a type checker, and answers with terms.
 */
import { ts } from "ts-morph";
import type { Program } from "../program.js";
import { Answers, type Entry } from "./answers.js";
import { bare } from "./bare.js";
import { evaluate } from "./expressions.js";
import type { Write } from "./instances.js";
import { returnsOf } from "./returns.js";
import { type FunctionNode, isFunction } from "./scopes.js";
import {
  type Argument,
  distinct,
  type Env,
  type Frame,
  isRunning,
  nodeId,
  type Opacity,
  type Term,
  termKey,
} from "./terms.js";

/** Calls followed inside calls. Measured: three find all that was known, six cost fuel and find less. */
const maxDepth = 5;
const maxStack = 160;
/** Values, items or texts that one question is answered with. */
const maxAnswers = 500;

export class Evaluator {
  private readonly expansions = new Map<Env, Map<ts.Node, Entry<Term>>>();
  private readonly frames = new Map<Env, Map<ts.Node, Map<ts.Node, Frame>>>();
  /** The writes found so far, by what is written to. */
  readonly writes = new Map<string, readonly Write[]>();
  private readonly questions = new Map<string, Entry<unknown>>();
  private readonly answers = new Answers();
  private fuel = 0;
  /** How many calls were followed, and how often depth or fuel ran out: then the answer is unknown. */
  readonly work = { followed: 0, limits: 0 };

  constructor(readonly program: Program) {}

  /** Gives one question its budget, so that one odd function can't starve the rest. */
  withFuel<T>(fuel: number, ask: () => T): T {
    this.fuel = fuel;
    if (this.answers.depth === 0) this.answers.renew();
    return ask();
  }

  /** Asks a question of a term. Asked again on its own way to the answer, it has nothing to add. */
  once<T>(question: string, one: Term, ask: () => readonly T[], limit: (term: Term) => T): readonly T[] {
    const key = `${question}|${termKey(one)}`;
    const entry = (this.questions.get(key) ?? {}) as Entry<T>;
    this.questions.set(key, entry);
    return this.bounded(entry, ask, () => [limit(this.opaque(one.node, "limit", one.env))]);
  }

  /** What an expression can be. Empty: known to be nothing. */
  expand(expression: ts.Expression, env: Env): readonly Term[] {
    const node = bare(expression);
    const known = this.expansions.get(env) ?? new Map<ts.Node, Entry<Term>>();
    this.expansions.set(env, known);
    const entry = known.get(node) ?? { kept: true };
    known.set(node, entry);
    return this.bounded(
      entry,
      () => distinct(evaluate(this, node, env)),
      () => [this.opaque(node, "limit", env)],
    );
  }

  private bounded<T>(entry: Entry<T>, ask: () => readonly T[], limit: () => readonly T[]): readonly T[] {
    // What is known costs too: a thousand values, each asked for a part, are a million answers.
    this.fuel -= entry.answer ? entry.answer.length * 0.05 : 1;
    if (this.fuel < 0 || this.answers.depth > maxStack) {
      this.answers.cutOff();
      return limit();
    }
    return this.answers.answer(entry, () => {
      const all = ask();
      return all.length > maxAnswers ? [...all.slice(0, maxAnswers), ...limit()] : all;
    });
  }

  /** The frame of a call, one per call and caller, so that what was found out stays found out. */
  enter(target: Term, call: ts.CallExpression | ts.NewExpression, env: Env): Frame | undefined {
    const given = call.arguments ?? [];
    const spread = given.findIndex(ts.isSpreadElement);
    return this.frame(target, call, env, (parameter, index): Argument => {
      if (parameter.dotDotDotToken) return { rest: given.slice(index), env };
      if (spread >= 0 && index >= spread) return "opaque";
      const argument = given[index];
      return argument ? { node: argument, env } : "absent";
    });
  }

  /** The frame of the constructor that makes an instance; undefined where its class has none of its own. */
  construct(self: Term, made: ts.NewExpression, env: Env): Frame | undefined {
    const owner = self.node as ts.ClassLikeDeclaration;
    const node = owner.members.find((each) => ts.isConstructorDeclaration(each) && each.body);
    return node && this.enter({ ...self, node, self }, made, env);
  }

  /** What a callback gives back when its parameters are these terms. */
  invokeWith(target: Term, args: readonly (readonly Term[])[], at: ts.Node, env: Env): readonly Term[] {
    if (target.kind !== "function" || !isFunction(target.node) || !target.node.body)
      return [this.opaque(at, "call", env)];
    if (isRunning(target.node, env)) return [this.opaque(at, "data", env)];
    const frame = this.enterWith(target, args, at, env);
    return frame ? this.returned(target.node, frame) : [this.opaque(at, "limit", env)];
  }

  /** The frame of a callback whose parameters are these terms; those that are not given are unknown. */
  enterWith(target: Term, args: readonly (readonly Term[])[], at: ts.Node, env: Env): Frame | undefined {
    return this.frame(target, at, env, (parameter, index): Argument => {
      const terms = args[index];
      return { terms: terms?.length ? terms : [this.opaque(parameter, "data", undefined)] };
    });
  }

  private frame(
    target: Term,
    at: ts.Node,
    env: Env,
    argument: (parameter: ts.ParameterDeclaration, index: number) => Argument,
  ): Frame | undefined {
    const depth = (env?.depth ?? 0) + 1;
    if (depth > maxDepth) return undefined;
    const fn = target.node as FunctionNode;
    const frames = nested(nested(this.frames, env), at);
    const known = frames.get(fn);
    if (known) return known;
    const parameters = fn.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === "this"));
    const bound = new Map(parameters.map((parameter, index) => [parameter, argument(parameter, index)]));
    const frame: Frame = { fn, at, bound, outer: target.env, caller: env, depth, self: target.self };
    this.work.followed++;
    frames.set(fn, frame);
    return frame;
  }

  /** Everything that a function can give back. */
  returned(fn: FunctionNode, env: Env): readonly Term[] {
    return returnsOf(this, fn, env).flatMap((expression) => this.expand(expression, env));
  }

  opaque(node: ts.Node, why: Opacity, env: Env, key = String(nodeId(node))): Term {
    if (why === "limit") this.work.limits++;
    return { kind: "opaque", node, env, names: [], owners: [], why, key };
  }
}

function nested<K1, K2, V>(map: Map<K1, Map<K2, V>>, key: K1): Map<K2, V> {
  const inner = map.get(key) ?? new Map<K2, V>();
  map.set(key, inner);
  return inner;
}
