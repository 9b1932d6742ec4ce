/**
 * The journal of a run that writes, and how a run that was killed is undone. While `undoName` stands, the run has not
 * happened; it happens in the instant in which the journal is renamed to `doneName`. Every step here can itself be
 * killed and done again.
 */
import { createHash } from "node:crypto";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { kill, pid } from "node:process";
import { WriteError } from "../errors.js";
import { type FileLayer, missing, unless } from "./file-layer.js";

export const undoName = ".mcp-lint-undo.json";
export const doneName = ".mcp-lint-done.json";

export interface Journal {
  /** The process that writes. */
  readonly pid: number;
  /** The folders that the run makes, outermost first, relative to the root. */
  readonly folders: readonly string[];
  readonly files: readonly JournalFile[];
}

interface JournalFile {
  /** Relative to the root, without symlinks. */
  readonly path: string;
  /** The digest of the bytes before; null for a new file. */
  readonly was: string | null;
  /** The digest of the bytes that the run puts there. */
  readonly is: string;
}

/** Where the new bytes of a file wait for their turn, beside it. Runs don't share the name, reports do. */
export function newNameOf(target: string, run: number | "report"): string {
  return join(dirname(target), `.${basename(target)}.mcp-lint-${run}-new`);
}

/** Where the old bytes of a file are kept until the run has happened, beside it. */
export function oldNameOf(target: string, run: number): string {
  return join(dirname(target), `.${basename(target)}.mcp-lint-${run}-old`);
}

export function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Whether a path, absolute and without symlinks, is below the folder `root`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Undoes or tidies up after a run in `root` that was killed. Says which; undefined where there was none.
 * Throws a WriteError where another process is still writing, or where a file can't be put back.
 */
export function heal(root: string, io: FileLayer): "undone" | "tidied" | undefined {
  const undo = readJournal(root, undoName, io);
  if (undo) {
    if (isWriting(undo, join(root, undoName), io))
      throw new WriteError(`process ${undo.pid} is writing fixes in this folder: run again when it has ended`);
    rollBack(root, undo, io);
  }
  const done = readJournal(root, doneName, io);
  if (done) finish(root, done, io);
  return undo ? "undone" : done && "tidied";
}

/** Puts back every file that the run has replaced, and removes what it has laid beside them. */
export function rollBack(root: string, journal: Journal, io: FileLayer): void {
  const failures: unknown[] = [];
  for (const file of journal.files) {
    try {
      putBack(root, file, journal.pid, io);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  sweep(root, journal, io);
  for (const folder of journal.folders.toReversed())
    unless([...missing, "ENOTEMPTY", "EEXIST"], () => io.rmdirSync(resolve(root, folder)));
  remove(join(root, undoName), io);
}

function putBack(root: string, { path, was, is }: JournalFile, run: number, io: FileLayer): void {
  const target = resolve(root, path);
  // Bytes that are not the run's own were put there by someone else since, and are theirs to keep.
  if (digestOf(target, io) !== is) return;
  if (was === null) io.unlinkSync(target);
  else if (digestOf(oldNameOf(target, run), io) === was) io.renameSync(oldNameOf(target, run), target);
  else throw new WriteError(`can't put \`${path}\` back: restore it by hand, then remove \`${undoName}\``);
}

/** Removes what a run that has happened leaves beside the files. */
export function finish(root: string, journal: Journal, io: FileLayer): void {
  sweep(root, journal, io);
  remove(join(root, doneName), io);
}

function sweep(root: string, journal: Journal, io: FileLayer): void {
  for (const { path } of journal.files) {
    remove(newNameOf(resolve(root, path), journal.pid), io);
    remove(oldNameOf(resolve(root, path), journal.pid), io);
  }
}

function remove(path: string, io: FileLayer): void {
  unless(missing, () => io.unlinkSync(path));
}

/** The digest of a file's bytes; undefined where there is no file. */
function digestOf(path: string, io: FileLayer): string | undefined {
  const bytes = bytesOf(path, io);
  return bytes && digest(bytes);
}

/** A journal and what it names may come with a repository: a link to a device, or a pipe, would never end. */
function bytesOf(path: string, io: FileLayer): Buffer | undefined {
  return unless(missing, () =>
    io.lstatSync(path, { throwIfNoEntry: false })?.isFile() ? io.readFileSync(path) : undefined,
  );
}

/** A journal that makes no sense was killed while it was written: nothing else had been done yet. */
function readJournal(root: string, name: string, io: FileLayer): Journal | undefined {
  const text = bytesOf(join(root, name), io)?.toString();
  if (text === undefined) return undefined;
  const journal = parsed(text);
  return isJournal(journal) && staysInside(root, journal, io) ? journal : { pid, folders: [], files: [] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJournal(value: unknown): value is Journal {
  if (typeof value !== "object" || value === null) return false;
  const { pid: run, folders, files } = value as Partial<Record<keyof Journal, unknown>>;
  return (
    Number.isSafeInteger(run) &&
    Array.isArray(folders) &&
    folders.every((folder) => typeof folder === "string") &&
    Array.isArray(files) &&
    files.every((file) => [file?.path, file?.is, file?.was ?? ""].every((part) => typeof part === "string"))
  );
}

/** A journal is only a file, and may come with a repository: it has no say over anything outside of the root. */
function staysInside(root: string, { folders, files }: Journal, io: FileLayer): boolean {
  return [...folders, ...files.map(({ path }) => path)].every((path) => {
    const target = resolve(root, path);
    const parent = unless(missing, () => io.realpathSync(dirname(target)));
    return isInside(root, target) && (parent === undefined || parent === dirname(target));
  });
}

/** No run writes for a minute: by then the number belongs to another process, as it soon does in containers. */
function isWriting(journal: Journal, path: string, io: FileLayer): boolean {
  const begun = io.lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return journal.pid !== pid && Date.now() - begun < 60_000 && isRunning(journal.pid);
}

function isRunning(other: number): boolean {
  try {
    return kill(other, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
