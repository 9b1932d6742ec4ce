import type { Rule } from "../src/diagnostic.js";
import { wayOut } from "../src/wording.js";

/**
 * A note that leaves out what the view says already is short; one that leaves out every bulleted line is wrong as soon
 * as one list stands in the text alone: channel ids, terms, next steps.
 *
 * Not reported: a filter that asks for more than the bullet (a date, an url, a quoted text): it knows the lines that it
 * drops. Nor a filter whose answer reaches no view.
 */
export const noteDropsLists: Rule = {
  id: "note-drops-lists",
  summary: "a note filter that drops every bulleted line, whether or not the view carries it",
  severity: "warning",
  fixable: "sometimes",
  needles: ["structuredContent"],
  *check({ bulletFilters }) {
    for (const { at, name, mend: mending } of bulletFilters) {
      const mend = mending();
      yield {
        at,
        message: `${name ? `\`${name}\`` : "the note"} drops every bulleted line, also of lists that the view lacks; ${wayOut(mend, "keep them, or drop only what the view says")}`,
        ...("fix" in mend ? { fix: mend.fix } : {}),
      };
    }
  },
};
