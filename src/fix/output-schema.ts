/** Lets a tool's `outputSchema` allow the note, in the same fix: without it SDK clients throw -32602 (facts: typescript-sdk, every version). */
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { bare } from "../model/bare.js";
import { deriving, readOutputSchema } from "../model/output-schema.js";
import { type ExtraKey, misfitsOf, type SourceMisfit } from "../model/schema-fit.js";
import { type Library, libraryIn, libraryOf } from "../model/schema-libraries.js";
import type { ObjectSchema, OutputSchema } from "../model/schema-parts.js";
import { definitionOf } from "../model/schema-shapes.js";
import { propertyName } from "../model/scopes.js";
import type { Mend } from "../model/server-model.js";
import type { ServerSource } from "../model/source.js";
import type { Env } from "../model/terms.js";
import type { ToolSource } from "../model/tool-parts.js";
import { importFrom, namesIn } from "./imports.js";
import { hasTypeForKeys, isOnlyUse, isTyped, isWidened, readsByName, refining } from "./schema-uses.js";

/** The edits that let these tools' schemas allow `note`; a reason where one can't be changed. */
export function allowNote(
  source: ServerSource,
  tools: readonly ToolSource[],
  folder: string,
  complete: boolean,
): { edits: readonly Edit[] } | { why: string } {
  const note = source.config.reply.note;
  const edits: Edit[] = [];
  const unknown = tools.some(({ tool }) => tool.hasOutputSchema === "unknown");
  if ((unknown || tools.length === 0 || !complete) && source.mentionsOutputSchema(folder))
    return { why: byHand(note, tools) };
  for (const { tool, outputSchema } of tools.filter((each) => !handsOn(each, tools))) {
    if (tool.hasOutputSchema !== true) continue;
    const opened = outputSchema && allow(source, outputSchema.node, outputSchema.env, [{ key: note, type: "string" }]);
    if (!opened) return { why: byHand(note, tools) };
    edits.push(...opened);
  }
  return { edits };
}

/** `registerTool(tool.name, { outputSchema: tool.outputSchema }, …)` for tools that are values: each brings its own schema. */
function handsOn({ outputSchema }: ToolSource, tools: readonly ToolSource[]): boolean {
  const schema = outputSchema && bare(outputSchema.node);
  const isMember = (node: ts.Node | undefined) =>
    node !== undefined && ts.isPropertyAccessExpression(node) && node.name.text === "outputSchema";
  const others = tools.filter((each) => !isMember(each.outputSchema && bare(each.outputSchema.node)));
  return isMember(schema) && others.length > 0 && others.every(({ tool }) => tool.hasOutputSchema !== "unknown");
}

/** What is left to do; some frameworks take a key that the schema lacks out of the view and say nothing. */
function byHand(note: string, tools: readonly ToolSource[]): string {
  const strips = tools.find(({ framework }) => framework?.strips)?.framework?.name;
  const why = strips ? `: ${strips} takes out what the schema lacks` : "";
  return `add \`${note}\` to the view and the \`outputSchema\` by hand${why}`;
}

/** The mend of a view with keys that its tool's `outputSchema` does not allow. */
export function mendExtraKeys(source: ServerSource, { tool: { outputSchema, node }, extra }: SourceMisfit): Mend {
  const names = extra.map(({ key }) => `\`${key}\``).join(", ");
  const isShared = outputSchema && !isInside(outputSchema.node, node);
  const keys = isShared ? keysOfAll(source, outputSchema.node) : extra;
  const edits = outputSchema && allow(source, outputSchema.node, outputSchema.env, keys);
  const [first, ...rest] = edits ?? [];
  if (!first) return { why: `add it to the schema by hand, as optional` };
  return { fix: { title: `allow ${names} in the \`outputSchema\``, safety: "safe", edits: [first, ...rest] } };
}

/** The edits that let one schema take these keys; none where it does already, undefined where it can't be changed here. */
function allow(
  source: ServerSource,
  schema: ts.Expression,
  env: Env,
  added: readonly ExtraKey[],
): readonly Edit[] | undefined {
  const { evaluator } = source;
  const jsonEntries = added
    .map(({ key, type }) => `${keyText(key)}: ${type === "unknown" ? "{}" : `{ type: "${type}" }`}`)
    .join(", ");
  return open(schema, env, 0);

  function open(expression: ts.Expression, env: Env, depth: number): readonly Edit[] | undefined {
    const node = bare(expression);
    if (depth > 8) return undefined;
    if (ts.isConditionalExpression(node)) {
      const sides = [node.whenTrue, node.whenFalse].filter((each) => each.getText() !== "undefined");
      return all(sides.map((each) => open(each, env, depth + 1)));
    }
    if (ts.isBinaryExpression(node)) {
      const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
      const sides = isAnd ? [node.right] : [node.left, node.right].filter((each) => each.getText() !== "undefined");
      return all(sides.map((each) => open(each, env, depth + 1)));
    }
    const read = readOutputSchema(evaluator, node, env);
    if (!read) return undefined;
    if (read.branches.every((each) => added.every((one) => takes(each, one)))) return isChecked(read) ? undefined : [];
    if (read.branches.some((each) => added.some(({ key }) => each.fields.has(key)) || each.rest === "unknown"))
      return undefined;
    const deeper = (next: ts.Expression | undefined) => next && open(next, env, depth + 1);
    if (ts.isObjectLiteralExpression(node)) return read.form === "json" ? intoJson(node) : intoShape(node, read);
    if (ts.isCallExpression(node)) {
      const inside = intoCall(node, read, deeper);
      return inside ?? (isWidened(node, definitionOf(evaluator, node, env)?.node) ? undefined : extend(node, read));
    }
    const definition = env === undefined ? definitionOf(evaluator, node, env) : undefined;
    const inPlace = definition && (() => open(definition.node, definition.env, depth + 1));
    // Derived from a schema of its own: that one is extended where it is derived.
    if (inPlace && read.form === "derived") return inPlace();
    if (isTyped(node) || isWidened(node, definition?.node))
      return inPlace && isOnlyUse(source, node, definition.node) ? inPlace() : undefined;
    return extend(node, read);
  }

  /** Inside of a call: the shape that a maker takes, the branches of a union, what a method is called on. */
  function intoCall(
    call: ts.CallExpression,
    read: OutputSchema,
    deeper: (next: ts.Expression | undefined) => readonly Edit[] | undefined,
  ): readonly Edit[] | undefined {
    const { expression: callee, arguments: args } = call;
    const method = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
    const root = ts.isPropertyAccessExpression(callee) ? bare(callee.expression) : callee;
    const derives = ts.isIdentifier(callee) && deriving.test(callee.text);
    if (derives || (ts.isIdentifier(root) && libraryOf(root) !== undefined)) {
      if (read.library?.id === "arktype" && read.form === "object") return intoShape(args[0], read);
      const list = args.map(bare).find(ts.isArrayLiteralExpression);
      if (read.form === "union") return list && all(list.elements.map(deeper));
      if (method === "extend") return intoShape(args[1], read);
      return read.form === "derived" || method === "pipe" ? deeper(args[0]) : intoShape(args[0], read);
    }
    // A function of the server's own takes what it likes: what it gives back is extended.
    if (method === undefined || !readOutputSchema(evaluator, root, env)) return undefined;
    if (method === "extend" || method === "safeExtend") return intoShape(args[0], read) ?? deeper(root);
    if (method === "or") return all([deeper(root), deeper(args[0])]);
    const passes = passing.has(method) || (method === "partial" && args.length === 0);
    const masks = method === "omit" && added.some(({ key }) => args[0]?.getText().includes(key));
    const counts = refining.has(method) && !readsByName(args[0]);
    const edits = passes && !masks && !counts ? deeper(root) : undefined;
    // What stands before takes the key already, so it is this method that takes it out.
    return edits && edits.length > 0 ? edits : undefined;
  }

  /** One more key of a raw shape; of one that is written elsewhere, at the use. */
  function intoShape(shape: ts.Expression | undefined, read: OutputSchema): readonly Edit[] | undefined {
    const node = shape && bare(shape);
    if (!node || !read.library) return undefined;
    const known = read.library.id === "arktype" ? { library: read.library, edits: [] } : knownIn(node, read.library);
    if (!known) return undefined;
    const entry = added.map((each) => entryOf(each, known.library)).join(", ");
    if (ts.isObjectLiteralExpression(node))
      return hasTypeForKeys(node) ? undefined : [propertyAddition(node, entry), ...known.edits];
    return readOutputSchema(evaluator, node, undefined)?.form === "shape"
      ? [replaced(node, `{ ...${node.getText()}, ${entry} }`), ...known.edits]
      : undefined;
  }

  /** A schema that is written elsewhere is extended where it is used, so that its other uses stay as they are. */
  function extend(node: ts.Expression, read: OutputSchema): readonly Edit[] | undefined {
    const awaited = ts.isAwaitExpression(node.parent) ? node.parent : undefined;
    const text = awaited ? `(${awaited.getText()})` : node.getText();
    if (read.form === "json")
      return [replaced(awaited ?? node, `{ ...${text}, properties: { ...${text}.properties, ${jsonEntries} } }`)];
    if (read.form === "shape") return intoShape(node, read);
    if (read.form !== "object" || !read.extendable || !read.library) return undefined;
    const known = knownIn(node, read.library);
    if (!known) return undefined;
    const shape = `{ ${added.map((each) => entryOf(each, known.library)).join(", ")} }`;
    const call =
      read.library.id === "zod-mini" ? `${known.library.name}.extend(${text}, ${shape})` : `${text}.extend(${shape})`;
    return [replaced(awaited ?? node, call), ...known.edits];
  }

  /** The library as the file of a node knows it, imported as the schema's own file does where it isn't known yet. */
  function knownIn(node: ts.Node, library: Library): { library: Library; edits: readonly Edit[] } | undefined {
    const file = node.getSourceFile();
    const known = libraryIn(file, library, node);
    if (known) return { library: known, edits: [] };
    const { from, name } = library;
    if (!from || /^[./#~@]\/?/.test(from.module.replace(/^@sinclair/, "")) || namesIn(file).has(name)) return undefined;
    return { library, edits: [importFrom(source.program, file, name, from)] };
  }

  function intoJson(literal: ts.ObjectLiteralExpression): readonly Edit[] | undefined {
    const properties = literal.properties.find(({ name }) => propertyName(name) === "properties");
    if (!properties) return [propertyAddition(literal, `properties: { ${jsonEntries} }`)];
    const value = ts.isPropertyAssignment(properties) ? bare(properties.initializer) : undefined;
    return value && ts.isObjectLiteralExpression(value) ? [propertyAddition(value, jsonEntries)] : undefined;
  }
}

/** Methods that leave a key in that was added before them. */
const passing = new Set([
  "describe",
  "meta",
  "register",
  "brand",
  "readonly",
  "refine",
  "superRefine",
  "check",
  "strict",
  "strip",
  "passthrough",
  "loose",
  "catchall",
  "omit",
  "merge",
]);

/** What several tools share takes the keys of all of them, with any value, in one fix. */
function keysOfAll(source: ServerSource, schema: ts.Node): readonly ExtraKey[] {
  const misfits = source.sites.flatMap((site) => misfitsOf(source.evaluator, site));
  const keys = misfits.flatMap(({ tool, isError, extra }) =>
    !isError && tool.outputSchema?.node === schema ? extra.map(({ key }) => key) : [],
  );
  return [...new Set(keys)].map((key) => ({ key, type: "unknown" }));
}

const isInside = (node: ts.Node, outer: ts.Node) =>
  node.getSourceFile() === outer.getSourceFile() && outer.pos <= node.pos && node.end <= outer.end;

/** Whether a check of the whole object may refuse what its keys take. */
const isChecked = ({ form, library, extendable }: OutputSchema) =>
  form === "object" && library?.id.startsWith("zod") === true && !extendable;

const takes = (one: ObjectSchema, { key, type }: ExtraKey) => {
  const field = one.fields.get(key);
  return field ? type === "string" && field.isText && field.optional === true : one.rest === "kept" && !one.opaque;
};

const all = (parts: readonly (readonly Edit[] | undefined)[]) =>
  parts.every((part) => part !== undefined) ? parts.flat() : undefined;

function entryOf({ key, type }: ExtraKey, { id, name }: Library): string {
  if (id === "arktype") return `${JSON.stringify(`${key}?`)}: ${JSON.stringify(type)}`;
  const capital = `${type[0]?.toUpperCase()}${type.slice(1)}`;
  const field = {
    zod: `${name}.${type}().optional()`,
    "zod-mini": `${name}.optional(${name}.${type}())`,
    valibot: `${name}.optional(${name}.${type}())`,
    typebox: `${name}.Optional(${name}.${capital}())`,
  }[id];
  return `${keyText(key)}: ${field}`;
}

const keyText = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

/** A shorthand `{ outputSchema }` gets its name. */
function replaced(node: ts.Expression, text: string): Edit {
  const named = ts.isShorthandPropertyAssignment(node.parent) ? `${node.getText()}: ${text}` : text;
  return { span: { file: node.getSourceFile().fileName, start: node.getStart(), end: node.getEnd() }, text: named };
}

/** One more property at the end, laid out as the last one is; a comment behind the last one stays behind it. */
export function propertyAddition(literal: ts.ObjectLiteralExpression, entry: string): Edit {
  const file = literal.getSourceFile();
  const { text } = file;
  const replace = (start: number, end: number, added: string): Edit => ({
    span: { file: file.fileName, start, end },
    text: added,
  });
  const last = literal.properties.at(-1);
  if (!last) return replace(literal.getStart() + 1, literal.getStart() + 1, ` ${entry} `);
  const lineStart = text.lastIndexOf("\n", last.getStart()) + 1;
  const indent = text.slice(lineStart, last.getStart());
  const ownLine = /^\s*$/.test(indent) && literal.getStart() < lineStart;
  const comma = literal.properties.hasTrailingComma ? "," : "";
  const end = comma ? literal.properties.end : last.getEnd();
  if (!ownLine) return replace(end, end, comma ? ` ${entry},` : `, ${entry}`);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(end))?.[0] ?? "";
  const added = `${newline}${indent}${entry}${comma}`;
  if (comma) return replace(end + comment.length, end + comment.length, added);
  return replace(end, end + comment.length, `,${comment}${added}`);
}
