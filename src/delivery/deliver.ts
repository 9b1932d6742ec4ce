/** What a host hands to its model of a result's two channels, and whether the text is lost on the way. Pure. */
import type { Cells } from "./host-table.js";
import { type Host, type HostRef, inOrder } from "./hosts.js";

/** The channel that the model reads; `none` where it is handed nothing, `unknown` where nobody knows. */
export type Read = "text" | "view" | "both" | "none" | "unknown";

/** Which channels a result has. */
export interface Channels {
  readonly text: boolean;
  readonly view: boolean;
  /** `"unknown"`: it may be either, so an answer holds only where success and error have the same one. */
  readonly isError: boolean | "unknown";
}

/** What the host's model reads of a result that has these channels. */
export function reads(channels: Channels, host: Host): Read {
  if (!channels.view) return channels.text ? "text" : "none";
  const [first = "unknown", ...others] = cases(channels, host).map(channels.text ? readOfBoth : readOfViewAlone);
  return others.every((other) => other === first) ? first : "unknown";
}

/** Whether it is known that there is a text and that the host keeps it from its model. */
export function losesText(channels: Channels, host: Host): boolean {
  return channels.text && channels.view && cases(channels, host).every(({ text }) => text === false);
}

/** Whether it is known that there is a view and that the host keeps it from its model. */
export function losesView(channels: Channels, host: Host): boolean {
  const read = reads(channels, host);
  return channels.view && (read === "text" || read === "none");
}

/** Those of the hosts that lose the text (or what else is asked for), in the table's order. */
export function hostsThatLose(channels: Channels, hosts: readonly Host[], loses = losesText): readonly HostRef[] {
  return inOrder(hosts.filter((host) => loses(channels, host)).map(({ ref }) => ref));
}

/**
 * What the host's model is handed of a result: the text, the JSON of the view, both joined by a newline, `""` for nothing,
 * undefined where nobody knows. A view of null is none; `{}` is one (VS Code, Codex and Claude Code drop the text for it).
 * Only what the result says is given: no label, wrapper or escape of the host's own, no cut at its size limits. The text
 * counts as one block, which matters on LangChain JS: it sends a view along with exactly one.
 */
export function deliver(
  result: { readonly text: string; readonly view?: unknown; readonly isError: boolean },
  host: Host,
): string | undefined {
  const { text, view, isError } = result;
  const json = view === undefined || view === null ? undefined : JSON.stringify(view);
  switch (reads({ text: text !== "", view: json !== undefined, isError }, host)) {
    case "text":
      return text;
    case "view":
      return json;
    case "both":
      return `${text}\n${json}`;
    case "none":
      return "";
    case "unknown":
      return undefined;
  }
}

function cases({ isError }: Channels, { matrix }: Host): readonly Cells[] {
  if (isError === "unknown") return [matrix.success, matrix.error];
  return [isError ? matrix.error : matrix.success];
}

function readOfBoth({ text, view }: Cells): Read {
  if (text === "unknown" || view === "unknown") return "unknown";
  if (text) return view ? "both" : "text";
  return view ? "view" : "none";
}

function readOfViewAlone({ viewAlone }: Cells): Read {
  if (viewAlone === "unknown") return "unknown";
  return viewAlone ? "view" : "none";
}
