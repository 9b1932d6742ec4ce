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
}

/** `NO_COLOR` and `FORCE_COLOR` are honoured; without them colours go to a terminal only. */
export function processContext(colorless: boolean): Context {
  const { env, stdout, stderr } = process;
  const forced =
    env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "" && env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  const wanted = forced || (stdout.isTTY === true && env.TERM !== "dumb");
  const refused =
    colorless ||
    (env.NO_COLOR !== undefined && env.NO_COLOR !== "") ||
    env.FORCE_COLOR === "0" ||
    env.FORCE_COLOR === "false";
  const columns = Number(env.COLUMNS) || stdout.columns || 100;
  return {
    cwd: process.cwd(),
    out: (text) => void stdout.write(text),
    note: (text) => void stderr.write(text),
    colors: pc.createColors(wanted && !refused),
    width: Math.max(40, Math.min(columns, 160)),
  };
}
