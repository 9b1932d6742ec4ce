/** `--expect [tool=]<text>`: words that a model has to have read in a result, of one tool or of any. */
import type { Call } from "./call.js";
import { quoted, type StreamFinding } from "./finding.js";
import { arrived } from "./words.js";

export interface Expectations {
  /** `read`: what the model read, as `readable` makes it. */
  see(call: Call, read: () => string): void;
  /** `isTool`: whether the run has a tool of this bare name. */
  findings(isTool: (name: string) => boolean): readonly StreamFinding[];
}

/** Words in the results of one tool, or of all. */
interface Watch {
  readonly tool: string | undefined;
  readonly words: string;
  calls: number;
  arrived: boolean;
  last?: Pick<Call, "id" | "tool" | "read">;
}

/** Which tools a run has is known at its end, so a text with a `=` is watched for in both of its meanings. */
export function expectations(expected: readonly string[]): Expectations {
  const watched = expected.map((text) => {
    const at = text.indexOf("=");
    const whole = watch(undefined, text);
    return { whole, ofTool: at > 0 ? watch(text.slice(0, at), text.slice(at + 1)) : undefined };
  });
  const all = watched.flatMap(({ whole, ofTool }) => (ofTool ? [whole, ofTool] : [whole]));
  return {
    see(call, read) {
      if (!call.accepted) return;
      for (const each of all) {
        if (each.tool !== undefined && each.tool !== call.tool) continue;
        each.calls++;
        each.last = { id: call.id, tool: call.tool, read: call.read };
        each.arrived ||= arrived(read(), each.words);
      }
    },
    findings: (isTool) =>
      watched
        .map(({ whole, ofTool }) => (ofTool?.tool !== undefined && isTool(ofTool.tool) ? ofTool : whole))
        .filter((each) => !each.arrived)
        .map(finding),
  };
}

const watch = (tool: string | undefined, words: string): Watch => ({ tool, words, calls: 0, arrived: false });

function finding({ tool, words, calls, last }: Watch): StreamFinding {
  const where = tool === undefined ? "any result" : `a result of \`${tool}\``;
  const why = last
    ? `not in ${where} (${calls === 1 ? "1 call" : `${calls} calls`}, the last one ${last.id}, read as ${last.read})`
    : tool === undefined
      ? "no MCP tool answered"
      : `\`${tool}\` was never called`;
  return {
    kind: "not-delivered",
    call: last?.id ?? null,
    expected: words,
    message: `${quoted(words)} never arrived: ${why}`,
    fails: true,
    tool: tool ?? last?.tool ?? null,
    ...(last ? { read: last.read } : {}),
  };
}
