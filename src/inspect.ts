/** The heavy half of the pipeline, loaded only where there is something to parse: program, server model, comments. */
import { ts } from "ts-morph";
import type { Config } from "./config.js";
import { hosts } from "./delivery/hosts.js";
import type { CheckError } from "./diagnostic.js";
import { mendFilter } from "./fix/keep-lists.js";
import { mendMisfit } from "./fix/misfit.js";
import { mendHelper, mendSite } from "./fix/rewrite.js";
import { buildServer, readsOf, type ServerWork } from "./model/server.js";
import type { ResultSite, ServerModel } from "./model/server-model.js";
import { openProgram, type Program } from "./program.js";
import type { SiteReport } from "./result.js";
import type { Sources } from "./sources.js";

export interface Inspection {
  readonly model: ServerModel;
  /** How many files were parsed. */
  readonly parsed: number;
  /** The parsed files that hold syntax errors, and the model's own limits. */
  readonly errors: readonly CheckError[];
  /** The ranges of a file's comments that speak to the linter. */
  comments(file: string): readonly { readonly start: number; readonly end: number }[];
  sites(): readonly SiteReport[];
  /** What the model cost, so far. */
  readonly work: ServerWork;
}

/** `harnesses` are tests and evals that some rule asks for: they hold no results. */
export function inspect(
  sources: Sources,
  paths: readonly string[],
  harnesses: readonly string[],
  config: Config,
): Inspection {
  const program = openProgram(sources);
  const { model, work } = buildServer(program, paths, harnesses, config, {
    site: mendSite,
    helper: mendHelper,
    filter: mendFilter,
    misfit: mendMisfit,
  });
  return {
    model,
    parsed: program.parsed().length,
    work,
    errors: syntaxErrors(program),
    comments: (file) => commentsIn(program, file),
    sites: () => model.results.map((site) => report(program, model, site)),
  };
}

function syntaxErrors(program: Program): readonly CheckError[] {
  const deep = program.tooDeep().map((file) => ({ file, message: "it nests too deep to be read" }));
  const wrong = program.parsed().flatMap((file) => {
    const error = program.syntaxError(file);
    if (!error) return [];
    const { line, column } = positionAt(program, file, error.start);
    return [{ file, message: `syntax error at ${line}:${column}: ${error.message}` }];
  });
  return [...wrong, ...deep];
}

/** 1-based line and column, in UTF-16 units. */
function positionAt(program: Program, file: string, offset: number): { line: number; column: number } {
  const at = program.file(file)?.getLineAndCharacterOfPosition(offset) ?? { line: 0, character: 0 };
  return { line: at.line + 1, column: at.character + 1 };
}

function report(program: Program, model: ServerModel, site: ResultSite): SiteReport {
  const start = positionAt(program, site.at.file, site.at.start);
  return {
    file: site.at.file,
    line: start.line,
    column: start.column,
    endLine: positionAt(program, site.at.file, site.at.end).line,
    viewLine: site.view ? positionAt(program, site.view.at.file, site.view.at.start).line : null,
    tool: site.tool?.name ?? null,
    helper: site.helper?.name ?? null,
    isError: site.isError,
    verdict: site.verdict,
    text: site.text.map(({ value, kind, covered, at }) => ({
      value,
      kind,
      covered,
      file: at.file,
      line: positionAt(program, at.file, at.start).line,
    })),
    view: site.view ? { keys: site.view.keys, opaque: site.view.opaque } : null,
    reads: Object.fromEntries(hosts.map((host) => [host.id, readsOf(site, host)])) as SiteReport["reads"],
    lostOn: /^lost/.test(site.verdict) ? model.lostOn(site) : [],
  };
}

const word = "mcp-lint-ignore";

/** Real comments only: the word in a string or in JSX text is none. */
function commentsIn(program: Program, path: string): { start: number; end: number }[] {
  const file = program.file(path);
  if (!file?.text.includes(word)) return [];
  const found: { start: number; end: number }[] = [];
  for (let at = file.text.indexOf(word); at >= 0; at = file.text.indexOf(word, at + 1)) {
    const token = tokenAt(file, at);
    if (at >= token.getStart() && at < token.getEnd()) continue;
    const ranges = [
      ...(ts.getLeadingCommentRanges(file.text, token.pos) ?? []),
      ...(ts.getTrailingCommentRanges(file.text, token.pos) ?? []),
    ];
    const range = ranges.find(({ pos, end }) => pos <= at && at < end);
    if (range && !found.some(({ start }) => start === range.pos)) found.push({ start: range.pos, end: range.end });
  }
  return found;
}

/** The token whose text or leading trivia holds an offset. */
function tokenAt(file: ts.SourceFile, offset: number): ts.Node {
  let at: ts.Node = file;
  for (;;) {
    const next: ts.Node | undefined = at.getChildren(file).find(({ pos, end }) => pos <= offset && offset < end);
    if (!next) return at;
    at = next;
  }
}
