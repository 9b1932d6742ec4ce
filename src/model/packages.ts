/** The packages that files belong to. */
import { posix } from "node:path";
import { candidates } from "../candidates.js";
import type { Program } from "../program.js";
import { foldersUp } from "./modules.js";

/** The folder of a file's nearest package.json, `.` where there is none. */
export function packageFinder(program: Program): (file: string) => string {
  const memo = new Map<string, string>();
  return (file) => {
    const folder = posix.dirname(file);
    const known = memo.get(folder);
    if (known !== undefined) return known;
    const home =
      foldersUp(folder).find((up) => program.sources.read(posix.join(up, "package.json")) !== undefined) ?? ".";
    memo.set(folder, home);
    return home;
  };
}

/** Whether a package holds one of these needles anywhere, and what of its file is asked for besides. */
export function mentionFinder(
  program: Program,
  packageOf: (file: string) => string,
  needles: readonly string[],
  wanted: RegExp = /(?:)/,
): (folder: string) => boolean {
  let folders: Set<string> | undefined;
  return (folder) => {
    folders ??= new Set(
      candidates(program.sources, needles)
        .paths.filter((path) => wanted.test(program.sources.read(path) ?? ""))
        .map(packageOf),
    );
    return folders.has(folder);
  };
}
