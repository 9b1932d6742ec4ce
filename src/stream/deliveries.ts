/** `--rules-from`: whether the rules that a server's source writes into its results have reached the model. */
import type { Call } from "./call.js";
import { quoted, type StreamFinding } from "./finding.js";
import { isNamed } from "./names.js";
import type { SourceSite, SourceWords } from "./source-sites.js";
import { sitesHeard, sitesLike } from "./which-site.js";
import { arrived, isTelling, readable } from "./words.js";

export interface Deliveries {
  /** `read`: what the model read, as `readable` makes it. */
  see(call: Call, read: () => string): void;
  findings(): readonly StreamFinding[];
  /** Whether a tool that was called is one of the source. */
  readonly touched: () => boolean;
}

interface Rule {
  readonly tool: string;
  readonly sentences: readonly SourceWords[];
  /** The calls that should have carried it. */
  calls: number;
  first?: Pick<Call, "id" | "read" | "lines">;
  arrived: boolean;
}

export function deliveries(sites: readonly SourceSite[]): Deliveries {
  const rules = rulesOf(sites);
  let touched = false;
  return {
    see(call, read) {
      if (!call.accepted || call.read === "unknown") return;
      const ofTool = sites.filter(({ tool }) => tool === call.tool || isNamed(call.name, tool));
      if (ofTool.length === 0) return;
      touched = true;
      for (const key of expectedOf(call, ofTool, read())) {
        const rule = rules.get(key);
        if (!rule) continue;
        rule.calls++;
        rule.first ??= { id: call.id, read: call.read, lines: call.lines };
        rule.arrived ||= rule.sentences.every(({ value }) => arrived(read(), value));
      }
    },
    findings: () =>
      [...rules.values()]
        .flatMap((rule) => (rule.first && !rule.arrived ? [{ rule, first: rule.first }] : []))
        .sort((a, b) => a.first.lines.called - b.first.lines.called)
        .map(({ rule, first }) => finding(rule, first)),
    touched: () => touched,
  };
}

/** By tool and rule; the sentences of one constant are one rule. */
function rulesOf(sites: readonly SourceSite[]): ReadonlyMap<string, Rule> {
  const found = new Map<string, Map<string, SourceWords>>();
  for (const { tool, words } of sites)
    for (const each of words) {
      if (each.rule === undefined || !isTelling(each.value)) continue;
      const key = keyOf(tool, each.rule);
      const sentences = found.get(key) ?? new Map<string, SourceWords>();
      found.set(key, sentences.set(each.value, each));
    }
  const toolOf = (key: string) => key.slice(0, key.indexOf("\n"));
  return new Map(
    [...found].map(([key, sentences]) => [
      key,
      { tool: toolOf(key), sentences: [...sentences.values()], calls: 0, arrived: false },
    ]),
  );
}

const keyOf = (tool: string, rule: string) => `${tool}\n${rule}`;

/**
 * The rules that a call should have carried. Which place in source answered shows in the words that arrived, or that the
 * stream tells were sent: then it is what all such places write. Where no word arrived and only the view was read, the
 * places can't be told apart, but what they write into the text alone is lost whichever it was; and where each of them
 * has something to tell, nothing of it has arrived.
 */
function expectedOf(call: Call, ofTool: readonly SourceSite[], read: string): ReadonlySet<string> {
  const sites = sitesLike(call, ofTool);
  const sent = call.sent ? readable(call.sent.text) : "";
  const heard = sitesHeard(sites, `${sent}\n${read}`);
  // Text that arrived and is none of the source's: an SDK's refusal of the arguments, a framework's error.
  if (heard.length === 0 && (call.read === "text" || call.read === "both")) return new Set();
  const ran = heard.length > 0 ? heard : sites;
  const [first, ...others] = ran.map(keysOf);
  const always = [...(first ?? [])].filter((key) => others.every((keys) => keys.has(key)));
  if (heard.length === 0 && call.read === "view" && !call.sent) {
    const speaks = ran.every(({ words }) => words.some(({ isFraming, value }) => isFraming && isTelling(value)));
    return new Set([...always, ...ran.flatMap(speaks ? (site) => [...keysOf(site)] : textOnlyKeys)]);
  }
  const inText = sent === "" ? [] : ran.flatMap((site) => keysSaid(site, sent));
  return new Set([...always, ...inText]);
}

const keysOf = ({ tool, words }: SourceSite) => new Set(words.flatMap(({ rule }) => (rule ? [keyOf(tool, rule)] : [])));
const textOnlyKeys = (site: SourceSite) => [
  ...keysOf({ ...site, words: site.words.filter(({ textOnly }) => textOnly) }),
];
const keysSaid = (site: SourceSite, sent: string) => [
  ...keysOf({ ...site, words: site.words.filter(({ value }) => isTelling(value) && arrived(sent, value)) }),
];

function finding({ tool, sentences, calls }: Rule, call: Pick<Call, "id" | "read">): StreamFinding {
  const [first] = sentences;
  const file = first?.file ?? "";
  const line = Math.min(...sentences.map((sentence) => sentence.line));
  const expected = sentences.map(({ value }) => value).join(" ");
  const name = first?.constant ? `\`${first.constant}\`` : quoted(expected);
  const more = calls > 1 ? ` and ${calls - 1} more` : "";
  return {
    kind: "not-delivered",
    call: call.id,
    expected,
    message: `${name} never arrived: \`${tool}\` (${call.id}${more}), read as ${call.read}; written at ${file}:${line}`,
    fails: true,
    tool,
    read: call.read,
    file,
    line,
  };
}
