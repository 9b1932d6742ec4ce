/** A stream of bytes as lines, in constant memory: no more is held than the line that is being read. */

export interface Line {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
  /** Whether a line break ends it. The last line of a run that was cut off has none. */
  readonly ended: boolean;
}

/** The longest line that is read. Codex caps an event at 1 MiB, Claude Code a result at 500,000 characters. */
export const longestLine = 64 * 1024 * 1024;

export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** The lines of UTF-8, or of the UTF-16 that a redirect of Windows PowerShell writes. What is too long is left out. */
export async function* linesIn(chunks: Chunks, longest = longestLine): AsyncGenerator<Line> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let parts: string[] = [];
  let length = 0;
  let number = 1;
  const hold = (part: string) => {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  };
  const line = (ended: boolean): Line[] =>
    length > longest ? [] : [{ text: parts.join("").replace(/\r$/, ""), number, ended }];

  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (typeof chunk !== "string") decoder ??= new TextDecoder(encodingOf(chunk));
    const text = typeof chunk === "string" ? chunk : (decoder?.decode(chunk, { stream: true }) ?? "");
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      hold(text.slice(from, end));
      yield* line(true);
      parts = [];
      length = 0;
      number++;
      from = end + 1;
    }
    if (from < text.length) hold(text.slice(from));
  }
  if (length > 0) yield* line(false);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
