/** Some apps hand their model only the text of a tool result, some only `structuredContent`. So what the model has to know
 *  stands in both: the text goes into the view too, as `note`, without what the view says already. This file is yours. */
/**
 * The view with its note, for results that `reply()` can't express: more blocks, images, `_meta`.
 * @template {object} V
 * @param {(V & { readonly [Symbol.iterator]?: never }) | undefined} view
 * @param {string | readonly { readonly type: string, readonly text?: unknown }[]} text
 * @returns {V & { note?: string }}
 */
export function withNote(view, text) {
  const said = note(typeof text === "string" ? text : text.map((block) => block.text ?? "").join("\n"), view);
  const own = /** @type {{ note?: unknown } | undefined} */ (view)?.note;
  if (!said || !view || Array.isArray(view) || (own && typeof own !== "string")) return /** @type {any} */ (view);
  return /** @type {any} */ ({ ...view, note: own ? `${own}\n${said}` : said });
}
/**
 * The lines of a text that the view does not say. A line goes only where one record of the view says all of it.
 * @param {string} text
 * @param {unknown} view
 */
export function note(text, view) {
  const records = recordsByWord(view);
  const budget = { tries: 100_000 }; // after that a line stays
  const kept = text.split(/\r?\n/).filter((line) => !isSaid(line, records, budget));
  return kept.some((line) => wordsOf(line).length > 0) ? kept.join("\n").trim() : "";
}
/** @typedef {Map<string, { words: string[], isValue: boolean }[]>} Phrases What a record says, by first words. */

/** @param {string} text */
function wordsOf(text) {
  const pattern = /\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+/gu;
  const words = [];
  for (let word = pattern.exec(text); word; word = pattern.exec(text)) words.push(word);
  return words;
}
/**
 * Every object in the view, by each word that it holds.
 * @param {unknown} view
 */
function recordsByWord(view) {
  /** @type {Map<string, Set<Phrases>>} */
  const byWord = new Map();
  const objects = new Set([view]);
  for (const object of objects) {
    /** @type {Phrases} */
    const phrases = new Map();
    const add = (/** @type {string} */ text, /** @type {boolean} */ isValue) => {
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
const plain = ["en-US", "en-GB"].flatMap((language) =>
  /** @type {const} */ (["long", "short"]).map(
    (month) => new Intl.DateTimeFormat(language, { year: "numeric", month, day: "numeric", timeZone: "UTC" }),
  ),
);
/**
 * `2025-03-04T15:31:00Z`: its date, its time, and the date as people write it.
 * @param {string} value
 */
function datesOf(value) {
  const [, date, time = ""] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)\S{0,10})?$/.exec(value) ?? [];
  const day = new Date(`${date}T12:00:00Z`);
  return Number.isNaN(day.getTime())
    ? []
    : [`${date}`, time, time.slice(0, 5), ...plain.map((format) => format.format(day))];
}
/**
 * Whether one record says all of a line: its values and keys take up each word, and one of them is a value.
 * @param {string} line
 * @param {Map<string, Set<Phrases>>} records
 * @param {{ tries: number }} budget
 */
function isSaid(line, records, budget) {
  const words = wordsOf(line);
  const holders = words.flatMap((word) => (records.has(word[0]) || !isCut(line, word) ? [records.get(word[0])] : []));
  const [fewest, ...others] = holders.sort((a, b) => (a?.size ?? 0) - (b?.size ?? 0));
  for (const phrases of fewest ?? [])
    if (others.every((each) => each?.has(phrases)) && budget.tries-- > 0 && isMadeOf(line, words, phrases)) return true;
  return false;
}
/** @param {RegExpMatchArray} word */
const endOf = (word) => (word.index ?? 0) + word[0].length;
/** `"Hello wor…"` stands for the text that it begins, and so does a quoted `"Hello"`. */
const isCut = (/** @type {string} */ line, /** @type {RegExpMatchArray} */ last) =>
  /^\s?(?:…|\.\.\.)/.test(line.slice(endOf(last), endOf(last) + 4));
const isQuoted = (
  /** @type {string} */ line,
  /** @type {RegExpMatchArray} */ first,
  /** @type {RegExpMatchArray} */ last,
) => /["“]/.test(line.slice(0, first.index)) && /["”]/.test(line[endOf(last)] ?? "");
/**
 * @param {string} line
 * @param {RegExpMatchArray[]} words
 * @param {Phrases} phrases
 */
function isMadeOf(line, words, phrases) {
  /** @type {(string | undefined)[]} */
  const reached = ["keys"]; // for each word: what takes up all that stands before it
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
/**
 * A tool's result: a text, and a view with its note. An error is text alone, which every app shows its model.
 * @template {object} V
 * @param {(V & { readonly [Symbol.iterator]?: never }) | undefined} view
 * @param {string} text
 * @param {boolean} [isError]
 */
export function reply(view, text, isError = false) {
  const content = [{ type: /** @type {const} */ ("text"), text }];
  return isError ? { content, isError } : { content, structuredContent: withNote(view, text) };
}
