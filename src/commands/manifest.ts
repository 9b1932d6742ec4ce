import { readFileSync } from "node:fs";
import { packageFile } from "../package-file.js";

/** Our own package.json: the version and the homepage. */
export function manifest(): { readonly version: string; readonly homepage: string } {
  return JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
}
