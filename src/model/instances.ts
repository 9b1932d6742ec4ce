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
  const made = homes.filter((home): home is Owner & { root: ts.NewExpression } => ts.isNewExpression(home.root));
  const found: Write[] = [];
  if (made.length === 0 || !made.every(byConstructor)) return undefined;
  if (isSettled(self.node as ts.ClassLikeDeclaration, name)) return found;
  return homes.every(isLocal) && homes.every((home) => collect(home, 0)) ? found : undefined;

  function byConstructor({ root, env }: Owner & { root: ts.NewExpression }): boolean {
    const frame = evaluator.construct(self, root, env);
    return !frame || within(frame.fn as FunctionNode, frame, 0);
  }

  /** Adds the writes of every method that is called on a variable; false where a use of it can't be followed. */
  function collect({ root, env }: Pick<Owner, "root" | "env">, depth: number): boolean {
    if (depth > maxChain || !callsOn(root).every((called) => byCall(called, env, depth))) return false;
    return mutationsOf(root).every((mutation) =>
      mutation.kind === "passed"
        ? byCallee(mutation, env, depth)
        : mutation.path.length === 0 || mutation.path[0] !== name,
    );
  }

  /** `r.push(line)` writes what `push` writes to `this`. */
  function byCall({ call, path }: Called, env: Env, depth: number): boolean {
    if (path.length > 0) return true;
    const targets = evaluator
      .expand(call.expression, env)
      .filter(({ kind, node, self: on }) => kind === "function" && isFunction(node) && on?.node === self.node);
    return targets.every((target) => {
      const frame = evaluator.enter(target, call, env);
      return frame !== undefined && within(target.node as FunctionNode, frame, depth);
    });
  }

  /** `fill(r)` writes what `fill` does to its parameter. */
  function byCallee({ at, values: [argument] }: Mutation, env: Env, depth: number): boolean {
    if (!ts.isCallExpression(at) || !argument) return false;
    const index = at.arguments.indexOf(argument);
    const targets = evaluator.expand(at.expression, env);
    return (
      targets.length > 0 &&
      targets.every((target) => {
        const isFollowed = target.kind === "function" && isFunction(target.node);
        const parameter: Written | undefined = isFollowed ? (target.node as FunctionNode).parameters[index] : undefined;
        const frame = parameter && evaluator.enter(target, at, env);
        return frame !== undefined && collect({ root: parameter as Written, env: frame }, depth + 1);
      })
    );
  }

  /** What a method's body writes to `this.name`, itself or by the other methods that it calls. */
  function within(fn: FunctionNode, env: Env, depth: number): boolean {
    const owner = ts.findAncestor(fn, ts.isClassLike);
    if (!owner || depth > maxChain) return false;
    const isHere = (node: ts.Node) => node.pos >= fn.pos && node.end <= fn.end;
    const writes = mutationsOf(owner).filter(({ path, at }) => path[0] === name && isHere(at));
    found.push(...writes.map((mutation) => ({ ...mutation, env })));
    return (
      writes.every(({ kind }) => kind !== "lost") &&
      callsOn(owner)
        .filter(({ call, path }) => path.length === 0 && isHere(call))
        .every((called) => byCall(called, env, depth + 1))
    );
  }
}

/** Whether nothing but the constructor writes to a field. */
function isSettled(owner: ts.ClassLikeDeclaration, name: string): boolean {
  return mutationsOf(owner)
    .filter(({ path, kind }) => path[0] === name && kind !== "passed")
    .every(({ at }) => ts.isConstructorDeclaration(enclosingFunction(at) ?? at));
}

/** A variable of a module can be written to from where we don't look. */
const isLocal = ({ root }: Owner) => !ts.isVariableDeclaration(root) || enclosingFunction(root) !== undefined;
