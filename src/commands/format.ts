import { suggestion } from "../config.js";
import { UsageError } from "../errors.js";

/** Throws a UsageError with the nearest format where there is none of this name. */
export function checkedFormat<Name extends string>(name: string, names: readonly Name[]): Name {
  const found = names.find((each) => each === name);
  if (found) return found;
  throw new UsageError(`unknown format \`${name}\`${suggestion(name, names) || `; there are ${names.join(", ")}`}`);
}

/** Whether a command's `--format` asks for JSON; there is only that and the text. */
export const isJson = (format: string | undefined): boolean =>
  format !== undefined && checkedFormat(format, ["text", "json"]) === "json";
