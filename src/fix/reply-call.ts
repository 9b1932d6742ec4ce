/** A call of the package's own reply helper: which one, in what form, and whether a file can reach it. */
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { exported } from "../model/exports.js";
import { lookUp, propertyName } from "../model/scopes.js";
import type { ServerSource, SourceHelper } from "../model/source.js";
import type { Term } from "../model/terms.js";
import { mayImport } from "./import-cycles.js";
import { importInto } from "./imports.js";
import { isOfKind } from "./module-kind.js";

/** How a call of a helper is written: which argument is the view, which the text, with the option that it stands in. */
export interface CallShape {
  readonly view: Slot;
  readonly text: Slot;
  readonly arity: number;
  /** Any value at all; or what is surely an object, and no interface where it asks for an index signature. */
  readonly takes: "any" | "object";
  /** Whether the result has the type of the view that it is called with. */
  readonly keepsType: boolean;
}
export interface Slot {
  readonly index: number;
  readonly option?: string;
}

/** The places of the view and the text among a helper's parameters; undefined where a call needs more than the two. */
export function callShape(source: ServerSource, helper: SourceHelper): CallShape | undefined {
  const [text, ...more] = helper.flows.text;
  const view = helper.literals
    .flatMap(({ readings }) => readings.flatMap(({ viewTerms }) => viewTerms))
    .flatMap((term) => viewParameter(source, helper, term))[0];
  if (!text || more.length > 0 || !view) return undefined;
  const { parameters } = helper.fn;
  const slots = {
    text: slotOf(parameters, text.parameter, text.path),
    view: slotOf(parameters, view.declaration, view.path),
  };
  if (
    !slots.text ||
    !slots.view ||
    (slots.text.index === slots.view.index && !(slots.text.option && slots.view.option))
  )
    return undefined;
  const needed = parameters.filter(
    (parameter) => !parameter.questionToken && !parameter.initializer && !parameter.dotDotDotToken,
  );
  const given = [slots.text.index, slots.view.index];
  if (needed.some((parameter) => !given.includes(parameters.indexOf(parameter)))) return undefined;
  const taken = viewsTaken(view.declaration, slots.view);
  return taken && { view: slots.view, text: slots.text, arity: Math.max(...given) + 1, ...taken };
}

const openType =
  /^(?:any|unknown|object|Record<string, ?(?:any|unknown)>|\{ ?\[\w+: ?string\]: ?(?:any|unknown);? ?\})$/;
type Taken = Pick<CallShape, "takes" | "keepsType">;

/** Whether any object fits the type of a helper's view: another result's view has other keys. */
function viewsTaken(parameter: ts.ParameterDeclaration, slot: Slot): Taken | undefined {
  const { type } = parameter;
  if (!type)
    return /\.[cm]?jsx?$/.test(parameter.getSourceFile().fileName) ? { takes: "any", keepsType: true } : undefined;
  if (slot.option === undefined) return takenBy(type, parameter);
  const option = ts.isTypeLiteralNode(type)
    ? type.members.find(({ name }) => propertyName(name) === slot.option)
    : undefined;
  return option && ts.isPropertySignature(option) && option.type ? takenBy(option.type, parameter) : undefined;
}

function takenBy(type: ts.TypeNode, parameter: ts.ParameterDeclaration): Taken | undefined {
  const text = type.getText().replace(/\s+/g, " ");
  if (/^(?:any|unknown)$/.test(text)) return { takes: "any", keepsType: false };
  if (openType.test(text)) return { takes: "object", keepsType: false };
  // A type parameter, or a type made of it (`Plain<V>`).
  const names: readonly string[] = text.match(/\w+/g) ?? [];
  const { typeParameters, type: returned } = parameter.parent as ts.SignatureDeclaration;
  const own = typeParameters?.find(({ name }) => names.includes(name.text));
  if (own) {
    const taken = own.constraint ? takenBy(own.constraint, parameter) : { takes: "any" as const };
    return taken && { ...taken, keepsType: !returned || new RegExp(`\\b${own.name.text}\\b`).test(returned.getText()) };
  }
  const alias = parameter
    .getSourceFile()
    .statements.find(
      (each): each is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(each) && each.name.text === text,
    );
  return alias && !alias.typeParameters ? takenBy(alias.type, parameter) : undefined;
}

function slotOf(
  parameters: ts.NodeArray<ts.ParameterDeclaration>,
  parameter: ts.ParameterDeclaration,
  path: readonly string[],
): Slot | undefined {
  const index = parameters.indexOf(parameter);
  const [option, ...deeper] = path;
  if (index < 0 || deeper.length > 0) return undefined;
  return option === undefined ? { index } : { index, option };
}

function viewParameter(
  source: ServerSource,
  helper: SourceHelper,
  term: Term,
): readonly { declaration: ts.ParameterDeclaration; path: readonly string[] }[] {
  if (term.parameter) return term.parameter.declaration.parent === helper.fn ? [term.parameter] : [];
  const { node, env } = term;
  const parts = ts.isObjectLiteralExpression(node)
    ? node.properties.filter(ts.isSpreadAssignment).map(({ expression }) => expression)
    : ts.isCallExpression(node) && node.arguments[0]
      ? [node.arguments[0]]
      : [];
  return parts.flatMap((part) =>
    source.evaluator.expand(part, env).flatMap((each) => viewParameter(source, helper, each)),
  );
}

/** `reply(view, text)` in the order and form that the helper takes. */
export function writeCall(name: string, shape: CallShape, view: string, text: string): string {
  const slots: string[] = Array.from({ length: shape.arity }, () => "undefined");
  const options = new Map<number, string[]>();
  for (const [slot, value] of [
    [shape.view, view],
    [shape.text, text],
  ] as const) {
    if (slot.option === undefined) slots[slot.index] = value;
    else
      options.set(slot.index, [
        ...(options.get(slot.index) ?? []),
        slot.option === value ? value : `${slot.option}: ${value}`,
      ]);
  }
  for (const [index, entries] of options) slots[index] = `{ ${entries.join(", ")} }`;
  return `${name}(${slots.join(", ")})`;
}

/** The reply helper that the sites of a package go through: the configured one, else the one with the most calls. */
export function helperOf(source: ServerSource, folder: string): SourceHelper | undefined {
  const here = source.helpers.filter(
    (helper) =>
      helper.flows.text.length > 0 &&
      source.packageOf(helper.fn.getSourceFile().fileName) === folder &&
      (helper.carries === true || source.replyOf(helper).losing.length > 0),
  );
  return (
    here.find(({ name }) => name === source.config.reply.name) ??
    [...here].sort(
      (a, b) => Number(b.carries === true) - Number(a.carries === true) || b.calls.length - a.calls.length,
    )[0]
  );
}

/** Whether a file can use a top-level function of another: it is exported, or it is the same file. */
export function reach(
  source: ServerSource,
  helper: SourceHelper,
  from: ts.Node,
): { name: string; edits: readonly Edit[] } | undefined {
  const home = helper.fn.getSourceFile();
  const file = from.getSourceFile();
  if (!/^[\w$]+$/.test(helper.name) || !isTopLevel(helper.fn)) return undefined;
  if (home === file) return isSeen(helper.name, from) ? { name: helper.name, edits: [] } : undefined;
  if (!isOfKind(source.program, file, home) || !mayImport(source.program, file, home)) return undefined;
  if (!exported(source.program, home, helper.name)) return undefined;
  return importInto(source.program, home.fileName, helper.name, from);
}

/** Whether a top-level name of a file means the same at a place in it: no parameter or local hides it. */
export const isSeen = (name: string, from: ts.Node): boolean =>
  lookUp(name, from) === lookUp(name, from.getSourceFile());

function isTopLevel(fn: ts.Node): boolean {
  let at = fn.parent;
  while (at && !ts.isSourceFile(at)) {
    if (
      !ts.isVariableDeclaration(at) &&
      !ts.isVariableDeclarationList(at) &&
      !ts.isVariableStatement(at) &&
      !ts.isParenthesizedExpression(at) &&
      !ts.isAsExpression(at)
    )
      return false;
    at = at.parent;
  }
  return true;
}
