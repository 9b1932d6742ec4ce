/** What the fuzzer starts from: the sources of the fixtures, and what they can read beside them. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const folders = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(?:runtimes|streams)$/.test(entry.name))
  .map(({ name }) => name);

/** Every source of the fixtures by its path, sorted. */
export const texts = new Map(
  folders
    .flatMap((folder) => readdirSync(join(fixtures, folder), { recursive: true }).map((path) => `${folder}/${path}`))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/node_modules|\.fixed\.|\.d\.ts$/.test(path))
    .sort()
    .map((path) => [path, readFileSync(join(fixtures, path), "utf8")]),
);

export const paths = [...texts.keys()];

/** The files in the folder of a path, by their names from there: what its relative imports lead to. */
export function beside(path) {
  const folder = dirname(path);
  return new Map(
    paths.filter((other) => dirname(other) === folder).map((other) => [posix.basename(other), texts.get(other)]),
  );
}
