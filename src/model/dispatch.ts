/** Which tool a handler of all calls answers at a place: by the case, the condition or the key that leads there. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { member } from "./members.js";
import { isFunction, propertyName } from "./scopes.js";
import type { Env, Term } from "./terms.js";
import { handlersIn, isHandler, type SchemaFound, type ToolSource, toolSource } from "./tool-parts.js";

const variants = new WeakMap<ToolSource, Map<string, ToolSource>>();

/** The handler of all calls, as the tool of this name. */
export function answering(source: ToolSource, name: string | undefined): ToolSource {
  if (name === undefined || source.tool.name !== undefined) return source;
  const known = variants.get(source) ?? new Map<string, ToolSource>();
  variants.set(source, known);
  const variant = known.get(name) ?? { ...source, tool: { ...source.tool, name } };
  known.set(name, variant);
  return variant;
}

/** The name that a `case "find":` or `if (name === "find")` around a place asks for. */
export function nameAskedAt(evaluator: Evaluator, place: ts.Node, env: Env): string | undefined {
  for (let at: ts.Node = place; at.parent && !isFunction(at); at = at.parent) {
    const { parent } = at;
    if (ts.isCaseClause(parent) && parent.expression !== at && isName(parent.parent.parent.expression))
      return textOf(evaluator, parent.expression, env);
    if (ts.isIfStatement(parent) && parent.thenStatement === at) {
      const name = nameIn(evaluator, parent.expression, env);
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

/** `name === "find"`, `request.params.name === TOOLS.FIND` */
function nameIn(evaluator: Evaluator, condition: ts.Expression, env: Env): string | undefined {
  const node = bare(condition);
  if (!ts.isBinaryExpression(node)) return undefined;
  const kind = node.operatorToken.kind;
  if (kind !== ts.SyntaxKind.EqualsEqualsEqualsToken && kind !== ts.SyntaxKind.EqualsEqualsToken) return undefined;
  if (isName(node.left)) return textOf(evaluator, node.right, env);
  return isName(node.right) ? textOf(evaluator, node.left, env) : undefined;
}

/** Whether an expression is, by what it is called, the name of the tool that is asked for. */
export const isName = (node: ts.Expression) =>
  /(?:^|[.\b_])(?:tool_?)?name$|^tool$|\.tool$/i.test(bare(node).getText());

function textOf(evaluator: Evaluator, node: ts.Expression, env: Env): string | undefined {
  const [only, more] = evaluator.expand(node, env);
  return only && !more && ts.isStringLiteralLike(only.node) ? only.node.text : undefined;
}

/** What marks, among the names of a term, the key that it was taken from: `handlers[name]`. */
export const keyMark = (key: string) => `[${key}]`;

/** The key that a function was taken from, out of a table of handlers. */
export const keyOf = ({ names }: Term): string | undefined =>
  names.flatMap((name) => /^\[(.+)\]$/.exec(name)?.[1] ?? [])[0];

/** The tools of a table by their names: `{ find: async () => … }`, or `{ find: { description, handler } }`. */
export function tableTools(
  evaluator: Evaluator,
  table: Term,
  registrar: string,
  schema: SchemaFound,
): readonly ToolSource[] {
  const { node } = table;
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((property) => {
    const key = propertyName(property.name);
    if (key === undefined) return [];
    const values = member(evaluator, table, key);
    const own = values.filter(isHandler);
    const handlers = own.length > 0 ? own : values.flatMap((each) => handlersIn(evaluator, each));
    if (handlers.length === 0) return [];
    const source = toolSource(evaluator, property, registrar, [], handlers, schema);
    return [{ ...source, tool: { ...source.tool, name: key } }];
  });
}
