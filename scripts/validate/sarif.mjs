/** Microsoft's own: the JSON schema, and the multitool's rules for SARIF and for what GitHub ingests. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";

const tool = fileURLToPath(new URL("node_modules/@microsoft/sarif-multitool-linux/", import.meta.url));
const schema = JSON.parse(readFileSync(join(tool, "sarif-2.1.0.json"), "utf8"));
const isSarif = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

/** What is wrong with a log, a line each. */
export function sarifFaults(text, { folder }) {
  const faults = isSarif(JSON.parse(text))
    ? []
    : isSarif.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  const [log, answer] = [join(folder, "log.sarif"), join(folder, "answer.sarif")];
  writeFileSync(log, text);
  const binary = join(tool, "Sarif.Multitool");
  chmodSync(binary, 0o755);
  // It ends with 0 whatever it finds, and a shell would part the kinds at their semicolon.
  execFileSync(binary, ["validate", log, "--output", answer, "--rule-kind", "Sarif;Ghas", "--log", "ForceOverwrite"], {
    env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" },
  });
  const { runs } = JSON.parse(readFileSync(answer, "utf8"));
  const found = runs.flatMap(({ results }) => results);
  return [
    ...faults,
    ...found.map(({ ruleId, level, message }) => `${ruleId} ${level ?? "warning"} ${JSON.stringify(message)}`),
  ];
}
