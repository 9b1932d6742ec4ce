/** `node --test` */
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expectDelivered, expectEveryReply } from "mcp-lint/guard";

const server = fileURLToPath(new URL("../server.ts", import.meta.url));

test("every word of every result reaches the model", () => expectDelivered(server));

test("every structured result goes through `reply`", () => expectEveryReply(server, { reply: "reply" }));
