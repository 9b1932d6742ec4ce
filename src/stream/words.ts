/** Compares words as people read them: typographic and typewriter characters are the same. */

const alike: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′ʼ＇`´]/g, "'"],
  [/[“”„‟″«»＂]/g, '"'],
  [/[‐‑‒–—―−﹣－]/g, "-"],
  [/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " "],
  [/[\u00AD\u200B\u2060\uFEFF]/g, ""],
];

/** The text in the characters of a typewriter, of the same words. */
export const typed = (text: string): string => alike.reduce((done, [from, to]) => done.replace(from, to), text);

/**
 * Whether an answer holds a phrase, whichever quotes, apostrophes, dashes and spaces either is written with: one model
 * types `couldn't`, another sets `couldn’t`. A RegExp is read in the same way; case counts unless it says otherwise.
 */
export function says(answer: string, phrase: string | RegExp): boolean {
  if (typeof phrase === "string") return typed(answer).includes(typed(phrase));
  const pattern = typedPattern(phrase);
  return pattern ? pattern.test(typed(answer)) : plain(phrase).test(answer);
}

/** Without the flags that make a pattern remember where it was. */
const flagsOf = ({ flags }: RegExp) => flags.replace(/[gy]/g, "");
const plain = (pattern: RegExp) => new RegExp(pattern.source, flagsOf(pattern));

/** A dash in a class would become a range, so it is escaped there. Undefined where a range does not survive it. */
function typedPattern(pattern: RegExp): RegExp | undefined {
  let inClass = false;
  const source = pattern.source.replace(
    /\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})|\\.|[\s\S]/gi,
    (unit, ...hex) => {
      const code = hex.slice(0, 3).find((digits) => digits !== undefined);
      const character = code === undefined ? unit : String.fromCodePoint(Number.parseInt(code, 16));
      const plainer = unit.length === 1 || code !== undefined ? typed(character) : unit;
      if (unit === "[") inClass = true;
      if (unit === "]") inClass = false;
      if (plainer === character) return unit;
      return inClass && plainer === "-" ? "\\-" : plainer;
    },
  );
  try {
    return new RegExp(source, flagsOf(pattern));
  } catch {
    return undefined;
  }
}

/** What a model read, ready to be searched: the words of JSON as they are and as they are meant, blanks as one space. */
export function readable(result: string): string {
  const meant = result.includes("\\") ? unescaped(result) : "";
  // A dump within a dump escapes twice.
  const twice = /\\["n]/.test(meant) ? unescaped(meant) : "";
  return [result, meant, twice]
    .filter((text) => text !== "")
    .map(spaced)
    .join("\n");
}

const spaced = (text: string) => typed(text).replace(/ \s+|[^\S ]\s*/g, " ");

const short: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const unescaped = (text: string) =>
  text.replace(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code?: string, character = "") =>
    code === undefined ? (short[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Whether a phrase stands in what `readable` made; `${…}` in it is any text. */
export function arrived(read: string, phrase: string): boolean {
  let from = 0;
  for (const part of literalsOf(phrase)) {
    const at = read.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** The parts of a phrase between its dynamic ones, as `readable` has them. */
const literalsOf = (phrase: string) =>
  phrase
    .split("${…}")
    .map((part) => spaced(part).trim())
    .filter((part) => part !== "");

/** Whether a phrase has enough words of its own to be known again. */
export const isTelling = (phrase: string): boolean =>
  (literalsOf(phrase)
    .join(" ")
    .match(/\p{L}{2,}/gu)?.length ?? 0) >= 3;
