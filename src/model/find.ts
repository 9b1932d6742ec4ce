/** Finds the tools, the result sites and the functions that build results, until no new one turns up. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import { candidates } from "../candidates.js";
import type { Program } from "../program.js";
import type { Vocabulary } from "./classify.js";
import type { Evaluator } from "./evaluate.js";
import { flowsOf } from "./flows.js";
import { registrarNeedles } from "./needles.js";
import { type Reading, readResult } from "./reading.js";
import { enclosingFunction, type FunctionNode } from "./scopes.js";
import { type Site, SiteFinder } from "./sites.js";
import type { Term } from "./terms.js";
import { type ToolSource, toolsIn } from "./tools.js";

/** Steps of evaluation that one site may take. */
const fuel = 60_000;

export interface Found {
  readonly tools: readonly ToolSource[];
  /** By file and place. */
  readonly sites: readonly Site[];
  /** The functions that build results out of what they are given. */
  readonly builders: ReadonlySet<ts.Node>;
}

/** Tools, then literals with a view, then the calls of the functions that build results, until no new one turns up. */
export function findSites(evaluator: Evaluator, program: Program, paths: readonly string[]): Found {
  const builders = new Set<ts.Node>();
  const finder = new SiteFinder(evaluator, builders);
  const parse = (more: readonly string[]) =>
    more.flatMap((path) => program.file(path) ?? []).filter((file) => !isClientCode(file));
  const files = new Set(parse(paths));
  for (const file of files) finder.fromLiterals(file);
  if (finder.sites.size > 0)
    for (const file of parse(candidates(program.sources, registrarNeedles).paths)) files.add(file);
  const tools = [...files].flatMap((file) => evaluator.withFuel(fuel, () => toolsIn(evaluator, file)));
  const handlers = new Set(tools.flatMap(({ handlers }) => handlers.map(({ node }) => node)));

  for (let round = 0; round < 3; round++) {
    const fresh = newBuilders(evaluator, finder, builders, handlers);
    if (fresh.length === 0) break;
    for (const fn of fresh) builders.add(fn);
    const names = fresh.some(isCurried) ? undefined : new Set(fresh.flatMap((fn) => nameOf(fn) ?? []));
    const users = usersOf(program, fresh, names);
    for (const file of [...files, ...parse(users)]) {
      files.add(file);
      evaluator.withFuel(fuel, () => finder.fromCalls(file, names));
    }
  }
  const methods = methodsOfFields(evaluator, finder);
  if (methods.size > 0) {
    const fns = [...methods.keys()] as FunctionNode[];
    const users = usersOf(program, fns, new Set(fns.flatMap((fn) => nameOf(fn) ?? [])));
    for (const file of [...files, ...parse(users)])
      evaluator.withFuel(fuel, () => finder.fromMethodCalls(file, methods));
  }
  for (const source of tools) evaluator.withFuel(fuel, () => finder.fromTool(source));
  return { tools, sites: [...finder.sites.values()].sort(bySource), builders };
}

/** The methods whose results show fields that other methods write: what they hold is known where the object is used. */
function methodsOfFields(evaluator: Evaluator, finder: SiteFinder): ReadonlyMap<ts.Node, readonly ts.Expression[]> {
  const methods = new Map<ts.Node, ts.Expression[]>();
  for (const site of finder.sites.values()) {
    const fn = enclosingFunction(site.node);
    if (!fn || !ts.isMethodDeclaration(fn) || site.callee) continue;
    const readings = readSite(evaluator, site, { tools: [], modelFacing: [] });
    const isField = ({ why }: Term) => why === "field";
    const showsField = readings.some(
      ({ pieces, viewTerms }) =>
        viewTerms.some(isField) || pieces.flat().some((part) => "hole" in part && part.hole.terms.some(isField)),
    );
    if (showsField) methods.set(fn, [...(methods.get(fn) ?? []), site.node]);
  }
  return methods;
}

/** The files that can call these functions: they name a module of theirs and, where the names are known, one of them. */
function usersOf(
  program: Program,
  fresh: readonly FunctionNode[],
  names: ReadonlySet<string> | undefined,
): readonly string[] {
  const modules = [...new Set(fresh.map((fn) => moduleName(fn.getSourceFile().fileName)))];
  const importing = candidates(program.sources, modules).paths;
  if (!names) return importing;
  const calling = new Set(candidates(program.sources, [...names]).paths);
  return importing.filter((path) => calling.has(path));
}

/** Code that runs in a page: what it calls a tool or a result is the view's own, and no host reads it. */
function isClientCode(file: ts.SourceFile): boolean {
  return file.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      clientModules.test(statement.moduleSpecifier.text),
  );
}

const clientModules =
  /^(?:react|react-dom|preact|vue|svelte|solid-js|lit|@modelcontextprotocol\/ext-apps(?:\/react)?)(?:\/(?:client|hooks))?$/;

function newBuilders(
  evaluator: Evaluator,
  finder: SiteFinder,
  known: ReadonlySet<ts.Node>,
  handlers: ReadonlySet<ts.Node>,
): readonly FunctionNode[] {
  const fresh = new Set<FunctionNode>();
  for (const site of finder.sites.values()) {
    const fn = enclosingFunction(site.node);
    if (!fn || known.has(fn) || handlers.has(fn) || !nameOf(fn)) continue;
    if (flowsOf(evaluator, site.node, readSite(evaluator, site, { tools: [], modelFacing: [] }))) fresh.add(fn);
  }
  return [...fresh];
}

/** What imports of a file hold: its base name, or that of its folder for an index. */
function moduleName(path: string): string {
  const name = posix.basename(path).replace(/\.[cm]?[jt]sx?$/, "");
  return name === "index" ? posix.basename(posix.dirname(path)) : name;
}

/** The name that a function is called by; that of the outer one for a curried function. */
export function nameOf(fn: FunctionNode): string | undefined {
  if (fn.name && ts.isIdentifier(fn.name)) return fn.name.text;
  const holder = holderOf(fn);
  if (ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder) || ts.isPropertyDeclaration(holder))
    return ts.isIdentifier(holder.name) ? holder.name.text : undefined;
  const outer = isCurried(fn) ? enclosingFunction(fn) : undefined;
  return outer && nameOf(outer);
}

/** Whether a function is what another one gives back: it is called by whatever name that answer is kept under. */
const isCurried = (fn: FunctionNode) => ts.isArrowFunction(holderOf(fn)) || ts.isReturnStatement(holderOf(fn));

function holderOf(fn: FunctionNode): ts.Node {
  let at: ts.Node = fn.parent;
  while (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isSatisfiesExpression(at)) at = at.parent;
  return at;
}

/** Every result that a site can be. A literal that was reached through a name is read with what happened to that name. */
export function readSite(evaluator: Evaluator, site: Site, vocabulary: Vocabulary): readonly Reading[] {
  const isPlace = ({ node }: Term) => node === site.node;
  return evaluator.withFuel(fuel, () =>
    site.reached.flatMap(({ node, env }) => {
      const terms = evaluator.expand(node, env);
      const here = terms.some(isPlace) ? terms.filter(isPlace) : terms;
      return here.flatMap((term) => readResult(evaluator, term, vocabulary) ?? []);
    }),
  );
}

function bySource(a: Site, b: Site): number {
  const [x, y] = [a.node.getSourceFile().fileName, b.node.getSourceFile().fileName];
  return x < y ? -1 : x > y ? 1 : a.node.getStart() - b.node.getStart() || a.node.getEnd() - b.node.getEnd();
}
