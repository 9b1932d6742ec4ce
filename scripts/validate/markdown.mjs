/** Rendered with GitHub's extensions, a report holds the table and nothing that a linted file could have brought in. */
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

const ours = /^<\/?(?:h3|table|thead|tbody|tr|th|td|code|br|p)>$/;
const page = /^<a href="https:\/\/github\.com\/mcp-lint\/mcp-lint[\w/.-]*">$|^<\/a>$/;

export function markdownFaults(text, { reports }) {
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
  const foreign = (html.match(/<[^>]*>/g) ?? []).filter((tag) => !ours.test(tag) && !page.test(tag));
  const json = JSON.parse(reports.json);
  const wanted = json.diagnostics.length + json.errors.length;
  const rows = (html.match(/<tr>/g) ?? []).length - (wanted > 0 ? 1 : 0);
  const cells = (html.match(/<td>/g) ?? []).length;
  // Within code GitHub calls nobody.
  const mentions = html.replace(/<code>.*?<\/code>/g, "").match(/(?<!\w)[@#](?=\w)/g) ?? [];
  return [
    ...foreign.map((tag) => `a tag that is not ours: ${tag}`),
    ...(rows === wanted && cells === 4 * wanted ? [] : [`${rows} rows with ${cells} cells for ${wanted} findings`]),
    ...(mentions.length > 0 ? ["someone or something is called by name"] : []),
    ...(Buffer.byteLength(text) < 1 << 20 ? [] : ["too long for a job summary"]),
  ];
}
