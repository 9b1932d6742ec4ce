import type { Finding, Rule } from "../src/diagnostic.js";
import type { Misfit } from "../src/model/server-model.js";
import { fitted, listed, wayOut } from "../src/wording.js";

/**
 * Clients of SDK v1 check the view of a result against the `outputSchema` even when it is marked as an error: one that
 * does not fit is thrown away with the error text, and the model reads a schema violation where the reason should stand.
 *
 * Not reported: an error view that fits, and one that can't be read.
 */
export const structuredErrorBreaksOutputSchema: Rule = {
  id: "structured-error-breaks-output-schema",
  summary: "an error whose view does not fit the tool's `outputSchema`",
  severity: "error",
  fixable: "sometimes",
  needles: ["structuredContent"],
  *check({ results }) {
    const seen = new Map<string, { misfit: Misfit; tools: Set<Misfit["tool"]> }>();
    for (const misfit of results.flatMap(({ misfits }) => misfits)) {
      const place = `${misfit.at.file}:${misfit.at.start}`;
      // One place can break the schemas of many tools.
      if (misfit.isError)
        (seen.get(place) ?? seen.set(place, { misfit, tools: new Set() }).get(place))?.tools.add(misfit.tool);
    }
    for (const { misfit, tools } of seen.values()) yield findingOf(misfit, [...tools]);
  },
};

function findingOf({ at, extra, missing, tool, mend: mending }: Misfit, tools: readonly Misfit["tool"][]): Finding {
  const mend = mending();
  const what = extra.length > 0 ? "has" : "lacks";
  const fault = extra.length > 0 ? "which the `outputSchema` does not allow" : "which the `outputSchema` requires";
  return {
    at,
    message: fitted(
      `the view of this error ${what} `,
      listed(extra.length > 0 ? extra : missing),
      `, ${fault}: v1 clients hide the error text; ${wayOut(mend, "drop the view")}`,
    ),
    ...(tools.length === 1 && tool.name ? { tool: tool.name } : {}),
    ...(tools.length > 1 ? { affects: tools.length } : {}),
    related: tools.map((each) => ({ at: each.at, message: "the tool is registered here" })),
    ...("fix" in mend ? { fix: mend.fix } : {}),
  };
}
