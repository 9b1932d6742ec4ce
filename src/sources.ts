/** Where source text comes from: a disk, an editor, a test. The core asks for nothing else. */
export interface Sources {
  /** The files to lint, relative to the working directory, with forward slashes, sorted. */
  paths(): Iterable<string>;
  /** Tests and evals, for the rules that ask for them; sorted. */
  tests?(): Iterable<string>;
  /** The text of any file of the project, linted or not; undefined where there is none that can be read. */
  read(path: string): string | undefined;
  /** Whether the user named this very file: it is looked at, also where a tool has written it. */
  isNamed?(path: string): boolean;
  /** Whether the file's bytes hold one of the needles; no text is decoded for it. Throws where the file can't be read. */
  holds?(path: string, needles: readonly string[]): boolean;
}

/** Sources held in memory: a test, an editor's buffer, the files after a fix. What they lack is read from beneath. */
export function memorySources(files: ReadonlyMap<string, string>, beneath?: Sources): Sources {
  return {
    paths: () => [...new Set([...(beneath?.paths() ?? []), ...[...files.keys()].filter(isSource)])].sort(),
    tests: () => beneath?.tests?.() ?? [],
    read: (path) => files.get(path) ?? beneath?.read(path),
    isNamed: (path) => beneath?.isNamed?.(path) ?? false,
    holds(path, needles) {
      const text = files.get(path) ?? (beneath?.holds ? undefined : beneath?.read(path));
      if (text === undefined && beneath?.holds) return beneath.holds(path, needles);
      return needles.some((needle) => text?.includes(needle));
    },
  };
}

/** Whether a file is TypeScript or JavaScript, by its name. */
export const isSource = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);
