/** `// mcp-lint-ignore <rule-id>: reason`: what is silenced, what is malformed, what silences nothing. */
import type { Diagnostic, Finding, Span } from "./diagnostic.js";

export interface Suppression {
  readonly rules: readonly string[];
  readonly reason: string;
  /** The 1-based line whose findings it silences; undefined for the whole file. */
  readonly line?: number;
  readonly at: Span;
}

export interface FileSuppressions {
  readonly file: string;
  readonly text: string;
  readonly list: readonly Suppression[];
  readonly malformed: readonly Finding[];
}

const directive = /mcp-lint-ignore(-file)?(?![\w-])([^\r\n]*)/;

/** Reads the comments of a file, given as ranges (UTF-16) that hold the directive's word. */
export function suppressions(
  file: string,
  text: string,
  comments: readonly { start: number; end: number }[],
  ruleIds: readonly string[],
): FileSuppressions {
  const list: Suppression[] = [];
  const malformed: Finding[] = [];
  for (const { start, end } of comments) {
    const comment = text.slice(start, end);
    const found = directive.exec(comment);
    if (!found || !/^(?:\/\/|\/\*)[\s*]*mcp-lint-ignore/.test(comment)) continue;
    const at = { file, start, end };
    const [, whole, rest = ""] = found;
    const [ids, ...reason] = rest.replace(/\*\/\s*$/, "").split(":");
    const rules = (ids ?? "").split(",").map((id) => id.trim());
    const why = reason.join(":").trim();
    const unknown = rules.find((id) => !ruleIds.includes(id));
    if (unknown !== undefined)
      malformed.push({
        at,
        message:
          unknown === ""
            ? "name the rule to ignore: `mcp-lint-ignore <rule-id>: reason`"
            : `unknown rule \`${unknown}\`; name one that \`mcp-lint rules\` lists`,
      });
    else if (why === "")
      malformed.push({ at, message: `say why: \`mcp-lint-ignore${whole ?? ""} ${rules.join(", ")}: reason\`` });
    else list.push({ rules, reason: why, at, ...(whole ? {} : { line: lineFor(text, start, end) }) });
  }
  return { file, text, list, malformed };
}

/** Its own line where code stands before it, else the next line that is no comment of this kind. */
function lineFor(text: string, start: number, end: number): number {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (!/^\s*\{?\s*$/.test(before)) return lineOf(text, start);
  const rest = text.slice(end).split("\n").slice(1);
  const skipped = rest.findIndex((line) => line.trim() !== "" && !/^\s*(?:\/\/|\/\*)\s*mcp-lint-ignore/.test(line));
  return lineOf(text, end) + 1 + Math.max(0, skipped);
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

export interface Applied {
  readonly kept: readonly Diagnostic[];
  readonly suppressed: readonly (Diagnostic & { readonly reason: string })[];
  /** Suppressions of rules that ran and found nothing there. */
  readonly unused: readonly Finding[];
}

/** A finding is silenced by the line that it starts in. `ran` are the ids of the rules that ran. */
export function applySuppressions(
  diagnostics: readonly Diagnostic[],
  files: readonly FileSuppressions[],
  ran: readonly string[],
): Applied {
  const kept: Diagnostic[] = [];
  const suppressed: (Diagnostic & { reason: string })[] = [];
  const used = new Set<string>();
  const byFile = new Map(files.map((each) => [each.file, each]));
  for (const diagnostic of diagnostics) {
    const here = byFile.get(diagnostic.at.file);
    const line = here ? lineOf(here.text, diagnostic.at.start) : 0;
    const by = here?.list.find(
      (each) => each.rules.includes(diagnostic.rule) && (each.line === undefined || each.line === line),
    );
    if (by) {
      used.add(`${by.at.file}:${by.at.start}:${diagnostic.rule}`);
      suppressed.push({ ...diagnostic, reason: by.reason });
    } else kept.push(diagnostic);
  }
  const unused = files.flatMap(({ list }) =>
    list.flatMap(({ rules, at }) =>
      rules
        .filter((rule) => ran.includes(rule) && !used.has(`${at.file}:${at.start}:${rule}`))
        .map((rule) => ({ at, message: `\`${rule}\` finds nothing here; delete the comment` })),
    ),
  );
  return { kept, suppressed, unused };
}
