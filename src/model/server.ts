/** From parsed files to the model of the server that the rules see. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import { candidates } from "../candidates.js";
import type { Config } from "../config.js";
import { hostsThatLose, reads } from "../delivery/deliver.js";
import { type Host, type HostId, hostById } from "../delivery/hosts.js";
import { mendHelper, mendSite } from "../fix/rewrite.js";
import type { Program } from "../program.js";
import type { Vocabulary } from "./classify.js";
import { Evaluator } from "./evaluate.js";
import { carries, type Flows, flowsOf } from "./helpers.js";
import { foldersUp } from "./modules.js";
import { type ReadFragment, type Reading, readResult, worst } from "./reading.js";
import { enclosingFunction, type FunctionNode, isFunction, propertyName } from "./scopes.js";
import { spanOf } from "./sentences.js";
import type { Fragment, ReplyHelper, ResultSite, ServerModel, Tool, View } from "./server-model.js";
import { type Site, SiteFinder } from "./sites.js";
import { registrarNeedles, type ToolSource, toolNamesIn, toolsIn } from "./tools.js";

/** A result site with its source: what the rewriter needs, and no rule sees. */
export interface SourceSite {
  readonly site: Site;
  readonly readings: readonly Reading[];
  readonly flows: Flows | undefined;
  readonly tools: readonly ToolSource[];
  /** The helper whose body it stands in. */
  within?: SourceHelper;
  /** The helper that it calls. */
  calls?: SourceHelper;
  result: ResultSite;
}

export interface SourceHelper {
  readonly fn: FunctionNode;
  readonly name: string;
  readonly flows: Flows;
  readonly literals: SourceSite[];
  readonly calls: SourceSite[];
  carries: boolean | "unknown";
  result: ReplyHelper;
}

/** All that was found out about a server, for the rewriter. */
export interface ServerSource {
  readonly program: Program;
  readonly evaluator: Evaluator;
  readonly config: Config;
  readonly sites: readonly SourceSite[];
  readonly helpers: readonly SourceHelper[];
  readonly tools: readonly ToolSource[];
  packageOf(file: string): string;
  /** Whether any file of the package speaks of an `outputSchema`. */
  mentionsOutputSchema(folder: string): boolean;
}

/** Steps of evaluation that one site may take. */
const fuel = 60_000;

export function buildServer(program: Program, paths: readonly string[], config: Config): ServerModel {
  const evaluator = new Evaluator(program);
  const { tools, sites: found } = find(evaluator, program, paths);
  const vocabulary: Vocabulary = {
    tools: toolNames(program, tools),
    modelFacing: config.modelFacing.map((pattern) => new RegExp(pattern)),
  };
  const read = (site: Site): SourceSite => sourceSite(evaluator, site, vocabulary);
  const sites = found.map(read);
  const helpers = groupHelpers(sites);
  const packages = packageFinder(program);
  const source: ServerSource = {
    program,
    evaluator,
    config,
    sites,
    helpers,
    tools,
    packageOf: packages,
    mentionsOutputSchema: schemaFinder(program, packages),
  };
  for (const helper of helpers) helper.result = helperResult(source, helper);
  for (const site of sites) site.result = siteResult(source, site);
  const hosts = config.hosts.map(hostById);
  return {
    tools: tools.map(({ tool }) => tool),
    results: sites.map(({ result }) => result),
    helpers: helpers.map(({ result }) => result),
    ...(config.reply.name ? { configuredHelper: config.reply.name } : {}),
    strict: config.reply.strict,
    lostOn: (site) => lostOn(site, hosts),
    packageOf: packages,
  };
}

/** Names that can't be taken for a word of prose. */
function toolNames(program: Program, tools: readonly ToolSource[]): readonly string[] {
  const named = tools.flatMap(({ tool: { name } }) => name ?? []);
  const written = program.parsed().flatMap((path) => toolNamesIn(program.file(path) as ts.SourceFile));
  return [...new Set([...named, ...written])].filter((name) => /^\w+(?:[_-]\w+)+$|^[a-z]+[A-Z]\w+$/.test(name));
}

function lostOn(site: ResultSite, hosts: readonly Host[]): readonly HostId[] {
  return hostsThatLose(channelsOf(site), hosts);
}

const channelsOf = (site: ResultSite) => ({
  text: site.verdict !== "no-text" && site.text.length > 0,
  view: site.view !== undefined,
  isError: site.isError,
});

/** What each host's model reads of a site. */
export const readsOf = (site: ResultSite, host: Host) => reads(channelsOf(site), host);

/** Tools, then literals with a view, then the calls of the functions that build results, until no new one turns up. */
function find(
  evaluator: Evaluator,
  program: Program,
  paths: readonly string[],
): { tools: readonly ToolSource[]; sites: readonly Site[] } {
  const builders = new Set<ts.Node>();
  const finder = new SiteFinder(evaluator, builders);
  const parse = (more: readonly string[]) => more.flatMap((path) => program.file(path) ?? []);
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
    const users = candidates(
      program.sources,
      fresh.map((fn) => moduleName(fn.getSourceFile().fileName)),
    ).paths;
    for (const file of [...files, ...parse(users)]) {
      files.add(file);
      evaluator.withFuel(fuel, () => finder.fromCalls(file, names));
    }
  }
  for (const source of tools) evaluator.withFuel(fuel, () => finder.fromTool(source));
  return { tools, sites: [...finder.sites.values()].sort(bySource) };
}

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

function readSite(evaluator: Evaluator, site: Site, vocabulary: Vocabulary): readonly Reading[] {
  return evaluator.withFuel(fuel, () =>
    site.reached.flatMap(({ node, env }) =>
      evaluator.expand(node, env).flatMap((term) => readResult(evaluator, term, vocabulary) ?? []),
    ),
  );
}

function sourceSite(evaluator: Evaluator, site: Site, vocabulary: Vocabulary): SourceSite {
  const readings = readSite(evaluator, site, vocabulary);
  const flows = site.callee ? undefined : flowsOf(evaluator, site.node, readings);
  return { site, readings, flows, tools: [...site.tools], result: undefined as unknown as ResultSite };
}

function groupHelpers(sites: readonly SourceSite[]): readonly SourceHelper[] {
  const helpers = new Map<ts.Node, SourceHelper>();
  for (const site of sites) {
    const fn = enclosingFunction(site.site.node);
    if (!fn || !site.flows) continue;
    const helper = helpers.get(fn) ?? {
      fn,
      name: nameOf(fn) ?? "",
      flows: { text: [], view: false },
      literals: [],
      calls: [],
      carries: "unknown" as const,
      result: undefined as unknown as ReplyHelper,
    };
    const text = [...helper.flows.text, ...site.flows.text];
    const merged: SourceHelper = {
      ...helper,
      flows: { text, view: helper.flows.view || site.flows.view },
      literals: [...helper.literals, site],
    };
    helpers.set(fn, merged);
  }
  for (const helper of helpers.values()) {
    helper.carries = carries(
      helper.flows,
      helper.literals.flatMap(({ readings }) => readings),
    );
    for (const literal of helper.literals) literal.within = helper;
  }
  const owners = new Map(
    sites.flatMap(({ site, within }) => (within ? [[site.node as ts.Node, within] as const] : [])),
  );
  for (const site of sites) {
    if (!site.site.callee) continue;
    const helper =
      helpers.get(site.site.callee) ?? site.readings.map(({ term }) => owners.get(term.node)).find((owner) => owner);
    if (!helper) continue;
    site.calls = helper;
    helper.calls.push(site);
  }
  return [...helpers.values()];
}

function helperResult(source: ServerSource, helper: SourceHelper): ReplyHelper {
  const at = helper.fn.name ?? (ts.isVariableDeclaration(helper.fn.parent) ? helper.fn.parent.name : helper.fn);
  const results = () => helper.calls.map(({ result }) => result);
  return {
    name: helper.name,
    at: spanOf(at),
    carries: helper.carries,
    get calls() {
      return results();
    },
    get losing() {
      return helper.calls
        .filter((call) => call.result.isError !== true && lostArguments(call).length > 0)
        .map(({ result }) => result);
    },
    package: source.packageOf(helper.fn.getSourceFile().fileName),
    mend: () => mendHelper(source, helper),
  };
}

/** What a call hands to its helper and the helper loses; the helper's own words are not among it. */
function lostArguments({ readings, calls }: SourceSite): readonly ReadFragment[] {
  const own = new Set(
    calls?.literals.flatMap((literal) =>
      literal.readings.flatMap(({ fragments }) => fragments.flatMap(({ literals }) => literals)),
    ),
  );
  return readings.flatMap(({ fragments, view, isError }) =>
    view && isError !== true
      ? fragments.filter((fragment) => isLost(fragment) && !fragment.literals.every((literal) => own.has(literal)))
      : [],
  );
}

const isLost = ({ covered, kind }: Fragment) => covered === false && (kind === "instruction" || kind === "lead");

function siteResult(source: ServerSource, site: SourceSite): ResultSite {
  const { readings } = site;
  const errors = new Set(readings.map(({ isError }) => isError));
  const [onlyError] = errors;
  const tool: Tool | undefined = site.tools[0]?.tool;
  const helper = site.calls && site.calls.flows.text.length > 0 ? site.calls.result : undefined;
  const view = viewOf(site);
  // A result that can be an error is judged by what it is when it is none.
  const judged = readings.filter(({ isError }) => isError !== true).length
    ? readings.filter(({ isError }) => isError !== true)
    : readings;
  const text = [
    ...new Map(
      judged
        .flatMap(({ fragments }) => fragments)
        .map((each) => [`${each.at.file}:${each.at.start}:${each.value}`, each]),
    ).values(),
  ];
  return {
    at: spanOf(site.site.node),
    ...(tool ? { tool } : {}),
    ...(helper ? { helper } : {}),
    built: site.calls ? "by-call" : site.within ? "in-helper" : "inline",
    isError:
      errors.size === 1 && onlyError !== undefined
        ? onlyError
        : errors.size === 0
          ? "unknown"
          : judged.length < readings.length
            ? false
            : "unknown",
    text: text.map(({ literals: _, ...fragment }) => fragment),
    ...(view ? { view } : {}),
    verdict: readings.length === 0 ? "unknown" : worst(judged.map(({ verdict }) => verdict)),
    mend: () => mendSite(source, site),
  };
}

function viewOf({ site, readings }: SourceSite): View | undefined {
  const views = readings.flatMap(({ view }) => view ?? []);
  if (views.length === 0) return undefined;
  const keys = new Set(views.flatMap(({ keys }) => [...keys]));
  return { keys: [...keys], opaque: views.some(({ opaque }) => opaque), at: spanOf(viewPlace(site.node) ?? site.node) };
}

/** The `structuredContent` that a site writes: a property of its own or of an option that it hands over. */
function viewPlace(node: ts.Node): ts.Node | undefined {
  if (ts.isObjectLiteralElementLike(node) && propertyName(node.name) === "structuredContent") return node;
  if (isFunction(node)) return undefined;
  return ts.forEachChild(node, viewPlace);
}

function packageFinder(program: Program): (file: string) => string {
  const memo = new Map<string, string>();
  return (file) => {
    const folder = posix.dirname(file);
    const known = memo.get(folder);
    if (known !== undefined) return known;
    const home =
      foldersUp(folder).find((up) => program.sources.read(posix.join(up, "package.json")) !== undefined) ?? ".";
    memo.set(folder, home);
    return home;
  };
}

function schemaFinder(program: Program, packageOf: (file: string) => string): (folder: string) => boolean {
  let folders: Set<string> | undefined;
  return (folder) => {
    folders ??= new Set(candidates(program.sources, ["outputSchema"]).paths.map(packageOf));
    return folders.has(folder);
  };
}

function bySource(a: Site, b: Site): number {
  const [x, y] = [a.node.getSourceFile().fileName, b.node.getSourceFile().fileName];
  return x < y ? -1 : x > y ? 1 : a.node.getStart() - b.node.getStart() || a.node.getEnd() - b.node.getEnd();
}
