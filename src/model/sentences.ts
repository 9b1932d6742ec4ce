/** Sentences of a text, each with the place where its words are written. */
import { ts } from "ts-morph";
import type { Span } from "../diagnostic.js";
import type { Hole, Part, Piece } from "./text.js";

export interface Sentence {
  /** Holes stand as `${…}`. */
  readonly text: string;
  /** The literals whose words it holds, and its holes. */
  readonly literals: readonly Literal[];
  readonly holes: readonly Hole[];
  readonly at: Span;
  /** The names that its words came through (`DATA_RULE`), outermost first. */
  readonly names: readonly string[];
  /** Whether it opens its text. */
  readonly first: boolean;
}

export interface Literal {
  readonly node: ts.Node;
  /** The words of this literal that are in the sentence. */
  readonly text: string;
}

const holeMark = "\uFFFC";
const holeText = "${…}";

const read = new WeakMap<Piece, readonly Sentence[]>();

export function sentencesOf(piece: Piece): readonly Sentence[] {
  const known = read.get(piece) ?? splitPiece(piece);
  read.set(piece, known);
  return known;
}

function splitPiece(piece: Piece): readonly Sentence[] {
  const flat = piece.map((part) => ("hole" in part ? holeMark : part.literal.replaceAll(holeMark, " "))).join("");
  const ranges = split(flat);
  return ranges.flatMap(([start, end], index) => {
    const sentence = build(piece, flat, start, end, index === 0);
    return sentence ? [sentence] : [];
  });
}

/** Where lines end, and where `. ! ?` is followed by the start of another sentence. */
function split(flat: string): [number, number][] {
  const ranges: [number, number][] = [];
  let start = 0;
  const close = (end: number) => {
    if (/[\p{L}\p{N}\uFFFC]/u.test(flat.slice(start, end))) ranges.push([start, end]);
    start = end;
  };
  const ends = /\n+|[.!?…][)"'”’*_`]*(?=\s+["'“‘(*_`[]*[\p{Lu}\p{Nd}\uFFFC\p{Extended_Pictographic}])|[。！？]/gu;
  for (const match of flat.matchAll(ends)) {
    const at = match.index;
    const softWrap =
      match[0] === "\n" &&
      /^\s*\p{Ll}/u.test(flat.slice(at + 1, at + 40)) &&
      /[\p{Ll},\uFFFC]\s*$/u.test(flat.slice(Math.max(0, at - 40), at));
    const shielded =
      /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|approx|no|nos|nr|pp?|figs?|sec|vol|ch|ver?|[A-Z])\.$/i.test(
        flat.slice(Math.max(0, at - 8), at + 1),
      ) && match[0] === ".";
    if (!softWrap && !shielded) close(at + match[0].length);
  }
  close(flat.length);
  return ranges;
}

function build(piece: Piece, flat: string, from: number, to: number, first: boolean): Sentence | undefined {
  const raw = flat.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const end = to - (raw.length - raw.trimEnd().length);
  const literals: (Literal & { readonly part: Part; readonly span: Span })[] = [];
  const holes: Hole[] = [];
  let offset = 0;
  for (const part of piece) {
    const length = "hole" in part ? 1 : part.literal.length;
    const [low, high] = [Math.max(start, offset), Math.min(end, offset + length)];
    if (low < high) {
      if ("hole" in part) holes.push(part.hole);
      else
        literals.push({
          node: part.node,
          text: flat.slice(low, high),
          part,
          span: spanWithin(part.node, part.literal, low - offset, high - offset),
        });
    }
    offset += length;
  }
  const main = [...literals].sort((a, b) => letters(b.text) - letters(a.text))[0];
  const hole = holes[0];
  if (!main && !hole) return undefined;
  const at = main
    ? joinSpans(
        main.span,
        literals.filter(({ node }) => sameTemplate(node, main.node)).map(({ span }) => span),
      )
    : spanOf(hole?.node as ts.Node);
  return {
    text: flat.slice(start, end).replaceAll(holeMark, holeText).replace(/\s+/g, " "),
    literals: literals.map(({ node, text }) => ({ node, text })),
    holes,
    at,
    names: main && "names" in main.part ? main.part.names : (hole?.names ?? []),
    first,
  };
}

export function spanOf(node: ts.Node): Span {
  return { file: node.getSourceFile().fileName, start: node.getStart(), end: node.getEnd() };
}

/** The characters `from..to` of a literal's value in source; the whole literal where an escape can't be followed. */
function spanWithin(node: ts.Node, value: string, from: number, to: number): Span {
  const whole = spanOf(node);
  const places = placesIn(node, value);
  if (places === "unknown") return whole;
  const at = (offset: number) => whole.start + 1 + (places?.[offset] ?? offset);
  return { ...whole, start: at(from), end: at(to) };
}

type Places = readonly number[] | "unknown" | undefined;
const placesOf = new WeakMap<ts.Node, { readonly places: Places }>();

/** Where each character of a literal's value stands after its quote; undefined where all stand where they read. */
function placesIn(node: ts.Node, value: string): Places {
  const known = placesOf.get(node);
  if (known) return known.places;
  const source = node.getText();
  const quoted = ts.isTemplateHead(node) || ts.isTemplateMiddle(node) ? source.slice(1, -2) : source.slice(1, -1);
  const places = quoted === value ? undefined : (offsetsIn(quoted, value) ?? "unknown");
  placesOf.set(node, { places });
  return places;
}

const simpleEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  b: "\b",
  f: "\f",
  v: "\v",
};

/** Where each character of a value stands in its source, and where it ends; undefined where the two can't be brought together. */
function offsetsIn(quoted: string, value: string): readonly number[] | undefined {
  const offsets: number[] = [];
  let made = "";
  for (const match of quoted.matchAll(
    /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(\r\n|[\s\S]))|\r\n|[\s\S]/giu,
  )) {
    const [all, braced, unicode, hex, other] = match;
    const code = braced ?? unicode ?? hex;
    let text = all === "\r\n" ? "\n" : all;
    if (code !== undefined) text = String.fromCodePoint(Number.parseInt(code, 16));
    else if (other !== undefined) text = /^[\r\n]/.test(other) ? "" : (simpleEscapes[other] ?? other);
    for (const _ of text.split("")) offsets.push(match.index);
    made += text;
  }
  return made === value ? [...offsets, quoted.length] : undefined;
}

const joinSpans = (main: Span, spans: readonly Span[]): Span => ({
  ...main,
  start: Math.min(main.start, ...spans.map(({ start }) => start)),
  end: Math.max(main.end, ...spans.map(({ end }) => end)),
});

function sameTemplate(a: ts.Node, b: ts.Node): boolean {
  const template = (node: ts.Node) =>
    ts.findAncestor(
      node,
      (at) => !ts.isTemplateSpan(at) && !ts.isTemplateHead(at) && !ts.isTemplateMiddleOrTemplateTail(at),
    );
  return a === b || template(a) === template(b);
}

const letters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
