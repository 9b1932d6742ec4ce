import { distance } from "fastest-levenshtein";

/** `, did you mean \`x\`?`, or nothing where no name is near. */
export function suggestion(wrong: string, names: readonly string[]): string {
  const [best] = names.map((name) => ({ name, far: distance(wrong, name) })).sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(2, wrong.length / 3) && best.far < wrong.length
    ? `, did you mean \`${best.name}\`?`
    : "";
}
