/** Whose result a place builds, where no handler was seen to give it back: that of the tool around it, or around its only callers. */
import { ts } from "ts-morph";
import { answering, nameAskedAt } from "./dispatch.js";
import type { Evaluator } from "./evaluate.js";
import { callsIn } from "./places.js";
import { enclosingFunction, isFunction } from "./scopes.js";
import type { ToolSource } from "./tool-parts.js";

/** How many calls are followed upwards. */
const maxCallers = 4;

export class Callers {
  /** What belongs to one tool, the innermost first. */
  private readonly places: readonly { readonly node: ts.Node; readonly tool: ToolSource }[];
  private readonly known = new Map<ts.Node, ToolSource | undefined>();

  constructor(
    private readonly evaluator: Evaluator,
    private readonly files: Iterable<ts.SourceFile>,
    tools: readonly ToolSource[],
  ) {
    const owners = new Map<ts.Node, ToolSource | undefined>();
    for (const tool of tools)
      for (const node of [tool.node, ...tool.handlers.map((each) => each.node)])
        owners.set(node, owners.has(node) && owners.get(node) !== tool ? undefined : tool);
    this.places = [...owners]
      .flatMap(([node, tool]) => (tool ? [{ node, tool }] : []))
      .sort((a, b) => a.node.getWidth() - b.node.getWidth());
  }

  /** The one tool that a place works for; undefined where that can't be told, or where there are several. */
  toolOf(place: ts.Node, depth = 0): ToolSource | undefined {
    return this.around(place) ?? this.calling(place, depth);
  }

  /** The innermost tool that a place stands in. */
  private around(place: ts.Node): ToolSource | undefined {
    const file = place.getSourceFile();
    const found = this.places.find(
      ({ node }) => node.getSourceFile() === file && node.pos <= place.pos && place.end <= node.end,
    )?.tool;
    return found && answering(found, found.tool.name ? undefined : nameAskedAt(this.evaluator, place, undefined));
  }

  private calling(place: ts.Node, depth: number): ToolSource | undefined {
    const fn = outermostFunction(place);
    const name = fn && nameOf(fn);
    if (!fn || name === undefined || depth >= maxCallers) return undefined;
    if (this.known.has(fn)) return this.known.get(fn);
    this.known.set(fn, undefined);
    const found = new Set<ToolSource | undefined>();
    for (const file of this.files) {
      if (!file.text.includes(name)) continue;
      for (const call of callsIn(file).get(name) ?? [])
        if (this.evaluator.expand(call.expression, undefined).some(({ node }) => node === fn))
          found.add(this.toolOf(call, depth + 1));
    }
    const [only, more] = [...found];
    const tool = more === undefined && found.size === 1 ? only : undefined;
    this.known.set(fn, tool);
    return tool;
  }
}

function outermostFunction(place: ts.Node): ts.Node | undefined {
  let found: ts.Node | undefined;
  for (let fn = enclosingFunction(place); fn; fn = enclosingFunction(fn)) found = fn;
  return found;
}

function nameOf(fn: ts.Node): string | undefined {
  if (!isFunction(fn)) return undefined;
  const holder = fn.name ?? (ts.isVariableDeclaration(fn.parent) ? fn.parent.name : undefined);
  return holder && ts.isIdentifier(holder) ? holder.text : undefined;
}
