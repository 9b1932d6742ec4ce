/** Sources on a disk. Everything is read synchronously, into one buffer: measured three times as fast as the async ways. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Sources } from "./sources.js";

/** Larger files are data or bundles. */
const largest = 10 * 1024 * 1024;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A file that is there and can't be linted; the message says why, in one line. */
export class UnreadableError extends Error {}

/** The files (relative to `cwd`) to lint, and whatever else of the project is asked for. Texts are kept once read. */
export function diskSources(cwd: string, files: readonly string[]): Sources {
  const texts = new Map<string, string | undefined>();
  const at = (path: string) => (isAbsolute(path) ? path : join(cwd, path));
  let buffer = Buffer.allocUnsafe(64 * 1024);
  return {
    paths: () => files,
    read(path) {
      if (!texts.has(path)) texts.set(path, readText(at(path)));
      return texts.get(path);
    },
    holds(path, needles) {
      const bytes = readInto(at(path));
      if (bytes.includes(0)) throw new UnreadableError("it is a binary file");
      return needles.some((needle) => bytes.includes(needle));
    },
  };

  /** The bytes of a file, valid until the next call. */
  function readInto(path: string): Buffer {
    const handle = openSync(path, "r");
    try {
      const { size } = fstatSync(handle);
      if (size > largest) throw new UnreadableError("it is larger than 10 MB");
      if (size > buffer.length) buffer = Buffer.allocUnsafe(size);
      let length = 0;
      for (let read = 1; read > 0 && length < size; length += read)
        read = readSync(handle, buffer, length, size - length, length);
      return buffer.subarray(0, length);
    } finally {
      closeSync(handle);
    }
  }
}

/** The BOM stays in the text, so that offsets are those of the file. */
function readText(path: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  if (bytes.length > largest) throw new UnreadableError("it is larger than 10 MB");
  try {
    return decoder.decode(bytes);
  } catch {
    throw new UnreadableError("it is not valid UTF-8");
  }
}
