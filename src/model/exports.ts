/** What a module exports under a name: through re-exports, `export *`, defaults and CommonJS. */
import { ts } from "ts-morph";
import type { Program } from "../program.js";
import { type Declaration, lookUp, propertyName } from "./scopes.js";

/** A declaration, an expression (`export default …`, `exports.x = …`) or a whole module (`export * as x`). */
export type Exported = Declaration | ts.Expression | ts.SourceFile;

/** The file that a module specifier of `from` names. */
export function moduleOf(program: Program, from: ts.Node, specifier: ts.Node | undefined): ts.SourceFile | undefined {
  if (!specifier || !ts.isStringLiteralLike(specifier)) return undefined;
  const path = program.resolve(from.getSourceFile().fileName, specifier.text);
  return path === undefined ? undefined : program.file(path);
}

/** What an import binds; undefined where it comes from a package or can't be found. */
export function imported(
  program: Program,
  declaration: ts.ImportSpecifier | ts.ImportClause | ts.NamespaceImport | ts.ImportEqualsDeclaration,
): Exported | undefined {
  if (ts.isImportEqualsDeclaration(declaration)) {
    const reference = declaration.moduleReference;
    return ts.isExternalModuleReference(reference) ? moduleOf(program, declaration, reference.expression) : undefined;
  }
  const statement = ts.findAncestor(declaration, ts.isImportDeclaration);
  const module = moduleOf(program, declaration, statement?.moduleSpecifier);
  if (!module || ts.isNamespaceImport(declaration)) return module;
  const name = ts.isImportClause(declaration) ? "default" : (declaration.propertyName ?? declaration.name).text;
  return exported(program, module, name);
}

export function exported(
  program: Program,
  module: ts.SourceFile,
  name: string,
  seen = new Set<string>(),
): Exported | undefined {
  const key = `${module.fileName}\0${name}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  const stars: ts.ExportDeclaration[] = [];
  for (const statement of module.statements) {
    const found = exportedBy(program, statement, name, seen);
    if (found) return found;
    if (ts.isExportDeclaration(statement) && !statement.exportClause) stars.push(statement);
  }
  for (const star of stars) {
    const target = name === "default" ? undefined : moduleOf(program, star, star.moduleSpecifier);
    const found = target && exported(program, target, name, seen);
    if (found) return found;
  }
  return commonJs(module, name);
}

function exportedBy(program: Program, statement: ts.Statement, name: string, seen: Set<string>): Exported | undefined {
  if (ts.isExportAssignment(statement))
    return name === "default" || statement.isExportEquals ? statement.expression : undefined;
  if (ts.isExportDeclaration(statement) && statement.exportClause) {
    const target = moduleOf(program, statement, statement.moduleSpecifier);
    if (ts.isNamespaceExport(statement.exportClause))
      return statement.exportClause.name.text === name ? target : undefined;
    const specifier = statement.exportClause.elements.find((element) => element.name.text === name);
    if (!specifier) return undefined;
    const local = (specifier.propertyName ?? specifier.name).text;
    if (statement.moduleSpecifier) return target && exported(program, target, local, seen);
    return lookUp(local, statement);
  }
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)) return undefined;
  const isDefault = modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
  if (isDefault) return name === "default" ? (statement as ts.FunctionDeclaration | ts.ClassDeclaration) : undefined;
  return declares(statement, name) ? lookUp(name, statement) : undefined;
}

function declares(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.some((declaration) => bindsName(declaration.name, name));
  return (
    (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) &&
    statement.name?.text === name
  );
}

const bindsName = (binding: ts.BindingName, name: string): boolean =>
  ts.isIdentifier(binding)
    ? binding.text === name
    : binding.elements.some((element) => ts.isBindingElement(element) && bindsName(element.name, name));

/** `module.exports = { name }`, `module.exports.name = …`, `exports.name = …`; `default` is the whole of `module.exports`. */
function commonJs(module: ts.SourceFile, name: string): Exported | undefined {
  for (const statement of module.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, right, operatorToken } = statement.expression;
    if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) continue;
    if (left.getText(module) === "module.exports") {
      if (name === "default") return right;
      const property = ts.isObjectLiteralExpression(right)
        ? right.properties.find((p) => propertyName(p.name) === name)
        : undefined;
      if (property && ts.isPropertyAssignment(property)) return property.initializer;
      if (property && ts.isShorthandPropertyAssignment(property)) return lookUp(name, module);
    } else if (left.name.text === name && /^(?:module\.)?exports$/.test(left.expression.getText(module))) return right;
  }
  return undefined;
}
