/**
 * Text as pieces: each piece is a whole string, of literal parts and holes. Templates and `+` stay whole, branches go
 * apart; a hole that is one string is written in, a hole that can be several stays a hole beside the pieces it can be.
 */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { arrayItems } from "./items.js";
import { writesTo } from "./members.js";
import { isAppendedTo } from "./mutations.js";
import { type Env, nodeId, type Term, termKey } from "./terms.js";

/** A run of characters from one literal, or a value that is only known at run time. */
export type Part =
  | { readonly literal: string; readonly node: ts.Node; readonly names: readonly string[] }
  | { readonly hole: Hole };

export interface Hole {
  /** The opaque or non-text values that can stand here. */
  readonly terms: readonly Term[];
  /** Where the hole is: the expression in the template. */
  readonly node: ts.Node;
  /** Whether several known texts can stand here (they are pieces of their own). */
  readonly several: boolean;
  /** The JSON of a value, and nothing else. */
  readonly json?: { readonly node: ts.Expression; readonly env: Env };
  readonly names: readonly string[];
}

export type Piece = readonly Part[];

/** Longer than any text that a server writes; a constant that doubles another one twenty times over gets there. */
const longest = { parts: 5_000, letters: 1_000_000 };

/** Every text that an expression can be, and the texts that can be added to it. */
export function textOf(evaluator: Evaluator, node: ts.Expression, env: Env): readonly Piece[] {
  return textOfTerms(evaluator, evaluator.expand(node, env), node);
}

export function textOfTerms(evaluator: Evaluator, terms: readonly Term[], at: ts.Node): readonly Piece[] {
  const pieces = terms.flatMap((one) =>
    evaluator.once(
      `text at ${nodeId(at)} by ${one.names.join(" ")}`,
      one,
      () => textOfTerm(evaluator, one, at),
      (limit): Piece => [hole([limit], at)],
    ),
  );
  return distinctPieces([...pieces, ...appended(evaluator, terms)]);
}

/** The same words by another way are the same text. */
export function distinctPieces(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length < 2) return pieces;
  const keyOf = (part: Part) =>
    "hole" in part ? `?${nodeId(part.hole.node)}:${part.hole.terms.map(termKey).join()}` : nodeId(part.node);
  return [...new Map([...new Set(pieces)].map((piece) => [piece.map(keyOf).join(), piece])).values()];
}

/** What `+=` adds to the variables that the text came through. */
function appended(evaluator: Evaluator, terms: readonly Term[]): readonly Piece[] {
  const owners = new Map(
    terms
      .flatMap(({ owners }) => owners.filter(({ root }) => isAppendedTo(root)))
      .map((owner) => [`${nodeId(owner.root)}.${owner.path.join(".")}`, owner]),
  );
  return [...owners.values()].flatMap((owner) =>
    writesTo(evaluator, owner).flatMap(({ kind, values, env }) =>
      kind === "append" ? values.flatMap((value) => guarded(value, () => textOf(evaluator, value, env))) : [],
    ),
  );
}

const appending = new Set<ts.Node>();
function guarded(value: ts.Node, ask: () => readonly Piece[]): readonly Piece[] {
  if (appending.has(value)) return [];
  appending.add(value);
  const pieces = ask();
  appending.delete(value);
  return pieces;
}

function textOfTerm(evaluator: Evaluator, one: Term, at: ts.Node): readonly Piece[] {
  const { node, env, names } = one;
  if (one.kind !== "value") return [[hole([one], at, names)]];
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [[{ literal: node.text, node, names }]];
  if (ts.isTemplateExpression(node)) {
    const parts: Operand[] = [{ literal: node.head.text, node: node.head, names }];
    for (const span of node.templateSpans)
      parts.push({ node: span.expression, env }, { literal: span.literal.text, node: span.literal, names });
    return compose(evaluator, parts, one);
  }
  if (ts.isTaggedTemplateExpression(node)) {
    if (ts.isNoSubstitutionTemplateLiteral(node.template))
      return [[{ literal: node.template.text, node: node.template, names }]];
    return textOf(evaluator, node.template, env).map((piece) => piece);
  }
  if (ts.isBinaryExpression(node)) return compose(evaluator, operandsOf(node, env), one);
  if (ts.isCallExpression(node)) return textOfCall(evaluator, node, one, at);
  return [[hole([one], at, names)]];
}

function textOfCall(evaluator: Evaluator, node: ts.CallExpression, one: Term, at: ts.Node): readonly Piece[] {
  const callee = bare(node.expression);
  const { env } = one;
  const [first, second] = node.arguments;
  if (!ts.isPropertyAccessExpression(callee)) return [[hole([one], at, one.names)]];
  const receiver = callee.expression;
  switch (callee.name.text) {
    case "stringify":
      return first
        ? [[{ hole: { terms: [one], node, several: false, json: { node: first, env }, names: one.names } }]]
        : [];
    case "join":
      return joined(evaluator, receiver, first, one);
    case "reduce": {
      const start = second ? evaluator.expand(second, env) : [];
      const items = arrayItems(evaluator, evaluator.expand(receiver, env));
      const step = first
        ? evaluator.expand(first, env).flatMap((target) => evaluator.invokeWith(target, [start, items], node, env))
        : [];
      return textOfTerms(evaluator, step, node);
    }
    case "find":
    case "at":
    case "split":
      return textOfTerms(evaluator, arrayItems(evaluator, evaluator.expand(receiver, env)), node);
    case "concat":
      return compose(
        evaluator,
        [receiver, ...node.arguments].map((operand) => ({ node: operand, env })),
        one,
      );
    case "map":
    case "filter":
    case "flatMap":
    case "slice":
      if (ts.isStringLiteralLike(bare(receiver))) break;
      return textOf(evaluator, receiver, env).length && callee.name.text === "slice"
        ? textOf(evaluator, receiver, env)
        : [[hole([one], at, one.names)]];
    case "replace":
    case "replaceAll":
      return [
        ...textOf(evaluator, receiver, env),
        ...(second ? textOf(evaluator, second, env).filter((piece) => piece.length > 0) : []),
      ];
    default:
  }
  return textOf(evaluator, receiver, env);
}

type Operand = Part | { readonly node: ts.Expression; readonly env: Env };

function operandsOf(node: ts.BinaryExpression, env: Env): Operand[] {
  const sides: Operand[] = [];
  let left: ts.Expression = node;
  while (ts.isBinaryExpression(left) && left.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    sides.unshift({ node: left.right, env });
    left = bare(left.left);
  }
  return [{ node: left, env }, ...sides];
}

/** One string out of several: what is one text is written in, what can be several stays a hole and stands apart too. */
function compose(evaluator: Evaluator, operands: readonly Operand[], made: Term): readonly Piece[] {
  const whole = writing(evaluator, made);
  const apart: Piece[] = [];
  for (const operand of operands) {
    if ("literal" in operand || "hole" in operand) {
      whole.add([operand]);
      continue;
    }
    const terms = evaluator.expand(operand.node, operand.env);
    const pieces = textOfTerms(evaluator, terms, operand.node);
    const [only] = pieces;
    if (pieces.length === 1 && only) whole.add(only);
    else if (pieces.length > 1) {
      const unknown = terms.filter(({ kind }) => kind !== "value");
      whole.add([{ hole: { terms: unknown, node: operand.node, several: true, names: [] } }]);
      for (const piece of pieces) if (hasWords(piece)) apart.push(piece);
    }
  }
  return [whole.piece(), ...apart];
}

function joined(
  evaluator: Evaluator,
  receiver: ts.Expression,
  separator: ts.Expression | undefined,
  made: Term,
): readonly Piece[] {
  const items = arrayItems(evaluator, evaluator.expand(receiver, made.env));
  const between = separator ? textOf(evaluator, separator, made.env)[0] : undefined;
  const pieces = items.map((item) => textOfTerms(evaluator, [item], receiver));
  if (!pieces.every((each) => each.length === 1)) return pieces.flat();
  const whole = writing(evaluator, made);
  for (const [index, [piece]] of pieces.entries()) {
    if (index > 0) whole.add(between ?? []);
    whole.add(piece ?? []);
  }
  return [whole.piece()];
}

/** Puts a piece together, as far as it goes: one that gets too long is a hole. */
function writing(evaluator: Evaluator, { node, env }: Term) {
  let parts: Part[] | undefined = [];
  let letters = 0;
  return {
    add(more: Piece): void {
      for (const part of more) {
        letters += "literal" in part ? part.literal.length : 1;
        parts?.push(part);
      }
      if (parts && parts.length > 1 && (parts.length > longest.parts || letters > longest.letters)) parts = undefined;
    },
    piece: (): Piece => parts ?? [hole([evaluator.opaque(node, "limit", env)], node)],
  };
}

export const hole = (terms: readonly Term[], node: ts.Node, names: readonly string[] = []): Part => ({
  hole: { terms, node, several: false, names },
});

const hasWords = (piece: Piece) => piece.some((part) => "hole" in part || /\p{L}/u.test(part.literal));
