/** Hands reports of the built linter to their consumers' own code. Prints a line for each, and what is wrong; exit 1 then. */
import { runs } from "./cases.mjs";
import { gitlabFaults } from "./gitlab.mjs";
import { junitFaults } from "./junit.mjs";
import { markdownFaults } from "./markdown.mjs";
import { rdjsonFaults } from "./rdjson.mjs";
import { sarifFaults } from "./sarif.mjs";
import { matcherFaults } from "./vscode.mjs";

/** What a consumer says is wrong with a report, a line each. */
const consumers = {
  sarif: sarifFaults,
  gitlab: gitlabFaults,
  junit: junitFaults,
  rdjson: rdjsonFaults,
  markdown: markdownFaults,
};

let failed = 0;
function tell(what, faults) {
  failed += faults.length;
  console.log(`${faults.length === 0 ? "ok  " : "FAIL"} ${what}`);
  for (const fault of faults.slice(0, 10)) console.log(`     ${fault}`);
}

for (const run of runs(["json", ...Object.keys(consumers)]))
  for (const [format, faultsOf] of Object.entries(consumers))
    tell(`${format} ${run.name}`, await faultsOf(run.reports[format], run));
tell("matchers/vscode.json, matchers/vscode-tasks.json", await matcherFaults());
process.exitCode = failed > 0 ? 1 : 0;
