/** The libraries that `outputSchema`s are written with, told apart by what a file imports. */
import { ts } from "ts-morph";
import { lookUp } from "./scopes.js";

/** A library, as one file knows it. */
export interface Library {
  readonly id: "zod" | "zod-mini" | "valibot" | "typebox" | "arktype";
  /** Its name in the file: `z`. */
  readonly name: string;
  /** Where the name comes from; two files with the same module and binding mean the same. */
  readonly from?: Binding;
}

/** How a file binds a name of a module. */
export interface Binding {
  readonly module: string;
  readonly binding: "namespace" | "default" | "named";
  /** What the module calls it, where it is imported by name. */
  readonly exported?: string;
}

const modules: readonly (readonly [RegExp, Library["id"]])[] = [
  [/^zod(?:\/v4)?[/-]mini$/, "zod-mini"],
  [/^zod(?:\/v[34])?$/, "zod"],
  [/^valibot$/, "valibot"],
  [/^(?:@sinclair\/)?typebox$/, "typebox"],
  [/^arktype$/, "arktype"],
];

/** The library that a name stands for at a place; undefined where it is none of them. */
export function libraryOf(name: ts.Identifier): Library | undefined {
  const declaration = lookUp(name.text, name);
  const from = declaration && importOf(declaration);
  const id = from && modules.find(([pattern]) => pattern.test(from.module))?.[1];
  // `import { number } from "zod"` is a maker, not the library.
  if (id && from.exported !== undefined && !/^(?:z|zod|Type|type|v)$/.test(from.exported)) return undefined;
  if (id) return { id, name: name.text, from };
  // Handed on by a module or a framework: `import { z } from "./zod.js"`.
  const known = from !== undefined && /^z(?:od)?$/.test(from.exported ?? "");
  return known ? { id: "zod", name: name.text, from } : undefined;
}

/** The name by which a file knows the same library at a place. */
export function libraryIn(file: ts.SourceFile, wanted: Library, at: ts.Node): Library | undefined {
  for (const name of importedNames(file)) {
    const found = libraryOf(name);
    const same =
      found?.id === wanted.id &&
      found.from?.module === wanted.from?.module &&
      found.from?.binding === wanted.from?.binding;
    if (same && lookUp(name.text, at) === lookUp(name.text, file)) return found;
  }
  return undefined;
}

/** Any library of these kinds that a file imports. */
export const librariesIn = (file: ts.SourceFile): readonly Library[] =>
  importedNames(file).flatMap((name) => libraryOf(name) ?? []);

function importedNames(file: ts.SourceFile): readonly ts.Identifier[] {
  return file.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name)
          ? [name]
          : name.elements.flatMap((each) =>
              ts.isBindingElement(each) && ts.isIdentifier(each.name) ? [each.name] : [],
            ),
      );
    if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) return [];
    const { name, namedBindings } = statement.importClause ?? {};
    const named = !namedBindings
      ? []
      : ts.isNamespaceImport(namedBindings)
        ? [namedBindings.name]
        : namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map((each) => each.name);
    return name ? [name, ...named] : named;
  });
}

function importOf(declaration: ts.Node): Binding | undefined {
  if (ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration)) {
    const variable = ts.findAncestor(declaration, ts.isVariableDeclaration);
    const call = variable?.initializer;
    const required =
      call && ts.isCallExpression(call) && call.expression.getText() === "require" ? call.arguments[0] : undefined;
    if (!required || !ts.isStringLiteral(required)) return undefined;
    if (!ts.isBindingElement(declaration)) return { module: required.text, binding: "namespace" };
    return {
      module: required.text,
      binding: "named",
      exported: (declaration.propertyName ?? declaration.name).getText(),
    };
  }
  const statement = ts.findAncestor(declaration, ts.isImportDeclaration);
  if (!statement || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  const module = statement.moduleSpecifier.text;
  if (ts.isNamespaceImport(declaration)) return { module, binding: "namespace" };
  if (!ts.isImportSpecifier(declaration)) return { module, binding: "default" };
  return { module, binding: "named", exported: (declaration.propertyName ?? declaration.name).text };
}
