/** What mcp-lint says of a runtime's sources, against what they want and against the tools that are there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultConfig } from "../../src/config.js";
import { lint } from "../../src/lint.js";
import { registrarNeedles } from "../../src/model/needles.js";
import { memorySources } from "../../src/sources.js";
import { type Fixture, unmet, wantsOf } from "../support/fixture.js";
import { folderOf, type Runtime, sourceFilesOf } from "./runtime.js";

export function fixtureOf(name: string): Fixture {
  const folder = folderOf(name);
  const paths = sourceFilesOf(folder);
  const files = new Map([...paths, "package.json"].map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  return {
    sources: { ...memorySources(files), paths: () => paths },
    files: paths,
    goldenOf: (file) => join(folder, file.replace(/\.ts$/, ".fixed.ts")),
  };
}

/** The findings, where they and the wants don't meet, and the results whose tool has no name. */
export async function findingsOf({ name }: Runtime) {
  const fixture = fixtureOf(name);
  const { diagnostics, errors, sites } = await lint(fixture.sources, defaultConfig, { needles: registrarNeedles });
  if (errors.length > 0) throw new Error(`could not check ${name}: ${JSON.stringify(errors)}`);
  const places = unmet(fixture, diagnostics, wantsOf(fixture)).map((line) => /\S+:\d+/.exec(line)?.[0] ?? line);
  return {
    count: diagnostics.length,
    unmet: [...new Set(places)].sort(),
    unnamed: sites.filter(({ tool }) => tool === null).map(({ file, line }) => `${file}:${line}`),
    sites,
  };
}
