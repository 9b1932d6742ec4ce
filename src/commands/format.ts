import { suggestion } from "../config.js";
import { UsageError } from "../errors.js";

/** One of a few names. Throws a UsageError with the nearest one where there is none; `what` says what they name. */
export function checkedName<Name extends string>(what: string, name: string, names: readonly Name[]): Name {
  const found = names.find((each) => each === name);
  if (found) return found;
  throw new UsageError(`unknown ${what} \`${name}\`${suggestion(name, names) || `; there are ${names.join(", ")}`}`);
}

/** Whether a command's `--format` asks for JSON; there is only that and the text. */
export const isJson = (format: string | undefined): boolean =>
  format !== undefined && checkedName("format", format, ["text", "json"]) === "json";
