/** From parsed files to the model of the server that the rules see. */
import { ts } from "ts-morph";
import type { Config } from "../config.js";
import { hostsThatLose, losesView, reads } from "../delivery/deliver.js";
import { type Host, hostById } from "../delivery/hosts.js";
import type { Program } from "../program.js";
import { bare } from "./bare.js";
import type { Vocabulary } from "./classify.js";
import { Evaluator } from "./evaluate.js";
import { failuresIn, type SourceFailure } from "./failures.js";
import { findSites, nameOf, readSite } from "./find.js";
import { flowsOf } from "./flows.js";
import { groupHelpers, helperResult, nameNodeOf } from "./helpers.js";
import { bulletFiltersIn, filtersInto } from "./list-filters.js";
import { listedSchemas } from "./listed-schemas.js";
import { isWordedHere, omittedAt } from "./omitted.js";
import { mentionFinder, packageFinder } from "./packages.js";
import { isHarness, prefixStripsIn } from "./prefix-strips.js";
import { worst } from "./reading.js";
import { misfitsOf, type SourceMisfit, viewlessReturns } from "./schema-fit.js";
import { enclosingFunction, isFunction, propertyName } from "./scopes.js";
import { spanOf } from "./sentences.js";
import type { BulletFilter, Misfit, ResultSite, ServerModel, Tool, UnmarkedFailure, View } from "./server-model.js";
import type { Site } from "./sites.js";
import type { Mender, ServerSource, SourceSite } from "./source.js";
import { toolNamesIn } from "./tool-names.js";
import type { ToolSource } from "./tool-parts.js";

/** Calls followed, and limits met; both grow while the model answers. */
export type ServerWork = Evaluator["work"];

export function buildServer(
  program: Program,
  paths: readonly string[],
  harnesses: readonly string[],
  config: Config,
  mender: Mender,
): { model: ServerModel; work: ServerWork } {
  const evaluator = new Evaluator(program);
  const { tools, sites: found, builders } = findSites(evaluator, program, paths);
  const vocabulary: Vocabulary = {
    tools: toolNames(program, tools),
    modelFacing: config.modelFacing.map((pattern) => new RegExp(pattern)),
  };
  const schemaOf = listedSchemas(evaluator);
  const sites = found.map((site) => sourceSite(evaluator, site, vocabulary, builders, schemaOf));
  const helpers = groupHelpers(sites, config.reply.name);
  const packageOf = packageFinder(program);
  const source: ServerSource = {
    program,
    evaluator,
    config,
    sites,
    helpers,
    tools,
    resultOf: memoised((site) => siteResult(source, site, mender)),
    replyOf: memoised((helper) => helperResult(source, helper, mender)),
    packageOf,
    mentionsOutputSchema: mentionFinder(program, packageOf, ["outputSchema"]),
  };
  const hosts = config.hosts.map(hostById);
  const model: ServerModel = {
    tools: tools.map(({ tool }) => tool),
    results: sites.map(source.resultOf),
    helpers: helpers.map(source.replyOf),
    prefixStrips: [...paths.filter(isHarness), ...harnesses].flatMap((path) =>
      prefixStripsIn(evaluator, program.file(path)).map(spanOf),
    ),
    viewlessReturns: () =>
      tools.flatMap((tool) => viewlessReturns(evaluator, tool).map((node) => ({ at: spanOf(node), tool: tool.tool }))),
    unmarkedFailures: () => failuresIn(evaluator, sites).map((failure) => failureResult(source, failure, mender)),
    bulletFilters: bulletFilters(program, evaluator, sites, mender),
    ...(config.reply.name ? { configuredHelper: config.reply.name } : {}),
    strict: config.reply.strict,
    lostOn: (site) => hostsThatLose(channelsOf(site), hosts),
    dataMayBeShown: dataMayBeShown(source),
    viewLostOn: (site) => hostsThatLose(channelsOf(site), hosts, losesView),
    packageOf,
  };
  return { model, work: evaluator.work };
}

function failureResult(source: ServerSource, failure: SourceFailure, mender: Mender): UnmarkedFailure {
  const { at, kind, tool, affects } = failure;
  const builder = isFunction(at) ? at : undefined;
  return {
    at: spanOf(builder ? nameNodeOf(builder) : at),
    kind,
    ...(builder ? { builder: nameOf(builder) ?? "the function" } : {}),
    ...(tool ? { tool: tool.tool } : {}),
    affects,
    mend: () => mender.failure(source, failure),
  };
}

/** The filters in the files that were read whose answer goes into a view. */
function bulletFilters(
  program: Program,
  evaluator: Evaluator,
  sites: readonly SourceSite[],
  mender: Mender,
): readonly BulletFilter[] {
  const filters = program.parsed().flatMap((path) => bulletFiltersIn(program.file(path) as ts.SourceFile));
  if (filters.length === 0) return [];
  const views = sites.flatMap(({ site }) => viewPlace(site.node) ?? []);
  const calls = sites.flatMap(({ site: { node, callee } }) => (callee ? { callee, node: bare(node) } : []));
  return filtersInto(evaluator, views, filters, calls).map((filter) => {
    const name = nameAround(filter.node);
    return { at: spanOf(filter.node), ...(name ? { name } : {}), mend: () => mender.filter(filter) };
  });
}

/** The name of the innermost function that has one. */
function nameAround(node: ts.Node): string | undefined {
  const fn = enclosingFunction(node);
  return fn && (nameOf(fn) ?? nameAround(fn));
}

function memoised<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** Names that can't be taken for a word of prose. */
function toolNames(program: Program, tools: readonly ToolSource[]): readonly string[] {
  const named = tools.flatMap(({ tool: { name } }) => name ?? []);
  const written = program.parsed().flatMap((path) => toolNamesIn(program.file(path) as ts.SourceFile));
  return [...new Set([...named, ...written])].filter((name) => /^\w+(?:[_-]\w+)+$|^[a-z]+[A-Z]\w+$/.test(name));
}

const channelsOf = (site: ResultSite) => ({
  text: site.verdict !== "no-text" && site.text.length > 0,
  view: site.view !== undefined,
  isError: site.isError,
});

/** Bytes without which no page belongs to a tool, and a text that is made of a view after it. */
const pageNeedles = ["ui://", "resourceUri", "outputTemplate", "registerWidget", "profile=mcp-app"];
const wrapped = /text\w*\s*[:=]\s*(?:await\s+)?JSON\.stringify\(\s*[\w.?!]*structuredContent/i;

/**
 * Whether a site's data may reach its readers by more than its text, as the code stands: a page shows it, or the package
 * makes a text of every view. Where a package has pages, a tool has none only if the others' are known.
 */
function dataMayBeShown({ tools, program, packageOf, config }: ServerSource): (site: ResultSite) => boolean {
  const hasPages = mentionFinder(program, packageOf, pageNeedles);
  const writesText = mentionFinder(program, packageOf, ["structuredContent"], wrapped);
  const knowsPages = new Set(
    tools.filter(({ tool }) => tool.hasUi === true).map(({ tool }) => packageOf(tool.at.file)),
  );
  return ({ tool, at }) => {
    const home = packageOf(at.file);
    if (writesText(home)) return true;
    if (config.dataOnly.uiTools || !hasPages(home)) return false;
    return !(tool?.hasUi === false && knowsPages.has(home));
  };
}

/** What each host's model reads of a site. */
export const readsOf = (site: ResultSite, host: Host) => reads(channelsOf(site), host);

function sourceSite(
  evaluator: Evaluator,
  site: Site,
  vocabulary: Vocabulary,
  builders: ReadonlySet<ts.Node>,
  schemaOf: (tool: ToolSource) => ToolSource,
): SourceSite {
  const readings = readSite(evaluator, site, vocabulary);
  const fn = enclosingFunction(site.node);
  // A handler takes what the model sent; only a builder takes a text and a view.
  const flows = fn && builders.has(fn) && !site.callee ? flowsOf(evaluator, site.node, readings) : undefined;
  return { site, readings, flows, tools: [...site.tools].map(schemaOf) };
}

function siteResult(source: ServerSource, site: SourceSite, mender: Mender): ResultSite {
  const { readings } = site;
  const errors = new Set(readings.map(({ isError }) => isError));
  const [onlyError] = errors;
  const tool: Tool | undefined = (site.tools.find((each) => each.tool.name) ?? site.tools[0])?.tool;
  const helper = site.calls && site.calls.flows.text.length > 0 ? source.replyOf(site.calls) : undefined;
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
    get misfits() {
      return misfitsOf(source.evaluator, site).map((misfit) => misfitResult(source, site, misfit, mender));
    },
    get wordsAt() {
      const own = site.calls?.literals.flatMap(({ readings }) => readings);
      const wording = own && isWordedHere(source.evaluator, own) ? site.calls : undefined;
      return spanOf(wording ? nameNodeOf(wording.fn) : site.site.node);
    },
    omitted: () =>
      omittedAt(
        source.evaluator,
        judged,
        new Set(site.tools.flatMap(({ handlers }) => handlers.map(({ node }) => node))),
      ),
    mend: () => mender.site(source, site),
  };
}

function misfitResult(source: ServerSource, site: SourceSite, misfit: SourceMisfit, mender: Mender): Misfit {
  const { tool, isError, places, extra, missing } = misfit;
  const [place, other] = places;
  return {
    tool: tool.tool,
    at: spanOf(isError && place && !other ? place : site.site.node),
    isError,
    extra: extra.map(({ key }) => key),
    missing,
    ...(tool.framework?.strips ? { strippedBy: tool.framework.name } : {}),
    mend: () => mender.misfit(source, site, misfit),
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
