/** `mcp-lint sites [paths...]`: what each result site delivers to each host. */
import { hosts } from "../delivery/hosts.js";
import { UsageError } from "../errors.js";
import { lint } from "../lint.js";
import { escaped } from "../reporters/escape.js";
import { counted } from "../reporters/report.js";
import { fitting } from "../reporters/width.js";
import type { SiteReport } from "../result.js";
import type { Context } from "./context.js";
import { configFor, filesFor, type Selection } from "./setup.js";

export interface SitesCommand extends Selection {
  readonly tool?: string;
  readonly format?: string;
}

export async function sitesCommand(paths: readonly string[], options: SitesCommand, context: Context): Promise<number> {
  const json = isJson(options.format);
  const config = configFor(context.cwd, options);
  const { sources, errors } = filesFor(context.cwd, paths, config, options.allowEmpty === true);
  const { registrarNeedles } = await import("../model/tools.js");
  const result = await lint(sources, config, { needles: registrarNeedles });
  const sites = result.sites.filter(({ tool }) => options.tool === undefined || tool === options.tool);
  if (options.tool !== undefined && sites.length === 0) {
    const tools = [...new Set(result.sites.flatMap(({ tool }) => tool ?? []))];
    throw new UsageError(
      `no result of a tool \`${options.tool}\`${tools.length ? `; there are ${tools.join(", ")}` : ""}`,
    );
  }
  const failed = [...errors, ...result.errors];
  for (const { file, message } of failed)
    context.note(`${escaped(file ?? "mcp-lint")}: could not check: ${escaped(message)}\n`);
  context.out(json ? `${JSON.stringify({ schemaVersion: 1, sites }, null, 2)}\n` : table(sites, config.hosts, context));
  return failed.length > 0 ? 2 : 0;
}

/** Whether a command's `--format` asks for JSON; there is only that and the text. */
export function isJson(format: string | undefined): boolean {
  if (format !== undefined && format !== "json" && format !== "text")
    throw new UsageError(`unknown format \`${format}\`; there are text, json`);
  return format === "json";
}

function table(sites: readonly SiteReport[], asked: readonly string[], context: Context): string {
  const blocks = sites.map((site) => block(site, asked, context));
  const withView = sites.filter(({ view }) => view).length;
  return `${blocks.join("\n")}${blocks.length ? "\n" : ""}${counted(sites.length, "result site")}, ${withView} with a view\n`;
}

function block(site: SiteReport, asked: readonly string[], { colors, width }: Context): string {
  const lost = site.verdict.startsWith("lost");
  const paint = lost ? colors.red : site.verdict === "unknown" ? colors.yellow : colors.green;
  const about = [
    site.tool ? `tool ${escaped(site.tool)}` : "",
    site.helper ? `through ${escaped(site.helper)}` : "",
    site.isError === true ? "error" : site.isError === "unknown" ? "maybe an error" : "",
  ];
  const heading = `${colors.bold(`${escaped(site.file)}:${site.line}:${site.column}`)}  ${paint(site.verdict)}${about
    .filter((text) => text)
    .map((text) => colors.dim(`  ${text}`))
    .join("")}`;
  const view = site.view
    ? [
        `  view  ${site.view.keys.map(escaped).join(", ")}${site.view.opaque ? `${site.view.keys.length ? ", " : ""}…` : ""}`,
      ]
    : [];
  const text = site.text.map(({ value, kind, covered }) => {
    const mark = covered === true ? "in both" : covered === "unknown" ? "unknown" : site.view ? "text only" : "text";
    return `  ${colors.dim(mark.padEnd(9))}  ${colors.dim(kind.padEnd(11))}  ${fitting(escaped(value), width - 27)}`;
  });
  return `${[heading, ...view, ...text, ...readers(site, asked, colors.dim)].join("\n")}\n`;
}

const readWords = { text: "text", view: "view", both: "both", none: "nothing", unknown: "not known" } as const;

/** Hosts by what their model reads; those that read what there is are only counted. */
function readers({ reads, view }: SiteReport, asked: readonly string[], dim: (text: string) => string): string[] {
  if (!view) return [];
  const ids = hosts.map(({ id }) => id).filter((id) => asked.includes(id));
  return Object.entries(readWords).flatMap(([read, word]) => {
    const here = ids.filter((id) => reads[id] === read);
    if (here.length === 0) return [];
    const names = here.length > 8 ? `${here.slice(0, 6).join(", ")} and ${here.length - 6} more` : here.join(", ");
    return `  ${dim(`read ${word}:`.padEnd(16))} ${names}`;
  });
}
