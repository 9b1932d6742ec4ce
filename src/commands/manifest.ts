import { readFileSync } from "node:fs";
import type { CheckError } from "../diagnostic.js";
import { packageFile } from "../package-file.js";

/** Our own package.json: the version and the homepage. */
export function manifest(): { readonly version: string; readonly homepage: string } {
  return JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
}

/** Where there is a fault of ours among the errors, what a report of it needs, as a line for stderr; else nothing. */
export function reportRequest(errors: readonly CheckError[]): string {
  if (!errors.some(({ isCrash }) => isCrash)) return "";
  const { version, homepage } = manifest();
  return `mcp-lint: a crash is our fault: please report it at ${homepage}/issues, with the version (${version}), that message and the lines it names\n`;
}
