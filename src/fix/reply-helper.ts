/** The text of the module that a fix lays into a server: `reply.ts`, or its first half, `note.ts`. */
import { readFileSync } from "node:fs";
import { packageFile } from "../package-file.js";

/** The kind of the module: TypeScript, or JavaScript with `export`s or with `module.exports`. */
export type ModuleKind = "ts" | "esm-js" | "cjs-js";

/**
 * `reply` is the whole helper, `note` only what a server with a helper of its own needs: `note()` and `withNote()`.
 * `noteKey` is the field of the view that takes the framing.
 */
export function replyModule(kind: ModuleKind, parts: "reply" | "note", noteKey: string): string {
  const whole = readFileSync(
    packageFile(kind === "ts" ? "src/fix/scaffold/reply.ts" : "src/fix/scaffold/reply.js"),
    "utf8",
  );
  const taken = parts === "reply" ? whole : `${whole.slice(0, whole.indexOf(replyStart(kind))).trimEnd()}\n`;
  const renamed = noteKey === "note" ? taken : rename(taken, noteKey);
  return kind === "cjs-js" ? asCommonJs(renamed) : renamed;
}

const replyStart = (kind: ModuleKind) => (kind === "ts" ? "type Ok<V>" : "/**\n * A tool's result");

/** The key in types, literals and reads; the function `note()` keeps its name. */
function rename(text: string, key: string): string {
  const written = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
  const read = written === key ? `.${key}` : `[${written}]`;
  return text
    .replace(/\bnote\?: /g, `${written}?: `)
    .replace(/\bnote: own /g, `${written}: own `)
    .replace(/\)\.note\b|\bview\.note\b/g, (found) => found.replace(".note", read))
    .replaceAll("as `note`", `as \`${key}\``);
}

function asCommonJs(text: string): string {
  const names = [...text.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  return `${text.replace(/^export function/gm, "function").trimEnd()}\n\nmodule.exports = { ${names.join(", ")} };\n`;
}
