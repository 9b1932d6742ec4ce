/** What the ignore files of a repository say of a path. Paths are absolute, with forward slashes; a folder's ends in one. */
import ignore, { type Ignore } from "ignore";

/** One ignore file: its lines, and the folder (with a slash at its end) that they are relative to. */
export interface IgnoreFile {
  readonly folder: string;
  readonly lines: readonly string[];
  readonly rules: Ignore;
}

/** Git tells upper case from lower on the systems that servers are built on; a file too many is better than one too few. */
export const ignoreFile = (folder: string, lines: readonly string[]): IgnoreFile => ({
  folder,
  lines,
  rules: ignore({ ignorecase: false }).add([...lines]),
});

/**
 * What the files, outermost first, say of a path below them: the last one with an opinion decides. `taken back` is a path
 * that an outer file ignores and a deeper one takes in again.
 */
export function opinion(path: string, files: readonly IgnoreFile[]): "ignored" | "taken back" | "none" {
  let said: "ignored" | "taken back" | "none" = "none";
  for (const { folder, rules } of files) {
    const answer = rules.test(path.slice(folder.length));
    if (answer.ignored) said = "ignored";
    else if (answer.unignored && said === "ignored") said = "taken back";
  }
  return said;
}

/**
 * The files as they count inside a folder that is looked at although one of them ignores it, because it was named or a
 * deeper file takes it in again: without the lines that ignore that folder itself.
 */
export function entered(folder: string, files: readonly IgnoreFile[]): readonly IgnoreFile[] {
  return files.map((file) => {
    const path = folder.slice(file.folder.length);
    if (path === "" || !file.rules.ignores(path)) return file;
    return ignoreFile(
      file.folder,
      file.lines.filter((line) => !ignoreFile(file.folder, [line]).rules.ignores(path)),
    );
  });
}
