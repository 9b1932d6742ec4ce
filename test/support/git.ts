/** Real repositories, with nothing of the user's own settings. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { environment, project } from "./cli.js";

const settings = ["user.name=a", "user.email=a@example.org", "commit.gpgsign=false", "init.defaultBranch=main"];

/** Runs Git in a folder and answers with what it prints; throws where it fails. */
export const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", [...settings.flatMap((each) => ["-c", each]), ...args], {
    cwd,
    env: environment({ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }),
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });

/** Writes a file of a folder, and the folders that it needs. */
export function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** A repository with these files in its first commit, on the branch `main`. */
export function repository(files: Readonly<Record<string, string>>): string {
  const folder = project(files);
  git(folder, "init", "-q");
  commitAll(folder, "first");
  return folder;
}

/** Commits whatever stands in the folder. */
export function commitAll(folder: string, message: string): void {
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", message);
}
