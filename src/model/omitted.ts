/**
 * Data that stands in a view and not in the text beside it. The text has to be known to the last hole: each is a count,
 * a word of the tool's own input, or the name of one thing. Whatever else may render the data, so then nothing is said.
 */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { arrayItems } from "./items.js";
import { member, writtenKeys } from "./members.js";
import type { Reading } from "./reading.js";
import { propertyName } from "./scopes.js";
import type { OmittedData } from "./server-model.js";
import { type Said, saidBy } from "./spoken-values.js";
import { placeKey, type Term } from "./terms.js";

/** What a site leaves out on every path that has a view; empty where that is nothing, or can't be told. */
export function omittedAt(
  evaluator: Evaluator,
  readings: readonly Reading[],
  handlers: ReadonlySet<ts.Node>,
): readonly OmittedData[] {
  const found = readings
    .filter(({ viewTerms }) => viewTerms.length > 0)
    .map((reading) => evaluator.withFuel(fuel, () => omittedData(evaluator, reading, handlers)));
  if (found.some((each) => each.length === 0)) return [];
  return [...new Map(found.flat().map((each) => [each.name, each])).values()];
}

/** Whether a text is worded where it stands: what it says of its data doesn't come from a caller. */
export const isWordedHere = (evaluator: Evaluator, readings: readonly Reading[]): boolean =>
  readings.every(({ pieces }) => saidBy(evaluator, pieces, new Set()) !== "unknown");

/** Steps of evaluation that one result may take. */
const fuel = 60_000;

/** What text-reading hosts miss of a result's view; empty where that is nothing, or can't be told. */
function omittedData(evaluator: Evaluator, reading: Reading, handlers: ReadonlySet<ts.Node>): readonly OmittedData[] {
  const { term, pieces, viewTerms } = reading;
  if (viewTerms.length === 0 || !hasPlainText(evaluator, term)) return [];
  const said = saidBy(evaluator, pieces, handlers);
  if (said === "unknown") return [];
  const data = dataOf(evaluator, viewTerms, said);
  if (pieces.length === 0) return data.map((each) => ({ ...each, kind: "everything" }));
  const lists = data.filter(({ kind }) => kind === "list");
  if (lists.length > 0) return lists;
  return said.names ? [] : data.filter(({ kind, name }) => kind === "id" && !said.keys.has(name));
}

/** Whether its content is a list of text blocks, or an empty one: what an image or a resource shows is not known. */
function hasPlainText(evaluator: Evaluator, result: Term): boolean {
  if (!ts.isObjectLiteralExpression(result.node)) return false;
  const content = member(evaluator, result, "content");
  if (content.length === 0 || !content.every(({ kind, node }) => kind === "value" && ts.isArrayLiteralExpression(node)))
    return false;
  return arrayItems(evaluator, content).every((block) => {
    const types = member(evaluator, block, "type");
    return (
      block.kind === "value" &&
      types.length === 1 &&
      types.every(({ node }) => ts.isStringLiteralLike(node) && node.text === "text")
    );
  });
}

const maxNesting = 3;

/** The data of a view that comes from outside: lists, and ids. What the model itself sent is none. */
function dataOf(evaluator: Evaluator, view: readonly Term[], said: Said): readonly OmittedData[] {
  const found = new Map<string, OmittedData>();
  const seen = new Set<string>();
  for (const one of view) read(one, "", 0);
  return [...found.values()];

  function add(name: string, kind: OmittedData["kind"]): void {
    if (!found.has(name)) found.set(name, { name, kind });
  }

  function read(one: Term, name: string, nesting: number): void {
    const place = `${placeKey(one.node, one.env)} ${name}`;
    if (nesting > maxNesting || (one.kind !== "opaque" && seen.has(place))) return;
    seen.add(place);
    if (one.kind === "opaque") readUnknown(one, name);
    else if (isList(evaluator, one)) {
      if (name !== "" && hasData(evaluator, arrayItems(evaluator, [one]), 0)) add(name, "list");
    } else if (one.kind === "value" && ts.isObjectLiteralExpression(one.node)) {
      for (const part of spreadsOf(evaluator, one)) read(part, name, nesting);
      for (const key of keysOf(one)) for (const value of member(evaluator, one, key)) read(value, key, nesting + 1);
    } else if (isListName(name, view) && hasData(evaluator, arrayItems(evaluator, [one]), 0)) add(name, "list");
  }

  function readUnknown(one: Term, name: string): void {
    if (!isData(evaluator, one) || said.values.has(one.key ?? "")) return;
    const lists = [...said.counted].flatMap((key) =>
      key.startsWith(`${one.key}.`) ? key.slice((one.key ?? "").length) : [],
    );
    for (const path of lists)
      add(
        path
          .split(".")
          .filter((part) => part !== "")
          .at(-2) ?? name,
        "list",
      );
    if (lists.length > 0) return;
    if (said.counted.has(`${one.key}.length`) || isListName(name, view)) add(name, "list");
    else if (isIdName(name)) add(name, "id");
    else add(name, "value");
  }
}

/** Whether a value is surely a list: text has `slice` and `concat` too. */
function isList(evaluator: Evaluator, one: Term, nesting = 0): boolean {
  const { kind, node, items, env } = one;
  if (kind !== "value") return false;
  if (items !== undefined || ts.isArrayLiteralExpression(node)) return true;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  if (listMethods.has(name.text)) return true;
  const mayBe = name.text === "slice" || name.text === "concat";
  return (
    mayBe &&
    nesting < maxNesting &&
    evaluator.expand(expression, env).some((each) => isList(evaluator, each, nesting + 1))
  );
}

const listMethods = new Set(
  "map flatMap filter sort reverse toSorted toReversed flat split entries keys values from".split(" "),
);

function keysOf({ node, owners }: Term): readonly string[] {
  const own = ts.isObjectLiteralExpression(node) ? node.properties.flatMap(({ name }) => propertyName(name) ?? []) : [];
  return [...new Set([...own, ...owners.flatMap(writtenKeys)])];
}

const spreadsOf = (evaluator: Evaluator, { node, env }: Term): readonly Term[] =>
  ts.isObjectLiteralExpression(node)
    ? node.properties.filter(ts.isSpreadAssignment).flatMap(({ expression }) => evaluator.expand(expression, env))
    : [];

/** Whether something among these values comes from outside. */
function hasData(evaluator: Evaluator, terms: readonly Term[], nesting: number): boolean {
  return terms.some((one) => {
    if (one.kind === "opaque") return isData(evaluator, one);
    if (nesting > maxNesting || one.kind !== "value") return false;
    if (isList(evaluator, one)) return hasData(evaluator, arrayItems(evaluator, [one]), nesting + 1);
    if (!ts.isObjectLiteralExpression(one.node)) return false;
    const values = keysOf(one).flatMap((key) => member(evaluator, one, key));
    return hasData(evaluator, [...spreadsOf(evaluator, one), ...values], nesting + 1);
  });
}

/** A value of the world: no limit of ours, nothing that was handed in or is made of that alone, no comparison. */
function isData(evaluator: Evaluator, { why, parameter, node, key, env }: Term, nesting = 0): boolean {
  if (why !== "data" && why !== "call") return false;
  if (parameter || key?.startsWith("global:")) return false;
  if (ts.isBinaryExpression(node) || ts.isPrefixUnaryExpression(node)) return false;
  if (!ts.isCallExpression(node) || !isRearranging(node)) return true;
  const given = node.arguments.flatMap((each) => (ts.isSpreadElement(each) ? [] : evaluator.expand(each, env)));
  return nesting <= maxNesting && hasData(evaluator, given, nesting + 1);
}

/** `Object.keys(changes)`, `schema.parse(input)`: what comes out is what went in. */
const isRearranging = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) &&
  /^(?:keys|entries|fromEntries|parse|safeParse)$/.test(expression.name.text);

/** Whether a key names a list: a plural, which the file that writes the result treats as one somewhere. */
function isListName(name: string, [one]: readonly Term[]): boolean {
  if (!/(?:s|items|list|data|children|people)$/i.test(name) || !/^\w+$/.test(name) || !one) return false;
  const asList = String.raw`\b${name}[?!]?\.(?:length|map|filter|slice|forEach|flatMap|some|push)\b|\bof [\w.]*\b${name}\)|\b${name}\??: ?(?:z\s*\.array|Array<|[\w.]+\[\])`;
  return new RegExp(asList).test(one.node.getSourceFile().text);
}

const isIdName = (name: string) =>
  /^(?:id|uuid|cursor|token)$|[a-z](?:Id|ID|Cursor|Token)$|_(?:id|cursor|token)$/.test(name);
