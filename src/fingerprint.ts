/** Names a finding across moved lines and other edits of its file. */
import { createHash } from "node:crypto";
import type { Diagnostic } from "./diagnostic.js";

/** Adds fingerprints: rule, file, tool and words, hashed; equal findings are told apart by their order. */
export function fingerprinted(diagnostics: readonly Omit<Diagnostic, "fingerprint">[]): readonly Diagnostic[] {
  const seen = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const words = diagnostic.lost?.map(({ text }) => text) ?? [diagnostic.message];
    const identity = JSON.stringify([diagnostic.rule, diagnostic.at.file, diagnostic.tool ?? null, words]);
    const count = seen.get(identity) ?? 0;
    seen.set(identity, count + 1);
    const fingerprint = createHash("sha256").update(`${identity}#${count}`).digest("hex").slice(0, 16);
    return { ...diagnostic, fingerprint };
  });
}
