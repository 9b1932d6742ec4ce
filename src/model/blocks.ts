/** The blocks that a result's content is made of, in the forms that the frameworks take, and their text. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { arrayItems } from "./items.js";
import { member } from "./members.js";
import { lookUp } from "./scopes.js";
import type { Term } from "./terms.js";
import { type Piece, textOfTerms } from "./text.js";

/** The blocks of a content; Skybridge takes a bare string or a single block too. */
function blocksOf(evaluator: Evaluator, content: readonly Term[]): readonly Term[] {
  const alone = content.filter(
    ({ kind, node }) => kind === "value" && (isText(node) || ts.isObjectLiteralExpression(node)),
  );
  return [
    ...alone,
    ...arrayItems(
      evaluator,
      content.filter((each) => !alone.includes(each)),
    ),
  ];
}

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  ts.isBinaryExpression(node) ||
  (ts.isCallExpression(node) && /^JSON\.stringify$/.test(node.expression.getText()));

/** The text of all blocks of a content. */
export const textOfContent = (evaluator: Evaluator, content: readonly Term[]): readonly Piece[] =>
  blocksOf(evaluator, content).flatMap((block) => textOfBlock(evaluator, block));

/** The text of a block: an image or a resource has none. */
function textOfBlock(evaluator: Evaluator, block: Term): readonly Piece[] {
  if (block.kind === "value" && isText(block.node)) return textOfTerms(evaluator, [block], block.node);
  // `text(words)` of a framework makes a block of them.
  const [words, more] = ts.isCallExpression(block.node) ? block.node.arguments : [];
  if (block.kind === "opaque" && words && !more && isTextMaker(block.node as ts.CallExpression))
    return textOfTerms(evaluator, evaluator.expand(words, block.env), words);
  if (block.kind === "opaque")
    return [[{ hole: { terms: [block], node: block.node, several: false, names: block.names } }]];
  if (isForUser(evaluator, block)) return [];
  const text = member(evaluator, block, "text");
  return text.length ? textOfTerms(evaluator, text, block.node) : [];
}

/** `text(…)`, `tool.text(…)`, or `textOf(…)` that is imported as another name for it. */
function isTextMaker({ expression }: ts.CallExpression): boolean {
  if (ts.isPropertyAccessExpression(expression)) return expression.getText() === "tool.text";
  const declaration = ts.isIdentifier(expression) ? lookUp(expression.text, expression) : undefined;
  return declaration !== undefined && ts.isImportSpecifier(declaration)
    ? (declaration.propertyName ?? declaration.name).text === "text"
    : false;
}

/** `annotations: { audience: ["user"] }`: not for the model, wherever it ends up. */
function isForUser(evaluator: Evaluator, block: Term): boolean {
  const annotations = member(evaluator, block, "annotations");
  const audience = annotations.flatMap((each) => member(evaluator, each, "audience"));
  const readers = arrayItems(evaluator, audience);
  return readers.length > 0 && readers.every(({ node }) => ts.isStringLiteralLike(node) && node.text === "user");
}
