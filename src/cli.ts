#!/usr/bin/env node
/** The command line. Each command is loaded when it is called, so that `--version` costs nothing. */
import { Command, CommanderError, Option } from "commander";
import { type Context, processContext } from "./commands/context.js";
import { manifest } from "./commands/manifest.js";
import { UsageError, WriteError } from "./errors.js";
import { escaped } from "./reporters/escape.js";

const examplesAndExits = `
Examples:
  mcp-lint                           lint this folder
  mcp-lint --fix --dry-run           show the safe fixes as a diff
  mcp-lint --fix src/server.ts       write those of one file
  mcp-lint --host codex,vscode       judge by these two hosts
  mcp-lint --format json=lint.json   a report to a file

Exit status:
  0  clean, or only warnings
  1  errors are left, more warnings than allowed, or pending fixes in a dry run
  2  something could not be checked, or bad usage`;

function commandLine(): Command {
  const program = new Command("mcp-lint")
    .description("Finds what an MCP server says in the text of its tool results and its model never reads.")
    .version(manifest().version)
    .argument("[paths...]", "files and folders to lint (default: .)")
    .option("--fix", "apply the safe fixes")
    .option("--fix-unsafe", "apply the safe and the unsafe fixes")
    .option("--dry-run", "with either: write nothing, show the patch")
    .addOption(
      repeatable(
        "--format <name[=file]>",
        "pretty, line, json, github, sarif, gitlab, junit, rdjson or markdown; repeatable",
      ),
    )
    .addOption(repeatable("--rule <id=severity>", "error, warning or off; repeatable"))
    .option("--host <ids>", "judge by these hosts only, separated by commas; opencode@2026-06-20: as it was")
    .option("--config <file>", "use this config file")
    .addOption(new Option("--print-config", "print the config and exit").conflicts(["fix", "fixUnsafe", "dryRun"]))
    .option("--baseline <file>", "pass over the findings that it lists (default: the nearest mcp-lint-baseline.json)")
    .option("--no-baseline", "pass over none")
    .addOption(
      new Option("--update-baseline", "write all findings to the baseline").conflicts(["dryRun", "stdinFilename"]),
    )
    .addOption(
      new Option(
        "--changed [=ref]",
        "speak of the files alone that changed since the merge base with a branch",
      ).conflicts(["staged", "updateBaseline", "stdinFilename"]),
    )
    .addOption(
      new Option("--staged", "speak of the staged files alone, as they are staged").conflicts([
        "updateBaseline",
        "stdinFilename",
      ]),
    )
    .option("--quiet", "report errors only")
    .option("--max-warnings <n>", "exit 1 on more warnings than that")
    .addOption(
      new Option("--stdin-filename <path>", "lint stdin as this file; a fix prints its new text").conflicts("dryRun"),
    )
    .option("--allow-empty", "let a run that finds no file pass")
    .option("--stats", "tell on stderr what the run cost")
    .option("--no-color", "no colours, as with NO_COLOR")
    .addHelpText("after", examplesAndExits)
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`mcp-lint: ${inOneLine(text)}\n`) })
    .hook("preSubcommand", (_, command) => refuseOptionsBefore(command))
    .action(async (paths: string[], options) => {
      const { lintCommand } = await import("./commands/lint.js");
      process.exitCode = await lintCommand(paths, options, context(options));
    });
  const context = ({ color }: { color: boolean }): Context =>
    processContext({ color: color && program.opts().color !== false });
  const command = (name: string, description: string) =>
    program.command(name).description(description).option("--no-color", "no colours, as with NO_COLOR");

  command("sites", "what each result site delivers to each host")
    .argument("[paths...]", "files and folders (default: .)")
    .option("--tool <name>", "results of this tool only")
    .option("--cost", "what their text weighs, as far as the source tells")
    .option("--host <ids>", "these hosts only, separated by commas")
    .option("--config <file>", "use this config file")
    .option("--format <name>", "text or json")
    .option("--allow-empty", "let a run that finds no file pass")
    .action(async (paths: string[], options) => {
      const { sitesCommand } = await import("./commands/sites.js");
      process.exitCode = await sitesCommand(paths, options, context(options));
    });
  command("stream", "what the model read in a recorded run of Claude Code, Codex or Gemini CLI")
    .argument("<file>", "its raw stream; - for stdin")
    .addOption(repeatable("--expect <[tool=]text>", "words that have to arrive; repeatable"))
    .addOption(repeatable("--rules-from <paths>", "the server's source: its rules have to arrive"))
    .option("--server <name>", "calls of this MCP server only")
    .option("--strict", "fail on any refused call, also one that was made right")
    .option("--cost", "characters and tokens of text, view and note by tool")
    .option("--config <file>", "use this config file")
    .option("--format <name>", "text or json")
    .action(async (file: string, options) => {
      const { streamCommand } = await import("./commands/stream.js");
      process.exitCode = await streamCommand(file, options, context(options));
    });
  command("rules", "the rules")
    .option("--format <name>", "text or json")
    .action(async (options) => {
      const { rulesCommand } = await import("./commands/rules.js");
      const { isJson } = await import("./commands/format.js");
      rulesCommand(isJson(options.format), context(options));
    });
  command("explain", "a rule's page")
    .argument("<rule>", "its id")
    .action(async (id: string, options) => {
      const { explainCommand } = await import("./commands/explain.js");
      explainCommand(id, context(options));
    });
  command("hosts", "what each host hands to its model; with an id, how we know")
    .argument("[id]", "a host, or as it was: opencode@2026-06-20")
    .option("--format <name>", "text or json")
    .action(async (id: string | undefined, options) => {
      const { hostPage, hostsJson, hostsTable } = await import("./commands/hosts.js");
      const { hostNamed } = await import("./commands/setup.js");
      const { isJson } = await import("./commands/format.js");
      const { jsonText } = await import("./reporters/escape.js");
      const { out, colors, width } = context(options);
      const one = id === undefined ? undefined : hostNamed(id);
      if (isJson(options.format)) out(jsonText(hostsJson(one && [one])));
      else out(`${one ? hostPage(one) : hostsTable({ colors, width })}\n`);
    });
  command("schema", "the JSON schema of the config, or of --format json")
    .argument("[which]", "config or output", "config")
    .action(async (which: string, options) => {
      const { schemaCommand } = await import("./commands/schema.js");
      schemaCommand(which, context(options));
    });
  command("init", "a config, a CI job and an editor task; asks on a terminal, overwrites nothing")
    .option("--helper", "lay in a reply helper")
    .option("--no-helper", "lay in none")
    .option("--ci", "write a CI job")
    .option("--no-ci", "write none")
    .option("--editor", "write a task for VS Code")
    .option("--no-editor", "write none")
    .action(async (options) => {
      const { initCommand } = await import("./commands/init.js");
      process.exitCode = await initCommand(options, context(options));
    });
  return program;
}

const repeatable = (flags: string, description: string) =>
  new Option(flags, description).argParser((value: string, before: readonly string[] = []) => [...before, value]);

/** An option of the linter before a command would be lost without a word. */
function refuseOptionsBefore(command: Command): void {
  const { parent } = command;
  const early = parent?.options.find(
    (option) => option.attributeName() !== "color" && parent.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (!early) return;
  const taken = command.options.some(({ long }) => long === early.long);
  throw new UsageError(
    `\`${early.long}\` ${taken ? `belongs after \`${command.name()}\`` : `does not go with \`${command.name()}\``}`,
  );
}

/** `error: unknown option '--fx'⏎(Did you mean --fix?)` → "unknown option `--fx`, did you mean `--fix`?" */
function inOneLine(text: string): string {
  const [first = "", more] = text.trimEnd().split("\n(Did you mean ");
  const near = more ? `, did you mean \`${more.replace(/^one of /, "").replace(/\?\)$/, "")}\`?` : "";
  return escaped(`${first.replace(/^error: /, "").replaceAll("'", "`")}${near}`);
}

/** A reader that has seen enough (`| head`) is no error: the rest goes nowhere, the exit status stays right. */
function outliveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
}

/** Tells what went wrong and answers with the exit status. What nobody foresaw asks for a report. */
function told(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const known = error instanceof UsageError || error instanceof WriteError;
  const lines = (known ? error.message : crash(error)).split("\n").map(escaped);
  process.stderr.write(lines.map((line) => `${known ? "mcp-lint: " : ""}${line}\n`).join(""));
  return 2;
}

function crash(error: unknown): string {
  const { version, homepage } = manifest();
  const stack = error instanceof Error ? error.stack : String(error);
  return `mcp-lint ${version} crashed; please report this at ${homepage}/issues\n${stack}`;
}

outliveClosedPipes();
try {
  await commandLine().parseAsync(process.argv.map((each) => (each === "--changed" ? "--changed=" : each)));
} catch (error) {
  process.exitCode = told(error);
}
