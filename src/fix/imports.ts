/** Adds an import in the file's own style: quotes, semicolons, extension, `require`, line ends. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { type Exported, exported, moduleOf } from "../model/exports.js";
import { lookUp } from "../model/scopes.js";
import type { Program } from "../program.js";

export interface Imported {
  /** The name to call it by in the file. */
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** Makes `name` of `module` (a path) known in `file`. The name is another one where the file has it for something else. */
export function importInto(program: Program, file: ts.SourceFile, module: string, name: string, at: ts.Node): Imported {
  const present = importsOf(program, file).find(({ path }) => path === module);
  const bound = present?.clause?.elements.find((element) => (element.propertyName ?? element.name).text === name);
  if (bound && !bound.isTypeOnly) return { name: bound.name.text, edits: [] };
  const local = freeName(name, file, at);
  const specifier = local === name ? name : `${name} as ${local}`;
  if (present?.clause) {
    const last = present.clause.elements.at(-1);
    const end = last ? last.getEnd() : present.clause.getStart() + 1;
    return {
      name: local,
      edits: [{ span: { file: file.fileName, start: end, end }, text: last ? `, ${specifier}` : ` ${specifier} ` }],
    };
  }
  const style = styleOf(file);
  const from = `${style.quote}${specifierTo(program, file, module)}${style.quote}`;
  const line = style.require
    ? `const { ${local === name ? name : `${name}: ${local}`} } = require(${from})${style.semicolon}`
    : `import { ${specifier} } from ${from}${style.semicolon}`;
  return { name: local, edits: [insertion(file, line, style.newline)] };
}

/** An import of a package, bound as another file binds it. */
export function importFrom(
  file: ts.SourceFile,
  name: string,
  { module, binding }: { readonly module: string; readonly binding: "namespace" | "default" | "named" },
): Edit {
  const style = styleOf(file);
  const from = `${style.quote}${module}${style.quote}`;
  const bound = { namespace: style.require ? name : `* as ${name}`, default: name, named: `{ ${name} }` }[binding];
  const line = style.require ? `const ${bound} = require(${from})` : `import ${bound} from ${from}`;
  return insertion(file, `${line}${style.semicolon}`, style.newline);
}

interface Present {
  readonly path: string | undefined;
  /** The braces that a name can be added to; undefined for type-only and namespace imports. */
  readonly clause: ts.NamedImports | undefined;
  readonly specifier: string;
}

function importsOf(program: Program, file: ts.SourceFile): readonly Present[] {
  return file.statements.filter(ts.isImportDeclaration).map((statement) => {
    const named = statement.importClause?.namedBindings;
    return {
      path: moduleOf(program, statement, statement.moduleSpecifier)?.fileName,
      clause: named && ts.isNamedImports(named) && !statement.importClause?.isTypeOnly ? named : undefined,
      specifier: (statement.moduleSpecifier as ts.StringLiteral).text,
    };
  });
}

function freeName(name: string, file: ts.SourceFile, at: ts.Node): string {
  const taken = (guess: string) => lookUp(guess, at) !== undefined || lookUp(guess, file) !== undefined;
  if (!taken(name)) return name;
  const guesses = [`mcp${name[0]?.toUpperCase()}${name.slice(1)}`, ...[2, 3, 4, 5].map((count) => `${name}${count}`)];
  return guesses.find((guess) => !taken(guess)) ?? `${name}_`;
}

interface Style {
  readonly quote: string;
  readonly semicolon: string;
  readonly newline: string;
  readonly require: boolean;
}

export function styleOf(file: ts.SourceFile): Style {
  const { text } = file;
  const imports = file.statements.filter(ts.isImportDeclaration);
  const sample =
    imports.at(-1)?.getText() ?? file.statements.find((statement) => /["']/.test(statement.getText()))?.getText() ?? "";
  const statements = file.statements.filter(
    (statement) =>
      !ts.isFunctionDeclaration(statement) &&
      !ts.isClassDeclaration(statement) &&
      !ts.isBlock(statement) &&
      !ts.isInterfaceDeclaration(statement),
  );
  return {
    quote: /["']/.exec(sample)?.[0] ?? '"',
    semicolon: statements.length > 0 && statements.every((statement) => !statement.getText().endsWith(";")) ? "" : ";",
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    require: isCommonJs(file),
  };
}

/** Whether an `import` may stand in a file: one that is written with `import x = require()` allows of no other. */
export function takesImports(file: ts.SourceFile): boolean {
  if (!/\.[cm]?tsx?$/.test(file.fileName)) return true;
  if (file.statements.some((each) => ts.isImportDeclaration(each) && !each.importClause?.isTypeOnly)) return true;
  const isRequired = (each: ts.Statement) =>
    (ts.isImportEqualsDeclaration(each) && ts.isExternalModuleReference(each.moduleReference)) ||
    (ts.isExportAssignment(each) && each.isExportEquals === true);
  return !/\.cts$/.test(file.fileName) && !file.statements.some(isRequired);
}

/** Whether one file can import another as it does its like: the same language, and the same kind of module. */
export function isOfKind(file: ts.SourceFile, other: ts.SourceFile): boolean {
  const kind = ({ fileName }: ts.SourceFile) => /\.([cm]?[jt]s)x?$/.exec(fileName)?.[1];
  return kind(file) === kind(other) && isCommonJs(file) === isCommonJs(other);
}

/** A JavaScript file that requires or exports the old way, and imports nothing. */
export function isCommonJs(file: ts.SourceFile): boolean {
  if (/\.cjs$/.test(file.fileName)) return true;
  if (
    !/\.jsx?$/.test(file.fileName) ||
    file.statements.some(
      (statement) =>
        ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) || ts.isExportAssignment(statement),
    )
  )
    return false;
  return /\brequire\s*\(|\bmodule\.exports\b|\bexports\./.test(file.text);
}

/** After the last import; else before the first statement that is no directive. */
function insertion(file: ts.SourceFile, line: string, newline: string): Edit {
  const isRequire = (statement: ts.Statement) =>
    ts.isVariableStatement(statement) && /^(?:const|let|var)\b[^=]*=\s*require\s*\(/.test(statement.getText());
  const last = [...file.statements]
    .reverse()
    .find(
      (statement) =>
        ts.isImportDeclaration(statement) || ts.isImportEqualsDeclaration(statement) || isRequire(statement),
    );
  if (last) {
    const end = lineEnd(file.text, last.getEnd());
    return { span: { file: file.fileName, start: end, end }, text: `${newline}${line}` };
  }
  const first = file.statements.find(
    (statement) => !(ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)),
  );
  const start = first ? ownStart(first) : file.text.length;
  return { span: { file: file.fileName, start, end: start }, text: `${line}${newline}${newline}` };
}

/** What is said of a file, and no statement of it: licenses, pragmas, a doc comment with a tag for that. */
const ofFile =
  /^\/\/\/|^\/\*!|@ts-(?:no)?check|(?:eslint|oxlint|tslint)[-:]disable(?!-)|biome-ignore-all|\bcopyright\b|\(c\)|\blicen[sc]e\b|SPDX|@file|@module\b|@packageDocumentation|@jsx|@vitest|@jest/i;

/** Where a statement begins with the comments that stand right above it. */
function ownStart(statement: ts.Statement): number {
  const { text } = statement.getSourceFile();
  let start = statement.getStart();
  for (const { pos, end } of (ts.getLeadingCommentRanges(text, statement.pos) ?? []).toReversed()) {
    if (/\n[^\S\n]*\r?\n/.test(text.slice(end, start)) || ofFile.test(text.slice(pos, end))) break;
    start = pos;
  }
  return start;
}

/** The end of the line, so that a comment behind the import stays with it. */
function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/\r?\n|$/);
  const between = text.slice(from, from + end);
  return /^\s*(?:\/\/.*|\/\*.*\*\/\s*)?$/.test(between) ? from + end : from;
}

/** `./reply.js`, `./reply.ts` or `./reply`, as the file's package writes it. */
function specifierTo(program: Program, file: ts.SourceFile, module: string): string {
  const path = posix.relative(posix.dirname(file.fileName), module);
  const relative = path.startsWith(".") ? path : `./${path}`;
  const bareStem = relative.replace(/\.[cm]?[jt]sx?$/, "");
  const real = relative.slice(bareStem.length);
  const emitted = real.replace("ts", "js").replace(/jsx$/, "js");
  const near = [file.fileName, ...program.parsed()].flatMap((each) => relativeImports(program.file(each)));
  const sample = near.find((specifier) => /\.[cm]?[jt]sx?$/.test(specifier)) ?? near[0];
  if (sample === undefined) return `${bareStem}${needsExtension(program, file) ? emitted : ""}`;
  if (!/\.[cm]?[jt]sx?$/.test(sample)) return bareStem;
  return `${bareStem}${/\.[cm]?tsx?$/.test(sample) ? real : emitted}`;
}

const relativeImports = (file: ts.SourceFile | undefined) =>
  (file?.statements ?? []).flatMap((statement) =>
    ts.isImportDeclaration(statement) &&
    ts.isStringLiteral(statement.moduleSpecifier) &&
    statement.moduleSpecifier.text.startsWith(".")
      ? statement.moduleSpecifier.text
      : [],
  );

/** Without an example in sight: Node's own ESM resolution needs extensions, bundlers and CommonJS do not. */
function needsExtension(program: Program, file: ts.SourceFile): boolean {
  if (isCommonJs(file)) return false;
  for (let folder = posix.dirname(file.fileName); ; folder = posix.dirname(folder)) {
    const config = program.sources.read(posix.join(folder, "tsconfig.json"));
    if (config && /"moduleResolution"\s*:\s*"(?:bundler|node|node10)"/i.test(config)) return false;
    if (config && /"module(?:Resolution)?"\s*:\s*"node(?:16|18|20|next)"/i.test(config)) return true;
    if (program.sources.read(posix.join(folder, "package.json"))?.match(/"type"\s*:\s*"module"/)) return true;
    if (folder === "." || folder === "/" || folder.endsWith("..")) return false;
  }
}

/** Whether a module exports a name. */
export const exportsName = (program: Program, module: ts.SourceFile | undefined, name: string): Exported | undefined =>
  module ? exported(program, module, name) : undefined;
