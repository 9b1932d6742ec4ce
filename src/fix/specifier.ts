/** How an import names a file of the project: `./reply.js`, `./reply.ts` or `./reply`, so that it type-checks and runs. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import { foldersUp } from "../model/modules.js";
import type { Program } from "../program.js";
import { becomesCommonJs, isCommonJs, isTypeScript } from "./module-kind.js";
import { compilerOptionsOf, manifestOf } from "./project.js";

/** Which of the names of a file an import writes: that on the disk, that of the JavaScript it becomes, or none. */
type Ending = "real" | "emitted" | "none";

/** The specifier of `module` (a path) in `file`; undefined where none both type-checks and runs. */
export function specifierTo(program: Program, file: ts.SourceFile, module: string): string | undefined {
  const path = posix.relative(posix.dirname(file.fileName), module);
  const relative = path.startsWith(".") ? path : `./${path}`;
  const stem = relative.replace(/\.[cm]?[jt]sx?$/, "");
  const real = relative.slice(stem.length);
  const ending = isTypeScript(module) ? typedEnding(program, file) : plainEnding(program, file);
  if (ending === undefined || odd.test(relative)) return undefined;
  if (ending === "real") return relative;
  // No resolver tries `.mjs` or `.cjs` for a name that has none.
  return ending === "none" && !/^\.[cm]/.test(real) ? stem : `${stem}${real.replace("ts", "js").replace(/jsx$/, "js")}`;
}

/** What a string would have to escape, and what a specifier, which is a URL to Node, reads as something else. */
const odd = /["'`\\?#%]|\p{Cc}|[\u2028\u2029]/u;

function typedEnding(program: Program, file: ts.SourceFile): Ending | undefined {
  const options = compilerOptionsOf(program, file.fileName);
  const example = exampleFor(program, file);
  if (example === "real") return "real";
  if (options?.resolution === "node" && !becomesCommonJs(program, file)) {
    if (example) return "emitted";
  } else if (example) return example;
  if (options?.takesTs) return "real";
  if (runsUnbuilt(program, file)) return options ? undefined : "real";
  if (options?.resolution === "loose" || becomesCommonJs(program, file)) return "none";
  return options?.resolution === "node" || manifestOf(program, file.fileName).type === "module" ? "emitted" : "none";
}

function plainEnding(program: Program, file: ts.SourceFile): Ending {
  return exampleFor(program, file) === "none" || (isCommonJs(program, file) && !exampleFor(program, file))
    ? "none"
    : "real";
}

/** How the file imports its like; where it does not, how another file of its package does. */
function exampleFor(program: Program, file: ts.SourceFile): Ending | undefined {
  const home = packageAt(program, file.fileName);
  const others = program.parsed().filter((path) => packageAt(program, path) === home);
  for (const each of [file, ...others.flatMap((path) => program.file(path) ?? [])]) {
    if (isTypeScript(each.fileName) !== isTypeScript(file.fileName)) continue;
    const endings = endingsIn(program, each);
    const found = (["real", "emitted", "none"] as const).find((ending) => endings.includes(ending));
    if (found) return found;
  }
  return undefined;
}

const packageAt = (program: Program, path: string) =>
  foldersUp(posix.dirname(path)).find((up) => program.sources.read(posix.join(up, "package.json")) !== undefined);

/** How a file's own imports end. Those of types alone don't count: nothing runs them. */
function endingsIn(program: Program, file: ts.SourceFile): readonly Ending[] {
  return file.statements.flatMap((each): Ending[] => {
    const specifier = specifierIn(each);
    if (!specifier?.startsWith(".")) return [];
    const extension = /\.[cm]?[jt]sx?$/.exec(specifier)?.[0];
    const target = program.resolve(file.fileName, specifier);
    if (extension === undefined) return /\.\w+$/.test(specifier) && !target ? [] : ["none"];
    if (/ts/.test(extension)) return ["real"];
    // A JavaScript file is named as it is in any style of a TypeScript one.
    if (!isTypeScript(file.fileName)) return ["real"];
    return target && !isTypeScript(target) ? [] : ["emitted"];
  });
}

function specifierIn(statement: ts.Statement): string | undefined {
  const from =
    ts.isImportDeclaration(statement) && !statement.importClause?.isTypeOnly
      ? statement.moduleSpecifier
      : ts.isExportDeclaration(statement) && !statement.isTypeOnly
        ? statement.moduleSpecifier
        : ts.isVariableStatement(statement)
          ? requiredBy(statement)
          : undefined;
  return from && ts.isStringLiteral(from) ? from.text : undefined;
}

/** What `const x = require("./x")` names. */
export function requiredBy(statement: ts.VariableStatement): ts.Expression | undefined {
  const value = statement.declarationList.declarations[0]?.initializer;
  return value && ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === "require"
    ? value.arguments[0]
    : undefined;
}

/** Whether Node (by stripping types) or Deno runs the TypeScript files themselves: both want the name on the disk. */
function runsUnbuilt(program: Program, file: ts.SourceFile): boolean {
  const shebang = /^\uFEFF?#!.*/.exec(file.text)?.[0];
  // Most files that begin with plain `node` are run as what they are built into.
  const isBuilt = compilerOptionsOf(program, file.fileName)?.emits === true && !shebang?.includes("-types");
  if (shebang !== undefined && !isBuilt) return runsTypes.test(`${shebang} x.ts`);
  const { scripts } = manifestOf(program, file.fileName);
  const commands = Object.values(scripts ?? {}).flatMap((each) => String(each).split(/&&|\|\||;|\|/));
  const isDeno = foldersUp(posix.dirname(file.fileName)).some((up) =>
    ["deno.json", "deno.jsonc"].some((name) => program.sources.read(posix.join(up, name)) !== undefined),
  );
  return isDeno || commands.some((command) => runsTypes.test(command));
}

/** `node x.ts` without a loader that finds more, or `deno`. */
const runsTypes =
  /\bdeno\b|\bnode\b(?!.*(?:tsx|ts-node|swc|esbuild|--loader|jiti))(?:\s+-\S+|\s+\S+=\S+)*\s+[^\s-]\S*\.[cm]?ts\b/;
