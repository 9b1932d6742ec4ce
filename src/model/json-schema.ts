/** `outputSchema`s that are written as JSON Schema. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Field, ObjectSchema, OutputSchema } from "./schema-parts.js";
import { propertyName } from "./scopes.js";
import type { Env } from "./terms.js";

const initializerOf = (literal: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined => {
  const found = literal.properties.find(({ name }) => propertyName(name) === key);
  return found && ts.isPropertyAssignment(found) ? bare(found.initializer) : undefined;
};

/** Whether a literal is JSON Schema, and no raw shape with a key called `type`. */
export function isJsonSchema(literal: ts.ObjectLiteralExpression): boolean {
  const type = initializerOf(literal, "type");
  const properties = initializerOf(literal, "properties");
  return (
    (type !== undefined && ts.isStringLiteralLike(type)) ||
    (properties !== undefined && ts.isObjectLiteralExpression(properties))
  );
}

/** `additionalProperties: false` */
export function closes(options: ts.Expression): ObjectSchema["rest"] {
  if (!ts.isObjectLiteralExpression(options) || options.properties.some(ts.isSpreadAssignment)) return "unknown";
  if (!options.properties.some(({ name }) => propertyName(name) === "additionalProperties")) return "kept";
  const value = initializerOf(options, "additionalProperties");
  if (value?.kind === ts.SyntaxKind.FalseKeyword) return "refused";
  return value?.kind === ts.SyntaxKind.TrueKeyword || value?.getText() === "{}" ? "kept" : "unknown";
}

export function readJson(node: ts.ObjectLiteralExpression, env: Env): OutputSchema | undefined {
  const composed = [
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
    "if",
    "patternProperties",
    "unevaluatedProperties",
    "not",
    "maxProperties",
    "propertyNames",
    "enum",
    "const",
    "dependentSchemas",
  ];
  if (node.properties.some(({ name }) => composed.includes(propertyName(name) ?? ""))) return undefined;
  const properties = initializerOf(node, "properties");
  const required = initializerOf(node, "required");
  const names =
    required && ts.isArrayLiteralExpression(required) && required.elements.every(ts.isStringLiteralLike)
      ? new Set(required.elements.map((each) => (each as ts.StringLiteral).text))
      : undefined;
  const isAny =
    required === undefined &&
    !node.properties.some((each) => propertyName(each.name) === "required" || ts.isSpreadAssignment(each));
  const fields = new Map<string, Field>();
  let opaque = properties
    ? !ts.isObjectLiteralExpression(properties)
    : node.properties.some((each) => propertyName(each.name) === "properties" || ts.isSpreadAssignment(each));
  if (properties && ts.isObjectLiteralExpression(properties))
    for (const property of properties.properties) {
      const key = propertyName(property.name);
      if (key === undefined) opaque = true;
      else {
        const value = ts.isPropertyAssignment(property) ? bare(property.initializer) : undefined;
        const type = value && ts.isObjectLiteralExpression(value) ? initializerOf(value, "type") : undefined;
        const only =
          value &&
          ts.isObjectLiteralExpression(value) &&
          value.properties.every(({ name }) => /^(?:type|description|title)$/.test(propertyName(name) ?? "?"));
        fields.set(key, {
          optional: names ? !names.has(key) : isAny ? true : "unknown",
          isText: only === true && type !== undefined && ts.isStringLiteralLike(type) && type.text === "string",
        });
      }
    }
  return { form: "json", node, env, branches: [{ fields, opaque, rest: closes(node) }], extendable: true };
}
