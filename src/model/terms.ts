/** The evaluator's values: what an expression can turn out to be, in which environment. */
import type { ts } from "ts-morph";
import type { Written } from "./mutations.js";
import type { FunctionNode } from "./scopes.js";

/**
 * A call that is being followed: its function, with the arguments of this call. `undefined` stands for a function
 * seen from outside, whose parameters are not known.
 */
export interface Frame {
  readonly fn: FunctionNode | ts.ClassLikeDeclaration;
  readonly bound: ReadonlyMap<ts.ParameterDeclaration, Argument>;
  /** The environment that the function closes over. */
  readonly outer: Env;
  /** The call; none for a function seen as a tool's handler. */
  readonly at?: ts.Node;
  /** The environment that it was called from. */
  readonly caller?: Env;
  /** How many calls deep. */
  readonly depth: number;
  readonly self?: Term | undefined;
}
export type Env = Frame | undefined;

/** `absent`: known not to be passed. `opaque`: passed, but can't be told apart (`f(...rest)`). */
export type Argument =
  | { readonly rest: readonly ts.Expression[]; readonly env: Env }
  | { readonly node: ts.Expression; readonly env: Env }
  | { readonly terms: readonly Term[] }
  | "absent"
  | "opaque";

/** A variable (or the field of one) that a value came through: later writes to it count. */
export interface Owner {
  readonly root: Written;
  readonly path: readonly string[];
  readonly env: Env;
  /** The object whose field it is, where `root` is a class. */
  readonly self?: Term;
}

/**
 * Why a value can't be read: a parameter nobody bound, data that arrives at run time, a call that leads nowhere, a
 * field that is written elsewhere, or a limit of ours. Only the last two can hide words of the server's own.
 */
export type Opacity = "parameter" | "data" | "call" | "field" | "limit";

/**
 * One thing that an expression can be. The answer of `expand` is a list of them, and the empty list means *known to be
 * nothing* (absent, undefined, null), which is never mixed up with *unknown*: that is an opaque term.
 */
export interface Term {
  readonly kind: "value" | "function" | "class" | "instance" | "module" | "opaque";
  readonly node: ts.Node;
  readonly env: Env;
  /** The names that it passed on its way (`DATA_RULE`, `hint`), outermost first. */
  readonly names: readonly string[];
  readonly owners: readonly Owner[];
  readonly why?: Opacity;
  /** Names an opaque value: two opaque terms with the same key are the same value. */
  readonly key?: string;
  /** The parameter that an opaque value is, or is a part of, with the keys to it. */
  readonly parameter?: { readonly declaration: ts.ParameterDeclaration; readonly path: readonly string[] };
  readonly self?: Term;
  /** What an array holds that no literal stands for: the arguments of a rest parameter. */
  readonly items?: readonly Term[];
}

/** Stands after the name of a constant whose doc comment says that its text is for the model. */
export const modelFacingTag = "@modelFacing";

const ids = new WeakMap<ts.Node, number>();
let lastId = 0;

/** A number that names a node. */
export function nodeId(node: ts.Node): number {
  const known = ids.get(node);
  if (known !== undefined) return known;
  ids.set(node, ++lastId);
  return lastId;
}

const frameIds = new WeakMap<Frame, number>();
let lastFrame = 0;

/** Names a node seen from an environment. */
export function placeKey(node: ts.Node, env: Env): string {
  if (!env) return String(nodeId(node));
  const id = frameIds.get(env) ?? ++lastFrame;
  frameIds.set(env, id);
  return `${nodeId(node)}@${id}`;
}

/** Names a term: what it is, what it came through, whose it is. */
export function termKey({ kind, node, env, key, owners, self }: Term): string {
  const whose = self ? `/${ownersKey(self.owners)}` : "";
  return `${kind}${placeKey(node, env)}|${key ?? ""}${ownersKey(owners)}${whose}`;
}

const ownersKey = (owners: readonly Owner[]): string => owners.map(ownerKey).join("");

const ownerKey = ({ root, path, env, self }: Owner): string =>
  `#${placeKey(root, env)}.${path.join(".")}${self ? ownersKey(self.owners) : ""}`;

/** The same value, which came through these too. */
export function through(one: Term, owners: readonly Owner[]): Term {
  const known = new Set(one.owners.map(ownerKey));
  const fresh = owners.filter((owner) => !known.has(ownerKey(owner)));
  return fresh.length > 0 ? { ...one, owners: [...one.owners, ...fresh] } : one;
}

export function distinct(terms: readonly Term[]): readonly Term[] {
  if (terms.length < 2) return terms;
  const seen = new Map<string, Term>();
  for (const one of terms) {
    const key = termKey(one);
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}

/** A term that came through nothing yet. */
export function term(kind: Term["kind"], node: ts.Node, env: Env): Term {
  return { kind, node, env, names: [], owners: [] };
}

/** Whether a function is being followed already: what it gets from calling itself is data, its other returns tell the words. */
export function isRunning(fn: FunctionNode, env: Env): boolean {
  for (let frame = env; frame; frame = frame.caller) if (frame.fn === fn) return true;
  return false;
}
