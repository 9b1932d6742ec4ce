/**
 * Harness code that takes `mcp__<server>__` off a tool's name. A host refuses a call without that prefix ("No such tool
 * available"); once the prefix is gone, the refused call and the real one print and grade alike.
 */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { callsIn } from "./places.js";
import { enclosingFunction } from "./scopes.js";

/** A file that runs, prints, replays or grades the calls of a model, by its name or its folders'. */
const harness =
  /(?:^|[/._-])(?:evals?|grad(?:e|er|ers|ing)|judges?|harness|transcripts?|scor(?:e|er|ers|ing)|bench(?:mark)?s?|runners?|replay)(?=[/._-])/i;

export const isHarness = (path: string): boolean => harness.test(path);

/** The calls in a file that strip the prefix and keep no mark of what was refused. */
export function prefixStripsIn(evaluator: Evaluator, file: ts.SourceFile | undefined): readonly ts.CallExpression[] {
  if (!file?.text.includes("mcp__")) return [];
  const calls = callsIn(file);
  const called = (...names: string[]) => names.flatMap((name) => calls.get(name) ?? []);
  return [
    ...called("replace", "replaceAll").filter((call) => replacesPrefix(evaluator, call)),
    ...called("split").flatMap((call) => lastPart(call) ?? []),
    ...called("slice", "substring", "substr").filter((call) => cutsPrefix(evaluator, call)),
  ].filter((call) => !keepsMark(call));
}

/** `name.replace(/^mcp__.+?__/, "")` */
function replacesPrefix(evaluator: Evaluator, { arguments: [pattern, by] }: ts.CallExpression): boolean {
  if (!pattern || !by || !ts.isStringLiteralLike(by) || !/^(?:\$\d)?$/.test(by.text)) return false;
  return evaluator
    .expand(pattern, undefined)
    .some(({ node }) => ts.isRegularExpressionLiteral(node) && node.text.includes("mcp__"))
    ? true
    : isPrefix(evaluator, pattern);
}

/** `name.split("__").pop()`, `name.split("__")[2]`, `name.split("__").slice(2).join("__")` */
function lastPart(split: ts.CallExpression): ts.CallExpression | undefined {
  const [separator] = split.arguments;
  if (!separator || !ts.isStringLiteralLike(separator) || separator.text !== "__") return undefined;
  const use = split.parent;
  if (ts.isElementAccessExpression(use)) return split;
  const taken = ts.isPropertyAccessExpression(use) && ts.isCallExpression(use.parent) ? use : undefined;
  return taken && /^(?:pop|at|slice)$/.test(taken.name.text) ? split : undefined;
}

/** `name.slice(PREFIX.length)` */
function cutsPrefix(evaluator: Evaluator, { arguments: [from] }: ts.CallExpression): boolean {
  const length = from && bare(from);
  return (
    length !== undefined &&
    ts.isPropertyAccessExpression(length) &&
    length.name.text === "length" &&
    isPrefix(evaluator, length.expression)
  );
}

/** A string that begins with `mcp__`. */
function isPrefix(evaluator: Evaluator, expression: ts.Expression): boolean {
  return evaluator.expand(expression, undefined).some(({ node }) => {
    const text = ts.isTemplateExpression(node) ? node.head.text : ts.isStringLiteralLike(node) ? node.text : "";
    return text.startsWith("mcp__");
  });
}

const marks = /refused|rejected|accepted|miscall|is_?error|no such tool|tool_not_registered|unknown ?tool/i;

/** Whether the code around tells a refused call: it prints `name?`, or asks whether the host took it. */
function keepsMark(call: ts.CallExpression): boolean {
  const isMark = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node)) return marks.test(node.text);
    const text = ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node) ? node.text : "";
    return (
      text.endsWith("?") || marks.test(text) || (ts.forEachChild(node, (child) => isMark(child) || undefined) ?? false)
    );
  };
  return isMark(enclosingFunction(call) ?? ts.findAncestor(call, ts.isStatement) ?? call);
}
