/** Joins calls with their answers, and hands them on in the order in which they were made. */
import { type Answer, type Call, type Started, unanswered } from "./call.js";
import { isMcpName } from "./names.js";

export interface CallQueue {
  start(call: Started, line: number): void;
  answer(id: string, answer: Answer, line: number): void;
  /** The calls that are whole, oldest first, each once. */
  ready(): readonly Call[];
  /** What is left when the stream ends: calls without an answer. */
  rest(): readonly Call[];
}

interface Entry {
  readonly call: Started;
  readonly called: number;
  answer?: Answer;
  answered?: number | null;
}

/**
 * An answered call waits for those before it, as parallel calls are answered in any order; when that is too much to hold
 * (characters of results, calls), the order is given up and not the memory.
 */
export function callQueue({ mostWaiting = 1_000_000, mostOpen = 1000 } = {}): CallQueue {
  const open = new Map<string, Entry>();
  let waiting = 0;

  const taken = (id: string, { call, answer = unanswered, called, answered = null }: Entry): Call[] => {
    open.delete(id);
    waiting -= answer.result.length;
    // A bare name that was answered is a tool of the host's own.
    return isMcpName(call.name) || answer.miscall ? [{ ...call, ...answer, lines: { called, answered } }] : [];
  };

  return {
    start(call, called) {
      if (!open.has(call.id)) open.set(call.id, { call, called });
    },
    answer(id, answer, answered) {
      const entry = open.get(id);
      if (!entry || entry.answer) return;
      entry.answer = answer;
      entry.answered = answered;
      waiting += answer.result.length;
    },
    ready() {
      const calls: Call[] = [];
      for (const [id, entry] of open) {
        if (entry.answer || open.size > mostOpen) calls.push(...taken(id, entry));
        else if (waiting <= mostWaiting) break;
      }
      return calls;
    },
    rest: () => [...open].flatMap(([id, entry]) => taken(id, entry)),
  };
}
