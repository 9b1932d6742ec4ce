/** Draws inputs and tries them, in a thread that can be ended when it hangs. It tells each input before it tries it. */
import { parentPort, workerData } from "node:worker_threads";
import fc from "fast-check";
import { sourceHolds } from "./holds.mjs";
import { sourceInput } from "./inputs.mjs";
import { projectHolds, projectInput } from "./projects.mjs";

const { seed, runs, slow, only, projects } = workerData;
const [drawn, holds] = projects ? [projectInput, projectHolds] : [sourceInput, sourceHolds];

const result = await fc.check(
  fc.asyncProperty(drawn, async (input) => {
    parentPort.postMessage({ input });
    const begun = process.cpuUsage();
    await holds(input);
    // Time of the processor: the machine may have other things to do.
    const { user, system } = process.cpuUsage(begun);
    const spent = Math.round((user + system) / 1000);
    parentPort.postMessage({ done: true, spent });
    if (spent > slow) throw new Error(`slow: it took more than ${slow} ms`);
  }),
  {
    seed,
    numRuns: runs,
    ...(only ? { examples: [[only]], endOnFailure: true } : {}),
    interruptAfterTimeLimit: 120_000,
    markInterruptAsFailure: false,
  },
);
if (result.failed)
  parentPort.postMessage({
    failure: {
      input: result.counterexample?.[0],
      error: result.errorInstance?.stack ?? String(result.errorInstance),
      path: result.counterexamplePath,
    },
  });
parentPort.postMessage({ ended: true });
