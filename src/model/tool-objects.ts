/** Tools that are written as values: an object with a name and a handler, a class with a name and a method. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { member } from "./members.js";
import { isFunction, propertyName } from "./scopes.js";
import { spanOf } from "./sentences.js";
import type { Tool } from "./server-model.js";
import { type Term, term } from "./terms.js";
import type { ToolSource } from "./tools.js";

/** What a tool's function is called in the servers and frameworks that write tools as values. */
export const handlerKeys = ["execute", "handler", "handle", "call", "run", "callback", "cb", "invoke"];
/** What a tool has beside its name, and a person or a file has not. */
const toolKeys = /^(?:description|inputSchema|outputSchema|parameters|argsShape|schema|input|annotations|title)$/;

/** The tools that a file writes as objects or classes. */
export function toolValuesIn(evaluator: Evaluator, file: ts.SourceFile): readonly ToolSource[] {
  const found: ToolSource[] = [];
  const visit = (node: ts.Node): void => {
    const source = ts.isObjectLiteralExpression(node)
      ? toolObject(evaluator, node)
      : ts.isClassLike(node)
        ? toolClass(evaluator, node)
        : undefined;
    if (source) found.push(source);
    ts.forEachChild(node, visit);
  };
  if (handlerKeys.some((key) => file.text.includes(key))) visit(file);
  return found;
}

/** `{ name: "find", description, execute: async () => … }` */
function toolObject(evaluator: Evaluator, node: ts.ObjectLiteralExpression): ToolSource | undefined {
  const keys = new Set(node.properties.map(({ name }) => propertyName(name)));
  if (!keys.has("name") || !handlerKeys.some((key) => keys.has(key))) return undefined;
  if (![...keys].some((key) => key !== undefined && toolKeys.test(key))) return undefined;
  return toolOf(evaluator, term("value", node, undefined), node, "object");
}

/** `class Find { static toolName = "find"; async execute() { … } }` */
function toolClass(evaluator: Evaluator, node: ts.ClassLikeDeclaration): ToolSource | undefined {
  const members = new Map(
    node.members.flatMap((each) => (each.name ? [[propertyName(each.name) ?? "", each] as const] : [])),
  );
  const label = ["toolName", "name"].map((key) => members.get(key)).find((each) => each !== undefined);
  if (!label || !ts.isPropertyDeclaration(label) || !label.initializer) return undefined;
  const own = [...members.keys()].filter((key) => handlerKeys.includes(key) || /^execute[A-Z]/.test(key));
  if (own.length === 0 && !node.heritageClauses) return undefined;
  const self = term("instance", node, undefined);
  return toolOf(evaluator, self, node, "class", own.length > 0 ? own : handlerKeys, label.initializer);
}

function toolOf(
  evaluator: Evaluator,
  one: Term,
  node: ts.ObjectLiteralExpression | ts.ClassLikeDeclaration,
  registrar: string,
  keys: readonly string[] = handlerKeys,
  label?: ts.Expression,
): ToolSource | undefined {
  const handlers = keys
    .flatMap((key) => member(evaluator, one, key))
    .filter(({ kind, node: fn }) => kind === "function" && isFunction(fn));
  if (handlers.length === 0) return undefined;
  const names = label ? evaluator.expand(label, undefined) : member(evaluator, one, "name");
  const schema = schemaOf(node);
  const tool: Tool = {
    ...nameOf(names),
    at: spanOf(node),
    registrar,
    hasOutputSchema: schema === undefined ? false : schema === "unknown" ? schema : true,
  };
  return {
    tool,
    handlers,
    ...(typeof schema === "object" ? { outputSchema: { node: schema, env: undefined } } : {}),
  };
}

/** The `outputSchema` as it stands in the object or class; what it inherits or is spread into it is unknown. */
function schemaOf(node: ts.ObjectLiteralExpression | ts.ClassLikeDeclaration): ts.Expression | "unknown" | undefined {
  const members: readonly (ts.ObjectLiteralElementLike | ts.ClassElement)[] = ts.isClassLike(node)
    ? node.members
    : node.properties;
  const own = members.find(({ name }) => name && propertyName(name) === "outputSchema");
  if (own && ts.isShorthandPropertyAssignment(own)) return own.name;
  if (own && (ts.isPropertyAssignment(own) || ts.isPropertyDeclaration(own))) return own.initializer ?? "unknown";
  const isPart = ts.isClassLike(node) ? node.heritageClauses !== undefined : members.some(ts.isSpreadAssignment);
  return own || isPart ? "unknown" : undefined;
}

/** A name that is one string, whatever way it takes. */
export function nameOf(terms: readonly Term[]): { readonly name?: string } {
  const [only, more] = terms;
  return only && !more && ts.isStringLiteralLike(only.node) ? { name: only.node.text } : {};
}
