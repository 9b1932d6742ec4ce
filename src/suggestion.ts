import { distance } from "fastest-levenshtein";

/** The name that a wrong one is near to, undefined where there is none; `of` names what each of the names stands for. */
export function nearest(wrong: string, names: readonly string[], of: readonly string[] = names): string | undefined {
  const [best] = names.map((name, at) => ({ at, far: distance(wrong, name) })).sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(2, wrong.length / 3) && best.far < wrong.length ? of[best.at] : undefined;
}

/** `, did you mean \`x\`?`, or nothing where no name is near. */
export function suggestion(wrong: string, names: readonly string[]): string {
  const name = nearest(wrong, names);
  return name === undefined ? "" : `, did you mean \`${name}\`?`;
}
