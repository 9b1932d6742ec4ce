/** One result, read: its text as fragments, its view, and the verdict. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import { textOfContent } from "./blocks.js";
import { classify, isFullSentence, isModelFacing, isPaging, type Vocabulary } from "./classify.js";
import { coverageOf, derivable, isJsonOf } from "./coverage.js";
import { decide } from "./decide.js";
import type { Evaluator } from "./evaluate.js";
import { isObjectAssign, member, writesTo } from "./members.js";
import { propertyName } from "./scopes.js";
import { type Sentence, sentencesOf } from "./sentences.js";
import { type Fragment, type Verdict, verdicts } from "./server-model.js";
import type { Term } from "./terms.js";
import { distinctPieces, type Hole, type Piece, textOfTerms } from "./text.js";
import { readView, type ViewReading } from "./view.js";

/** What a result is made of, before its words are judged. */
export interface ResultShape {
  /** The literal (or call) that the result is. */
  readonly term: Term;
  readonly pieces: readonly Piece[];
  /** None where it has no view. */
  readonly viewTerms: readonly Term[];
  readonly isError: boolean | "unknown";
  /** The words of a whole result that it hands on (`{ ...result, content }`): they are judged where that one is built. */
  readonly passed: ReadonlySet<ts.Node>;
}

export interface Reading extends ResultShape {
  readonly view?: ViewReading;
  readonly fragments: readonly ReadFragment[];
  readonly verdict: Verdict;
}

/** A fragment, with the literals that its words come from. */
export interface ReadFragment extends Fragment {
  readonly literals: readonly ts.Node[];
}

/** What one result term holds; undefined where it is no object that can be read. */
export function shapeOf(evaluator: Evaluator, term: Term): ResultShape | undefined {
  if (term.kind !== "value" || !isResultNode(term.node)) return undefined;
  const content = member(evaluator, term, "content");
  const viewTerms = isForWidgets(term.node) ? [] : member(evaluator, term, "structuredContent");
  // Some servers keep the text beside the view under a name of their own, and wrap it later.
  const loose = content.length === 0 ? member(evaluator, term, "textContent") : [];
  const pieces = distinctPieces([...textOfContent(evaluator, content), ...textOfTerms(evaluator, loose, term.node)]);
  return { term, pieces, viewTerms, isError: errorState(evaluator, term), passed: passedThrough(evaluator, term) };
}

/** The literals in the text of results that are spread into one that brings no view of its own. */
function passedThrough(evaluator: Evaluator, { node, env }: Term): ReadonlySet<ts.Node> {
  if (!ts.isObjectLiteralExpression(node)) return new Set();
  if (node.properties.some(({ name }) => propertyName(name) === "structuredContent")) return new Set();
  const results = node.properties
    .filter(ts.isSpreadAssignment)
    .map(({ expression }) => bare(expression))
    .filter((each) => !ts.isConditionalExpression(each) && !ts.isBinaryExpression(each))
    .flatMap((each) => evaluator.expand(each, env));
  const content = results.flatMap((result) => member(evaluator, result, "content"));
  const parts = textOfContent(evaluator, content).flat();
  return new Set(parts.flatMap((part) => ("literal" in part ? [part.node] : [])));
}

/** Judges the words of a result against its view. */
export function readResult(evaluator: Evaluator, shape: ResultShape, vocabulary: Vocabulary): Reading {
  const { pieces, viewTerms } = shape;
  const view = viewTerms.length > 0 ? readView(evaluator, viewTerms) : undefined;
  const fragments = fragmentsOf(evaluator, pieces, view, viewTerms, vocabulary).filter(
    ({ literals }) => literals.length === 0 || !literals.every((literal) => shape.passed.has(literal)),
  );
  if (!view) return { ...shape, fragments, verdict: "no-view" };
  return { ...shape, view, fragments, verdict: verdictOf(fragments, pieces, view) };
}

const isResultNode = (node: ts.Node) =>
  ts.isObjectLiteralExpression(node) || (ts.isCallExpression(node) && isObjectAssign(node));

/** `...(origin === "ui" ? { structuredContent } : {})`: a view that only a widget gets, never a model. */
function isForWidgets(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  return node.properties.some((property) => {
    const guarded = ts.isSpreadAssignment(property) ? bare(property.expression) : undefined;
    if (!guarded?.getText().includes("structuredContent")) return false;
    const guard = ts.isConditionalExpression(guarded)
      ? guarded.condition
      : ts.isBinaryExpression(guarded)
        ? guarded.left
        : undefined;
    return guard !== undefined && /["'`]ui["'`]|widget/i.test(guard.getText());
  });
}

/** Whether the result is marked as an error; a mark that depends on what can't be known is `unknown`. */
function errorState(evaluator: Evaluator, term: Term): boolean | "unknown" {
  const [state] = evaluator.once(
    "isError",
    term,
    () => [errorMark(evaluator, term)],
    () => "unknown" as const,
  );
  return state ?? false;
}

function errorMark(evaluator: Evaluator, term: Term): boolean | "unknown" {
  const { node, env } = term;
  if (term.owners.some((owner) => writesTo(evaluator, { ...owner, path: [...owner.path, "isError"] }).length > 0))
    return "unknown";
  if (!ts.isObjectLiteralExpression(node)) return member(evaluator, term, "isError").length > 0 ? "unknown" : false;
  for (const property of [...node.properties].reverse()) {
    if (ts.isSpreadAssignment(property)) {
      const spread = bare(property.expression);
      const states = new Set(
        evaluator.expand(spread, env).map((part) => (part.kind === "value" ? errorState(evaluator, part) : "unknown")),
      );
      const optional = ts.isBinaryExpression(spread) && decide(evaluator, spread.left, env) === undefined;
      if (states.size === 0 || (states.size === 1 && states.has(false))) continue;
      return states.size === 1 && states.has(true) && !optional ? true : "unknown";
    }
    if (propertyName(property.name) !== "isError") continue;
    const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
    if (!value || !ts.isExpression(value)) return "unknown";
    const terms = evaluator.expand(value, env);
    if (terms.length === 0) return false;
    const kinds = new Set(terms.map((one) => one.node.kind));
    if (kinds.size === 1 && kinds.has(ts.SyntaxKind.TrueKeyword)) return true;
    return kinds.size === 1 && kinds.has(ts.SyntaxKind.FalseKeyword) ? false : "unknown";
  }
  return false;
}

function fragmentsOf(
  evaluator: Evaluator,
  pieces: readonly Piece[],
  view: ViewReading | undefined,
  viewTerms: readonly Term[],
  vocabulary: Vocabulary,
): readonly ReadFragment[] {
  const found = new Map<string, ReadFragment>();
  for (const piece of pieces)
    for (const sentence of sentencesOf(piece)) {
      const key = `${sentence.at.file}:${sentence.at.start}:${sentence.text}`;
      if (!found.has(key)) found.set(key, fragmentOf(evaluator, sentence, view, viewTerms, vocabulary));
    }
  return [...found.values()];
}

function fragmentOf(
  evaluator: Evaluator,
  sentence: Sentence,
  view: ViewReading | undefined,
  viewTerms: readonly Term[],
  vocabulary: Vocabulary,
): ReadFragment {
  const constant = isModelFacing(sentence.names, vocabulary);
  const base = {
    value: sentence.text,
    at: sentence.at,
    literals: sentence.literals.map(({ node }) => node),
    ...(constant ? { constant } : {}),
  };
  if (!/\p{L}{2}/u.test(sentence.literals.map(({ text }) => text).join(" ")))
    return { ...base, ...wordless(evaluator, sentence, view, viewTerms) };
  const covered = view ? coverageOf(sentence, view) : false;
  if (view && !constant && isReference(evaluator, sentence, view)) return { ...base, kind: "restatement", covered };
  return { ...base, kind: kindOf(sentence, view, covered, vocabulary), covered };
}

/**
 * A sentence whose values the view has, and which only leads over to them: what introduces a list (`Warning: these 3
 * files were skipped:`), and where to go on from (`more: pass cursor …`) beside a cursor of the view.
 */
function isReference(evaluator: Evaluator, { text, holes }: Sentence, view: ViewReading): boolean {
  if (holes.length === 0 || !holes.every((hole) => derivable(evaluator, hole, view))) return false;
  const introduces = /\bfollowing\b.*:$/i.test(text);
  const keys = [...view.keys, ...holes.flatMap(({ terms }) => terms.flatMap(({ key }) => key ?? []))];
  return introduces || (isPaging(text) && keys.some((key) => /cursor|next|offset|page/i.test(key)));
}

/** A sentence of the server's own words. */
function kindOf(
  sentence: Sentence,
  view: ViewReading | undefined,
  covered: boolean | "unknown",
  vocabulary: Vocabulary,
): Fragment["kind"] {
  const kind = classify(sentence.text, sentence.names, vocabulary);
  if (kind === "instruction" || !view || covered === true) return kind;
  const emptyView = view.keys.size === 0 && !view.opaque;
  const framing =
    kind === "lead" ||
    (emptyView && isFullSentence(sentence.text)) ||
    (!sentence.first && isFullSentence(sentence.text));
  return framing && (!view.prose || emptyView) ? "lead" : "restatement";
}

/** Names whose value is advice though it can't be read: what it says is unknown, that it is dropped is not. */
const adviceNames = /^\w*(?:hint|nudge|guidance|instruction|advice|reminder|nextstep|llmnote)s?$/i;

/** A sentence that is values alone. */
function wordless(
  evaluator: Evaluator,
  sentence: Sentence,
  view: ViewReading | undefined,
  viewTerms: readonly Term[],
): Pick<Fragment, "kind" | "covered" | "given"> {
  if (!view) return { kind: "dynamic", covered: false };
  const json = sentence.holes.some((hole) => isJsonOf(evaluator, hole, view, viewTerms));
  if (json || sentence.holes.every((hole) => derivable(evaluator, hole, view)))
    return { kind: "restatement", covered: true };
  const advice = sentence.holes.map(adviceIn).find((found) => found !== undefined);
  if (advice && !view.limited)
    return { kind: "instruction", covered: false, ...(advice === "given" ? { given: true } : {}) };
  return { kind: "dynamic", covered: "unknown" };
}

/** Whether a hole is advice by its name: of a parameter (`given`), or of what was computed. A tool's own input is none. */
function adviceIn({ terms, names }: Hole): "given" | "computed" | undefined {
  const [only] = terms;
  if (!only || terms.length > 1 || only.kind !== "opaque") return undefined;
  const { parameter } = only;
  if (parameter) {
    const { name } = parameter.declaration;
    return parameter.path.length === 0 && ts.isIdentifier(name) && adviceNames.test(name.text) ? "given" : undefined;
  }
  return [...names, ...only.names].some((name) => adviceNames.test(name)) ? "computed" : undefined;
}

function verdictOf(fragments: readonly Fragment[], pieces: readonly Piece[], view: ViewReading): Verdict {
  if (pieces.every((piece) => piece.length === 0) || fragments.length === 0) return "no-text";
  const lost = fragments.filter(({ covered }) => covered === false);
  if (lost.some(({ kind }) => kind === "instruction")) return "lost-instruction";
  if (lost.some(({ kind }) => kind === "lead")) return "lost-lead";
  if (fragments.some(({ covered, kind }) => covered === "unknown" && kind !== "restatement") || view.limited)
    return "unknown";
  if (pieces.every((piece) => piece.length === 1 && piece[0] && "hole" in piece[0] && piece[0].hole.json))
    return "serialised";
  return fragments.every(({ covered }) => covered === true) ? "covered" : "restates";
}

/** The worst of several verdicts. */
export const worst = (all: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => all.includes(verdict)) ?? "no-view";
