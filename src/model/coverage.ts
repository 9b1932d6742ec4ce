/** Does the view carry a sentence of the text? By the literals that reach it first, by its strings second. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import type { Sentence } from "./sentences.js";
import type { Term } from "./terms.js";
import type { Hole } from "./text.js";
import { normalised, readView, type ViewReading } from "./view.js";

export function coverageOf(sentence: Sentence, view: ViewReading): boolean | "unknown" {
  const worded = sentence.literals.filter(({ text }) => /\p{L}{2}/u.test(text));
  if (worded.length > 0 && worded.every(({ node }) => view.literals.has(node))) return true;
  const text = normalised(sentence.text);
  if (/\p{L}{2}/u.test(text) && saidIn(view, text)) return true;
  if (worded.some(({ node }) => view.perhaps.has(node)) || mayBeIn(view, text)) return "unknown";
  return view.limited ? "unknown" : false;
}

interface Said {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  /** The beginnings of its words, where it is advice: `posting` says what `posted` does. */
  readonly stems?: ReadonlySet<string>;
}

const wordsOf = new WeakMap<ViewReading, readonly Said[]>();

/** Whether a string of the view holds these words, or most of them. */
function saidIn(view: ViewReading, text: string): boolean {
  const strings =
    wordsOf.get(view) ??
    [...view.strings].map((text): Said => {
      const words = text.split(" ");
      return {
        text,
        words: new Set(words),
        ...(view.advice.has(text) ? { stems: new Set(words.map(stemOf)) } : {}),
      };
    });
  wordsOf.set(view, strings);
  const content = text.split(" ").filter((word) => word.length > 2 && !stopWords.has(word));
  const stems = content.map(stemOf);
  return strings.some(
    (each) =>
      holds(each.text, text) ||
      (content.length >= 4 && shared(each.words, content) >= 0.75) ||
      (stems.length >= 3 && shared(each.stems, stems) >= 0.5),
  );
}

/** Whether the same words go into a call whose answer stands in the view. */
const mayBeIn = (view: ViewReading, text: string) =>
  /\p{L}{2}/u.test(text) && [...view.perhapsStrings].some((each) => holds(each, text));

const stemOf = (word: string) => word.slice(0, 4);

/** Whole words only, so that `ok` is not found in `token`. */
const holds = (text: string, part: string) => ` ${text} `.includes(` ${part} `);

const stopWords = new Set(
  "the and for with that this from into you your are was were has have not but can will its any all use".split(" "),
);

/** The share of a sentence's words that a string of the view holds: the same advice in other words has most. */
const shared = (there: ReadonlySet<string> | undefined, content: readonly string[]) =>
  there ? content.filter((word) => there.has(word)).length / content.length : 0;

/**
 * Whether what stands in a hole can be derived from the view or from what the model itself sent: the value or a part of
 * it is in the view, or it is computed from such values alone.
 */
export function derivable(evaluator: Evaluator, hole: Hole, view: ViewReading): boolean {
  return (
    hole.several ||
    hole.json !== undefined ||
    (hole.terms.length > 0 && hole.terms.every((one) => known(evaluator, one, view, 0)))
  );
}

function known(evaluator: Evaluator, one: Term, view: ViewReading, depth: number): boolean {
  if (one.kind !== "opaque") return true;
  const key = one.key ?? "";
  if (
    [...view.values].some(
      (value) =>
        key === value || key.startsWith(`${value}.`) || key.startsWith(`${value}[`) || value.startsWith(`${key}.`),
    )
  )
    return true;
  if (depth > 3 || one.why !== "call" || !ts.isCallExpression(one.node)) return false;
  const { node, env } = one;
  const inputs = node.arguments
    .filter((argument) => !ts.isSpreadElement(argument))
    .flatMap((argument) => evaluator.expand(argument, env));
  const receiver = ts.isPropertyAccessExpression(node.expression)
    ? evaluator.expand(node.expression.expression, env)
    : [];
  const from = [...inputs, ...receiver].filter(({ kind }) => kind === "opaque");
  return from.length > 0 && from.every((each) => known(evaluator, each, view, depth + 1));
}

/** Whether a text is the JSON of the view: of the same value, or of one that holds nothing else. */
export function isJsonOf(evaluator: Evaluator, hole: Hole, view: ViewReading, viewTerms: readonly Term[]): boolean {
  if (!hole.json) return false;
  const terms = evaluator.expand(hole.json.node, hole.json.env);
  const same = terms.some((one) =>
    viewTerms.some((other) => other.node === one.node || (other.key !== undefined && other.key === one.key)),
  );
  if (same) return true;
  const inner = readView(evaluator, terms);
  return [...inner.keys].some((key) => view.keys.has(key)) || [...inner.values].some((value) => view.values.has(value));
}
