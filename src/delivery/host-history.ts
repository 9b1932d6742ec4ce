/**
 * What hosts did before they changed: data alone, one entry for each host that is known to have handed over other channels.
 * As in the table, a cell is known only where its evidence says so.
 */
import type { HostFacts, HostId } from "./host-table.js";

/** The first version or day of a rule. What is released or merged on that day counts as the new rule. */
export type Moment = { readonly version: string; readonly date?: string } | { readonly date: string };

/** A rule that held until the next one; without `since` it reaches back to where nobody asks any more. */
export type Period = Pick<HostFacts, "class" | "matrix" | "behaviour" | "evidence" | "confidence"> & {
  readonly since?: Moment;
};

/** `since`: the start of the rule in the table. `earlier`: newest first. */
export interface History {
  readonly since: Moment;
  readonly earlier: readonly [Period, ...Period[]];
}

const unknownError = { text: "unknown", view: "unknown", viewAlone: "unknown" } as const;

export const hostHistory: Readonly<Partial<Record<HostId, History>>> = {
  "claude-code": {
    since: { version: "2.1.128" },
    earlier: [
      {
        since: { version: "2.0.21" },
        class: "structured-replaces-all",
        matrix: {
          success: { text: false, view: true, viewAlone: true, image: false },
          error: unknownError,
          meta: false,
        },
        behaviour: {
          textOnly: "the content blocks as they are",
          both: "JSON of the view; text and images go",
          viewOnly: "JSON of the view",
          otherBlocks: "dropped beside a view",
        },
        evidence: [
          { at: "anthropics/claude-code#54737", says: "images beside a view were dropped from 2.0.21 to 2.1.127" },
          { at: "anthropics/claude-code#9962", says: "from 2.0.21 the view is read and the text is not" },
          { at: "anthropics/claude-code CHANGELOG.md", says: "2.0.21 reads views; 2.1.128 keeps images" },
        ],
        confidence: "reported",
      },
      {
        class: "content-only",
        matrix: {
          success: { text: true, view: false, viewAlone: false, image: "unknown" },
          error: unknownError,
          meta: false,
        },
        behaviour: { textOnly: "the text", both: "the text; the view is not read", viewOnly: "nothing" },
        evidence: [
          { at: "anthropics/claude-code CHANGELOG.md", says: "2.0.21 is the first that reads views" },
          { at: "anthropics/claude-code#9962", says: "the text arrived in 2.0.10" },
        ],
        confidence: "documented",
      },
    ],
  },
  "copilot-cli": {
    since: { version: "1.0.56", date: "2026-05-29" },
    earlier: [
      {
        since: { version: "0.0.401" },
        class: "structured-replaces-text",
        matrix: {
          success: { text: false, view: true, viewAlone: true, image: "unknown" },
          error: unknownError,
          meta: false,
        },
        behaviour: { textOnly: "the text", both: "the view alone", viewOnly: "JSON of the view" },
        evidence: [
          { at: "github/copilot-cli#3258", says: "the view alone is read" },
          { at: "github/copilot-cli changelog.md", says: "0.0.401 to 1.0.55" },
        ],
        confidence: "documented",
      },
    ],
  },
  opencode: {
    since: { date: "2026-06-29" },
    earlier: [
      {
        since: { date: "2026-06-12" },
        class: "structured-replaces-all",
        matrix: {
          success: { text: false, view: true, viewAlone: true, image: false },
          error: unknownError,
          meta: false,
        },
        behaviour: {
          textOnly: "text joined by blank lines",
          both: "JSON of the view; all content goes",
          viewOnly: "JSON of the view",
          otherBlocks: "dropped beside a view",
        },
        evidence: [
          { at: "packages/opencode/src/mcp/catalog.ts", says: "at 0ded052d8ba5, between the two changes" },
          { at: "anomalyco/opencode#32074", says: "2026-06-12: the view first" },
          { at: "anomalyco/opencode#32868", says: "images are lost" },
        ],
        confidence: "source",
      },
      {
        class: "content-only",
        matrix: {
          success: { text: true, view: false, viewAlone: false, image: "unknown" },
          error: unknownError,
          meta: false,
        },
        behaviour: { textOnly: "text joined by blank lines", both: "the text", viewOnly: "nothing" },
        evidence: [{ at: "anomalyco/opencode#32074", says: "before it, the view was not read" }],
        confidence: "reported",
      },
    ],
  },
  mastra: {
    since: { date: "2026-07-24" },
    earlier: [
      {
        class: "structured-replaces-all",
        matrix: {
          success: { text: false, view: true, viewAlone: true, image: false },
          error: unknownError,
          meta: false,
        },
        behaviour: {
          textOnly: "the text",
          both: "the view alone",
          viewOnly: "JSON of the view",
          otherBlocks: "dropped beside a view",
        },
        evidence: [
          { at: "packages/mcp/src/client/client.ts", says: "at 002c8ca6f309: the view is the result" },
          { at: "mastra-ai/mastra#20176", says: "ends it on 2026-07-24" },
        ],
        confidence: "source",
      },
    ],
  },
  "kimi-code": {
    since: { date: "2026-09-08" },
    earlier: [
      {
        since: { date: "2026-08-25" },
        class: "content-preferred",
        matrix: {
          success: { text: true, view: false, viewAlone: true, image: true },
          error: unknownError,
          meta: true,
        },
        behaviour: {
          textOnly: "the blocks",
          both: "the content; the view only where the content is empty",
          viewOnly: "the block with the view",
          otherBlocks: "kept, as content that wins over the view",
        },
        evidence: [
          { at: "MoonshotAI/kimi-code#3234", says: "2026-08-25: content or view, never both; `_meta` passes" },
        ],
        confidence: "reported",
      },
      {
        since: { date: "2026-08-22" },
        class: "both",
        matrix: {
          success: { text: true, view: true, viewAlone: true, image: true },
          error: { text: true, view: true, viewAlone: true },
          meta: true,
        },
        behaviour: {
          textOnly: "the blocks",
          both: "content, then the view",
          viewOnly: "the block with the view",
          onError: "the same, with the flag",
          otherBlocks: "kept; images packed anew, 10 MB at most",
        },
        evidence: [
          { at: "packages/agent-core/src/mcp/output.ts:171-262", says: "at d723cc47ee43, the version of that day" },
        ],
        confidence: "source",
      },
    ],
  },
  "hermes-agent": {
    since: { date: "2026-08-28" },
    earlier: [
      {
        since: { date: "2026-04-10" },
        class: "both",
        matrix: {
          success: { text: true, view: true, viewAlone: true, image: "unknown" },
          error: unknownError,
          meta: false,
        },
        behaviour: { textOnly: "the text", both: "the text, then the view", viewOnly: "JSON of the view" },
        evidence: [{ at: "NousResearch/hermes-agent#7118", says: "2026-04-10: both are combined" }],
        confidence: "reported",
      },
      {
        since: { date: "2026-04-08" },
        class: "structured-replaces-text",
        matrix: {
          success: { text: false, view: true, viewAlone: true, image: "unknown" },
          error: unknownError,
          meta: false,
        },
        behaviour: { textOnly: "the text", both: "the view alone", viewOnly: "JSON of the view" },
        evidence: [
          { at: "NousResearch/hermes-agent#5979", says: "2026-04-08: the view is the result" },
          { at: "NousResearch/hermes-agent#7043", says: "the text is gone" },
        ],
        confidence: "reported",
      },
      {
        class: "content-only",
        matrix: {
          success: { text: true, view: false, viewAlone: false, image: "unknown" },
          error: unknownError,
          meta: false,
        },
        behaviour: { textOnly: "the text", both: "the text", viewOnly: "nothing" },
        evidence: [{ at: "NousResearch/hermes-agent#5979", says: "before it, the view was dropped" }],
        confidence: "reported",
      },
    ],
  },
};
