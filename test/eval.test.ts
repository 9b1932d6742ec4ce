/** The scoring of `npm run eval`: which site a label speaks of, and what counts. */
import { describe, expect, test } from "vitest";
import { confusion, readTsv, roleOf, scoreLabels, siteFor, totals } from "../scripts/eval/score.mjs";

const site = (
  line: number,
  endLine: number,
  verdict: string,
  viewLine: number | null = null,
  helper: string | null = null,
) => ({ file: "a.ts", line, endLine, viewLine, verdict, helper });
const label = (line: number, verdict: string, tags = "") => ({
  repo: "o/r",
  file: "a.ts",
  line: String(line),
  verdict,
  tags,
  lost_text: "",
});

describe("the site of a label", () => {
  const sites = [site(1, 20, "restates"), site(5, 9, "covered", 8), site(10, 12, "lost-lead", 11)];
  test.each([
    ["by the line of its view", 8, 5],
    ["by its first line", 10, 10],
    ["the smallest that holds the line", 7, 5],
    ["a larger one where no smaller does", 15, 1],
  ])("%s", (_, line, first) => expect(siteFor(label(line, "COVERED"), sites)?.line).toBe(first));
  test("none outside of all", () => expect(siteFor(label(30, "COVERED"), sites)).toBeUndefined());
});

test("what is scored", () => {
  const roles = [
    ["LOST_RULE", "strong,nf"],
    ["LOST_RULE", "weak"],
    ["LOST_LEAD", ""],
    ["LOST_RULE", "strong,isError"],
    ["RESTATES", ""],
    ["UNKNOWN", ""],
  ];
  expect(roles.map(([verdict, tags]) => roleOf({ verdict, tags }))).toEqual([
    "positive",
    "left out",
    "left out",
    "left out",
    "negative",
    "left out",
  ]);
});

test("a score", () => {
  const sites = [
    site(1, 2, "lost-instruction"),
    site(3, 4, "restates"),
    site(5, 6, "lost-lead"),
    site(7, 8, "covered"),
  ];
  const labels = [
    label(1, "LOST_RULE", "strong"),
    label(3, "LOST_RULE", "strong"),
    label(5, "RESTATES"),
    label(7, "COVERED"),
    label(40, "LOST_LEAD", "strong"),
    label(50, "NO_SC"),
  ];
  const rows = scoreLabels(labels, sites, [{ file: "a.ts", rule: "x", start: { line: 1 }, end: { line: 2 } }]);
  expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "found",
    "missed",
    "false alarm",
    "silent",
    "missed",
    "silent",
  ]);
  expect(rows.map(({ reported }: { reported: boolean }) => reported)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(totals(rows)).toEqual({
    found: 1,
    missed: 2,
    alarms: 1,
    silent: 2,
    precision: 0.5,
    recall: 1 / 3,
    withoutSite: 2,
  });
  expect(confusion(rows).get("RESTATES").get("lost-lead")).toBe(1);
});

test("tables with Windows line ends and missing cells", () => {
  expect(readTsv("a\tb\r\n1\t2\r\n3\r\n")).toEqual([
    { a: "1", b: "2" },
    { a: "3", b: "" },
  ]);
});
