/** Sites and helpers with their source: what the rewriter needs, and no rule sees. */
import type { Config } from "../config.js";
import type { Program } from "../program.js";
import type { Evaluator } from "./evaluate.js";
import type { SourceFailure } from "./failures.js";
import type { Flows } from "./flows.js";
import type { SourceFilter } from "./list-filters.js";
import type { Reading } from "./reading.js";
import type { SourceMisfit } from "./schema-fit.js";
import type { FunctionNode } from "./scopes.js";
import type { Mend, ReplyHelper, ResultSite } from "./server-model.js";
import type { Site } from "./sites.js";
import type { ToolSource } from "./tool-parts.js";

/** A result site with its source: what the rewriter needs, and no rule sees. */
export interface SourceSite {
  readonly site: Site;
  readonly readings: readonly Reading[];
  readonly flows: Flows | undefined;
  readonly tools: readonly ToolSource[];
  /** The helper whose body it stands in. */
  within?: SourceHelper;
  /** The helper that it calls. */
  calls?: SourceHelper;
}

export interface SourceHelper {
  readonly fn: FunctionNode;
  readonly name: string;
  readonly flows: Flows;
  /** The results in its body. */
  readonly literals: readonly SourceSite[];
  readonly calls: SourceSite[];
  readonly carries: boolean | "unknown";
}

/** All that was found out about a server, for the rewriter. */
export interface ServerSource {
  readonly program: Program;
  readonly evaluator: Evaluator;
  readonly config: Config;
  readonly sites: readonly SourceSite[];
  readonly helpers: readonly SourceHelper[];
  readonly tools: readonly ToolSource[];
  /** A site or a helper as the rules see it. */
  resultOf(site: SourceSite): ResultSite;
  replyOf(helper: SourceHelper): ReplyHelper;
  packageOf(file: string): string;
  /** Whether any file of the package speaks of an `outputSchema`. */
  mentionsOutputSchema(folder: string): boolean;
}

/** Who says how a place can be rewritten: handed in, so that reading knows nothing of rewriting. */
export interface Mender {
  site(source: ServerSource, site: SourceSite): Mend;
  helper(source: ServerSource, helper: SourceHelper): Mend;
  filter(filter: SourceFilter): Mend;
  misfit(source: ServerSource, site: SourceSite, misfit: SourceMisfit): Mend;
  failure(source: ServerSource, failure: SourceFailure): Mend;
}
