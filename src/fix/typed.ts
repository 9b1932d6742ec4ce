/** Whether a rewritten result still type-checks, told from syntax alone: where that can't be known, there is no fix. */
import { ts } from "ts-morph";
import { isMarkedGenerated } from "../candidates.js";
import { bare } from "../model/bare.js";
import { bindingRoot, enclosingFunction, lookUp, propertyName } from "../model/scopes.js";
import type { Program } from "../program.js";
import { takesImports } from "./module-kind.js";
import { castPlace, isConst } from "./result-shape.js";

/** Why a fix has to stay away from a result and its file; undefined where it need not. */
export function reasonToLeave(program: Program, literal: ts.ObjectLiteralExpression): string | undefined {
  const file = literal.getSourceFile();
  if (isMarkedGenerated(file.text)) return "the file is generated";
  if (!takesImports(program, file)) return "the file imports with `require`";
  if (isCheckedLoosely(literal)) return "a `@ts-` comment speaks of it";
  if (isConst(literal) && !isReadAsResult(literal)) return "`as const` makes its type exact";
  if (promisesParameter(literal)) return "the return type is that of the view";
  return undefined;
}

/** `@ts-expect-error` and `@ts-ignore` speak of the next line: what it says would be no error any more, or another one. */
function isCheckedLoosely(literal: ts.ObjectLiteralExpression): boolean {
  const { text } = literal.getSourceFile();
  const { parent } = castPlace(literal);
  const lineBefore = text.lastIndexOf("\n", text.lastIndexOf("\n", literal.getStart()) - 1) + 1;
  const from = ts.isReturnStatement(parent) ? Math.min(lineBefore, parent.getFullStart()) : lineBefore;
  return /@ts-(?:expect-error|ignore)\b/.test(text.slice(from, literal.getEnd()));
}

/** `<T>(data: T): { structuredContent: T }`: a view with a note is no `T` any more. */
function promisesParameter(literal: ts.ObjectLiteralExpression): boolean {
  const names = new Set(typeParametersAt(literal).map(({ name }) => name.text));
  const mentions = (type: ts.Node): boolean =>
    (ts.isIdentifier(type) && names.has(type.text)) || (ts.forEachChild(type, mentions) ?? false);
  const returned = enclosingFunction(literal)?.type;
  return names.size > 0 && returned !== undefined && mentions(returned);
}

/**
 * Whether nobody reads more of a result's type than the protocol says: the function around it declares what it gives
 * back, or is written in the place where it is handed over. Then a helper may forget what its view is made of.
 */
export function isReadAsResult(literal: ts.ObjectLiteralExpression): boolean {
  const fn = enclosingFunction(literal);
  if (!fn) return false;
  if (fn.type) return true;
  return (
    (ts.isArrowFunction(fn) || ts.isFunctionExpression(fn)) &&
    (ts.isCallExpression(fn.parent) || ts.isPropertyAssignment(fn.parent))
  );
}

/** Whether a view is written out: then it fits an index signature, as no value of an interface does. */
export function isWrittenOut(value: ts.Expression): boolean {
  const node = bare(value);
  if (ts.isObjectLiteralExpression(node)) return true;
  if (ts.isConditionalExpression(node)) return isWrittenOut(node.whenTrue) && isWrittenOut(node.whenFalse);
  const declaration = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    declaration.type === undefined &&
    declaration.initializer !== undefined &&
    ts.isObjectLiteralExpression(bare(declaration.initializer))
  );
}

/** Whether the type that a view is declared with holds more than objects: `unknown`, or a type parameter of anything. */
export function isOfAnyType(value: ts.Expression): boolean {
  const type = declaredType(value);
  if (!type) return false;
  if (type.kind === ts.SyntaxKind.UnknownKeyword || type.getText() === "{}") return true;
  const parameter = typeParametersAt(type).find(({ name }) => name.text === type.getText());
  return (
    parameter !== undefined && (!parameter.constraint || /^(?:any|unknown|\{\})$/.test(parameter.constraint.getText()))
  );
}

/** What a name, or a key of what it stands for, is declared as; undefined where that is not written beside it. */
function declaredType(value: ts.Expression): ts.TypeNode | undefined {
  if (ts.isParenthesizedExpression(value)) return declaredType(value.expression);
  if (ts.isAsExpression(value) || ts.isTypeAssertionExpression(value)) return value.type;
  if (ts.isPropertyAccessExpression(value)) return memberType(declaredType(value.expression), value.name.text);
  const declaration = ts.isIdentifier(value) ? lookUp(value.text, value) : undefined;
  if (!declaration) return undefined;
  if (ts.isParameter(declaration) || ts.isVariableDeclaration(declaration)) return declaration.type;
  if (!ts.isBindingElement(declaration)) return undefined;
  const { root, path } = bindingRoot(declaration);
  return path.reduce<ts.TypeNode | undefined>((type, { key }) => memberType(type, key ?? ""), root.type);
}

function memberType(type: ts.TypeNode | undefined, key: string): ts.TypeNode | undefined {
  const members = type && membersOf(type);
  const member = members?.find(({ name }) => propertyName(name) === key);
  return member && ts.isPropertySignature(member) ? member.type : undefined;
}

/** The members of a type that is written out in the file. */
function membersOf(type: ts.TypeNode): readonly ts.TypeElement[] {
  if (ts.isTypeLiteralNode(type)) return type.members;
  const name = type.getText();
  for (const statement of type.getSourceFile().statements) {
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) return statement.members;
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name && statement.type !== type)
      return ts.isTypeLiteralNode(statement.type) ? statement.type.members : [];
  }
  return [];
}

function typeParametersAt(node: ts.Node): readonly ts.TypeParameterDeclaration[] {
  const found: ts.TypeParameterDeclaration[] = [];
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent)
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) found.push(...(at.typeParameters ?? []));
  return found;
}

/** Whether a name stands in `place` for the last time, outside of the parts that are kept: then nothing would use it. */
export function losesLastUse(place: ts.Node, kept: readonly ts.Node[]): boolean {
  const dropped = new Set<string>();
  const collect = (node: ts.Node) => {
    if (kept.includes(node)) return;
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) dropped.add(node.typeName.text);
    ts.forEachChild(node, collect);
  };
  collect(place);
  dropped.delete("const");
  return [...dropped].some((name) => lookUpType(place, name) && !isUsedBeside(place.getSourceFile(), name));
}

/** Whether a file declares or imports a type: then a compiler may ask for its use. */
function lookUpType(place: ts.Node, name: string): boolean {
  return (
    lookUp(name, place) !== undefined ||
    place
      .getSourceFile()
      .statements.some(
        (each) => (ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each)) && each.name.text === name,
      )
  );
}

/** Whether a name is used in another way than to cast a value: other casts may go in the same run. */
function isUsedBeside(file: ts.SourceFile, name: string): boolean {
  const uses = (node: ts.Node): boolean => {
    if (ts.isImportDeclaration(node)) return false;
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return uses(node.expression);
    if (ts.isIdentifier(node) && node.text === name) return !isDeclared(node);
    return ts.forEachChild(node, (child) => uses(child) || undefined) ?? false;
  };
  return uses(file);
}

const isDeclared = ({ parent, text }: ts.Identifier) =>
  (ts.isTypeAliasDeclaration(parent) || ts.isInterfaceDeclaration(parent)) && parent.name.text === text;
