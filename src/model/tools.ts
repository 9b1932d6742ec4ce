/** Who registers a tool, and how: one table, a row per way. Tools that are values of their own stand in `tool-objects.ts`. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import { isName, keyOf, tableTools } from "./dispatch.js";
import type { Evaluator } from "./evaluate.js";
import { member } from "./members.js";
import { registrarNeedles } from "./needles.js";
import { builtAt, calledName, callsIn } from "./places.js";
import { enclosingFunction, propertyName } from "./scopes.js";
import type { Term } from "./terms.js";
import { fileNameOf, toolFileIn, toolValuesIn } from "./tool-objects.js";
import { handlersIn, outputSchemaOf, type ToolSource, toolSource } from "./tool-parts.js";

/** What a call says of the tool that it registers. */
interface Registration {
  readonly name?: ts.Expression | undefined;
  /** Where the name isn't written: that of the file. */
  readonly fileName?: true;
  readonly config?: ts.Expression | undefined;
  readonly handler?: ts.Expression | undefined;
  /** A table of handlers by the names of their tools. */
  readonly table?: ts.Expression;
}

interface Registrar {
  readonly id: string;
  /** What a call registers in this way; undefined where it is another one. */
  read(call: ts.CallExpression, method: string | undefined): Registration | undefined;
}

const registrars: readonly Registrar[] = [
  {
    // SDK v1 and v2, mcp-handler, Cloudflare agents; the handler of a task is an object with the functions in it.
    id: "registerTool",
    read: ({ arguments: [name, config, handler] }, method) =>
      (method === "registerTool" || method === "registerToolTask") && name && config && !isObject(name)
        ? handler
          ? { name, config, handler }
          : isFunctionLiteral(config) || !isFunctionLiteral(name)
            ? (inOneObject(config) ?? { name, handler: config })
            : undefined
        : undefined,
  },
  {
    // ext-apps: the server comes first.
    id: "registerAppTool",
    read: ({ expression, arguments: [, name, config, handler] }) =>
      ts.isIdentifier(expression) && expression.text === "registerAppTool" ? { name, config, handler } : undefined,
  },
  {
    // Skybridge 0: a tool with a view.
    id: "registerWidget",
    read: ({ arguments: [name, , config, handler] }, method) =>
      method === "registerWidget" && handler ? { name, config, handler } : undefined,
  },
  {
    // `registered.update({ callback })`: it stays the tool that it was registered as.
    id: "update",
    read: ({ expression, arguments: [change] }, method) => {
      const handler = method === "update" && change && isObject(change) ? propertyOf(change, "callback") : undefined;
      if (!handler || !ts.isPropertyAccessExpression(expression)) return undefined;
      const made = builtAt(expression.expression);
      const first = ts.isCallExpression(made) ? registrationOf(made)?.read : undefined;
      return { ...first, handler, ...(change && propertyOf(change, "outputSchema") ? { config: change } : {}) };
    },
  },
  {
    // The name stands in the config: fastmcp, tmcp, mcp-use, Skybridge, mastra, and functions of a server's own.
    id: "config",
    read: (call) => {
      if (!named.test(calledName(call) ?? "")) return undefined;
      // A name that stands before it is the tool's: then it is a shape with a `name` among its keys.
      const words = call.arguments.findIndex((each) => ts.isStringLiteralLike(each) || isConstant(each));
      const before = words < 0 ? call.arguments : call.arguments.slice(0, words);
      const config = before.map(bare).find((each) => isObject(each) && nameIn(each) !== undefined);
      if (config) {
        const others = call.arguments.filter((each) => isOther(each, config));
        return { name: nameIn(config), config, handler: others.find(({ pos }) => pos > config.pos) ?? others[0] };
      }
      const [first, second] = call.arguments;
      // `defineMcpTool({ handler })` of a file's own.
      if (first && !second && isObject(first) && ts.isExportAssignment(call.parent))
        return { config: first, fileName: true };
      // `defineTool(config, async () => …)`
      return first && second && isFunctionLiteral(second) && ts.isIdentifier(bare(first)) && !isConstant(first)
        ? { config: first, handler: second }
        : undefined;
    },
  },
  {
    // SDK v1 in all six overloads, the Claude Agent SDK (what follows its handler are options), and mcp-lite.
    id: "tool",
    read: (call) => {
      const [name, config] = call.arguments;
      if (calledName(call) !== "tool" || !name || !config || isObject(name) || isFunctionLiteral(name))
        return undefined;
      const handler = [...call.arguments].reverse().find((each) => isOther(each, name));
      return inOneObject(config) ? { name, config } : handler ? { name, handler } : undefined;
    },
  },
  {
    // A function of the server's own around one of these: a name, a config, a handler at the end.
    id: "wrapper",
    read: (call) => {
      const args = call.arguments;
      const handler = args.at(-1);
      return wrapping.test(calledName(call) ?? "") &&
        args.length >= 3 &&
        (isFunctionLiteral(handler) || isWrapped(handler))
        ? { name: args.find(ts.isStringLiteralLike) ?? args.find(isConstant), config: args.at(-2), handler }
        : undefined;
    },
  },
  {
    id: "setRequestHandler",
    read: ({ arguments: [request, handler] }, method) =>
      method === "setRequestHandler" && /CallTool|tools\/call/.test(request?.getText() ?? "") ? { handler } : undefined,
  },
  {
    // effect: `toolkit.toLayer({ find: () => … })`
    id: "toLayer",
    read: ({ arguments: [table] }, method) =>
      method === "toLayer" && table && isObject(table) ? { table } : undefined,
  },
  {
    // muppet: `app.post(path, describeTool({ name }), handler)`
    id: "describeTool",
    read: (call) => {
      const described = call.arguments
        .map(bare)
        .find((each) => ts.isCallExpression(each) && calledName(each) === "describeTool");
      if (!described || !ts.isCallExpression(described)) return undefined;
      const [config] = described.arguments;
      return { name: config && nameIn(config), handler: call.arguments.at(-1) };
    },
  },
];

const named = /^(?:tool|(?:add|register|define|create)\w*Tool\w*)$/;
const wrapping = /^(?:register|add|define)\w*Tool\w*$/;

const isObject = (node: ts.Expression): node is ts.ObjectLiteralExpression => ts.isObjectLiteralExpression(bare(node));

function propertyOf(config: ts.Expression, key: string): ts.Expression | undefined {
  const literal = bare(config);
  const found = ts.isObjectLiteralExpression(literal)
    ? literal.properties.find(({ name }) => propertyName(name) === key)
    : undefined;
  if (found && ts.isPropertyAssignment(found)) return found.initializer;
  return found && ts.isShorthandPropertyAssignment(found) ? found.name : undefined;
}

/** The name in a config; mastra calls it `id`. */
const nameIn = (config: ts.Expression) => propertyOf(config, "name") ?? propertyOf(config, "id");

/** `{ inputSchema, handler }`: a config with the handler in it. */
function inOneObject(config: ts.Expression): Registration | undefined {
  const literal = bare(config);
  if (!ts.isObjectLiteralExpression(literal)) return undefined;
  const isMethod = literal.properties.some(({ name }) => propertyName(name) === "handler");
  return isMethod ? { config } : undefined;
}

/** `safeHandler("find", async () => …)` */
const isWrapped = (node: ts.Expression | undefined) =>
  node !== undefined &&
  ts.isCallExpression(bare(node)) &&
  (bare(node) as ts.CallExpression).arguments.some(isFunctionLiteral);
/** A name that is kept in capitals: `TOOLS.FIND`, `FIND_TOOL`. */
const isConstant = (node: ts.Expression) => /^[\w.]*\b[A-Z][A-Z0-9_]*$/.test(node.getText());
const isFunctionLiteral = (node: ts.Expression | undefined) =>
  node !== undefined && (ts.isArrowFunction(bare(node)) || ts.isFunctionExpression(bare(node)));
/** Whether an argument can be the handler: neither the one that is known, nor words or a config. */
const isOther = (node: ts.Expression, known: ts.Expression) =>
  bare(node) !== bare(known) && !ts.isStringLiteralLike(node) && !isObject(node);

function registrationOf(call: ts.CallExpression): { readonly id: string; readonly read: Registration } | undefined {
  const callee = bare(call.expression);
  const method = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  for (const { id, read } of registrars) {
    const found = read(call, method);
    if (found) return { id, read: found };
  }
  return undefined;
}

/** The tools that a file registers, and those that it writes as values. */
export function toolsIn(evaluator: Evaluator, file: ts.SourceFile): readonly ToolSource[] {
  const registered = registrarNeedles.some((needle) => file.text.includes(needle))
    ? [...callsIn(file).values()].flat().flatMap((call) => {
        const found = registrationOf(call);
        return found ? read(evaluator, found.id, found.read, call) : [];
      })
    : [];
  return [...registered, ...toolValuesIn(evaluator, file), ...toolFileIn(evaluator, file)];
}

function read(
  evaluator: Evaluator,
  id: string,
  { name, fileName, config, handler, table }: Registration,
  call: ts.CallExpression,
): readonly ToolSource[] {
  if (table) return evaluator.expand(table, undefined).flatMap((each) => tableTools(evaluator, each, id, "unknown"));
  const configs = config ? evaluator.expand(config, undefined) : [];
  const schema = id === "setRequestHandler" ? "unknown" : outputSchemaOf(evaluator, configs);
  const names = name ? evaluator.expand(name, undefined) : configs.flatMap((each) => member(evaluator, each, "name"));
  const handlers = handler
    ? evaluator.expand(handler, undefined)
    : configs.flatMap((each) => handlersIn(evaluator, each));
  const found = toolSource(evaluator, call, id, names, handlers, schema, configs);
  const source =
    fileName && names.length === 0
      ? { ...found, tool: { ...found.tool, name: fileNameOf(call.getSourceFile()) } }
      : found;
  if (source.tool.name !== undefined) return [source];
  // One registration of many tools: the name picks the handler out of a table.
  const picked = source.handlers.flatMap((each) => {
    const key = keyOf(each);
    return key === undefined ? [] : [{ ...source, tool: { ...source.tool, name: key }, handlers: [each] }];
  });
  const tables = tablesBy(evaluator, call, name);
  return [...picked, ...tables.flatMap((each) => tableTools(evaluator, each, id, schema)), source];
}

/** The tables that the registered name picks from around a call: `executors[toolName]`. */
function tablesBy(evaluator: Evaluator, call: ts.CallExpression, name: ts.Expression | undefined): readonly Term[] {
  const wanted = name?.getText();
  const found: Term[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node)) {
      const key = node.argumentExpression;
      if (wanted === undefined ? isName(key) : key.getText() === wanted)
        found.push(...evaluator.expand(node.expression, undefined));
    }
    ts.forEachChild(node, visit);
  };
  visit(wanted === undefined ? call : (enclosingFunction(call)?.body ?? call));
  return found;
}
