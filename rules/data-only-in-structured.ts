import type { Finding, Rule } from "../src/diagnostic.js";
import type { OmittedData, ResultSite, ServerModel } from "../src/model/server-model.js";
import { hostList } from "../src/wording.js";

/**
 * Most hosts that read one channel read the text. Where a result tells them "Found 3 results" and keeps the results in
 * its view, their model answers blind, or calls again.
 *
 * Not reported: a text that differs from the view (it should: it is for reading). Only what is known to be nowhere in the
 * text is, and so nothing is said where a value of the text may hold it, or where an image or a page shows it.
 */
export const dataOnlyInStructured: Rule = {
  id: "data-only-in-structured",
  summary: "a view with data that the text omits: the items of a list, an id, or all of it where there is no text",
  severity: "warning",
  fixable: "never",
  needles: ["structuredContent"],
  *check(server) {
    for (const sites of byWords(server.results.filter(({ tool, view }) => tool && view)).values()) {
      const finding = findingOf(
        server,
        sites.filter((site) => !server.dataMayBeShown(site)),
      );
      if (finding) yield finding;
    }
  },
};

/** The sites by the place that decides their text. */
function byWords(sites: readonly ResultSite[]): ReadonlyMap<string, readonly ResultSite[]> {
  const groups = new Map<string, ResultSite[]>();
  for (const site of sites) {
    const { file, start, end } = site.wordsAt;
    const key = `${file}:${start}:${end}`;
    groups.set(key, [...(groups.get(key) ?? []), site]);
  }
  return groups;
}

function findingOf(server: ServerModel, sites: readonly ResultSite[]): Finding | undefined {
  const blind = sites.flatMap((site) => {
    const hosts = server.viewLostOn(site);
    const omitted = hosts.length > 0 ? site.omitted() : [];
    return omitted.length > 0 ? [{ site, hosts, omitted }] : [];
  });
  const [first] = blind;
  if (!first) return undefined;
  const hosts = [...new Set(blind.flatMap((each) => each.hosts))];
  const { tool, wordsAt } = first.site;
  return {
    at: wordsAt,
    message: `${omission(first.omitted)}, lost on ${hostList(hosts)}; ${wayOut(first.omitted)}`,
    ...(tool?.name && blind.length === 1 ? { tool: tool.name } : {}),
    hosts,
    affects: blind.length,
  };
}

function omission([first, ...more]: readonly OmittedData[]): string {
  if (first?.kind === "everything") return "there is no text, so all data is only in the view";
  const what = first?.kind === "id" ? `\`${first.name}\`` : `what is in \`${first?.name}\``;
  return `${what}${more.length > 0 ? ` and ${more.length} more` : ""} stands only in the view`;
}

function wayOut([first]: readonly OmittedData[]): string {
  return first?.kind === "list" ? "list it in the text too" : "write it into the text too";
}
