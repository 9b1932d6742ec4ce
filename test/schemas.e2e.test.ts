/** Every form of an `outputSchema`, before and after the fix, through the SDK's validating client. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { build as fixed } from "../fixtures/instruction-only-in-text/schemas/server.fixed.js";
import { build as written } from "../fixtures/instruction-only-in-text/schemas/server.js";

/** What is not fixed, and so stays as it is. */
const left = ["refined", "numbers", "own-note", "handed"];

async function viewsOf(build: typeof written): Promise<Readonly<Record<string, unknown>>> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([build(z.object({ open: z.number() })).connect(serverSide), client.connect(clientSide)]);
  // Only what was listed is validated.
  const { tools } = await client.listTools();
  expect(tools.filter(({ outputSchema }) => !outputSchema)).toEqual([]);
  const views: Record<string, unknown> = {};
  for (const { name } of tools) views[name] = (await client.callTool({ name })).structuredContent;
  await client.close();
  return views;
}

test("the note arrives, and no client refuses it", async () => {
  const before = await viewsOf(written);
  const after = await viewsOf(fixed);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  const noted = { open: 2, note: "Ask before you send anything." };
  for (const [name, view] of Object.entries(after))
    expect(view, name).toEqual(left.includes(name) ? before[name] : noted);
});
