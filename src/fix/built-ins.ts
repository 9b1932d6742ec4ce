/** What the language brings along: functions and methods that only read, and how to tell them from a server's own. */
import { ts } from "ts-morph";
import { bare } from "../model/bare.js";
import type { Evaluator } from "../model/evaluate.js";
import { isFunction, lookUp, propertyName } from "../model/scopes.js";

export const pureFunctions: ReadonlySet<string> = new Set(
  "String Number Boolean BigInt parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI structuredClone".split(
    " ",
  ),
);

/** The functions of global objects that only read what they are given. */
export const pureObjects: Readonly<Record<string, RegExp>> = {
  JSON: /^(?:stringify|parse)$/,
  Math: /^(?!random$)/,
  Object: /^(?:keys|values|entries|fromEntries|hasOwn|is|getOwnPropertyNames|groupBy)$/,
  Array: /^(?:isArray|from|of)$/,
  Number: /^/,
  String: /^/,
  Date: /^(?:parse|UTC)$/,
};

/** Methods of strings, arrays, maps, dates and numbers that only read. */
export const pureMethods: ReadonlySet<string> = new Set(
  "join map filter slice concat trim trimEnd trimStart toString toFixed toLocaleString toLocaleDateString toLocaleTimeString toISOString toUpperCase toLowerCase replace replaceAll split padEnd padStart includes startsWith endsWith indexOf lastIndexOf keys values entries stringify at find findIndex findLast some every flat flatMap reduce repeat substring charAt has get match format getTime toSorted toReversed localeCompare normalize".split(
    " ",
  ),
);

/** Whether what a method is called on may be an object with methods of its own: of a class, of a package. */
export function hasUnknownMethods(evaluator: Evaluator, receiver: ts.Expression, method: string): boolean {
  const node = bare(receiver);
  if (ts.isNewExpression(node)) return lookUp(node.expression.getText(), node) !== undefined;
  if (!ts.isIdentifier(node)) return node.kind === ts.SyntaxKind.ThisKeyword;
  const declaration = lookUp(node.text, node);
  if (!declaration) return false;
  if (ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration)) {
    const known = evaluator.withFuel(20_000, () => evaluator.expand(node, undefined));
    return known.length === 0 || known.some(({ kind }) => kind === "opaque");
  }
  if (!ts.isVariableDeclaration(declaration) && !ts.isParameter(declaration)) return false;
  const made = declaration.initializer && bare(declaration.initializer);
  if (made && ts.isNewExpression(made) && hasUnknownMethods(evaluator, made, method)) return true;
  return declaration.type !== undefined && bringsMethod(evaluator, declaration.type, method);
}

/** Whether a type is a class, or is written out with a method of this name. */
function bringsMethod(evaluator: Evaluator, type: ts.TypeNode, method: string): boolean {
  if (ts.isUnionTypeNode(type)) return type.types.some((each) => bringsMethod(evaluator, each, method));
  if (ts.isTypeLiteralNode(type)) return type.members.some(({ name }) => propertyName(name) === method);
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false;
  const { typeName } = type;
  const written = type
    .getSourceFile()
    .statements.some(
      (each) =>
        ts.isInterfaceDeclaration(each) &&
        each.name.text === typeName.text &&
        each.members.some(({ name }) => propertyName(name) === method),
    );
  if (written) return true;
  if (!lookUp(typeName.text, typeName)) return false;
  return evaluator.withFuel(20_000, () => evaluator.expand(typeName, undefined)).some(({ kind }) => kind === "class");
}

/** Whether going through it once leaves nothing for a second time: a generator, `map.values()`. */
export function isUsedUp(evaluator: Evaluator, iterated: ts.Expression): boolean {
  const node = bare(iterated);
  const declaration = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  const made =
    declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
      ? bare(declaration.initializer)
      : undefined;
  return made !== undefined && ts.isCallExpression(made) && isIterator(evaluator, made);
}

function isIterator(evaluator: Evaluator, { expression }: ts.CallExpression): boolean {
  if (ts.isPropertyAccessExpression(expression) && /^(?:keys|values|entries|matchAll)$/.test(expression.name.text))
    return !/^(?:Object|Array)$/.test(expression.expression.getText());
  const targets = evaluator.withFuel(20_000, () => evaluator.expand(expression, undefined));
  return targets.some(({ node }) => isFunction(node) && "asteriskToken" in node && node.asteriskToken !== undefined);
}
