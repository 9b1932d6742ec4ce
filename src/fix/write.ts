/**
 * The only writer: fixes, reports, baselines. A run of fixes is written as a whole or not at all.
 *
 * Every new text is laid beside its file, the old bytes too, and only then the files are renamed into place, one by one.
 * A journal in the working folder says what is under way, so that after a kill at any point the next run puts all old
 * bytes back, or keeps all new ones: see `recovery.ts`. (Renames that a power cut loses are the file system's affair.)
 *
 * An interrupt needs nothing here. All of this is synchronous: where `cli.ts` listens for SIGINT, its listener runs after
 * the last step, and where nobody listens, the interrupt is a kill.
 */
import fs, { type Stats } from "node:fs";
import { join, relative } from "node:path";
import { pid } from "node:process";
import { type FileLayer, missing, told, unless } from "./file-layer.js";
import { digest, doneName, finish, heal, type Journal, newNameOf, oldNameOf, rollBack, undoName } from "./recovery.js";
import { missingFolders, refuseChanged, refuseReadOnly, type Target, targetsOf } from "./targets.js";

export type { FileLayer };

/**
 * Writes all `files` (paths relative to `cwd`, new texts, in UTF-8) or none. `baseline` is what each was made from;
 * undefined stands for a file that did not exist. Mode and, where allowed, owner are kept; a symlink inside of `cwd`
 * stays one, and the file that it names is written; of hard links only the named one changes.
 * Throws a WriteError where a file has changed since, is read-only, is outside of `cwd` or can't be written.
 */
export function writeAll(
  cwd: string,
  files: ReadonlyMap<string, string>,
  baseline: ReadonlyMap<string, string | undefined>,
  io: FileLayer = fs,
): void {
  try {
    const root = io.realpathSync(cwd);
    heal(root, io);
    const targets = targetsOf(root, files, baseline, io);
    if (targets.length > 0) replaceAll(root, targets, io);
  } catch (error) {
    throw told("nothing was written", error);
  }
}

/**
 * Undoes, or tidies up after, a run of `writeAll` in `cwd` that was killed: to be called before any file is read.
 * Says which; undefined where there was none. Throws a WriteError where another process is still writing there.
 */
export function recover(cwd: string, io: FileLayer = fs): "undone" | "tidied" | undefined {
  try {
    return heal(io.realpathSync(cwd), io);
  } catch (error) {
    throw told("a run that was interrupted can't be undone", error);
  }
}

/**
 * Writes a report or a baseline whole or not at all, whatever was there before. Its folder has to exist. What is no
 * regular file (`/dev/stderr`, a pipe) is written to as it is. Throws a WriteError where that is not possible.
 */
export function writeReport(path: string, text: string, io: FileLayer = fs): void {
  try {
    const at = unless(missing, () => io.realpathSync(path)) ?? path;
    const stat = io.lstatSync(at, { throwIfNoEntry: false });
    if (stat && !stat.isFile()) io.writeFileSync(at, text);
    else replaceOne(path, at, Buffer.from(text), stat, io);
  } catch (error) {
    throw told(`can't write \`${path}\``, error);
  }
}

function replaceOne(path: string, at: string, bytes: Buffer, stat: Stats | undefined, io: FileLayer): void {
  if (stat) refuseReadOnly(path, at, stat, io);
  const beside = newNameOf(at, "report");
  unless(missing, () => io.unlinkSync(beside));
  create(beside, bytes, stat, io);
  try {
    io.renameSync(beside, at);
  } catch (error) {
    io.unlinkSync(beside);
    throw error;
  }
}

function replaceAll(root: string, targets: readonly Target[], io: FileLayer): void {
  const journal: Journal = {
    pid,
    folders: missingFolders(root, targets, io),
    files: targets.map(({ at, bytes, old }) => ({
      path: relative(root, at),
      was: old ? digest(old.bytes) : null,
      is: digest(bytes),
    })),
  };
  create(join(root, undoName), Buffer.from(JSON.stringify(journal)), undefined, io);
  try {
    for (const folder of journal.folders) io.mkdirSync(join(root, folder));
    for (const target of targets) layBeside(target, io);
    for (const target of targets) putInPlace(target, io);
    io.renameSync(join(root, undoName), join(root, doneName));
  } catch (error) {
    try {
      rollBack(root, journal, io);
    } catch (second) {
      throw told("not everything could be put back, run again to finish that", second);
    }
    throw error;
  }
  try {
    finish(root, journal, io);
  } catch {
    // The run has happened. What is left beside the files goes with the next one.
  }
}

function layBeside({ at, bytes, old }: Target, io: FileLayer): void {
  create(newNameOf(at, pid), bytes, old?.stat, io);
  if (old) create(oldNameOf(at, pid), old.bytes, old.stat, io);
}

function putInPlace({ path, at, old }: Target, io: FileLayer): void {
  const now = unless(missing, () => io.readFileSync(at));
  refuseChanged(path, now, old?.bytes);
  io.renameSync(newNameOf(at, pid), at);
}

/** Makes a file that did not exist, with all its bytes on disk and the owner and mode of `like`; or leaves none. */
function create(path: string, bytes: Buffer, like: Stats | undefined, io: FileLayer): void {
  const fd = io.openSync(path, "wx", like ? 0o600 : 0o666);
  try {
    try {
      io.writeFileSync(fd, bytes);
      if (like) {
        unless(["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"], () => io.fchownSync(fd, like.uid, like.gid));
        io.fchmodSync(fd, like.mode & 0o7777);
      }
      io.fsyncSync(fd);
    } finally {
      io.closeSync(fd);
    }
  } catch (error) {
    io.unlinkSync(path);
    throw error;
  }
}
