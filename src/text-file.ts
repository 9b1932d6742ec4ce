/** Reads the small files that a repository brings beside its sources: configs, baselines, ignore files. */
import { readFileSync, statSync } from "node:fs";
import { reasonOf, UsageError } from "./errors.js";

/**
 * The text of a file, with its BOM. Throws a UsageError that says why it can't be read, without its path: a device or a
 * pipe would never end, and nobody writes one by hand that is larger than `megabytes`.
 */
export function textOfFile(path: string, megabytes = 1): string {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new UsageError(stat.isDirectory() ? "it is a folder" : "it is no file");
    if (stat.size > megabytes * 1024 * 1024) throw new UsageError(`it is larger than ${megabytes} MB`);
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
}
