/** How a result, or the helper that builds results, is rewritten so that its view carries its text. */
import { ts } from "ts-morph";
import type { Edit, Fix } from "../diagnostic.js";
import { bare } from "../model/bare.js";
import type { Mend } from "../model/server-model.js";
import type { ServerSource, SourceHelper, SourceSite } from "../model/source.js";
import { holdsHelper } from "../model/with-note.js";
import { canSwap } from "./effects.js";
import { givenText } from "./given-text.js";
import { mayImport } from "./import-cycles.js";
import { importInto } from "./imports.js";
import { isWrittenLater } from "./later-writes.js";
import { fellowUsers, layIn } from "./lay-in.js";
import { isOfKind } from "./module-kind.js";
import { allowNote } from "./output-schema.js";
import { isPlainReply } from "./plain-reply.js";
import { callShape, helperOf, isSeen, reach, writeCall } from "./reply-call.js";
import { castPlace, isConst, losesComments, type ResultShape, shapeOf } from "./result-shape.js";
import { movedTo, replace } from "./source-text.js";
import { isReadAsResult, isWrittenOut, losesLastUse, reasonToLeave } from "./typed.js";
import { isReadByServer } from "./view-readers.js";
import { isObjectView } from "./views.js";

/** The mend of a result site that is a literal. Its own words in a helper's body are mended with the helper. */
export function mendSite(source: ServerSource, site: SourceSite): Mend {
  if (site.calls) return mendHelper(source, site.calls);
  if (site.within && site.within.flows.text.length > 0) return mendHelper(source, site.within);
  const note = source.config.reply.note;
  const literal = literalOf(site);
  const shape = literal && shapeOf(literal);
  if (!shape) return { why: `put it into the view as \`${note}\` by hand: it is built in steps` };
  const reason = reasonToLeave(source.program, literal);
  if (reason) return { why: `put it into the view as \`${note}\` by hand: ${reason}` };
  if (isWrittenLater(source.evaluator, shape))
    return { why: `put it into the view as \`${note}\` by hand: it is written to later` };
  if (isReadByServer(source, literal))
    return { why: `put it into the view as \`${note}\` by hand: the server reads that view itself` };
  const view = isObjectView(source, site, shape, note);
  if ("why" in view) return view;
  const folder = source.packageOf(literal.getSourceFile().fileName);
  const schema = allowNote(source, site.tools, folder, true);
  if ("why" in schema) return schema;
  const rewrite =
    viaReply(source, site, shape, folder) ??
    inPlace(source, [literal.getSourceFile()], shape, fellowUsers(source, site));
  if ("why" in rewrite) return rewrite;
  return { fix: fixOf(rewrite.title, view.safety, [...rewrite.edits, ...schema.edits], schema.edits.length > 0) };
}

/** One body changes, not its calls: `structuredContent: withNote(view, text)`. */
export function mendHelper(source: ServerSource, helper: SourceHelper): Mend {
  const note = source.config.reply.note;
  const file = helper.fn.getSourceFile();
  const folder = source.packageOf(file.fileName);
  const edits: Edit[] = [];
  let safety: Fix["safety"] = "safe";
  let title = "";
  for (const site of helper.literals) {
    const [reading] = site.readings;
    if (!reading?.view || site.readings.every(({ isError }) => isError === true)) continue;
    const literal = literalOf(site);
    const shape = literal && shapeOf(literal);
    if (!shape) return { why: `give its view a \`${note}\` by hand: it is built in steps` };
    const reason = reasonToLeave(source.program, literal);
    if (reason) return { why: `give its view a \`${note}\` by hand: ${reason}` };
    if (isWrittenLater(source.evaluator, shape))
      return { why: `give its view a \`${note}\` by hand: it is written to later` };
    if (isReadByServer(source, literal))
      return { why: `give its view a \`${note}\` by hand: the server reads that view itself` };
    const view = isObjectView(source, site, shape, note);
    if ("why" in view) return view;
    if (view.safety === "unsafe") safety = "unsafe";
    const rewrite = inPlace(source, [file], shape, [file]);
    if ("why" in rewrite) return rewrite;
    title = rewrite.title;
    edits.push(...rewrite.edits);
  }
  if (edits.length === 0) return { why: `give its view a \`${note}\` by hand` };
  const calls = helper.calls.filter(({ readings }) => readings.some(({ view }) => view));
  const tools = [...new Set(calls.flatMap(({ tools }) => tools))];
  const schema = allowNote(
    source,
    tools,
    folder,
    calls.every((call) => call.tools.length > 0),
  );
  if ("why" in schema) return schema;
  return {
    fix: fixOf(
      `let \`${helper.name}\` carry its text: ${title}`,
      safety,
      [...edits, ...schema.edits],
      schema.edits.length > 0,
    ),
  };
}

interface Rewrite {
  readonly title: string;
  readonly edits: readonly Edit[];
}

const literalOf = ({ site }: SourceSite) => {
  const node = bare(site.node);
  const alone = site.reached.every((each) => each.node === site.node);
  return alone && ts.isObjectLiteralExpression(node) ? node : undefined;
};

/** `return reply(V, T)`; undefined where the literal has more than the two, or would lose a comment or an order of effects. */
function viaReply(source: ServerSource, site: SourceSite, shape: ResultShape, folder: string): Rewrite | undefined {
  const { literal, text, view } = shape;
  if (!shape.plain || !text || source.resultOf(site).isError !== false) return undefined;
  const place = placeOf(literal, [text, view.value]);
  if (!place || losesComments(place, [text, view.value])) return undefined;
  const textFirst = text.getStart() < view.value.getStart();
  const written = { view: movedTo(place, view.value), text: movedTo(place, text) };

  const own = helperOf(source, folder);
  if (own && own !== site.within) {
    const shapeOfCall = callShape(source, own);
    const found = shapeOfCall && reach(source, own, literal);
    const mended = own.carries === true ? [] : editsOf(mendHelper(source, own));
    const fits =
      shapeOfCall &&
      isPlainReply(source, own, shapeOfCall) &&
      (shapeOfCall.takes === "any" || isWrittenOut(view.value)) &&
      (shapeOfCall.keepsType || isReadAsResult(literal));
    if (fits && found && mended && ordered(shapeOfCall.view.index < shapeOfCall.text.index))
      return {
        title: `return \`${found.name}(…)\``,
        edits: [
          replace(place, writeCall(found.name, shapeOfCall, written.view, written.text)),
          ...found.edits,
          ...mended,
        ],
      };
    return undefined;
  }
  if (!ordered(true)) return undefined;
  const laid = layIn(source, fellowUsers(source, site), "reply");
  if (!laid) return undefined;
  const known = importInto(source.program, laid.module, "reply", literal);
  if (!known) return undefined;
  const { name, edits } = known;
  return {
    title: `return \`${name}(view, text)\`${laid.says ? `, laid in as \`${laid.says}\`` : ""}`,
    edits: [replace(place, `${name}(${written.view}, ${written.text})`), ...edits, ...laid.edits],
  };

  /** Whether the arguments run in the order that the literal's values ran in, or the order can't matter. */
  function ordered(viewFirst: boolean): boolean {
    return viewFirst !== textFirst || !text || canSwap(source.evaluator, text, view.value);
  }
}

/** The literal with the casts around it; a `satisfies` stays where its type would have no other use. */
function placeOf(literal: ts.ObjectLiteralExpression, kept: readonly ts.Node[]): ts.Expression | undefined {
  const place = castPlace(literal);
  if (!losesLastUse(place, kept)) return place;
  return losesLastUse(literal, kept) || isConst(literal) ? undefined : literal;
}

/** Only the view changes: `structuredContent: withNote(V, T)`. */
function inPlace(
  source: ServerSource,
  [file]: readonly [ts.SourceFile],
  shape: ResultShape,
  users: readonly ts.SourceFile[],
): Rewrite | { why: string } {
  const note = source.config.reply.note;
  const given = givenText(source.evaluator, shape);
  if (!given) return { why: `put it into the view as \`${note}\` by hand: the text has no name` };
  const module = withNoteModule(source, file, users);
  if (!module) return { why: `put it into the view as \`${note}\` by hand: no free file name for the helper` };
  const local =
    module.module === file.fileName
      ? { name: "withNote", edits: [] }
      : importInto(source.program, module.module, "withNote", shape.literal);
  if (!local) return { why: `put it into the view as \`${note}\` by hand: no import both compiles and runs here` };
  if (module.module === file.fileName && !isSeen("withNote", shape.literal))
    return { why: `put it into the view as \`${note}\` by hand: a local name hides \`withNote\`` };
  const { value, property } = shape.view;
  const call = `${local.name}(${value.getText()}, ${given.name})`;
  const optional = isOptional(value) && !isGuarded(property, value) ? `${value.getText()} && ${call}` : call;
  const text = ts.isShorthandPropertyAssignment(property) ? `structuredContent: ${optional}` : optional;
  const target = ts.isShorthandPropertyAssignment(property) ? property : value;
  return {
    title: `\`structuredContent: ${local.name}(…)\``,
    edits: [...given.edits, replace(target, text), ...local.edits, ...module.edits],
  };
}

/** Where `withNote` comes from: the package's reply module if it has one, else `note.ts`, or `reply.ts` for results of many files. */
function withNoteModule(source: ServerSource, file: ts.SourceFile, users: readonly ts.SourceFile[]) {
  if (holdsHelper(source.program, file, "withNote")) return { module: file.fileName, edits: [] };
  const folder = source.packageOf(file.fileName);
  const homes = new Set(
    source.helpers.map(({ fn }) => fn.getSourceFile()).filter(({ fileName }) => source.packageOf(fileName) === folder),
  );
  const home = [...homes].find(
    (each) =>
      isOfKind(source.program, file, each) &&
      holdsHelper(source.program, each, "withNote") &&
      mayImport(source.program, file, each),
  );
  if (home) return { module: home.fileName, edits: [] };
  const owned = helperOf(source, folder);
  return owned ? layIn(source, [owned.fn.getSourceFile()], "note") : layIn(source, users, "reply");
}

/** A parameter that may be left out: then there is no view, and there must be none after. */
function isOptional(value: ts.Expression): boolean {
  const node = bare(value);
  if (!ts.isIdentifier(node)) return false;
  const fn = ts.findAncestor(node, ts.isFunctionLike);
  const parameter = fn?.parameters.find(({ name }) => ts.isIdentifier(name) && name.text === node.text);
  return parameter?.questionToken !== undefined;
}

/** `view ? { structuredContent: view } : {}` */
function isGuarded(property: ts.Node, value: ts.Expression): boolean {
  const guard = ts.findAncestor(
    property,
    (at) =>
      ts.isConditionalExpression(at) ||
      (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken),
  );
  return guard?.getText().startsWith(value.getText()) === true;
}

const editsOf = (mend: Mend): readonly Edit[] | undefined =>
  "fix" in mend && mend.fix.safety === "safe" ? mend.fix.edits : undefined;

function fixOf(title: string, safety: Fix["safety"], edits: readonly Edit[], schema: boolean): Fix {
  const distinct = new Map(
    edits.map((edit) => [`${edit.span.file}:${edit.span.start}:${edit.span.end}:${edit.text}`, edit]),
  );
  const [first, ...rest] = distinct.values();
  if (!first) throw new Error("a fix without edits");
  return {
    title: schema ? `${title}, and allow the note in the \`outputSchema\`` : title,
    safety,
    edits: [first, ...rest],
  };
}
