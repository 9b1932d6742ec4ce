/** Whether a file is an ES module or CommonJS: by its name, its own statements, its package and its tsconfig. */
import { ts } from "ts-morph";
import { lookUp } from "../model/scopes.js";
import type { Program } from "../program.js";
import { compilerOptionsOf, manifestOf } from "./project.js";

/** Whether an `import` may stand in a file: one that is written with `import x = require()` allows of no other. */
export function takesImports(program: Program, file: ts.SourceFile): boolean {
  if (!isTypeScript(file.fileName)) return true;
  const options = compilerOptionsOf(program, file.fileName);
  if (options?.verbatim && becomesCommonJs(program, file)) return false;
  if (file.statements.some((each) => ts.isImportDeclaration(each) && !each.importClause?.isTypeOnly)) return true;
  const isRequired = (each: ts.Statement) =>
    (ts.isImportEqualsDeclaration(each) && ts.isExternalModuleReference(each.moduleReference)) ||
    (ts.isExportAssignment(each) && each.isExportEquals === true);
  return !/\.cts$/.test(file.fileName) && !file.statements.some(isRequired);
}

/** Whether one file can import another as it does its like: the same language, and the same kind of module. */
export function isOfKind(program: Program, file: ts.SourceFile, other: ts.SourceFile): boolean {
  const kind = ({ fileName }: ts.SourceFile) => /\.([cm]?[jt]s)x?$/.exec(fileName)?.[1];
  return kind(file) === kind(other) && isCommonJs(program, file) === isCommonJs(program, other);
}

/** Whether a JavaScript file is written with `require` and `exports`. TypeScript is always written with `import`. */
export function isCommonJs(program: Program, file: ts.SourceFile): boolean {
  const { fileName } = file;
  if (/\.cjs$/.test(fileName)) return true;
  return /\.js$/.test(fileName) && (writtenAs(file) ?? nameless(program, fileName)) === "commonjs";
}

/** Whether Node runs what a TypeScript file becomes as CommonJS, where imports need no extension. */
export function becomesCommonJs(program: Program, { fileName }: ts.SourceFile): boolean {
  const options = compilerOptionsOf(program, fileName);
  if (/\.[cm]ts$/.test(fileName)) return fileName.endsWith(".cts");
  return options?.commonJs || (options?.resolution === "node" && nameless(program, fileName) === "commonjs");
}

export const isTypeScript = (path: string): boolean => /\.[cm]?tsx?$/.test(path);

/** What Node takes a `.js` file for. */
const nameless = (program: Program, path: string) =>
  manifestOf(program, path).type === "module" ? "module" : "commonjs";

const written = new WeakMap<ts.SourceFile, { readonly as: "module" | "commonjs" | undefined }>();

/** What the syntax says; undefined where no statement is of either kind. */
function writtenAs(file: ts.SourceFile): "module" | "commonjs" | undefined {
  const known = written.get(file) ?? {
    as: hasModuleSyntax(file) ? "module" : isRequiring(file) ? "commonjs" : undefined,
  };
  written.set(file, known);
  return known.as;
}

const hasModuleSyntax = ({ statements }: ts.SourceFile) =>
  statements.some(
    (each) =>
      ts.isImportDeclaration(each) ||
      ts.isExportDeclaration(each) ||
      ts.isExportAssignment(each) ||
      (ts.canHaveModifiers(each) && ts.getModifiers(each)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)),
  ) || statements.some(awaits);

/** `await` outside of functions, and `import.meta`. */
function awaits(node: ts.Node): boolean {
  if (ts.isMetaProperty(node)) return node.keywordToken === ts.SyntaxKind.ImportKeyword;
  if (ts.isAwaitExpression(node)) return !ts.findAncestor(node, ts.isFunctionLike);
  return ts.forEachChild(node, awaits) ?? false;
}

/** A call of Node's own `require`, or a use of its `module.exports` or `exports`. */
function isRequiring(node: ts.Node): boolean {
  const isFree = (at: ts.Node, name: string) => ts.isIdentifier(at) && at.text === name && !lookUp(name, at);
  if (ts.isCallExpression(node) && isFree(node.expression, "require")) return true;
  if (ts.isPropertyAccessExpression(node)) {
    if (isFree(node.expression, "exports")) return true;
    if (isFree(node.expression, "module") && node.name.text === "exports") return true;
  }
  return ts.forEachChild(node, isRequiring) ?? false;
}
