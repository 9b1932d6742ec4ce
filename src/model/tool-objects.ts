/** Tools that are written as values: an object with a name and a handler, a class, a decorated method, a file. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import { bare, holderOf } from "./bare.js";
import { moduleMember } from "./declarations.js";
import type { Evaluator } from "./evaluate.js";
import { exported } from "./exports.js";
import { frameworkOf } from "./frameworks.js";
import { member } from "./members.js";
import { calledName } from "./places.js";
import { propertyName } from "./scopes.js";
import { term } from "./terms.js";
import {
  handlerKeys,
  handlersIn,
  outputSchemaOf,
  type SchemaFound,
  schemaAt,
  type ToolSource,
  toolSource,
} from "./tool-parts.js";

/** What a tool has beside its name, and a person or a file has not. */
const toolKeys = /^(?:description|inputSchema|outputSchema|parameters|argsShape|schema|input|annotations|title)$/;

/** The tools that a file writes as objects, classes or methods. */
export function toolValuesIn(evaluator: Evaluator, file: ts.SourceFile): readonly ToolSource[] {
  const found: ToolSource[] = [];
  const visit = (node: ts.Node): void => {
    const source = ts.isObjectLiteralExpression(node)
      ? toolObject(evaluator, node)
      : ts.isClassLike(node)
        ? toolClass(evaluator, node)
        : ts.isMethodDeclaration(node)
          ? toolMethod(evaluator, node)
          : ts.isBinaryExpression(node)
            ? fallback(evaluator, node)
            : undefined;
    if (source) found.push(source);
    ts.forEachChild(node, visit);
  };
  if (valueNeedles.some((key) => file.text.includes(key))) visit(file);
  return found;
}

const valueNeedles = [...handlerKeys, "@Tool(", "fallbackRequestHandler"];

/** `{ name: "find", description, execute: async () => … }` */
function toolObject(evaluator: Evaluator, node: ts.ObjectLiteralExpression): ToolSource | undefined {
  const keys = new Set(node.properties.map(({ name }) => propertyName(name)));
  if (!keys.has("name") || !handlerKeys.some((key) => keys.has(key))) return undefined;
  if (![...keys].some((key) => key !== undefined && toolKeys.test(key)) && !isListed(node)) return undefined;
  const self = term("value", node, undefined);
  const handlers = handlersIn(evaluator, self);
  if (handlers.length === 0) return undefined;
  return toolSource(
    evaluator,
    node,
    "object",
    member(evaluator, self, "name"),
    handlers,
    outputSchemaOf(evaluator, [self]),
    [self],
  );
}

/** Whether an object is handed over in a list of tools: `addTools([{ … }])`, `tools: [{ … }]`. */
function isListed(node: ts.ObjectLiteralExpression): boolean {
  const list = holderOf(node);
  const holder = ts.isArrayLiteralExpression(list) ? holderOf(list) : undefined;
  if (!holder) return false;
  if (ts.isCallExpression(holder)) return /tools$/i.test(calledName(holder) ?? "");
  return (ts.isPropertyAssignment(holder) || ts.isVariableDeclaration(holder)) && /tools$/i.test(holder.name.getText());
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
  const handlers = handlersIn(evaluator, self, own.length > 0 ? own : handlerKeys);
  if (handlers.length === 0) return undefined;
  const names = evaluator.expand(label.initializer, undefined);
  return toolSource(evaluator, node, "class", names, handlers, schemaOfClass(evaluator, node), [self]);
}

/** A field `outputSchema`, one in a field that holds a config, or one that is handed to the class above. */
function schemaOfClass(evaluator: Evaluator, node: ts.ClassLikeDeclaration): SchemaFound {
  const own = node.members.find(({ name }) => name && propertyName(name) === "outputSchema");
  if (own) return schemaAt(own, undefined);
  const configs = [
    ...node.members.filter(ts.isPropertyDeclaration).flatMap(({ initializer }) => initializer ?? []),
    ...node.members.filter(ts.isConstructorDeclaration).flatMap(({ body }) => superArguments(body)),
  ].map(bare);
  const found = configs
    .filter(ts.isObjectLiteralExpression)
    .map((config) => outputSchemaOf(evaluator, [term("value", config, undefined)]))
    .find((each) => typeof each === "object");
  return found ?? (node.heritageClauses ? "unknown" : "absent");
}

function superArguments(body: ts.Block | undefined): readonly ts.Expression[] {
  return (body?.statements ?? []).flatMap((statement) => {
    const call = ts.isExpressionStatement(statement) ? bare(statement.expression) : undefined;
    return call && ts.isCallExpression(call) && call.expression.kind === ts.SyntaxKind.SuperKeyword
      ? call.arguments
      : [];
  });
}

/** MCP-Nest: `@Tool({ name: "find" }) async find() { … }`; without a name, the method's. */
function toolMethod(evaluator: Evaluator, node: ts.MethodDeclaration): ToolSource | undefined {
  const decorator = ts
    .getDecorators(node)
    ?.map(({ expression }) => expression)
    .find((each): each is ts.CallExpression => ts.isCallExpression(each) && calledName(each) === "Tool");
  if (!decorator) return undefined;
  const [config] = decorator.arguments;
  const configs = config ? evaluator.expand(config, undefined) : [];
  const names = configs.flatMap((each) => member(evaluator, each, "name"));
  const handler = { ...term("function", node, undefined), self: term("instance", node.parent, undefined) };
  const source = toolSource(
    evaluator,
    node,
    "decorator",
    names,
    [handler],
    outputSchemaOf(evaluator, configs),
    configs,
  );
  const own = names.length === 0 ? propertyName(node.name) : undefined;
  return own === undefined ? source : { ...source, tool: { ...source.tool, name: own } };
}

/** SDK v1: `server.fallbackRequestHandler = async (request) => …` gets every request that has no handler. */
function fallback(
  evaluator: Evaluator,
  { left, right, operatorToken, parent }: ts.BinaryExpression,
): ToolSource | undefined {
  return operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(left) &&
    left.name.text === "fallbackRequestHandler"
    ? toolSource(evaluator, parent, "fallbackRequestHandler", [], evaluator.expand(right, undefined), "unknown")
    : undefined;
}

/** xmcp: a file under `tools/` whose default export is the handler, named by its `metadata` or by itself. */
export function toolFileIn(evaluator: Evaluator, file: ts.SourceFile): readonly ToolSource[] {
  const { program } = evaluator;
  if (!/(?:^|\/)tools\//.test(file.fileName) || !frameworkOf(program, file)?.byFile) return [];
  if (!exported(program, file, "default")) return [];
  const handlers = moduleMember(evaluator, file, "default");
  const names = exported(program, file, "metadata")
    ? moduleMember(evaluator, file, "metadata").flatMap((each) => member(evaluator, each, "name"))
    : [];
  const shape = exported(program, file, "outputSchema");
  const schema: SchemaFound = !shape
    ? "absent"
    : ts.isVariableDeclaration(shape as ts.Node) && (shape as ts.VariableDeclaration).initializer
      ? { node: bare((shape as ts.VariableDeclaration).initializer as ts.Expression), env: undefined }
      : "unknown";
  const source = toolSource(evaluator, file, "file", names, handlers, schema);
  if (source.handlers.length === 0) return [];
  return [names.length > 0 ? source : { ...source, tool: { ...source.tool, name: fileNameOf(file) } }];
}

/** The name that a file gives its tool. */
export const fileNameOf = (file: ts.SourceFile): string => posix.basename(file.fileName).replace(/\.[cm]?[jt]sx?$/, "");
