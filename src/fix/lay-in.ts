/** The module that a fix lays into a server: where it goes, and in which language. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import type { Edit } from "../diagnostic.js";
import { bare } from "../model/bare.js";
import { exported } from "../model/exports.js";
import type { ResultSite } from "../model/server-model.js";
import type { ServerSource, SourceSite } from "../model/source.js";
import { styleOf } from "./imports.js";
import { isCommonJs, isOfKind } from "./module-kind.js";
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
  const folder = commonFolder(users.map(({ fileName }) => posix.dirname(fileName)));
  const language = languageOf(source, first);
  const extension = /\.([cm]?[jt]s)x?$/.exec(first.fileName)?.[1] ?? "ts";
  const configured = source.config.reply.module;
  const names = parts === "reply" ? ["reply", "mcp-reply", "tool-reply"] : ["note", "with-note", "mcp-note"];
  const wanted = parts === "reply" ? "reply" : "withNote";
  const guesses =
    parts === "reply" && configured
      ? [posix.normalize(configured)]
      : names.map((name) => posix.join(folder, `${name}.${extension}`));
  for (const module of guesses) {
    if (source.program.sources.read(module) === undefined) {
      const text = replyModule(language, parts, source.config.reply.note).replaceAll("\n", styleOf(first).newline);
      return { module, edits: [{ span: { file: module, start: 0, end: 0 }, text }], says: posix.basename(module) };
    }
    const there = source.program.file(module);
    if (there && exported(source.program, there, wanted) && exported(source.program, there, "withNote"))
      return { module, edits: [] };
  }
  return undefined;
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
