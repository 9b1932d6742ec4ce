/** What each result site delivers: its place, its view, its text piece by piece, and which hosts read what of it. */
import { type HostRef, inOrder } from "../delivery/hosts.js";
import type { SiteReport } from "../result.js";
import type { SiteCost } from "../site-cost.js";
import type { Weight } from "../stream/cost.js";
import { escaped } from "./escape.js";
import { counted, type Look } from "./report.js";
import { fitting, labelled } from "./width.js";

/** `asked`: the hosts to speak of. */
export function sitesTable(
  sites: readonly (SiteReport & { readonly cost?: SiteCost })[],
  asked: readonly HostRef[],
  look: Pick<Look, "colors" | "width">,
): string {
  const blocks = sites.map(
    (site) =>
      `${[heading(site, look), ...channels(site, look), ...weights(site, look), ...readers(site, asked, look)].join("\n")}\n`,
  );
  const withView = sites.filter(({ view }) => view).length;
  return [...blocks, `${counted(sites.length, "result site")}, ${withView} with a view\n`].join("\n");
}

type Sheet = Pick<Look, "colors" | "width">;

function heading({ file, line, column, tool, helper, isError, verdict }: SiteReport, { colors }: Sheet): string {
  const paint = verdict.startsWith("lost") ? colors.red : verdict === "unknown" ? colors.yellow : colors.green;
  const about = [
    tool ? `tool ${escaped(tool)}` : "",
    helper ? `through ${escaped(helper)}` : "inline",
    isError === true ? "error" : isError === "unknown" ? "maybe an error" : "",
  ].filter((text) => text);
  return `${colors.bold(`${escaped(file)}:${line}:${column}`)}  ${paint(verdict)}  ${colors.dim(about.join("  "))}`;
}

function channels({ view, text }: SiteReport, { colors, width }: Sheet): string[] {
  const keys = view ? [...view.keys.map(escaped), ...(view.opaque ? ["…"] : [])] : [];
  const pieces = text.map(({ value, kind, covered }) => {
    const where = !view ? "text" : covered === "unknown" ? "unknown" : covered ? "in both" : "text only";
    const about = `${where.padEnd(9)}  ${kind.padEnd(11)}`;
    return `  ${colors.dim(about)}  ${fitting(escaped(value), Math.max(20, width - about.length - 4))}`;
  });
  return [...(view ? labelled("view", keys.join(", "), { labels: 9, width, dress: colors.dim }) : []), ...pieces];
}

function weights({ cost }: { readonly cost?: SiteCost }, { colors, width }: Sheet): string[] {
  if (!cost) return [];
  const inWords = ({ characters, tokens }: Weight) => `${characters} characters (~${tokens} tokens)`;
  const text = `text ${cost.isExact ? "" : "at least "}${inWords(cost.text)}, ${cost.repeated.characters} of them in both`;
  return labelled("cost", text, { labels: 9, width, dress: colors.dim });
}

const groups = [
  ["view", "view only"],
  ["text", "text only"],
  ["both", "both"],
  ["none", "nothing"],
  ["unknown", "not known"],
] as const;

/** Hosts by what their model reads. All of those that lose something are named, of the others a few. */
function readers({ reads, lostOn, view }: SiteReport, asked: readonly HostRef[], { colors, width }: Sheet): string[] {
  if (!view) return [];
  const label = { labels: "read text only".length, width, dress: colors.dim };
  return groups.flatMap(([read, words]) => {
    const ids = inOrder(asked).filter((ref) => reads[ref] === read);
    if (ids.length === 0) return [];
    const all = ids.length <= 6 || ids.some((id) => lostOn.includes(id));
    const names = all ? ids.join(", ") : `${ids.slice(0, 4).join(", ")} +${ids.length - 4}`;
    return labelled(`read ${words}`, names, label);
  });
}
