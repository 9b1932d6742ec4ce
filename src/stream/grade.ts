/** Grades a run while it goes by: nothing of a call is kept but what a finding needs. */
import type { Call } from "./call.js";
import { deliveries } from "./deliveries.js";
import { expectations } from "./expectations.js";
import type { StreamFinding } from "./finding.js";
import { miscalls } from "./miscalls.js";
import type { RunEnd } from "./run.js";
import type { SourceSite } from "./source-sites.js";
import { readable } from "./words.js";

export interface GradeOptions {
  readonly expect: readonly string[];
  /** What the source of the server writes; undefined where nobody asked. */
  readonly sites?: readonly SourceSite[];
  /** Whether every refused call fails the run. */
  readonly strict: boolean;
}

export interface Grader {
  see(call: Call): void;
  findings(end: Pick<RunEnd, "tools">): readonly StreamFinding[];
  /** Whether the source builds results of a tool that was called. */
  readonly touched: () => boolean;
}

export function grader({ expect, sites = [], strict }: GradeOptions): Grader {
  const refused = miscalls();
  const expected = expectations(expect);
  const delivered = deliveries(sites);
  const called = new Set<string>();
  return {
    see(call) {
      let known: string | undefined;
      const read = () => {
        known ??= readable(call.result);
        return known;
      };
      if (call.accepted) called.add(call.tool);
      refused.see(call);
      expected.see(call, read);
      delivered.see(call, read);
    },
    findings({ tools }) {
      const isTool = (name: string) => called.has(name) || tools.some((tool) => tool.endsWith(`__${name}`));
      return [...refused.findings(tools, strict), ...delivered.findings(), ...expected.findings(isTool)];
    },
    touched: delivered.touched,
  };
}
