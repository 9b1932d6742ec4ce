/** Calls of names that the host does not know: what was meant, and whether the model got there in the end. */
import { nearest } from "../suggestion.js";
import type { Call } from "./call.js";
import type { StreamFinding } from "./finding.js";
import { bareName, isNamed } from "./names.js";

export interface Miscalls {
  see(call: Call): void;
  /** `tools`: the names of the MCP tools of the run. With `strict`, every refused call fails it. */
  findings(tools: readonly string[], strict: boolean): readonly StreamFinding[];
}

interface Refused {
  readonly id: string;
  readonly tool: string;
  readonly agent: string | null;
  /** The line that told the model so: what it calls later, it calls because of that. */
  readonly told: number;
  /** A tool of this name that the same agent called later. */
  same?: string;
  /** One of a name that is near it. */
  close?: string;
}

export function miscalls(): Miscalls {
  const all: Refused[] = [];
  let open: Refused[] = [];
  return {
    see({ id, name, tool, agent, miscall, accepted, lines }) {
      if (miscall) {
        const refused = { id, tool, agent, told: lines.answered ?? lines.called };
        all.push(refused);
        open.push(refused);
      }
      if (!accepted || open.length === 0) return;
      for (const refused of open) {
        if (refused.agent !== agent || lines.called < refused.told) continue;
        if (isNamed(name, refused.tool)) refused.same = name;
        else if (nearest(refused.tool, [tool])) refused.close ??= name;
      }
      open = open.filter(({ same }) => same === undefined);
    },
    findings: (tools, strict) => all.map((refused) => finding(refused, tools, strict)),
  };
}

/** A tool that is really called so has to be the one that is called later; a slip may become any near one. */
function finding({ id, tool, same, close }: Refused, tools: readonly string[], strict: boolean): StreamFinding {
  const real = tools.find((name) => isNamed(name, tool));
  const right = same ?? (real === undefined ? close : undefined);
  const near = right ?? real ?? nearest(tool, tools.map(bareName), tools) ?? null;
  const was = `\`${tool}\` was refused: the host knew no such tool`;
  const then = right
    ? `made right later as \`${right}\``
    : `never made right${near === null ? "" : `; near it is \`${near}\``}`;
  return {
    kind: "miscall",
    call: id,
    message: `${was}; ${then}`,
    fails: strict || right === undefined,
    tool,
    near,
    madeRight: right !== undefined,
  };
}
