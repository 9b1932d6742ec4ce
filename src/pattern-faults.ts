/**
 * What is wrong with a pattern or name of a config file. A config may come with a repository that nobody has read:
 * nothing in it may hang the linter, and nothing may be written outside of the project for it.
 */

/** A pattern of constant names: a regular expression that can't take exponential time. */
export function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
  } catch {
    return `${quoted(pattern)} is no regular expression`;
  }
  // Escapes, classes and the heads of groups hold no repetition.
  const bare = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, "x").replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, "(");
  const repeats = bare.match(/[*+]|\{\d+(?:,\d*)?\}/g)?.length ?? 0;
  const options = bare.match(/[^*+?}(|^]\?/g)?.length ?? 0;
  if (/\)(?:[*+]|\{\d)/.test(bare)) return `${quoted(pattern)} repeats a group, which can take forever`;
  if (repeats > 2) return `${quoted(pattern)} repeats more than twice, which can take forever`;
  return options > 16 || pattern.length > 500 ? `${quoted(pattern)} is too complex: split it into several` : undefined;
}

/** A glob, relative to the config's folder. */
export function globFault(glob: string): string | undefined {
  if (glob.trim() === "") return "an empty pattern matches nothing";
  if (/^!(?!\()/.test(glob)) return `${quoted(glob)} negates: say what is meant with \`include\` or \`exclude\``;
  if (/^(?:\/|[a-z]:\/|~\/)/i.test(glob)) return `${quoted(glob)} is absolute: patterns start at the config's folder`;
  if (glob.includes("\\")) return `${quoted(glob)} has a backslash: write forward slashes`;
  // The time for one path grows with the power of what can match in several ways.
  const choices = (part: string) => part.match(/\*+|[{(]/g)?.length ?? 0;
  const isGreedy = choices(glob) > 10 || glob.split("/").some((part) => choices(part) > 4);
  return isGreedy ? `${quoted(glob)} has too many wildcards, which can take forever: split it into several` : undefined;
}

/** A name that fixes write into source. */
export const nameFault = (name: string): string | undefined =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? undefined : `${quoted(name)} is no name of a variable or key`;

/** The module that a fix may lay in: a source file below the config's folder. */
export function fileFault(path: string): string | undefined {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return `${quoted(path)} names no source file: write it as \`./src/reply.ts\``;
  const steps = path.split(/[\\/]/);
  const outside = /^(?:[\\/]|[a-z]:)/i.test(path) || steps.includes("..");
  return outside ? `${quoted(path)} may lie outside of the project: write it as \`./src/reply.ts\`` : undefined;
}

const quoted = (text: string) => `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
