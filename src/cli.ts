#!/usr/bin/env node
/** The command line. Each command is loaded when it is called, so that `--version` costs nothing. */
import { Command, CommanderError, Option } from "commander";
import { type Context, processContext } from "./commands/context.js";
import { manifest } from "./commands/manifest.js";
import { UsageError } from "./errors.js";
import { WriteError } from "./fix/file-layer.js";

const repeated = (value: string, before: readonly string[] = []) => [...before, value];

function commandLine(): Command {
  const program = new Command("mcp-lint")
    .description("Finds what an MCP server says in the text of its tool results and its model never reads.")
    .version(manifest().version)
    .argument("[paths...]", "files and folders to lint", [])
    .option("--fix", "apply the safe fixes")
    .option("--fix-unsafe", "apply the safe and the unsafe fixes")
    .option("--dry-run", "with either: write nothing, show the patch")
    .addOption(new Option("--format <name[=file]>", "pretty, line or json; repeatable").argParser(repeated))
    .addOption(new Option("--rule <id=severity>", "error, warning or off; repeatable").argParser(repeated))
    .option("--host <ids>", "judge by these hosts only, separated by commas")
    .option("--config <file>", "use this config file")
    .option("--print-config", "print the config and exit")
    .option("--quiet", "report errors only")
    .option("--max-warnings <n>", "exit 1 on more warnings than that")
    .option("--allow-empty", "let a run that finds no file pass")
    .option("--no-color", "no colours, as with NO_COLOR")
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      "\nExit status: 0 clean or only warnings, 1 errors (or too many warnings, or pending fixes), 2 could not check.",
    )
    .action(async (paths: string[], options) => {
      const { lintCommand } = await import("./commands/lint.js");
      process.exitCode = await lintCommand(paths, options, context());
    });
  const context = (): Context => processContext(program.opts().color === false);

  program
    .command("sites")
    .description("what each result site delivers to each host")
    .argument("[paths...]", "files and folders", [])
    .option("--tool <name>", "results of this tool only")
    .option("--host <ids>", "these hosts only, separated by commas")
    .option("--config <file>", "use this config file")
    .option("--format <name>", "text or json")
    .option("--allow-empty", "let a run that finds no file pass")
    .action(async (paths: string[], options) => {
      const { sitesCommand } = await import("./commands/sites.js");
      process.exitCode = await sitesCommand(paths, options, context());
    });
  program
    .command("rules")
    .description("the rules")
    .option("--format <name>", "text or json")
    .action(async ({ format }) => {
      const [{ rulesCommand }, { isJson }] = await Promise.all([
        import("./commands/rules.js"),
        import("./commands/sites.js"),
      ]);
      rulesCommand(isJson(format), context());
    });
  program
    .command("explain")
    .description("a rule's page")
    .argument("<rule>", "its id")
    .action(async (id: string) => {
      const { explainCommand } = await import("./commands/rules.js");
      explainCommand(id, context());
    });
  program
    .command("hosts")
    .description("what each host hands to its model; with an id, how we know")
    .argument("[id]", "a host")
    .option("--format <name>", "text or json")
    .action(async (id: string | undefined, { format }) => {
      const [{ hostPage, hostsJson, hostsTable }, { hostNamed }, { isJson }] = await Promise.all([
        import("./commands/hosts.js"),
        import("./commands/setup.js"),
        import("./commands/sites.js"),
      ]);
      const { out, colors } = context();
      const one = id === undefined ? undefined : hostNamed(id);
      if (isJson(format)) out(`${JSON.stringify(hostsJson(one && [one]), null, 2)}\n`);
      else out(`${one ? hostPage(one) : hostsTable({ colors })}\n`);
    });
  for (const command of [program, ...program.commands]) command.exitOverride();
  return program;
}

/** A reader that has seen enough (`| head`) is no error. */
function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
}

async function main(): Promise<void> {
  endQuietlyOnClosedPipe();
  // Files are written in one synchronous step, so an interrupt comes before it or after it.
  process.on("SIGINT", () => process.exit(130));
  try {
    await commandLine().parseAsync();
  } catch (error) {
    process.exitCode = told(error);
  }
}

/** Tells what went wrong and answers with the exit status. What nobody foresaw asks for a report. */
function told(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const known = error instanceof UsageError || error instanceof WriteError;
  const text = known
    ? error.message.replace(/^/gm, "mcp-lint: ")
    : `mcp-lint ${manifest().version} crashed; please report this:\n${error instanceof Error ? error.stack : String(error)}`;
  process.stderr.write(`${text}\n`);
  return 2;
}

await main();
