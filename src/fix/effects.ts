/** What evaluating an expression does and depends on: whether two may change places, and whether one may run twice. */
import { ts } from "ts-morph";
import { bare } from "../model/bare.js";
import type { Evaluator } from "../model/evaluate.js";
import { imported } from "../model/exports.js";
import { member } from "../model/members.js";
import { mutationsOf } from "../model/mutations.js";
import { enclosingFunction, type FunctionNode, isFunction, lookUp, propertyName } from "../model/scopes.js";
import { isWithNote } from "../model/with-note.js";
import { hasUnknownMethods, isUsedUp, pureFunctions, pureMethods, pureObjects } from "./built-ins.js";
import { isFresh } from "./local-writes.js";

/** `still`: always the same. `reads`: depends on what others may change. `acts`: changes something, waits, or differs each time. */
export type Effect = "still" | "reads" | "acts";

/** Whether the order in which two expressions run makes no difference. */
export function canSwap(evaluator: Evaluator, one: ts.Node, other: ts.Node): boolean {
  const [first, second] = [effectOf(evaluator, one), effectOf(evaluator, other)];
  return first === "acts" ? second === "still" : second !== "acts" || first === "still";
}

/** The effect of evaluating an expression where it stands; of a function called there, that of its body. */
export function effectOf(evaluator: Evaluator, node: ts.Node): Effect {
  return new Effects(evaluator).of(node);
}

/** The effect of calling a function, whatever it is called with. */
export function effectOfCalling(evaluator: Evaluator, fn: FunctionNode): Effect {
  return new Effects(evaluator).ofBody(fn);
}

/** More calls than this are not followed: who knows what they do. */
const maxCalls = 200;

class Effects {
  /** The functions that are being called: what they made themselves is theirs to change. */
  private readonly running: FunctionNode[] = [];
  private calls = 0;
  private accessors: ReadonlyMap<string, readonly ts.AccessorDeclaration[]> | undefined;

  constructor(private readonly evaluator: Evaluator) {}

  of(node: ts.Node): Effect {
    if (isFunction(node) || ts.isTypeNode(node)) return "still";
    const own = this.own(node);
    return own === "acts" ? own : worst([own, ...childrenOf(node).map((child) => this.of(child))]);
  }

  ofBody(fn: FunctionNode): Effect {
    if (this.running.includes(fn)) return "still";
    const waits = fn.asteriskToken !== undefined || ts.getCombinedModifierFlags(fn) & ts.ModifierFlags.Async;
    if (waits || !fn.body || ++this.calls > maxCalls) return "acts";
    this.running.push(fn);
    const found = worst([...fn.parameters, fn.body].map((part) => this.of(part)));
    this.running.pop();
    return found;
  }

  /** What a node does beside its parts. */
  private own(node: ts.Node): Effect {
    if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || ts.isTaggedTemplateExpression(node)) return "acts";
    if (ts.isForOfStatement(node) && node.awaitModifier) return "acts";
    if (ts.isDeleteExpression(node)) return this.write(node.expression);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const counts = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
      return counts ? this.write(node.operand) : "still";
    }
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.kind;
      const assigns = operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;
      return assigns ? this.write(node.left) : "still";
    }
    if (ts.isNewExpression(node)) return this.construction(node);
    if (ts.isCallExpression(node)) return this.call(node);
    if (ts.isSpreadElement(node) || ts.isForOfStatement(node))
      return isUsedUp(this.evaluator, node.expression) ? "acts" : "reads";
    if (ts.isPropertyAccessExpression(node)) return worst(["reads", ...this.getters(node.name.text)]);
    if (ts.isElementAccessExpression(node) || ts.isSpreadAssignment(node) || ts.isThrowStatement(node)) return "reads";
    if (ts.isTemplateSpan(node)) return this.conversion(node.expression, "toString");
    return ts.isIdentifier(node) && isWrittenAround(this.evaluator, node) ? "reads" : "still";
  }

  /** A function may write to what it made itself. */
  private write(target: ts.Expression): Effect {
    return isFresh(target, this.running) ? "reads" : "acts";
  }

  private construction({ expression, arguments: args }: ts.NewExpression): Effect {
    const name = expression.getText();
    if (lookUp(name.split(".")[0] ?? "", expression)) return "acts";
    if (name === "Date") return args?.length ? "reads" : "acts";
    if (args?.some((argument) => isUsedUp(this.evaluator, argument))) return "acts";
    return /^(?:Set|Map|URL|URLSearchParams|RegExp|Array|(?:\w*)Error|Intl\.\w+)$/.test(name) ? "reads" : "acts";
  }

  private call(node: ts.CallExpression): Effect {
    const callee = bare(node.expression);
    if (isFunction(callee)) return this.ofBody(callee);
    // The function that fixes lay in.
    if (isWithNote(this.evaluator.program, node)) return "reads";
    const targets = this.evaluator.withFuel(20_000, () => this.evaluator.expand(callee, undefined));
    const own = targets.filter(({ kind }) => kind === "function");
    if (own.length > 0)
      return worst(targets.map(({ node: fn }) => (isFunction(fn) ? this.ofBody(fn) : ("acts" as const))));
    if (ts.isIdentifier(callee))
      return pureFunctions.has(callee.text) && !lookUp(callee.text, callee) ? "still" : "acts";
    return ts.isPropertyAccessExpression(callee) ? this.method(node, callee) : "acts";
  }

  private method(node: ts.CallExpression, callee: ts.PropertyAccessExpression): Effect {
    const { expression: receiver, name } = callee;
    const callbacks = worst(node.arguments.map((argument) => this.callback(argument)));
    if (ts.isIdentifier(receiver) && !lookUp(receiver.text, receiver)) {
      const pure = pureObjects[receiver.text]?.test(name.text);
      const written = receiver.text === "JSON" && node.arguments[0];
      if (written && this.conversion(written, "toJSON") === "acts") return "acts";
      return pure && !node.arguments.some((each) => isUsedUp(this.evaluator, each)) ? callbacks : "acts";
    }
    if (/^(?:push|unshift|pop|shift|splice|sort|reverse|set|add|fill)$/.test(name.text))
      return isFresh(receiver, this.running) ? worst(["reads", callbacks]) : "acts";
    if (!pureMethods.has(name.text) || hasUnknownMethods(this.evaluator, receiver, name.text)) return "acts";
    return worst(["reads", callbacks]);
  }

  /** A callback runs now: what it does counts, whether it is written there or goes by a name. */
  private callback(argument: ts.Expression): Effect {
    const node = bare(argument);
    if (isFunction(node)) return this.ofBody(node);
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return "still";
    if (ts.isIdentifier(node) && !lookUp(node.text, node)) return "still";
    const targets = this.evaluator.withFuel(20_000, () => this.evaluator.expand(node, undefined));
    return worst(
      targets.map(({ kind, node: fn }) => (kind === "function" && isFunction(fn) ? this.ofBody(fn) : "still")),
    );
  }

  /** What writing a value out does, where that is an object with a way of its own. */
  private conversion(value: ts.Expression, method: "toString" | "toJSON"): Effect {
    const node = bare(value);
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return "still";
    const own = this.evaluator.withFuel(20_000, () =>
      this.evaluator
        .expand(node, undefined)
        .filter((one) => one.kind === "instance" || ts.isObjectLiteralExpression(one.node))
        .flatMap((one) => member(this.evaluator, one, method)),
    );
    return worst(own.map(({ node: fn }) => (isFunction(fn) ? this.ofBody(fn) : "still")));
  }

  /** What getters of this name do, in any file that was read. */
  private getters(name: string): readonly Effect[] {
    this.accessors ??= accessorsIn(this.evaluator);
    return (this.accessors.get(name) ?? []).map((each) => this.ofBody(each));
  }
}

function accessorsIn({ program }: Evaluator): ReadonlyMap<string, readonly ts.AccessorDeclaration[]> {
  const found = new Map<string, ts.AccessorDeclaration[]>();
  const visit = (node: ts.Node): void => {
    const name = ts.isGetAccessorDeclaration(node) ? propertyName(node.name) : undefined;
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), node as ts.GetAccessorDeclaration]);
    ts.forEachChild(node, visit);
  };
  for (const path of program.parsed()) {
    const file = program.file(path);
    if (file && /\bget\s+[\w[#"']/.test(file.text)) visit(file);
  }
  return found;
}

/** Whether a name may mean another value a moment later: it is written to in its own statement, or from another function. */
function isWrittenAround({ program }: Evaluator, name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent) && parent.name === name) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === name) return false;
  const named = lookUp(name.text, name);
  const from = named && ts.isImportSpecifier(named) ? imported(program, named) : undefined;
  const declaration = from && ts.isVariableDeclaration(from) ? from : named;
  if (!declaration) return false;
  const fn = enclosingFunction(name);
  const statement = ts.findAncestor(name, ts.isStatement);
  return mutationsOf(declaration).some(
    ({ kind, path, at }) =>
      path.length === 0 &&
      kind !== "passed" &&
      kind !== "push" &&
      kind !== "merge" &&
      (enclosingFunction(at) !== fn || ts.findAncestor(at, (each) => each === statement) !== undefined),
  );
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

function worst(effects: readonly Effect[]): Effect {
  return effects.includes("acts") ? "acts" : effects.includes("reads") ? "reads" : "still";
}
