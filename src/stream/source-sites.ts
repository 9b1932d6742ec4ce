/** What the source of a server writes into its results: the linter's own model, loaded only when it is asked for. */
import { candidates } from "../candidates.js";
import type { Config } from "../config.js";
import type { CheckError } from "../diagnostic.js";
import { registrarNeedles } from "../model/needles.js";
import type { ResultSite } from "../model/server-model.js";
import type { SiteReport } from "../result.js";
import type { Sources } from "../sources.js";

/** A place in source that builds a result of a tool. */
export interface SourceSite {
  readonly tool: string;
  readonly isError: boolean | "unknown";
  readonly view?: {
    readonly keys: readonly string[];
    /** Whether it can hold other keys too. */
    readonly isOpen: boolean;
    /** Keys that are written as an empty list here. */
    readonly empty: readonly string[];
  };
  readonly words: readonly SourceWords[];
}

/** A sentence that is written into the text of a result. */
export interface SourceWords {
  readonly value: string;
  /** The rule that it belongs to: a constant or an instruction, by its place; undefined for other framing. */
  readonly rule?: string;
  /** The constant's name, where there is one. */
  readonly constant?: string;
  /** Whether it tells the model something that the data does not. */
  readonly isFraming: boolean;
  /** Whether the source writes it into the text alone. */
  readonly textOnly: boolean;
  readonly file: string;
  readonly line: number;
}

export interface SourceRules {
  readonly sites: readonly SourceSite[];
  readonly errors: readonly CheckError[];
}

export async function sourceRules(sources: Sources, config: Config): Promise<SourceRules> {
  const found = candidates(sources, ["structuredContent", ...registrarNeedles]);
  if (found.paths.length === 0) return { sites: [], errors: found.errors };
  const { inspect } = await import("../inspect.js");
  const { model, errors, sites } = inspect(sources, found.paths, [], config);
  const reports = sites();
  const all = model.results.flatMap((site, at) => {
    const report = reports[at];
    return report ? (siteOf(site, report, sources.read(site.at.file) ?? "") ?? []) : [];
  });
  return { sites: all, errors: [...found.errors, ...errors] };
}

/** A helper's own literal is told by its calls, which know their tool. */
function siteOf(site: ResultSite, report: SiteReport, source: string): SourceSite | undefined {
  if (site.built === "in-helper" || report.tool === null) return undefined;
  const written = source.slice(site.at.start, site.at.end);
  return {
    tool: report.tool,
    isError: site.isError,
    ...(report.view
      ? { view: { keys: report.view.keys, isOpen: report.view.opaque, empty: emptyLists(written) } }
      : {}),
    words: site.text.flatMap(({ value, kind, covered, constant }, at) => {
      const { file, line } = report.text[at] ?? { file: site.at.file, line: report.line };
      const key = constant ? `${file}:${constant}` : `${file}:${line}:${value}`;
      return kind === "dynamic"
        ? []
        : [
            {
              value,
              ...(kind === "instruction" ? { rule: key } : {}),
              ...(constant ? { constant } : {}),
              isFraming: kind !== "restatement",
              textOnly: covered === false,
              file,
              line,
            },
          ];
    }),
  };
}

const emptyLists = (written: string) => [...written.matchAll(/(\w+)["']?\s*:\s*\[\s*\]/g)].map(([, key = ""]) => key);
