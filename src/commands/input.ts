/** What a run of the linter looks at: paths, the part of them that Git calls changed, or an editor's text on stdin. */
import { relative, resolve, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Config } from "../config.js";
import type { CheckError } from "../diagnostic.js";
import { decoded, diskSources } from "../disk.js";
import { UnreadableError, UsageError } from "../errors.js";
import type { FixOptions } from "../lint.js";
import { isSource, memorySources, type Sources } from "../sources.js";
import { type ChangeOptions, changesOf, onlyChanged, refusePartlyStaged } from "./changes.js";
import type { Context } from "./context.js";
import { filesFor, packagesOf } from "./setup.js";

export interface InputOptions extends ChangeOptions {
  readonly allowEmpty?: boolean;
  readonly stdinFilename?: string;
}

export interface Input {
  readonly sources: Sources;
  /** Paths that could not be looked at. */
  readonly errors: readonly CheckError[];
  readonly options: FixOptions;
  /** The file that stdin stands for. */
  readonly stdin?: string;
  /** Throws a UsageError where one of these files must not be written. */
  refuse(files: Iterable<string>): void;
}

/** Throws a UsageError. With `willWrite`, also where a file that would be fixed is staged in part. */
export async function inputFor(
  paths: readonly string[],
  options: InputOptions,
  config: Config,
  willWrite: boolean,
  context: Context,
): Promise<Input> {
  const { cwd } = context;
  if (options.stdinFilename !== undefined) {
    if (paths.length > 0) throw new UsageError("`--stdin-filename` lints stdin alone: leave out the paths");
    return stdinAs(cwd, options.stdinFilename, config, () => buffer(process.stdin));
  }
  const changes = changesOf(cwd, options);
  const asked = filesFor(cwd, paths, config, options.allowEmpty === true);
  const { sources, errors, only } = changes ? onlyChanged(asked, changes, context) : asked;
  if (!changes) return { sources, errors, options: only ? { only } : {}, refuse() {} };
  const refuse = (files: Iterable<string>) => refusePartlyStaged(files, changes);
  if (willWrite) refuse([...sources.paths()].filter((path) => only?.has(path)));
  return { sources, errors, options: only ? { only } : {}, refuse };
}

/** An editor's unsaved text in place of the file; the rest of the program is read from the disk, and stays as it is. */
async function stdinAs(cwd: string, path: string, config: Config, bytes: () => Promise<Uint8Array>): Promise<Input> {
  if (!isSource(path)) throw new UsageError(`\`${path}\` is no TypeScript or JavaScript file`);
  const file = relative(cwd, resolve(cwd, path)).split(sep).join("/");
  const text = textOf(await bytes());
  return {
    sources: memorySources(new Map([[file, text]]), diskSources(cwd, packagesOf(cwd, [file], config), [file])),
    errors: [],
    options: { only: new Set([file]), writable: new Set([file]) },
    stdin: file,
    refuse() {},
  };
}

function textOf(bytes: Uint8Array): string {
  try {
    return decoded(bytes);
  } catch (error) {
    if (error instanceof UnreadableError) throw new UsageError(`stdin can't be linted: ${error.message}`);
    throw error;
  }
}
