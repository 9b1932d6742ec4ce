/** The items that an array can hold: its literal, what is pushed later, and what `map`, `filter`, `concat` … make of it. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { member, throughPart, writesTo } from "./members.js";
import { distinct, nodeId, type Term } from "./terms.js";

const keeping = new Set([
  "filter",
  "slice",
  "reverse",
  "sort",
  "toSorted",
  "toReversed",
  "flat",
  "values",
  "concat",
  "splice",
]);
const arrayMethods = new Set([
  ...keeping,
  "map",
  "flatMap",
  "join",
  "split",
  "reduce",
  "find",
  "at",
  "entries",
  "keys",
]);

/** Methods whose answer is read by what uses it: as text (`join`) or as items (`map`). */
export const isArrayMethod = (name: string) => arrayMethods.has(name);

/** An opaque item stands for those that can't be known. */
export function arrayItems(evaluator: Evaluator, arrays: readonly Term[]): readonly Term[] {
  const items = arrays.flatMap((array) =>
    evaluator.once(
      "items",
      array,
      () => [...throughPart(array, "*", ownItems(evaluator, array)), ...pushed(evaluator, array)],
      (limit) => limit,
    ),
  );
  return distinct(items);
}

function pushed(evaluator: Evaluator, array: Term): readonly Term[] {
  return array.owners.flatMap((owner) =>
    writesTo(evaluator, owner).flatMap(({ kind, values, env }) =>
      kind === "push" ? values.flatMap((value) => itemsOf(evaluator, value, env)) : [],
    ),
  );
}

/** The items that an element or argument stands for: several where it is spread. */
export function itemsOf(evaluator: Evaluator, value: ts.Expression, env: Term["env"]): readonly Term[] {
  return ts.isSpreadElement(value)
    ? arrayItems(evaluator, evaluator.expand(value.expression, env))
    : evaluator.expand(value, env);
}

function ownItems(evaluator: Evaluator, array: Term): readonly Term[] {
  const { node, env } = array;
  if (array.items) return array.items;
  if (array.kind === "value" && ts.isArrayLiteralExpression(node))
    return node.elements.flatMap((element) =>
      ts.isOmittedExpression(element) ? [] : itemsOf(evaluator, element, env),
    );
  if (array.kind === "value" && ts.isCallExpression(node)) return madeItems(evaluator, node, array);
  if (array.kind === "opaque")
    return [
      {
        ...array,
        owners: [],
        key: `${array.key}[]`,
        ...(array.parameter ? { parameter: { ...array.parameter, path: [...array.parameter.path, "[]"] } } : {}),
      },
    ];
  return [evaluator.opaque(node, "data", env, `${nodeId(node)}[]`)];
}

function madeItems(evaluator: Evaluator, node: ts.CallExpression, array: Term): readonly Term[] {
  const callee = bare(node.expression);
  const { env } = array;
  if (!ts.isPropertyAccessExpression(callee)) return [evaluator.opaque(node, "data", env)];
  const name = callee.name.text;
  const [first] = node.arguments;
  const source = callee.expression;
  if (name === "values" && first)
    return evaluator.expand(first, env).flatMap((one) => member(evaluator, one, undefined));
  if (name === "from" && first) {
    const items = arrayItems(evaluator, evaluator.expand(first, env));
    return node.arguments[1] ? mapped(evaluator, items, node.arguments[1], node, env) : items;
  }
  const receiver = () => evaluator.expand(source, env);
  if (name === "split") return receiver();
  if (name === "map" || name === "flatMap") {
    if (!first) return [];
    const results = mapped(evaluator, arrayItems(evaluator, receiver()), first, node, env);
    return name === "map" ? results : results.flatMap((one) => (isArray(one) ? arrayItems(evaluator, [one]) : [one]));
  }
  if (name === "flat")
    return arrayItems(evaluator, receiver()).flatMap((one) => (isArray(one) ? arrayItems(evaluator, [one]) : [one]));
  if (name === "concat")
    return [receiver(), ...node.arguments.map((argument) => evaluator.expand(argument, env))].flatMap((terms) =>
      terms.flatMap((one) => (isArray(one) ? arrayItems(evaluator, [one]) : [one])),
    );
  if (keeping.has(name)) return arrayItems(evaluator, receiver());
  return [evaluator.opaque(node, "data", env)];
}

function mapped(
  evaluator: Evaluator,
  items: readonly Term[],
  callback: ts.Expression,
  at: ts.CallExpression,
  env: Term["env"],
): readonly Term[] {
  return evaluator.expand(callback, env).flatMap((target) => evaluator.invokeWith(target, [items], at, env));
}

const isArray = ({ kind, node }: Term) =>
  kind === "value" && (ts.isArrayLiteralExpression(node) || (ts.isCallExpression(node) && !isJoin(node)));
const isJoin = (node: ts.CallExpression) =>
  ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === "join";
