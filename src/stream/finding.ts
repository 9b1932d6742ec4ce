/** What is wrong with a run. Plain data; the keys of the contract come first. */
import type { Reading } from "./call.js";

export interface StreamFinding {
  readonly kind: "miscall" | "not-delivered";
  /** The call that shows it; null where there was none. */
  readonly call: string | null;
  /** What should have been read. */
  readonly expected?: string;
  readonly message: string;
  /** Whether the run fails by it: a call that was made right later is told, and passes. */
  readonly fails: boolean;
  readonly tool: string | null;
  readonly read?: Reading;
  /** The real tool that a refused name is near to. */
  readonly near?: string | null;
  readonly madeRight?: boolean;
  /** Where the source writes the words. */
  readonly file?: string;
  readonly line?: number;
}

/** Words of a message, on one line and not too long. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().replaceAll('"', "'");
  return `"${line.length > 70 ? `${line.slice(0, 69).trimEnd()}…` : line}"`;
}
