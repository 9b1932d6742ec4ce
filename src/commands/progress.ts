/** A line on the terminal that says where a long run is; gone when it is over. */
import { escaped } from "../reporters/escape.js";
import type { Sources } from "../sources.js";
import type { Context } from "./context.js";

/** Milliseconds before the line appears, and between two of its states. */
const [patience, pace] = [1000, 100];

export interface Progress {
  /** The sources, which tell what they are asked for: the run itself never lets go, so that no timer could. */
  readonly sources: Sources;
  /** Takes the line away, for what is to be printed next. */
  clear(): void;
}

/** Watches a run over `sources` that started at `started`; `now` tells the time in milliseconds. */
export function progress(
  sources: Sources,
  { live, note, width }: Pick<Context, "live" | "note" | "width">,
  started: number,
  now: () => number = () => performance.now(),
): Progress {
  if (!live) return { sources, clear() {} };
  let looked = 0;
  let shown = started + patience - pace;
  let isShown = false;
  const tell = (text: string) => {
    const time = now();
    if (time - shown < pace) return;
    shown = time;
    isShown = true;
    note(`\r${erase}${escaped(text).slice(0, width - 1)}`);
  };
  return {
    sources: {
      ...sources,
      read(path) {
        tell(`reading ${path}`);
        return sources.read(path);
      },
      ...(sources.holds && {
        holds(path: string, needles: readonly string[]) {
          tell(`${++looked} files looked at`);
          return sources.holds?.(path, needles) ?? false;
        },
      }),
    },
    clear() {
      if (isShown) note(`\r${erase}`);
      isShown = false;
    },
  };
}

const erase = "\u001B[K";
