/** Text of a linted file on its way to a terminal or a log: nothing in it may act. */

const dangerous =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Control characters, escape sequences, line and paragraph separators, text direction and lone surrogates, written out. */
export function escaped(text: string): string {
  return text.replace(
    dangerous,
    (found) => short[found] ?? `\\u${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}
