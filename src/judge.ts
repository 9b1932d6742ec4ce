/** One rule asked about a server. A rule that throws is named with the place that it looked at, and goes on behind it. */
import type { Finding, Rule, Span } from "./diagnostic.js";
import type { ServerModel } from "./model/server-model.js";

export interface Judgement {
  readonly findings: readonly Finding[];
  /** Where the rule threw: file, offset (UTF-16) and what it said. A place that is not known is null. */
  readonly crashes: readonly { readonly at: Span | null; readonly why: string }[];
}

/** Places at which a rule may throw before it is left alone. */
const patience = 20;

/** What a rule finds in a server, also beside the places that it can't judge. It never throws. */
export function judge(rule: Rule, server: ServerModel): Judgement {
  const findings = new Map<string, Finding>();
  const crashes: { at: Span | null; why: string }[] = [];
  const skipped = new Set<object>();
  while (crashes.length < patience) {
    const watch = watched(server, skipped);
    try {
      for (const finding of rule.check(watch.server)) findings.set(placeOf(finding), finding);
      break;
    } catch (error) {
      const culprit = watch.current();
      crashes.push({ at: culprit ? placed(culprit) : null, why: reasonFor(error) });
      if (!culprit || skipped.has(culprit)) break;
      skipped.add(culprit);
    }
  }
  return { findings: [...findings.values()], crashes };
}

const placeOf = ({ at, message }: Finding) => `${at.file}:${at.start}:${at.end}:${message}`;

/** What went wrong, in one line and short. */
export function reasonFor(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n", 1)[0]?.slice(0, 200) ?? "";
}

type Item = Span | { readonly at: Span };
const placed = (item: Item): Span => ("at" in item ? item.at : item);

/** A server whose lists tell which item a rule looks at, in the outermost of its loops, and leave out what is skipped. */
function watched(server: ServerModel, skipped: ReadonlySet<object>) {
  let current: Item | undefined;
  let isInLoop = false;
  const list = <T extends Item>(items: readonly T[]): readonly T[] =>
    Object.assign([...items], {
      *[Symbol.iterator]() {
        if (isInLoop) return yield* items.values();
        isInLoop = true;
        try {
          for (const item of items) {
            if (skipped.has(item)) continue;
            current = item;
            yield item;
          }
          current = undefined;
        } finally {
          isInLoop = false;
        }
      },
    });
  return {
    current: () => current,
    server: {
      ...server,
      tools: list(server.tools),
      results: list(server.results),
      helpers: list(server.helpers),
      bulletFilters: list(server.bulletFilters),
      prefixStrips: list(server.prefixStrips),
    } satisfies ServerModel,
  };
}
