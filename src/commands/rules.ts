/** `mcp-lint rules`: the list, the linter's own ids last. */
import { rules } from "../../rules/index.js";
import { ownRules } from "../own-rules.js";
import { jsonText } from "../reporters/escape.js";
import type { Context } from "./context.js";

export function rulesCommand(json: boolean, { out, colors }: Context): void {
  const listed = [
    ...rules.map(({ id, severity, fixable, summary }) => ({ id, severity, fixable, summary })),
    ...ownRules,
  ];
  if (json) {
    out(jsonText({ schemaVersion: 1, rules: listed }));
    return;
  }
  const width = Math.max(...listed.map(({ id }) => id.length));
  for (const { id, severity, fixable, summary } of listed) {
    const paint = severity === "error" ? colors.red : colors.yellow;
    const fix = fixable === "never" ? "no fix" : "fixable";
    out(
      `${colors.bold(id.padEnd(width))}  ${paint(severity.padEnd("warning".length))}  ${colors.dim(fix.padEnd("fixable".length))}  ${summary}\n`,
    );
  }
}
