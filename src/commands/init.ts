/** `mcp-lint init`: a config, and what the tools around need; with a yes, a reply helper. Nothing is overwritten. */
import { existsSync, lstatSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline/promises";
import { loadConfig } from "../config.js";
import { UsageError } from "../errors.js";
import { type ModuleKind, replyModule } from "../fix/reply-helper.js";
import { writeAll } from "../fix/write.js";
import { escaped } from "../reporters/escape.js";
import { textOfFile } from "../text-file.js";
import type { Context } from "./context.js";
import { ruleIds } from "./setup.js";
import { githubWorkflow, gitlabJob, type Installer, installers, npm, vscodeTask } from "./templates.js";

export interface InitCommand {
  readonly helper?: boolean;
  readonly ci?: boolean;
  readonly editor?: boolean;
}

/** A file to write, by its path from the root of the repository. */
interface Piece {
  readonly path: string;
  readonly text: string;
  /** What to add by hand where the file is there already, unless its text matches `known`. */
  readonly snippet?: string;
  readonly known?: RegExp;
}

/** Asks a yes or no; `otherwise` is what an empty answer means. */
export type Ask = (question: string, otherwise: boolean) => Promise<boolean>;

/**
 * Writes what is not there yet and says what it did. Settings of the command line are not asked about; without a terminal
 * nothing is: then the helper is left out. Throws a UsageError where there is no package.json, a WriteError.
 */
export async function initCommand(options: InitCommand, context: Context, ask: Ask = askOn(context)): Promise<number> {
  const { cwd, out } = context;
  if (!existsSync(join(cwd, "package.json")))
    throw new UsageError("there is no package.json here: run it in the folder of your server");
  const root = rootOf(cwd);
  const folder = slashed(relative(root, cwd));
  const here = (path: string) => (folder === "" ? path : `${folder}/${path}`);
  const installer = installerOf(cwd, root);

  const module = moduleOf(cwd);
  const helper =
    options.helper ??
    (!isThere(join(cwd, module.path)) && (await ask(`Lay in a reply helper, ${module.path}?`, false)));
  const ci = options.ci ?? (await ask("A job for your CI?", true));
  const editor = options.editor ?? (await ask("A task for VS Code?", true));

  const isLaid = helper && !isThere(join(cwd, module.path));
  const pieces: Piece[] = [
    configPiece(cwd, here, isLaid ? { name: "reply", module: `./${module.path}` } : undefined),
    ...(helper ? [{ path: here(module.path), text: replyModule(module.kind, "reply", "note") }] : []),
    ...(ci ? [ciPiece(root, installer, folder)] : []),
    ...(editor ? [editorPiece(folder)] : []),
  ];
  const fresh = pieces.filter(({ path }) => !isThere(join(root, path)));
  writeAll(root, new Map(fresh.map(({ path, text }) => [path, text])), new Map());

  for (const piece of pieces)
    out(fresh.includes(piece) ? `wrote ${shown(piece, folder)}\n` : kept(piece, root, folder));
  if (!isDependency(cwd) && !isDependency(root))
    out("\nmcp-lint is not in your package.json yet: add it to the devDependencies, for the CI runs that version\n");
  out(`
next:
  npx mcp-lint                     what is lost today, and where
  npx mcp-lint --fix --dry-run     what the safe fixes would change
  npx mcp-lint --update-baseline   live with the rest, and hear of new findings alone
`);
  return 0;
}

const shown = ({ path }: Piece, folder: string) => escaped(slashed(relative(folder, path)));

function kept(piece: Piece, root: string, folder: string): string {
  const { path, snippet, known = /mcp-lint/ } = piece;
  return snippet === undefined || known.test(textOf(join(root, path)))
    ? `kept ${shown(piece, folder)}\n`
    : `kept ${shown(piece, folder)}; to be added to it:\n\n${snippet.replace(/^(?=.)/gm, "  ")}\n`;
}

/** The folder that holds `.git`; the working directory where there is none. */
function rootOf(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return resolve(cwd);
  }
}

function installerOf(cwd: string, root: string): Installer {
  const found = installers.find(([lock]) => existsSync(join(cwd, lock)) || existsSync(join(root, lock)));
  return found?.[1] ?? npm;
}

function ciPiece(root: string, installer: Installer, folder: string): Piece {
  const isGitlab = existsSync(join(root, ".gitlab-ci.yml")) && !existsSync(join(root, ".github"));
  if (!isGitlab) return { path: ".github/workflows/mcp-lint.yml", text: githubWorkflow(installer, folder) };
  const job = gitlabJob(installer, folder);
  return { path: ".gitlab-ci.yml", text: job, snippet: job };
}

function editorPiece(folder: string): Piece {
  const task = vscodeTask(folder);
  return {
    path: ".vscode/tasks.json",
    text: json({ version: "2.0.0", tasks: [task] }),
    snippet: json(task),
  };
}

/** The config that is in force here, wherever it stands, or a new one. Throws a UsageError where it is wrong. */
function configPiece(
  cwd: string,
  here: (path: string) => string,
  reply: { readonly name: string; readonly module: string } | undefined,
): Piece {
  const { file = "mcp-lint.config.json" } = loadConfig(cwd, undefined, ruleIds);
  const set = reply ? { reply } : {};
  return {
    path: posix.normalize(here(file)),
    text: json({ $schema: schemaFrom(cwd), ...set, rules: {} }),
    ...(reply ? { snippet: `"reply": ${JSON.stringify(reply)}\n`, known: /"reply"\s*:/ } : {}),
  };
}

/** The schema in the nearest node_modules that holds it: a workspace may keep it at its root. */
function schemaFrom(cwd: string): string {
  const schema = "node_modules/mcp-lint/schema/config.schema.json";
  for (let folder = resolve(cwd), up = "./"; ; folder = dirname(folder), up = up === "./" ? "../" : `${up}../`) {
    if (existsSync(join(folder, schema))) return `${up}${schema}`;
    if (dirname(folder) === folder) return `./${schema}`;
  }
}

const isDependency = (folder: string) =>
  ["dependencies", "devDependencies"].some((key) => {
    const list = manifestOf(folder)[key];
    return typeof list === "object" && list !== null && "mcp-lint" in list;
  });

/** Where the helper goes, in the language of the package. */
function moduleOf(cwd: string): { readonly path: string; readonly kind: ModuleKind } {
  const folder = existsSync(join(cwd, "src")) ? "src/" : "";
  if (existsSync(join(cwd, "tsconfig.json"))) return { path: `${folder}reply.ts`, kind: "ts" };
  return { path: `${folder}reply.js`, kind: manifestOf(cwd).type === "module" ? "esm-js" : "cjs-js" };
}

function manifestOf(folder: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(textOf(join(folder, "package.json")));
    return typeof manifest === "object" && manifest !== null ? { ...manifest } : {};
  } catch {
    return {};
  }
}

/** Also a link that leads nowhere. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
const textOf = (path: string) => textOfFile(path).replace(/^\uFEFF/, "");
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const slashed = (path: string) => path.split(sep).join("/");

function askOn({ live, terminal }: Context): Ask {
  if (!live || !terminal || !process.stdin.isTTY) return async (_, otherwise) => otherwise;
  return async (question, otherwise) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    lines.on("SIGINT", () => process.exit(130));
    const ended = new Promise<undefined>((done) => lines.once("close", () => done(undefined)));
    try {
      const asked = lines.question(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `);
      const answer = (await Promise.race([asked, ended]))?.trim();
      if (answer === undefined) throw new UsageError("that was no answer, so nothing was written");
      return answer === "" ? otherwise : /^y/i.test(answer);
    } finally {
      lines.close();
    }
  };
}
