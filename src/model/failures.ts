/** Results that answer for something that went wrong, and are not marked as errors. */
import { ts } from "ts-morph";
import type { Evaluator } from "./evaluate.js";
import { type Failed, failureAt, showsCaught } from "./failed-places.js";
import { shapesOf } from "./find.js";
import type { ResultShape } from "./reading.js";
import { enclosingFunction, type FunctionNode, isFunction, propertyName } from "./scopes.js";
import type { FailureKind } from "./server-model.js";
import { maxEnvironments } from "./sites.js";
import type { SourceSite } from "./source.js";
import type { Frame } from "./terms.js";
import type { ToolSource } from "./tool-parts.js";

/** A failure that reaches the host as a success. */
export interface SourceFailure {
  readonly kind: FailureKind;
  /** The expression that answers it, or the function that builds nothing but failures. */
  readonly at: ts.Expression | FunctionNode;
  readonly tool?: ToolSource;
  /** The results that have to be marked, each a literal or the call of a function that gives it back. */
  readonly results: readonly ts.Expression[];
  /** How many answers it decides. */
  readonly affects: number;
}

/** A result as a tool gives it back: the literal, and the calls that it comes through, innermost first. */
interface Answer {
  readonly site: SourceSite;
  readonly calls: readonly { readonly fn: ts.Node; readonly node: ts.Expression }[];
  readonly tools: readonly ToolSource[];
  readonly shapes: readonly ResultShape[];
}

/** An answer that stands where something failed. */
interface Unmarked extends Failed {
  readonly answer: Answer;
  readonly place: ts.Expression;
  /** The function that is called there, and the result inside of it. */
  readonly fn?: ts.Node;
  readonly inner?: ts.Expression;
}

/** The unmarked failures of the tools that were found; a function that builds nothing else stands for its calls. */
export function failuresIn(evaluator: Evaluator, sites: readonly SourceSite[]): readonly SourceFailure[] {
  const answers = sites.filter(({ tools }) => tools.length > 0).flatMap((site) => answersOf(evaluator, site));
  // A function that marks some of what it answers knows what it does.
  const marked = new Set(answers.filter((answer) => !isUnmarked(answer)).flatMap(placesOf));
  const unmarked = answers.flatMap((answer) => unmarkedAt(answer) ?? []).filter(({ place }) => !marked.has(place));
  const failing = new Set(unmarked.map(({ place }) => place));
  const failures = new Map<ts.Node, SourceFailure>();
  const seen = new Set<ts.Node>();
  for (const { place, fn, inner, kind, answer } of unmarked) {
    const builder = fn && isFunction(fn) && buildsFailures(fn, answers, failing) ? fn : undefined;
    const at = builder ?? place;
    const built = sites.filter(({ site }) => builder && enclosingFunction(site.node) === builder);
    const results = builder ? (inner ? [inner] : built.map(({ site }) => site.node)) : [place];
    const before = failures.get(at);
    const [tool] = answer.tools;
    failures.set(at, {
      kind,
      at,
      ...(tool && !builder ? { tool } : {}),
      results: [...new Set([...(before?.results ?? []), ...results])],
      affects: (before?.affects ?? 0) + (seen.has(place) ? 0 : 1),
    });
    seen.add(place);
  }
  return [...failures.values()];
}

/** A site as each way that it is reached gives it back. */
function answersOf(evaluator: Evaluator, source: SourceSite): readonly Answer[] {
  const { site } = source;
  const literal = ts.isObjectLiteralExpression(site.node) || ts.isCallExpression(site.node);
  if (!literal) return [];
  return site.reached.map((reached) => {
    const frames: Frame[] = [];
    for (let frame = reached.env; frame; frame = frame.caller) frames.push(frame);
    const called = frames.flatMap(({ fn, at }) => (at && ts.isExpression(at) ? [{ fn, node: at }] : []));
    const handler = frames.at(-1)?.fn;
    const own = source.tools.filter(({ handlers }) => handlers.some(({ node }) => node === handler));
    return {
      site: source,
      calls: site.callee ? [{ fn: site.callee, node: site.node }, ...called] : called,
      tools: own.length > 0 ? own : source.tools,
      shapes: shapesOf(evaluator, { ...site, reached: [reached] }),
    };
  });
}

const isUnmarked = ({ shapes, site }: Answer) =>
  shapes.length > 0 &&
  shapes.every(({ isError, pieces }) => isError === false && pieces.length > 0) &&
  // Who writes `isError: false` means it.
  !someProperty(site.site.node, (name, value) => name === "isError" && value === "false");

/** Where an answer passes, innermost first. */
const placesOf = ({ site, calls }: Answer): readonly ts.Expression[] => [
  ...new Set([site.site.node, ...calls.map(({ node }) => node)]),
];

/** Where an answer that is surely not marked tells of a failure. */
function unmarkedAt(answer: Answer): Unmarked | undefined {
  const { calls } = answer;
  if (!isUnmarked(answer)) return undefined;
  const places = placesOf(answer);
  for (const [index, place] of places.entries()) {
    const failed = failureAt(place);
    if (!failed) continue;
    const fn = calls.find(({ node }) => node === place)?.fn;
    const inner = places[index - 1];
    const found = { ...failed, answer, place, ...(fn ? { fn } : {}), ...(inner ? { inner } : {}) };
    return tellsOfFailure(found) && !isData(found) ? found : undefined;
  }
  return undefined;
}

/** Whether all calls of a function answer failures. */
function buildsFailures(fn: ts.Node, answers: readonly Answer[], failing: ReadonlySet<ts.Node>): boolean {
  const calls = answers.flatMap((answer) =>
    answer.calls.filter((call) => call.fn === fn).map(({ node }) => ({ node, answer })),
  );
  const all = new Set(calls.map(({ node }) => node));
  return (
    all.size > 1 &&
    calls.every(({ node, answer: { site } }) => failing.has(node) && site.site.reached.length < maxEnvironments)
  );
}

const failureWords =
  /\b(?:errors?|fail(?:s|ed|ure|ing)?|exception|could(?: not|n['’]t)|can(?: ?not|['’]t)|unable|invalid|denied|timed out|unavailable|went wrong)\b|[❌✗✖]/iu;

/** Whether a result speaks of the failure: in its words, by what was caught, or in an `error` of its data. */
function tellsOfFailure({ place, kind, clause, answer }: Unmarked): boolean {
  return (
    wordsOf(answer).some((words) => failureWords.test(words)) ||
    hasErrorKey(place) ||
    (kind !== "check" && showsCaught(place, clause))
  );
}

const wordsOf = ({ shapes }: Answer): readonly string[] =>
  shapes.flatMap(({ pieces }) =>
    pieces.map((piece) => piece.map((part) => ("literal" in part ? part.literal : "${…}")).join("")),
  );

/** `error: …` or `success: false` in what is handed on. */
const hasErrorKey = (node: ts.Node) =>
  someProperty(
    node,
    (name, value) =>
      /^(?:error|errorMessage|error_message)$/.test(name) || (/^(?:ok|success)$/.test(name) && value === "false"),
  );

const states =
  /^(?:is)?_?(?:valid|exists|available|reachable|connected|healthy|found|running|installed|authenticated|configured|online|alive|logged_?in|compatible|supported|reachability|passed)$/i;

/** `reachable: false` answers what was asked. */
const tellsState = (node: ts.Node) => someProperty(node, (name, value) => states.test(name) && value === "false");

function someProperty(node: ts.Node, test: (name: string, value: string) => boolean): boolean {
  if (ts.isPropertyAssignment(node) && test(propertyName(node.name) ?? "", node.initializer.getText())) return true;
  if (ts.isShorthandPropertyAssignment(node) && test(node.name.text, "")) return true;
  return ts.forEachChild(node, (child) => someProperty(child, test) || undefined) ?? false;
}

/** Tools that are asked whether something holds: that it does not is their answer. */
const asking =
  /(?:^|_)(?:health|ping|probe|doctor|diagnos\w*|validat\w*|verify|check|test|status|lint|whoami|typecheck)(?:_|$)/;
/** Tools that are asked what a server says: its status is their answer. */
const fetching = /(?:^|_)(?:fetch|https?|request|curl|url|api|proxy)(?:_|$)/;
/** That there is no such thing is an answer, where it is told apart from other failures. */
const absent = /not[ _-]?found|\bno such\b|does(?: not|n['’]t) exist|\balready\b/i;
const partly =
  /\bpartial|\bso far\b|\bfall(?:ing)? ?back\b|\bcached\b|\binstead\b|\busing (?:an? |the )?(?:empty|default)|\bdegraded\b|\bskipp(?:ed|ing)\b/i;

/** Where the failure is what was asked for: an exit code, an HTTP status, a state, or what could be done in spite of it. */
function isData({ place, kind, oneKind, answer }: Unmarked): boolean {
  const names = answer.tools.flatMap(({ tool }) => (tool.name ? snakeCase(tool.name) : []));
  return (
    names.some((name) => asking.test(name) || (kind === "check" && fetching.test(name))) ||
    wordsOf(answer).some((words) => partly.test(words)) ||
    (oneKind &&
      kind !== "check" &&
      (wordsOf(answer).some((words) => absent.test(words)) || absent.test(place.getText()))) ||
    tellsState(place) ||
    /\b(?:stdout|stderr|exit_?code)\b/i.test(place.getText())
  );
}

const snakeCase = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[-./]/g, "_")
    .toLowerCase();
