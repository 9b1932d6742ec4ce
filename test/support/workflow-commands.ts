/** Reads workflow commands as the runner of GitHub Actions does, after its `ActionCommand`: what it would annotate. */

export interface Annotation {
  readonly kind: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

const commands = new Set(["error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "stop-commands"]);

/** The commands of a log, line by line; what is none is left out. */
export const workflowCommands = (log: string): Annotation[] => log.split(/\r?\n/).flatMap(command);

function command(line: string): Annotation[] {
  const text = line.trimStart();
  const end = text.indexOf("::", 2);
  if (!text.startsWith("::") || end < 0) return [];
  const info = text.slice(2, end);
  const space = info.indexOf(" ");
  const kind = space < 0 ? info : info.slice(0, space);
  if (!commands.has(kind)) return [];
  const listed = space < 0 ? "" : info.slice(space + 1).trim();
  const pairs = listed.split(",").flatMap((property) => {
    const at = property.indexOf("=");
    return at > 0 && at < property.length - 1
      ? [[property.slice(0, at), unescaped(property.slice(at + 1), true)] as const]
      : [];
  });
  return [{ kind, properties: Object.fromEntries(pairs), message: unescaped(text.slice(end + 2), false) }];
}

function unescaped(text: string, isProperty: boolean): string {
  const lines = text.replaceAll("%0D", "\r").replaceAll("%0A", "\n");
  const inner = isProperty ? lines.replaceAll("%3A", ":").replaceAll("%2C", ",") : lines;
  return inner.replaceAll("%25", "%");
}
