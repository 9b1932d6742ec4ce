/** Finds the tools, the result sites and the functions that build results, until no new one turns up. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import { candidates } from "../candidates.js";
import type { Program } from "../program.js";
import { holderOf } from "./bare.js";
import { Callers } from "./callers.js";
import type { Vocabulary } from "./classify.js";
import type { Evaluator } from "./evaluate.js";
import { flowsOf } from "./flows.js";
import { registrarNeedles } from "./needles.js";
import { callsIn } from "./places.js";
import { type Reading, type ResultShape, readResult, shapeOf } from "./reading.js";
import { enclosingFunction, type FunctionNode } from "./scopes.js";
import { type Site, SiteFinder } from "./sites.js";
import type { Term } from "./terms.js";
import type { ToolSource } from "./tool-parts.js";
import { toolsIn } from "./tools.js";

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
  const tools: ToolSource[] = [];
  const handlers = new Set<ts.Node>();
  const searched = new Set<ts.SourceFile>();
  const findTools = () => {
    for (const file of files) {
      if (searched.has(file)) continue;
      searched.add(file);
      const found = evaluator.withFuel(fuel, () => toolsIn(evaluator, file));
      tools.push(...found);
      for (const each of found) for (const { node } of each.handlers) handlers.add(node);
    }
  };
  findTools();

  for (let round = 0; round < 3; round++) {
    const fresh = newBuilders(evaluator, finder, builders, handlers);
    if (fresh.length === 0) break;
    for (const fn of fresh) builders.add(fn);
    const called = fresh.map((fn) => calledBy(fn, (names, from) => parse(usersOf(program, from, names))));
    const names = new Set(called.flatMap((each) => [...each.names]));
    const homes = called.flatMap((each) => [...each.homes]);
    const users = usersOf(program, homes, names);
    for (const file of [...files, ...parse(users)]) {
      files.add(file);
      evaluator.withFuel(fuel, () => finder.fromCalls(file, names));
    }
    findTools();
  }
  const methods = methodsOfFields(evaluator, finder);
  if (methods.size > 0) {
    const fns = [...methods.keys()] as FunctionNode[];
    const homes = fns.map((fn) => fn.getSourceFile());
    const users = usersOf(program, homes, new Set(fns.flatMap((fn) => nameOf(fn) ?? [])));
    for (const file of [...files, ...parse(users)])
      evaluator.withFuel(fuel, () => finder.fromMethodCalls(file, methods));
  }
  const isBuilt = ({ framework }: ToolSource) => framework?.builds === true;
  for (const source of tools) if (!isBuilt(source)) evaluator.withFuel(fuel, () => finder.fromTool(source));
  evaluator.withFuel(fuel, () => finder.fromCallers(new Callers(evaluator, files, tools)));
  leaveOut(evaluator, finder, builders, tools.filter(isBuilt));
  return { tools, sites: [...finder.sites.values()].sort(bySource), builders };
}

/** What a framework builds its results from is data: whatever it looks like, no host reads it as it stands. */
function leaveOut(
  evaluator: Evaluator,
  finder: SiteFinder,
  builders: ReadonlySet<ts.Node>,
  built: readonly ToolSource[],
): void {
  if (built.length === 0) return;
  const data = new SiteFinder(evaluator, builders);
  for (const source of built) evaluator.withFuel(fuel, () => data.fromTool(source));
  for (const [place, { tools }] of finder.sites) {
    const reached = tools.size === 0 && data.sites.has(place);
    if (reached || (tools.size > 0 && [...tools].every((each) => built.includes(each)))) finder.sites.delete(place);
  }
}

/** The methods whose results show fields that other methods write: what they hold is known where the object is used. */
function methodsOfFields(evaluator: Evaluator, finder: SiteFinder): ReadonlyMap<ts.Node, readonly ts.Expression[]> {
  const methods = new Map<ts.Node, ts.Expression[]>();
  for (const site of finder.sites.values()) {
    const fn = enclosingFunction(site.node);
    if (!fn || !ts.isMethodDeclaration(fn) || site.callee) continue;
    const isField = ({ why }: Term) => why === "field";
    const showsField = shapesOf(evaluator, site).some(
      ({ pieces, viewTerms }) =>
        viewTerms.some(isField) || pieces.flat().some((part) => "hole" in part && part.hole.terms.some(isField)),
    );
    if (showsField) methods.set(fn, [...(methods.get(fn) ?? []), site.node]);
  }
  return methods;
}

/** The files that can use what these files hold: they import a module of that name, and hold one of these names. */
function usersOf(program: Program, homes: readonly ts.SourceFile[], names: ReadonlySet<string>): readonly string[] {
  const modules = [...new Set(homes.map(({ fileName }) => moduleName(fileName)))];
  const using = new Set(candidates(program.sources, [...names]).paths);
  const imported = new RegExp(`["'\`/](?:${modules.map(escapeRegExp).join("|")})(?:/index)?(?:\\.[cm]?[jt]sx?)?["'\`]`);
  return candidates(program.sources, modules).paths.filter(
    (path) => using.has(path) && imported.test(program.sources.read(path) ?? ""),
  );
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The names that a function is called by, and the files that hold it under these names. */
interface CalledBy {
  readonly names: ReadonlySet<string>;
  readonly homes: ReadonlySet<ts.SourceFile>;
}

const maxMakers = 3;

/** A function that another one gives back goes by the names that this answer is kept under. */
function calledBy(
  fn: FunctionNode,
  usersOf: (names: ReadonlySet<string>, homes: readonly ts.SourceFile[]) => readonly ts.SourceFile[],
): CalledBy {
  const home = fn.getSourceFile();
  const name = nameOf(fn) ?? "";
  if (!isCurried(fn)) return { names: new Set([name]), homes: new Set([home]) };
  // `make(x)(y)` calls it by no name.
  const [names, homes] = [new Set([""]), new Set([home])];
  let makers: FunctionNode[] = [enclosingFunction(fn) ?? fn];
  for (let level = 0; level < maxMakers && makers.length > 0; level++) {
    const further: FunctionNode[] = [];
    for (const maker of makers) {
      const making = nameOf(maker) ?? "";
      const files = new Set([maker.getSourceFile(), ...usersOf(new Set([making]), [maker.getSourceFile()])]);
      for (const file of files)
        for (const call of callsIn(file).get(making) ?? []) {
          const holder = holderOf(call);
          const outer = enclosingFunction(call);
          if ((ts.isReturnStatement(holder) || ts.isArrowFunction(holder)) && outer) further.push(outer);
          const kept = keptName(holder);
          if (kept !== undefined) {
            names.add(kept);
            homes.add(file);
          }
        }
    }
    makers = further;
  }
  return { names, homes };
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
    if (flowsOf(evaluator, site.node, shapesOf(evaluator, site))) fresh.add(fn);
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
  const kept = keptName(holderOf(fn));
  if (kept !== undefined) return kept;
  const outer = isCurried(fn) ? enclosingFunction(fn) : undefined;
  return outer && nameOf(outer);
}

function keptName(holder: ts.Node): string | undefined {
  if (ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder) || ts.isPropertyDeclaration(holder))
    return ts.isIdentifier(holder.name) ? holder.name.text : undefined;
  return undefined;
}

/** Whether a function is what another one gives back: it is called by whatever name that answer is kept under. */
const isCurried = (fn: FunctionNode) => ts.isArrowFunction(holderOf(fn)) || ts.isReturnStatement(holderOf(fn));

const shapesKnown = new WeakMap<Site, { readonly from: Site["reached"]; readonly shapes: readonly ResultShape[] }>();

/** Every result that a site can be. A literal that was reached through a name is read with what happened to that name. */
export function shapesOf(evaluator: Evaluator, site: Site): readonly ResultShape[] {
  const before = shapesKnown.get(site);
  const same = before?.from.length === site.reached.length && before.from.every((each, i) => each === site.reached[i]);
  if (before && same) return before.shapes;
  const isPlace = ({ node }: Term) => node === site.node;
  const shapes = evaluator.withFuel(fuel, () =>
    site.reached.flatMap(({ node, env }) => {
      const terms = evaluator.expand(node, env);
      const here = terms.some(isPlace) ? terms.filter(isPlace) : terms;
      return here.flatMap((term) => shapeOf(evaluator, term) ?? []);
    }),
  );
  shapesKnown.set(site, { from: [...site.reached], shapes });
  return shapes;
}

/** Every result that a site can be, judged. */
export const readSite = (evaluator: Evaluator, site: Site, vocabulary: Vocabulary): readonly Reading[] =>
  shapesOf(evaluator, site).map((shape) => evaluator.withFuel(fuel, () => readResult(evaluator, shape, vocabulary)));

function bySource(a: Site, b: Site): number {
  const [x, y] = [a.node.getSourceFile().fileName, b.node.getSourceFile().fileName];
  return x < y ? -1 : x > y ? 1 : a.node.getStart() - b.node.getStart() || a.node.getEnd() - b.node.getEnd();
}
