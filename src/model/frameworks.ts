/** The frameworks that treat a tool's result unlike the SDK does: what they build themselves, what they take out. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { ts } from "ts-morph";
import type { Program } from "../program.js";
import { foldersUp } from "./modules.js";

export interface Framework {
  /** The package, as people know it. */
  readonly name: string;
  /** Text and view are written by the framework from what the handler gives back, so that is no result. */
  readonly builds?: true;
  /** Keys that the `outputSchema` lacks never arrive, and nothing says so. */
  readonly strips?: true;
  /** A file under `tools/` is a tool. */
  readonly byFile?: true;
}

/** By what they import; checked against the real packages under `fixtures/runtimes`. */
const frameworks: readonly (Framework & { readonly modules: RegExp })[] = [
  { name: "fastmcp", modules: /^fastmcp(?:\/|$)/, strips: true },
  { name: "tmcp", modules: /^tmcp(?:\/|$)/, strips: true },
  { name: "mcp-lite", modules: /^mcp-lite(?:\/|$)/, strips: true },
  { name: "mcp-framework", modules: /^mcp-framework(?:\/|$)/, builds: true, strips: true },
  { name: "mastra", modules: /^@mastra\/(?:core|mcp)(?:\/|$)/, builds: true, strips: true },
  { name: "effect", modules: /^(?:effect|@effect\/ai)(?:\/|$)/, builds: true, strips: true },
  { name: "mcp-ts-core", modules: /^@cyanheads\/mcp-ts-core(?:\/|$)/, builds: true },
  { name: "xmcp", modules: /^xmcp(?:\/|$)/, byFile: true },
];

const sdk = /^@modelcontextprotocol\/(?:sdk|server)(?:\/|$)/;

const known = new WeakMap<ts.SourceFile, Framework | "none">();

/** The framework that a file's tools are written for: the one that it imports, else the only one that its package depends on. */
export function frameworkOf(program: Program, file: ts.SourceFile): Framework | undefined {
  const before = known.get(file);
  if (before) return before === "none" ? undefined : before;
  const imported = file.statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier.text]
      : [],
  );
  const found = imported.some((name) => sdk.test(name))
    ? undefined
    : (among(imported)[0] ?? ofPackage(program, posix.dirname(file.fileName)));
  known.set(file, found ?? "none");
  return found;
}

const among = (modules: readonly string[]) =>
  frameworks.filter((each) => modules.some((name) => each.modules.test(name)));

function ofPackage(program: Program, folder: string): Framework | undefined {
  const manifest = foldersUp(folder)
    .map((up) => program.sources.read(posix.join(up, "package.json")))
    .find((text) => text !== undefined);
  const { dependencies } = ((manifest && parseJsonc(manifest)) ?? {}) as { dependencies?: object };
  const named = Object.keys(dependencies ?? {});
  const usesSdk = named.some((name) => sdk.test(name));
  const [only, more] = among(named).filter(({ byFile }) => byFile || !usesSdk);
  return more ? undefined : only;
}
