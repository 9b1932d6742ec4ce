/** Every rule against its fixtures: findings beside the code, fixes against goldens, and again until nothing changes. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rules } from "../rules/index.js";
import { lint, lintAndFix } from "../src/lint.js";
import { memorySources } from "../src/sources.js";
import { alone, fixtures, readFixture, situationsOf, unmet, wantsOf } from "./support/fixture.js";

describe.each(rules.map(({ id }) => id))("%s", (rule) => {
  test("has fixtures with findings and with clean code", async () => {
    const wants = situationsOf(rule).flatMap((situation) => wantsOf(readFixture(rule, situation)));
    expect(wants.length).toBeGreaterThan(0);
  });

  describe.each(situationsOf(rule))("%s", (situation) => {
    const fixture = readFixture(rule, situation);

    test("findings and wants match one to one", async () => {
      const { diagnostics, errors } = await lint(fixture.sources, alone(rule));
      expect(errors).toEqual([]);
      expect(unmet(fixture, diagnostics, wantsOf(fixture))).toEqual([]);
    });

    test("messages keep the style", async () => {
      const { diagnostics } = await lint(fixture.sources, alone(rule));
      for (const { message } of diagnostics) {
        expect(message.length, message).toBeLessThanOrEqual(160);
        expect(message, message).not.toMatch(/^[A-Z][a-z]|\.$|\n/);
      }
    });

    test("fixes give the goldens, whole, and a second run changes nothing", async () => {
      const fixed = await lintAndFix(fixture.sources, alone(rule), "unsafe");
      expect(fixed.trouble).toBeUndefined();
      for (const [file, text] of fixed.changed) await expect(text).toMatchFileSnapshot(fixture.goldenOf(file));
      const untouched = fixture.files.filter((file) => !fixed.changed.has(file));
      for (const file of untouched)
        expect(existsSync(fixture.goldenOf(file)), `a golden of ${file}, which no fix changes`).toBe(false);

      const files = new Map([
        ...fixture.files.map((file) => [file, fixture.sources.read(file) ?? ""] as const),
        ...fixed.changed,
      ]);
      const after = { ...memorySources(files, fixture.sources), paths: () => [...files.keys()].sort() };
      const again = await lintAndFix(after, alone(rule), "unsafe");
      expect([...again.changed.keys()]).toEqual([]);
      expect(again.diagnostics.map(({ fix }) => fix)).toEqual(again.diagnostics.map(() => undefined));
    });
  });
});

test("there is a folder of fixtures for every rule and a rule for every folder", () => {
  const folders = readdirSync(fixtures, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !["runtimes", "servers", "streams"].includes(entry.name),
  );
  expect(folders.map(({ name }) => name).sort()).toEqual(rules.map(({ id }) => id));
  for (const { id } of rules) expect(existsSync(join(fixtures, "..", "rules", `${id}.md`))).toBe(true);
});
