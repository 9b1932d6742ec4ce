/** `// mcp-lint-ignore <rule-id>: reason`: what is silenced, what is malformed, what silences nothing. */
import type { Diagnostic, Finding, Span } from "./diagnostic.js";
import { suggestion } from "./suggestion.js";

export interface Suppression {
  readonly rules: readonly string[];
  readonly reason: string;
  /** The 1-based line whose findings it silences; undefined for the whole file. */
  readonly line?: number;
  /** The comment. */
  readonly at: Span;
}

export interface FileSuppressions {
  readonly file: string;
  readonly text: string;
  readonly list: readonly Suppression[];
  readonly malformed: readonly Finding[];
}

/** The word opens the comment, or a line of it: prose that mentions it is no directive. */
const directive = /^(?:\/\/+|\/\*+|[ \t]*\*(?!\/)|)[ \t]*mcp-lint-ignore(?![a-z0-9_])([\w-]*)(.*?)(?:\*\/)?$/gm;

/** Reads the comments (ranges in UTF-16, `/` to the end) of a file; the caller knows which text is a comment. */
export function suppressions(
  file: string,
  text: string,
  comments: readonly { start: number; end: number }[],
  ruleIds: readonly string[],
): FileSuppressions {
  const list: Suppression[] = [];
  const malformed: Finding[] = [];
  for (const { start, end } of comments) {
    const at = { file, start, end };
    for (const [, scope = "", rest = ""] of text.slice(start, end).matchAll(directive)) {
      const read = readDirective(scope, rest, ruleIds);
      if (typeof read === "string") malformed.push({ at, message: read });
      else list.push({ ...read, at, ...(scope === "" ? { line: lineFor(text, start, end) } : {}) });
    }
  }
  return { file, text, list, malformed };
}

/** Its rules and reason, or what is wrong with it. */
function readDirective(
  scope: string,
  rest: string,
  ruleIds: readonly string[],
): { rules: string[]; reason: string } | string {
  const word = `mcp-lint-ignore${scope}`;
  if (scope !== "" && scope !== "-file")
    return `there is no \`${word}\`; write \`mcp-lint-ignore\` or \`mcp-lint-ignore-file\``;
  const colon = rest.indexOf(":");
  const names = (colon < 0 ? rest : rest.slice(0, colon)).trim();
  const reason = colon < 0 ? "" : rest.slice(colon + 1).trim();
  if (names === "") return `name the rule to ignore: \`${word} <rule-id>: reason\``;
  const rules = names.split(",").map((id) => id.trim());
  const unknown = rules.find((id) => !ruleIds.includes(id));
  if (unknown !== undefined && /^[\w/-]*$/.test(unknown))
    return `unknown rule \`${unknown}\`${suggestion(unknown, ruleIds) || "; name one that `mcp-lint rules` lists"}`;
  if (unknown !== undefined || reason === "") return `say why after a colon: \`${word} <rule-id>: reason\``;
  return { rules: [...new Set(rules)], reason };
}

/** Its own line where code stands before it, else the line of the next code. */
function lineFor(text: string, start: number, end: number): number {
  let lineStart = start;
  while (lineStart > 0 && !lineBreak.test(text.charAt(lineStart - 1))) lineStart--;
  const before = text.slice(lineStart, start).trim();
  if (before === "") return lineOf(text, codeAfter(text, end));
  const closing = codeAfter(text, end);
  const isJsx = before === "{" && text.startsWith("/*", start) && text[closing] === "}";
  return isJsx ? lineOf(text, codeAfter(text, closing + 1)) : lineOf(text, start);
}

/** Where the next code starts: blanks and comments stand between, in JSX in braces. */
function codeAfter(text: string, offset: number): number {
  const between = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\})*/y;
  between.lastIndex = offset;
  between.test(text);
  return between.lastIndex;
}

const lineBreak = /\r\n|[\n\r\u2028\u2029]/;
const lineOf = (text: string, offset: number) => text.slice(0, offset).split(lineBreak).length;

export interface Applied {
  readonly kept: readonly Diagnostic[];
  readonly suppressed: readonly (Diagnostic & { readonly reason: string })[];
  /** Suppressions of rules that ran and found nothing there. */
  readonly unused: readonly Finding[];
}

/** A finding is silenced by the line that it starts in. `ran` says whether a rule has looked at a file. */
export function applySuppressions(
  diagnostics: readonly Diagnostic[],
  files: readonly FileSuppressions[],
  ran: (rule: string, file: string) => boolean,
): Applied {
  const kept: Diagnostic[] = [];
  const suppressed: (Diagnostic & { reason: string })[] = [];
  const used = new Map<Suppression, Set<string>>();
  const byFile = new Map(files.map((each) => [each.file, each]));
  for (const diagnostic of diagnostics) {
    const by = suppressionOf(diagnostic, byFile.get(diagnostic.at.file));
    if (by) {
      used.set(by, (used.get(by) ?? new Set()).add(diagnostic.rule));
      suppressed.push({ ...diagnostic, reason: by.reason });
    } else kept.push(diagnostic);
  }
  const unused = files.flatMap(({ list }) =>
    list.flatMap((each) =>
      each.rules
        .filter((rule) => ran(rule, each.at.file) && !used.get(each)?.has(rule))
        .map((rule) => ({ at: each.at, message: `\`${rule}\` finds nothing here; delete it from the comment` })),
    ),
  );
  return { kept, suppressed, unused };
}

/** The suppression of a finding's line, else of its file. */
function suppressionOf({ rule, at }: Diagnostic, here: FileSuppressions | undefined): Suppression | undefined {
  if (!here) return undefined;
  const own = here.list.filter(({ rules }) => rules.includes(rule));
  if (own.length === 0) return undefined;
  const line = lineOf(here.text, at.start);
  return own.find((each) => each.line === line) ?? own.find((each) => each.line === undefined);
}
