/** `mcp-lint rules` and `mcp-lint explain <rule>`. */
import { readFileSync } from "node:fs";
import { rules } from "../../rules/index.js";
import { suggestion } from "../config.js";
import { UsageError } from "../errors.js";
import { packageFile } from "../package-file.js";
import type { Context } from "./context.js";

interface Listed {
  readonly id: string;
  readonly severity: string;
  readonly fixable: string;
  readonly summary: string;
}

/** What the linter says of itself. */
const own: readonly Listed[] = [
  { id: "could-not-check", severity: "error", fixable: "never", summary: "a file or path that could not be looked at" },
  {
    id: "malformed-suppression",
    severity: "error",
    fixable: "never",
    summary: "an ignore comment without a known rule or a reason",
  },
  {
    id: "unused-suppression",
    severity: "warning",
    fixable: "never",
    summary: "an ignore comment that silences nothing",
  },
];

export function rulesCommand(json: boolean, { out, colors }: Context): void {
  const listed = [...rules.map(({ id, severity, fixable, summary }) => ({ id, severity, fixable, summary })), ...own];
  if (json) {
    out(`${JSON.stringify({ schemaVersion: 1, rules: listed }, null, 2)}\n`);
    return;
  }
  const [ids, severities] = [Math.max(...listed.map(({ id }) => id.length)), 7];
  for (const { id, severity, fixable, summary } of listed) {
    const paint = severity === "error" ? colors.red : colors.yellow;
    out(
      `${colors.bold(id.padEnd(ids))}  ${paint(severity.padEnd(severities))}  ${colors.dim(fixable === "never" ? "no fix  " : "fixable ")}  ${summary}\n`,
    );
  }
}

/** The rule's page, with a little weight in a terminal. */
export function explainCommand(id: string, { out, colors }: Context): void {
  const known = rules.map((rule) => rule.id);
  if (!known.includes(id)) {
    const note = own.find((each) => each.id === id);
    if (!note) throw new UsageError(`unknown rule \`${id}\`${suggestion(id, known)}; \`mcp-lint rules\` lists them`);
    out(`${note.id}: ${note.summary}\n`);
    return;
  }
  const page = readFileSync(packageFile(`rules/${id}.md`), "utf8").replace(/^<!--.*-->\n/gm, "");
  let code = false;
  for (const line of page.trimEnd().split("\n")) {
    const fence = line.startsWith("```");
    if (fence) code = !code;
    if (!fence || !colors.isColorSupported) out(`${styled(line, code)}\n`);
  }

  function styled(line: string, inCode: boolean): string {
    if (!colors.isColorSupported) return line;
    if (inCode) return colors.cyan(`    ${line}`);
    if (line.startsWith("#")) return colors.bold(line.replace(/^#+ /, ""));
    return line
      .replace(/\*\*(.+?)\*\*/g, (_, text: string) => colors.bold(text))
      .replace(/`(.+?)`/g, (_, text: string) => colors.cyan(text));
  }
}
