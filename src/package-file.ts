import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let root: string | undefined;

/** A file that the package ships, by its path in it: from the sources and from what is built of them alike. */
export function packageFile(path: string): string {
  root ??= packageRoot(dirname(fileURLToPath(import.meta.url)));
  return join(root, path);
}

function packageRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : packageRoot(dirname(folder));
}
