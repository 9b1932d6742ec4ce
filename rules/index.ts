import type { Rule } from "../src/diagnostic.js";
import { instructionOnlyInText } from "./instruction-only-in-text.js";
import { leadOnlyInText } from "./lead-only-in-text.js";
import { noteDropsLists } from "./note-drops-lists.js";
import { replyDropsText } from "./reply-drops-text.js";
import { resultBypassesReply } from "./result-bypasses-reply.js";
import { strippedToolPrefix } from "./stripped-tool-prefix.js";

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  instructionOnlyInText,
  leadOnlyInText,
  noteDropsLists,
  replyDropsText,
  resultBypassesReply,
  strippedToolPrefix,
];
