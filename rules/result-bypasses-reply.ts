import type { Rule } from "../src/diagnostic.js";
import type { Mend, ReplyHelper, ResultSite, ServerModel } from "../src/model/server-model.js";
import { wayOut } from "../src/wording.js";

/**
 * A server with a reply helper that carries has one place where delivery is decided; a result that is built beside it
 * escapes every later mend. The guard of a unit suite, as a rule.
 *
 * Silent where nothing can get lost (the text is the JSON of the view or stands in it), unless the config is strict, and
 * in a package that builds most of its results inline: there the helper is not the way, and saying so would be noise.
 */
export const resultBypassesReply: Rule = {
  id: "result-bypasses-reply",
  summary: "a result with a view that is built inline although its package has a reply helper that carries",
  severity: "warning",
  fixable: "sometimes",
  needles: ["structuredContent"],
  *check(server) {
    for (const site of server.results) {
      if (site.built !== "inline" || !site.view || site.isError === true) continue;
      const helper = helperFor(server, site);
      if (!helper || !(server.strict || (canLose(site) && isTheWay(server, helper)))) continue;
      const mend = site.mend();
      yield {
        at: site.at,
        message: `built past \`${helper.name}\`, so nothing carries its text into the view; ${wayOut(mend, goesThrough(mend, helper) ? `return \`${helper.name}(…)\` instead` : "carry it in the view")}`,
        ...(site.tool?.name ? { tool: site.tool.name } : {}),
        ...(server.configuredHelper ? { severity: "error" as const } : {}),
        related: [{ at: helper.at, message: `\`${helper.name}\` stands here` }],
        ...("fix" in mend ? { fix: mend.fix } : {}),
      };
    }
  },
};

function helperFor(server: ServerModel, site: ResultSite): ReplyHelper | undefined {
  const here = server.packageOf(site.at.file);
  const carrying = server.helpers.filter(
    (helper) => helper.carries === true && helper.takesView && helper.package === here,
  );
  return (
    carrying.find(({ name }) => name === server.configuredHelper) ??
    carrying.sort((a, b) => b.calls.length - a.calls.length)[0]
  );
}

/** A helper that adds something of its own gives another result: then the text goes into the view where it is. */
const goesThrough = (mend: Mend, { name }: ReplyHelper) => "fix" in mend && mend.fix.title.includes(`\`${name}(`);

const canLose = ({ verdict }: ResultSite) => !["serialised", "covered", "no-text", "no-view"].includes(verdict);

/** Whether a package sends most of its results through its helper, of those that can lose their text. */
function isTheWay(server: ServerModel, helper: ReplyHelper): boolean {
  if (server.configuredHelper === helper.name) return true;
  const past = server.results.filter(
    (site) =>
      site.built === "inline" &&
      site.isError !== true &&
      canLose(site) &&
      server.packageOf(site.at.file) === helper.package,
  );
  return helper.calls.length > past.length;
}
