/** Helpers with the sites that belong to them: the literals of their bodies, and their calls. */
import { ts } from "ts-morph";
import { nameOf } from "./find.js";
import { carries } from "./flows.js";
import type { ReadFragment } from "./reading.js";
import { enclosingFunction, type FunctionNode } from "./scopes.js";
import { spanOf } from "./sentences.js";
import type { Fragment, ReplyHelper } from "./server-model.js";
import type { Mender, ServerSource, SourceHelper, SourceSite } from "./source.js";

/** The functions whose results take what they are given, each with its calls. Links the sites to them. */
export function groupHelpers(sites: readonly SourceSite[], configured: string | undefined): readonly SourceHelper[] {
  const bodies = new Map<FunctionNode, SourceSite[]>();
  for (const site of sites) {
    const fn = site.flows && enclosingFunction(site.site.node);
    if (fn) bodies.set(fn, [...(bodies.get(fn) ?? []), site]);
  }
  const helpers = new Map([...bodies].map(([fn, literals]) => [fn, helperOf(fn, literals, configured)]));
  const owners = new Map<ts.Node, SourceHelper>();
  for (const helper of helpers.values())
    for (const literal of helper.literals) {
      literal.within = helper;
      owners.set(literal.site.node, helper);
    }
  for (const site of sites) {
    const { callee } = site.site;
    if (!callee) continue;
    // A function that only hands on to a helper stands for it.
    const helper = helpers.get(callee) ?? site.readings.flatMap(({ term }) => owners.get(term.node) ?? [])[0];
    if (!helper) continue;
    site.calls = helper;
    helper.calls.push(site);
  }
  return [...helpers.values()];
}

/** Where its view can't be read, the helper that the config names is taken at its word: it carries. */
function helperOf(fn: FunctionNode, literals: readonly SourceSite[], configured: string | undefined): SourceHelper {
  const taken = literals.flatMap(({ flows }) => flows ?? []);
  const flows = { text: taken.flatMap(({ text }) => text), view: taken.some(({ view }) => view) };
  const readings = literals.flatMap((literal) => literal.readings);
  const name = nameOf(fn) ?? "";
  const read = carries(flows, readings);
  return { fn, name, flows, literals, calls: [], carries: read === "unknown" && name === configured ? true : read };
}

/** Where a helper's name is declared; itself where it has none. */
export const nameNodeOf = (fn: FunctionNode): ts.Node =>
  fn.name ?? (ts.isVariableDeclaration(fn.parent) ? fn.parent.name : fn);

/** A helper as the rules see it. */
export function helperResult(source: ServerSource, helper: SourceHelper, mender: Mender): ReplyHelper {
  return {
    name: helper.name,
    at: spanOf(nameNodeOf(helper.fn)),
    carries: helper.carries,
    takesView: helper.flows.view,
    get calls() {
      return helper.calls.map(source.resultOf);
    },
    get losing() {
      return helper.calls
        .filter((call) => source.resultOf(call).isError !== true && lostArguments(call).length > 0)
        .map(source.resultOf);
    },
    package: source.packageOf(helper.fn.getSourceFile().fileName),
    mend: () => mender.helper(source, helper),
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
