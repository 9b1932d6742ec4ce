/** Which places in source can have built a result that a run shows. */
import type { Call } from "./call.js";
import { asRecord, recordIn, type Shape } from "./shape.js";
import type { SourceSite } from "./source-sites.js";
import { arrived, isTelling } from "./words.js";

/** The sites of the call's tool whose result looks like this one; where the source has moved on and none does, all of them. */
export function sitesLike(call: Call, ofTool: readonly SourceSite[]): readonly SourceSite[] {
  const sameOutcome = ofTool.filter(({ isError }) => isError === "unknown" || isError === call.isError);
  const view = viewOf(call);
  if (view === "unknown") return sameOutcome;
  const alike = sameOutcome.filter((site) => (view ? canBe(site, view) : site.view === undefined));
  return alike.length > 0 ? alike : sameOutcome;
}

/** The view that the tool answered with, undefined for none. */
function viewOf({ sent, read, result }: Call): Shape | undefined | "unknown" {
  if (sent) return sent.view === undefined ? undefined : (asRecord(sent.view) ?? "unknown");
  return read === "view" ? (recordIn(result) ?? "unknown") : "unknown";
}

function canBe({ view }: SourceSite, result: Shape): boolean {
  if (!view) return false;
  const isFilled = (key: string) => Array.isArray(result[key]) && result[key].length > 0;
  if (view.empty.some(isFilled)) return false;
  return view.isOpen || Object.keys(result).every((key) => view.keys.includes(key) || typeof result[key] === "string");
}

/** Of these, the ones whose words stand in what is known of the result, most of them; none where nothing does. */
export function sitesHeard(sites: readonly SourceSite[], known: string): readonly SourceSite[] {
  const counts = sites.map(
    ({ words }) => words.filter(({ value }) => isTelling(value) && arrived(known, value)).length,
  );
  const most = Math.max(0, ...counts);
  return most === 0 ? [] : sites.filter((_, at) => counts[at] === most);
}
