/** What the results of each tool weigh, channel by channel, and how much of the note says again what the view says. */
import type { Call, Reading } from "./call.js";
import { asRecord, recordIn, type Shape } from "./shape.js";

export interface Weight {
  readonly characters: number;
  /** Estimated: a token for every four characters. */
  readonly tokens: number;
}

export interface ToolCost {
  readonly tool: string;
  readonly calls: number;
  /** Which channels were read, and how often. */
  readonly read: Readonly<Partial<Record<Reading, number>>>;
  /** Null where the stream does not hold it: Claude Code drops the text of a result with a view, Gemini CLI the view. */
  readonly text: Weight | null;
  readonly view: Weight | null;
  /** The part of the view that the note is. */
  readonly note: Weight | null;
  /** The part of the note that stands in the rest of the view, too. */
  readonly repeated: Weight | null;
}

export const weight = (characters: number): Weight => ({ characters, tokens: Math.ceil(characters / 4) });

interface Tally {
  calls: number;
  read: Partial<Record<Reading, number>>;
  sums: Partial<Record<"text" | "view" | "note" | "repeated", number>>;
}

export interface Costs {
  see(call: Call): void;
  byTool(): readonly ToolCost[];
}

/** `note`: the field of a view that carries the framing. */
export function costs(note: string): Costs {
  const tallies = new Map<string, Tally>();
  return {
    see(call) {
      if (!call.accepted) return;
      const tally = tallies.get(call.tool) ?? { calls: 0, read: {}, sums: {} };
      tallies.set(call.tool, tally);
      tally.calls++;
      tally.read[call.read] = (tally.read[call.read] ?? 0) + 1;
      const add = (part: keyof Tally["sums"], characters: number) => {
        tally.sums[part] = (tally.sums[part] ?? 0) + characters;
      };
      const text = call.sent?.text ?? (call.read === "text" ? call.result : undefined);
      if (text !== undefined) add("text", text.length);
      const view = asRecord(call.sent?.view) ?? (call.read === "view" ? recordIn(call.result) : undefined);
      if (!view) return;
      add("view", JSON.stringify(view).length);
      const words = view[note];
      if (typeof words !== "string") return;
      add("note", words.length);
      add("repeated", repeatedIn(words, { ...view, [note]: null }));
    },
    byTool: () =>
      [...tallies]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([tool, { calls, read, sums }]) => {
          const of = (part: keyof Tally["sums"]) => (sums[part] === undefined ? null : weight(sums[part]));
          return { tool, calls, read, text: of("text"), view: of("view"), note: of("note"), repeated: of("repeated") };
        }),
  };
}

/** Shorter values (a flag, a count) stand in any sentence. */
const shortest = 8;

/** How many characters of a note stand in a value of the view. */
function repeatedIn(note: string, view: Shape): number {
  const covered = new Uint8Array(note.length);
  for (const value of new Set(textsIn(view))) {
    if (value.length < shortest) continue;
    for (let at = note.indexOf(value); at >= 0; at = note.indexOf(value, at + value.length))
      covered.fill(1, at, at + value.length);
  }
  return covered.reduce((sum, each) => sum + each, 0);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
