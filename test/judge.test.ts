/** A fault of ours in one place: it is named, and hides nothing else. */
import { afterEach, expect, test, vi } from "vitest";
import { leadOnlyInText } from "../rules/lead-only-in-text.js";
import { defaultConfig } from "../src/config.js";
import { lint } from "../src/lint.js";
import * as server from "../src/model/server.js";
import { memorySources } from "../src/sources.js";
import { servers } from "./support/cli.js";

vi.mock("../src/model/server.js", { spy: true });
afterEach(() => vi.restoreAllMocks());

const files = new Map([
  ["a.ts", servers.losesLead],
  ["b.ts", servers.losesLead.replace('"queue",', '"odd",')],
  ["c.ts", servers.losesLead],
  ["d.ts", servers.losesRule],
]);
const run = () => lint(memorySources(files), defaultConfig);
const found = async () => (await run()).diagnostics.map(({ at, rule }) => `${at.file} ${rule}`);

test("a rule that throws is named with file and place, its other findings stay", async () => {
  const check = leadOnlyInText.check.bind(leadOnlyInText);
  vi.spyOn(leadOnlyInText, "check").mockImplementation(function* (model) {
    for (const site of model.results) {
      // What a rule asks on its way is no place of its own.
      if (model.results.some((each) => each === site) && site.at.file === "b.ts") throw new TypeError("no\nsuch luck");
      yield* check({ ...model, results: [site] });
    }
  });
  expect(await found()).toEqual(["a.ts lead-only-in-text", "c.ts lead-only-in-text", "d.ts instruction-only-in-text"]);
  expect((await run()).errors).toEqual([
    {
      file: "b.ts",
      message: "the rule `lead-only-in-text` crashed at 7:10 (TypeError: no)",
      isCrash: true,
    },
  ]);
});

test("a rule that throws before it looks at anything is named, and is no word on its suppressions", async () => {
  vi.spyOn(leadOnlyInText, "check").mockImplementation(() => {
    throw "early";
  });
  const ignored = `// mcp-lint-ignore-file lead-only-in-text: known\n${servers.losesLead}`;
  const { errors, diagnostics } = await lint(memorySources(new Map([["a.ts", ignored]])), defaultConfig);
  expect(errors).toEqual([{ file: null, message: "the rule `lead-only-in-text` crashed (early)", isCrash: true }]);
  expect(diagnostics).toEqual([]);
});

test("a rule that throws everywhere ends", async () => {
  vi.spyOn(leadOnlyInText, "check").mockImplementation((model) => {
    for (const site of model.results) throw new Error(site.at.file);
    return [];
  });
  const many = new Map(Array.from({ length: 50 }, (_, index) => [`${index}.ts`, servers.losesLead]));
  expect((await lint(memorySources(many), defaultConfig)).errors).toHaveLength(20);
});

test("a file on which the model throws is named, the rest is linted", async () => {
  const { buildServer: build } = await original();
  vi.mocked(server.buildServer).mockImplementation((program, paths, ...rest) => {
    if (paths.includes("b.ts")) throw new RangeError("Maximum call stack size exceeded");
    return build(program, paths, ...rest);
  });
  expect(await found()).toEqual(["a.ts lead-only-in-text", "c.ts lead-only-in-text", "d.ts instruction-only-in-text"]);
  expect((await run()).errors).toEqual([
    {
      file: "b.ts",
      message: "mcp-lint crashed (RangeError: Maximum call stack size exceeded)",
      isCrash: true,
    },
  ]);
});

test("a model that throws on no file alone is told, and says nothing wrong", async () => {
  const { buildServer: build } = await original();
  vi.mocked(server.buildServer).mockImplementation((program, paths, ...rest) => {
    if (paths.length > 1) throw new Error("two");
    return build(program, paths, ...rest);
  });
  const { errors, diagnostics } = await run();
  expect([...new Set(errors.map(({ message }) => message))]).toEqual(["mcp-lint crashed (Error: two)"]);
  expect(diagnostics).toEqual([]);
});

const original = () => vi.importActual<typeof server>("../src/model/server.js");
