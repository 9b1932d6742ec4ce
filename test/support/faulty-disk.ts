/** The real disk, with something going wrong at one of its calls. */
import fs from "node:fs";
import type { FileLayer } from "../../src/fix/write.js";

/** Thrown at the call at which a run is killed, and at every later one: nothing of the run happens after it. */
export class Killed extends Error {}

/** Every call goes through `step`, which counts from 1 and may run the real one, throw, or both. */
export function disk(
  step: (real: () => unknown, call: number, name: string, args: readonly unknown[]) => unknown,
): FileLayer {
  let calls = 0;
  return new Proxy(fs, {
    get(target, name: keyof FileLayer) {
      const real = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => step(() => real.apply(target, args), ++calls, name, args);
    },
  });
}

/** Killed before call `at`; a write that is hit has come half way. */
export function killedAt(at: number): FileLayer {
  return disk((real, call, name, args) => {
    if (call < at) return real();
    if (call === at) writeHalf(name, args);
    throw new Killed(`killed at call ${call}, ${name}`);
  });
}

/** Fails with `code` at the calls that `isHit` picks; a write that is hit has come half way. */
export function failing(code: string, isHit: (call: number, name: string) => boolean): FileLayer {
  return disk((real, call, name, args) => {
    if (!isHit(call, name)) return real();
    writeHalf(name, args);
    throw Object.assign(new Error(`${code}: at call ${call}, ${name}`), { code, syscall: name });
  });
}

function writeHalf(name: string, [fd, bytes]: readonly unknown[]): void {
  if (name === "writeFileSync" && typeof fd === "number" && bytes instanceof Buffer)
    fs.writeFileSync(fd, bytes.subarray(0, bytes.length / 2));
}
