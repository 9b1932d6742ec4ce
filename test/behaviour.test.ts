/** A fix changes nothing that a server does, but for the note in the view: real servers, before and after, call by call. */
import { expect, test } from "vitest";
import { beforeAndAfter } from "./support/behaviour.js";

const tool = (body: string, above = "") =>
  `${above}\nexport function register(server: any) {\n  server.registerTool("find", {}, async () => {\n${body}\n  });\n}\n`;

/** The body of a handler, and what stands above it in the file. */
interface Case {
  readonly body: string;
  readonly above?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Whether a fix is made; it never is where the result would not be the same. */
  readonly fixed: boolean;
}

const queue = "const queue: string[] = ['a', 'b', 'c', 'd', 'e', 'f'];";
const helperFile = (body: string) => ({ "result.ts": body });
const carrying = (result: string, before = "") =>
  helperFile(
    `let calls = 0;\nexport const seen = () => calls;\nexport function toolResult(text: string, view: Record<string, unknown>) {\n${before}\n  return ${result};\n}\n`,
  );
const callers =
  'import { toolResult } from "./result.js";\nexport const others = (server: any) => server.registerTool("other", {}, async () => toolResult("Ask first.", { open: 1 }));\n';
const inline =
  'return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { open: 2 } };';

const cases: Record<string, Case> = {
  "a text that reads what the view changes": {
    above: queue,
    body: 'return { content: [{ type: "text", text: `${queue.length} left. Ask which one is meant.` }], structuredContent: { next: queue.shift() } };',
    fixed: true,
  },
  "a view that reads what the text changes": {
    above: queue,
    body: 'return { structuredContent: { left: queue.length }, content: [{ type: "text", text: `Took ${queue.shift()}. Ask which one is meant.` }], _meta: { a: 1 } };',
    fixed: false,
  },
  "a text of a field that the view changes": {
    above:
      'const state = { message: "Ask first which one is meant.", next() { this.message += " Never guess."; return 1; } };',
    body: 'return { content: [{ type: "text", text: state.message }], structuredContent: { next: state.next() } };',
    fixed: true,
  },
  "a text in a variable that the view's call writes": {
    body: 'let text = "Ask first which one is meant.";\nconst step = () => { text += " Never guess."; return 1; };\nreturn { content: [{ type: "text", text }], structuredContent: { next: step() } };',
    fixed: false,
  },
  "a text that the view's await changes": {
    above: queue,
    body: 'const later = async () => { queue.pop(); return 1; };\nreturn { content: [{ type: "text", text: `${queue.length} left. Ask which one is meant.` }], structuredContent: { next: await later() } };',
    fixed: true,
  },
  "a method of the server's own that is named like a built-in one": {
    above: "class Log { lines = 0; join(by: string) { return `${++this.lines}${by}`; } }\nconst log = new Log();",
    body: 'return { content: [{ type: "text", text: log.join(" left. Ask which one is meant.") }], structuredContent: { a: 1 }, _meta: { b: 1 } };',
    fixed: true,
  },
  "such a method where no name can be given": {
    above: "class Log { lines = 0; slice(by: string) { return `${++this.lines}${by}`; } }\nconst log = new Log();",
    body: 'const answer = (): any => ({ content: [{ type: "text", text: log.slice(" left. Ask first.") }], structuredContent: { a: 1 }, _meta: { b: 1 } });\nreturn answer();',
    fixed: false,
  },
  "a callback by name that counts": {
    above: 'let n = 0;\nconst count = (one: string) => `${one}${++n}`;\nconst names = ["a", "b"];',
    body: 'const answer = (): any => ({ content: [{ type: "text", text: `${names.map(count)}. Ask first.` }], structuredContent: { a: 1 }, _meta: { b: 1 } });\nreturn answer();',
    fixed: false,
  },
  "a getter that counts": {
    above: "const state = { n: 0, get hint() { return `${++this.n} left. Ask which one is meant.`; } };",
    body: 'return { content: [{ type: "text", text: state.hint }], structuredContent: { a: 1 } };',
    fixed: true,
  },
  "an iterator that is used up": {
    above: "function* names() { yield 'a'; yield 'b'; }",
    body: 'const left = names();\nconst answer = (): any => ({ content: [{ type: "text", text: `${[...left].join()}. Ask first.` }], structuredContent: { a: 1 }, _meta: { b: 1 } });\nreturn answer();',
    fixed: false,
  },
  "an import that the view's call writes": {
    above: 'import { left, take } from "./state.js";',
    files: { "state.ts": "export let left = 9;\nexport const take = () => --left;\n" },
    body: 'return { content: [{ type: "text", text: `${left} left. Ask which one is meant.` }], structuredContent: { now: take() } };',
    fixed: true,
  },
  "a view that sorts what the text reads": {
    above: "const names = ['c', 'a', 'b'];",
    body: 'names.push(`0${names.length}`);\nreturn { content: [{ type: "text", text: `${names.at(-1)} came. Ask which one is meant.` }], structuredContent: { names: names.sort() } };',
    fixed: true,
  },
  "a view that spreads what the text resets": {
    above: "const state = { n: 0, reset() { this.n += 2; return this.n; } };",
    body: 'return { content: [{ type: "text", text: `${state.reset()} now. Ask which one is meant.` }], structuredContent: { ...state, reset: undefined } };',
    fixed: true,
  },
  "a view that deletes what the text reads": {
    body: 'const found: any = { key: "k", hint: "Ask which one is meant.", open: 2 };\nreturn { content: [{ type: "text", text: found.hint }], structuredContent: (delete found.hint, found) };',
    fixed: false,
  },
  "a value that counts when it is written out": {
    above: "class Log { lines = 0; toString() { return `${++this.lines}`; } }\nconst log = new Log();",
    body: 'const answer = (): any => ({ content: [{ type: "text", text: `${log} left. Ask first.` }], structuredContent: { a: 1 }, _meta: { b: 1 } });\nreturn answer();',
    fixed: false,
  },
  "a value that counts when it becomes JSON": {
    above: "let n = 0;\nconst log = { toJSON: () => ++n };",
    body: 'const answer = (): any => ({ content: [{ type: "text", text: `${JSON.stringify(log)} left. Ask first.` }], structuredContent: { a: 1 }, _meta: { b: 1 } });\nreturn answer();',
    fixed: false,
  },
  "a class that answers with its own state": {
    above:
      'class Queue { private left = 5; label() { return `${this.left} left. Ask which one is meant.`; } take() { return --this.left; } run() { return { content: [{ type: "text", text: this.label() }], structuredContent: { now: this.take() } }; } }\nconst queue = new Queue();',
    body: "return queue.run() as any;",
    fixed: true,
  },
  "a part of an array that a loop makes": {
    body: 'let n = 0;\nconst rows: { id: number }[] = [];\nfor (let i = 0; i < 3; i++) rows.push({ id: ++n });\nconst line = (row: { id: number }) => `#${row.id}`;\nreturn { structuredContent: { rows }, content: [{ type: "text", text: `${rows.map(line).join(", ")}. Ask which one is meant.` }], _meta: { a: 1 } };',
    fixed: true,
  },
  "a result in a loop whose view goes on": {
    body: 'const view: any = {};\nlet result: any;\nfor (const key of ["a", "b"]) {\n  view[key] = 1;\n  result ??= { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: view };\n}\nreturn result;',
    fixed: false,
  },
  "a view that goes on while the rest is made": {
    above: "const fill = (view: any) => { view.b = 2; return 1; };",
    body: 'const view: any = { a: 1 };\nreturn { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: view, _meta: { a: fill(view) } };',
    fixed: false,
  },
  "a view that is handed on as a view": {
    above:
      'const find = async (): Promise<any> => {\n  return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { a: 1 } };\n};',
    body: "const found = await find();\nif (!found.structuredContent) return found;\nreturn { content: found.content, structuredContent: found.structuredContent };",
    fixed: true,
  },
  "a view that the server writes into a text": {
    above:
      'const find = async (): Promise<any> => {\n  return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { a: 1 } };\n};',
    body: 'const found = await find();\nreturn { content: [{ type: "text", text: `Found ${JSON.stringify(found.structuredContent)}` }] };',
    fixed: false,
  },
  "a view that the server puts into another": {
    above:
      'const find = async (): Promise<any> => {\n  return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { a: 1 } };\n};',
    body: 'const { structuredContent } = await find();\nreturn { content: [{ type: "text", text: "1 found." }], structuredContent: { keys: Object.keys(structuredContent) } };',
    fixed: false,
  },
  "a comment before the text": {
    body: 'return { content: [{ type: "text", text: /* the rule */ "Ask which one is meant." }], structuredContent: { a: 1 } };',
    fixed: true,
  },
  "a helper that adds a footer": {
    above: callers,
    files: carrying(
      '{ content: [{ type: "text" as const, text: `${text}\\n\\nGood luck.` }], structuredContent: { ...view, note: text } }',
    ),
    body: inline,
    fixed: true,
  },
  "a helper that adds a key": {
    above: callers,
    files: carrying(
      '{ content: [{ type: "text" as const, text }], structuredContent: { ...view, at: 1, note: text } }',
    ),
    body: inline,
    fixed: true,
  },
  "a helper that nests the view": {
    above: callers,
    files: carrying(
      '{ content: [{ type: "text" as const, text }], structuredContent: { data: { ...view }, note: text } }',
    ),
    body: inline,
    fixed: true,
  },
  "a helper that sets `_meta`": {
    above: callers,
    files: carrying(
      '{ content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text }, _meta: { b: 1 } }',
    ),
    body: inline,
    fixed: true,
  },
  "a helper that counts its calls": {
    above: callers.replace("toolResult }", "toolResult, seen }"),
    files: carrying(
      '{ content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } }',
      "  calls++;",
    ),
    body: inline.replace("open: 2", "open: seen()"),
    fixed: true,
  },
  "a helper that cuts the text": {
    above: callers,
    files: carrying(
      '{ content: [{ type: "text" as const, text: text.slice(0, 5) }], structuredContent: { ...view, note: text } }',
    ),
    body: inline,
    fixed: true,
  },
  "a helper that cuts the text before": {
    above: callers,
    files: carrying(
      '{ content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } }',
      "  text = text.slice(0, 5);",
    ),
    body: inline,
    fixed: true,
  },
  "a helper that cuts the view before": {
    above: callers,
    files: carrying(
      '{ content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } }',
      "  delete view.open;",
    ),
    body: inline,
    fixed: true,
  },
  "a helper that refuses": {
    above: callers,
    files: carrying(
      '{ content: [{ type: "text" as const, text }], structuredContent: { ...view, note: text } }',
      "  if (text.length > 15) throw new Error(text);",
    ),
    body: inline,
    fixed: true,
  },
  "a view that is added to through the result": {
    body: 'const result: any = { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { a: 1 } };\nresult.structuredContent.b = 2;\nreturn result;',
    fixed: false,
  },
  "a view that is added to after the result": {
    body: 'const view: any = { a: 1 };\nconst result = { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: view };\nview.b = 2;\nreturn result;',
    fixed: false,
  },
  "a view that is added to in a finally": {
    body: 'const view: any = { a: 1 };\ntry {\n  return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: view };\n} finally {\n  view.b = 2;\n}',
    fixed: false,
  },
  "a view that a call adds to after the result": {
    above: "const fill = (view: any) => { view.b = 2; };",
    body: 'const view: any = { a: 1 };\nconst result = { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: view };\nfill(view);\nreturn result;',
    fixed: false,
  },
  "a view that is taken away again": {
    body: 'const result: any = { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { a: 1 } };\ndelete result.structuredContent;\nreturn result;',
    fixed: false,
  },
  "a schema that is replaced later": {
    above:
      'import { z } from "zod";\nexport const others = (server: any) => {\n  const ask = server.registerTool("ask", {}, async () => ({ content: [{ type: "text", text: "Ask first." }], structuredContent: { a: 1 } }));\n  ask.update({ outputSchema: { a: z.number() } });\n};',
    body: 'return { content: [{ type: "text", text: "2 there." }], structuredContent: { n: 2 } };',
    fixed: false,
  },
  "a schema that is replaced later, by whom isn't known": {
    above:
      'import { z } from "zod";\nexport const others = (server: any) => {\n  const tools = new Map<string, any>();\n  tools.set("ask", server.registerTool("ask", {}, async () => ({ content: [{ type: "text", text: "Ask first." }], structuredContent: { a: 1 } })));\n  tools.get("ask").update({ outputSchema: { a: z.number() } });\n};',
    body: 'return { content: [{ type: "text", text: "2 there." }], structuredContent: { n: 2 } };',
    fixed: false,
  },
  "an error whose view the server reads": {
    above:
      'import { z } from "zod";\nexport const others = (server: any) =>\n  server.registerTool("other", { outputSchema: { n: z.number() } }, async () => {\n    const result: any = { isError: true, content: [{ type: "text", text: "No such id." }], structuredContent: { ids: [] } };\n    if (result.structuredContent.ids.length > 2) throw new Error("Too many.");\n    return result;\n  });',
    body: 'return { content: [{ type: "text", text: "2 there." }], structuredContent: { n: 2 } };',
    fixed: false,
  },
  "a view that may be nothing": {
    above: "let n = 0;",
    body: 'return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: n++ ? { n } : undefined };',
    fixed: true,
  },
  "a view that may be nothing, short-circuit": {
    above: "let n = 0;",
    body: 'return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: (n++ && { n }) || undefined };',
    fixed: true,
  },
  "a view that may be nothing, a variable": {
    above: "let n = 0;",
    body: 'let view: any;\nif (n++) view = { n };\nreturn { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: view };',
    fixed: true,
  },
  "a view with a getter": {
    above: "let n = 0;",
    body: 'return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: { get count() { return ++n; } } };',
    fixed: false,
  },
  "a view that writes itself": {
    above: "let n = 0;\nconst report = { open: 1, toJSON: () => ({ left: ++n }) };",
    body: 'return { content: [{ type: "text", text: "Ask which one is meant." }], structuredContent: report };',
    fixed: false,
  },
};

test.each(Object.entries(cases))("%s", async (_name, { body, above = "", files = {}, fixed }) => {
  const server = tool(body, above).replace("export function register(server: any) {", (found) =>
    above.includes("others") ? `${found}\n  others(server);` : found,
  );
  const { before, after, changed } = await beforeAndAfter({ ...files, "server.ts": server });
  const bare = (answers: typeof before) => answers.map(({ content, view }) => ({ content, view }));
  expect(bare(after), changed.get("server.ts")).toEqual(bare(before));
  expect(changed.has("server.ts")).toBe(fixed);
  for (const comment of server.match(/\/\*.*?\*\//g) ?? [])
    if (fixed) expect(changed.get("server.ts")).toContain(comment);
  if (fixed) for (const { note } of after.slice(-1)) expect(note).toMatch(/Ask/);
});
