/** Text of a linted file on its way to a terminal or a log: nothing in it may act. */

/**
 * Control and format characters (escape sequences, text direction, invisible tags), separators of lines and paragraphs,
 * lone surrogates; and the `##[…]` and `##vso[…]` that CI runners obey anywhere in a line.
 * The two joiners stay: scripts and emoji need them, and they move nothing.
 */
const dangerous = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200C\u200D])\p{Cf}|#(?=#\w*\[)/gu;

/** `::error::` is obeyed where a line begins, and a text may be wrapped at any space. */
const command = /(?<=^|\s):(?=:)/g;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The text on one line, with whatever a terminal or a CI runner would act on written out: `\u001B`, `\u{E0041}`. */
export function escaped(text: string): string {
  return text.replace(dangerous, (found) => short[found] ?? codePoint(found)).replace(command, codePoint);
}

/**
 * The text on one line for a reader that may take it for Markdown: no link with a hidden target, no tag, and nobody is
 * called by name. Other marks only dress it.
 */
export const withoutMarkup = (text: string): string =>
  escaped(text)
    .replaceAll("](", "] (")
    .replace(/<(?=[\w!/?])/g, "< ")
    .replace(/(?<!\w)@(?=\w)/g, "@ ");

/** A value as JSON that ends in a line break. What acts is written as escapes of JSON's own, so the value stays the same. */
export function jsonText(value: unknown): string {
  const units = (found: string) => Array.from({ length: found.length }, (_, at) => codePoint(found.charAt(at)));
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(dangerous, (found) => (found === "\n" ? found : units(found).join("")))}\n`;
}

function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`;
}
