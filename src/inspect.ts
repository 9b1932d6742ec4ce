/** The heavy half of the pipeline, loaded only where there is something to parse: program, server model, comments. */
import { ts } from "ts-morph";
import type { Config } from "./config.js";
import { hostById, hostIds } from "./delivery/hosts.js";
import type { CheckError, Span } from "./diagnostic.js";
import { mendFilter } from "./fix/keep-lists.js";
import { markFailure } from "./fix/mark-error.js";
import { mendMisfit } from "./fix/misfit.js";
import { mendHelper, mendSite } from "./fix/rewrite.js";
import { reasonFor } from "./judge.js";
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
  /** `line:column` of a place, 1-based, in UTF-16 units. */
  placeOf(at: Span): string;
  /** What the model cost, so far. */
  readonly work: ServerWork;
}

/**
 * `harnesses` are tests and evals that some rule asks for: they hold no results. A file on which the model throws is left
 * out and named, so that one fault of ours does not hide the rest.
 */
export function inspect(
  sources: Sources,
  paths: readonly string[],
  harnesses: readonly string[],
  config: Config,
): Inspection {
  const crashes: CheckError[] = [];
  const tried = (some: readonly string[], tests: readonly string[], file: string | null) => {
    try {
      return inspectAll(sources, some, tests, config);
    } catch (error) {
      crashes.push({ file, message: `mcp-lint crashed (${reasonFor(error)})`, isCrash: true });
      return undefined;
    }
  };
  const whole = tried(paths, harnesses, null);
  if (whole) return whole;
  const [rest, tests] = [
    paths.filter((path) => tried([path], [], path)),
    harnesses.filter((path) => tried([], [path], path)),
  ];
  // The first crash has been told by the files that bring it about, if each does so alone.
  if (crashes.length > 1) crashes.shift();
  const readable = tried(rest, tests, null) ?? inspectAll(sources, [], [], config);
  return { ...readable, errors: [...readable.errors, ...crashes] };
}

function inspectAll(
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
    failure: markFailure,
  });
  return {
    model,
    parsed: program.parsed().length,
    work,
    errors: syntaxErrors(program),
    comments: (file) => commentsIn(program, file),
    placeOf: ({ file, start }) => {
      const { line, column } = positionAt(program, file, start);
      return `${line}:${column}`;
    },
    sites: () => model.results.map((site) => report(program, model, site, config)),
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

function report(program: Program, model: ServerModel, site: ResultSite, config: Config): SiteReport {
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
    reads: Object.fromEntries(
      [...new Set([...hostIds, ...config.hosts])].map((ref) => [ref, readsOf(site, hostById(ref))]),
    ) as SiteReport["reads"],
    lostOn: /^lost/.test(site.verdict) ? model.lostOn(site) : [],
  };
}

const word = "mcp-lint-ignore";

/** Real comments only: the word in a string or in JSX text is none. */
function commentsIn(program: Program, path: string): { start: number; end: number }[] {
  const file = program.file(path);
  if (!file?.text.includes(word)) return [];
  const found = new Map<number, { start: number; end: number }>();
  // Each token once: thousands of comments may stand before one.
  for (let at = file.text.indexOf(word); at >= 0; ) {
    const token = tokenAt(file, at);
    const ranges =
      at >= token.getStart()
        ? []
        : [
            ...(ts.getLeadingCommentRanges(file.text, token.pos) ?? []),
            ...(ts.getTrailingCommentRanges(file.text, token.pos) ?? []),
          ];
    for (const { pos, end } of ranges)
      if (file.text.slice(pos, end).includes(word)) found.set(pos, { start: pos, end });
    at = file.text.indexOf(word, token.getChildCount(file) > 0 ? at + 1 : Math.max(at + 1, token.end));
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
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
