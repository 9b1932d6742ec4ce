/** A tool call of a recorded run, and what its model read of the result: plain data, the same for every host. */

/** The hosts whose streams can be read. */
export type StreamHost = "claude-code" | "codex" | "gemini-cli";

/**
 * What the model was handed: a channel of the result, words of the host's own (`host-error`: the tool did not run, or
 * gave nothing back), a part of the result (`truncated`), nothing (`empty`), or what the stream does not tell.
 */
export type Reading = "text" | "view" | "both" | "host-error" | "truncated" | "empty" | "unknown";

/** A call as the model made it. */
export interface Started {
  readonly id: string;
  /** The name that the model wrote, with the host's prefix where it wrote one. */
  readonly name: string;
  /** Null where the name tells of no server: a call of a bare name. */
  readonly server: string | null;
  readonly tool: string;
  readonly arguments: unknown;
  /** The call of the subagent that made this one; null for the main agent. */
  readonly agent: string | null;
}

/** What came back. */
export interface Answer {
  /** Whether the host took the call and handed over what the tool answered. */
  readonly accepted: boolean;
  /** Whether the host knew no tool of this name. */
  readonly miscall: boolean;
  readonly isError: boolean;
  readonly read: Reading;
  /** What the model read, as one text. */
  readonly result: string;
  /** What the server sent, where the stream holds it, whatever of it was read. */
  readonly sent?: { readonly text: string; readonly view?: unknown };
}

export interface Call extends Started, Answer {
  /** The lines of the stream, 1-based; `answered` is null where nothing came back. */
  readonly lines: { readonly called: number; readonly answered: number | null };
}

/** What one line of a stream says. */
export type Heard =
  | { readonly kind: "tools"; readonly tools: readonly string[]; readonly servers: readonly string[] }
  | { readonly kind: "call"; readonly call: Started }
  | { readonly kind: "answer"; readonly id: string; readonly answer: Answer }
  /** A piece of what the agent says to its user; `begins` where it starts anew. */
  | { readonly kind: "words"; readonly text: string; readonly begins: boolean }
  /** Calls that were denied, told after the fact. */
  | { readonly kind: "denied"; readonly ids: readonly string[] }
  | { readonly kind: "end" };

/** Reads the lines of one host's stream, in order; a line that it does not know says nothing. */
export interface Reader {
  readonly host: StreamHost;
  read(line: Readonly<Record<string, unknown>>): readonly Heard[];
}

/** A call that the stream ends without an answer to: nobody took it, as far as can be told. */
export const unanswered: Answer = { accepted: false, miscall: false, isError: false, read: "unknown", result: "" };

/** Words of the host's own: the call was refused, denied or invalid, or nothing of the tool's came back. */
export const hostError = (result: string, kind: "miscall" | "other" = "other"): Answer => ({
  accepted: false,
  miscall: kind === "miscall",
  isError: true,
  read: "host-error",
  result,
});
