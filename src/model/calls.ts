/** What a call can give back: of a function that can be followed, of a built-in one, of a module that is required. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { moduleOf } from "./exports.js";
import { isArrayMethod } from "./items.js";
import { isFunction, lookUp } from "./scopes.js";
import { type Env, isRunning, type Term, term } from "./terms.js";
import { isWithNote } from "./with-note.js";

export function call(evaluator: Evaluator, node: ts.CallExpression, env: Env): readonly Term[] {
  const callee = bare(node.expression);
  const [first] = node.arguments;
  if (callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require")) {
    const module = moduleOf(evaluator.program, node, first);
    return module ? [term("module", module, undefined)] : [evaluator.opaque(node, "call", env)];
  }
  if (isWithNote(evaluator.program, node)) return [term("value", node, env)];
  if (first && ts.isIdentifier(callee) && callee.text === "structuredClone" && !lookUp(callee.text, callee))
    return evaluator.expand(first, env);
  const known = ts.isPropertyAccessExpression(callee) ? builtIn(evaluator, node, callee, env) : undefined;
  if (known) return known;
  const targets = evaluator.expand(callee, env);
  const called = targets.flatMap((target) => invoke(evaluator, target, node, env) ?? []);
  if (targets.some(({ kind }) => kind === "function")) return called;
  if (ts.isPropertyAccessExpression(callee) && isText(callee.name.text)) return [term("value", node, env)];
  return [evaluator.opaque(node, targets.some(({ why }) => why === "limit") ? "limit" : "call", env)];
}

/** What a function gives back for evaluator call; undefined where the target is no function. */
function invoke(evaluator: Evaluator, target: Term, call: ts.CallExpression, env: Env): readonly Term[] | undefined {
  if (target.kind !== "function" || !isFunction(target.node)) return undefined;
  if (!target.node.body) return [evaluator.opaque(call, "call", env)];
  if (isRunning(target.node, env)) return [evaluator.opaque(call, "data", env)];
  const frame = evaluator.enter(target, call, env);
  return frame ? evaluator.returned(target.node, frame) : [evaluator.opaque(call, "limit", env)];
}

export function construct(evaluator: Evaluator, node: ts.NewExpression, env: Env): readonly Term[] {
  const classes = evaluator.expand(node.expression, env).filter(({ kind }) => kind === "class");
  if (classes.length === 0) return [{ ...evaluator.opaque(node, "call", env) }];
  const home = { root: node, path: [], env };
  return classes.map((one) => ({ ...one, kind: "instance" as const, owners: [home] }));
}

function builtIn(
  evaluator: Evaluator,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  env: Env,
): readonly Term[] | undefined {
  const [first] = node.arguments;
  const name = callee.name.text;
  const on =
    ts.isIdentifier(callee.expression) && !lookUp(callee.expression.text, callee) ? callee.expression.text : "";
  if (
    first &&
    ((on === "Promise" && ["resolve", "all", "race"].includes(name)) ||
      (on === "Object" && ["freeze", "seal"].includes(name)))
  )
    return evaluator.expand(first, env);
  if (
    (on === "Object" && (name === "assign" || name === "values")) ||
    (on === "JSON" && name === "stringify") ||
    (on === "Array" && name === "from")
  )
    return [term("value", node, env)];
  if (name === "bind") return evaluator.expand(callee.expression, env);
  if (name === "finally") return evaluator.expand(callee.expression, env);
  if ((name === "then" || name === "catch") && first) {
    const before = evaluator.expand(callee.expression, env);
    const callbacks = evaluator.expand(first, env).filter(({ kind }) => kind === "function");
    if (callbacks.length === 0) return undefined;
    const caught: readonly Term[] = name === "catch" ? [evaluator.opaque(node, "data", env)] : before;
    const after = callbacks.flatMap((callback) => evaluator.invokeWith(callback, [caught], node, env));
    return name === "then" ? after : [...before, ...after];
  }
  return isArrayMethod(name) && !hasOwn(evaluator, callee, env) ? [term("value", node, env)] : undefined;
}

function hasOwn(evaluator: Evaluator, callee: ts.PropertyAccessExpression, env: Env): boolean {
  return evaluator.expand(callee, env).some(({ kind }) => kind === "function");
}

const textMethods = new Set(
  "trim trimEnd trimStart toString replace replaceAll slice substring padEnd padStart toUpperCase toLowerCase concat repeat normalize toWellFormed at".split(
    " ",
  ),
);
/** Methods of strings, whose answer is still the text or a part of it. */
const isText = (name: string) => textMethods.has(name);
