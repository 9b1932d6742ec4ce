/** What an `outputSchema` allows, read off the expression that writes it (proofs: facts on the SDKs, scenarios S1 to S1m). */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { closes, isJsonSchema, readJson } from "./json-schema.js";
import { type Library, libraryOf } from "./schema-libraries.js";
import type { ObjectSchema, OutputSchema } from "./schema-parts.js";
import { definitionOf, readArktype, readShape } from "./schema-shapes.js";
import { isConstant, lookUp, propertyName } from "./scopes.js";
import type { Env } from "./terms.js";

/** Methods of zod that change nothing of the keys. */
const sameKeys = new Set(["describe", "meta", "register", "brand", "readonly", "refine", "superRefine", "check"]);
/** Of those, the ones whose answer has no `extend` in some version, or throws in it. */
const closing = new Set(["brand", "readonly", "refine", "superRefine", "check"]);
/** Functions that turn a schema into JSON Schema, or JSON Schema into one. */
export const deriving = /^(?:zodToJsonSchema|toJsonSchema|toJSONSchema|fromJsonSchema|fromJSONSchema)$/;

/** What a schema allows; undefined where it can't be read. */
export function readOutputSchema(
  evaluator: Evaluator,
  expression: ts.Expression,
  env: Env,
  depth = 0,
): OutputSchema | undefined {
  const node = bare(expression);
  if (depth > 12) return undefined;
  const read = (next: ts.Expression, at: Env = env) => readOutputSchema(evaluator, next, at, depth + 1);
  if (ts.isObjectLiteralExpression(node))
    return isJsonSchema(node) ? readJson(node, env) : readShape(evaluator, node, env, read);
  if (ts.isConditionalExpression(node))
    return union(
      [node.whenTrue, node.whenFalse].filter((each) => !isNothing(each)).map((each) => read(each)),
      node,
      env,
    );
  if (ts.isCallExpression(node)) {
    const called = readCall(node);
    if (called !== "another") return called;
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === "shape") {
    const whole = read(node.expression);
    if (whole?.form === "object") return { ...whole, form: "shape", node, env };
  }
  const alias = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  if (alias && ts.isVariableDeclaration(alias) && alias.initializer && isConstant(alias)) {
    const value = bare(alias.initializer);
    const isPart = ts.isPropertyAccessExpression(value) && value.name.text === "shape";
    const whole = isPart ? read(value, undefined) : undefined;
    if (whole) return { ...whole, node, env };
  }
  const definition = definitionOf(evaluator, node, env);
  return definition && read(definition.node, definition.env);

  function readCall(call: ts.CallExpression): OutputSchema | undefined | "another" {
    const { expression: callee, arguments: args } = call;
    const [first, second] = args;
    if (ts.isIdentifier(callee)) {
      if (deriving.test(callee.text) && first) return derived(read(first), call);
      const library = libraryOf(callee);
      return library?.id === "arktype" && first ? readArktype(call, first, env) : "another";
    }
    if (!ts.isPropertyAccessExpression(callee)) return "another";
    const method = callee.name.text;
    const root = bare(callee.expression);
    const library = ts.isIdentifier(root) ? libraryOf(root) : undefined;
    if (library && first) return built(library, method, call, first, second);
    if (library) return undefined;
    const receiver = read(callee.expression);
    return receiver ? chained(receiver, method, call) : "another";
  }

  /** `z.object({…})` and the other makers of a library. */
  function built(
    library: Library,
    maker: string,
    call: ts.CallExpression,
    first: ts.Expression,
    second: ts.Expression | undefined,
  ): OutputSchema | undefined {
    if (deriving.test(maker)) return derived(read(first), call);
    if (maker === "extend" && library.id === "zod-mini" && second) return extended(read(first), second, call);
    if (maker === "pipe" && library.id === "valibot") return closed(read(first), call);
    if (maker === "union" || maker === "variant" || maker === "discriminatedUnion" || maker === "Union") {
      const list = bare(second && !ts.isArrayLiteralExpression(bare(first)) ? second : first);
      if (!ts.isArrayLiteralExpression(list) || list.elements.some(ts.isSpreadElement)) return undefined;
      return union(
        list.elements.map((each) => read(each)),
        call,
        env,
      );
    }
    const rest = restOf(library, maker, second);
    const shape = read(first);
    if (!rest || shape?.form !== "shape") return undefined;
    const branches = shape.branches.map((each) => ({ ...each, rest }));
    return { form: "object", node: call, env, branches, library, extendable: library.id.startsWith("zod") };
  }

  function chained(base: OutputSchema, method: string, call: ts.CallExpression): OutputSchema | undefined {
    const [first] = call.arguments;
    const self: OutputSchema = { ...base, node: call, env };
    const each = (change: (one: ObjectSchema) => ObjectSchema) => ({ ...self, branches: base.branches.map(change) });
    if (base.form === "union") return sameKeys.has(method) || method === "strict" ? self : undefined;
    if (base.form !== "object") return undefined;
    if (sameKeys.has(method)) return { ...self, extendable: base.extendable && !closing.has(method) };
    if (method === "strict" || method === "strip") return each((one) => ({ ...one, rest: "refused" }));
    if (method === "passthrough" || method === "loose") return each((one) => ({ ...one, rest: "kept" }));
    if (method === "catchall") return each((one) => ({ ...one, rest: takesText(first) ? "kept" : "unknown" }));
    if (method === "partial" && !first) return each((one) => ({ ...one, fields: allFields(one, true) }));
    if (method === "required" && !first) return each((one) => ({ ...one, fields: allFields(one, false) }));
    if (method === "omit" || method === "pick") {
      const keys = first && keysOf(first);
      if (!keys) return { ...self, branches: base.branches.map((one) => ({ ...one, opaque: true })) };
      const keep = (key: string) => keys.has(key) === (method === "pick");
      return each((one) => ({ ...one, fields: new Map([...one.fields].filter(([key]) => keep(key))) }));
    }
    if ((method === "extend" || method === "safeExtend" || method === "augment") && first)
      return extended(base, first, call);
    if (method === "merge" && first) return merged(self, read(first));
    if (method === "or" && first) return union([base, read(first)], call, env);
    return undefined;
  }

  function extended(base: OutputSchema | undefined, added: ts.Expression, call: ts.CallExpression) {
    return base && merged({ ...base, node: call, env }, read(added));
  }

  function merged(base: OutputSchema, added: OutputSchema | undefined): OutputSchema | undefined {
    const [one, ...more] = added?.branches ?? [];
    if (!one || more.length > 0) return undefined;
    return {
      ...base,
      branches: base.branches.map((each) => ({
        rest: added?.form === "object" ? one.rest : each.rest,
        opaque: each.opaque || one.opaque,
        fields: new Map([...each.fields, ...one.fields]),
      })),
    };
  }

  function derived(base: OutputSchema | undefined, call: ts.CallExpression): OutputSchema | undefined {
    return base && { ...base, form: "derived", node: call, env, extendable: false };
  }

  function closed(base: OutputSchema | undefined, call: ts.CallExpression): OutputSchema | undefined {
    return base && { ...base, node: call, env, extendable: false };
  }
}

function union(
  branches: readonly (OutputSchema | undefined)[],
  node: ts.Expression,
  env: Env,
): OutputSchema | undefined {
  const known = branches.filter((each) => each !== undefined);
  const [first] = known;
  if (!first || known.length < branches.length) return undefined;
  if (known.length === 1) return { ...first, form: "union", node, env, extendable: false };
  return { form: "union", node, env, branches: known.flatMap((each) => each.branches), extendable: false };
}

function restOf({ id }: Library, maker: string, options: ts.Expression | undefined): ObjectSchema["rest"] | undefined {
  if (id === "typebox") {
    if (maker !== "Object") return undefined;
    const strict =
      options && ts.isObjectLiteralExpression(bare(options)) ? closes(bare(options)) : options && "unknown";
    return strict === undefined ? "kept" : strict;
  }
  return ({ object: "refused", strictObject: "refused", looseObject: "kept" } as const)[maker];
}

const isNothing = (node: ts.Expression) => {
  const value = bare(node);
  return value.kind === ts.SyntaxKind.NullKeyword || value.getText() === "undefined";
};

const takesText = (schema: ts.Expression | undefined) =>
  schema !== undefined && /^\w+\.(?:any|unknown|string)\(\)$/.test(schema.getText());

const allFields = ({ fields }: ObjectSchema, optional: boolean) =>
  new Map([...fields].map(([key, field]) => [key, { ...field, optional }]));

/** The keys of a literal that masks: `{ id: true }`. */
function keysOf(mask: ts.Expression): ReadonlySet<string> | undefined {
  const literal = bare(mask);
  if (!ts.isObjectLiteralExpression(literal)) return undefined;
  const keys = literal.properties.map(({ name }) => propertyName(name));
  return keys.every((key) => key !== undefined) ? new Set(keys) : undefined;
}
