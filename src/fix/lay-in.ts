/** The module that a fix lays into a server: where it goes, and in which language. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { bare } from "../model/bare.js";
import type { ResultSite } from "../model/server-model.js";
import type { ServerSource, SourceSite } from "../model/source.js";
import { holdsHelper } from "../model/with-note.js";
import type { Program } from "../program.js";
import { isSource } from "../sources.js";
import { styleOf } from "./imports.js";
import { isCommonJs, isOfKind } from "./module-kind.js";
import { compilerOptionsOf } from "./project.js";
import { replyModule } from "./reply-helper.js";

export interface Laid {
  /** The path of the module that holds the function. */
  readonly module: string;
  readonly edits: readonly Edit[];
  /** What the fix's title says of it. */
  readonly says?: string;
}

type Language = "ts" | "esm-js" | "cjs-js";

/**
 * Lays `reply.ts` (or `note.ts`, for `withNote` alone) into the deepest folder that holds all its users, or finds the
 * one that is there. Undefined where the file's kind has no place for it.
 */
export function layIn(
  source: ServerSource,
  users: readonly ts.SourceFile[],
  parts: "reply" | "note",
): Laid | undefined {
  const [first] = users;
  if (!first) return undefined;
  const { program } = source;
  const folder = folderFor(source, users, first);
  const extension = kindOf(first.fileName) ?? "ts";
  const names = parts === "reply" ? ["reply", "mcp-reply", "tool-reply"] : ["note", "with-note", "mcp-note"];
  const configured = parts === "reply" ? configuredFor(source, first) : undefined;
  const guesses = configured ? [configured] : names.map((name) => posix.join(folder, `${name}.${extension}`));
  for (const module of guesses) {
    const there = program.file(module);
    if (there && holdsHelper(program, there, parts === "reply" ? "reply" : "withNote")) return { module, edits: [] };
    if (isTaken(program, module)) continue;
    const { newline } = styleOf(first);
    const text = replyModule(languageOf(source, first), parts, source.config.reply.note).replaceAll("\n", newline);
    return { module, edits: [{ span: { file: module, start: 0, end: 0 }, text }], says: posix.basename(module) };
  }
  return undefined;
}

/** `ts`, `mts`, `js` and so on; the same with and without JSX. */
const kindOf = (path: string) => /\.([cm]?[jt]s)x?$/.exec(path)?.[1];

/** The module that the config names, where it is of the file's package and kind: packages can't import each other's sources. */
function configuredFor(source: ServerSource, { fileName }: ts.SourceFile): string | undefined {
  const module = source.config.reply.module && posix.normalize(source.config.reply.module);
  const isFor =
    module && kindOf(module) === kindOf(fileName) && source.packageOf(module) === source.packageOf(fileName);
  return isFor ? module : undefined;
}

const stems = new WeakMap<Program, ReadonlySet<string>>();

/** Whether a new file would stand in the place of another one, or hide it: an import may name either without an ending. */
function isTaken(program: Program, path: string): boolean {
  const stem = stemOf(path);
  const endings = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"].map((each) => `.${each}`);
  const beside = [...endings, ".d.ts", ...endings.map((ending) => `/index${ending}`)];
  if (beside.some((ending) => program.sources.read(`${stem}${ending}`) !== undefined)) return true;
  // `Reply.tsx` is the same file on some disks.
  const known = stems.get(program) ?? new Set([...program.sources.paths()].map((each) => stemOf(each).toLowerCase()));
  stems.set(program, known);
  return known.has(stem.toLowerCase());
}

const stemOf = (path: string) => path.replace(/\.[cm]?[jt]sx?$/, "");

/**
 * The deepest folder that holds all users. Where the compiler's `rootDir` or `include` keeps it from that one, a file
 * there would move all that is built: then the users below the same folder of the package have one of their own.
 */
function folderFor(source: ServerSource, users: readonly ts.SourceFile[], first: ts.SourceFile): string {
  const common = commonFolder(users.map(folderOf));
  const options = compilerOptionsOf(source.program, first.fileName);
  const roots = options?.rootDir !== undefined ? [options.rootDir] : (options?.include ?? ["."]);
  if (reachesInto(roots, common)) return common;
  const home = source.packageOf(first.fileName);
  const branch = (file: ts.SourceFile) => posix.relative(home, folderOf(file)).split("/")[0];
  return commonFolder(users.filter((each) => branch(each) === branch(first)).map(folderOf));
}

const folderOf = ({ fileName }: ts.SourceFile) => posix.dirname(fileName);

/** Whether a folder is one of the roots, or below it; the root of a glob is what stands before its first star. */
function reachesInto(roots: readonly string[], folder: string): boolean {
  return roots.some((root) => {
    const [base = ""] = root.split(/[^/]*\*/);
    const name = posix
      .normalize(base === root && isSource(root) ? posix.dirname(root) : base || ".")
      .replace(/\/$/, "");
    return name === "." || folder === name || folder.startsWith(`${name}/`);
  });
}

function languageOf({ program }: ServerSource, file: ts.SourceFile): Language {
  if (/\.[cm]?tsx?$/.test(file.fileName)) return "ts";
  return isCommonJs(program, file) ? "cjs-js" : "esm-js";
}

function commonFolder(folders: readonly string[]): string {
  const [first = ".", ...rest] = folders;
  let common = first === "." ? [] : first.split("/");
  for (const folder of rest) {
    const parts = folder === "." ? [] : folder.split("/");
    const length = common.findIndex((part, index) => part !== parts[index]);
    if (length >= 0) common = common.slice(0, length);
  }
  return common.join("/") || ".";
}

/** The files of a package, of one language, whose results get the same helper laid in. */
export function fellowUsers(source: ServerSource, site: SourceSite): readonly ts.SourceFile[] {
  const file = site.site.node.getSourceFile();
  const folder = source.packageOf(file.fileName);
  const losing = source.sites
    .filter((each) => losesItsOwn(source.resultOf(each)) && ts.isObjectLiteralExpression(bare(each.site.node)))
    .map((each) => each.site.node.getSourceFile());
  const isFellow = (each: ts.SourceFile) =>
    source.packageOf(each.fileName) === folder && isOfKind(source.program, each, file);
  return [...new Set([file, ...losing])].filter((each) => each === file || isFellow(each));
}

const losesItsOwn = ({ built, isError, verdict }: ResultSite) =>
  built !== "by-call" && isError !== true && verdict.startsWith("lost");
