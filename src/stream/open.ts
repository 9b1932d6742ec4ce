/** A run on a disk. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { reasonOf, UsageError } from "../errors.js";
import type { Chunks } from "./lines.js";

/** Its bytes, piece by piece. Throws a UsageError where there is no file that can be read. */
export function openRun(path: string): Chunks {
  try {
    if (statSync(path).isDirectory()) throw new UsageError("it is a folder");
    return piecesOf(openSync(path, "r"));
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(reasonOf(error));
  }
}

/** One buffer for all of them, so a piece holds until the next: a stream's own buffers pile up until they are collected. */
function* piecesOf(handle: number): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  try {
    for (let length = readSync(handle, buffer); length > 0; length = readSync(handle, buffer))
      yield buffer.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}
