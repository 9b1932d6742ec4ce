/**
 * The words that tell what an English sentence does. Everything that `classify.ts` knows of a language stands here; what
 * it knows besides is structure, and works in any. A word goes in for its whole class, never for one text.
 */

const anyOf = (list: string) => `(?:${list.trim().split(/\s+/).join("|")})`;

/** Verbs that begin a request and are no nouns there: `Use …`, `Ask …`. */
const sureVerbs = anyOf(`
  use call try ask wait pass provide retry ensure specify include see tell consider avoid choose select verify remember
  treat prefer let refer respond reply acknowledge narrow broaden expand remove add keep run present inform confirm
`);

/** Verbs that now and then stand as nouns or in a report (`Check complete`): they count where no statement follows. */
const unsureVerbs = anyOf(`
  set check open show update read load start stop create fetch get find follow notify convert fix quote cite summarize
  summarise mention explain continue proceed repeat return send copy paste enable disable install configure adjust
  increase reduce replace invoke describe answer invite suggest rerun resume visit click go save apply take give write
  make retrieve execute examine inspect investigate analyze analyse compare identify validate publish submit deploy
  delete rename move edit modify connect authenticate authorize approve restore revert navigate extract combine define
  consult
`);

/** Verbs that are nouns as often (`Search results for "x"`, `List Items`): they count before an article and the like. */
const nounVerbs = anyOf(`
  list search query filter report request review change schedule display reference share test build log record export
  import post track limit scan store
`);

/** Verbs of a request that follows a dash, a comma, `and`: `…, then call it again`. */
const clauseVerbs = anyOf("use call try run pass ask wait check provide retry specify see suggest treat include");

/** What can stand before the verb: `Then also call …`. */
const openers = anyOf("please then now next first also just simply briefly always otherwise or and instead finally");

/** A condition or a purpose that stands before the verb: `If it fails, retry …`. */
const before = (...more: string[]) =>
  `^(?:${openers}[\\s,:]+)*(?:(?:${["if", "once", "to", "before", "after", "when", "unless", ...more].join("|")})\\b[^,]{2,90},\\s+)?(?:${openers}[\\s,:]+)*`;

export const imperative = new RegExp(`${before("for")}(?:re-)?(${sureVerbs})\\b(?!\\s*[:=]|['’]s)`, "i");
export const unsureImperative = new RegExp(`${before()}(?:re-?)?(${unsureVerbs})\\s+(.+)$`, "i");
export const nounImperative = new RegExp(
  `${before()}(?:re-?)?(?:${nounVerbs}\\s+(?:the|an?|this|that|these|those|it|its|them|your|their|all|any|each|every|one|another|again)\\b|search\\s+for\\s)`,
  "i",
);
export const clause = new RegExp(
  `(?:[—–;:,(]|\\s-|\\b(?:and|or|then|please|to))\\s+(?:please\\s+|then\\s+)?(${clauseVerbs})\\s+(?:the|a|an|this|that|it|them|again|with|for|your|one|another|\`|'|"|\\$|[a-z]+[_-][a-z]|[a-z]+\\()`,
  "i",
);
export const strongClause = new RegExp(
  `(?:;|—|–|\\s-)\\s+(?:please\\s+|then\\s+)?(?:re-?)?${sureVerbs}\\s+[\\w\`'"$]`,
  "i",
);
/** A condition in mid-sentence, and what to do then: `It is open: if you are done, publish it`. */
export const conditional = new RegExp(
  `[:;—–]\\s+(?:if|when|once|before|after|unless)\\b[^,]{2,90},\\s+(?:${openers}\\s+)*(?:${sureVerbs}|${unsureVerbs})\\s+(?:the|an?|this|that|it|its|them|your|all|with|to|\\$|\`|'|")`,
  "i",
);

/** Not after a subject: `clusters do not incur costs` forbids nothing, and `never handshaked` tells what was. */
export const prohibition =
  /(?:^|[.;:(—–,}]\s*|\bplease\s+)(?:do not|don['’]t|never(?!\s+\w+(?:ed|en)\b)|must not|should not|avoid)\s+\w|\b(?:DO NOT|NEVER|MUST NOT)\b/;
export const prohibitionStart =
  /^(?:do not|don['’]t|never(?!\s+\w+(?:ed|en)\b)|must not|should not|you CANNOT|you may not)\s/i;

/** The second person, told what to do or what is allowed. */
export const obligation =
  /\byou (?:must|should|need to|have to)\b|\b(?:must (?:be|not|always|never|call|use|ask)|make sure|be sure)\b/i;
export const permission =
  /\byou (?:may|can) (?:also |then |now )?(?:use|call|try|run|pass|ask|get|fetch|read|retry|create|add|search|list|query|open|view|set|find)\b/i;

/** Marks of a remark to the reader: `Note: …`. */
export const marker =
  /^(?:warning|note|important|tip|hint|next|next[ -]steps?|caution|attention|reminder|instructions?)\s*(?:[:!—–]|\s-\s)\s*(.*)$/i;

export const questionWord = /^(?:which|what|who|whose|where|when|how|why)\b/i;

/** `call:` before a call on the next line, and the call itself: `render_map({ … })`. */
export const callForm =
  /(?<!\b(?:would|will|to)\s)\b(?:call|use|run|try|pass|execute|invoke)\b[^.:]{0,30}:$|(?:^|[:—–(`→]\s*|\s-\s+|\b(?:call|use|using|via|with|run|try|then|or)\s+)[a-z]+(?:_[a-z0-9]+)+\(\{/i;

/** How to get the rest of a list. */
export const paging =
  /\b(?:cursor|offset|next page|page token|nextcursor)\b.*\b(?:use|pass|set|fetch|call)\b|\b(?:use|pass|set|fetch|call)\b.*\b(?:cursor|offset|next page|page token|nextcursor)\b/i;

/** What makes a tool's name in a sentence a pointer to it. */
export const pointing = /\b(?:use|using|call|calling|via|with|run|running|try|see)\b/i;

/** Words of a statement, soon after what would else be a verb: `Search was cancelled`. */
export const finite =
  /\b(?:is|are|was|were|has|have|had|requires?|required|failed|fails|returned|returns|contains?|too|will|may|does|did|found|needs?|succeeded|completed?|not|timed|exceeded|matched|took|resulted|produced|covers?|shows|lists)\b/i;

/** A number, a dynamic part, a quoted name: what a report says of which one it speaks. */
const which = `(?:[#+]?\\d[\\w.,:-]*|#?\\$\\{…\\}|"[^"]*"|'[^']*'|\`[^\`]*\`|[A-Z]+-\\d+)`;

/** What became of something; none of them follows a name as its mark (`the id returned by …`). */
const became = anyOf(`
  finished ended completed complete failed succeeded posted sent started stopped cancelled canceled queued updated
  deleted removed added saved enabled disabled accepted rejected refused aborted scheduled closed expired exited passed
  was is has took timed
`);

/**
 * A report that begins with a verb that names a thing there: `Run 12 finished with 3 errors`, `Reply to #12 posted`,
 * `Keep alive enabled`. An article or a pronoun makes it a request again.
 */
export const report = new RegExp(
  `^\\p{L}+\\s+(?:(?:(?:to|from|for|of|with|by)\\s+)?${which}\\s+){0,3}${became}(?:[.!]?$|\\s+(?:in|with|after|at|on|for|to|by|out|\\d))|^\\p{L}+\\s+(?!(?:the|an?|it|its|them|this|that|these|those|all|any|each|your|one)\\b)\\p{Ll}+\\s+${became}[.!]?$`,
  "u",
);

/** `Set temperature to 21 degrees.`: done or to be done, it can't be told. */
export const settled = new RegExp(`^set\\s+[^.,;:]{1,40}?\\s+to\\s+${which}(?:\\s+\\p{L}+)?[.!]?$`, "iu");

/** Values side by side: `Ask price 12, bid price 11`. */
export const figures = /^(?:\p{L}+\s+){1,3}\d[\d.,%]*(?:,\s+(?:\p{L}+\s+){1,3}\d[\d.,%]*)+[.!]?$/u;

/** How a report of an outcome ends: `Check complete`. */
export const outcome =
  /\b(?:complete|completed|successful|successfully|found|failed|finished|done|updated|created|deleted|enabled|disabled)[.!]?$/i;

/** Courtesies, and word of a widget that the user sees. */
export const courtesy =
  /^(?:thank you|thanks|welcome|great|done|ok|okay|success|see you|enjoy|good luck|hello|hi)\b|\b(?:widget|map|chart|card|ui|view) (?:has been|is|was) (?:rendered|displayed|shown|updated)\b/i;

/** Words that give a reason, a limit or an outlook: they frame the data. */
export const leadSigns =
  /\b(?:because|could(?: not|n['’]t)|cannot|can['’]t|may|might|until|however|unless|although|therefore|due to|since|instead|but|yet|already|only|please)\b/i;

/** The text speaks of the view beside it. */
export const selfReference = /\bstructured ?content\b/i;

/** The commonest words of English: a longer sentence without any of them is in another language. */
export const common =
  /\b(?:the|an?|is|are|was|were|be|been|to|of|in|on|at|by|for|with|from|and|or|not|no|this|that|it|its|you|your|has|have|as|if)\b/i;
