/** The pages run: every flagged block gives one finding of its rule, every clean one none; their headers are the rules'. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { rules } from "../rules/index.js";
import type { Rule } from "../src/diagnostic.js";
import { lint } from "../src/lint.js";
import { memorySources } from "../src/sources.js";
import { alone } from "./support/fixture.js";

const pageOf = (id: string) => fileURLToPath(new URL(`../rules/${id}.md`, import.meta.url));

const header = ({ id, summary, severity, fixable }: Rule) =>
  `<!-- header -->\n# ${id}\n\n${summary}\n\n**${severity}** by default, **${fixable === "never" ? "no fix" : `${fixable} fixable`}**\n<!-- /header -->\n`;

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  const page = readFileSync(pageOf(id), "utf8");

  test("the header is made from the rule", async () => {
    const made = page.replace(/^<!-- header -->[\s\S]*?<!-- \/header -->\n/, header(rule));
    expect(made).toContain(header(rule));
    await expect(made).toMatchFileSnapshot(pageOf(id));
  });

  test("it has every section, in order", () => {
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(["Flagged", "Clean", "Fix", "When to ignore"]);
  });

  const blocks = [...page.matchAll(/^```ts (flagged|clean)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, kind, file = "server.ts", code = ""]) => ({ kind, file, code }),
  );

  test("it shows both", () => {
    expect(blocks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["flagged", "clean"]));
  });

  test.each(blocks)("a $kind block", async ({ kind, file, code }) => {
    const files = new Map([
      [file, code],
      ["package.json", '{"dependencies":{"@modelcontextprotocol/sdk":"1"}}'],
    ]);
    const { diagnostics, errors } = await lint({ ...memorySources(files), paths: () => [file] }, alone(id));
    expect(errors).toEqual([]);
    expect(diagnostics.map(({ rule }) => rule)).toEqual(kind === "flagged" ? [id] : []);
  });
});
