/** What a result's text weighs as far as its source tells. The view's values arrive at run time, so nothing is said of it. */
import type { SiteReport } from "./result.js";
import { type Weight, weight } from "./stream/cost.js";

export interface SiteCost {
  /** The words that stand in source; at run time there are more where it is not exact. */
  readonly text: Weight;
  readonly isExact: boolean;
  /** The part that the view carries too: a host that hands over both pays for it twice. */
  readonly repeated: Weight;
}

export function siteCost({ text }: Pick<SiteReport, "text">): SiteCost {
  const literal = (value: string) => value.replaceAll("${…}", "").length;
  const sum = (pieces: SiteReport["text"]) => weight(pieces.reduce((total, { value }) => total + literal(value), 0));
  return {
    text: sum(text),
    isExact: text.every(({ value }) => !value.includes("${…}")),
    repeated: sum(text.filter(({ covered }) => covered === true)),
  };
}
