/** What a sentence does: tells the model what to do, frames the data, or restates it. By its words (`words.ts`) and by its shape; no grammar. */

import { modelFacingTag } from "./terms.js";
import {
  callForm,
  clause,
  common,
  conditional,
  courtesy,
  figures,
  finite,
  imperative,
  leadSigns,
  marker,
  nounImperative,
  obligation,
  outcome,
  paging,
  permission,
  pointing,
  prohibition,
  prohibitionStart,
  questionWord,
  report,
  selfReference,
  settled,
  strongClause,
  unsureImperative,
} from "./words.js";

export type SentenceKind = "instruction" | "lead" | "restatement";

export interface Vocabulary {
  /** The names of the server's tools. */
  readonly tools: readonly string[];
  /** Patterns of the names of constants that hold text for the model. */
  readonly modelFacing: readonly RegExp[];
}

const strip = /^(?:[\s>*_#•–—\-[\]()|→]|[^\p{L}\p{N}\p{P}$`]|\d+[.)])+/u;

/** The constant whose name, or whose doc comment, says that its text is for the model. */
export function isModelFacing(names: readonly string[], vocabulary: Vocabulary): string | undefined {
  const tagged = names.indexOf(modelFacingTag);
  if (tagged > 0) return names[tagged - 1];
  return names.find((name) => name.length <= 200 && vocabulary.modelFacing.some((pattern) => pattern.test(name)));
}

/** What a sentence does shows at its start; the rest of a very long one only costs time. */
const longest = 1000;

const judged = new WeakMap<Vocabulary, Map<string, SentenceKind>>();

/** `whole` is one sentence, its dynamic parts written `${…}`. */
export function classify(whole: string, names: readonly string[], vocabulary: Vocabulary): SentenceKind {
  const kinds = judged.get(vocabulary) ?? new Map<string, SentenceKind>();
  judged.set(vocabulary, kinds);
  const key = `${names.join(" ")}\n${whole}`;
  const kind = kinds.get(key) ?? judge(whole, names, vocabulary);
  kinds.set(key, kind);
  return kind;
}

function judge(whole: string, names: readonly string[], vocabulary: Vocabulary): SentenceKind {
  const text = whole.slice(0, longest);
  const sentence = text
    .replace(strip, "")
    .replace(/[*_]{2,}/g, "")
    .trim();
  const count = wordCount(sentence);
  if (selfReference.test(sentence)) return "restatement";
  if (count >= 3 && isModelFacing(names, vocabulary)) return "instruction";
  if (count < 2 || courtesy.test(sentence)) return "restatement";
  if (isHeading(text, sentence)) return "restatement";
  if (isInstruction(sentence, vocabulary)) return "instruction";
  return isLead(sentence, count) ? "lead" : "restatement";
}

function isInstruction(sentence: string, vocabulary: Vocabulary): boolean {
  const marked = marker.exec(sentence);
  if (marked) return wordCount(marked[1] ?? "") >= 3;
  const reports = isReport(sentence);
  if (imperative.test(sentence) && !isLabel(sentence) && !reports) return true;
  if ((!reports && isUnsureImperative(sentence)) || (nounImperative.test(sentence) && !isLabel(sentence))) return true;
  if (prohibitionStart.test(sentence) || prohibition.test(sentence)) return true;
  if (obligation.test(sentence) || permission.test(sentence)) return true;
  if (/^please\s+\p{L}/iu.test(sentence)) return true;
  if (isQuestion(sentence)) return true;
  if (
    conditional.test(sentence) ||
    clause.test(sentence) ||
    strongClause.test(sentence) ||
    paging.test(sentence) ||
    callForm.test(sentence)
  )
    return true;
  return namesTool(sentence, vocabulary.tools);
}

/** What begins like a request, and tells what was done or what is. */
const isReport = (sentence: string) => report.test(sentence) || settled.test(sentence) || figures.test(sentence);

/** An unsure verb counts where no statement follows: `Search failed`, `Check complete`, `List Items: …` are none. */
function isUnsureImperative(sentence: string): boolean {
  const found = unsureImperative.exec(sentence);
  if (!found || isLabel(sentence) || outcome.test(sentence)) return false;
  const rest = found[2] ?? "";
  const near = rest.split(/\s+/).slice(0, 5).join(" ");
  const statement = finite.exec(near);
  if (statement && !/\b(?:if|that|what|how|whether|which|you)\b/i.test(near.slice(0, statement.index))) return false;
  return /^(?:the|a|an|this|that|these|those|it|its|them|your|their|all|any|each|every|one|another|only|more|for|with|to|in|on|at|from|by|if|how|what|whether|which|again|\$\{|`|'|"|[a-z])/.test(
    rest,
  );
}

/** Whether it tells how to get the rest of a list, and nothing else. */
export const isPaging = (sentence: string) => paging.test(sentence) && wordCount(sentence) <= 12;

/** A question to ask: three words, or two that begin as a question does. */
const isQuestion = (sentence: string) =>
  /[?？]["”')」]*$/.test(sentence) && wordCount(sentence) >= (questionWord.test(sentence) ? 2 : 3);

function namesTool(sentence: string, tools: readonly string[]): boolean {
  return tools.some((tool) => {
    const at = sentence.indexOf(tool);
    if (at < 0 || /[\w-]/.test(sentence[at - 1] ?? "") || /[\w-]/.test(sentence[at + tool.length] ?? "")) return false;
    return sentence[at + tool.length] === "(" || pointing.test(sentence) || isForeign(sentence);
  });
}

/** Where the words can't be read, a tool's name in a whole sentence is a pointer to it. */
const isForeign = (sentence: string) =>
  wordCount(sentence) >= 3 && !common.test(sentence) && endsSentence.test(sentence);

function isLead(sentence: string, count: number): boolean {
  if (
    isLabel(sentence) ||
    /^no\s+(?:\S+\s+){1,4}(?:found|available|yet|match(?:ed|es)?)\b[^.,;:—–]*\.?$/i.test(sentence)
  )
    return false;
  return count >= 4 && leadSigns.test(sentence) && literalWords(sentence) >= 4;
}

/** A full sentence of its own words, as framing is and labels are not. */
export function isFullSentence(text: string): boolean {
  const sentence = text.replace(strip, "").trim();
  return (
    !sentence.includes("${…}") &&
    /^[\p{Lu}\p{Lo}]/u.test(sentence) &&
    endsSentence.test(sentence) &&
    wordCount(sentence) >= 4 &&
    !isLabel(sentence) &&
    !/^no\s/i.test(sentence) &&
    !courtesy.test(sentence)
  );
}

const endsSentence = /[.!。！]["”')」]*$/;
const isLabel = (sentence: string) =>
  /^(?:[\p{L}\p{N}_/-]+\s+){0,3}[\p{L}\p{N}_/()-]+\s*[:=]\s*(?:\$\{…\}|[\d"'`[{(]|$)/u.test(sentence);
const isHeading = (text: string, sentence: string) =>
  (/^\s*#{1,6}\s/.test(text) && !/[.!?]$/.test(sentence)) ||
  (/^\s*\*\*[^*]+\*\*:?\s*$/.test(text) && !/[.!?]/.test(sentence));
/** Chinese and Japanese put no space between words: two characters are about one. */
const wordCount = (text: string) =>
  text
    .replaceAll("${…}", " ")
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,2}|[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)?.length ??
  0;
const literalWords = (text: string) => text.replaceAll("${…}", " ").match(/\p{L}{2,}/gu)?.length ?? 0;
