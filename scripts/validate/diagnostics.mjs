/** Diagnostics with odd names and messages, and what has to come back when their lines are read by a problem matcher. */
import fc from "fast-check";

const words = [
  "src",
  "a b",
  "x  y",
  "(1)",
  "[id]",
  "日本",
  "👩‍👩‍👧",
  "é",
  "a:b",
  "1:2",
  "error",
  "#x",
  "100%",
  "it's",
  '"q"',
  "&",
  "-1:2",
  "a.ts",
];
const segment = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
const path = fc
  .tuple(fc.constantFrom("", "", "", "C:/", "d:/"), fc.array(segment, { minLength: 1, maxLength: 4 }))
  .map(([drive, segments]) => `${drive}${segments.join("/")}.ts`)
  // The one name that a line can't hold.
  .filter((name) => !/:\d+:\d+(?:-\d+:\d+)?: /.test(name));

const pieces = [
  "lost",
  "`a[0]`",
  " [x]",
  ":1:2: error y",
  "  ",
  "\u001B[31m",
  "::error::",
  "\n",
  "日本",
  "👩‍👩‍👧",
  "src/b.ts:3:4",
  "(c)",
  "$&",
];
const message = fc
  .array(fc.constantFrom(...pieces), { maxLength: 6 })
  .map((parts) => `"${parts.join("")}" is only in the text`);

/** A file of lines with wide characters in it, and a diagnostic within it as rules give them. */
export const oddDiagnostic = fc
  .record({
    file: path,
    message,
    severity: fc.constantFrom("error", "warning"),
    rule: fc.constantFrom("instruction-only-in-text", "reply-drops-text", "unused-suppression"),
    text: fc
      .array(fc.constantFrom("a", "日", "👩‍👩‍👧", " ", "\n", "\r\n", "const x = 1;"), { minLength: 1, maxLength: 40 })
      .map((parts) => parts.join("")),
    places: fc.tuple(fc.nat(), fc.nat()),
  })
  .map(({ file, message, severity, rule, text, places }) => {
    const [start, end] = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
    return { text, diagnostic: { rule, severity, message, at: { file, start, end }, fingerprint: "" } };
  });
