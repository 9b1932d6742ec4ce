/** `mcp-lint explain <rule>`: the rule's page. */
import { readFileSync } from "node:fs";
import type { Colors } from "picocolors/types.js";
import { suggestion } from "../config.js";
import { UsageError } from "../errors.js";
import { ownRules } from "../own-rules.js";
import { packageFile } from "../package-file.js";
import type { Context } from "./context.js";
import { ruleIds } from "./setup.js";

/** Prints the page as it is written, with some weight where there are colours. Throws a UsageError. */
export function explainCommand(id: string, { out, colors }: Context): void {
  const own = ownRules.find((each) => each.id === id);
  if (own) {
    out(`${colors.bold(own.id)}: ${own.summary}\n`);
    return;
  }
  if (!ruleIds.includes(id))
    throw new UsageError(`unknown rule \`${id}\`${suggestion(id, ruleIds) || "; `mcp-lint rules` lists them"}`);
  const page = readFileSync(packageFile(`rules/${id}.md`), "utf8")
    .replace(/^<!--.*-->\n/gm, "")
    .trimEnd();
  out(`${colors.isColorSupported ? styled(page, colors) : page}\n`);
}

/** Headings bold, code indented, no fences. */
function styled(page: string, colors: Colors): string {
  let inCode = false;
  return page
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("```")) {
        inCode = !inCode;
        return [];
      }
      if (inCode) return [colors.cyan(`    ${line}`)];
      if (line.startsWith("#")) return [colors.bold(line.replace(/^#+ /, ""))];
      return [
        line
          .replace(/\*\*(.+?)\*\*/g, (_, text) => colors.bold(text))
          .replace(/`(.+?)`/g, (_, text) => colors.cyan(text)),
      ];
    })
    .join("\n");
}
