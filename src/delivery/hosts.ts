/** The hosts by id, in the table's order, and as they were at a version or on a day. */
import { hostHistory, type Moment, type Period } from "./host-history.js";
import { type HostFacts, type HostId, hostTable } from "./host-table.js";

export type { HostId };

/** A host as it is now, or `opencode@2026-06-20`, `claude-code@2.1.127`: as it was on that day (UTC) or in that version. */
export type HostRef = HostId | `${HostId}@${string}`;

/** The AI app that calls the tool and decides which channels of its result the model reads. */
export interface Host extends HostFacts {
  readonly id: HostId;
  /** What it was asked for by. */
  readonly ref: HostRef;
}

export const hostIds = Object.keys(hostTable) as readonly HostId[];

export const hosts: readonly Host[] = hostIds.map(hostById);

/** The host that a reference means, with the rule of its day or version. Throws a RangeError where `refFault` finds a fault. */
export function hostById(ref: HostRef): Host {
  const { id, at } = partsOf(ref);
  const now: Host = { id, ref, ...hostTable[id] };
  if (at === undefined) return now;
  const period = periodAt(id, at);
  if (typeof period === "string") throw new RangeError(period);
  return period.since === hostHistory[id]?.since ? now : { ...now, ...period };
}

/** Each rule that the host has had, newest first; of most hosts a single one is known. */
export function periodsOf(id: HostId): readonly [Period, ...Period[]] {
  const history = hostHistory[id];
  return history ? [{ ...hostTable[id], since: history.since }, ...history.earlier] : [hostTable[id]];
}

export function isHostId(id: string): id is HostId {
  return Object.hasOwn(hostTable, id);
}

/** Whether a text names a host that is in the table, at a day or in a version of which we know. */
export function isHostRef(text: string): text is HostRef {
  return isHostId(partsOf(text).id) && refFault(text) === undefined;
}

/** What is wrong with the day or version that follows a known host's `@`, in one line; undefined where nothing is. */
export function refFault(text: string): string | undefined {
  const { id, at } = partsOf(text);
  if (at === undefined || !isHostId(id)) return undefined;
  const period = periodAt(id, at);
  return typeof period === "string" ? period : undefined;
}

/** The references in the table's order, those of one host in the order given, each once. */
export function inOrder(refs: readonly HostRef[]): readonly HostRef[] {
  const place = (ref: HostRef) => hostIds.indexOf(partsOf(ref).id);
  return [...new Set(refs)].sort((a, b) => place(a) - place(b));
}

function partsOf(ref: HostRef): { id: HostId; at?: string };
function partsOf(text: string): { id: string; at?: string };
function partsOf(text: string): { id: string; at?: string } {
  const cut = text.indexOf("@");
  return cut < 0 ? { id: text } : { id: text.slice(0, cut), at: text.slice(cut + 1) };
}

/** The rule of a day or version, or why it can't be told. */
function periodAt(id: HostId, at: string): Period | string {
  const kind = isDate(at) ? "date" : /^v?\d+(\.\d+){0,3}$/.test(at) ? "version" : undefined;
  if (!kind) return `\`${id}@${at}\`: a date (\`@2026-06-20\`) or a version (\`@2.1.127\`) follows the \`@\``;
  const history = hostHistory[id];
  if (!history) return `\`${id}@${at}\`: only one rule of \`${id}\` is known; leave \`@${at}\` out`;
  let oldest = "";
  for (const period of periodsOf(id)) {
    if (!period.since) return period;
    const start = startBy(period.since, kind);
    if (start === undefined) {
      const other = kind === "date" ? "version" : "date";
      return `\`${id}@${at}\`: no ${kind} is known for its change at ${startBy(period.since, other)}; give a ${other}`;
    }
    if (!isBefore(at, start)) return period;
    oldest = start;
  }
  return `\`${id}@${at}\`: nothing is known of \`${id}\` before ${oldest}`;
}

const startBy = (moment: Moment, kind: "date" | "version"): string | undefined =>
  kind === "version" ? ("version" in moment ? moment.version : undefined) : moment.date;

/** Whether a date or version comes before another of its kind. */
function isBefore(a: string, b: string): boolean {
  const [left, right] = [numbers(a), numbers(b)];
  const at = Array.from({ length: Math.max(left.length, right.length) }).findIndex(
    (_, i) => (left[i] ?? 0) !== (right[i] ?? 0),
  );
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}

const numbers = (text: string) => text.replace(/^v/, "").split(/[.-]/).map(Number);

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
