/** Whether a view is an object that a note can be added to: `{ ...view, note }` would corrupt an array and add a view to none. */
import { posix } from "node:path";
import { ts } from "ts-morph";
import { foldersUp } from "../model/modules.js";
import { propertyName } from "../model/scopes.js";
import type { ServerSource, SourceSite } from "../model/source.js";
import type { Term } from "../model/terms.js";
import type { ResultShape } from "./result-shape.js";
import { isOfAnyType } from "./typed.js";

export function isObjectView(
  source: ServerSource,
  site: SourceSite,
  shape: ResultShape,
  note: string,
): { safety: "safe" | "unsafe" } | { why: string } {
  const terms = source.evaluator.withFuel(20_000, () =>
    source.evaluator.expand(shape.view.value, site.site.reached[0]?.env),
  );
  if (site.readings.some(({ view }) => view?.keys.has(note)))
    return { why: `put it into the view by hand: it has a \`${note}\` of its own` };
  if (terms.length === 0) return { why: `put it into the view by hand: the view can be nothing` };
  if (terms.some(isNoObject)) return { why: `put it into the view by hand: the view can be an array` };
  if (terms.some(isMadeWhenWritten))
    return { why: `put it into the view by hand: the view says itself how it is written, a copy would not` };
  if (isOfAnyType(shape.view.value)) return { why: `put it into the view by hand: the view can be anything` };
  if (terms.every(isObject)) return { safety: "safe" };
  // SDK v1 refuses a view that is no object (types and wire alike), so a v1 server that works has an object here.
  return { safety: hasSdkV1(source, site.site.node.getSourceFile().fileName) ? "safe" : "unsafe" };
}

/** An object of a class, or one with getters or `toJSON`: its JSON is not that of its copy, or reading it once more does something. */
const isMadeWhenWritten = ({ kind, node }: Term) =>
  kind === "instance" ||
  (ts.isObjectLiteralExpression(node) &&
    node.properties.some((each) => ts.isGetAccessorDeclaration(each) || propertyName(each.name) === "toJSON"));

const isObject = ({ kind, node }: Term) =>
  kind === "value" && (ts.isObjectLiteralExpression(node) || ts.isCallExpression(node));
const isNoObject = (term: Term) =>
  (term.kind === "value" && (ts.isArrayLiteralExpression(term.node) || ts.isStringLiteralLike(term.node))) ||
  isTypedAsNone(term);

/** A parameter whose own type says array, or that it may be nothing. */
function isTypedAsNone({ parameter, why }: Term): boolean {
  if (why !== "parameter" || !parameter || parameter.path.length > 0) return false;
  const type = parameter.declaration.type?.getText() ?? "";
  return /\[\]$|^(?:readonly |Readonly)?Array<|\bnull\b/.test(type);
}

function hasSdkV1(source: ServerSource, file: string): boolean {
  const manifests = foldersUp(posix.dirname(file)).map(
    (folder) => source.program.sources.read(posix.join(folder, "package.json")) ?? "",
  );
  return manifests.some(
    (text) => text.includes('"@modelcontextprotocol/sdk"') && !text.includes('"@modelcontextprotocol/server"'),
  );
}
