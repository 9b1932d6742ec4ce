/** Every framework: installed, type-checked, started, called by a client that checks views, before and after `--fix`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../support/cli.js";
import {
  build,
  type Called,
  call,
  folderOf,
  install,
  layOut,
  names,
  noteIn,
  type Pending,
  type Result,
  readRuntime,
  sourceFilesOf,
  versionOf,
} from "./runtime.js";
import { findingsOf, fixtureOf } from "./wants.js";

const rule = "Never send this list without asking first.";

interface Row {
  runtime: string;
  version: string;
  installed: string;
  types: string;
  ran: string;
  findings: string;
  named: string;
  fixed: string;
  "a note of its own": string;
}
const rows: Row[] = [];
afterAll(() => console.log(tableOf(rows.filter(({ version }) => version !== ""))));

describe.each(names())("%s", (name) => {
  const runtime = readRuntime(name);
  const { programs, pending = {} } = runtime;
  const no = "no";
  const row = { runtime: name, version: "", installed: no, types: no, ran: no, findings: "", named: "", fixed: "" };
  const at = rows.push({ ...row, "a note of its own": "" }) - 1;
  const fill = (cells: Partial<Row>) => Object.assign(rows[at] ?? {}, cells);
  const before = new Map<string, Called>();
  const found: { -readonly [key in keyof Pending]: Pending[key] } = {};
  let folder: string;

  test("installs", () => {
    folder = layOut(name);
    fill({ version: versionOf(folder, runtime.package) });
    install(folder);
    fill({ installed: "yes" });
  });

  test("type-checks", () => {
    build(folder, runtime);
    fill({ types: "yes" });
  });

  test("answers a client that checks views", async () => {
    for (const program of programs) before.set(program, await call(folder, program));
    fill({ ran: "yes" });
    for (const [program, tool, { thrown, isError }] of resultsIn(before))
      if (!(tool in runtime.note)) expect([program, tool, thrown, isError]).toEqual([program, tool, undefined, false]);
  });

  test("does with a handler's own note what we say it does", () => {
    const own = resultsIn(before).filter(([, tool]) => tool in runtime.note);
    const note = Object.fromEntries(own.map(([, tool, result]) => [tool, noteIn(result)]));
    fill({
      "a note of its own": Object.keys(runtime.note)
        .map((tool) => `${tool}: ${note[tool]}`)
        .join(", "),
    });
    expect(note).toEqual(runtime.note);
  });

  test("findings meet the wants, results have the names of the tools that are there", async () => {
    const { count, unmet, unnamed, sites } = await findingsOf(runtime);
    Object.assign(found, { unmet, unnamed });
    fill({ findings: unmet.length ? `${count}, ${unmet.length} unmet` : `${count}` });
    fill({ named: `${sites.length - unnamed.length}/${sites.length}` });
    const there = new Set([...before.values()].flatMap(({ tools }) => tools));
    const misnamed = sites.filter(
      ({ file, tool }) => tool !== null && !there.has(tool) && !runtime.typesOnly?.includes(file),
    );
    expect(misnamed).toEqual([]);
  });

  test("after `--fix` the framing is in the view, and nothing else changed", async () => {
    const { status, stderr } = run(folder, ["--fix", "."]);
    if (status === 2) throw new Error(stderr);
    const after = new Map<string, Called>();
    const unfixed: string[] = [];
    try {
      build(folder, runtime);
      for (const program of programs) after.set(program, await call(folder, program));
    } catch (error) {
      unfixed.push(String(error).replace(/\s+/g, " ").slice(0, 200));
    }
    let lost = 0;
    for (const [program, tool, was] of resultsIn(before)) {
      const isLost = !(tool in runtime.note) && losesRule(was);
      if (isLost) lost++;
      const is = after.get(program)?.results[tool];
      const trouble = is && (isLost ? troubleOf(is, was) : isDeepStrictEqual(is, was) ? undefined : "changed");
      if (trouble) unfixed.push(`${program}/${tool}: ${trouble}`);
    }
    Object.assign(found, { unfixed });
    fill({ fixed: after.size === programs.length ? `${lost - unfixed.length}/${lost}` : "broken" });
    if (process.env.UPDATE_PENDING) remember(name, found);
    else expect(unfixed).toEqual(pending.unfixed ?? []);
    if (unfixed.length + (found.unmet?.length ?? 0) > 0) return; // no golden for what is still wrong

    const fixture = fixtureOf(name);
    for (const file of sourceFilesOf(folder)) {
      const text = readFileSync(join(folder, file), "utf8");
      if (text !== fixture.sources.read(file)) await expect(text).toMatchFileSnapshot(fixture.goldenOf(file));
    }
  });
});

const resultsIn = (called: ReadonlyMap<string, Called>) =>
  [...called].flatMap(([program, { results }]) =>
    Object.entries(results).map(([tool, result]) => [program, tool, result] as const),
  );

const losesRule = ({ text, view }: Result) =>
  view !== undefined && text?.includes(rule) === true && !JSON.stringify(view).includes(rule);

/** What a fixed result lacks, or has that it hadn't. */
function troubleOf(is: Result, was: Result): string | undefined {
  if (is.thrown) return is.thrown.slice(0, 120);
  const { note, ...view } = is.view ?? {};
  if (!String(note).includes(rule)) return "not in the view";
  return isDeepStrictEqual({ ...is, view }, was) ? undefined : "changed";
}

/** Writes down what is still to do, with `UPDATE_PENDING=1`. */
function remember(name: string, found: Pending): void {
  const path = join(folderOf(name), "runtime.json");
  const { pending: _old, ...known } = JSON.parse(readFileSync(path, "utf8"));
  const left = Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
  const all = Object.keys(left).length > 0 ? { ...known, pending: left } : known;
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
}

function tableOf(all: readonly Row[]): string {
  const columns = Object.keys(all[0] ?? {}) as (keyof Row)[];
  const lines = [columns as string[], columns.map(() => "---"), ...all.map((row) => columns.map((key) => row[key]))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
