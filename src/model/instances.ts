/**
 * What the methods of an object wrote to its fields, where every call of them is in sight:
 * `const r = new Reply(); r.push(line); return r.build();`
 */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { type Called, callsOn, type Mutation, mutationsOf, type Written } from "./mutations.js";
import { enclosingFunction, type FunctionNode, isFunction } from "./scopes.js";
import type { Env, Owner, Term } from "./terms.js";

/** A write, seen from the call that made it. */
export interface Write extends Mutation {
  readonly env: Env;
}

const maxChain = 4;

/**
 * The writes to one field of an object, in the order of the calls; undefined where it isn't known which calls there
 * were: the object is no local one, or it was handed to code that can't be followed.
 */
export function fieldWrites(evaluator: Evaluator, self: Term, name: string): readonly Write[] | undefined {
  const homes = self.owners.filter(({ path }) => path.length === 0);
  const found: Write[] = [];
  const made = homes.filter(({ root }) => ts.isNewExpression(root));
  if (made.length === 0) return undefined;
  if (!made.every(({ root, env }) => byConstructor(evaluator, root as ts.NewExpression, env, self, name, found, 0)))
    return undefined;
  if (isSettled(self.node as ts.ClassLikeDeclaration, name)) return found;
  return homes.every(isLocal) && homes.every((home) => collect(evaluator, home, self, name, found, 0))
    ? found
    : undefined;
}

/** Whether nothing but the constructor writes to a field. */
function isSettled(owner: ts.ClassLikeDeclaration, name: string): boolean {
  return mutationsOf(owner)
    .filter(({ path, kind }) => path[0] === name && kind !== "passed")
    .every(({ at }) => ts.isConstructorDeclaration(enclosingFunction(at) ?? at));
}

function byConstructor(
  evaluator: Evaluator,
  made: ts.NewExpression,
  env: Env,
  self: Term,
  name: string,
  found: Write[],
  depth: number,
): boolean {
  const frame = evaluator.construct(self, made, env);
  return !frame || within(evaluator, frame.fn as FunctionNode, frame, self, name, found, depth);
}

/** A variable of a module can be written to from where we don't look. */
const isLocal = ({ root }: Owner) => !ts.isVariableDeclaration(root) || enclosingFunction(root) !== undefined;

/** Adds the writes of every method that is called on a variable; false where a use of it can't be followed. */
function collect(
  evaluator: Evaluator,
  { root, env }: Pick<Owner, "root" | "env">,
  self: Term,
  name: string,
  found: Write[],
  depth: number,
): boolean {
  if (depth > maxChain) return false;
  const calls = callsOn(root);
  if (!calls.every((called) => byCall(evaluator, called, env, self, name, found, depth))) return false;
  return mutationsOf(root).every((mutation) => {
    if (mutation.kind !== "passed") return mutation.path.length === 0 || mutation.path[0] !== name;
    return byCallee(evaluator, mutation, env, self, name, found, depth);
  });
}

/** `r.push(line)` writes what `push` writes to `this`. */
function byCall(
  evaluator: Evaluator,
  { call, path }: Called,
  env: Env,
  self: Term,
  name: string,
  found: Write[],
  depth: number,
): boolean {
  if (path.length > 0) return true;
  const targets = evaluator
    .expand(call.expression, env)
    .filter(({ kind, node, self: on }) => kind === "function" && isFunction(node) && on?.node === self.node);
  return targets.every((target) => {
    const frame = evaluator.enter(target, call, env);
    return frame !== undefined && within(evaluator, target.node as FunctionNode, frame, self, name, found, depth);
  });
}

/** `fill(r)` writes what `fill` does to its parameter. */
function byCallee(
  evaluator: Evaluator,
  { at, values: [argument] }: Mutation,
  env: Env,
  self: Term,
  name: string,
  found: Write[],
  depth: number,
): boolean {
  if (!ts.isCallExpression(at) || !argument) return false;
  const index = at.arguments.indexOf(argument);
  const targets = evaluator.expand(at.expression, env);
  return (
    targets.length > 0 &&
    targets.every((target) => {
      const parameter =
        target.kind === "function" && isFunction(target.node) ? target.node.parameters[index] : undefined;
      const frame = parameter && evaluator.enter(target, at, env);
      return (
        frame !== undefined &&
        collect(evaluator, { root: parameter as Written, env: frame }, self, name, found, depth + 1)
      );
    })
  );
}

/** What a method's body writes to `this.name`, itself or by the other methods that it calls. */
function within(
  evaluator: Evaluator,
  fn: FunctionNode,
  env: Env,
  self: Term,
  name: string,
  found: Write[],
  depth: number,
): boolean {
  const owner = ts.findAncestor(fn, ts.isClassLike);
  if (!owner || depth > maxChain) return false;
  const isHere = (node: ts.Node) => node.pos >= fn.pos && node.end <= fn.end;
  for (const mutation of mutationsOf(owner))
    if (mutation.path[0] === name && isHere(mutation.at)) {
      if (mutation.kind === "lost") return false;
      found.push({ ...mutation, env });
    }
  return callsOn(owner)
    .filter(({ call, path }) => path.length === 0 && isHere(call))
    .every((called) => byCall(evaluator, called, env, self, name, found, depth + 1));
}
