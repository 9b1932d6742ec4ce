/** Members of values: properties of literals, classes, modules, and what later writes put there. */
import { ts } from "ts-morph";
import { classMember, staticMember } from "./class-members.js";
import { moduleMember } from "./declarations.js";
import { keyMark } from "./dispatch.js";
import type { Evaluator } from "./evaluate.js";
import { fieldWrites, type Write } from "./instances.js";
import { arrayItems } from "./items.js";
import { type Mutation, mutationsOf } from "./mutations.js";
import { isFunction, propertyName } from "./scopes.js";
import { type Env, type Owner, placeKey, type Term, term, through } from "./terms.js";
import { isWithNote } from "./with-note.js";

/** What `one.name` can be; any member where the name is not known. */
export function member(evaluator: Evaluator, one: Term, name: string | undefined): readonly Term[] {
  if (one.kind === "opaque" && one.owners.length === 0) return [memberOfUnknown(one, name)];
  return evaluator.once(
    `.${name ?? "*"}`,
    one,
    () => anyMember(evaluator, one, name),
    (limit) => limit,
  );
}

function anyMember(evaluator: Evaluator, one: Term, name: string | undefined): readonly Term[] {
  if (name === undefined) return ownMember(evaluator, one, name);
  const written = one.owners.flatMap((owner) => writtenMember(evaluator, owner, name));
  return [...throughPart(one, name, ownMember(evaluator, one, name)), ...written];
}

/** What a part of a value holds; where anything writes to that part, it remembers the way that it came. */
export function throughPart({ owners }: Term, key: string, own: readonly Term[]): readonly Term[] {
  const parts = owners.map((owner) => ({ ...owner, path: [...owner.path, key] })).filter(isWrittenBelow);
  return parts.length ? own.map((found) => through(found, parts)) : own;
}

/** How deep into a variable its writes are told apart: `list.next.next` would go on for ever. */
const maxPath = 4;

/** Whether anything writes to a part of a variable, or deeper. */
const isWrittenBelow = ({ root, path }: Owner) =>
  path.length <= maxPath &&
  mutationsOf(root).some(
    (mutation) => mutation.path.length >= path.length && path.every((key, index) => key === mutation.path[index]),
  );

function ownMember(evaluator: Evaluator, one: Term, name: string | undefined): readonly Term[] {
  const { node, env } = one;
  if (one.kind === "opaque") return [memberOfUnknown(one, name)];
  if (one.kind === "module")
    return name === undefined
      ? [evaluator.opaque(node, "data", env)]
      : moduleMember(evaluator, node as ts.SourceFile, name);
  if (one.kind === "instance" && ts.isClassLike(node)) return classMember(evaluator, one, node, name);
  if (one.kind === "class" && ts.isClassLike(node)) return staticMember(evaluator, one, node, name);
  if (ts.isObjectLiteralExpression(node)) return objectMember(evaluator, one, node, name);
  if (ts.isEnumDeclaration(node)) {
    const found = node.members.filter((each) => name === undefined || propertyName(each.name) === name);
    return found.flatMap(({ initializer }) => (initializer ? evaluator.expand(initializer, env) : []));
  }
  if (
    ts.isArrayLiteralExpression(node) &&
    name !== undefined &&
    /^\d+$/.test(name) &&
    !node.elements.some(ts.isSpreadElement)
  ) {
    const element = node.elements[Number(name)];
    return element && !ts.isOmittedExpression(element) ? evaluator.expand(element, env) : [];
  }
  if (ts.isArrayLiteralExpression(node) && name === undefined) return arrayItems(evaluator, [one]);
  if (ts.isCallExpression(node) && isObjectAssign(node))
    return node.arguments.flatMap((argument) =>
      evaluator.expand(argument, env).flatMap((part) => member(evaluator, part, name)),
    );
  if (ts.isCallExpression(node) && isWithNote(evaluator.program, node) && node.arguments[0])
    return evaluator.expand(node.arguments[0], env).flatMap((part) => member(evaluator, part, name));
  return [evaluator.opaque(node, "data", env, `${one.kind}${node.pos}.${name}`)];
}

/** A part of an unknown value is unknown, but the same part of the same value is the same. */
function memberOfUnknown(one: Term, name: string | undefined): Term {
  const { parameter } = one;
  return {
    ...one,
    owners: [],
    ...(one.why === "field" ? { why: "data" as const } : {}),
    key: `${one.key}.${name ?? "*"}`,
    ...(parameter ? { parameter: { ...parameter, path: [...parameter.path, name ?? "*"] } } : {}),
  };
}

function objectMember(
  evaluator: Evaluator,
  one: Term,
  node: ts.ObjectLiteralExpression,
  name: string | undefined,
): readonly Term[] {
  const found: Term[] = [];
  for (const property of [...node.properties].reverse()) {
    if (ts.isSpreadAssignment(property)) {
      for (const part of evaluator.expand(property.expression, one.env)) found.push(...member(evaluator, part, name));
      continue;
    }
    const key = propertyName(property.name);
    if (name !== undefined && key !== undefined && key !== name) continue;
    const values = propertyValue(evaluator, property, one);
    // Where any member is asked for, a function remembers its key: it tells which tool a table dispatches to.
    const keyed = name === undefined && key !== undefined;
    found.push(
      ...(keyed
        ? values.map((each) => (each.kind === "function" ? { ...each, names: [keyMark(key), ...each.names] } : each))
        : values),
    );
    if (name !== undefined && key !== undefined) break;
  }
  return found;
}

function propertyValue(evaluator: Evaluator, property: ts.ObjectLiteralElementLike, one: Term): readonly Term[] {
  if (ts.isPropertyAssignment(property)) return evaluator.expand(property.initializer, one.env);
  if (ts.isShorthandPropertyAssignment(property)) return evaluator.expand(property.name, one.env);
  if (ts.isMethodDeclaration(property)) return [{ ...term("function", property, one.env), self: one }];
  if (ts.isGetAccessorDeclaration(property))
    return evaluator.returned(property, {
      fn: property,
      bound: new Map(),
      outer: one.env,
      depth: one.env?.depth ?? 0,
      self: one,
    });
  return [];
}

const following = new Set<string>();

/** The writes to a variable or to a part of it, with those of the functions that it is handed to. */
export function writesTo(evaluator: Evaluator, owner: Owner): readonly Write[] {
  if (mutationsOf(owner.root).length === 0) return [];
  const key = `${placeKey(owner.root, owner.env)}${owner.self ? selfKey(owner.self) : ""}.${owner.path.join(".")}`;
  const known = evaluator.writes.get(key);
  if (known) return known;
  const found = findWrites(evaluator, owner);
  // On the way through a call the answer can be a part of the whole.
  if (following.size === 0) evaluator.writes.set(key, found);
  return found;
}

/** Names an object by the places where it is kept. */
const selfKey = ({ owners }: Term) => owners.map(({ root, env }) => `#${placeKey(root, env)}`).join("");

function findWrites(evaluator: Evaluator, owner: Owner): readonly Write[] {
  if (owner.self)
    return (fieldWrites(evaluator, owner.self, owner.path[0] ?? "") ?? []).filter(({ path }) =>
      samePath(path, owner.path),
    );
  return mutationsOf(owner.root).flatMap((mutation): readonly Write[] => {
    if (mutation.kind === "passed")
      return mutation.path.length === owner.path.length ? writesByCallee(evaluator, mutation, owner.env) : [];
    return samePath(mutation.path, owner.path) ? [{ ...mutation, env: owner.env }] : [];
  });
}

function writesByCallee(evaluator: Evaluator, mutation: Mutation, env: Env): readonly Write[] {
  const call = mutation.at;
  const [argument] = mutation.values;
  if (!ts.isCallExpression(call) || !argument) return [];
  const key = `${call.pos}:${call.getSourceFile().fileName}`;
  if (following.has(key) || following.size > 3) return [];
  following.add(key);
  const index = call.arguments.indexOf(argument);
  const found = evaluator.expand(call.expression, env).flatMap((target) => {
    const parameter = target.kind === "function" && isFunction(target.node) ? target.node.parameters[index] : undefined;
    if (!parameter || mutationsOf(parameter).every(({ kind }) => kind === "passed")) return [];
    const frame = evaluator.enter(target, call, env);
    return frame ? writesTo(evaluator, { root: parameter, path: [], env: frame }) : [];
  });
  following.delete(key);
  return found.filter(({ kind }) => kind !== "assign");
}

/** What later writes put under a key: `x.name = e`, `Object.assign(x, { name: e })`. */
function writtenMember(evaluator: Evaluator, owner: Owner, name: string): readonly Term[] {
  const direct = [name, "*"].flatMap((key) => writesTo(evaluator, { ...owner, path: [...owner.path, key] }));
  const merged = writesTo(evaluator, owner).filter(({ kind }) => kind === "merge");
  return [
    ...direct.flatMap(({ kind, values, env }) =>
      kind === "assign" ? values.flatMap((value) => evaluator.expand(value, env)) : [],
    ),
    ...merged.flatMap(({ values, env }) =>
      values.flatMap((value) => evaluator.expand(value, env).flatMap((part) => member(evaluator, part, name))),
    ),
  ];
}

/** The keys that later writes add to an object. */
export function writtenKeys(owner: Owner): readonly string[] {
  return mutationsOf(owner.root)
    .filter(
      ({ kind, path }) =>
        kind === "assign" && path.length === owner.path.length + 1 && samePath(path.slice(0, -1), owner.path),
    )
    .map(({ path }) => path.at(-1) ?? "")
    .filter((key) => key !== "*");
}

const samePath = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((key, index) => key === b[index]);

export const isObjectAssign = (node: ts.CallExpression) =>
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === "assign" &&
  ts.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === "Object";
