/** What `--fix --dry-run` shows people: the patch; what is left to say goes beside it. */
import type { Colors } from "picocolors/types.js";
import type { Safety } from "../diagnostic.js";
import { unifiedDiff } from "../fix/patch.js";
import { escaped } from "../reporters/escape.js";
import { count, counted, linesOf, type Report } from "../reporters/report.js";
import type { FixResult } from "../result.js";

/** The patch: for a program byte by byte, so that `git apply` takes it, for a person painted and without what a terminal acts on. */
export function patchFor(
  { changed, diagnostics }: Pick<FixResult, "changed" | "diagnostics">,
  { result, read }: Report,
  { colors, terminal, allow }: { readonly colors: Colors; readonly terminal: boolean; readonly allow: Safety },
  note: (text: string) => void,
): string {
  for (const { file, message } of result.errors)
    note(`${escaped(file ?? "mcp-lint")}: could not check: ${escaped(message)}\n`);
  const { errors, warnings } = count(result.diagnostics);
  const would =
    changed.size > 0 ? `the fixes would change ${counted(changed.size, "file")}` : "there is nothing to fix";
  note(`${counted(errors, "error")}, ${counted(warnings, "warning")}; ${would}, nothing was written\n`);
  const { position } = linesOf(read);
  const still = new Set(diagnostics.map(({ fingerprint }) => fingerprint));
  for (const { at, message, fix } of result.diagnostics.filter(({ fingerprint }) => still.has(fingerprint))) {
    const { line, column } = position(at.file, at.start);
    const way = fix && allow === "safe" ? ` (--fix-unsafe: ${fix.title})` : "";
    note(`left: ${escaped(`${at.file}:${line}:${column}: ${message}${way}`)}\n`);
  }

  const patch = unifiedDiff(changed, read);
  if (!terminal) return patch;
  return patch
    .split("\n")
    .map((line) => painter(line, colors)(shown(line)))
    .join("\n");
}

const shown = (line: string) => line.replace(/\r$/, "").split("\t").map(escaped).join("\t");

function painter(line: string, colors: Colors): (text: string) => string {
  if (/^(?:diff |--- |\+\+\+ )/.test(line)) return colors.bold;
  if (line.startsWith("@@")) return colors.cyan;
  if (line.startsWith("+")) return colors.green;
  return line.startsWith("-") ? colors.red : String;
}
