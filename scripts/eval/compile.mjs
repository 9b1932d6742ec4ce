/** What a compiler says of a repo before and after a change, and how much of the change is noise. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { diffLines } from "diff";

const env = { ...process.env, CI: "1", HUSKY: "0", npm_config_manage_package_manager_versions: "false" };

/**
 * Installs a copy's dependencies without their scripts; true where that worked. A dependency that the registry does not
 * have is taken out of the manifest: its imports are type errors before the fix and after it.
 */
export function install(at) {
  if (existsSync(join(at, "node_modules"))) return true;
  if (!existsSync(join(at, "package.json"))) return false;
  const pnpm = existsSync(join(at, "pnpm-workspace.yaml")) || existsSync(join(at, "pnpm-lock.yaml"));
  const loose = pnpm
    ? ["npx", "-y", "pnpm@10", "install", "--no-frozen-lockfile", "--ignore-scripts"]
    : ["npm", "install", "--no-package-lock", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  const strict = pnpm
    ? ["npx", "-y", "pnpm@10", "install", "--frozen-lockfile", "--ignore-scripts"]
    : ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  if (run(at, strict).status === 0) return true;
  const lock = join(at, pnpm ? "pnpm-lock.yaml" : "package-lock.json");
  const kept = existsSync(lock) ? readFileSync(lock) : undefined;
  if (kept && !pnpm) rmSync(lock);
  try {
    for (let tries = 0; tries < 8; tries++) {
      const { status, stdout, stderr } = run(at, loose);
      if (status === 0) return true;
      const missing = missingPackage(`${stdout}${stderr}`);
      if (!missing || !without(at, missing, pnpm)) break;
    }
  } finally {
    if (kept) writeFileSync(lock, kept);
  }
  rmSync(join(at, "node_modules"), { recursive: true, force: true });
  return false;
}

/** The package that a package manager asked its registry for in vain. */
const missingPackage = (output) =>
  /(?:No matching version found for |requested resource '|\b404\s+GET \S+?\/\/[^/]+\/)(@?[\w.-]+(?:\/[\w.-]+?)?)(?=@|\/-\/)/.exec(
    output,
  )?.[1];

/** Takes a package that can't be had out of everything that asks for it; false where that was tried before. */
function without(at, dependency, pnpm) {
  const path = join(at, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const fields = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  const overrides = pnpm ? manifest.pnpm?.overrides : manifest.overrides;
  if (overrides?.[dependency] === none(pnpm)) return false;
  for (const field of pnpm ? [] : fields) delete manifest[field]?.[dependency];
  const more = { ...overrides, [dependency]: none(pnpm) };
  if (pnpm) manifest.pnpm = { ...manifest.pnpm, overrides: more };
  else manifest.overrides = more;
  writeFileSync(path, JSON.stringify(manifest, null, 2));
  return true;
}

const none = (pnpm) => (pnpm ? "-" : "npm:empty-npm-package@1.0.0");

const run = (cwd, [command, ...args]) =>
  spawnSync(command, args, { cwd, env, encoding: "utf8", timeout: 480_000, maxBuffer: 1 << 28 });

/** The diagnostics of the projects, without their positions, which a change moves. */
export function typeErrors(root, projects) {
  return projects.flatMap((project) => {
    const { stdout, stderr } = spawnSync(
      compilerOf(join(root, dirname(project))),
      ["-p", project, "--noEmit", "--pretty", "false"],
      { cwd: root, encoding: "utf8", timeout: 300_000, maxBuffer: 1 << 28 },
    );
    const lines = `${stdout}${stderr}`.split("\n").filter((line) => /error TS\d+:/.test(line));
    return lines.map((line) => line.replace(/\(\d+,\d+\): /, ": "));
  });
}

/** The repo's own compiler, else the one of this project. */
function compilerOf(folder) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const own = join(at, "node_modules/.bin/tsc");
    if (existsSync(own)) return own;
  }
  return new URL("../../node_modules/.bin/tsc", import.meta.url).pathname;
}

/** What is said after and was not said before, as often as it is said more often. */
export function newDiagnostics(before, after) {
  const known = [...before];
  return after.filter((each) => {
    const index = known.indexOf(each);
    if (index >= 0) known.splice(index, 1);
    return index < 0;
  });
}

/**
 * Lines that a change puts back with other blanks, line ends, quotes, commas or semicolons alone. Where an expression
 * around them is rewritten, they may be indented anew.
 */
export function noise(before, after) {
  if (before === undefined) return 0;
  const bare = (line) => line.replace(/[\s'"`,;\uFEFF]/g, "");
  return diffLines(before, after).reduce((count, part, index, parts) => {
    const next = parts[index + 1];
    if (!part.removed || !next?.added) return count;
    const put = next.value.split("\n");
    const lines = part.value.split("\n").filter((line) => bare(line) !== "");
    const same = lines.filter((line) => put.some((other) => bare(other) === bare(line)));
    const indented = same.filter((line) => put.some((other) => other.trimStart() === line.trimStart()));
    return count + same.length - (same.length < lines.length ? indented.length : 0);
  }, 0);
}
