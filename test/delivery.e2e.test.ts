/** The main job: on a real server over stdio, the rules are lost before `--fix` and arrive on every known host after it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, copySample, mcpLint, sourcesOf, start } from "../scripts/sample-server.mjs";
import { deliver, reads } from "../src/delivery/deliver.js";
import { type HostId, hostById, hostIds } from "../src/delivery/hosts.js";
import { type Case, cases, ruleSentences } from "./support/e2e-cases.js";

interface Result {
  readonly text: string;
  readonly view?: Record<string, unknown> | undefined;
  readonly isError: boolean;
}
interface Run {
  readonly tools: readonly string[];
  readonly withOutputSchema: readonly string[];
  readonly results: ReadonlyMap<string, Result>;
}

const replacing: readonly HostId[] = ["claude-code", "codex", "vscode", "pydantic-ai", "ai-sdk-output-schema"];
const unshown: readonly HostId[] = ["cursor"];
const reading = hostIds.filter((id) => !replacing.includes(id) && !unshown.includes(id));

const expected = ({ rules, lines }: Case) => [...rules, ...lines];
const answered = cases.filter(({ refused }) => !refused);
const refused = cases.filter(({ refused }) => refused);

const before = copySample();
const after = copySample();
let old: Run;
let fixed: Run;

beforeAll(async () => {
  old = await callAll(before.folder);
});
afterAll(() => {
  before.remove();
  after.remove();
});

describe("the cases", () => {
  test("call every tool, expect every rule, and miss nothing that is said", () => {
    expect([...new Set(cases.map(({ tool }) => tool))].sort()).toEqual(old.tools);
    expect(old.tools).toEqual(
      "catch_up faq find_messages glossary my_queue start_here sync timeline trends".split(" "),
    );
    expect(old.withOutputSchema).toEqual(["my_queue"]);
    const count = (rule: string) => cases.filter(({ rules }) => rules.includes(rule)).length;
    expect(Object.entries(ruleSentences).map(([name, rule]) => `${name} ${count(rule)}`)).toEqual([
      "DATA_RULE 16",
      "NAME_RULE 8",
      "CARD_RULE 5",
    ]);
    expect(cases.flatMap(({ lines }) => lines)).toHaveLength(61);
    expect([reading.length, replacing.length, unshown.length, refused.length]).toEqual([34, 5, 1, 2]);
  });

  test("stand for the code: DATA_RULE has 13 sites, and sync four results past reply", () => {
    const code = [...sourcesOf(before.folder)].filter(([path]) => path.startsWith("src/tools/"));
    const uses = code.flatMap(([, text]) => text.split("\n").filter((line) => /DATA_RULE/.test(line)));
    expect(uses.filter((line) => !line.startsWith("import"))).toHaveLength(13);
    expect(code.filter(([, text]) => text.includes("structuredContent")).map(([path]) => path)).toEqual([
      "src/tools/sync.ts",
    ]);
    expect(new Map(code).get("src/tools/sync.ts")?.match(/structuredContent/g)).toHaveLength(4);
  });
});

describe("before the fix", () => {
  test.each(answered)("$name: lost where the view replaces the text, read where the text is read", (one) => {
    const result = resultOf(old, one);
    for (const sentence of expected(one)) {
      for (const id of replacing) expect(handed(result, id), id).not.toSatisfy(says(sentence));
      for (const id of reading) expect(handed(result, id), id).toSatisfy(says(sentence));
    }
    for (const id of unshown) expect(deliver(result, hostById(id)), id).toBeUndefined();
    expect(result.isError).toBe(false);
    expect(cardsOf(result)?.length).toBe(one.cards);
    expect(restated(one, result.text).filter((line) => line.startsWith("- Lighthouse"))).toHaveLength(one.cards ?? 0);
    if (!one.cards) expect(restated(one, result.text)).toEqual([]);
  });

  test.each(refused)("$name: arrives everywhere, there is no view to hide it", (one) => {
    const result = resultOf(old, one);
    expect(result).toEqual({ text: one.lines[0], view: undefined, isError: true });
    for (const id of hostIds) expect(handed(result, id), id).toSatisfy(says(one.lines[0] ?? ""));
  });
});

describe("after `mcp-lint --fix` on a copy", () => {
  let status: number | null;
  let once: ReadonlyMap<string, string>;

  beforeAll(async () => {
    status = mcpLint(["--fix"], after.folder).status;
    once = sourcesOf(after.folder);
    fixed = await callAll(after.folder);
  });

  test("nothing is left to find, and a second `--fix` changes nothing", () => {
    expect(status).toBe(0);
    const left = JSON.parse(mcpLint(["--format", "json"], after.folder).stdout);
    expect(left).toMatchObject({ diagnostics: [], errors: [], summary: { errors: 0, warnings: 0 } });
    expect(mcpLint(["--fix"], after.folder).status).toBe(0);
    expect(sourcesOf(after.folder)).toEqual(once);
  });

  test("only the helper, the results past it and the output schema changed; `note.ts` came", () => {
    const original = sourcesOf(before.folder);
    const changed = [...once].filter(([path, text]) => original.get(path) !== text).map(([path]) => path);
    expect(changed).toEqual(["src/note.ts", "src/reply.ts", "src/tools/queue.ts", "src/tools/sync.ts"]);
    expect([...original.keys()].filter((path) => !once.has(path))).toEqual([]);
    expect(once.get("src/tools/sync.ts")).not.toContain("structuredContent");
    expect(once.get("src/reply.ts")).toContain("structuredContent: withNote(view, text)");
  });

  test.each(answered)("$name: every rule and line arrives on every host that is known", (one) => {
    const result = resultOf(fixed, one);
    for (const sentence of expected(one))
      for (const id of [...replacing, ...reading]) expect(handed(result, id), id).toSatisfy(says(sentence));
    for (const id of unshown) expect(reads(channelsOf(result), hostById(id)), id).toBe("unknown");
  });

  test.each(answered)("$name: text and cards are as before, and no message stands twice", (one) => {
    const [was, is] = [resultOf(old, one), resultOf(fixed, one)];
    const { note, ...view } = is.view ?? {};
    expect({ ...is, view }).toEqual(was);
    const once = linesOf(is.text).filter((line) => expected(one).includes(line));
    expect(linesOf(String(note))).toEqual(once);
  });

  test("start_here lists its channels once: in the note, or in the view when asked for detail", () => {
    const [brief, detail] = ["start_here", "start_here, in detail"].map((name) => fixed.results.get(name)?.view);
    expect(brief?.channels).toEqual([]);
    expect(String(brief?.note).match(/^- .*9020000000000000\d\d/gm)).toHaveLength(9);
    expect(detail?.channels).toHaveLength(9);
    expect(detail?.note).not.toMatch(/9020000000000000\d\d/);
  });

  test.each(refused)("$name: is as it was", (one) => {
    expect(resultOf(fixed, one)).toEqual(resultOf(old, one));
  });
});

async function callAll(folder: string): Promise<Run> {
  build(folder);
  const server = await start(folder);
  try {
    const results = new Map<string, Result>();
    for (const { name, tool, args } of cases) results.set(name, await server.call(tool, args));
    return { tools: server.tools, withOutputSchema: server.withOutputSchema, results };
  } finally {
    await server.close();
  }
}

function resultOf(run: Run, { name }: Case): Result {
  const result = run.results.get(name);
  if (!result) throw new Error(`${name} was not called`);
  return result;
}

/** What a host that is known hands to its model. */
function handed(result: Result, id: HostId): string {
  const read = deliver(result, hostById(id));
  if (read === undefined) throw new Error(`nobody knows what ${id} reads`);
  return read;
}

const channelsOf = ({ text, view, isError }: Result) => ({ text: text !== "", view: view !== undefined, isError });

/** Holds the sentence, as it stands or as JSON writes it. */
const says = (sentence: string) => (read: string) =>
  sentence !== "" && (read.includes(sentence) || read.includes(JSON.stringify(sentence).slice(1, -1)));

const cardsOf = ({ view }: Result) => (view?.messages ?? view?.channels) as readonly unknown[] | undefined;

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The lines of a text that only say what the view's records hold. */
const restated = (one: Case, text: string) => linesOf(text).filter((line) => !expected(one).includes(line));
