/** The sentences of the channel rules: what is lost, on which hosts, what to do, in 160 characters. */
import type { HostRef } from "./delivery/hosts.js";
import type { Finding, Lost } from "./diagnostic.js";
import type { Fragment, Mend, ResultSite, ServerModel } from "./model/server-model.js";

const longest = 160;

/** The fragments of a site that its view lacks. What a helper was handed is the helper's loss, not its literal's. */
export function lostOf(site: ResultSite): readonly (Lost & Fragment)[] {
  return site.text
    .filter(
      (fragment): fragment is Lost & Fragment =>
        fragment.covered === false && !fragment.given && isFraming(fragment.kind),
    )
    .map((fragment) => ({ ...fragment, text: fragment.value }));
}

const isFraming = (kind: Fragment["kind"]) => kind === "instruction" || kind === "lead";

/** The finding of a site that loses text; undefined where no host asked about loses it. */
export function lossAt(server: ServerModel, site: ResultSite): Finding | undefined {
  const hosts = server.lostOn(site);
  const lost = lostOf(site);
  if (hosts.length === 0 || lost.length === 0) return undefined;
  const mend = site.mend();
  return {
    at: site.at,
    message: fitted(
      "",
      naming(lost),
      ` ${lost.length > 1 ? "are" : "is"} only in the text, lost on ${hostList(hosts)}; ${wayOut(mend, "carry it in the view")}`,
    ),
    ...(site.tool?.name ? { tool: site.tool.name } : {}),
    lost: lost.map(({ text, kind, at }) => ({ text, kind, at })),
    hosts,
    related: elsewhere(site, lost),
    ...("fix" in mend ? { fix: mend.fix } : {}),
  };
}

/** The places of lost words that do not stand in the result itself. */
export function elsewhere(
  site: Pick<ResultSite, "at">,
  lost: readonly (Lost & { constant?: string })[],
): { at: Lost["at"]; message: string }[] {
  return lost
    .filter(({ at }) => at.file !== site.at.file || at.start < site.at.start || at.end > site.at.end)
    .map(({ at, constant }) => ({
      at,
      message: constant ? `\`${constant}\` is written here` : "these words are written here",
    }));
}

/** What to do: the reason why there is no fix names the work by hand. */
export const wayOut = (mend: Mend, fixed: string) => ("fix" in mend ? fixed : mend.why);

/** `claude-code, codex and 3 more` */
export function hostList(hosts: readonly HostRef[]): string {
  return hosts.length <= 3 ? hosts.join(", ") : `${hosts.slice(0, 2).join(", ")} and ${hosts.length - 2} more`;
}

/** The first lost fragment, by its constant's name or its words, and how many more there are. */
export function naming(lost: readonly (Lost & { constant?: string })[]): { name: string; more: string } {
  const named =
    lost.find(({ constant, kind }) => constant && kind === "instruction") ??
    lost.find(({ kind }) => kind === "instruction") ??
    lost[0];
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : "";
  return { name: named?.constant ? `\`${named.constant}\`` : `"${(named?.text ?? "").replaceAll('"', "'")}"`, more };
}

/** `limit` and 2 more, in code quotes. */
export function listed(keys: readonly string[]): { name: string; more: string } {
  const [first = "", second, ...rest] = keys.map((key) => `\`${key}\``);
  if (second === undefined) return { name: first, more: "" };
  return { name: first, more: rest.length === 0 ? ` and ${second}` : ` and ${rest.length + 1} more` };
}

/** One line in the length of a message: the quoted words are cut, never the rest. */
export function fitted(before: string, { name, more }: { name: string; more: string }, after: string): string {
  const room = Math.max(16, longest - before.length - more.length - after.length);
  const short = name.length <= room ? name : `${name.slice(0, room - 2).trimEnd()}…${name.at(-1)}`;
  return `${before}${short}${more}${after}`;
}
