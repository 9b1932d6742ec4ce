/** The expressions that a function can return, without the branches that can't run. */
import { ts } from "ts-morph";
import { decide } from "./decide.js";
import type { Evaluator } from "./evaluate.js";
import type { FunctionNode } from "./scopes.js";
import type { Env } from "./terms.js";

export function returnsOf(evaluator: Evaluator, fn: FunctionNode, env: Env): readonly ts.Expression[] {
  const { body } = fn;
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  walk(body.statements);
  return found;

  /** Whether the statements surely end the function. */
  function walk(statements: readonly ts.Statement[]): boolean {
    return statements.some(visit);
  }

  function visit(node: ts.Statement): boolean {
    if (ts.isReturnStatement(node)) {
      if (node.expression) found.push(node.expression);
      return true;
    }
    if (ts.isThrowStatement(node)) return true;
    if (ts.isBlock(node)) return walk(node.statements);
    if (ts.isIfStatement(node)) return branch(node);
    if (ts.isTryStatement(node)) {
      const tried = walk(node.tryBlock.statements);
      const caught = node.catchClause ? walk(node.catchClause.block.statements) : tried;
      const last = node.finallyBlock ? walk(node.finallyBlock.statements) : false;
      return (tried && caught) || last;
    }
    if (ts.isSwitchStatement(node)) {
      const ends = node.caseBlock.clauses.map((clause) => walk(clause.statements));
      return (
        ends.at(-1) === true &&
        node.caseBlock.clauses.some(ts.isDefaultClause) &&
        ends.every((end, index) => end || node.caseBlock.clauses[index]?.statements.length === 0)
      );
    }
    if (ts.isIterationStatement(node, false)) visit(node.statement);
    if (ts.isLabeledStatement(node)) return visit(node.statement);
    return false;
  }

  function branch(node: ts.IfStatement): boolean {
    const decided = decide(evaluator, node.expression, env);
    if (decided === true) return visit(node.thenStatement);
    if (decided === false) return node.elseStatement ? visit(node.elseStatement) : false;
    const then = visit(node.thenStatement);
    const otherwise = node.elseStatement ? visit(node.elseStatement) : false;
    return then && otherwise;
  }
}
