/** What a sentence does: tells the model what to do, frames the data, or restates it. Words and positions, no grammar. */

export type SentenceKind = "instruction" | "lead" | "restatement";

export interface Vocabulary {
  /** The names of the server's tools. */
  readonly tools: readonly string[];
  /** Patterns of the names of constants that hold text for the model. */
  readonly modelFacing: readonly RegExp[];
}

const words = (list: string) => `(?:${list.trim().split(/\s+/).join("|")})`;

/** Never nouns at the start of a sentence. */
const sureVerbs = words(
  "use call try ask wait pass provide retry ensure specify include see tell consider avoid choose select verify remember treat prefer let refer respond reply acknowledge narrow broaden expand remove add keep run present inform confirm",
);
/** Verbs that also stand as nouns: `Search failed`, `Check complete`. */
const unsureVerbs = words(
  "set check review open show list search query filter update report request read load start stop create fetch get find change schedule display follow reference notify convert fix share quote cite summarize summarise mention explain continue proceed repeat return send copy paste enable disable install configure adjust increase reduce replace invoke describe answer invite suggest rerun re-run re-call resume visit click go",
);
const clauseVerbs = words("use call try run pass ask wait check provide retry specify see suggest treat include");
const openers = words("please then now next first also just simply briefly always otherwise or and instead finally");

const strip = /^(?:[\s>*_#•–—\-[\]()|→]|[^\p{L}\p{N}\p{P}$`]|\d+[.)])+/u;

const imperative = new RegExp(
  `^(?:${openers}[\\s,:]+)*(?:(?:if|once|to|before|after|when|for|unless)\\b[^,]{2,90},\\s+)?(?:${openers}[\\s,:]+)*(${sureVerbs})\\b(?!\\s*[:=])`,
  "i",
);
const unsureImperative = new RegExp(
  `^(?:${openers}[\\s,:]+)*(?:(?:if|once|to|before|after|when|unless)\\b[^,]{2,90},\\s+)?(?:${openers}[\\s,:]+)*(${unsureVerbs})\\s+(.+)$`,
  "i",
);
const clause = new RegExp(
  `(?:[—–;:,(]|\\s-|\\b(?:and|or|then|please|to))\\s+(?:please\\s+|then\\s+)?(${clauseVerbs})\\s+(?:the|a|an|this|that|it|them|again|with|for|your|one|another|\`|'|"|\\$|[a-z]+[_-][a-z]|[a-z]+\\()`,
  "i",
);
const strongClause = new RegExp(`(?:;|—|–|\\s-)\\s+(?:please\\s+|then\\s+)?${sureVerbs}\\s+[\\w\`'"$]`, "i");
const prohibition =
  /(?:^|[.;:(—–,}]\s*|\bplease\s+)(?:do not|don['’]t|never(?!\s+\w+(?:ed|en)\b)|must not|should not|avoid)\s+\w|\b(?:DO NOT|NEVER|MUST NOT)\b/;
const prohibitionStart =
  /^(?:do not|don['’]t|never(?!\s+\w+(?:ed|en)\b)|must not|should not|you CANNOT|you may not)\s/i;
const obligation =
  /\byou (?:must|should|need to|have to)\b|\b(?:must (?:be|not|always|never|call|use|ask)|make sure|be sure)\b/i;
const permission =
  /\byou (?:may|can) (?:also |then |now )?(?:use|call|try|run|pass|ask|get|fetch|read|retry|create|add|search|list|query|open|view|set|find)\b/i;
const marker =
  /^(?:warning|note|important|tip|hint|next|next[ -]steps?|caution|attention|reminder|instructions?)\s*(?:[:!—–]|\s-\s)\s*(.*)$/i;
const questionWord = /^(?:which|what|who|whose|where|when|how|why)\b/i;
/** `call:` before a call on the next line, and the call itself: `render_map({ … })`. */
const callForm =
  /(?<!\b(?:would|will|to)\s)\b(?:call|use|run|try|pass|execute|invoke)\b[^.:]{0,30}:$|\b[a-z]+(?:_[a-z0-9]+)+\(\{/i;
const paging =
  /\b(?:cursor|offset|next page|page token|nextcursor)\b.*\b(?:use|pass|set|fetch|call)\b|\b(?:use|pass|set|fetch|call)\b.*\b(?:cursor|offset|next page|page token|nextcursor)\b/i;
const finite =
  /\b(?:is|are|was|were|has|have|had|requires?|required|failed|fails|returned|returns|contains?|too|will|may|does|did|found|needs?|succeeded|completed?|not|timed|exceeded|matched|took|resulted|produced|covers?|shows|lists)\b/i;
const outcome =
  /\b(?:complete|completed|successful|successfully|found|failed|finished|done|updated|created|deleted|enabled|disabled)[.!]?$/i;
const courtesy =
  /^(?:thank you|thanks|welcome|great|done|ok|okay|success|see you|enjoy|good luck|hello|hi)\b|\b(?:widget|map|chart|card|ui|view) (?:has been|is|was) (?:rendered|displayed|shown|updated)\b/i;
const leadSigns =
  /\b(?:because|could(?: not|n['’]t)|cannot|can['’]t|may|might|until|however|unless|although|therefore|due to|since|instead|but|yet|already|only|please)\b/i;
const selfReference = /\bstructured ?content\b/i;

/** Whether the constant's name says that its text is for the model. */
export function isModelFacing(names: readonly string[], vocabulary: Vocabulary): string | undefined {
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
  if (imperative.test(sentence) && !isLabel(sentence)) return true;
  if (isUnsureImperative(sentence)) return true;
  if (prohibitionStart.test(sentence) || prohibition.test(sentence)) return true;
  if (obligation.test(sentence) || permission.test(sentence)) return true;
  if (/^please\s+\p{L}/iu.test(sentence)) return true;
  if (isQuestion(sentence)) return true;
  if (clause.test(sentence) || strongClause.test(sentence) || paging.test(sentence) || callForm.test(sentence))
    return true;
  return namesTool(sentence, vocabulary.tools);
}

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

/** A question to ask: three words, or two that begin as a question does. */
const isQuestion = (sentence: string) =>
  /\?["”')]*$/.test(sentence) && wordCount(sentence) >= (questionWord.test(sentence) ? 2 : 3);

function namesTool(sentence: string, tools: readonly string[]): boolean {
  return tools.some((tool) => {
    const at = sentence.indexOf(tool);
    if (at < 0 || /[\w-]/.test(sentence[at - 1] ?? "") || /[\w-]/.test(sentence[at + tool.length] ?? "")) return false;
    return (
      sentence[at + tool.length] === "(" ||
      /\b(?:use|using|call|calling|via|with|run|running|try|see)\b/i.test(sentence)
    );
  });
}

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
    /^\p{Lu}.*[.!]["”')]*$/u.test(sentence) &&
    wordCount(sentence) >= 4 &&
    !isLabel(sentence) &&
    !/^no\s/i.test(sentence) &&
    !courtesy.test(sentence)
  );
}

const isLabel = (sentence: string) =>
  /^(?:[\p{L}\p{N}_/-]+\s+){0,3}[\p{L}\p{N}_/()-]+\s*[:=]\s*(?:\$\{…\}|[\d"'`[{(]|$)/u.test(sentence);
const isHeading = (text: string, sentence: string) =>
  (/^\s*#{1,6}\s/.test(text) && !/[.!?]$/.test(sentence)) ||
  (/^\s*\*\*[^*]+\*\*:?\s*$/.test(text) && !/[.!?]/.test(sentence));
const wordCount = (text: string) => text.replaceAll("${…}", " ").match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)?.length ?? 0;
const literalWords = (text: string) => text.replaceAll("${…}", " ").match(/\p{L}{2,}/gu)?.length ?? 0;
