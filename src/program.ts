/** Parses files on demand and finds the file that an import names. No type checker, no library files. */
import { ts } from "ts-morph";
import { UnreadableError } from "./errors.js";
import { moduleResolver } from "./model/modules.js";
import type { Sources } from "./sources.js";

export interface Program {
  readonly sources: Sources;
  /** The parsed file, once per program; undefined where there is none that can be read. */
  file(path: string): ts.SourceFile | undefined;
  /** The file of the project that a module specifier names from `from`; undefined for packages and what is not there. */
  resolve(from: string, specifier: string): string | undefined;
  /** Paths parsed so far. */
  parsed(): readonly string[];
  /** Paths of files that nest deeper than a parser or a reader of the tree can go. */
  tooDeep(): readonly string[];
  /** The first syntax error of a parsed file: message and UTF-16 offset. */
  syntaxError(path: string): { message: string; start: number } | undefined;
}

const scriptKinds: Readonly<Record<string, ts.ScriptKind>> = {
  ts: ts.ScriptKind.TS,
  mts: ts.ScriptKind.TS,
  cts: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
};

export function openProgram(given: Sources): Program {
  const sources = opaque(given);
  const files = new Map<string, ts.SourceFile | undefined>();
  const deep: string[] = [];
  const resolver = moduleResolver(
    (path) => sources.read(path),
    () => sources.paths(),
  );
  return {
    sources,
    file(path) {
      if (files.has(path)) return files.get(path);
      const text = sources.read(path);
      const parsed = text === undefined ? undefined : shallow(path, text);
      if (text !== undefined && !parsed) deep.push(path);
      files.set(path, parsed);
      return parsed;
    },
    resolve: resolver,
    parsed: () => [...files].filter(([, file]) => file).map(([path]) => path),
    tooDeep: () => deep,
    syntaxError(path) {
      const [first] =
        (files.get(path) as { parseDiagnostics?: ts.DiagnosticWithLocation[] } | undefined)?.parseDiagnostics ?? [];
      return first && { message: ts.flattenDiagnosticMessageText(first.messageText, " "), start: first.start };
    },
  };
}

/** Levels of the tree that everything after can walk with plain recursion. */
const deepest = 1200;

function shallow(path: string, text: string): ts.SourceFile | undefined {
  try {
    const file = parse(path, text);
    return depthOf(file) > deepest ? undefined : file;
  } catch (error) {
    // The parser's own recursion ran out of stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function depthOf(file: ts.SourceFile): number {
  let level: ts.Node[] = [file];
  let depth = 0;
  for (; level.length > 0 && depth <= deepest; depth++) {
    const next: ts.Node[] = [];
    for (const node of level) ts.forEachChild(node, (child) => void next.push(child));
    level = next;
  }
  return depth;
}

/** The files to lint have been read by now; another one that is no text is opaque, like one that is not there. */
const opaque = (sources: Sources): Sources => ({
  ...sources,
  read(path) {
    try {
      return sources.read(path);
    } catch (error) {
      if (error instanceof UnreadableError) return undefined;
      throw error;
    }
  },
});

/** JavaScript is parsed with JSX, as its tools do; comments stay trivia, so that big files cost less. */
export function parse(path: string, text: string): ts.SourceFile {
  const kind = scriptKinds[path.slice(path.lastIndexOf(".") + 1)] ?? ts.ScriptKind.JSX;
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return ts.createSourceFile(path, text, options, true, kind);
}
