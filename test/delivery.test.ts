import { describe, expect, test } from "vitest";
import {
  type Channels,
  deliver,
  hostsThatLose,
  losesText,
  losesView,
  type Read,
  reads,
} from "../src/delivery/deliver.js";
import { type Host, type HostId, hostById, hosts } from "../src/delivery/hosts.js";

const success: Channels = { text: true, view: true, isError: false };
const error: Channels = { text: true, view: true, isError: true };
const either: Channels = { text: true, view: true, isError: "unknown" };

const thatRead = (read: Read, channels: Channels) =>
  hosts.filter((host) => reads(channels, host) === read).map(({ id }) => id);

describe("a result with a text and a view", () => {
  test("loses its text on five hosts, in the table's order", () => {
    const lost = ["claude-code", "codex", "vscode", "pydantic-ai", "ai-sdk-output-schema"];
    expect(hostsThatLose(success, hosts)).toEqual(lost);
    expect(hostsThatLose(success, hosts.toReversed())).toEqual(lost);
    expect(thatRead("view", success)).toEqual(lost);
  });

  test("is read whole by the hosts that hand on both", () => {
    expect(thatRead("both", success)).toEqual([
      "copilot-cli",
      "cline",
      "langchain-js",
      "adk-python",
      "mcphost",
      "kimi-code",
      "openhands",
      "chatgpt-apps",
      "agent-framework",
      "oh-my-pi",
      "pi-mcp-adapter",
    ]);
  });

  test("loses its view on the hosts that read the text alone, and on fewer where there is no text", () => {
    const lost = hostsThatLose(success, hosts, losesView);
    expect(lost).toEqual(thatRead("text", success));
    const alone = hostsThatLose({ ...success, text: false }, hosts, losesView);
    expect(lost).toEqual(expect.arrayContaining(["gemini-cli", "opencode"]));
    expect(alone).toContain("gemini-cli");
    expect(alone).not.toContain("opencode");
    expect(lost.length).toBeGreaterThan(15);
  });

  test("is unknown on Cursor, whose reports conflict, and lost on no host because of that", () => {
    expect(thatRead("unknown", success)).toEqual(["cursor"]);
    expect(losesText(success, hostById("cursor"))).toBe(false);
  });

  test("as an error, loses its text on three hosts and keeps it on Claude Code", () => {
    expect(hostsThatLose(error, hosts)).toEqual(["codex", "vscode", "pydantic-ai"]);
    expect(reads(error, hostById("claude-code"))).toBe("text");
    expect(reads(error, hostById("gemini-cli"))).toBe("both");
    expect(reads(error, hostById("claude-desktop"))).toBe("unknown");
  });

  test("that may be an error, has an answer only where success and error have the same", () => {
    expect(reads(either, hostById("codex"))).toBe("view");
    expect(reads(either, hostById("claude-code"))).toBe("unknown");
    expect(reads(either, hostById("gemini-cli"))).toBe("unknown");
    expect(reads(either, hostById("goose"))).toBe("text");
    expect(hostsThatLose(either, hosts)).toEqual(["codex", "vscode", "pydantic-ai"]);
  });

  test("loses only what is there: no text, or no view, and nothing is lost", () => {
    expect(hostsThatLose({ ...success, text: false }, hosts)).toEqual([]);
    expect(hostsThatLose({ ...success, view: false }, hosts)).toEqual([]);
  });
});

describe("a result with one channel", () => {
  test.each([false, true, "unknown"] as const)("a text alone is read by every host (isError %s)", (isError) => {
    expect(thatRead("text", { text: true, view: false, isError })).toHaveLength(40);
    expect(thatRead("none", { text: false, view: false, isError })).toHaveLength(40);
  });

  test.each<[HostId, Read, Read]>([
    ["codex", "view", "view"],
    ["claude-code", "view", "unknown"],
    ["gemini-cli", "none", "view"],
    ["zed", "none", "none"],
    ["opencode", "view", "none"],
    ["librechat", "view", "view"],
    ["langchain-js", "none", "none"],
    ["ai-sdk-output-schema", "view", "none"],
    ["cline", "view", "view"],
    ["cursor", "unknown", "unknown"],
    ["mastra", "view", "unknown"],
  ])("a view alone: %s reads %s, as an error %s", (id, onSuccess, onError) => {
    expect(reads({ text: false, view: true, isError: false }, hostById(id))).toBe(onSuccess);
    expect(reads({ text: false, view: true, isError: true }, hostById(id))).toBe(onError);
  });
});

describe("the table's cells decide, not the host's id", () => {
  const invented = (text: boolean | "unknown", view: boolean | "unknown"): Host => {
    const cells = { text, view, viewAlone: true, image: true } as const;
    return { ...hostById("codex"), matrix: { success: cells, error: cells, meta: false } };
  };

  test.each<[boolean | "unknown", boolean | "unknown", Read, boolean]>([
    [true, true, "both", false],
    [true, false, "text", false],
    [false, true, "view", true],
    [false, false, "none", true],
    ["unknown", true, "unknown", false],
    [true, "unknown", "unknown", false],
    [false, "unknown", "unknown", true],
    ["unknown", "unknown", "unknown", false],
  ])("text %s, view %s: reads %s, loses the text: %s", (text, view, read, lost) => {
    expect(reads(success, invented(text, view))).toBe(read);
    expect(losesText(success, invented(text, view))).toBe(lost);
  });
});

describe("what is handed to the model", () => {
  const text = "Which server? The bot is in: Foo.";
  const view = { needs: "guild_id", servers: [{ name: "Foo" }] };
  const json = '{"needs":"guild_id","servers":[{"name":"Foo"}]}';
  const on = (id: HostId, result: { text: string; view?: unknown; isError?: boolean }) =>
    deliver({ isError: false, ...result }, hostById(id));

  test("the view replaces the text", () => {
    expect(on("claude-code", { text, view })).toBe(json);
    expect(on("codex", { text, view, isError: true })).toBe(json);
  });

  test("the text stands alone", () => {
    expect(on("gemini-cli", { text, view })).toBe(text);
    expect(on("claude-code", { text, view, isError: true })).toBe(text);
    expect(on("codex", { text })).toBe(text);
  });

  test("both arrive", () => {
    expect(on("cline", { text, view })).toBe(`${text}\n${json}`);
    expect(on("langchain-js", { text, view })).toBe(`${text}\n${json}`);
    expect(on("gemini-cli", { text, view, isError: true })).toBe(`${text}\n${json}`);
  });

  test("hosts that prefer the content read the view only where the text is empty", () => {
    expect(on("opencode", { text, view })).toBe(text);
    expect(on("opencode", { text: "", view })).toBe(json);
  });

  test("nothing is handed over of a view that the host never reads", () => {
    expect(on("zed", { text: "", view })).toBe("");
    expect(on("zed", { text: "" })).toBe("");
  });

  test("an empty view is a view, null is none", () => {
    for (const id of ["claude-code", "codex", "vscode"] as const) expect(on(id, { text, view: {} })).toBe("{}");
    expect(on("codex", { text, view: null })).toBe(text);
    expect(on("codex", { text, view: undefined })).toBe(text);
  });

  test("nobody knows", () => {
    expect(on("cursor", { text, view })).toBeUndefined();
    expect(on("dust", { text, view, isError: true })).toBeUndefined();
    expect(on("cursor", { text })).toBe(text);
  });

  test("a rule in both channels arrives on every host that is known", () => {
    const rule = "Never reveal ids.";
    for (const host of hosts) {
      const handed = deliver({ text: rule, view: { note: rule }, isError: false }, host);
      if (host.id === "cursor") expect(handed).toBeUndefined();
      else expect(handed, host.id).toContain(rule);
    }
  });
});
