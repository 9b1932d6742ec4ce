/** Members of instances and classes: methods, fields, what is inherited, what heirs make of an abstract method. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { parentsOf } from "./expressions.js";
import { fieldWrites } from "./instances.js";
import { member } from "./members.js";
import { mutationsOf } from "./mutations.js";
import { propertyName } from "./scopes.js";
import { type Term, term, through } from "./terms.js";

export function classMember(
  evaluator: Evaluator,
  one: Term,
  node: ts.ClassLikeDeclaration,
  name: string | undefined,
): readonly Term[] {
  const self = one.self ?? one;
  const found = node.members.filter((each) => !isStatic(each) && each.name && propertyName(each.name) === name);
  for (const each of found) {
    if (ts.isMethodDeclaration(each) && each.body) return [{ ...term("function", each, one.env), self }];
    if (ts.isGetAccessorDeclaration(each))
      return evaluator.returned(each, { fn: each, bound: new Map(), outer: one.env, depth: one.env?.depth ?? 0, self });
    if (ts.isMethodDeclaration(each)) return overrides(evaluator, node, name ?? "");
    if (ts.isPropertyDeclaration(each)) return field(evaluator, one, node, each, name ?? "");
  }
  if (name !== undefined && found.length === 0) {
    const parents = parentsOf(evaluator, node, one.env);
    const inherited = parents
      .filter(({ kind }) => kind === "class")
      .flatMap((parent) => member(evaluator, { ...parent, kind: "instance", self }, name));
    if (inherited.length) return inherited;
  }
  return [evaluator.opaque(node, "data", one.env, `this${node.pos}.${name}`)];
}

/** What the classes that extend an abstract one make of its method. */
function overrides(evaluator: Evaluator, base: ts.ClassLikeDeclaration, name: string): readonly Term[] {
  const heirs = evaluator.program
    .parsed()
    .flatMap((path) => classesIn(evaluator.program.file(path)))
    .filter(
      (each) =>
        each !== base &&
        extendsByName(each, base) &&
        parentsOf(evaluator, each, undefined).some(({ node }) => node === base),
    );
  const found = heirs.flatMap((heir) =>
    heir.members
      .filter((each) => ts.isMethodDeclaration(each) && each.body && propertyName(each.name) === name)
      .map((each): Term => ({ ...term("function", each, undefined), self: term("instance", heir, undefined) })),
  );
  return found.length > 0 ? found : [evaluator.opaque(base, "call", undefined, `abstract${base.pos}.${name}`)];
}

const classes = new WeakMap<ts.SourceFile, readonly ts.ClassLikeDeclaration[]>();

function classesIn(file: ts.SourceFile | undefined): readonly ts.ClassLikeDeclaration[] {
  const known = file && classes.get(file);
  if (!file || known) return known ?? [];
  const found: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  if (file.text.includes("extends")) visit(file);
  classes.set(file, found);
  return found;
}

const extendsByName = (heir: ts.ClassLikeDeclaration, base: ts.ClassLikeDeclaration) =>
  heir.heritageClauses?.some((clause) => clause.getText().includes(base.name?.text ?? "extends")) ?? false;

/** A field that is written to is never what its initialiser says. */
function field(
  evaluator: Evaluator,
  one: Term,
  owner: ts.ClassLikeDeclaration,
  declaration: ts.PropertyDeclaration,
  name: string,
): readonly Term[] {
  const isWritten = mutationsOf(owner).some(({ path, kind }) => path[0] === name && kind !== "passed");
  if (isWritten)
    return (
      writtenField(evaluator, one.self ?? one, owner, declaration, name) ?? [
        evaluator.opaque(declaration, holdsText(declaration) ? "field" : "data", one.env),
      ]
    );
  if (!declaration.initializer) return [evaluator.opaque(declaration, "data", one.env)];
  return evaluator
    .expand(declaration.initializer, one.env)
    .map((found) => (found.kind === "function" ? { ...found, self: one.self ?? one } : found));
}

/** A field of an object whose uses are all in sight: what it began with, what it was set to, with what was added later. */
function writtenField(
  evaluator: Evaluator,
  self: Term,
  owner: ts.ClassLikeDeclaration,
  { initializer }: ts.PropertyDeclaration,
  name: string,
): readonly Term[] | undefined {
  const writes = fieldWrites(evaluator, self, name);
  const home = { root: owner, path: [name], env: undefined, self };
  const first = initializer ? evaluator.expand(initializer, undefined) : [];
  const later = writes?.flatMap(({ kind, path, values, env }) =>
    kind === "assign" && path.length === 1 ? values.flatMap((value) => evaluator.expand(value, env)) : [],
  );
  return later && [...first, ...later].map((found) => through(found, [home]));
}

/** A number or a flag holds no words, whoever writes it. */
function holdsText({ type, initializer }: ts.PropertyDeclaration): boolean {
  const kind = initializer?.kind;
  const plain = [ts.SyntaxKind.NumericLiteral, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword];
  return (
    !/^(?:number|boolean|bigint|Date)\b/.test(type?.getText() ?? "") && !(kind !== undefined && plain.includes(kind))
  );
}

export function staticMember(
  evaluator: Evaluator,
  one: Term,
  node: ts.ClassLikeDeclaration,
  name: string | undefined,
): readonly Term[] {
  const found = node.members.find((each) => isStatic(each) && each.name && propertyName(each.name) === name);
  if (found && ts.isMethodDeclaration(found)) return [{ ...term("function", found, one.env), self: one }];
  if (found && ts.isPropertyDeclaration(found) && found.initializer)
    return evaluator.expand(found.initializer, one.env);
  return [evaluator.opaque(node, "data", one.env, `static${node.pos}.${name}`)];
}

/** The fields that an instance's own code gives it: what a spread of it holds, without those of the class it extends. */
export function fieldsOf(node: ts.ClassLikeDeclaration): ReadonlySet<string> {
  const declared = node.members.flatMap((each) => {
    if (ts.isConstructorDeclaration(each))
      return each.parameters.filter((one) => ts.isParameterPropertyDeclaration(one, each)).map(({ name }) => name);
    return ts.isPropertyDeclaration(each) && !isStatic(each) && !ts.isPrivateIdentifier(each.name) ? [each.name] : [];
  });
  const written = mutationsOf(node).flatMap(({ path }) => path.slice(0, 1));
  const names = declared.flatMap((name) => (ts.isPropertyName(name) ? (propertyName(name) ?? []) : []));
  return new Set([...names, ...written.filter((name) => !name.startsWith("#"))]);
}

const isStatic = (each: ts.ClassElement) =>
  (ts.canHaveModifiers(each) && ts.getModifiers(each)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) ??
  false;
