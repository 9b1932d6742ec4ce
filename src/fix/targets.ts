/** Where the files of a run are on disk, and whether they may be written: all that can be known before anything is. */
import type { Stats } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { WriteError } from "../errors.js";
import { type FileLayer, missing, unless } from "./file-layer.js";
import { isInside } from "./recovery.js";

export interface Target {
  /** As the caller names it. */
  readonly path: string;
  /** Absolute, without symlinks. */
  readonly at: string;
  readonly bytes: Buffer;
  /** What is on disk; undefined for a new file. */
  readonly old: { readonly bytes: Buffer; readonly stat: Stats } | undefined;
}

/** The targets that change something, each place once: two names may lead to one file. Throws WriteErrors. */
export function targetsOf(
  root: string,
  files: ReadonlyMap<string, string>,
  baseline: ReadonlyMap<string, string | undefined>,
  io: FileLayer,
): readonly Target[] {
  const places = new Map<string, Target>();
  for (const [path, text] of files) {
    const target = targetOf(root, path, text, baseline.get(path), io);
    const other = places.get(target.at);
    if (other && !other.bytes.equals(target.bytes))
      throw new WriteError(
        `\`${other.path}\` and \`${path}\` are one file, but get different fixes: name only one of them`,
      );
    places.set(target.at, target);
  }
  const changing = [...places.values()].filter(({ old, bytes }) => !old?.bytes.equals(bytes));
  for (const { path, at, old } of changing) if (old) refuseReadOnly(path, at, old.stat, io);
  return changing;
}

function targetOf(root: string, path: string, text: string, before: string | undefined, io: FileLayer): Target {
  const bytes = Buffer.from(text);
  if (bytes.toString() !== text) throw new WriteError(`can't write \`${path}\`: its new text is no valid Unicode`);
  const at = placeOf(path, resolve(root, path), io);
  if (!isInside(root, at)) throw new WriteError(`can't write \`${path}\`: it is outside of the working folder`);
  const stat = io.lstatSync(at, { throwIfNoEntry: false });
  if (stat && !stat.isFile()) throw new WriteError(`can't write \`${path}\`: it is no regular file`);
  const old = stat && { bytes: io.readFileSync(at), stat };
  refuseChanged(path, old?.bytes, before === undefined ? undefined : Buffer.from(before));
  return { path, at, bytes, old };
}

/** Follows symlinks, also of the folders of a file that does not exist yet. */
function placeOf(path: string, named: string, io: FileLayer): string {
  const real = unless(missing, () => io.realpathSync(named));
  if (real !== undefined) return real;
  if (io.lstatSync(named, { throwIfNoEntry: false }))
    throw new WriteError(`can't write \`${path}\`: a link leads nowhere`);
  return join(placeOf(path, dirname(named), io), basename(named));
}

/** The folders that have to be made, outermost first, relative to the root. */
export function missingFolders(root: string, targets: readonly Target[], io: FileLayer): readonly string[] {
  const folders = new Set<string>();
  for (const { at } of targets) note(dirname(at));
  return [...folders].map((folder) => relative(root, folder));

  function note(folder: string): void {
    if (folders.has(folder) || io.lstatSync(folder, { throwIfNoEntry: false })) return;
    note(dirname(folder));
    folders.add(folder);
  }
}

/** Throws a WriteError where the bytes on disk are not those that the fixes were made for. */
export function refuseChanged(path: string, now: Buffer | undefined, before: Buffer | undefined): void {
  if (now && before ? now.equals(before) : now === before) return;
  const what = now ? (before ? "has changed" : "has appeared") : "has been deleted";
  throw new WriteError(`can't write \`${path}\`: it ${what} since it was read; run again`);
}

/** The mode speaks first: for root, who may write everything, it is still a wish. Then the file is opened, not written. */
export function refuseReadOnly(path: string, at: string, { mode }: Stats, io: FileLayer): void {
  if ((mode & 0o222) === 0) throw new WriteError(`can't write \`${path}\`: it is read-only`);
  io.closeSync(io.openSync(at, "r+"));
}
