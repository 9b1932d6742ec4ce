/** Bad usage or a bad config: the message is for the user, one line each; the exit status is 2. */
export class UsageError extends Error {}

/** A file that is there and can't be linted; the message says why, in one line and without its path. */
export class UnreadableError extends Error {}

/** Something that keeps a run from writing, told in one line. */
export class WriteError extends Error {
  override readonly name = "WriteError";
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "there is no such file or folder",
  EACCES: "it may not be read",
  EPERM: "it may not be read",
  EISDIR: "it is a folder",
  ELOOP: "its links go round in circles",
  ENAMETOOLONG: "its name is too long",
};

/** Why something could not be read, in words and without a path of this machine. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code !== undefined) return reasons[code] ?? `it can't be read (${code})`;
  return error instanceof Error ? error.message : String(error);
}
