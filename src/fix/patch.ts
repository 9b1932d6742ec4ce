/** What a run would change, as one patch. */
import { formatPatch, OMIT_HEADERS, structuredPatch } from "diff";

/**
 * One patch for all changed files, in the order of their paths, that `git apply` and `patch -p1` take. `read` gives the
 * texts before; undefined stands for a new file. Line ends, byte order marks and a missing last line end are kept,
 * so the patch is bytes for a tool, and not yet safe to show on a terminal. Empty where nothing changes.
 */
export function unifiedDiff(changed: ReadonlyMap<string, string>, read: (path: string) => string | undefined): string {
  return [...changed.keys()]
    .toSorted()
    .map((path) => filePatch(path, read(path), changed.get(path) ?? ""))
    .join("");
}

function filePatch(path: string, before: string | undefined, after: string): string {
  if (before === after) return "";
  const a = quoted(`a/${path}`);
  const b = quoted(`b/${path}`);
  const header = [`diff --git ${a} ${b}`, ...(before === undefined ? ["new file mode 100644"] : [])];
  const { hunks } = structuredPatch(path, path, before ?? "", after, "", "", { context: 3 });
  if (hunks.length === 0) return `${header.join("\n")}\n`;

  // Without the tab, `patch` takes what follows a blank in the name for a date. Git writes it for the same reason.
  const tab = path.includes(" ") ? "\t" : "";
  header.push(before === undefined ? "--- /dev/null" : `--- ${a}${tab}`, `+++ ${b}${tab}`);
  const body = formatPatch({ oldFileName: a, newFileName: b, oldHeader: "", newHeader: "", hunks }, OMIT_HEADERS);
  return `${header.join("\n")}\n${body}`;
}

const escapes: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** A name as git writes it (`core.quotePath`): in quotes and with octal bytes where it is not plain ASCII. */
function quoted(name: string): string {
  const safe = [...Buffer.from(name)].map((byte) => {
    const char = String.fromCharCode(byte);
    return escapes[char] ?? (byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, "0")}` : char);
  });
  return safe.join("") === name ? name : `"${safe.join("")}"`;
}
