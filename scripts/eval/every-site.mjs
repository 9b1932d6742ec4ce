/** The rewrite of every result with a view, whether it loses a word or not: a harder test of the types than the findings. */
import { candidates } from "../../dist/src/candidates.js";
import { configFor, filesFor } from "../../dist/src/commands/setup.js";
import { applyFixes, selectFixes } from "../../dist/src/fix/fixer.js";
import { inspect } from "../../dist/src/inspect.js";

/** The files and the config of a repo, as a run in its folder has them. */
export function sourcesOf(at) {
  const config = configFor(at, {});
  return { sources: filesFor(at, ["."], config, true).sources, config };
}

/**
 * As if no tool had an output schema: that a note is allowed there is another question, with tests of its own. A word of
 * the same length keeps the places.
 */
const hidden = (text) => text.replaceAll("outputSchema", "outputSchemX");
const shown = (text) => text.replaceAll("outputSchemX", "outputSchema");

export function everySite(sources, config) {
  const read = (path) => {
    const text = sources.read(path);
    return text === undefined ? undefined : hidden(text);
  };
  const bare = { ...sources, read };
  const { model } = inspect(bare, candidates(bare, ["structuredContent"]).paths, [], config);
  const wanted = model.results.filter(({ view, built, isError }) => view && built !== "by-call" && isError !== true);
  const mends = wanted.map((site) => site.mend());
  const { chosen } = selectFixes(
    mends.flatMap((mend) => ("fix" in mend && mend.fix.safety === "safe" ? mend.fix : [])),
  );
  return {
    changed: new Map([...applyFixes(chosen, read)].map(([path, text]) => [path, shown(text)])),
    fixed: chosen.length,
    sites: wanted.length,
    diagnostics: [],
    left: mends.flatMap((mend) =>
      "why" in mend ? mend.why : mend.fix.safety === "unsafe" ? "the fix is not safe" : [],
    ),
  };
}
