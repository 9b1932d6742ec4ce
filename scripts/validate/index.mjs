/** Hands reports of the built linter to their consumers' own code. Prints a line for each, and what is wrong; exit 1 then. */
import { runs } from "./cases.mjs";
import { gitlabFaults } from "./gitlab.mjs";
import { junitFaults } from "./junit.mjs";
import { markdownFaults } from "./markdown.mjs";
import { rdjsonFaults } from "./rdjson.mjs";
import { sarifFaults } from "./sarif.mjs";

/** What a consumer says is wrong with a report, a line each. */
const consumers = {
  sarif: sarifFaults,
  gitlab: gitlabFaults,
  junit: junitFaults,
  rdjson: rdjsonFaults,
  markdown: markdownFaults,
};

let failed = 0;
for (const run of runs(["json", ...Object.keys(consumers)])) {
  for (const [format, faultsOf] of Object.entries(consumers)) {
    const faults = await faultsOf(run.reports[format], run);
    failed += faults.length;
    console.log(`${faults.length === 0 ? "ok  " : "FAIL"} ${format} ${run.name}`);
    for (const fault of faults.slice(0, 10)) console.log(`     ${fault}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;
