/** Asks values of unknown shape; what is not there, or of another type, is undefined. */

export type Shape = Readonly<Record<string, unknown>>;

export const asRecord = (value: unknown): Shape | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Shape) : undefined;

export const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const records = (value: unknown): readonly Shape[] =>
  asList(value).flatMap((each) => {
    const record = asRecord(each);
    return record ? [record] : [];
  });

export const texts = (value: unknown): readonly string[] => asList(value).filter((each) => typeof each === "string");

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The record that a text is the JSON of, as every view is one. Cheap where the text is prose. */
export const recordIn = (text: string): Shape | undefined => (/^\s*\{/.test(text) ? asRecord(parsed(text)) : undefined);
