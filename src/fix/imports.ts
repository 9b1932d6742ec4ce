/** Adds an import in the file's own style: quotes, semicolons, extension, `require`, line ends. */
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { moduleOf } from "../model/exports.js";
import type { Binding } from "../model/schema-libraries.js";
import { lookUp, propertyName } from "../model/scopes.js";
import type { Program } from "../program.js";
import { isCommonJs } from "./module-kind.js";
import { requiredBy, specifierTo } from "./specifier.js";

export interface Imported {
  /** The name to call it by in the file. */
  readonly name: string;
  readonly edits: readonly Edit[];
}

/**
 * Makes `name` of `module` (a path) known at a place of a file. The name is another one where the file has it for
 * something else. Undefined where no import of the module both type-checks and runs.
 */
export function importInto(program: Program, module: string, name: string, at: ts.Node): Imported | undefined {
  const file = at.getSourceFile();
  const present = importsOf(program, file).filter(({ path }) => path === module);
  const bound = present
    .flatMap(({ names }) => names)
    .find((each) => each.imported === name && lookUp(each.local, at) === each.declaration);
  if (bound) return { name: bound.local, edits: [] };
  const local = freeName(name, file);
  const open = present.find(({ end }) => end !== undefined);
  if (open?.end !== undefined) {
    const { end, names } = open;
    const specifier = local === name ? name : `${name}${open.as}${local}`;
    return {
      name: local,
      edits: [
        {
          span: { file: file.fileName, start: end, end },
          text: names.length > 0 ? `, ${specifier}` : ` ${specifier} `,
        },
      ],
    };
  }
  const specifier = specifierTo(program, file, module);
  if (specifier === undefined) return undefined;
  const style = styleOf(file);
  const from = `${style.quote}${specifier}${style.quote}`;
  const line = isCommonJs(program, file)
    ? `const { ${local === name ? name : `${name}: ${local}`} } = require(${from})${style.semicolon}`
    : `import { ${local === name ? name : `${name} as ${local}`} } from ${from}${style.semicolon}`;
  return { name: local, edits: [insertion(file, line, style.newline)] };
}

/** An import of a package, bound as another file binds it. */
export function importFrom(
  program: Program,
  file: ts.SourceFile,
  name: string,
  { module, binding, exported }: Binding,
): Edit {
  const style = styleOf(file);
  const from = `${style.quote}${module}${style.quote}`;
  const requires = isCommonJs(program, file);
  const renamed = exported === undefined || exported === name ? name : `${exported}${requires ? ":" : " as"} ${name}`;
  const bound = { namespace: requires ? name : `* as ${name}`, default: name, named: `{ ${renamed} }` }[binding];
  const line = requires ? `const ${bound} = require(${from})` : `import ${bound} from ${from}`;
  return insertion(file, `${line}${style.semicolon}`, style.newline);
}

interface Present {
  readonly path: string | undefined;
  /** The values that it binds by name, without those of types alone. */
  readonly names: readonly { readonly imported: string; readonly local: string; readonly declaration: ts.Node }[];
  /** Where one more name can be added; undefined for imports of types alone and of whole modules. */
  readonly end: number | undefined;
  /** What stands between the name in the module and another one in the file. */
  readonly as: " as " | ": ";
}

function importsOf(program: Program, file: ts.SourceFile): readonly Present[] {
  return file.statements.flatMap((statement): Present[] => {
    if (ts.isVariableStatement(statement)) return requireOf(program, statement);
    if (!ts.isImportDeclaration(statement)) return [];
    const path = moduleOf(program, statement, statement.moduleSpecifier)?.fileName;
    const named = statement.importClause?.namedBindings;
    if (!named || !ts.isNamedImports(named) || statement.importClause?.isTypeOnly)
      return [{ path, names: [], end: undefined, as: " as " }];
    const names = named.elements.flatMap((declaration) =>
      declaration.isTypeOnly
        ? []
        : { imported: (declaration.propertyName ?? declaration.name).text, local: declaration.name.text, declaration },
    );
    return [{ path, names, end: named.elements.at(-1)?.getEnd() ?? named.getStart() + 1, as: " as " }];
  });
}

/** `const { reply } = require("./reply")` */
function requireOf(program: Program, statement: ts.VariableStatement): Present[] {
  const [declaration] = statement.declarationList.declarations;
  if (!declaration || !ts.isObjectBindingPattern(declaration.name)) return [];
  const { elements } = declaration.name;
  const names = elements.flatMap((each) =>
    ts.isIdentifier(each.name) && !each.dotDotDotToken && !each.initializer
      ? { imported: propertyName(each.propertyName) ?? each.name.text, local: each.name.text, declaration: each }
      : [],
  );
  const isWhole = names.length === elements.length && names.length > 0;
  const path = moduleOf(program, statement, requiredBy(statement))?.fileName;
  return [{ path, names, end: isWhole ? elements.at(-1)?.getEnd() : undefined, as: ": " }];
}

/** One name for all places of a file, so that they share one import: one that no value, type or global of it has. */
function freeName(name: string, file: ts.SourceFile): string {
  const taken = namesIn(file);
  const guesses = [
    name,
    `mcp${name[0]?.toUpperCase()}${name.slice(1)}`,
    ...[2, 3, 4, 5].map((count) => `${name}${count}`),
  ];
  return guesses.find((guess) => !taken.has(guess)) ?? `${name}_`;
}

const namesOfFiles = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** Every name that a file declares or uses, without keys. */
export function namesIn(file: ts.SourceFile): ReadonlySet<string> {
  const known = namesOfFiles.get(file);
  if (known) return known;
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isKey(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  namesOfFiles.set(file, names);
  return names;
}

function isKey(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isImportSpecifier(parent) || ts.isBindingElement(parent)) return parent.propertyName === node;
  if (ts.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isClassElement(parent) ||
      ts.isTypeElement(parent) ||
      ts.isJsxAttribute(parent)) &&
    parent.name === node
  );
}

interface Style {
  readonly quote: string;
  readonly semicolon: string;
  readonly newline: string;
}

const styles = new WeakMap<ts.SourceFile, Style>();

/** How a file is written, as far as its imports and statements tell. */
export function styleOf(file: ts.SourceFile): Style {
  const style = styles.get(file) ?? readStyle(file);
  styles.set(file, style);
  return style;
}

function readStyle(file: ts.SourceFile): Style {
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
  };
}

/** After the last import; else before the first statement that is no directive. */
function insertion(file: ts.SourceFile, line: string, newline: string): Edit {
  const isRequire = (statement: ts.Statement) =>
    ts.isVariableStatement(statement) && requiredBy(statement) !== undefined;
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
  // Without a semicolon, what begins like this would go on with the line before it.
  const goesOn = first !== undefined && !line.endsWith(";") && /^[([`+\-/]/.test(first.getText());
  return { span: { file: file.fileName, start, end: start }, text: `${line}${goesOn ? ";" : ""}${newline}${newline}` };
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
