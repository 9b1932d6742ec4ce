/** Random inputs are the same in every run, so that nothing fails by luck: `MCP_LINT_SEED=7 npx vitest run` tries others. */
import fc from "fast-check";

const given = process.env.MCP_LINT_SEED;
if (given !== undefined && !/^-?\d+$/.test(given)) throw new Error(`MCP_LINT_SEED takes a whole number, not ${given}`);

// What fails prints its seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given ?? 20_251_204) });
