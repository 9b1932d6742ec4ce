/** What a declaration stands for: a variable with its later writes, a parameter with its argument, an import with its target. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { type Exported, exported, imported } from "./exports.js";
import { arrayItems, itemsOf } from "./items.js";
import { member, writesTo } from "./members.js";
import { callsOn, mutationsOf } from "./mutations.js";
import { bindingRoot, type Declaration, enclosingFunction, isConstant } from "./scopes.js";
import { type Env, modelFacingTag, type Owner, type Term, term, through } from "./terms.js";

/** What a declaration stands for, seen from `env`. */
export function declared(evaluator: Evaluator, declaration: Declaration, env: Env): readonly Term[] {
  const home = frameOf(declaration, env);
  if (ts.isVariableDeclaration(declaration)) return variable(evaluator, declaration, home);
  if (ts.isParameter(declaration)) return parameter(evaluator, declaration, home);
  if (ts.isBindingElement(declaration)) return destructured(evaluator, declaration, home);
  if (ts.isFunctionDeclaration(declaration) || ts.isFunctionExpression(declaration))
    return [term("function", declaration.body ? declaration : (implementation(declaration) ?? declaration), home)];
  if (ts.isClassLike(declaration)) return [term("class", declaration, home)];
  if (ts.isEnumDeclaration(declaration)) return [term("value", declaration, home)];
  const target = imported(evaluator.program, declaration);
  return target ? exportedTerms(evaluator, target) : [evaluator.opaque(declaration, "call", undefined)];
}

function exportedTerms(evaluator: Evaluator, target: Exported): readonly Term[] {
  if (ts.isSourceFile(target)) return [term("module", target, undefined)];
  if (isDeclaration(target)) return declared(evaluator, target, undefined);
  return evaluator.expand(target, undefined);
}

export function moduleMember(evaluator: Evaluator, module: ts.SourceFile, name: string): readonly Term[] {
  const target = exported(evaluator.program, module, name);
  return target
    ? exportedTerms(evaluator, target)
    : [evaluator.opaque(module, "call", undefined, `${module.fileName}.${name}`)];
}

function variable(evaluator: Evaluator, declaration: ts.VariableDeclaration, home: Env): readonly Term[] {
  const loop = declaration.parent.parent;
  if (ts.isForOfStatement(loop)) return arrayItems(evaluator, evaluator.expand(loop.expression, home));
  if (ts.isCatchClause(declaration.parent) || ts.isForInStatement(loop))
    return [evaluator.opaque(declaration, "data", home)];
  // What is only declared (`declare const`) has its value elsewhere.
  if (!declaration.initializer && (isConstant(declaration) || isAmbient(declaration)))
    return [evaluator.opaque(declaration, "data", home)];
  const owner = { root: declaration, path: [], env: home };
  const first = declaration.initializer ? evaluator.expand(declaration.initializer, home) : [];
  const later = writesTo(evaluator, owner).flatMap(({ kind, values, env, at }) =>
    kind === "assign"
      ? values.flatMap((value) => evaluator.expand(value, env))
      : kind === "lost"
        ? [evaluator.opaque(at, "data", env)]
        : [],
  );
  const terms = owned([...first, ...later], owner);
  return isMarked(declaration) ? terms.map((one) => ({ ...one, names: [modelFacingTag, ...one.names] })) : terms;
}

function isMarked(declaration: ts.VariableDeclaration): boolean {
  const { text } = declaration.getSourceFile();
  if (!text.includes(modelFacingTag)) return false;
  const comments = ts.getLeadingCommentRanges(text, declaration.parent.parent.pos) ?? [];
  return comments.some(({ pos, end }) => text.slice(pos, end).includes(modelFacingTag));
}

function parameter(evaluator: Evaluator, parameter: ts.ParameterDeclaration, home: Env): readonly Term[] {
  const argument = home?.bound.get(parameter);
  const fallback = () => (parameter.initializer ? evaluator.expand(parameter.initializer, home) : []);
  const owner = { root: parameter, path: [], env: home };
  const found = (): readonly Term[] => {
    if (argument === "absent") return fallback();
    if (argument === undefined || argument === "opaque")
      return [
        { ...evaluator.opaque(parameter, "parameter", undefined), parameter: { declaration: parameter, path: [] } },
        ...fallback(),
      ];
    if ("rest" in argument) {
      const items = argument.rest.flatMap((each) => itemsOf(evaluator, each, argument.env));
      return [{ ...term("value", parameter, home), items }];
    }
    const terms = "terms" in argument ? argument.terms : evaluator.expand(argument.node, argument.env);
    return terms.length ? terms : fallback();
  };
  const later = writesTo(evaluator, owner).flatMap(({ kind, values, env }) =>
    kind === "assign" ? values.flatMap((value) => evaluator.expand(value, env)) : [],
  );
  return owned([...found(), ...later], owner);
}

function destructured(evaluator: Evaluator, element: ts.BindingElement, home: Env): readonly Term[] {
  const { root, path } = bindingRoot(element);
  let terms = ts.isParameter(root) ? parameter(evaluator, root, home) : variable(evaluator, root, home);
  for (const step of path) {
    const { key } = step;
    if (key !== undefined) terms = terms.flatMap((one) => member(evaluator, one, key));
    const fallback = step.element.initializer;
    if (fallback && (terms.length === 0 || terms.some(({ kind }) => kind === "opaque")))
      terms = [...terms, ...evaluator.expand(fallback, home)];
  }
  const owner = { root: element, path: [], env: home };
  const later = writesTo(evaluator, owner).flatMap(({ kind, values, env }) =>
    kind === "assign" ? values.flatMap((value) => evaluator.expand(value, env)) : [],
  );
  return owned([...terms, ...later], owner);
}

const isAmbient = (declaration: ts.VariableDeclaration) =>
  (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Ambient) !== 0 ||
  declaration.getSourceFile().isDeclarationFile;

/** Values that came through a variable; one that nobody writes to, nor has write to itself, needs no remembering. */
function owned(terms: readonly Term[], owner: Owner): readonly Term[] {
  const isWritten = mutationsOf(owner.root).length > 0;
  const isAsked = callsOn(owner.root).length > 0;
  return terms.map((one) => (isWritten || (isAsked && one.kind === "instance") ? through(one, [owner]) : one));
}

/** The frame in which a declaration lives: the nearest function around it that is being followed. */
export function frameOf(declaration: ts.Node, env: Env): Env {
  for (let fn = enclosingFunction(declaration); fn; fn = enclosingFunction(fn))
    for (let frame = env; frame; frame = frame.outer) if (frame.fn === fn) return frame;
  return undefined;
}

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node) ||
    ts.isImportEqualsDeclaration(node)
  );
}

/** The body of an overloaded function stands in its last declaration. */
function implementation(
  declaration: ts.FunctionDeclaration | ts.FunctionExpression,
): ts.FunctionDeclaration | undefined {
  const siblings: readonly ts.Statement[] =
    ts.isSourceFile(declaration.parent) || ts.isBlock(declaration.parent) ? declaration.parent.statements : [];
  return siblings.find(
    (sibling): sibling is ts.FunctionDeclaration =>
      ts.isFunctionDeclaration(sibling) && sibling.name?.text === declaration.name?.text && sibling.body !== undefined,
  );
}
