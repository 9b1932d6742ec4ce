/** A run in one line, as it was called. */
import type { Call } from "./call.js";

/** `find_messages?({"query":"Zelda"})`: the bare name, and a mark where the host knew no such tool. */
export function step({ tool, miscall, arguments: given }: Pick<Call, "tool" | "miscall" | "arguments">): string {
  return `${tool}${miscall ? "?" : ""}(${JSON.stringify(given)})`;
}

export interface Transcript {
  add(call: Parameters<typeof step>[0]): void;
  text(): string;
}

/** The one thing of a run that grows with its calls: kept as few whole strings, which weigh less than many small ones. */
export function growingTranscript(): Transcript {
  const whole: string[] = [];
  let recent: string[] = [];
  return {
    add(call) {
      recent.push(step(call));
      if (recent.length < 1000) return;
      whole.push(joined(recent));
      recent = [];
    },
    text: () => joined([...whole, ...recent]),
  };
}

export const joined = (steps: readonly string[]): string => steps.join(" -> ");
