/** The command that lays out changed files as their repository does: a fix keeps to the style of a line, not to all of it. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { textOfFile } from "../text-file.js";

interface Formatter {
  /** What is run, before the files. */
  readonly command: string;
  readonly configs: readonly string[];
  /** Its key in package.json; or its name among the dependencies, where it needs no config. */
  readonly named?: (manifest: Manifest) => boolean;
}

interface Manifest {
  readonly [key: string]: unknown;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, unknown>>;
}

const withEndings = (stem: string, endings: string) => endings.split(" ").map((ending) => `${stem}${ending}`);

/** The first that is set up wins in a folder: who has ESLint beside another one formats with the other one. */
const formatters: readonly Formatter[] = [
  {
    command: "biome format --write",
    configs: ["biome.json", "biome.jsonc"],
  },
  {
    command: "dprint fmt",
    configs: ["dprint.json", "dprint.jsonc", ".dprint.json", ".dprint.jsonc"],
  },
  {
    command: "prettier --write",
    configs: [
      ...withEndings(".prettierrc", " .json .json5 .yaml .yml .toml .js .cjs .mjs .ts .cts .mts"),
      ...withEndings("prettier.config", ".js .cjs .mjs .ts .cts .mts"),
    ],
    named: (manifest) => "prettier" in { ...manifest, ...manifest.dependencies, ...manifest.devDependencies },
  },
  {
    command: "eslint --fix",
    configs: [
      ...withEndings("eslint.config", ".js .cjs .mjs .ts .cts .mts"),
      ...withEndings(".eslintrc", " .json .yaml .yml .js .cjs"),
    ],
    named: (manifest) => "eslintConfig" in manifest,
  },
];

const runners: readonly (readonly [string, string])[] = [
  ["pnpm-lock.yaml", "pnpm exec"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bunx"],
  ["package-lock.json", "npx"],
];

/**
 * The commands, one for each formatter, that format these files of `cwd`; none for files without a formatter.
 * A config counts in the folder of a file and in those above it, up to the repository.
 */
export function formatCommands(cwd: string, paths: readonly string[]): readonly string[] {
  const files = new Map<string, string[]>();
  for (const path of [...paths].sort()) {
    const folders = foldersAbove(dirname(join(cwd, path)));
    const formatter = firstIn(folders, formatterIn);
    if (!formatter) continue;
    const command = `${firstIn(folders, runnerIn) ?? "npx"} ${formatter.command}`;
    files.set(command, [...(files.get(command) ?? []), path]);
  }
  return [...files].map(([command, names]) => `${command} ${names.map(quoted).join(" ")}`);
}

function formatterIn(folder: string): Formatter | undefined {
  const manifest = objectIn(join(folder, "package.json"));
  return formatters.find(({ configs, named }) => configs.some((name) => isOn(folder, name)) || named?.(manifest));
}

/** Whether a config is there; Biome's can turn its formatter off. */
function isOn(folder: string, name: string): boolean {
  const path = join(folder, name);
  if (!existsSync(path)) return false;
  const { formatter } = name.startsWith("biome") ? (objectIn(path) as { formatter?: { enabled?: unknown } }) : {};
  return formatter?.enabled !== false;
}

const runnerIn = (folder: string) => runners.find(([lock]) => existsSync(join(folder, lock)))?.[1];

function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, ".git")) ? [folder] : [folder, ...foldersAbove(parent)];
}

function firstIn<T>(folders: readonly string[], find: (folder: string) => T | undefined): T | undefined {
  for (const folder of folders) {
    const found = find(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What stands in a JSON file, also with comments; nothing where there is none that can be read: this is only advice. */
function objectIn(path: string): Manifest {
  try {
    const json: unknown = parseJsonc(textOfFile(path), [], { allowTrailingComma: true });
    return typeof json === "object" && json !== null ? (json as Manifest) : {};
  } catch {
    return {};
  }
}

const quoted = (path: string) => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
