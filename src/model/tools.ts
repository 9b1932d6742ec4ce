/** Who registers a tool, and how: one table, a row per way. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { member } from "./members.js";
import { registrarNeedles } from "./needles.js";
import { calledName, callsIn } from "./places.js";
import { isFunction, propertyName } from "./scopes.js";
import { spanOf } from "./sentences.js";
import type { Tool } from "./server-model.js";
import type { Env, Term } from "./terms.js";
import { handlerKeys, nameOf, toolValuesIn } from "./tool-objects.js";

/** A tool with what the rest of the model needs of its source. */
export interface ToolSource {
  readonly tool: Tool;
  readonly handlers: readonly Term[];
  /** The expression of its `outputSchema`. */
  readonly outputSchema?: { readonly node: ts.Expression; readonly env: Env };
}

interface Registrar {
  readonly id: string;
  matches(call: ts.CallExpression): boolean;
  /** The places of the name, the config object and the handler among the arguments. */
  read(call: ts.CallExpression): {
    name?: ts.Expression | undefined;
    config?: ts.Expression | undefined;
    handler?: ts.Expression | undefined;
  };
}

const methodOf = (call: ts.CallExpression) =>
  ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : undefined;

export const registrars: readonly Registrar[] = [
  {
    id: "registerTool",
    matches: (call) => methodOf(call) === "registerTool" && call.arguments.length >= 2,
    read: ({ arguments: [name, config, handler] }) => (handler ? { name, config, handler } : { name, handler: config }),
  },
  {
    id: "registerAppTool",
    matches: (call) => ts.isIdentifier(call.expression) && call.expression.text === "registerAppTool",
    read: ({ arguments: [, name, config, handler] }) => ({ name, config, handler }),
  },
  {
    id: "config",
    // The name stands in the config: fastmcp, tmcp, mcp-use, skybridge, and functions of a server's own.
    matches: (call) => named.test(calledName(call) ?? "") && configOf(call) !== undefined,
    read: (call) => {
      const config = configOf(call);
      return {
        name: config && propertyOf(config, "name"),
        config,
        handler: call.arguments.find((each) => each !== config && isHandler(each)) ?? (config && handlerIn(config)),
      };
    },
  },
  {
    id: "tool",
    // All six overloads of SDK v1: a name first, the handler last; none takes an outputSchema.
    matches: (call) => methodOf(call) === "tool" && call.arguments.length >= 2 && isHandler(call.arguments.at(-1)),
    read: (call) => ({ name: call.arguments[0], handler: call.arguments.at(-1) }),
  },
  {
    id: "wrapper",
    // A function of the server's own around one of these: a name, a config, a handler at the end.
    matches: (call) =>
      wrapping.test(calledName(call) ?? "") &&
      call.arguments.length >= 3 &&
      (isFunctionLiteral(call.arguments.at(-1)) || isWrapped(call.arguments.at(-1))),
    read: ({ arguments: args }) => ({
      name: args.find(ts.isStringLiteralLike) ?? args.find(isConstant),
      config: args.at(-2),
      handler: args.at(-1),
    }),
  },
  {
    id: "setRequestHandler",
    matches: (call) =>
      methodOf(call) === "setRequestHandler" && /CallTool|tools\/call/.test(call.arguments[0]?.getText() ?? ""),
    read: ({ arguments: [, handler] }) => ({ handler }),
  },
];

const named = /^(?:tool|(?:add|register|define|create)\w*Tool\w*)$/;
const wrapping = /^(?:register|add|define)\w*Tool\w*$/;

/** The object that holds a tool's name. */
const configOf = ({ arguments: args }: ts.CallExpression): ts.ObjectLiteralExpression | undefined =>
  args
    .map(bare)
    .find(
      (each): each is ts.ObjectLiteralExpression =>
        ts.isObjectLiteralExpression(each) && propertyOf(each, "name") !== undefined,
    );

function propertyOf(literal: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
  const found = literal.properties.find(({ name }) => propertyName(name) === key);
  if (found && ts.isPropertyAssignment(found)) return found.initializer;
  return found && ts.isShorthandPropertyAssignment(found) ? found.name : undefined;
}

const handlerIn = (config: ts.ObjectLiteralExpression) =>
  handlerKeys.map((key) => propertyOf(config, key)).find((each) => each !== undefined);

/** `safeHandler("find", async () => …)` */
const isWrapped = (node: ts.Expression | undefined) =>
  node !== undefined &&
  ts.isCallExpression(bare(node)) &&
  (bare(node) as ts.CallExpression).arguments.some(isFunctionLiteral);
/** A name that is kept in capitals: `TOOLS.FIND`, `FIND_TOOL`. */
const isConstant = (node: ts.Expression) => /^[\w.]*\b[A-Z][A-Z0-9_]*$/.test(node.getText());
const isFunctionLiteral = (node: ts.Expression | undefined) =>
  node !== undefined && (ts.isArrowFunction(bare(node)) || ts.isFunctionExpression(bare(node)));
const isHandler = (node: ts.Expression | undefined) =>
  node !== undefined && !ts.isStringLiteralLike(node) && !ts.isObjectLiteralExpression(bare(node));

/** The tools that a file registers. */
export function toolsIn(evaluator: Evaluator, file: ts.SourceFile): readonly ToolSource[] {
  const registered = registrarNeedles.some((needle) => file.text.includes(needle))
    ? [...callsIn(file).values()].flat().flatMap((call) => {
        const registrar = registrars.find((each) => each.matches(call));
        return registrar ? read(evaluator, registrar, call) : [];
      })
    : [];
  return [...registered, ...toolValuesIn(evaluator, file)];
}

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

function read(evaluator: Evaluator, registrar: Registrar, call: ts.CallExpression): ToolSource {
  const { name, config, handler } = registrar.read(call);
  const schema = config ? outputSchemaOf(evaluator, config) : "absent";
  return {
    tool: {
      ...nameOf(name ? evaluator.expand(name, undefined) : []),
      at: spanOf(call),
      registrar: registrar.id,
      hasOutputSchema:
        registrar.id === "setRequestHandler" ? "unknown" : schema === "unknown" ? "unknown" : schema !== "absent",
    },
    handlers: handler
      ? evaluator.expand(handler, undefined).filter(({ kind, node }) => kind === "function" && isFunction(node))
      : [],
    ...(typeof schema === "object" ? { outputSchema: schema } : {}),
  };
}

function outputSchemaOf(
  evaluator: Evaluator,
  config: ts.Expression,
): { node: ts.Expression; env: Env } | "absent" | "unknown" {
  const terms = evaluator.expand(config, undefined);
  if (terms.some((term) => term.kind === "opaque")) return "unknown";
  for (const { node, env } of terms) {
    if (!ts.isObjectLiteralExpression(node)) return "unknown";
    const property = node.properties.find((each) => propertyName(each.name) === "outputSchema");
    if (property && ts.isPropertyAssignment(property)) return { node: property.initializer, env };
    if (property && ts.isShorthandPropertyAssignment(property)) return { node: property.name, env };
  }
  const spread = terms.flatMap((term) => member(evaluator, term, "outputSchema"));
  return spread.length ? "unknown" : "absent";
}
