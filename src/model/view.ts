/** What a view carries: its keys, the literals that reach it, and the unknown values that do. */
import { ts } from "ts-morph";
import { fieldsOf } from "./class-members.js";
import type { Evaluator } from "./evaluate.js";
import { arrayItems } from "./items.js";
import { isObjectAssign, member, writesTo, writtenKeys } from "./members.js";
import { callsOn } from "./mutations.js";
import { lookUp, propertyName } from "./scopes.js";
import { type Env, type Owner, placeKey, type Term, termKey } from "./terms.js";
import { type Piece, textOfTerms } from "./text.js";
import { isWithNote } from "./with-note.js";

export interface ViewReading {
  readonly keys: Set<string>;
  /** Whether it holds keys that can't be read. */
  opaque: boolean;
  /** Whether a limit of ours, not the data, kept a part of it from being read. */
  limited: boolean;
  /** Literals whose text reaches the view. */
  readonly literals: Set<ts.Node>;
  /** Literals that go into a call whose answer stands in the view: they may reach it. */
  readonly perhaps: Set<ts.Node>;
  /** The strings that go into such a call, normalised. */
  readonly perhapsStrings: Set<string>;
  /** The strings of the view, normalised. */
  readonly strings: Set<string>;
  /** Those among them that stand in a field of prose (`hint`, `note`). */
  readonly advice: Set<string>;
  /** The keys of the opaque terms that reach the view. */
  readonly values: Set<string>;
  /** Whether it has a field of prose (`message`, `hint`, …). */
  prose: boolean;
}

const proseKeys =
  /^(?:message|notes?|hints?|tips?|instructions?|next_?steps?|(?:agent_?)?guidance|description|summary|warnings?|reason|error|explanation|usage|advice|suggestions?|text|detail)$/i;
const maxNesting = 8;

export function readView(evaluator: Evaluator, terms: readonly Term[]): ViewReading {
  const view: ViewReading = {
    keys: new Set(),
    opaque: false,
    limited: false,
    literals: new Set(),
    perhaps: new Set(),
    perhapsStrings: new Set(),
    strings: new Set(),
    advice: new Set(),
    values: new Set(),
    prose: false,
  };
  const seen = new Set<string>();
  /** Where the literals go that are met: of what goes into a call it isn't known whether it comes out. */
  let into = view.literals;
  let inProse = false;
  for (const one of terms) readObject(one, 0);
  return view;

  function readObject(one: Term, nesting: number): void {
    const { node, env } = one;
    const place = `${placeKey(node, env)}|${nesting > 0}|${into === view.literals}`;
    if (one.kind !== "opaque" && seen.has(place)) return;
    seen.add(place);
    if (nesting > maxNesting) {
      if (into === view.literals) view.limited = true;
      return;
    }
    for (const owner of one.owners) {
      for (const key of writtenKeys(owner)) readKey(one, key, nesting);
      if (nesting === 0 && writesTo(evaluator, owner).some(({ kind }) => kind === "merge")) view.opaque = true;
      readAnyKey(owner, one.node, nesting);
    }
    if (one.kind === "value" && ts.isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (ts.isSpreadAssignment(property))
          for (const part of evaluator.expand(property.expression, env)) readObject(part, nesting);
        else {
          const key = propertyName(property.name);
          if (key === undefined) {
            view.opaque = true;
            if (ts.isPropertyAssignment(property))
              readValue(evaluator.expand(property.initializer, env), property, nesting);
          } else readKey(one, key, nesting);
        }
      }
    } else if (one.kind === "instance" && ts.isClassLike(node)) {
      for (const key of fieldsOf(node)) readKey(one, key, nesting);
      for (const { root, env } of one.owners) if (ts.isNewExpression(root)) readInputs(root, { ...one, env });
      if (node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)) view.limited = true;
    } else if (one.kind === "value" && ts.isCallExpression(node) && isObjectAssign(node)) {
      for (const argument of node.arguments)
        for (const part of evaluator.expand(argument, env)) readObject(part, nesting);
    } else if (one.kind === "value" && ts.isCallExpression(node) && isWithNote(evaluator.program, node)) {
      const [base, text] = node.arguments;
      if (base) for (const part of evaluator.expand(base, env)) readObject(part, nesting);
      if (text) for (const part of evaluator.expand(text, env)) readNoted(part, node);
      addKey("note", nesting);
    } else readValue([one], node, nesting);
  }

  /** What `withNote` takes: a text, or blocks of content. */
  function readNoted(part: Term, at: ts.Node): void {
    const blocks = arrayItems(evaluator, [part]).flatMap((block) => member(evaluator, block, "text"));
    readPieces(textOfTerms(evaluator, [part], at), maxNesting);
    readPieces(textOfTerms(evaluator, blocks, at), maxNesting);
  }

  function readKey(one: Term, key: string, nesting: number): void {
    addKey(key, nesting);
    const outer = inProse;
    inProse ||= proseKeys.test(key);
    readValue(member(evaluator, one, key), one.node, nesting + 1);
    inProse = outer;
  }

  /** `view[key] = value` */
  function readAnyKey(owner: Owner, at: ts.Node, nesting: number): void {
    for (const { values, env } of writesTo(evaluator, { ...owner, path: [...owner.path, "*"] })) {
      if (nesting === 0) view.opaque = true;
      for (const value of values) readValue(evaluator.expand(value, env), at, nesting + 1);
    }
  }

  function addKey(key: string, nesting: number): void {
    if (nesting === 0) view.keys.add(key);
    if (into === view.literals && proseKeys.test(key)) view.prose = true;
  }

  function readValue(terms: readonly Term[], at: ts.Node, nesting: number): void {
    for (const one of terms) {
      if (one.kind === "instance" || (one.kind === "value" && ts.isObjectLiteralExpression(one.node)))
        readObject(one, nesting);
      else if (
        one.kind === "value" &&
        (one.items !== undefined || ts.isArrayLiteralExpression(one.node) || isList(one.node))
      ) {
        view.values.add(`value${one.node.pos}`);
        readValue(arrayItems(evaluator, [one]), at, nesting + 1);
      } else if (one.kind === "opaque") readOpaque(one, nesting);
      else readPieces(textOfTerms(evaluator, [one], at), nesting);
    }
  }

  function readOpaque(one: Term, nesting: number): void {
    if (one.key) view.values.add(one.key);
    if (nesting === 0) view.opaque = true;
    if (into === view.literals && (one.why === "limit" || one.why === "field")) view.limited = true;
    if (nesting <= maxNesting && (ts.isCallExpression(one.node) || ts.isNewExpression(one.node)))
      readInputs(one.node, one);
  }

  /** What goes into a call, or into an object that does, may come out of it. */
  function readInputs(call: ts.CallExpression | ts.NewExpression, one: Term): void {
    const key = termKey(one);
    if (seen.has(key)) return;
    seen.add(key);
    const outer = into;
    into = view.perhaps;
    for (const argument of call.arguments ?? [])
      if (!ts.isSpreadElement(argument)) for (const part of putInto(argument, one.env)) readObject(part, 1);
    into = outer;
  }

  /** A value, and what its methods are given: `map.set("hint", …)`. */
  function putInto(argument: ts.Expression, env: Env): readonly Term[] {
    const declaration = ts.isIdentifier(argument) ? lookUp(argument.text, argument) : undefined;
    const given = declaration ? callsOn(declaration).flatMap(({ call }) => call.arguments) : [];
    return [argument, ...given.filter((each) => !ts.isSpreadElement(each))].flatMap((each) =>
      evaluator.expand(each, env),
    );
  }

  function readPieces(pieces: readonly Piece[], nesting: number): void {
    for (const piece of pieces) {
      const text = normalised(piece.map((part) => ("hole" in part ? "${…}" : part.literal)).join(""));
      if (into === view.perhaps) view.perhapsStrings.add(text);
      else {
        view.strings.add(text);
        if (inProse) view.advice.add(text);
      }
      for (const part of piece) {
        if ("literal" in part) into.add(part.node);
        else {
          const { json, terms } = part.hole;
          if (json) readValue(evaluator.expand(json.node, json.env), json.node, nesting + 1);
          else
            readValue(
              terms.filter(({ kind }) => kind === "opaque"),
              part.hole.node,
              maxNesting,
            );
        }
      }
    }
  }
}

const listMethods = new Set([
  "map",
  "flatMap",
  "filter",
  "slice",
  "concat",
  "flat",
  "sort",
  "reverse",
  "toSorted",
  "toReversed",
  "values",
  "from",
  "split",
]);
const isList = (node: ts.Node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  listMethods.has(node.expression.name.text);

/** Letters and digits in lower case with single spaces: quotes, dashes and punctuation do not tell two texts apart. */
export const normalised = (text: string) =>
  text
    .replaceAll("${…}", "\uFFFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\uFFFC]+/gu, " ")
    .trim();
