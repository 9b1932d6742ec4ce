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
 * The files as they count inside a named folder, which is looked at whatever they say of it: without the lines that
 * ignore the folder itself.
 */
export function named(folder: string, files: readonly IgnoreFile[]): readonly IgnoreFile[] {
  return changed(folder, files, (file, path) =>
    ignoreFile(
      file.folder,
      file.lines.filter((line) => !ignoreFile(file.folder, [line]).rules.ignores(path)),
    ),
  );
}

/**
 * The files as they count inside a folder that one of them ignores and a deeper one takes in again. Git then holds each
 * line against the paths below alone, no longer against the folder: `gen` says nothing of `gen/a.ts`, `gen/**` does.
 * So each line is written anew, as it would stand in a file of the folder itself.
 */
export function takenBack(folder: string, files: readonly IgnoreFile[]): readonly IgnoreFile[] {
  return changed(folder, files, ({ lines }, path) => {
    const parts = path.slice(0, -1).split("/");
    return ignoreFile(
      folder,
      lines.flatMap((line) => seenFrom(parts, line)),
    );
  });
}

function changed(
  folder: string,
  files: readonly IgnoreFile[],
  change: (file: IgnoreFile, path: string) => IgnoreFile,
): readonly IgnoreFile[] {
  return files.map((file) => {
    const path = folder.slice(file.folder.length);
    return path !== "" && file.rules.ignores(path) ? change(file, path) : file;
  });
}

/** A line, as it would stand in the ignore file of the folder at `parts` below its own: no line, one or more. */
function seenFrom(parts: readonly string[], line: string): string[] {
  const [, not = "", pattern = "", slash = ""] = /^(!?)(.*?)(\/?)\s*$/.exec(line) ?? [];
  if (pattern.startsWith("#") || !pattern.includes("/")) return [line];
  let rests = [pattern.replace(/^\//, "").split("/")];
  for (const part of parts) rests = rests.flatMap((rest) => after(part, rest));
  return rests.filter((rest) => rest.length > 0).map((rest) => `${not}/${rest.join("/")}${slash}`);
}

/** What is left of a pattern's segments when its first ones have matched one folder name. */
function after(name: string, [first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [];
  if (first === "**") return [["**", ...rest], ...after(name, rest)];
  return ignore({ ignorecase: false }).add(`/${first}`).ignores(name) ? [rest] : [];
}
