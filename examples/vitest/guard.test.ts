/** Keeps a server from losing words again. */
import { fileURLToPath } from "node:url";
import { expectDelivered, expectEveryReply } from "mcp-lint/guard";
import { test } from "vitest";

const server = fileURLToPath(new URL("../server.ts", import.meta.url));

test("every word of every result reaches the model", () => expectDelivered(server));

test("every structured result goes through `reply`", () => expectEveryReply(server, { reply: "reply" }));
