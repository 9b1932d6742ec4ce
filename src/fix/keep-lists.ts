/** The mend of a filter that drops lists: it goes, and the note keeps every line. */
import type { SourceFilter } from "../model/list-filters.js";
import type { Mend } from "../model/server-model.js";
import { removeBetween } from "./source-text.js";

/** Unsafe: lines that the view says already then reach the model twice. */
export function mendFilter({ node, receiver }: SourceFilter): Mend {
  if (!receiver) return { why: "drop only the lines that the view carries" };
  const edit = removeBetween(receiver.getEnd(), node);
  if (!edit) return { why: "take the filter out by hand; a comment stands in it" };
  return { fix: { title: "keep the bulleted lines", safety: "unsafe", edits: [edit] } };
}
