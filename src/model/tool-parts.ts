/** What a tool is made of, wherever it is registered: its name, its handlers, its `outputSchema`. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { type Framework, frameworkOf } from "./frameworks.js";
import { member } from "./members.js";
import { replacesSchema } from "./schema-updates.js";
import { isFunction, propertyName } from "./scopes.js";
import { spanOf } from "./sentences.js";
import type { Tool } from "./server-model.js";
import type { Env, Term } from "./terms.js";

/** A tool with what the rest of the model needs of its source. */
export interface ToolSource {
  readonly tool: Tool;
  /** The call, object, class, method or file that it is: a result inside of it is the tool's. */
  readonly node: ts.Node;
  readonly handlers: readonly Term[];
  /** The expression of its `outputSchema`. */
  readonly outputSchema?: { readonly node: ts.Expression; readonly env: Env };
  /** What serves it, where that treats results in a way of its own. */
  readonly framework?: Framework;
}

/** What a tool's function is called in the servers and frameworks that write tools as values. */
export const handlerKeys = ["execute", "handler", "handle", "call", "run", "callback", "cb", "invoke"];

/** The `outputSchema` that was found: where there is surely none `absent`, where that can't be told `unknown`. */
export type SchemaFound = { readonly node: ts.Expression; readonly env: Env } | "absent" | "unknown";

/** Puts a tool together out of what was found for it. */
export function toolSource(
  evaluator: Evaluator,
  node: ts.Node,
  registrar: string,
  names: readonly Term[],
  handlers: readonly Term[],
  found: SchemaFound,
  configs: readonly Term[] = [],
): ToolSource {
  const schema = replacesSchema(evaluator, node.getSourceFile(), node) ? "unknown" : found;
  const framework = frameworkOf(evaluator.program, node.getSourceFile());
  return {
    tool: {
      ...nameOf(names),
      at: spanOf(node),
      registrar,
      hasOutputSchema: schema === "unknown" ? "unknown" : schema !== "absent",
      hasUi: pageOf(evaluator, registrar, configs),
    },
    node,
    handlers: handlers.filter(isHandler),
    ...(typeof schema === "object" ? { outputSchema: schema } : {}),
    ...(framework ? { framework } : {}),
  };
}

/** What registers a tool together with its page. */
const withPage = new Set(["registerAppTool", "registerWidget"]);

/** Keys of a config that name the page: of mcp-use and Skybridge; the others stand in its `_meta`. */
const pageKeys = ["widget", "view", "ui"];

/** Whether a page shows the tool's results: by how it is registered, or by what the `_meta` of its config names. */
function pageOf(evaluator: Evaluator, registrar: string, configs: readonly Term[]): Tool["hasUi"] {
  if (withPage.has(registrar)) return true;
  // `server.tool(…)` takes no `_meta`.
  if (configs.length === 0) return registrar === "tool" ? false : "unknown";
  const pages = configs.map((config): Tool["hasUi"] => {
    if (config.kind === "opaque") return "unknown";
    if (pageKeys.some((key) => member(evaluator, config, key).length > 0)) return true;
    const meta = member(evaluator, config, "_meta");
    const named = ["ui", "ui/resourceUri", "openai/outputTemplate"];
    if (meta.some((each) => each.kind === "opaque")) return "unknown";
    return meta.some((each) => named.some((key) => member(evaluator, each, key).length > 0));
  });
  return pages.find((each) => each === true) ?? (pages.includes("unknown") ? "unknown" : false);
}

export const isHandler = ({ kind, node }: Term) => kind === "function" && isFunction(node);

/** A name that is one string, whatever way it takes. */
export function nameOf(terms: readonly Term[]): { readonly name?: string } {
  const [only, more] = terms;
  return only && !more && ts.isStringLiteralLike(only.node) ? { name: only.node.text } : {};
}

/** The handlers that an object or an instance has under one of the usual keys. */
export const handlersIn = (evaluator: Evaluator, one: Term, keys: readonly string[] = handlerKeys): readonly Term[] =>
  keys.flatMap((key) => member(evaluator, one, key)).filter(isHandler);

/** The `outputSchema` of what a config can be, through spreads as far as they are known. */
export function outputSchemaOf(evaluator: Evaluator, configs: readonly Term[]): SchemaFound {
  if (configs.some(({ kind }) => kind === "opaque")) return "unknown";
  const found = configs.map((config) => {
    const own = schemaIn(evaluator, config);
    // What is written to it later (`config.outputSchema = …`) is no place that can be changed.
    return own === "absent" && member(evaluator, config, "outputSchema").length > 0 ? "unknown" : own;
  });
  return found.find((each) => typeof each === "object") ?? (found.includes("unknown") ? "unknown" : "absent");
}

function schemaIn(evaluator: Evaluator, { node, env }: Term): SchemaFound {
  if (!ts.isObjectLiteralExpression(node)) return "unknown";
  for (const property of [...node.properties].reverse()) {
    if (ts.isSpreadAssignment(property)) {
      const spread = outputSchemaOf(evaluator, evaluator.expand(property.expression, env));
      if (spread !== "absent") return spread;
    } else if (propertyName(property.name) === "outputSchema") return schemaAt(property, env);
  }
  return "absent";
}

/** What a property or a field is set to. */
export function schemaAt(property: ts.ObjectLiteralElementLike | ts.ClassElement, env: Env): SchemaFound {
  if (ts.isShorthandPropertyAssignment(property)) return { node: property.name, env };
  const value =
    ts.isPropertyAssignment(property) || ts.isPropertyDeclaration(property) ? property.initializer : undefined;
  if (value?.getText() === "undefined") return "absent";
  return value ? { node: value, env } : "unknown";
}
