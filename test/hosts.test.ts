import { createColors } from "picocolors";
import { describe, expect, test } from "vitest";
import { hostPage, hostsJson, hostsTable } from "../src/commands/hosts.js";
import { hostsThatLose, reads } from "../src/delivery/deliver.js";
import type { HostClass } from "../src/delivery/host-table.js";
import {
  type Host,
  type HostId,
  type HostRef,
  hostById,
  hostIds,
  hosts,
  inOrder,
  isHostId,
  isHostRef,
  periodsOf,
  refFault,
} from "../src/delivery/hosts.js";

const plain = createColors(false);

describe("the table", () => {
  test("has forty hosts, each once", () => {
    expect(hosts).toHaveLength(40);
    expect(new Set(hostIds)).toHaveProperty("size", 40);
    expect(hosts.map(({ id }) => id)).toEqual(hostIds);
    expect(new Set(hosts.map(({ name }) => name))).toHaveProperty("size", 40);
  });

  test("knows its ids, and no others", () => {
    for (const id of hostIds) expect(isHostId(id) && hostById(id).id).toBe(id);
    for (const id of ["", "Codex", "claude", "toString", "__proto__"]) expect(isHostId(id), id).toBe(false);
    expect(hostIds.every((id) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toBe(true);
  });

  /** What a class says of success: text beside a view, view beside a text, view alone. */
  const cellsOf: Record<Exclude<HostClass, "other">, readonly boolean[]> = {
    "structured-replaces-text": [false, true, true],
    "structured-replaces-all": [false, true, true],
    "content-only": [true, false, false],
    "content-preferred": [true, false, true],
    both: [true, true, true],
  };

  /** Each host under each of its rules. */
  const all = hosts.flatMap((host) => periodsOf(host.id).map((period): Host => ({ ...host, ...period })));

  test.each(all)("$id: the class is what the cells say", ({ class: kind, matrix: { success } }) => {
    const cells = [success.text, success.view, success.viewAlone];
    if (kind === "other") expect(Object.values(cellsOf)).not.toContainEqual(cells);
    else expect(cells).toEqual(cellsOf[kind]);
    if (kind === "structured-replaces-text") expect(success.image).not.toBe(false);
    if (kind === "structured-replaces-all") expect(success.image).toBe(false);
  });

  test.each(all)("$id: every row tells how it is known, in words that fit a line or two", (host) => {
    expect(host.evidence.length).toBeGreaterThan(0);
    const words = [host.name, host.source, host.seen, host.toolNames, ...Object.values(host.behaviour)];
    for (const text of [...words, ...host.evidence.flatMap(({ at, says }) => [at, says])]) {
      expect(text.trim()).toBe(text);
      expect(text.length).toBeGreaterThan(2);
      expect(text.length).toBeLessThanOrEqual(200);
    }
  });

  test.each(all)("$id: a cell is known only where the words speak of it", ({ matrix, behaviour, confidence }) => {
    const { viewAlone, ...beside } = matrix.error;
    if (behaviour.onError === undefined) expect({ ...beside, viewAlone }).toEqual(unknownCells);
    else expect(Object.values(beside)).not.toContain("unknown");
    if (behaviour.otherBlocks === undefined) expect(matrix.success.image).toBe("unknown");
    if (confidence === "conflicting") expect(knownCells(matrix)).toBeLessThanOrEqual(1);
  });
  const unknownCells = { text: "unknown", view: "unknown", viewAlone: "unknown" };
  const knownCells = ({ success, error, meta }: Host["matrix"]) =>
    [...Object.values(success), ...Object.values(error), meta].filter((cell) => cell !== "unknown").length;

  test.each(all.filter(({ confidence }) => confidence === "source"))(
    "$id: read in source, with files named",
    (host) => {
      expect(host.source).toMatch(/^[\w.-]+\/[\w.-]+/);
      expect(host.seen).toMatch(/\b[0-9a-f]{12}\b/);
      expect(host.evidence.some(({ at }) => /\.(ts|tsx|rs|py|go)\b/.test(at))).toBe(true);
    },
  );

  test.each(all.filter(({ confidence }) => confidence === "reported"))("$id: reported, with a thread named", (host) => {
    expect(host.evidence.some(({ at }) => /[\w.-]+#\d+/.test(at))).toBe(true);
  });

  test("names no machine of ours", () => {
    expect(JSON.stringify(all)).not.toMatch(/\/work\/|\/home\/|\/tmp\/|localhost|https?:/);
  });
});

describe("a host as it was", () => {
  const success = { text: true, view: true, isError: false };
  test.each<[HostRef, string]>([
    ["opencode", "text"],
    ["opencode@2026-06-29", "text"],
    ["opencode@2026-06-28", "view"],
    ["opencode@2026-06-20", "view"],
    ["opencode@2026-06-12", "view"],
    ["opencode@2026-06-11", "text"],
    ["mastra@2026-07-23", "view"],
    ["mastra@2030-01-01", "text"],
    ["kimi-code@2026-08-24", "both"],
    ["kimi-code@2026-09-01", "text"],
    ["kimi-code@2026-09-08", "both"],
    ["hermes-agent@2026-04-07", "text"],
    ["hermes-agent@2026-04-09", "view"],
    ["hermes-agent@2026-05-01", "both"],
    ["hermes-agent@2026-10-01", "text"],
    ["copilot-cli@1.0.55", "view"],
    ["copilot-cli@v1.0.56", "both"],
    ["copilot-cli@1.0.100", "both"],
    ["copilot-cli@2026-05-29", "both"],
    ["claude-code@2.0.20", "text"],
    ["claude-code@2.0", "text"],
    ["claude-code@2.1.9", "view"],
    ["claude-code@3", "view"],
  ])("%s reads the %s of a success", (ref, read) => {
    expect(isHostRef(ref)).toBe(true);
    expect(reads(success, hostById(ref))).toBe(read);
    expect(hostById(ref)).toMatchObject({ ref, id: ref.split("@")[0] });
  });

  test("Claude Code's images arrive from 2.1.128", () => {
    expect(hostById("claude-code@2.1.127").matrix.success.image).toBe(false);
    expect(hostById("claude-code@2.1.128").matrix.success.image).toBe(true);
  });

  test("from its last change on, it is as the table has it", () => {
    expect(hostById("opencode@2026-06-29")).toEqual({ ...hostById("opencode"), ref: "opencode@2026-06-29" });
  });

  test.each([
    ["opencode@", "a date (`@2026-06-20`) or a version (`@2.1.127`) follows the `@`"],
    ["opencode@june", "a date (`@2026-06-20`) or a version (`@2.1.127`) follows the `@`"],
    ["opencode@2026-06-31", "a date (`@2026-06-20`) or a version (`@2.1.127`) follows the `@`"],
    ["opencode@2026-06-20@1", "a date (`@2026-06-20`) or a version (`@2.1.127`) follows the `@`"],
    ["opencode@1.2.3", "no version is known for its change at 2026-06-29; give a date"],
    ["claude-code@2026-06-20", "no date is known for its change at 2.1.128; give a version"],
    ["copilot-cli@2026-05-28", "no date is known for its change at 0.0.401; give a version"],
    ["copilot-cli@0.0.400", "nothing is known of `copilot-cli` before 0.0.401"],
    ["kimi-code@2026-08-21", "nothing is known of `kimi-code` before 2026-08-22"],
    ["zed@1.0", "only one rule of `zed` is known; leave `@1.0` out"],
  ])("%s is refused", (ref, fault) => {
    expect(refFault(ref)).toBe(`\`${ref}\`: ${fault}`);
    expect(isHostRef(ref)).toBe(false);
    expect(() => hostById(ref as HostRef)).toThrow(RangeError);
  });

  test("an unknown host has no rule to be wrong about", () => {
    expect([refFault("codx@1"), isHostRef("codx@1"), isHostRef("toString@1")]).toEqual([undefined, false, false]);
  });

  test("stands with its host in the order of the table, each once", () => {
    expect(inOrder(["opencode@2026-06-20", "opencode", "codex", "opencode"])).toEqual([
      "codex",
      "opencode@2026-06-20",
      "opencode",
    ]);
  });

  test.each(hosts.filter(({ id }) => periodsOf(id).length > 1))(
    "$id: its rules follow one another, and differ",
    ({ id }) => {
      const periods = periodsOf(id);
      for (const [i, period] of periods.entries()) {
        const older = periods[i + 1];
        if (older) expect(JSON.stringify(older.matrix)).not.toBe(JSON.stringify(period.matrix));
        if (older) expect(period.since).toBeDefined();
        const start = period.since && ("version" in period.since ? period.since.version : period.since.date);
        if (start) expect(hostById(`${id}@${start}`).matrix).toEqual(period.matrix);
      }
    },
  );
});

describe("mcp-lint hosts", () => {
  const table = hostsTable({ colors: plain, width: 160 });
  const rowOf = (id: HostId) =>
    table
      .split("\n")
      .find((line) => line.startsWith(`${id} `))
      ?.slice(55)
      .trim()
      .split(/ +/);

  test("shows who reads what, one host a line, in 100 columns", () => {
    expect(table.split("\n").filter((line) => line.length > 100)).toEqual([]);
    expect(table).not.toMatch(/\n$| \n/);
    expect(rowOf("claude-code")).toEqual(["view", "text", "yes", "no", "measured"]);
    expect(rowOf("codex")).toEqual(["view", "view", "no", "no", "source"]);
    expect(rowOf("cline")).toEqual(["both", "both", "no", "yes", "source"]);
    expect(rowOf("cursor")).toEqual(["?", "?", "?", "?", "conflicting"]);
    const first = table.split("\n").map((line) => line.split(" ")[0] ?? "");
    expect(first.filter(isHostId).toSorted()).toEqual(hostIds.toSorted());
  });

  test("puts those together that lose the same, and counts them", () => {
    const blocks = table.split("\n\n").map((block) => block.split("\n"));
    const groups = blocks.flatMap(([title = "", ...rows]) => (/ \(\d+\)$/.test(title) ? [{ title, rows }] : []));
    expect(groups.map(({ title }) => title.replace(/ \(\d+\)$/, ""))).toEqual([
      "The text is lost, the view takes its place",
      "The view is lost, even one without a text",
      "The view is lost beside a text, and read alone",
      "Both are read",
      "Not known",
    ]);
    for (const { title, rows } of groups) expect(title).toContain(`(${rows.length})`);
    const ids = groups.map(({ rows }) => rows.map((row) => row.split(" ")[0]));
    expect(ids[0]).toEqual(hostsThatLose({ text: true, view: true, isError: false }, hosts));
    expect(ids[2]).toEqual(["opencode", "librechat", "mastra", "hermes-agent", "agno", "dust"]);
    expect(ids[4]).toEqual(["cursor"]);
  });

  test.each([40, 50, 62, 80, 100])("leaves out what matters least, in %i columns", (width) => {
    const narrow = hostsTable({ colors: plain, width }).split("\n");
    expect(narrow.filter((line) => line.length > width)).toEqual([]);
    expect(narrow.find((line) => line.startsWith("codex "))).toMatch(/^codex .*view +view/);
    expect(narrow.filter((line) => isHostId(line.split(" ")[0] ?? ""))).toHaveLength(hosts.length);
  });

  test("names the hosts that read otherwise before", () => {
    for (const id of hostIds.filter((each) => periodsOf(each).length > 1))
      expect(table.slice(table.indexOf("read otherwise before"))).toContain(id);
  });

  test("counts the hosts that lose the text", () => {
    const lost = hostsThatLose({ text: true, view: true, isError: false }, hosts).length;
    expect(table).toContain(`${lost} hosts never read the text`);
  });

  test("marks a lost text by colour, without moving a column", () => {
    const coloured = hostsTable({ colors: createColors(true), width: 160 });
    expect(coloured).toContain("\u001b[31mview");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: takes the colours away again
    expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(table);
  });
});

describe("mcp-lint hosts <id>", () => {
  test.each(hosts)("$id: the page holds all that the table knows", (host) => {
    const page = hostPage(host.id);
    expect(page.split("\n").filter((line) => line.length > 100)).toEqual([]);
    const flat = page.replaceAll(/\s+/g, " ");
    const facts = [host.id, host.name, host.source, host.seen, host.class, host.toolNames];
    for (const { at, says } of host.evidence) facts.push(at, says);
    for (const fact of [...facts, ...Object.values(host.behaviour)]) expect(flat).toContain(fact);
  });

  test("says what is read in each case", () => {
    const page = hostPage("claude-code");
    expect(page).toMatch(/text and view +view\n/);
    expect(page).toMatch(/text and view, error +text\n/);
    expect(page).toMatch(/view alone, error +not known\n/);
    expect(page).toContain("anthropics/claude-code#86032");
    expect(hostPage("zed")).toMatch(/view alone +nothing\n/);
    expect(hostPage("zed")).not.toContain("How it changed");
  });

  test("says how it changed, and how it was on a day", () => {
    expect(hostPage("opencode")).toContain(
      "  from 2026-06-12, text and view: view; view alone: view; image beside a view: no\n",
    );
    expect(hostPage("hermes-agent")).toContain("    - NousResearch/hermes-agent#7043: the text is gone\n");
    const then = hostPage("opencode@2026-06-20");
    expect(then).toMatch(/^opencode@2026-06-20: opencode\n/);
    expect(then).toMatch(/text and view +view\n/);
    expect(then).toContain("anomalyco/opencode#32074");
    expect(then).not.toContain("anomalyco/opencode#38923");
  });
});

describe("mcp-lint hosts --format json", () => {
  test("gives every host with its evidence and what it reads", () => {
    const json = JSON.parse(JSON.stringify(hostsJson()));
    expect(json.schemaVersion).toBe(1);
    expect(json.hosts.map(({ id }: Host) => id)).toEqual(hostIds);
    expect(json.hosts[2]).toMatchObject({ ...hostById("codex"), reads: { success: "view", error: "view" } });
  });

  test("gives one host where one is asked for", () => {
    expect(hostsJson(["cursor"])).toMatchObject({ hosts: [{ id: "cursor", reads: { success: "unknown" } }] });
  });
});
