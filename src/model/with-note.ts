/** The functions of the module that a fix lays in, told from others of the same name. */
import { ts } from "ts-morph";
import type { Program } from "../program.js";
import { exported, moduleOf } from "./exports.js";
import { bindingRoot, type Declaration, type FunctionNode, isFunction, lookUp } from "./scopes.js";

/** Whether a call is one of `withNote`: what it gives back is the view it is called with, and a note. */
export function isWithNote(program: Program, { expression: callee }: ts.CallExpression): boolean {
  if (!ts.isIdentifier(callee)) return false;
  const declaration = lookUp(callee.text, callee);
  if (!declaration) return callee.text === "withNote";
  const known = judged.get(declaration);
  if (known !== undefined) return known;
  const answer = isOwn(program, declaration);
  judged.set(declaration, answer);
  return answer;
}

const judged = new WeakMap<ts.Node, boolean>();

/** Whether a module exports `withNote` as it is laid in, and with `reply` that too, with the view before the text. */
export function holdsHelper(program: Program, module: ts.SourceFile, part: "reply" | "withNote"): boolean {
  const withNote = exported(program, module, "withNote");
  if (!withNote || !calls(withNote, "note")) return false;
  if (part === "withNote") return true;
  const reply = exported(program, module, "reply");
  return reply !== undefined && calls(reply, "withNote", 2);
}

function isOwn(program: Program, declaration: Declaration): boolean {
  const from = importedFrom(declaration);
  if (!from) return declares(declaration, "withNote") && calls(declaration, "note");
  if (from.name !== "withNote") return false;
  const module = moduleOf(program, declaration, from.specifier);
  // A file that is not in sight may well be ours, a package is not.
  return module ? holdsHelper(program, module, "withNote") : from.specifier.text.startsWith(".");
}

function importedFrom(declaration: Declaration): { name: string | undefined; specifier: ts.StringLiteral } | undefined {
  if (ts.isImportSpecifier(declaration)) {
    const specifier = declaration.parent.parent.parent.moduleSpecifier;
    if (ts.isStringLiteral(specifier)) return { name: (declaration.propertyName ?? declaration.name).text, specifier };
  }
  if (!ts.isBindingElement(declaration)) return undefined;
  const { root, path } = bindingRoot(declaration);
  const call = root.initializer;
  const [specifier] =
    call && ts.isCallExpression(call) && call.expression.getText() === "require" ? call.arguments : [];
  return specifier && ts.isStringLiteral(specifier)
    ? { name: path.length === 1 ? path[0]?.key : undefined, specifier }
    : undefined;
}

const declares = (node: ts.Node, name: string) =>
  (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && node.name?.getText() === name;

/** Whether a function calls another one of its file, and hands on its own first parameters in their order. */
function calls(declaration: ts.Node, name: string, handed = 0): boolean {
  const fn = bodied(declaration);
  if (!fn) return false;
  const found = (node: ts.Node): boolean => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name) {
      const given = node.arguments.slice(0, handed).map((each) => each.getText());
      const own = fn.parameters.slice(0, handed).map((each) => each.name.getText());
      if (given.join() === own.join()) return true;
    }
    return ts.forEachChild(node, found) ?? false;
  };
  return found(fn) && lookUp(name, fn.getSourceFile()) !== undefined;
}

/** The function with the body: of overloads, the last one. */
function bodied(declaration: ts.Node): FunctionNode | undefined {
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer && bodied(declaration.initializer);
  if (!isFunction(declaration)) return undefined;
  if (declaration.body || !ts.isFunctionDeclaration(declaration)) return declaration;
  const name = declaration.name?.text;
  return declaration
    .getSourceFile()
    .statements.find(
      (each): each is ts.FunctionDeclaration =>
        ts.isFunctionDeclaration(each) && each.name?.text === name && !!each.body,
    );
}
