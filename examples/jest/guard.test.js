/** mcp-lint is an ES module: run this with `NODE_OPTIONS=--experimental-vm-modules npx jest`. */
import { fileURLToPath } from "node:url";
import { test } from "@jest/globals";
import { expectDelivered, expectEveryReply } from "mcp-lint/guard";

const server = fileURLToPath(new URL("../server.ts", import.meta.url));

test("every word of every result reaches the model", () => expectDelivered(server), 30_000);

test("every structured result goes through `reply`", () => expectEveryReply(server, { reply: "reply" }), 30_000);
