/** `mcp-lint schema [config|output]`: the JSON schemas that the package ships. */
import { readFileSync } from "node:fs";
import { packageFile } from "../package-file.js";
import type { Context } from "./context.js";
import { checkedName } from "./format.js";

const files = { config: "config.schema.json", output: "output.schema.json" };

/** Prints the schema of the config, or that of `--format json`. Throws a UsageError where there is none of this name. */
export function schemaCommand(name: string, { out }: Pick<Context, "out">): void {
  const file = files[checkedName("schema", name, Object.keys(files) as (keyof typeof files)[])];
  out(readFileSync(packageFile(`schema/${file}`), "utf8"));
}
