/** Where the words of a sentence stand in source, escapes and all. */

import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { Evaluator } from "../src/model/evaluate.js";
import { sentencesOf } from "../src/model/sentences.js";
import { textOf } from "../src/model/text.js";
import { openProgram } from "../src/program.js";
import { memorySources } from "../src/sources.js";

/** The sentences of the first variable's text, each with the source that it is said to stand in. */
function sentences(source: string): [string, string][] {
  const program = openProgram(memorySources(new Map([["a.ts", source]])));
  const file = program.file("a.ts");
  const [statement] = file?.statements ?? [];
  const value =
    statement && ts.isVariableStatement(statement) ? statement.declarationList.declarations[0]?.initializer : undefined;
  const evaluator = new Evaluator(program);
  const pieces = value ? evaluator.withFuel(1000, () => textOf(evaluator, value, undefined)) : [];
  return pieces.flatMap(sentencesOf).map(({ text, at }) => [text, source.slice(at.start, at.end)]);
}

test.each<[string, string, [string, string][]]>([
  [
    "plain",
    `const a = "One is here. Two is there.";`,
    [
      ["One is here.", "One is here."],
      ["Two is there.", "Two is there."],
    ],
  ],
  [
    "line ends",
    `const a = "One.\\nTwo.";`,
    [
      ["One.", "One."],
      ["Two.", "Two."],
    ],
  ],
  [
    "quotes and unicode escapes",
    `const a = 'Don\\'t. \\u{1F4CD} Go on. \\x41gain.';`,
    [
      ["Don't.", "Don\\'t."],
      ["📍 Go on.", "\\u{1F4CD} Go on."],
      ["Again.", "\\x41gain."],
    ],
  ],
  [
    "a template with holes",
    "const a = `Found ${n}.\\n\\nAsk ${who} first.`;",
    [
      ["Found ${…}.", "Found ${n}."],
      ["Ask ${…} first.", "Ask ${who} first."],
    ],
  ],
  [
    "a line continuation",
    "const a = `One \\\ntwo. Three.`;",
    [
      ["One two.", "One \\\ntwo."],
      ["Three.", "Three."],
    ],
  ],
  [
    "abbreviations",
    `const a = "Use e.g. Berlin. See No. 5.";`,
    [
      ["Use e.g. Berlin.", "Use e.g. Berlin."],
      ["See No. 5.", "See No. 5."],
    ],
  ],
  ["soft wraps", "const a = `Ask which one\nis meant.`;", [["Ask which one is meant.", "Ask which one\nis meant."]]],
  [
    "added strings",
    `const a = "One. " + "Two.";`,
    [
      ["One.", "One."],
      ["Two.", "Two."],
    ],
  ],
])("%s", (_, source, expected) => expect(sentences(source)).toEqual(expected));
