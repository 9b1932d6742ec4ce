/** Every form of an `outputSchema`, before and after the fix, through the SDK's validating client. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { build as fixed } from "../fixtures/instruction-only-in-text/schemas/server.fixed.js";
import { build as written } from "../fixtures/instruction-only-in-text/schemas/server.js";
import { build as keysFixed } from "../fixtures/key-missing-from-output-schema/server.fixed.js";
import { build as keysWritten } from "../fixtures/key-missing-from-output-schema/server.js";
import { build as errorsFixed } from "../fixtures/structured-error-breaks-output-schema/server.fixed.js";
import { build as errorsWritten } from "../fixtures/structured-error-breaks-output-schema/server.js";

/** What is not fixed, and so stays as it is. */
const left = ["refined", "numbers", "own-note", "handed", "counted", "widened-twice", "checked-note"];

type Outcome = { readonly view: unknown; readonly text: string; readonly isError: boolean } | "refused";

/** What a validating client gives its caller, tool by tool. */
async function outcomesOf(server: McpServer): Promise<ReadonlyMap<string, Outcome>> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  const outcomes = new Map<string, Outcome>();
  // Only what was listed is validated.
  for (const { name } of (await client.listTools()).tools) outcomes.set(name, await call(client, name));
  await client.close();
  return outcomes;
}

async function call(client: Client, name: string): Promise<Outcome> {
  try {
    const { content, structuredContent, isError } = await client.callTool({ name });
    const [block] = content as { text: string }[];
    return { view: structuredContent, text: block?.text ?? "", isError: isError === true };
  } catch (error) {
    expect(String(error)).toContain("-32602");
    return "refused";
  }
}

const namesOf = (outcomes: ReadonlyMap<string, Outcome>, test: (outcome: Outcome) => boolean) =>
  [...outcomes].flatMap(([name, outcome]) => (test(outcome) ? [name] : []));
const isRefused = (outcome: Outcome) => outcome === "refused";

test("the note arrives, and no client refuses it", async () => {
  const handed = z.object({ open: z.number() });
  const before = await outcomesOf(await written(handed));
  const after = await outcomesOf(await fixed(handed));
  const text = "Ask before you send anything.";
  for (const [name, outcome] of before)
    expect(after.get(name), name).toEqual(
      left.includes(name) ? outcome : { view: { open: 2, note: text }, text, isError: false },
    );
});

test("a key that the schema lacks is refused, and taken once the fix allows it", async () => {
  const before = await outcomesOf(keysWritten(() => ({})));
  const after = await outcomesOf(keysFixed(() => ({})));
  // SDK v1 knows no unions at the root, and fails these calls itself.
  const refused = ["shape", "shared", "later", "helper", "refined"];
  expect(namesOf(before, isRefused)).toEqual([...refused, "open-shape"]);
  expect(namesOf(after, isRefused)).toEqual(["open-shape"]);
  for (const name of refused) expect(after.get(name), name).toMatchObject({ view: { open: 2 }, isError: false });
});

test("an error that breaks the schema is hidden, and read once its view is gone", async () => {
  const before = await outcomesOf(errorsWritten());
  const after = await outcomesOf(errorsFixed());
  expect(namesOf(before, isRefused)).toEqual(["extra", "empty", "first", "one", "two", "three"]);
  expect(namesOf(after, isRefused)).toEqual(["three"]);
  for (const name of ["extra", "empty", "first", "one", "two"])
    expect(after.get(name), name).toEqual({ view: undefined, text: "The bank is closed until Monday.", isError: true });
});
