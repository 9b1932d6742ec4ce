/** The schema of reviewdog's format. */
import { RDFormatValidator } from "@umbrelladocs/rdformat-validator";

const validator = new RDFormatValidator({ strictMode: true, allowExtraFields: false });

export async function rdjsonFaults(text) {
  const { errors, warnings = [] } = await validator.validateString(text);
  // Its one warning about a clean run is that it is one.
  const unusual = JSON.parse(text).diagnostics.length > 0 ? warnings : [];
  return [...errors, ...unusual].map(({ path, message }) => `${path} ${message}`);
}
