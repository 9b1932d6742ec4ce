/** Whether one file may import another without harm: no circle of imports, and nothing that runs by it. */
import { ts } from "ts-morph";
import { moduleOf } from "../model/exports.js";
import type { Program } from "../program.js";
import { requiredBy } from "./specifier.js";

/**
 * Whether a file can import a module: it does so already, or the module neither leads back to it nor does things when
 * it is loaded, as the entry of a server does.
 */
export function mayImport(program: Program, file: ts.SourceFile, module: ts.SourceFile): boolean {
  if (importsOf(program, file).includes(module)) return true;
  return !module.statements.some(acts) && !leadsTo(program, module, file);
}

function leadsTo(program: Program, from: ts.SourceFile, to: ts.SourceFile): boolean {
  const reached = new Set([from]);
  for (const each of reached) for (const next of importsOf(program, each)) reached.add(next);
  return reached.has(to);
}

/** The files of the project that a file loads before it runs. */
function importsOf(program: Program, file: ts.SourceFile): readonly ts.SourceFile[] {
  return file.statements.flatMap((each) => moduleOf(program, each, loadedBy(each)) ?? []);
}

function loadedBy(statement: ts.Statement): ts.Expression | undefined {
  if (ts.isVariableStatement(statement)) return requiredBy(statement);
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly ? undefined : statement.moduleSpecifier;
  if (ts.isImportEqualsDeclaration(statement))
    return ts.isExternalModuleReference(statement.moduleReference) ? statement.moduleReference.expression : undefined;
  if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) return undefined;
  return statement.moduleSpecifier;
}

/** A statement that does more than to declare, to export, or to set a key. */
function acts(statement: ts.Statement): boolean {
  if (!ts.isExpressionStatement(statement)) return ts.isIfStatement(statement) || ts.isTryStatement(statement);
  const { expression } = statement;
  return !ts.isStringLiteral(expression) && !ts.isBinaryExpression(expression);
}
