/** The ways in which the fuzzer breaks a text. Each takes the text and four whole numbers, and is a function of these alone. */

/** Blanks, words, strings, templates without holes, comments, single characters. */
const token = /\s+|[\w$]+|"(?:\\.|[^"\\\n])*"|`[^`$]*`|\/\/.*|\/\*[\s\S]*?\*\/|=>|\.\.\.|[^\s\w$]/gu;

/** Names that an object has without being told, words that are names in one place only, and those that the linter looks for. */
const names = [
  ..."__proto__ constructor prototype toString valueOf hasOwnProperty __defineGetter__ then length name".split(" "),
  ..."arguments eval this super async await yield let static get set of type undefined NaN null import new".split(" "),
  ..."structuredContent content text isError note reply registerTool outputSchema DATA_RULE JSON z".split(" "),
  ..."\\u0061bc \u{1D4D0} ﬁ é 名前 𠮷 _ $ #x 0 1e999 0n -1".split(" "),
];

/** Statements and pieces that a reader of code may run round in. */
const pieces = [
  "const twice = (x) => reply({ ...x, a: twice(x) }, `Never ${x}.`); twice(twice);",
  "const both = c ? a : b, a = both, b = { ...both, [both]: both };",
  "export function note(text) { return note(text.split('\\n').filter((line) => !line.startsWith('- ')).join('\\n')) }",
  "const server2 = server; server.registerTool(NAME, { outputSchema: { a: S } }, handler); function handler() { return handler }",
  "const A = A; const B = `${B} never`; const C = [...C, ...D], D = [...C];",
  "function loop(a: any): any { return loop(loop(a)) }",
  "const f = (x) => g(x), g = (x) => f({ ...x, x });",
  "class K extends K { static k = K.k; get x() { return this.x } set x(v) { this.x = v } constructor() { super(); return new K() } }",
  "const P = { __proto__: P, constructor: P, ['__proto__']: P, get content() { return P.content }, toString: P };",
  "return { content: [{ type: 'text', text: `Never ${x}.` }], structuredContent: { ...this, x } };",
  "return { content, structuredContent };",
  "return { ...result, structuredContent: { ...result.structuredContent, note: result.content[0].text } };",
  "let t = 'Always ask.'; t += t; t = t + t; for (const x of t) t += `${x} ${t}`;",
  "lines.push(...lines); lines.push(lines.join('')); lines = lines.concat(lines);",
  "import * as self from './self.js'; export * from './self.js'; export { self as default, self as '__proto__' };",
  "@dec @dec() @(dec) class Q { @dec x = 1; @dec m(@dec p) {} static { return } }",
  "<div {...x}>{`${<b/>}`}</div>",
  "<T,>(x: T) => <T>x;",
  "import type X = require('x'); export = X; declare module '*' { export default X }",
  "enum E { a = E.a, b = `${E.a}`, 'c-d' = 1 } namespace E { export const a = E.b }",
  "label: for (;;) { continue label } while (true) { break } do ; while (0)",
  "switch (x) { default: return y; case y: { return x } }",
  "try { throw x } catch { return { isError: true, content: [{ type: 'text', text: x.message }], structuredContent: {} } } finally { return }",
  "async function* gen() { yield* gen(); for await (const x of gen()) yield x; return await gen() }",
  "const { a, ...rest } = rest, [b = a, , ...c] = [c, b], { ['x']: { y: [z = { a }] } } = { a };",
  "(function () { return arguments.callee(arguments) })();",
  "x?.y?.[z]?.(...w) ?? (x ||= y &&= z ??= w) satisfies any as unknown as never;",
  "/* @generated */",
  "// mcp-lint-ignore",
  "// mcp-lint-ignore instruction-only-in-text: because",
  "/* mcp-lint-ignore-file x: */",
  "/(?:(?:a+)+)+$/v.test(x)",
  "`${`${`${x}`}`}`",
  "`\\u{110000} \\x0`",
  "'\\",
  "`",
  "/*",
  "<!--",
  "-->",
  "#!",
  "#!/bin/sh\n",
  "*/",
  "${",
  "}",
  "{",
  "(",
  ")",
  "=>",
  "\0",
  "\uD800",
  "\uDC00",
  "\uFEFF",
  "\u2028",
  "\u2029",
  "\u202E",
  "\r",
  "\n",
  "\r\n",
  "\u0085",
  "\v",
  "\x1b[2J",
  "\n::error::x",
];

/** What a value can be wrapped in, many times over. */
const wraps = [
  ["(", ")"],
  ["[", "]"],
  ["{ a: ", " }"],
  ["`${", "}`"],
  ["f(", ")"],
  ["!", ""],
  ["-", ""],
  ["() => ", ""],
  ["", ".a"],
  ["", "[0]"],
  ["", "()"],
  ["", ".then((x) => x)"],
  ["", " + x"],
  ["x + ", ""],
  ["x ? ", " : y"],
  ["x ? y : ", ""],
  ["", " as T"],
  ["<T>", ""],
  ["await ", ""],
  ["{", "}"],
  ["if (x) {", "}"],
  ["if (x) y; else ", ""],
  ["function f() {", "}"],
  ["<a>{", "}</a>"],
  ["...", ""],
  ["new ", ""],
  ["x => {return ", "}"],
  ["a.", ""],
];

const at = (list, index) => list[index % list.length];

/** The text with the `a`th token replaced by what `change` makes of it. */
function withToken(text, a, change) {
  const tokens = text.match(token) ?? [];
  if (tokens.length === 0) return text;
  tokens[a % tokens.length] = change(tokens[a % tokens.length], tokens);
  return tokens.join("");
}

const words = (tokens) => tokens.filter((one) => /^[A-Za-z_$]/.test(one));
const between = (text, a, b) => [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
const inserted = (text, a, piece) => text.slice(0, a % (text.length + 1)) + piece + text.slice(a % (text.length + 1));
/** A piece where a line begins: more often whole than anywhere else. */
const insertedLine = (text, a, piece) => {
  const lines = text.split("\n");
  lines.splice(a % (lines.length + 1), 0, piece);
  return lines.join("\n");
};

export const mutations = {
  deleteToken: (text, [a]) => withToken(text, a, () => ""),
  doubleToken: (text, [a]) => withToken(text, a, (one) => `${one} ${one}`),
  swapTokens: (text, [a, b]) =>
    withToken(text, a, (one, tokens) => {
      const other = at(tokens, b);
      tokens[b % tokens.length] = one;
      return other;
    }),
  otherWord: (text, [a, b]) =>
    withToken(text, a, (one, tokens) => (/^[A-Za-z_$]/.test(one) ? (at(words(tokens), b) ?? one) : one)),
  hostileWord: (text, [a, b]) => withToken(text, a, (one) => (/^[A-Za-z_$]/.test(one) ? at(names, b) : one)),
  hostileString: (text, [a, b]) =>
    withToken(text, a, (one) => (/^["`]/.test(one) ? one[0] + at(names.concat(pieces), b) + one[0] : one)),
  renameEverywhere(text, [a, b]) {
    const word = at(words(text.match(token) ?? []), a);
    return word
      ? text.split(new RegExp(`(?<![\\w$])${word.replaceAll("$", "\\$")}(?![\\w$])`)).join(at(names, b))
      : text;
  },
  /** Arguments and values trade places: a call gets what another one should. */
  swapExpressions(text, [a, b]) {
    const parts = text.split(/(?<=[(,:=] ?)([\w$.]+|"[^"\n]*"|`[^`$]*`|\{[^{}\n]*\}|\[[^[\]\n]*\])(?=[),;\n])/);
    if (parts.length < 4) return text;
    const [one, two] = [a, b].map((n) => 1 + 2 * (n % ((parts.length - 1) / 2)));
    [parts[one], parts[two]] = [parts[two], parts[one]];
    return parts.join("");
  },
  insertPiece: (text, [a, b]) => inserted(text, a, at(pieces, b)),
  insertLine: (text, [a, b]) => insertedLine(text, a, at(pieces, b)),
  wrapToken: (text, [a, b, c]) =>
    withToken(text, a, (one) => {
      const [before, after] = at(wraps, b);
      const times = 1 + (c % 4);
      return before.repeat(times) + one + after.repeat(times);
    }),
  cutRange(text, [a, b]) {
    const [from, to] = between(text, a, b);
    return to - from > text.length / 2 ? text : text.slice(0, from) + text.slice(to);
  },
  doubleLines(text, [a, b, c]) {
    const lines = text.split("\n");
    const from = a % lines.length;
    lines.splice(c % (lines.length + 1), 0, ...lines.slice(from, from + 1 + (b % 20)));
    return lines.join("\n");
  },
  cutLines(text, [a, b]) {
    const lines = text.split("\n");
    lines.splice(a % lines.length, 1 + (b % 5));
    return lines.join("\n");
  },
  truncate: (text, [a]) => text.slice(0, a % (text.length + 1)),
  lineEnds: (text, [a]) => {
    let n = 0;
    return text.replace(/\n/g, () =>
      a % 3 === 0 || n++ % (1 + (a % 5)) === 0 ? at(["\r\n", "\r", "\u2028", "\n\n"], a) : "\n",
    );
  },
  bom: (text) => `\uFEFF${text}`,
  oneLine: (text) => text.replace(/\/\/.*/g, "").replace(/\n\s*/g, " "),
};

/** Those after which a text often still parses: they get deeper than the parser. */
export const gentle = [
  "otherWord",
  "hostileString",
  "renameEverywhere",
  "wrapToken",
  "doubleLines",
  "insertLine",
  "oneLine",
  "lineEnds",
  "swapExpressions",
];

/** Ways that cost a thousand times as much: drawn rarely. */
export const heavyMutations = {
  nest: (text, [a, b, c]) =>
    withToken(text, a, (one) => {
      const [before, after] = at(wraps, b);
      const times = 100 + (c % 5000);
      return before.repeat(times) + one + after.repeat(times);
    }),
  longLine: (text, [a, b, c]) =>
    inserted(
      text,
      a,
      at([" ", "x", "é", "0", "a,", "a+", "/* */", '"x",', "{}", "\\"], b).repeat(1000 + (c % 250_000)),
    ),
  manyLines: (text, [a, b, c]) => insertedLine(text, a, `${at(pieces, b)}\n`.repeat(100 + (c % 3000))),
  manyTools(text, [a]) {
    const once = text
      .split("\n")
      .filter((line) => !/^import|^export \* /.test(line))
      .join("\n");
    return text + `\n{\n${once}\n}`.repeat(2 + (a % 30));
  },
};

/** Changes of bytes, after which a text may be none. */
export function broken(bytes, [a, b, c]) {
  const copy = Buffer.from(bytes);
  const spot = copy.length ? a % copy.length : 0;
  const junk = at(
    [
      [0],
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xef, 0xbb, 0xbf],
      [0xff, 0xfe],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
      [0x1a],
    ],
    b,
  );
  if (c % 3 === 0 && copy.length) copy[spot] = b % 256;
  if (c % 3 === 1) return Buffer.concat([copy.subarray(0, spot), Buffer.from(junk), copy.subarray(spot)]);
  if (c % 3 === 2) return copy.subarray(0, spot);
  return copy;
}
