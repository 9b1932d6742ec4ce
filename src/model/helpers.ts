/** Helpers with the sites that belong to them: the literals of their bodies, and their calls. */
import { ts } from "ts-morph";
import { nameOf } from "./find.js";
import { carries } from "./flows.js";
import type { ReadFragment } from "./reading.js";
import { enclosingFunction } from "./scopes.js";
import { spanOf } from "./sentences.js";
import type { Fragment, ReplyHelper } from "./server-model.js";
import type { Mender, ServerSource, SourceHelper, SourceSite } from "./source.js";

export function groupHelpers(sites: readonly SourceSite[]): readonly SourceHelper[] {
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

export function helperResult(source: ServerSource, helper: SourceHelper, mender: Mender): ReplyHelper {
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
