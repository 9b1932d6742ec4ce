/** How a result that answers a failure is marked: `isError: true` in its literal, or around the call that builds it. */
import { ts } from "ts-morph";
import { isMarkedGenerated } from "../candidates.js";
import type { Edit } from "../diagnostic.js";
import { bare } from "../model/bare.js";
import type { SourceFailure } from "../model/failures.js";
import { enclosingFunction, type FunctionNode, isFunction, lookUp, propertyName } from "../model/scopes.js";
import type { Mend } from "../model/server-model.js";
import type { ServerSource, SourceSite } from "../model/source.js";
import { takesErrors } from "./error-types.js";
import { styleOf } from "./imports.js";
import { indentOf, replace } from "./source-text.js";

const byHand = (why: string) => ({ why: `add \`isError: true\` by hand: ${why}` });

/** Unsafe: what hosts and callers do with an error changes. */
export function markFailure(source: ServerSource, { results }: SourceFailure): Mend {
  const edits: Edit[] = [];
  for (const result of results) {
    const marked = mark(source, result);
    if ("why" in marked) return marked;
    edits.push(marked);
  }
  const [first, ...rest] = edits;
  if (!first) return byHand("it is built in steps");
  return { fix: { title: "mark it as an error with `isError: true`", safety: "unsafe", edits: [first, ...rest] } };
}

function mark(source: ServerSource, result: ts.Expression): Edit | { why: string } {
  const node = bare(result);
  if (isMarkedGenerated(node.getSourceFile().text)) return byHand("the file is generated");
  if (!takesErrors(source.program, node)) return byHand("its type may not allow it");
  if (ts.isObjectLiteralExpression(node)) return markLiteral(node) ?? byHand("a comment stands in the way");
  return (ts.isCallExpression(node) && markCall(source, node)) || byHand("it may be a promise");
}

/** `reply(view, text, true)` where a parameter takes the mark, else `{ ...say(text), isError: true }`; undefined where that may be a promise. */
function markCall(source: ServerSource, call: ts.CallExpression): Edit | undefined {
  const [target, more] = source.evaluator.expand(call.expression, undefined);
  const fn = target && !more && isFunction(target.node) ? target.node : undefined;
  const last = call.arguments.at(-1);
  const flag = fn && flagOf(fn, resultsOf(fn, source));
  if (last && flag === call.arguments.length && !call.arguments.some(ts.isSpreadElement)) return after(last, ", true");
  const awaited = ts.isAwaitExpression(call.parent) ? call.parent : undefined;
  if (!awaited && !(fn && isPlain(fn, source))) return undefined;
  const literal = `{ ...${awaited ? `(${awaited.getText()})` : call.getText()}, isError: true }`;
  const place = awaited ?? call;
  return replace(place, ts.isArrowFunction(place.parent) ? `(${literal})` : literal);
}

/** The results that stand in the body of a function. */
const resultsOf = (fn: FunctionNode, { sites }: ServerSource) =>
  sites.filter(({ site }) => enclosingFunction(site.node) === fn);

/** Whether a function gives back the literal of its own body, and no promise of it. */
const isPlain = (fn: FunctionNode, source: ServerSource) =>
  (ts.getCombinedModifierFlags(fn) & ts.ModifierFlags.Async) === 0 &&
  resultsOf(fn, source).some(({ site }) => ts.isObjectLiteralExpression(bare(site.node)));

/** Which parameter of a builder becomes `isError`: `reply(view, text, isError)`. */
function flagOf(fn: FunctionNode, results: readonly SourceSite[]): number | undefined {
  const found = results.map(({ site }) => {
    const literal = bare(site.node);
    const property = ts.isObjectLiteralExpression(literal)
      ? literal.properties.find(({ name }) => propertyName(name) === "isError")
      : undefined;
    const value = property && (ts.isPropertyAssignment(property) ? property.initializer : property.name);
    const declaration = value && ts.isIdentifier(value) ? lookUp(value.text, value) : undefined;
    return declaration && ts.isParameter(declaration) ? fn.parameters.indexOf(declaration) : -1;
  });
  const [index] = found;
  return index !== undefined && index >= 0 && found.every((each) => each === index) ? index : undefined;
}

/** One more property; undefined where a comment would get to another line. */
function markLiteral(literal: ts.ObjectLiteralExpression): Edit | undefined {
  const { properties } = literal;
  const own = properties.find(({ name }) => propertyName(name) === "isError");
  if (own)
    return ts.isPropertyAssignment(own) && own.initializer.kind === ts.SyntaxKind.FalseKeyword
      ? replace(own.initializer, "true")
      : undefined;
  const last = properties.at(-1);
  if (!last) return undefined;
  const { text } = literal.getSourceFile();
  const rest = text.slice(last.getEnd(), literal.getEnd() - 1);
  if (/\/[/*]/.test(rest)) return undefined;
  const { newline } = styleOf(literal.getSourceFile());
  const ownLine = text.slice(literal.getStart(), last.getStart()).includes("\n");
  return after(last, ownLine ? `,${newline}${indentOf(last)}isError: true` : ", isError: true");
}

function after(node: ts.Node, text: string): Edit {
  return { span: { file: node.getSourceFile().fileName, start: node.getEnd(), end: node.getEnd() }, text };
}
