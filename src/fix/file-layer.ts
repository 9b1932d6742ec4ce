/** What writing asks of the disk, and how its failures are told. */
import type fs from "node:fs";
import { WriteError } from "../errors.js";

/** The part of `node:fs` that writing uses, so that tests can fill the disk or kill the run at each call. */
export type FileLayer = Pick<
  typeof fs,
  | "closeSync"
  | "fchmodSync"
  | "fchownSync"
  | "fsyncSync"
  | "lstatSync"
  | "mkdirSync"
  | "openSync"
  | "readFileSync"
  | "realpathSync"
  | "renameSync"
  | "rmdirSync"
  | "unlinkSync"
  | "writeFileSync"
>;

/** A failure of the disk as a WriteError that begins with `what`; any other error is a fault of ours and stays as it is. */
export function told(what: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  return new WriteError(`${what}: ${error.message}`, { cause: error });
}

/** What `step` gives; undefined where it fails with one of the error codes. */
export function unless<T>(codes: readonly string[], step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** The codes of a path that leads nowhere. */
export const missing = ["ENOENT", "ENOTDIR"] as const;
