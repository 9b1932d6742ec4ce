/** Tools that get another `outputSchema` after they were registered: what the registration says of it is not the last word. */
import { ts } from "ts-morph";
import { bare } from "./bare.js";
import type { Evaluator } from "./evaluate.js";
import { member } from "./members.js";
import { builtAt, callsIn } from "./places.js";
import { propertyName } from "./scopes.js";

/**
 * Whether a file gives the tool of a registration another `outputSchema`: `registered.update({ outputSchema })`, or
 * `registered.outputSchema = …`. Where it can't be told which tool that speaks to, it speaks to each.
 */
export function replacesSchema(evaluator: Evaluator, file: ts.SourceFile, registration: ts.Node): boolean {
  if (!file.text.includes("outputSchema")) return false;
  const speaksTo = (receiver: ts.Expression): boolean | "unknown" => {
    const made = builtAt(receiver);
    return made === registration || (ts.isCallExpression(made) && isRegistration(made) ? false : "unknown");
  };
  const updates = (callsIn(file).get("update") ?? []).some(({ expression, arguments: [change] }) => {
    if (!change || !ts.isPropertyAccessExpression(expression)) return false;
    const target = speaksTo(expression.expression);
    return target === true ? mayHold(evaluator, change) : target === "unknown" && holds(bare(change));
  });
  return updates || assignedTo(file).some((receiver) => speaksTo(receiver) !== false);
}

const isRegistration = ({ expression }: ts.CallExpression) => /(?:Tool|tool)$/.test(expression.getText());

/** A change with a callback is read as a tool of its own. */
const holds = (change: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(change) &&
  change.properties.some(({ name }) => propertyName(name) === "outputSchema") &&
  !change.properties.some(({ name }) => propertyName(name) === "callback");

function mayHold(evaluator: Evaluator, argument: ts.Expression): boolean {
  const change = bare(argument);
  if (ts.isObjectLiteralExpression(change) && !change.properties.some(ts.isSpreadAssignment)) return holds(change);
  const terms = evaluator.withFuel(20_000, () => evaluator.expand(change, undefined));
  return terms.some((one) => one.kind === "opaque" || member(evaluator, one, "outputSchema").length > 0);
}

const assigned = new WeakMap<ts.SourceFile, readonly ts.Expression[]>();

/** The `x` of each `x.outputSchema = …`, but for configs, which are read with what is written to them. */
function assignedTo(file: ts.SourceFile): readonly ts.Expression[] {
  const known = assigned.get(file);
  if (known) return known;
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === "outputSchema" &&
      ts.isCallExpression(builtAt(node.left.expression))
    )
      found.push(node.left.expression);
    ts.forEachChild(node, visit);
  };
  if (/\.outputSchema\s*=[^=]/.test(file.text)) visit(file);
  assigned.set(file, found);
  return found;
}
