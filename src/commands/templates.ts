/** The files that `mcp-lint init` writes for the tools around it: GitHub Actions, GitLab CI, VS Code. */
import { readFileSync } from "node:fs";
import { packageFile } from "../package-file.js";

/** How a package manager installs what the lock file names, and runs a program of it. */
export interface Installer {
  readonly setUp: readonly string[];
  readonly run: string;
}

/** By lock file, the first that is there; npm where there is none. */
export const installers: readonly (readonly [lock: string, installer: Installer])[] = [
  ["pnpm-lock.yaml", { setUp: ["corepack enable", "pnpm install --frozen-lockfile"], run: "pnpm exec mcp-lint" }],
  ["yarn.lock", { setUp: ["corepack enable", "yarn install --immutable"], run: "yarn mcp-lint" }],
  ["bun.lock", { setUp: ["npm install --global bun", "bun install --frozen-lockfile"], run: "bun run mcp-lint" }],
  ["package-lock.json", { setUp: ["npm ci"], run: "./node_modules/.bin/mcp-lint" }],
];
export const npm: Installer = { setUp: ["npm install"], run: "./node_modules/.bin/mcp-lint" };

/** A workflow of GitHub Actions; `folder` is where it runs, from the root of the repository, empty for that itself. */
export const githubWorkflow = ({ setUp, run }: Installer, folder: string): string => `name: mcp-lint
on:
  pull_request:
  push:
    branches: [main, master]
permissions:
  contents: read
jobs:
  mcp-lint:
    runs-on: ubuntu-latest
${folder === "" ? "" : `    defaults:\n      run:\n        working-directory: ${JSON.stringify(folder)}\n`}    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 22
${setUp.map((line) => `      - run: ${line}\n`).join("")}      - run: ${run} --format github
`;

/** A job of GitLab CI. */
export const gitlabJob = ({ setUp, run }: Installer, folder: string): string => `mcp-lint:
  image: node:22
  script:
${[...(folder === "" ? [] : [`cd ${JSON.stringify(folder)}`]), ...setUp, run].map((line) => `    - ${line}\n`).join("")}`;

/** A task of VS Code, which puts the findings among the problems of the editor, with the matcher that the package ships. */
export function vscodeTask(folder: string): object {
  const home = folder === "" ? "${workspaceFolder}" : `\${workspaceFolder}/${folder}`;
  const { name: _, label, ...matcher } = JSON.parse(readFileSync(packageFile("matchers/vscode.json"), "utf8"));
  return {
    label,
    type: "shell",
    command: "npx",
    args: ["--no-install", "mcp-lint", "--format", "line"],
    options: { cwd: home },
    presentation: { reveal: "never" },
    problemMatcher: { ...matcher, fileLocation: ["autoDetect", home] },
  };
}
