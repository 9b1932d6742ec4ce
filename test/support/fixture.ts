/** A fixture: a real program with its expected findings beside the code, and what a fix makes of it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rules } from "../../rules/index.js";
import { type Config, defaultConfig } from "../../src/config.js";
import type { Diagnostic } from "../../src/diagnostic.js";
import { memorySources, type Sources } from "../../src/sources.js";

export const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** The files that a fix lays in; they stand beside the goldens so that those type-check. */
const laidIn = /^(?:reply|note)\.ts$/;

/** The situations of a rule: `<situation>.ts`, or a folder of files. */
export function situationsOf(rule: string): string[] {
  return readdirSync(join(fixtures, rule), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() ||
        (/\.[jt]s$/.test(entry.name) && !/\.fixed\.[jt]s$/.test(entry.name) && !laidIn.test(entry.name)),
    )
    .map(({ name }) => name)
    .sort();
}

export interface Fixture {
  readonly sources: Sources;
  /** The paths of its files, as the linter sees them. */
  readonly files: readonly string[];
  /** Where the golden of a file stands. */
  goldenOf(file: string): string;
}

const manifest = JSON.stringify({
  name: "fixture",
  type: "module",
  dependencies: { "@modelcontextprotocol/sdk": "^1.0.0" },
});

export function readFixture(rule: string, situation: string): Fixture {
  const folder = /\.[jt]s$/.test(situation) ? "" : situation;
  const here = join(fixtures, rule, folder);
  const names = folder
    ? readdirSync(here).filter((name) => !name.includes(".fixed.") && !laidIn.test(name))
    : [situation];
  const files = new Map(names.map((name) => [name, readFileSync(join(here, name), "utf8")]));
  const all = new Map([...files, ["package.json", manifest]]);
  return {
    sources: { ...memorySources(all), paths: () => names },
    files: names,
    goldenOf: (file) => join(here, laidIn.test(file) ? file : file.replace(/\.([jt]s)$/, ".fixed.$1")),
  };
}

/** Only this rule speaks. */
export const alone = (rule: string): Config => ({
  ...defaultConfig,
  rules: Object.fromEntries(rules.filter(({ id }) => id !== rule).map(({ id }) => [id, "off" as const])),
});

export interface Want {
  readonly file: string;
  readonly line: number;
  readonly safety: "safe" | "unsafe" | undefined;
  readonly pattern: RegExp;
}

/** `// want safe "regex"` at the end of a line speaks of that line, alone on a line of the next. */
export function wantsOf({ sources, files }: Fixture): Want[] {
  return files.flatMap((file) =>
    (sources.read(file) ?? "").split(/\r?\n/).flatMap((text, index) => {
      const found = /^(.*?)\/\/ want (?:(safe|unsafe) )?"(.*)"\s*$/.exec(text);
      if (!found) return [];
      const alone = found[1]?.trim() === "";
      return {
        file,
        line: index + (alone ? 2 : 1),
        safety: found[2] as Want["safety"],
        pattern: new RegExp(found[3] ?? ""),
      };
    }),
  );
}

/** What a finding looks like beside a want that it does not meet. */
export function unmet(fixture: Fixture, diagnostics: readonly Diagnostic[], wants: readonly Want[]): string[] {
  const left = [...wants];
  const extra = diagnostics.flatMap(({ at, message, fix }) => {
    const line = (fixture.sources.read(at.file) ?? "").slice(0, at.start).split("\n").length;
    const index = left.findIndex(
      (want) =>
        want.file === at.file && want.line === line && want.pattern.test(message) && want.safety === fix?.safety,
    );
    if (index >= 0) left.splice(index, 1);
    return index >= 0 ? [] : [`unwanted ${at.file}:${line}: ${fix?.safety ?? "no fix"}: ${message}`];
  });
  return [
    ...extra,
    ...left.map((want) => `missing ${want.file}:${want.line}: ${want.safety ?? "no fix"}: ${want.pattern}`),
  ];
}

export const golden = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
