/** Which functions build results out of what they are given, and what becomes of it: does the text reach the view? */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import type { Reading, ResultShape } from "./reading.js";
import { enclosingFunction, type FunctionNode } from "./scopes.js";
import type { Term } from "./terms.js";
import type { Part } from "./text.js";
import { isWithNote } from "./with-note.js";

/** A value that a builder takes and puts into the text of its result. */
export interface TextFlow {
  readonly parameter: ts.ParameterDeclaration;
  readonly path: readonly string[];
  readonly key: string;
}

export interface Flows {
  readonly text: readonly TextFlow[];
  /** Whether the view, or a part of it, is given too. */
  readonly view: boolean;
}

/** What a result takes from the parameters of the function that it stands in; undefined where that is nothing. */
export function flowsOf(evaluator: Evaluator, place: ts.Node, shapes: readonly ResultShape[]): Flows | undefined {
  const fn = enclosingFunction(place);
  if (!fn) return undefined;
  const text = shapes.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => piece.flatMap((part) => textFlows(part, piece, fn))),
  );
  const view = shapes.some(({ viewTerms }) => viewTerms.some((one) => takesView(evaluator, one, fn)));
  const distinct = [...new Map(text.map((flow) => [flow.key, flow])).values()];
  return distinct.length > 0 || view ? { text: distinct, view } : undefined;
}

function textFlows(part: Part, piece: readonly Part[], fn: FunctionNode): readonly TextFlow[] {
  if ("literal" in part || part.hole.json) return [];
  return part.hole.terms.flatMap(({ parameter, key }) => {
    if (!parameter || !key || parameter.declaration.parent !== fn) return [];
    const { declaration, path } = parameter;
    // A result that is handed over whole is wrapped, not built: it is read with the argument of each call.
    if (path.includes("content") || !isTextParameter(declaration, path, part, piece)) return [];
    return [{ parameter: declaration, path, key }];
  });
}

const proseName =
  /(?:text|message|summary|msg|note|hint|body|markdown|description|reason|footer|header|prefix|suffix|content)s?$/i;

/** A string that is handed over as it is, or an option with a name of prose, or what makes up a whole line. */
function isTextParameter(
  declaration: ts.ParameterDeclaration,
  path: readonly string[],
  part: Part,
  piece: readonly Part[],
): boolean {
  const alone = standsAlone(part, piece);
  const last = path.filter((key) => key !== "[]").at(-1);
  if (last !== undefined) return alone ? path.length <= 2 : proseName.test(last);
  const type = declaration.type?.getText() ?? "";
  const name = ts.isIdentifier(declaration.name) ? declaration.name.text : "";
  if (type !== "" && !/\b(?:string|any|unknown)\b/.test(type)) return false;
  return alone || proseName.test(name);
}

/** Whether nothing else stands in its line. */
function standsAlone(part: Part, piece: readonly Part[]): boolean {
  const index = piece.indexOf(part);
  const [before, after] = [piece[index - 1], piece[index + 1]];
  const ends = (other: Part | undefined, pattern: RegExp) =>
    other === undefined || ("literal" in other && pattern.test(other.literal));
  return ends(before, /(?:^|\n)\s*$/) && ends(after, /^\s*(?:\n|$)/);
}

function takesView(evaluator: Evaluator, one: Term, fn: FunctionNode, depth = 0): boolean {
  if (depth > 4) return false;
  if (one.parameter) return one.parameter.declaration.parent === fn && one.parameter.path.length <= 1;
  if (one.kind === "value" && ts.isCallExpression(one.node) && isWithNote(evaluator.program, one.node))
    return evaluator
      .expand(one.node.arguments[0] ?? one.node, one.env)
      .some((part) => takesView(evaluator, part, fn, depth + 1));
  if (one.kind !== "value" || !ts.isObjectLiteralExpression(one.node)) return false;
  return one.node.properties.some(
    (property) =>
      ts.isSpreadAssignment(property) &&
      evaluator.expand(property.expression, one.env).some((part) => takesView(evaluator, part, fn, depth + 1)),
  );
}

/** Whether every text that it takes reaches the view, in each of its results with a view that are no errors. */
export function carries(flows: Flows, readings: readonly Reading[]): boolean | "unknown" {
  if (flows.text.length === 0) return "unknown";
  const answers = readings
    .filter(({ view, isError }) => view && isError !== true)
    .flatMap(({ view, pieces }) => {
      const here = new Set(
        pieces.flat().flatMap((part) => ("hole" in part ? part.hole.terms.map(({ key }) => key) : [])),
      );
      return flows.text
        .filter(({ key }) => here.has(key))
        .map(({ key }) => view?.values.has(key) || (view?.limited ? ("unknown" as const) : false));
    });
  if (answers.length === 0) return "unknown";
  return answers.every((each) => each === true) ? true : answers.includes(false) ? false : "unknown";
}
