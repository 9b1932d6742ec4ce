/** Problem matchers as the runner of GitHub Actions takes them, after its `IssueMatcher` and `OutputManager`. */

interface Pattern {
  readonly regexp: string;
  readonly loop?: boolean;
}
type Property = (typeof properties)[number];
interface Matcher {
  readonly owner?: string;
  readonly severity?: string;
  readonly pattern?: readonly (Pattern & Partial<Record<Property, number>>)[];
}

const properties = ["file", "line", "column", "severity", "code", "message", "fromPath"] as const;
const known = new Set(["regexp", "loop", ...properties]);

/** Why the runner would refuse the file, a line each. */
export function refusals({ problemMatcher }: { readonly problemMatcher: readonly Matcher[] }): string[] {
  const owners = problemMatcher.map(({ owner = "" }) => owner.toLowerCase());
  return [
    ...(new Set(owners).size < owners.length ? ["two matchers of one owner"] : []),
    ...problemMatcher.flatMap(refusalsOf),
  ];
}

function refusalsOf({ owner, severity = "", pattern = [] }: Matcher): string[] {
  const faults = [
    ...(owner ? [] : ["no owner"]),
    ...(["", "error", "warning", "notice"].includes(severity.toLowerCase()) ? [] : [`unknown severity ${severity}`]),
    ...(pattern.length > 0 ? [] : ["no pattern"]),
    ...(pattern.some(({ message }) => message !== undefined) ? [] : ["no message"]),
  ];
  for (const [index, each] of pattern.entries()) {
    // An alternative that matches nothing tells how many groups there are.
    const groups = new RegExp(`${each.regexp}|`).exec("")?.length ?? 0;
    if (each.loop && (pattern.length === 1 || index < pattern.length - 1))
      faults.push("a loop before the last pattern");
    for (const property of properties) {
      const group = each[property];
      if (group !== undefined && (group < 0 || group >= groups)) faults.push(`no group ${group} for ${property}`);
      if (pattern.filter((other) => other[property] !== undefined).length > 1) faults.push(`${property} set twice`);
    }
    for (const key of Object.keys(each)) if (!known.has(key)) faults.push(`nothing reads ${key}`);
  }
  return faults;
}

/** What the runner reads from a line by a matcher of one pattern; undefined where it passes over the line. */
export function issueOf(line: string, { severity: usual = "", pattern: [pattern] = [] }: Matcher) {
  // Commands come first: no matcher sees such a line.
  if (!pattern || /^\s*::\w+.*::/.test(line) || /##\[/.test(line)) return undefined;
  // `RegexOptions.ECMAScript`: what JavaScript does without a flag.
  const found = new RegExp(pattern.regexp).exec(line);
  if (!found) return undefined;
  const group = (property: Property) => {
    const at = pattern[property];
    return at === undefined ? undefined : found[at];
  };
  const severity = (group("severity") || usual || "error").toLowerCase();
  const message = group("message") ?? "";
  if (message.trim() === "" || !["error", "warning", "notice"].includes(severity)) return undefined;
  return {
    severity,
    message,
    file: group("file"),
    line: Number(group("line")),
    column: Number(group("column")),
    code: group("code")?.trim(),
  };
}
