/** Names a finding across moved lines and other edits of its file. */
import { createHash } from "node:crypto";
import type { Diagnostic, Span } from "./diagnostic.js";

type Unnamed = Omit<Diagnostic, "fingerprint">;

/**
 * Adds fingerprints: rule, file, tool and lost words, in any order, hashed; where no words are lost, the code that the
 * finding stands on, blanks aside. The message is left out: a later version words it otherwise. Equal findings are told
 * apart by their order. `codeOf` answers the text of a span, `nameOf` calls a file by a name that does not depend on
 * where the run starts.
 */
export function fingerprinted(
  diagnostics: readonly Unnamed[],
  codeOf: (span: Span) => string,
  nameOf: (file: string) => string = (file) => file,
): readonly Diagnostic[] {
  const seen = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const { rule, at, tool = null, lost = [] } = diagnostic;
    const words = lost.length > 0 ? lost.map(({ text }) => text).sort() : [unspaced(codeOf(at))];
    const identity = JSON.stringify([rule, nameOf(at.file), tool, words]);
    const count = seen.get(identity) ?? 0;
    seen.set(identity, count + 1);
    const fingerprint = createHash("sha256").update(`${identity}#${count}`).digest("hex").slice(0, 16);
    return { ...diagnostic, fingerprint };
  });
}

/** Code as any formatter leaves it. */
const unspaced = (code: string) => code.replace(/\s+/g, "").replace(/,(?=[)\]}])/g, "");
