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
  if (/\)(?:[*+]|\{\d)/.test(bare)) return `${quoted(pattern)} repeats a group, which can take forever`;
  return stepsOf(bare) > 20 || pattern.length > 500
    ? `${quoted(pattern)} could take forever: split it into several`
    : undefined;
}

/** The binary logarithm of the steps that a name of 200 letters may take, roughly. */
function stepsOf(bare: string): number {
  const group = /\(([^()]*)\)/.exec(bare);
  if (group) return waysOf(group[1] ?? "") + stepsOf(bare.replace(group[0], "x"));
  return waysOf(bare) + (bare.startsWith("^") ? 0 : 4);
}

/** Alternatives add up; what follows one another multiplies: 200 ways for a repetition, two for an option. */
function waysOf(alternatives: string): number {
  const ways = alternatives
    .split("|")
    .map((text) => 2 ** (8 * count(text, /[*+]|\{\d+(?:,\d*)?\}/g) + count(text, /[^*+?}]\?/g)));
  return Math.log2(ways.reduce((sum, each) => sum + each, 0));
}

/** A glob, relative to the config's folder. */
export function globFault(glob: string): string | undefined {
  if (glob.trim() === "") return "an empty pattern matches nothing";
  if (/^!(?!\()/.test(glob)) return `${quoted(glob)} negates: say what is meant with \`include\` or \`exclude\``;
  if (/^(?:\/|[a-z]:\/|~\/)/i.test(glob)) return `${quoted(glob)} is absolute: patterns start at the config's folder`;
  if (glob.includes("\\")) return `${quoted(glob)} has a backslash: write forward slashes`;
  // The time for one path grows with the power of what can match in several ways.
  const isGreedy =
    glob.length > 200 || count(glob, /\*\*|[{(]/g) > 6 || glob.split("/").some((part) => count(part, /\*+/g) > 3);
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

/** What a config may extend: a JSON file, from its own place. Nothing is run, nothing is looked for in packages. */
export const baseFault = (path: string): string | undefined =>
  /^(?![\\/~]|[a-z]+:)[\s\S]*\.jsonc?$/i.test(path)
    ? undefined
    : `${quoted(path)} is no JSON file of the project: write it as \`./base.json\``;

const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;
const quoted = (text: string) => `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
