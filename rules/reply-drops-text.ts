import type { Finding, Rule } from "../src/diagnostic.js";
import type { ReplyHelper, ServerModel } from "../src/model/server-model.js";
import { fitted, hostList, lostOf, naming, wayOut } from "../src/wording.js";

/**
 * One helper builds the results of a server, and one line in it decides whether their text arrives. So there is one
 * finding, at the helper, and none at its calls.
 *
 * Not reported: a helper whose calls hand it nothing that gets lost (the JSON of the view, a label, a text that the view
 * carries). A helper that nobody calls with framing loses nothing.
 */
export const replyDropsText: Rule = {
  id: "reply-drops-text",
  summary: "a reply helper that takes a text and lets only the text block have it",
  severity: "error",
  fixable: "sometimes",
  needles: ["structuredContent"],
  *check(server) {
    for (const helper of server.helpers) {
      const finding = helper.carries === true ? undefined : lossAtHelper(server, helper);
      if (finding) yield finding;
    }
  },
};

function lossAtHelper(server: ServerModel, helper: ReplyHelper): Finding | undefined {
  const { losing } = helper;
  const hosts = [...new Set(losing.flatMap((call) => server.lostOn(call)))];
  const lost = [
    ...new Map(losing.flatMap(lostOf).map((each) => [`${each.at.file}:${each.at.start}:${each.text}`, each])).values(),
  ];
  if (hosts.length === 0 || lost.length === 0) return undefined;
  const mend = helper.mend();
  const calls = losing.length === 1 ? "one call" : `${losing.length} calls`;
  const rest = `, lost on ${hostList(hosts)}; ${wayOut(mend, "let its view carry it")}`;
  return {
    at: helper.at,
    message: fitted(`\`${helper.name}\` drops the text of ${calls}, `, naming(lost), rest),
    lost: lost.map(({ text, kind, at }) => ({ text, kind, at })),
    hosts,
    affects: losing.length,
    related: losing.map(({ at, tool }) => ({
      at,
      message: tool?.name ? `\`${tool.name}\` loses its text here` : "a call that loses its text",
    })),
    ...("fix" in mend ? { fix: mend.fix } : {}),
  };
}
