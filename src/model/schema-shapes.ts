/** The keys of a shape, each with a schema of its own. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { writesTo } from "./members.js";
import { type Library, librariesIn, libraryOf } from "./schema-libraries.js";
import type { Field, ObjectSchema, OutputSchema } from "./schema-parts.js";
import { propertyName } from "./scopes.js";
import { type Env, nodeId } from "./terms.js";

/** A raw shape: keys with a schema each. */
export function readShape(
  evaluator: Evaluator,
  node: ts.ObjectLiteralExpression,
  env: Env,
  read: (part: ts.Expression) => OutputSchema | undefined,
): OutputSchema | undefined {
  const fields = new Map<string, Field>();
  let opaque = false;
  let library: Library | undefined;
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const part = read(property.expression);
      if (part && part.form !== "shape") return undefined;
      const [one] = part?.branches ?? [];
      if (one) for (const [key, field] of one.fields) fields.set(key, field);
      opaque ||= !one || one.opaque;
      library ??= part?.library;
      continue;
    }
    const key = propertyName(property.name);
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    if (value && ts.isLiteralExpression(bare(value))) return undefined;
    if (key === undefined) opaque = true;
    else fields.set(key, value ? fieldOf(evaluator, value, env) : { optional: "unknown", isText: false });
    library ??= value && rootLibrary(value);
  }
  const zods = librariesIn(node.getSourceFile()).filter(({ id }) => id.startsWith("zod"));
  library ??= zods.length === 1 ? zods[0] : undefined;
  const branches = [{ fields, opaque, rest: "refused" as const }];
  return { form: "shape", node, env, branches, extendable: false, ...(library ? { library } : {}) };
}

/** The library at the root of a chain: `z` of `z.string().optional()`. */
function rootLibrary(value: ts.Expression): Library | undefined {
  const at = rootOf(value);
  return ts.isIdentifier(at) ? libraryOf(at) : undefined;
}

function rootOf(value: ts.Expression): ts.Expression {
  let at = bare(value);
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) at = bare(at.expression);
  return at;
}

function fieldOf(evaluator: Evaluator, value: ts.Expression, env: Env): Field {
  const written = ts.isCallExpression(bare(value)) ? { node: bare(value) } : definitionOf(evaluator, value, env);
  if (!written) return { optional: "unknown", isText: false };
  const names: string[] = [];
  let at: ts.Expression = bare(written.node);
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) {
    if (ts.isPropertyAccessExpression(at)) names.unshift(at.name.text);
    // `z.optional(z.string())`
    const inner: ts.Expression | undefined = ts.isCallExpression(at) ? at.arguments[0] : undefined;
    if (
      inner &&
      /^(?:z|v)?\.?(?:optional|nullish|exactOptional)$|\.(?:optional|nullish|exactOptional|Optional)$/.test(
        at.getText().split("(")[0] ?? "",
      )
    )
      return { ...fieldOf(evaluator, inner, env), optional: true };
    at = bare(at.expression);
  }
  const library = ts.isIdentifier(at) ? libraryOf(at) : undefined;
  if (!library) return { optional: "unknown", isText: false };
  const [maker = "", ...rest] = names;
  const harmless = rest.every((name) => /^(?:optional|nullish|nullable|describe|meta)$/.test(name));
  const vague =
    rest.some((name) => /^(?:default|prefault|catch|transform|pipe|preprocess)$/.test(name)) ||
    /^(?:any|unknown|preprocess|lazy|pipe|undefined|void|custom)$/.test(maker);
  const optional = rest.some((name) => name === "optional" || name === "nullish") || (vague ? "unknown" : false);
  return { optional, isText: /^(?:string|String|any|unknown)$/.test(maker) && harmless };
}

/** `type({ city: "string" })` of arktype: keys that it does not name are kept, unless `"+"` says otherwise. */
export function readArktype(call: ts.CallExpression, shape: ts.Expression, env: Env): OutputSchema | undefined {
  const literal = bare(shape);
  if (!ts.isObjectLiteralExpression(literal)) return undefined;
  const fields = new Map<string, Field>();
  let opaque = false;
  let rest: ObjectSchema["rest"] = "kept";
  for (const property of literal.properties) {
    const key = propertyName(property.name);
    if (key === undefined || key === "...") opaque = true;
    else if (key === "+") rest = "refused";
    else if (ts.isPropertyAssignment(property)) {
      const isText = ts.isStringLiteralLike(property.initializer) && property.initializer.text === "string";
      fields.set(key.replace(/\?$/, ""), { optional: key.endsWith("?"), isText });
    }
  }
  const library = ts.isIdentifier(call.expression) ? libraryOf(call.expression) : undefined;
  return {
    form: "object",
    node: call,
    env,
    branches: [{ fields, opaque, rest }],
    extendable: false,
    ...(library ? { library } : {}),
  };
}

/** The expression that a name or a member stands for, where it is one and never written to. */
export function definitionOf(
  evaluator: Evaluator,
  node: ts.Expression,
  env: Env,
): { readonly node: ts.Expression; readonly env: Env } | undefined {
  const terms = evaluator.expand(node, env);
  const [only] = terms;
  if (!only || terms.length > 1 || only.node === node || !ts.isExpression(only.node)) return undefined;
  if (only.why !== undefined && only.why !== "call") return undefined;
  // A part of what a call gives back (`schema.shape`) is not what it gives back.
  if (only.why === "call" && only.key !== String(nodeId(only.node))) return undefined;
  if (only.owners.some((owner) => writesTo(evaluator, owner).length > 0)) return undefined;
  const isWritten = ts.isCallExpression(only.node) || ts.isObjectLiteralExpression(only.node);
  return isWritten ? { node: only.node, env: only.env } : undefined;
}
