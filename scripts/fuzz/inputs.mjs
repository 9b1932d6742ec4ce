/** The inputs of the fuzzer, as values that can be written down, drawn again and made smaller. */
import fc from "fast-check";
import { gentle, heavyMutations, mutations } from "./mutations.mjs";
import { beside, paths, texts } from "./seeds.mjs";

const number = fc.nat({ max: 1_000_000 });
const numbers = fc.tuple(number, number, number);
const step = (...kinds) => fc.record({ kind: fc.constantFrom(...kinds), numbers });
const wild = { weight: 30, arbitrary: step(...Object.keys(mutations)) };
const mild = { weight: 30, arbitrary: step(...gentle) };
const heavy = { weight: 1, arbitrary: step(...Object.keys(heavyMutations)) };
const some = { minLength: 1, maxLength: 5 };
/** A fixture that no rule would read teaches nothing. */
const read = paths.filter((path) => texts.get(path).includes("structuredContent"));

/** One fixture, the steps that break it, and how it is linted. */
export const sourceInput = fc.record({
  path: fc.constantFrom(...read),
  extension: fc.constantFrom("", "", "", "js", "jsx", "tsx", "mts", "cts"),
  steps: fc.oneof(fc.array(fc.oneof(wild, heavy), some), fc.array(fc.oneof(mild, heavy), some)),
  bytes: fc.option(numbers, { freq: 12 }),
  unsafe: fc.boolean(),
  strict: fc.boolean(),
});

/** The broken text of an input, its name, and the files that stand beside it. */
export function made({ path, extension, steps }) {
  const own = path.split("/").at(-1);
  const name = extension ? own.replace(/\.[cm]?[jt]sx?$/, `.${extension}`) : own;
  let text = texts.get(path);
  for (const { kind, numbers } of steps) text = (mutations[kind] ?? heavyMutations[kind])(text, numbers);
  const others = beside(path);
  others.delete(own);
  // A module that imports itself is among what is read, whatever the fixture.
  others.set("self.ts", `export * from "./${name.replace(/\.\w+$/, "")}.js";\nexport * from "./self.js";\n`);
  return { name, text, others };
}
