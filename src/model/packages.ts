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

/** Whether a package speaks of an `outputSchema` anywhere. */
export function schemaFinder(program: Program, packageOf: (file: string) => string): (folder: string) => boolean {
  let folders: Set<string> | undefined;
  return (folder) => {
    folders ??= new Set(candidates(program.sources, ["outputSchema"]).paths.map(packageOf));
    return folders.has(folder);
  };
}
