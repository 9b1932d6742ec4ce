/** What a condition says of a line that begins with a bullet, and of no more than that. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import { isFunction, lookUp } from "./scopes.js";

/** A callback, or a function of the file that is named, with the line that it judges. */
export function predicate(callback: ts.Expression): { body: ts.Expression; line: ts.BindingName } | undefined {
  const node = bare(callback);
  const declaration = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  const fn =
    declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
      ? bare(declaration.initializer)
      : (declaration ?? node);
  if (!isFunction(fn) || !fn.body || !fn.parameters[0]) return undefined;
  const body = ts.isBlock(fn.body) ? onlyReturn(fn.body) : fn.body;
  return body && { body, line: fn.parameters[0].name };
}

function onlyReturn({ statements }: ts.Block): ts.Expression | undefined {
  const [only, more] = statements;
  return only && !more && ts.isReturnStatement(only) ? only.expression : undefined;
}

/** Whether a condition can hold for no bulleted line. */
export function refusesBullets(condition: ts.Expression, line: ts.BindingName): boolean {
  const node = bare(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return isBulleted(node.operand, line);
  if (!ts.isBinaryExpression(node)) return false;
  const kind = node.operatorToken.kind;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return refusesBullets(node.left, line) || refusesBullets(node.right, line);
  const differs = kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken;
  return differs && isFirstOf(node.left, line) && isBullet(node.right);
}

/** Whether a condition holds for every line that begins with a bullet. */
export function isBulleted(condition: ts.Expression, line: ts.BindingName): boolean {
  const node = bare(condition);
  if (ts.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind;
    if (kind === ts.SyntaxKind.BarBarToken) return isBulleted(node.left, line) || isBulleted(node.right, line);
    const same = kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken;
    return same && isFirstOf(node.left, line) && isBullet(node.right);
  }
  if (!ts.isCallExpression(node)) return false;
  const callee = bare(node.expression);
  const [argument] = node.arguments;
  if (ts.isIdentifier(callee) && argument && isLine(argument, line)) {
    const named = predicate(callee);
    return named !== undefined && isBulleted(named.body, named.line);
  }
  if (!ts.isPropertyAccessExpression(callee) || !argument) return false;
  const on = bare(callee.expression);
  if (callee.name.text === "startsWith") return isLine(on, line) && isBullet(argument);
  if (callee.name.text === "match" || callee.name.text === "search")
    return isLine(on, line) && isBulletPattern(argument);
  if (callee.name.text === "includes")
    return isFirstOf(argument, line) && ts.isArrayLiteralExpression(on) && on.elements.some(isBullet);
  return callee.name.text === "test" && isLine(argument, line) && isBulletPattern(on);
}

/** `line`, `line.trim()` */
function isLine(expression: ts.Expression, line: ts.BindingName): boolean {
  const node = bare(expression);
  if (ts.isIdentifier(node)) return ts.isIdentifier(line) && node.text === line.text;
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^trim(?:Start)?$/.test(node.expression.name.text) &&
    isLine(node.expression.expression, line)
  );
}

/** `line[0]`, `line.charAt(0)` */
function isFirstOf(expression: ts.Expression, line: ts.BindingName): boolean {
  const node = bare(expression);
  if (ts.isElementAccessExpression(node))
    return node.argumentExpression.getText() === "0" && isLine(node.expression, line);
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:charAt|at)$/.test(node.expression.name.text) &&
    node.arguments[0]?.getText() === "0" &&
    isLine(node.expression.expression, line)
  );
}

const isBullet = (node: ts.Expression) => ts.isStringLiteralLike(node) && /^\s*[-*•‣–]\s*$/.test(node.text);

function isBulletPattern(expression: ts.Expression): boolean {
  const node = bare(expression);
  if (ts.isRegularExpressionLiteral(node)) return isBareBullet(node.text, lineStart);
  const declaration = ts.isIdentifier(node) ? lookUp(node.text, node) : undefined;
  const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && ts.isRegularExpressionLiteral(value) && isBareBullet(value.text, lineStart);
}

const blank = String.raw`(?:\\s|\\t| |\[ \\t\])`;
const bullet = String.raw`(?:\\?[-*•‣–]|\[[-\\*•‣–+]+\]|\((?:\?:)?(?:\\?[-*•‣–+]\|?)+\))`;
const start = `^/\\^${blank}*[*+?]?${bullet}${blank}*[*+?]?`;
/** `/^\s*- /` */
const lineStart = new RegExp(String.raw`${start}(?:\.\*\$?)?/[a-z]*$`);
/** `/^\s*- .*$\n?/gm` */
export const wholeLine = new RegExp(
  String.raw`${start}\.[*+]\$?(?:\\r\??)?(?:\(\?:)?(?:\\r\?)?(?:\\n)?(?:\|\$\))?\??/[a-z]*m[a-z]*$`,
);
export const isBareBullet = (pattern: string, shape: RegExp) => shape.test(pattern);
