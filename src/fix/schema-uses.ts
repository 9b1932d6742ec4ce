/** What a program asks of a schema beside its keys: a type of its own, other uses, checks of the whole object. */
import { ts } from "ts-morph";
import { candidates } from "../candidates.js";
import { bare } from "../model/bare.js";
import { definitionOf } from "../model/schema-shapes.js";
import { isFunction, lookUp } from "../model/scopes.js";
import type { ServerSource } from "../model/source.js";

/** Whether a type around a name asks for exactly its type: `class Find extends Tool<typeof Output>`. */
export function isTyped(name: ts.Expression): boolean {
  const asked = new RegExp(`\\btypeof ${name.getText().replace(/\W/g, "\\$&")}(?![\\w$])`);
  const types: (ts.Node | undefined)[] = [];
  for (let at: ts.Node = name; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isClassLike(at)) types.push(...(at.heritageClauses ?? []));
    if (ts.isCallExpression(at) || ts.isNewExpression(at)) types.push(...(at.typeArguments ?? []));
    if (
      ts.isVariableDeclaration(at) ||
      ts.isPropertyDeclaration(at) ||
      ts.isAsExpression(at) ||
      ts.isSatisfiesExpression(at)
    )
      types.push(at.type);
  }
  return types.some((type) => type && asked.test(type.getText()));
}

/** Whether a declared type says less than the schema is: `const Output: z.ZodType = z.object({ … })` has no `extend`. */
export function isWidened(name: ts.Expression, value: ts.Node | undefined): boolean {
  const root = rootOf(name);
  const declared = ts.isIdentifier(root) ? lookUp(root.text, root) : undefined;
  const types: (ts.TypeNode | undefined)[] = [];
  for (let at: ts.Node | undefined = value; at && !ts.isSourceFile(at); at = at.parent)
    if (ts.isVariableDeclaration(at) || ts.isPropertyDeclaration(at) || ts.isAsExpression(at) || isFunction(at))
      types.push(at.type);
  if (declared && ts.isVariableDeclaration(declared)) types.push(declared.type);
  return types.some(
    (type) => type && !ts.isConstTypeReference(type) && !/\bZodObject\b|\bZodRawShape\b/.test(type.getText()),
  );
}

function rootOf(name: ts.Expression): ts.Expression {
  let at = bare(name);
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at) || ts.isElementAccessExpression(at))
    at = bare(at.expression);
  return at;
}

/** Whether a type around a literal says which keys it has: `{ … } satisfies Record<"open", z.ZodType>`. */
export function hasTypeForKeys(literal: ts.ObjectLiteralExpression): boolean {
  let at: ts.Node = literal;
  while (ts.isParenthesizedExpression(at.parent) || ts.isAsExpression(at.parent)) at = at.parent;
  if (ts.isSatisfiesExpression(at.parent)) return true;
  if (ts.isCallExpression(at.parent) && at.parent.typeArguments) return true;
  const declared = ts.findAncestor(literal, (each) => ts.isVariableDeclaration(each) || ts.isPropertyDeclaration(each));
  const type =
    declared && (ts.isVariableDeclaration(declared) || ts.isPropertyDeclaration(declared)) ? declared.type : undefined;
  return type !== undefined && /outputSchema|^\{/.test(type.getText());
}

/** Whether nothing else in the program uses the value that a name stands for; imports, exports and types do not count. */
export function isOnlyUse({ program, evaluator }: ServerSource, name: ts.Expression, value: ts.Node): boolean {
  if (!ts.isIdentifier(name)) return false;
  const { paths } = candidates(program.sources, [name.text]);
  const uses = paths.flatMap((path) => usesIn(program.file(path), name.text));
  return uses.filter((use) => use === name || definitionOf(evaluator, use, undefined)?.node === value).length === 1;
}

function usesIn(file: ts.SourceFile | undefined, name: string): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const isDeclared =
      ts.isVariableDeclaration(node.parent ?? node) && (node.parent as ts.VariableDeclaration).name === node;
    if (ts.isIdentifier(node) && node.text === name && !isDeclared) found.push(node);
    ts.forEachChild(node, visit);
  };
  if (file) visit(file);
  return found;
}

/** Methods that take a check of the whole object. */
export const refining = new Set(["refine", "superRefine", "check"]);

/** Whether a refinement looks at keys that it names: one that counts them would refuse the note. */
export function readsByName(refinement: ts.Expression | undefined): boolean {
  const fn = refinement && bare(refinement);
  if (!fn || !isFunction(fn) || !fn.body) return false;
  const name = fn.parameters[0]?.name;
  if (!name) return true;
  if (!ts.isIdentifier(name)) return name.elements.every((each) => ts.isBindingElement(each) && !each.dotDotDotToken);
  const isNamed = (node: ts.Node): boolean =>
    ts.isIdentifier(node) && node.text === name.text
      ? ts.isPropertyAccessExpression(node.parent)
      : (ts.forEachChild(node, (child) => (isNamed(child) ? undefined : true)) ?? false) === false;
  return isNamed(fn.body);
}
