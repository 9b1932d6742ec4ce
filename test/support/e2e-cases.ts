/** Calls of the sample server, and what its answers have to tell the model beside the messages. */
import { CARD_RULE, DATA_RULE, NAME_RULE } from "../../fixtures/servers/discord-history/src/rules.js";

export interface Case {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly rules: readonly string[];
  /** Lead and nothing-found lines, next steps, and lists that the view does not hold. */
  readonly lines: readonly string[];
  /** How many records the view lists, messages or channels, each of them told in the text too; none where it has no list. */
  readonly cards?: number;
  /** A refusal: text alone, so it arrives everywhere, before and after. */
  readonly refused?: true;
}

export const ruleSentences = { DATA_RULE, NAME_RULE, CARD_RULE } as const;

const greeting = [
  "You read the Discord history of Lighthouse and Lighthouse Community: 16 messages up to 2025-03-12.",
  "Channels, with the ids that timeline and catch_up take:",
];

export const cases: readonly Case[] = [
  {
    name: "start_here",
    tool: "start_here",
    args: {},
    rules: [DATA_RULE, NAME_RULE, CARD_RULE],
    lines: [
      ...greeting,
      "- Lighthouse #general, 902000000000000001: what everyone should know",
      "- Lighthouse #design, 902000000000000002: screens and words",
      "- Lighthouse #backend, 902000000000000003: feeds, berths, permissions",
      "- Lighthouse #releases, 902000000000000004: what went out",
      "- Lighthouse #support-desk, 902000000000000005: what harbours ask",
      "- Lighthouse Community #welcome, 902000000000000006: say hello",
      "- Lighthouse Community #help, 902000000000000007: ask anything",
      "- Lighthouse Community #ideas, 902000000000000008: what could be better",
      "- Lighthouse Community #show-and-tell, 902000000000000009: what you made",
    ],
    cards: 0,
  },
  {
    name: "start_here, in detail",
    tool: "start_here",
    args: { detail: true },
    rules: [DATA_RULE, NAME_RULE, CARD_RULE],
    lines: greeting,
    cards: 9,
  },
  {
    name: "find_messages, found",
    tool: "find_messages",
    args: { query: "beta" },
    rules: [DATA_RULE, NAME_RULE, CARD_RULE],
    lines: ['7 of 16 messages hold "beta", oldest first.'],
    cards: 7,
  },
  {
    name: "find_messages, an injected order among the found",
    tool: "find_messages",
    args: { query: "rules" },
    rules: [DATA_RULE, NAME_RULE, CARD_RULE],
    lines: ['1 of 16 messages hold "rules", oldest first.'],
    cards: 1,
  },
  {
    name: "find_messages, found in several lines",
    tool: "find_messages",
    args: { query: "hold" },
    rules: [DATA_RULE, NAME_RULE, CARD_RULE],
    lines: ['5 of 16 messages hold "hold", oldest first.'],
    cards: 5,
  },
  {
    name: "find_messages, nearly found",
    tool: "find_messages",
    args: { query: "tide table" },
    rules: [DATA_RULE],
    lines: ['No message holds "tide table" as it stands, but these share a word with it:'],
    cards: 3,
  },
  {
    name: "find_messages, nothing found",
    tool: "find_messages",
    args: { query: "payroll" },
    rules: [],
    lines: [
      'Nothing in 9 channels holds "payroll".',
      "Try another word that the team would use, or ask which channel is meant.",
    ],
    cards: 0,
  },
  {
    name: "timeline, with flags",
    tool: "timeline",
    args: { channel: "#backend" },
    rules: [DATA_RULE],
    lines: [
      "Lighthouse #backend from 2025-01-01 to 2025-03-12, oldest first; what was pinned or edited later says so behind its url.",
    ],
    cards: 3,
  },
  {
    name: "timeline, nothing found",
    tool: "timeline",
    args: { channel: "902000000000000008", from: "2025-03-01", to: "2025-03-02" },
    rules: [],
    lines: ["Nothing was written in Lighthouse Community #ideas from 2025-03-01 to 2025-03-02."],
    cards: 0,
  },
  {
    name: "timeline, refused",
    tool: "timeline",
    args: { channel: "#lounge" },
    rules: [],
    lines: ["There is no channel #lounge. Call start_here for the channels."],
    refused: true,
  },
  {
    name: "my_queue",
    tool: "my_queue",
    args: {},
    rules: [DATA_RULE, NAME_RULE],
    lines: ["3 open messages: 2 wait for you, you wait for the rest."],
    cards: 3,
  },
  {
    name: "my_queue, with a person",
    tool: "my_queue",
    args: { person: "Zelda" },
    rules: [DATA_RULE, NAME_RULE],
    lines: ["2 open messages between you and Zelda."],
    cards: 2,
  },
  {
    name: "my_queue, nothing open",
    tool: "my_queue",
    args: { person: "Jun" },
    rules: [],
    lines: ["No open messages between you and Jun."],
    cards: 0,
  },
  {
    name: "my_queue, nobody of that name",
    tool: "my_queue",
    args: { person: "Ganon" },
    rules: [NAME_RULE],
    lines: ["Nobody called Ganon writes in this history."],
    cards: 0,
  },
  {
    name: "catch_up, with indented messages",
    tool: "catch_up",
    args: { since: "2025-03-10" },
    rules: [DATA_RULE],
    lines: [
      "5 new messages since 2025-03-10, 1 of them waiting for you.",
      "In Lighthouse #general (what everyone should know):",
      "In Lighthouse #design (screens and words):",
      "In Lighthouse #backend (feeds, berths, permissions):",
      "In Lighthouse #support-desk (what harbours ask):",
      "In Lighthouse Community #show-and-tell (what you made):",
    ],
    cards: 5,
  },
  {
    name: "catch_up, one channel",
    tool: "catch_up",
    args: { since: "2025-03-01", channel: "#design" },
    rules: [DATA_RULE],
    lines: ["2 new messages in #design since 2025-03-01."],
    cards: 2,
  },
  {
    name: "catch_up, nothing new",
    tool: "catch_up",
    args: { since: "2025-04-01" },
    rules: [],
    lines: ["Nothing new since 2025-04-01; the last sync was on 2025-03-12."],
    cards: 0,
  },
  {
    name: "catch_up, nothing new in a channel",
    tool: "catch_up",
    args: { since: "2025-04-01", channel: "#help" },
    rules: [],
    lines: ["Nothing new in #help since 2025-04-01."],
    cards: 0,
  },
  {
    name: "catch_up, refused",
    tool: "catch_up",
    args: { since: "2025-03-01", channel: "#lounge" },
    rules: [],
    lines: ["There is no channel #lounge. Call start_here for the channels."],
    refused: true,
  },
  {
    name: "glossary",
    tool: "glossary",
    args: {},
    rules: [DATA_RULE],
    lines: [
      "4 words mean something of their own here:",
      "- hold: a berth kept free for ten minutes while somebody books",
      "- late tide: a tide from the cache, at most an hour old",
      "- master: the person at a harbour who may change berths",
      "- board: the public page of a harbour's berths",
    ],
  },
  {
    name: "glossary, one term",
    tool: "glossary",
    args: { term: "Hold" },
    rules: [DATA_RULE],
    lines: ["Here, hold means: a berth kept free for ten minutes while somebody books."],
  },
  {
    name: "glossary, nothing found",
    tool: "glossary",
    args: { term: "quay" },
    rules: [],
    lines: ['The team has not written down what "quay" means.'],
  },
  {
    name: "faq",
    tool: "faq",
    args: {},
    rules: [DATA_RULE],
    lines: [
      "The team answers these often:",
      "- Why does my hold disappear? It ends after ten minutes; book or hold again.",
      "- Does the map work offline? Not yet, offline tiles come in April.",
      "- Who may change berths? The harbour master; everyone else can only look.",
    ],
  },
  {
    name: "faq, found",
    tool: "faq",
    args: { about: "map" },
    rules: [DATA_RULE],
    lines: ['Asked before about "map":', "- Does the map work offline? Not yet, offline tiles come in April."],
  },
  {
    name: "faq, nothing found",
    tool: "faq",
    args: { about: "payments" },
    rules: [],
    lines: ['No question about "payments" has come up often enough.'],
  },
  {
    name: "trends",
    tool: "trends",
    args: { from: "2025-03-03", to: "2025-03-12" },
    rules: [DATA_RULE],
    lines: [
      "Topics that people came back to:",
      "- beta, in 7 of 16 messages",
      "- hold, in 5 of 16 messages",
      "- tide, in 3 of 16 messages",
      "- map, in 3 of 16 messages",
    ],
  },
  {
    name: "trends, nothing found",
    tool: "trends",
    args: { from: "2025-04-01", to: "2025-04-02" },
    rules: [],
    lines: ["No topic came up from 2025-04-01 to 2025-04-02."],
  },
  {
    name: "sync, a question back",
    tool: "sync",
    args: {},
    rules: [],
    lines: ["Which server? The bot is in: Harbour Masters (901000000000000003), Lighthouse Beta (901000000000000004)."],
  },
  {
    name: "sync, told to wait",
    tool: "sync",
    args: { guild_id: "901000000000000004" },
    rules: [],
    lines: ["Discord asked to wait 30s; call sync again after that."],
  },
  {
    name: "sync, not invited",
    tool: "sync",
    args: { guild_id: "1" },
    rules: [],
    lines: ["The bot was not invited to 1, so it cannot read there."],
  },
  {
    name: "sync, added",
    tool: "sync",
    args: { guild_id: "901000000000000003" },
    rules: [],
    lines: ["Harbour Masters was added: 212 messages, the oldest of 2024-11-02."],
  },
  {
    name: "sync, known already",
    tool: "sync",
    args: { guild_id: "901000000000000001" },
    rules: [],
    lines: ["Lighthouse is in the history already, so there was nothing to add."],
  },
];
