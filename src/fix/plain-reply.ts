/** Whether a server's own reply helper gives just what a result literal gives: only then may it take a literal's place. */
import { ts } from "ts-morph";
import { bare } from "../model/bare.js";
import { mutationsOf } from "../model/mutations.js";
import { isFunction, lookUp, propertyName } from "../model/scopes.js";
import type { ServerSource, SourceHelper } from "../model/source.js";
import { isWithNote } from "../model/with-note.js";
import { effectOfCalling } from "./effects.js";
import type { CallShape, Slot } from "./reply-call.js";
import { branchesOf, onlyText, propertyValue } from "./result-shape.js";

/**
 * The text as it is in one block, the view with nothing but its note, no other key, and nothing done beside: no footer, no
 * cut, no `_meta`, no counter, no error thrown.
 */
export function isPlainReply(source: ServerSource, { fn, literals }: SourceHelper, shape: CallShape): boolean {
  const { evaluator } = source;
  const note = source.config.reply.note;
  const parameters = [shape.view, shape.text].map(({ index }) => fn.parameters[index]);
  const written = parameters.some((each) => each && namesOf(each).some((name) => isWrittenTo(name)));
  if (written || leavesEarly(fn) || effectOfCalling(evaluator, fn) === "acts") return false;
  const answers = literals.filter(({ readings }) => !readings.every(({ isError }) => isError === true));
  const [answer] = answers;
  const literal = answer && bare(answer.site.node);
  if (answers.length !== 1 || !literal || !ts.isObjectLiteralExpression(literal)) return false;
  return literal.properties.every((property) => isPlain(property));

  function isPlain(property: ts.ObjectLiteralElementLike): boolean {
    if (ts.isSpreadAssignment(property)) {
      const branches = branchesOf(bare(property.expression)).map(bare);
      return branches.every(
        (each) => ts.isObjectLiteralExpression(each) && each.properties.every((inner) => isPlain(inner)),
      );
    }
    const value = propertyValue(property);
    const key = propertyName(property.name);
    if (!value) return false;
    if (key === "content") {
      const text = onlyText(bare(initial(value)));
      return text !== undefined && isGiven(text, shape.text);
    }
    return key === "structuredContent" ? isViewWithNote(value) : key === "isError";
  }

  /** The view as it is given, alone, with its note, or not at all. */
  function isViewWithNote(value: ts.Expression): boolean {
    const node = bare(initial(value));
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].every(isViewWithNote);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return isViewWithNote(node.right);
    if (ts.isCallExpression(node) && isWithNote(evaluator.program, node)) {
      const [view, text] = node.arguments;
      return view !== undefined && text !== undefined && isGiven(view, shape.view) && isGiven(text, shape.text);
    }
    if (!ts.isObjectLiteralExpression(node))
      return (ts.isIdentifier(node) && node.text === "undefined") || isGiven(node, shape.view);
    return node.properties.every((property) =>
      ts.isSpreadAssignment(property)
        ? isGiven(property.expression, shape.view) || addsNote(property.expression)
        : propertyName(property.name) === note,
    );
  }

  /** `...(more && { note: more })` */
  function addsNote(spread: ts.Expression): boolean {
    return branchesOf(bare(spread)).every((branch) => {
      const node = bare(branch);
      return ts.isObjectLiteralExpression(node) && node.properties.every(({ name }) => propertyName(name) === note);
    });
  }

  /** Whether an expression is what stands in one place of the call, untouched. */
  function isGiven(value: ts.Expression, { index, option }: Slot): boolean {
    const terms = evaluator.withFuel(20_000, () => evaluator.expand(value, undefined));
    const path = option === undefined ? "" : option;
    return (
      terms.length > 0 &&
      terms.every(({ parameter }) => parameter?.declaration === fn.parameters[index] && parameter?.path.join() === path)
    );
  }
}

/** What a `const` is declared with. */
function initial(value: ts.Expression): ts.Expression {
  const declaration = ts.isIdentifier(value) ? lookUp(value.text, value) : undefined;
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
    ? declaration.initializer
    : value;
}

function namesOf({
  name,
}: ts.ParameterDeclaration | ts.BindingElement): readonly (ts.ParameterDeclaration | ts.BindingElement)[] {
  const owner = name.parent as ts.ParameterDeclaration | ts.BindingElement;
  if (ts.isIdentifier(name)) return [owner];
  return name.elements.flatMap((each) => (ts.isBindingElement(each) ? namesOf(each) : []));
}

const isWrittenTo = (declaration: ts.ParameterDeclaration | ts.BindingElement) =>
  mutationsOf(declaration).some(({ kind }) => kind !== "passed");

/** Whether it throws, or answers otherwise in a case that a call of view and text can meet: only errors may leave before. */
function leavesEarly(fn: ts.Node): boolean {
  const visit = (node: ts.Node): boolean => {
    if (isFunction(node)) return false;
    if (ts.isThrowStatement(node)) return true;
    if (ts.isIfStatement(node) && !/^(?:\w+\.)?is_?error$/i.test(node.expression.getText())) return leaves(node);
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return ts.forEachChild(fn, (child) => visit(child) || undefined) ?? false;
}

function leaves(node: ts.Node): boolean {
  if (isFunction(node)) return false;
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) return true;
  return ts.forEachChild(node, (child) => leaves(child) || undefined) ?? false;
}
