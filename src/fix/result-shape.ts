/** A result literal taken apart: which of its parts a rewrite may move, and which must stay. */
import { ts } from "ts-morph";
import { bare } from "../model/bare.js";
import { propertyName } from "../model/scopes.js";

export interface ResultShape {
  readonly literal: ts.ObjectLiteralExpression;
  /** The value of `structuredContent`, and the property that holds it. */
  readonly view: {
    readonly value: ts.Expression;
    readonly property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment;
  };
  /** The text of the only block, where there is one block and it has nothing but a text. */
  readonly text?: ts.Expression;
  /** The blocks, where they are built elsewhere: `content` or `result.content`. */
  readonly blocks?: ts.Expression;
  /** The call that makes the blocks, where they have no name. */
  readonly made?: ts.Expression;
  /** Whether the literal holds nothing but that text, the view and `isError: false`. */
  readonly plain: boolean;
}

/** Undefined where the literal has no view of its own to change. */
export function shapeOf(literal: ts.ObjectLiteralExpression): ResultShape | undefined {
  const view = findView(literal);
  if (!view) return undefined;
  const content = literal.properties.find(({ name }) => propertyName(name) === "content");
  const blocks = content && propertyValue(content);
  // Some servers keep the text beside the view under a name of their own, and wrap it later.
  const loose = content ? undefined : literal.properties.find(({ name }) => propertyName(name) === "textContent");
  const text = blocks ? onlyText(bare(blocks)) : loose && propertyValue(loose);
  const isList = blocks !== undefined && ts.isArrayLiteralExpression(bare(blocks));
  const rest = literal.properties.filter(
    (property) => property !== content && property !== view.property && !saysNoError(property),
  );
  return {
    literal,
    view,
    ...(text ? { text } : {}),
    ...(blocks && isReference(bare(blocks)) ? { blocks } : {}),
    ...(blocks && isMade(bare(blocks)) ? { made: blocks } : {}),
    plain: text !== undefined && !loose && isList && rest.length === 0 && view.property.parent === literal,
  };
}

/** Blocks that calls make, alone or in a list: their type does not hang on where they stand, so that they can be named. */
const isMade = (blocks: ts.Expression): boolean =>
  ts.isCallExpression(blocks) ||
  (ts.isArrayLiteralExpression(blocks) &&
    blocks.elements.length > 0 &&
    blocks.elements.every((each) => ts.isCallExpression(bare(ts.isSpreadElement(each) ? each.expression : each))));

type ViewPlace = ResultShape["view"];

/** The property, directly or in a conditional spread: `...(view && { structuredContent: view })`. */
function findView(literal: ts.ObjectLiteralExpression): ViewPlace | undefined {
  for (const property of literal.properties) {
    if (propertyName(property.name) === "structuredContent") {
      if (ts.isPropertyAssignment(property)) return { value: property.initializer, property };
      return ts.isShorthandPropertyAssignment(property) ? { value: property.name, property } : undefined;
    }
    if (!ts.isSpreadAssignment(property)) continue;
    const inner = branchesOf(bare(property.expression)).map(bare).filter(ts.isObjectLiteralExpression);
    const found = inner.flatMap((each) => findView(each) ?? []);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/** What a condition can give, without the nothing that `&&` gives where its left side is not so. */
export function branchesOf(node: ts.Expression): readonly ts.Expression[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (!ts.isBinaryExpression(node)) return [node];
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.CommaToken:
      return [node.right];
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      return [node.left, node.right];
    default:
      return [node];
  }
}

export function propertyValue(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

/** The text of blocks that are one block with nothing but a text. */
export /** The text of a list of one block; some frameworks take that block without a list. */
function onlyText(blocks: ts.Expression): ts.Expression | undefined {
  const list = ts.isArrayLiteralExpression(blocks) ? blocks.elements : [blocks];
  const block = list[0] && list.length === 1 ? bare(list[0]) : undefined;
  if (!block || !ts.isObjectLiteralExpression(block) || block.properties.length !== 2) return undefined;
  const type = block.properties.find(({ name }) => propertyName(name) === "type");
  const kind = type && propertyValue(type);
  if (!kind || !ts.isStringLiteralLike(bare(kind)) || (bare(kind) as ts.StringLiteralLike).text !== "text")
    return undefined;
  const text = block.properties.find(({ name }) => propertyName(name) === "text");
  return text && propertyValue(text);
}

function saysNoError(property: ts.ObjectLiteralElementLike): boolean {
  return (
    propertyName(property.name) === "isError" &&
    ts.isPropertyAssignment(property) &&
    property.initializer.kind === ts.SyntaxKind.FalseKeyword
  );
}

/** A name or a path of names: it can be written twice, and reading it twice does nothing. */
export function isReference(node: ts.Expression): boolean {
  const at = bare(node);
  return (
    ts.isIdentifier(at) ||
    at.kind === ts.SyntaxKind.ThisKeyword ||
    (ts.isPropertyAccessExpression(at) && isReference(at.expression))
  );
}

/** Whether comments stand in a node outside of the parts that a rewrite keeps. */
export function losesComments(node: ts.Node, kept: readonly ts.Node[]): boolean {
  const text = node.getSourceFile().text;
  let rest = "";
  let at = node.getStart();
  for (const part of [...kept].sort((a, b) => a.getStart() - b.getStart())) {
    rest += text.slice(at, part.getStart());
    at = part.getEnd();
  }
  return /\/\/|\/\*/.test(rest + text.slice(at, node.getEnd()));
}

/** The literal with the parentheses and casts around it that served only to type it. */
export function castPlace(literal: ts.ObjectLiteralExpression): ts.Expression {
  let at: ts.Expression = literal;
  for (;;) {
    const { parent } = at;
    const served =
      ts.isSatisfiesExpression(parent) || (ts.isAsExpression(parent) && ts.isConstTypeReference(parent.type));
    if (!served && !ts.isParenthesizedExpression(parent)) return at;
    at = parent;
  }
}

/** `{ … } as const`: each of its values has a type of its own. */
export function isConst(literal: ts.ObjectLiteralExpression): boolean {
  let at: ts.Node = literal.parent;
  while (ts.isParenthesizedExpression(at) || ts.isSatisfiesExpression(at)) at = at.parent;
  return ts.isAsExpression(at) && ts.isConstTypeReference(at.type);
}
