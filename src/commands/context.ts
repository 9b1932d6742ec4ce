/** What a command has of the process: its folder, its streams, its terminal. */
import pc from "picocolors";
import type { Colors } from "picocolors/types.js";

export interface Context {
  readonly cwd: string;
  out(text: string): void;
  /** Progress, notices, errors of usage. */
  note(text: string): void;
  readonly colors: Colors;
  /** Columns of the terminal; 100 where there is none. */
  readonly width: number;
  /** Whether a person looks at `out`, and no program. */
  readonly terminal: boolean;
  /** Whether a person looks at `note`: a line of it may be taken back. */
  readonly live: boolean;
}

/** Where there is no terminal: a file, a pipe. */
export const plain = { colors: pc.createColors(false), width: 100 };

/** `NO_COLOR` and `FORCE_COLOR` are honoured; without them colours go to a terminal only. */
export function processContext({ color }: { readonly color: boolean }): Context {
  const { env, stdout, stderr } = process;
  const off = env.FORCE_COLOR === "0" || env.FORCE_COLOR === "false" || Boolean(env.NO_COLOR);
  const wanted = Boolean(env.FORCE_COLOR) || (stdout.isTTY === true && env.TERM !== "dumb");
  const colored = color && wanted && !off;
  const columns = Number(env.COLUMNS) || stdout.columns || plain.width;
  return {
    cwd: process.cwd(),
    out: (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    colors: pc.createColors(colored),
    width: Math.max(40, Math.min(columns, 160)),
    terminal: stdout.isTTY === true || colored,
    live: stderr.isTTY === true && env.TERM !== "dumb" && !env.CI,
  };
}
