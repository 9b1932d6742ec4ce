/** Tool names as hosts show them to their models, and the bare names within. */
import type { Call } from "./call.js";

/** Whether a name carries the prefix of an MCP tool: `mcp__server__tool` (Claude Code), `mcp_server_tool` (Gemini CLI). */
export const isMcpName = (name: string): boolean => name.startsWith("mcp_");

/** A server's name as it stands in the names of its tools. */
export const inToolName = (server: string): string => server.replace(/[^A-Za-z0-9_-]/g, "_");

/** Whether a host's name is that of this tool. Where `_` stands between server and tool, nobody knows how much is which. */
export const isNamed = (name: string, tool: string): boolean =>
  name === tool || name.endsWith(`__${tool}`) || (/^mcp_[^_]/.test(name) && name.endsWith(`_${tool}`));

export const bareName = (name: string): string => name.replace(/^mcp__.+?__|^mcp_[^_]+_/, "");

/** The call as one of this server's; undefined where it is another's. A refused bare name may have been meant for it. */
export function ofServer(call: Call, server: string): Call | undefined {
  if (call.server === server || call.server === inToolName(server)) return call;
  const prefix = `mcp_${server}_`;
  if (call.name.startsWith(prefix)) return { ...call, server, tool: call.name.slice(prefix.length) };
  return call.server === null ? call : undefined;
}
