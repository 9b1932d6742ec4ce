#!/usr/bin/env node
/**
 * `npm run fuzz -- [--runs <n>] [--seed <n>] [--out <folder>] [--input <file>] [--projects]`: breaks the fixtures in ways that nobody would think of and
 * lints and fixes what comes out. See README.md beside this file.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
    input: { type: "string" },
    projects: { type: "boolean", default: false },
  },
});
const only = values.input && JSON.parse(readFileSync(values.input, "utf8")).input;
const runs = only ? 1 : Number(values.runs);
const first = Number(values.seed);
/** Inputs of one thread: each ends at its first failure, so that one fault does not hide the others. */
const batch = 250;
/** Milliseconds of the processor after which an input counts as slow, and of the clock after which it never ends. */
const slow = 20_000;
const never = 180_000;

let tried = 0;
let worst = 0;
const failures = [];
for (let done = 0; done < runs; done += batch) {
  const { seen, spent, failure } = await tryBatch(first + done / batch, Math.min(batch, runs - done));
  tried += seen;
  worst = Math.max(worst, spent);
  if (failure) {
    failures.push(failure);
    console.error(
      `seed ${failure.seed}: ${failure.error.split("\n").slice(0, 4).join("\n")}\n${JSON.stringify(failure.input)}`,
    );
    keep(failure);
  }
}
console.log(`${tried} inputs, ${failures.length} failures, the slowest took ${worst} ms`);
process.exitCode = failures.length > 0 ? 1 : 0;

function tryBatch(seed, count) {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./fuzz/worker.mjs", import.meta.url), {
      workerData: { seed, runs: count, slow, only, projects: values.projects },
    });
    let input;
    let seen = 0;
    let spent = 0;
    let failure;
    let watch;
    const end = () => {
      clearTimeout(watch);
      resolve({ seen, spent, failure: failure && { seed, ...failure } });
    };
    const stop = (error) => {
      failure ??= { input, error };
      worker.terminate();
    };
    worker.on("message", (message) => {
      clearTimeout(watch);
      if (message.input) {
        ({ input } = message);
        seen++;
        watch = setTimeout(() => stop(`a hang: no answer in ${never} ms`), never);
      }
      if (message.done) spent = Math.max(spent, message.spent);
      failure ??= message.failure;
    });
    // A thread that runs out of memory, or throws where nobody waits.
    worker.on("error", (error) => stop(error.stack ?? String(error)));
    worker.on("exit", end);
  });
}

/** The input as a file, for a look. */
function keep({ seed, input, error }) {
  if (!values.out) return;
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, `${seed}.json`), JSON.stringify({ input, error }, null, 2));
}
