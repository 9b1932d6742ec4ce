/** Which reports a run writes, and where each goes. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { rules } from "../../rules/index.js";
import { UsageError } from "../errors.js";
import { packageFile } from "../package-file.js";
import { githubReport } from "../reporters/github.js";
import { gitlabReport } from "../reporters/gitlab.js";
import { jsonReport } from "../reporters/json.js";
import { junitReport } from "../reporters/junit.js";
import { lineReport } from "../reporters/line.js";
import { markdownReport } from "../reporters/markdown.js";
import { prettyReport } from "../reporters/pretty.js";
import { rdjsonReport } from "../reporters/rdjson.js";
import type { Look, Report } from "../reporters/report.js";
import { sarifReport } from "../reporters/sarif.js";
import { checkedName } from "./format.js";

export const reporters = {
  pretty: prettyReport,
  line: lineReport,
  json: jsonReport,
  github: githubReport,
  sarif: sarifReport,
  gitlab: gitlabReport,
  junit: junitReport,
  rdjson: rdjsonReport,
  markdown: markdownReport,
} satisfies Record<string, (report: Report, look: Look) => string>;
export type Format = keyof typeof reporters;
const formatNames = Object.keys(reporters) as Format[];

export interface Target {
  readonly name: Format;
  /** Stdout where it is left out. */
  readonly file?: string;
}

/** Where each report goes; one at most to stdout. Throws a UsageError. */
export function targetsOf(format: readonly string[] = ["pretty"]): readonly Target[] {
  const targets = format.map((text): Target => {
    const at = text.indexOf("=");
    const name = checkedName("format", at < 0 ? text : text.slice(0, at), formatNames);
    if (at < 0) return { name };
    if (at === text.length - 1)
      throw new UsageError(`\`--format ${text}\` names no file: \`--format ${text}report.txt\``);
    return { name, file: text.slice(at + 1) };
  });
  const [, second] = targets.filter(({ file }) => file === undefined);
  if (second)
    throw new UsageError(`one report goes to stdout: send the other to a file, \`--format ${second.name}=<file>\``);
  const files = targets.flatMap(({ file }) => (file === undefined ? [] : [resolve(file)]));
  const twice = files.find((file, index) => files.indexOf(file) < index);
  if (twice) throw new UsageError(`two reports go to \`${relative("", twice) || twice}\`: give each a file of its own`);
  return targets;
}

/** What reports of a run in this folder have in common. */
export const surroundings = (cwd: string): Pick<Report, "prefix" | "page"> => ({
  prefix: prefixOf(cwd),
  page: (rule) =>
    rules.some(({ id }) => id === rule) ? readFileSync(packageFile(`rules/${rule}.md`), "utf8") : undefined,
});

/** The folder as a path from the root of its repository, with a `/` at its end; empty outside of any. */
function prefixOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) {
      const path = relative(folder, cwd).split(sep).join("/");
      return path && `${path}/`;
    }
    if (dirname(folder) === folder) return "";
  }
}
