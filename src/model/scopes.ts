/** Names: which declaration an identifier means, by walking its scopes outwards. */
import { ts } from "ts-morph";

export type FunctionNode = ts.FunctionLikeDeclaration;

/** What a name can stand for. */
export type Declaration =
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ClassDeclaration
  | ts.ClassExpression
  | ts.EnumDeclaration
  | ts.ImportSpecifier
  | ts.ImportClause
  | ts.NamespaceImport
  | ts.ImportEqualsDeclaration;

export const isFunction = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isGetAccessorDeclaration(node) ||
  ts.isSetAccessorDeclaration(node);

export function enclosingFunction(node: ts.Node): FunctionNode | undefined {
  let at: ts.Node | undefined = node.parent;
  while (at && !isFunction(at)) at = at.parent;
  return at;
}

export function enclosingClass(node: ts.Node): ts.ClassLikeDeclaration | undefined {
  let at: ts.Node | undefined = node.parent;
  while (at && !ts.isClassLike(at)) at = at.parent;
  return at;
}

const tables = new WeakMap<ts.Node, Map<string, Declaration>>();

/** The declaration that `name` means at `from`; undefined for globals. */
export function lookUp(name: string, from: ts.Node): Declaration | undefined {
  for (let at: ts.Node | undefined = from; at; at = at.parent) {
    const found = isScope(at) ? tableOf(at).get(name) : undefined;
    if (found) return found;
  }
  return undefined;
}

const isScope = (node: ts.Node) =>
  ts.isSourceFile(node) ||
  ts.isBlock(node) ||
  ts.isModuleBlock(node) ||
  ts.isCaseBlock(node) ||
  ts.isForStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isCatchClause(node) ||
  ts.isClassLike(node) ||
  isFunction(node);

function tableOf(scope: ts.Node): Map<string, Declaration> {
  const known = tables.get(scope);
  if (known) return known;
  const table = new Map<string, Declaration>();
  const add = (name: string, declaration: Declaration) => {
    if (!table.has(name)) table.set(name, declaration);
  };
  const bind = (
    name: ts.BindingName,
    declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
  ) => {
    if (ts.isIdentifier(name)) add(name.text, declaration);
    else for (const element of name.elements) if (ts.isBindingElement(element)) bind(element.name, element);
  };
  const list = (declarations: ts.VariableDeclarationList) => {
    for (const declaration of declarations.declarations) bind(declaration.name, declaration);
  };
  const statement = (node: ts.Node) => {
    if (ts.isVariableStatement(node)) list(node.declarationList);
    else if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)) && node.name)
      add(node.name.text, node);
    else if (ts.isImportEqualsDeclaration(node)) add(node.name.text, node);
    else if (ts.isImportDeclaration(node) && node.importClause) imports(node.importClause);
  };
  const imports = (clause: ts.ImportClause) => {
    if (clause.name) add(clause.name.text, clause);
    const named = clause.namedBindings;
    if (named && ts.isNamespaceImport(named)) add(named.name.text, named);
    else if (named) for (const specifier of named.elements) add(specifier.name.text, specifier);
  };

  if (ts.isSourceFile(scope) || ts.isBlock(scope) || ts.isModuleBlock(scope)) scope.statements.forEach(statement);
  else if (ts.isCaseBlock(scope)) for (const clause of scope.clauses) clause.statements.forEach(statement);
  else if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
    if (scope.initializer && ts.isVariableDeclarationList(scope.initializer)) list(scope.initializer);
  } else if (ts.isCatchClause(scope)) {
    if (scope.variableDeclaration) bind(scope.variableDeclaration.name, scope.variableDeclaration);
  } else if (ts.isClassExpression(scope) && scope.name) add(scope.name.text, scope);
  else if (isFunction(scope)) {
    for (const parameter of scope.parameters) bind(parameter.name, parameter);
    if (ts.isFunctionExpression(scope) && scope.name) add(scope.name.text, scope);
  }
  if (ts.isSourceFile(scope) || isFunction(scope)) hoist(scope, list);
  tables.set(scope, table);
  return table;
}

/** `var` belongs to the function, however deep the block it stands in. */
function hoist(scope: ts.Node, list: (declarations: ts.VariableDeclarationList) => void): void {
  const visit = (node: ts.Node) => {
    if (isFunction(node) || ts.isClassLike(node)) return;
    if (ts.isVariableDeclarationList(node) && !(node.flags & ts.NodeFlags.BlockScoped)) list(node);
    if (!ts.isExpressionStatement(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(scope, visit);
}

/** The variable, parameter or catch clause that a destructured name is taken from, with the path of keys to it. */
export function bindingRoot(element: ts.BindingElement): {
  root: ts.VariableDeclaration | ts.ParameterDeclaration;
  path: readonly BindingStep[];
} {
  const path: BindingStep[] = [];
  let at: ts.Node = element;
  while (ts.isBindingElement(at)) {
    const pattern: ts.BindingPattern = at.parent;
    path.unshift({ element: at, key: keyOf(at, pattern) });
    at = pattern.parent;
  }
  return { root: at as ts.VariableDeclaration | ts.ParameterDeclaration, path };
}

export interface BindingStep {
  readonly element: ts.BindingElement;
  /** The property or index taken; undefined where it is computed or a rest. */
  readonly key: string | undefined;
}

function keyOf(element: ts.BindingElement, pattern: ts.BindingPattern): string | undefined {
  if (element.dotDotDotToken) return undefined;
  if (ts.isArrayBindingPattern(pattern)) return String(pattern.elements.indexOf(element));
  const name = element.propertyName ?? element.name;
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

/** Whether a name that is `let`, `var` or a parameter can be written to after it was declared. */
export function isConstant(declaration: ts.VariableDeclaration): boolean {
  return ts.isVariableDeclarationList(declaration.parent) && (declaration.parent.flags & ts.NodeFlags.Const) !== 0;
}

export function propertyName(name: ts.PropertyName | undefined): string | undefined {
  if (!name) return undefined;
  if (
    ts.isIdentifier(name) ||
    ts.isStringLiteralLike(name) ||
    ts.isNumericLiteral(name) ||
    ts.isPrivateIdentifier(name)
  )
    return name.text;
  return ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}
