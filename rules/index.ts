import type { Rule } from "../src/diagnostic.js";
import { caughtErrorWithoutIsError } from "./caught-error-without-is-error.js";
import { dataOnlyInStructured } from "./data-only-in-structured.js";
import { errorOnlyInText } from "./error-only-in-text.js";
import { instructionOnlyInText } from "./instruction-only-in-text.js";
import { keyMissingFromOutputSchema } from "./key-missing-from-output-schema.js";
import { leadOnlyInText } from "./lead-only-in-text.js";
import { noteDropsLists } from "./note-drops-lists.js";
import { replyDropsText } from "./reply-drops-text.js";
import { resultBypassesReply } from "./result-bypasses-reply.js";
import { strippedToolPrefix } from "./stripped-tool-prefix.js";
import { structuredContentMissing } from "./structured-content-missing.js";
import { structuredErrorBreaksOutputSchema } from "./structured-error-breaks-output-schema.js";

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  caughtErrorWithoutIsError,
  dataOnlyInStructured,
  errorOnlyInText,
  instructionOnlyInText,
  keyMissingFromOutputSchema,
  leadOnlyInText,
  noteDropsLists,
  replyDropsText,
  resultBypassesReply,
  strippedToolPrefix,
  structuredContentMissing,
  structuredErrorBreaksOutputSchema,
];
