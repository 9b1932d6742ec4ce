/** Some apps hand their model only the text of a tool result, some only `structuredContent`. So what the model has to know
 *  stands in both: the text goes into the view too, as `note`, without what the view says already. This file is yours. */
type Flat<T> = { [K in keyof T]: T[K] };
type Plain<V> = V & { readonly [Symbol.iterator]?: never };
type Noted<V> = Flat<V & { note?: string }>;
type Blocks = readonly { readonly type: string; readonly text?: unknown }[];

/** The view with its note, for results that `reply()` can't express: more blocks, images, `_meta`. */
export function withNote<V extends object>(view: Plain<V>, text: string | Blocks): Noted<V>;
export function withNote<V extends object>(view: Plain<V> | undefined, text: string | Blocks): Noted<V> | undefined;
export function withNote<V extends object>(view: Plain<V> | undefined, text: string | Blocks): Noted<V> | undefined {
  const said = note(typeof text === "string" ? text : text.map((block) => block.text ?? "").join("\n"), view);
  const own: unknown = view && (view as { note?: unknown }).note;
  if (!said || !view || Array.isArray(view) || (own && typeof own !== "string")) return view as Noted<V> | undefined;
  return { ...view, note: own ? `${own}\n${said}` : said } as Noted<V>;
}

/** The lines of a text that the view does not say. A line goes only where one record of the view says all of it. */
export function note(text: string, view: unknown): string {
  const records = recordsByWord(view);
  const budget = { tries: 100_000 }; // after that a line stays
  const kept = text.split(/\r?\n/).filter((line) => !isSaid(line, records, budget));
  return kept.some((line) => wordsOf(line).length > 0) ? kept.join("\n").trim() : "";
}

/** What a record says, by first words: its values, and its keys. */
type Phrases = Map<string, { words: string[]; isValue: boolean }[]>;
type Word = RegExpMatchArray;
function wordsOf(text: string): Word[] {
  const [pattern, words]: [RegExp, Word[]] = [/\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+/gu, []];
  for (let word = pattern.exec(text); word; word = pattern.exec(text)) words.push(word);
  return words;
}

/** Every object in the view, by each word that it holds. */
function recordsByWord(view: unknown): Map<string, Set<Phrases>> {
  const byWord = new Map<string, Set<Phrases>>();
  const objects = new Set([view]);
  for (const object of objects) {
    const phrases: Phrases = new Map();
    const add = (text: string, isValue: boolean) => {
      const words = wordsOf(text).map(([word]) => word);
      const alike = phrases.get(words[0] ?? "") ?? [];
      phrases.set(words[0] ?? "", alike);
      alike.push({ words, isValue });
      for (const word of words) byWord.set(word, (byWord.get(word) ?? new Set()).add(phrases));
    };
    for (const [key, value] of Object.entries(object ?? {})) {
      if (!Array.isArray(object)) add(key, false);
      for (const each of Array.isArray(value) ? value : [value]) {
        if (typeof each === "object") objects.add(each);
        if (typeof each === "number") add(String(each), true);
        if (typeof each === "string") for (const line of [...each.split(/\r?\n/), ...datesOf(each)]) add(line, true);
      }
    }
  }
  return byWord;
}

const plain = (["long", "short"] as const).map(
  (month) => new Intl.DateTimeFormat("en", { year: "numeric", month, day: "numeric", timeZone: "UTC" }),
);

/** `2025-03-04T15:31:00Z`: its date, its time, and the date as people write it. */
function datesOf(value: string): string[] {
  const [, date, time = ""] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)\S{0,10})?$/.exec(value) ?? [];
  const written = Number.isNaN(Date.parse(`${date}`)) ? [] : plain.map((format) => format.format(new Date(`${date}`)));
  return date
    ? [date, time, time.slice(0, 5), ...written, ...written.map((day) => day.replace(/(\w+) (\d+)/, "$2 $1"))]
    : [];
}

/** Whether one record says all of a line: its values and keys take up each word, and one of them is a value. */
function isSaid(line: string, records: Map<string, Set<Phrases>>, budget: { tries: number }): boolean {
  const words = wordsOf(line);
  const holders = words.flatMap((word) => (records.has(word[0]) || !isCut(line, word) ? [records.get(word[0])] : []));
  const [fewest, ...others] = holders.sort((a, b) => (a?.size ?? 0) - (b?.size ?? 0));
  for (const phrases of fewest ?? [])
    if (others.every((each) => each?.has(phrases)) && budget.tries-- > 0 && isMadeOf(line, words, phrases)) return true;
  return false;
}

const endOf = (word: Word) => (word.index ?? 0) + word[0].length;
/** `"Hello wor…"` stands for the text that it begins, and so does a quoted `"Hello"`. */
const isCut = (line: string, last: Word) => /^\s?(?:…|\.\.\.)/.test(line.slice(endOf(last), endOf(last) + 4));
const isQuoted = (line: string, first: Word, last: Word) =>
  /["“]$/.test(line.slice(0, first.index)) && /["”]/.test(line[endOf(last)] ?? "");

function isMadeOf(line: string, words: Word[], phrases: Phrases): boolean {
  const reached: (string | undefined)[] = ["keys"]; // for each word: what takes up all that stands before it
  words.forEach((first, at) => {
    const begun = isCut(line, first) ? [...phrases.values()].flat() : (phrases.get(first[0]) ?? []);
    for (const phrase of reached[at] ? begun : []) {
      let length = 0;
      while (length < phrase.words.length && words[at + length]?.[0] === phrase.words[length]) length++;
      const [last, next] = [words[at + length - 1], words[at + length]];
      const begins = phrase.isValue && length > 0 && last && (isCut(line, last) || isQuoted(line, first, last));
      if (phrase.isValue && next && isCut(line, next) && phrase.words[length]?.startsWith(next[0])) length++;
      else if (length === 0 || (length < phrase.words.length && !begins)) continue;
      if (reached[at + length] !== "values") reached[at + length] = phrase.isValue ? "values" : reached[at];
    }
  });
  return reached[words.length] === "values";
}

type Ok<V> = { content: { type: "text"; text: string }[]; structuredContent: V };
type Err = { content: { type: "text"; text: string }[]; isError: true };

/** A tool's result: a text, and a view with its note. An error is text alone, which every app shows its model. */
export function reply<V extends object>(view: Plain<V>, text: string, isError?: false): Ok<Noted<V>>;
export function reply(view: object, text: string, isError: true): Err;
export function reply<V extends object>(view: Plain<V>, text: string, isError: boolean): Ok<Noted<V>> | Err;
export function reply<V extends object>(view: Plain<V> | undefined, text: string): Ok<Noted<V> | undefined>;
export function reply<V extends object>(view: Plain<V> | undefined, text: string, isError = false) {
  const content = [{ type: "text" as const, text }];
  return isError ? { content, isError } : { content, structuredContent: withNote(view, text) };
}
