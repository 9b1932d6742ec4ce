/** The `outputSchema`s of low-level servers: they stand in the list of tools, apart from the handler of all calls. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { propertyName } from "./scopes.js";
import { term } from "./terms.js";
import { nameOf, outputSchemaOf, type ToolSource } from "./tool-parts.js";

/**
 * Gives a tool that one handler answers by its name the schema that the list has under that name. One that is listed
 * twice, or without a schema, stays unknown: what is listed may be changed on its way.
 */
export function listedSchemas(evaluator: Evaluator): (tool: ToolSource) => ToolSource {
  const found = new WeakMap<ToolSource, ToolSource>();
  let listed: ReadonlyMap<string, readonly ts.ObjectLiteralExpression[]> | undefined;
  return (tool) => {
    const { name, registrar, hasOutputSchema } = tool.tool;
    if (registrar !== "setRequestHandler" || hasOutputSchema !== "unknown" || name === undefined) return tool;
    listed ??= listedTools(evaluator);
    const known = found.get(tool) ?? withSchema(evaluator, tool, listed.get(name) ?? []);
    found.set(tool, known);
    return known;
  };
}

function withSchema(
  evaluator: Evaluator,
  source: ToolSource,
  [only, more]: readonly ts.ObjectLiteralExpression[],
): ToolSource {
  const schema = only && !more ? outputSchemaOf(evaluator, [term("value", only, undefined)]) : "unknown";
  return typeof schema === "object"
    ? { ...source, tool: { ...source.tool, hasOutputSchema: true }, outputSchema: schema }
    : source;
}

/** `{ name: "find", inputSchema: … }` wherever it is written, by name. */
function listedTools(evaluator: Evaluator): ReadonlyMap<string, readonly ts.ObjectLiteralExpression[]> {
  const listed = new Map<string, ts.ObjectLiteralExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const keys = new Map(node.properties.map((each) => [propertyName(each.name), each]));
      const label = keys.has("inputSchema") ? keys.get("name") : undefined;
      const { name } =
        label && ts.isPropertyAssignment(label) ? nameOf(evaluator.expand(label.initializer, undefined)) : {};
      if (name !== undefined) listed.set(name, [...(listed.get(name) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  for (const path of evaluator.program.parsed()) {
    const file = evaluator.program.file(path);
    if (file?.text.includes("inputSchema")) visit(file);
  }
  return listed;
}
