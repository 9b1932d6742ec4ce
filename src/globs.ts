/** The globs of a config: `src/legacy` and `src/legacy/` name a folder with all that is in it. */
import picomatch from "picomatch";

/** Whether a path with forward slashes matches one of the globs, or lies in a folder that does. */
export function matcherOf(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  return picomatch(
    globs.map(plain).flatMap((glob) => [glob, `${glob}/**`]),
    { dot: true },
  );
}

/** Whether something below a folder can match one of the globs. */
export function reachOf(globs: readonly string[]): (folder: string) => boolean {
  const bases = globs.map((glob) => picomatch.scan(plain(glob)).base);
  return (folder) =>
    bases.some((base) => base === "" || `${base}/`.startsWith(`${folder}/`) || folder.startsWith(`${base}/`));
}

const plain = (glob: string) => glob.replace(/^(?:\.(?:\/|$))+/, "").replace(/\/+$/, "") || "**";
