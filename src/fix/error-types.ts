/** Whether a result may be marked as an error as far as its type is written: told from syntax alone. */
import { ts } from "ts-morph";
import { moduleOf } from "../model/exports.js";
import { enclosingFunction, isFunction, lookUp, propertyName } from "../model/scopes.js";
import type { Program } from "../program.js";

/** False where the type that an expression is read as has, or may have, no `isError`. */
export function takesErrors(program: Program, node: ts.Expression): boolean {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (
      (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isTypeAssertionExpression(parent)) &&
      !ts.isConstTypeReference(parent.type)
    ) {
      if (!allows(program, parent.type)) return false;
    } else if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === at)) {
      const fn = isFunction(parent) ? parent : enclosingFunction(parent);
      return fn?.type === undefined || allows(program, fn.type);
    } else if (ts.isVariableDeclaration(parent)) return parent.type === undefined || allows(program, parent.type);
    else if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const declaration = ts.isIdentifier(parent.left) ? lookUp(parent.left.text, parent.left) : undefined;
      if (!declaration || !ts.isVariableDeclaration(declaration)) return false;
      // Without a type and a value it takes whatever it is given.
      return declaration.type ? allows(program, declaration.type) : declaration.initializer === undefined;
    } else if (
      !ts.isParenthesizedExpression(parent) &&
      !ts.isAwaitExpression(parent) &&
      !ts.isConditionalExpression(parent)
    )
      return false;
  }
  return false;
}

const maxSteps = 6;

function allows(program: Program, type: ts.TypeNode, steps = 0): boolean {
  const again = (next: ts.TypeNode) => allows(program, next, steps + 1);
  if (steps > maxSteps) return false;
  if (ts.isParenthesizedTypeNode(type)) return again(type.type);
  if (
    type.kind === ts.SyntaxKind.AnyKeyword ||
    type.kind === ts.SyntaxKind.UnknownKeyword ||
    type.kind === ts.SyntaxKind.ObjectKeyword
  )
    return true;
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.some(again);
  if (ts.isTypeLiteralNode(type)) return hasErrorKey(type.members);
  if (!ts.isTypeReferenceNode(type)) return false;
  const name = type.typeName.getText();
  const [argument] = type.typeArguments ?? [];
  if (/^(?:Promise|Awaited|PromiseLike|Readonly|Partial)$/.test(name)) return argument !== undefined && again(argument);
  if (name === "Record") return true;
  return ts.isIdentifier(type.typeName) && named(program, type.getSourceFile(), name, steps);
}

/** What the type of a name allows: declared in the file, or imported from another one, or from a package of the protocol. */
function named(program: Program, file: ts.SourceFile, name: string, steps: number): boolean {
  const own = declarationOf(file, name);
  if (own) {
    if (ts.isTypeAliasDeclaration(own)) return allows(program, own.type, steps + 1);
    const parents =
      own.heritageClauses?.flatMap(({ types }) => types.map(({ expression }) => expression.getText())) ?? [];
    return (
      hasErrorKey(own.members) || parents.some((parent) => steps < maxSteps && named(program, file, parent, steps + 1))
    );
  }
  const declaration = lookUp(name, file);
  if (!declaration || !ts.isImportSpecifier(declaration)) return false;
  const imports = declaration.parent.parent.parent;
  const there = moduleOf(program, imports, imports.moduleSpecifier);
  const original = declaration.propertyName?.text ?? name;
  if (there) return steps < maxSteps && named(program, there, original, steps + 1);
  return /^(?:Call|Server)\w*Result$/.test(original);
}

const declarationOf = (file: ts.SourceFile, name: string) =>
  file.statements.find(
    (each): each is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
      (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)) && each.name.text === name,
  );

const hasErrorKey = (members: readonly ts.TypeElement[]) =>
  members.some((member) => ts.isIndexSignatureDeclaration(member) || propertyName(member.name) === "isError");
