/** `mcp-lint sites [paths...]`: what each result site delivers to each host. */
import { suggestion } from "../config.js";
import { UsageError } from "../errors.js";
import { lint } from "../lint.js";
import { registrarNeedles } from "../model/needles.js";
import { escaped, jsonText } from "../reporters/escape.js";
import { sitesTable } from "../reporters/sites.js";
import type { SiteReport } from "../result.js";
import { siteCost } from "../site-cost.js";
import type { Context } from "./context.js";
import { isJson } from "./format.js";
import { reportRequest } from "./manifest.js";
import { configFor, filesFor, type Selection } from "./setup.js";

export interface SitesCommand extends Selection {
  readonly tool?: string;
  readonly format?: string;
  readonly cost?: boolean;
}

/** Runs it and answers with the exit status: 0, or 2 where something could not be checked. Throws a UsageError. */
export async function sitesCommand(paths: readonly string[], options: SitesCommand, context: Context): Promise<number> {
  const json = isJson(options.format);
  const config = configFor(context.cwd, options);
  const { sources, errors, ...narrow } = filesFor(context.cwd, paths, config, options.allowEmpty === true);
  const result = await lint(sources, config, { needles: registrarNeedles, ...narrow });
  const failed = [...errors, ...result.errors];
  for (const { file, message } of failed)
    context.note(`${escaped(file ?? "mcp-lint")}: could not check: ${escaped(message)}\n`);
  context.note(reportRequest(failed));
  const sites = options.tool === undefined ? result.sites : ofTool(result.sites, options.tool);
  const listed = options.cost ? sites.map((site) => ({ ...site, cost: siteCost(site) })) : sites;
  context.out(json ? jsonText({ schemaVersion: 1, sites: listed }) : sitesTable(listed, config.hosts, context));
  return failed.length > 0 ? 2 : 0;
}

function ofTool(sites: readonly SiteReport[], name: string): readonly SiteReport[] {
  const found = sites.filter(({ tool }) => tool === name);
  if (found.length > 0) return found;
  const tools = [...new Set(sites.flatMap(({ tool }) => tool ?? []))];
  const known = tools.length > 0 ? `; there are ${tools.join(", ")}` : "";
  throw new UsageError(`no result of a tool \`${name}\`${suggestion(name, tools) || known}`);
}
