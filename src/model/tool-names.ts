/** Names that tools go by in a file's tables and enums, whether or not the tool itself was found. */
import { ts } from "ts-morph";
import { propertyName } from "./scopes.js";

/**
 * Names that tools of the server go by, for telling prose that speaks of one: `name: "add-task"` beside a description
 * or a schema, and the values of constants called `…TOOL…`.
 */
export function toolNamesIn(file: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const keys = node.properties.map(({ name }) => propertyName(name));
      const described = keys.some((key) => key === "description" || key === "inputSchema" || key === "parameters");
      const isTable = /tool/i.test(nameAround(node));
      for (const property of node.properties) {
        const named = described && propertyName(property.name) === "name";
        if (!ts.isPropertyAssignment(property) || !(named || isTable)) continue;
        if (ts.isStringLiteralLike(property.initializer)) found.push(property.initializer.text);
      }
    } else if (ts.isEnumMember(node) && node.initializer && ts.isStringLiteralLike(node.initializer)) {
      if (/tool/i.test(node.parent.name.text)) found.push(node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  if (/tool/i.test(file.text)) visit(file);
  return found;
}

function nameAround(literal: ts.ObjectLiteralExpression): string {
  let at: ts.Node = literal.parent;
  while (ts.isAsExpression(at) || ts.isSatisfiesExpression(at) || ts.isCallExpression(at)) at = at.parent;
  return ts.isVariableDeclaration(at) && ts.isIdentifier(at.name) ? at.name.text : "";
}
