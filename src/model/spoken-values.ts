/** What the holes of a text say: counts, the tool's own input, names. A hole that may say more makes it unknown. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import type { Term } from "./terms.js";
import type { Hole, Piece } from "./text.js";

export interface Said {
  /** The keys of the values whose length is told. */
  readonly counted: ReadonlySet<string>;
  /** The last keys of what it says, and the values themselves. */
  readonly keys: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  /** Whether it names a thing that comes from outside. */
  readonly names: boolean;
}

/** What a text says of its data (a parameter of one of the handlers is the tool's input), or `unknown` where a hole of it can hold more than a word. */
export function saidBy(
  evaluator: Evaluator,
  pieces: readonly Piece[],
  handlers: ReadonlySet<ts.Node>,
): Said | "unknown" {
  const counted = new Set<string>();
  const keys = new Set<string>();
  const values = new Set<string>();
  let names = false;
  for (const part of pieces.flat()) {
    if (!("hole" in part)) continue;
    if (part.hole.json) return "unknown";
    for (const one of part.hole.terms) {
      const saying = sayingOf(evaluator, one, part.hole, handlers, 0);
      if (saying === "unknown") return "unknown";
      if (saying === "name") names = true;
      const last = lastKey(one);
      if (last !== undefined) keys.add(last);
      if (one.key !== undefined) values.add(one.key);
      if (one.key?.endsWith(".length") || one.key?.endsWith(".size")) counted.add(one.key);
    }
  }
  return { counted, keys, values, names };
}

type Saying = "count" | "input" | "name" | "unknown";

function sayingOf(
  evaluator: Evaluator,
  one: Term,
  hole: Pick<Hole, "names">,
  handlers: ReadonlySet<ts.Node>,
  depth: number,
): Saying {
  const { node } = one;
  if (one.kind === "value") return isPlain(node) ? "count" : "unknown";
  if (one.kind !== "opaque" || one.why === "limit" || one.why === "field" || depth > 3) return "unknown";
  const last = lastKey(one);
  if (last === "length" || last === "size") return "count";
  if (isItem(one, handlers) || mentionsItem(evaluator, one, handlers)) return "unknown";
  if (last === undefined && ts.isBinaryExpression(node)) return "count";
  if (last === undefined && ts.isCallExpression(node)) {
    const called = ofCall(evaluator, node, one, handlers, depth);
    if (called) return called;
  }
  if (one.parameter) return handlers.has(one.parameter.declaration.parent) ? "input" : "unknown";
  const called = [last, ...(last === undefined ? [...one.names, ...hole.names] : [])].filter(
    (name) => name !== undefined,
  );
  if (called.some((name) => counts.test(name))) return "count";
  return called.some((name) => things.test(name)) ? "name" : "unknown";
}

/** An item of a list, or what a callback is handed: the text may go through the list. */
const isItem = ({ key, parameter }: Term, handlers: ReadonlySet<ts.Node>) =>
  /\[\]|\.(?:\*|\d+)(?:\.|$)/.test(key ?? "") ||
  (parameter !== undefined && !handlers.has(parameter.declaration.parent));

/** Whether a computed value is made of an item: `point.power.toFixed(2)`. */
function mentionsItem(evaluator: Evaluator, { node, env }: Term, handlers: ReadonlySet<ts.Node>): boolean {
  if (!ts.isBinaryExpression(node) && !ts.isCallExpression(node)) return false;
  const visit = (each: ts.Node): boolean =>
    ts.isIdentifier(each)
      ? evaluator.expand(each, env).some((found) => isItem(found, handlers))
      : ts.isPropertyAccessExpression(each)
        ? visit(each.expression)
        : ts.forEachChild(each, visit) === true;
  return visit(node);
}

/** What a built-in function makes of its values is no more than they are. */
function ofCall(
  evaluator: Evaluator,
  node: ts.CallExpression,
  one: Term,
  handlers: ReadonlySet<ts.Node>,
  depth: number,
): Saying | undefined {
  const callee = node.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  if (numberMethods.has(name) || /^(?:Math|Date|Number)\./.test(callee.getText())) return "count";
  if (!keeping.has(name)) return undefined;
  const from = ts.isPropertyAccessExpression(callee) ? callee.expression : node.arguments[0];
  const terms = from ? evaluator.expand(from, one.env) : [];
  const all = terms.map((each) => sayingOf(evaluator, each, { names: [] }, handlers, depth + 1));
  return all.includes("unknown") || all.length === 0 ? "unknown" : (all.find((each) => each === "name") ?? all[0]);
}

const isPlain = (node: ts.Node) =>
  ts.isNumericLiteral(node) ||
  ts.isStringLiteralLike(node) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword;

/** The last of the keys that lead from an unknown value to a part of it. */
const lastKey = ({ key }: Term) => /\.([^.]+)$/.exec(key ?? "")?.[1];

const numberMethods = new Set([
  "toFixed",
  "toLocaleString",
  "toISOString",
  "toPrecision",
  "parseInt",
  "parseFloat",
  "Number",
  "now",
  "getTime",
]);
const keeping = new Set(["String", "encodeURIComponent"]);

const counts =
  /(?:count|total|num|size|length|amount|sum|elapsed|duration|ms|seconds|minutes|percent|ratio|score|page|pages|offset|limit|index|version|created|updated|deleted|removed|added)$/i;
const things =
  /(?:^id|[a-z]Id|_id|name|title|slug|path|file|url|uri|email|query|city|country|region|status|state|type|mode|date|code|key)$/;
