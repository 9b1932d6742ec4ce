/**
 * The hosts that we know, and what each hands to its model: data alone. A cell is known only where its evidence says so;
 * whatever nobody has read, measured or documented is `"unknown"`, and never counts as lost.
 */

/**
 * Which channel wins on success. `content-preferred`: the view only where the content is empty. `structured-replaces-text`
 * keeps images and other blocks beside the view, `structured-replaces-all` drops them too.
 */
export type HostClass =
  | "structured-replaces-text"
  | "structured-replaces-all"
  | "content-only"
  | "content-preferred"
  | "both"
  | "other";

/** Whether the model sees it. */
export type Cell = boolean | "unknown";

/** What the model sees of a result that has both channels, and of a view that stands alone. */
export interface Cells {
  readonly text: Cell;
  readonly view: Cell;
  readonly viewAlone: Cell;
}

export interface Matrix {
  /** `image`: an image block beside a view. */
  readonly success: Cells & { readonly image: Cell };
  readonly error: Cells;
  /** `_meta` of an ordinary result. */
  readonly meta: Cell;
}

/** What the model is handed, in words; what is left out is not known. */
export interface Behaviour {
  readonly textOnly: string;
  readonly both: string;
  readonly viewOnly: string;
  readonly onError?: string;
  /** Images, audio, resources and links. */
  readonly otherBlocks?: string;
  /** Whether the client checks a view against the tool's `outputSchema`. */
  readonly outputSchema?: string;
  readonly limits?: string;
  /** What earlier versions did, where no day or version is known: else it stands in the history. */
  readonly before?: string;
  readonly caveat?: string;
}

/** `at`: a thread (`owner/repo#1`), a file of the host's source at the commit in `seen`, or a document. */
export interface Evidence {
  readonly at: string;
  readonly says: string;
}

/** Best first: read in the host's source, measured, written by its makers, told in a thread, told in contradicting ways. */
export type Confidence = "source" | "measured" | "documented" | "reported" | "conflicting";

export interface HostFacts {
  readonly name: string;
  /** The repository, or `closed` and where it is talked about. */
  readonly source: string;
  /** The commit, version or date that was looked at. Some are of a fork, and none may be the newest. */
  readonly seen: string;
  readonly class: HostClass;
  readonly matrix: Matrix;
  /** How the model sees a tool's name. */
  readonly toolNames: string;
  readonly behaviour: Behaviour;
  readonly evidence: readonly [Evidence, ...Evidence[]];
  readonly confidence: Confidence;
}

/** Keeps the keys as a union of ids, so that an id is written once. */
const table = <Id extends string>(rows: Readonly<Record<Id, HostFacts>>) => rows;

/** In the order in which hosts are listed everywhere. */
export const hostTable = table({
  "claude-code": {
    name: "Claude Code (CLI, Agent SDK)",
    source: "closed; threads and changelog of anthropics/claude-code",
    seen: "2.1.280; changelog at 5cfc0a1905ce",
    class: "structured-replaces-text",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: true },
      error: { text: true, view: false, viewAlone: "unknown" },
      meta: false,
    },
    toolNames:
      "mcp__<server>__<tool>; server characters outside [A-Za-z0-9_-] become _; mcp__plugin_<plugin>_<server>__<tool> for plugins; over 128 characters reportedly left out",
    behaviour: {
      textOnly: "the content blocks as they are",
      both: "text blocks go, compact JSON of the view takes their place, with or without an `outputSchema`",
      viewOnly: "JSON of the view (follows from the same rule, not measured apart)",
      onError:
        "the other way round: the view is dropped, the text arrives; old versions kept the first block only (#1804, #39976)",
      otherBlocks: "images stay beside the JSON since 2.1.128; resources and links beside a view: not verified",
      outputSchema:
        "checked by the TypeScript SDK client (remnote-mcp-server#7, obsidian-mcp-server#108, claude-code#76257)",
      limits:
        "25,000 tokens (`MAX_MCP_OUTPUT_TOKENS`), then a file; over 50,000 characters a 2 KB preview, raised by the tool's `_meta` key `anthropic/maxResultSizeChars` to at most 500,000",
      caveat: "servers made with the Python Agent SDK's `create_sdk_mcp_server` can't send a view at all",
    },
    evidence: [
      {
        at: "anthropics/claude-code#79944",
        says: "measured on 2.1.280: the text is gone, also from the stream-json transcript",
      },
      {
        at: "anthropics/claude-code#86032",
        says: "measured on 2.1.260: on `isError` the view is dropped and the text arrives",
      },
      { at: "anthropics/claude-code#54737", says: "images beside a view were dropped from 2.0.21 to 2.1.127" },
      { at: "anthropics/claude-code#9962, #55677, #59480", says: "independent reports of lost text" },
      { at: "anthropics/claude-code#45575", says: "says that only the display loses it; #79944 contradicts that" },
      {
        at: "anthropics/claude-code CHANGELOG.md",
        says: "2.0.21 reads views; 2.1.128 keeps images; 2.1.144 saves odd images to disk",
      },
      { at: "anthropics/claude-agent-sdk-python e8bde60164f9 tests/test_mcp_large_output.py", says: "the size limits" },
      {
        at: "anthropics/claude-agent-sdk-python e8bde60164f9 __init__.py",
        says: "in-process servers pass on content and `isError` only",
      },
    ],
    confidence: "measured",
  },
  "claude-desktop": {
    name: "Claude Desktop, claude.ai",
    source: "closed",
    seen: "threads of 2025 and 2026",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    toolNames: "unknown; the app shows <server>:<tool>",
    behaviour: {
      textOnly: "the text",
      both: "the text; the view is ignored",
      viewOnly: "nothing",
      otherBlocks: "images reported as missing or replaced by a placeholder; claude-code#54737 says they arrive",
      outputSchema: "unknown; neomjs/neo#9837 calls it lenient",
      caveat: "builds may differ: measure yours",
    },
    evidence: [
      { at: "blockscout/mcp-server#324", says: "text read, view ignored" },
      { at: "action_mcp#181", says: "a view with `content: []` looks empty" },
      { at: "anthropics/claude-code#55677", says: "a result whose text Claude Code loses works on claude.ai" },
      {
        at: "anthropics/claude-ai-mcp#643, #731, #969, #238",
        says: "images not delivered in the same turn; #969: placeholder text instead",
      },
    ],
    confidence: "reported",
  },
  codex: {
    name: "OpenAI Codex (CLI, app)",
    source: "openai/codex",
    seen: "tools.rs 00a35b1bf775, handlers/mcp.rs 1dfb3660f530; models.rs at a commit not known",
    class: "structured-replaces-all",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: false },
      error: { text: false, view: true, viewAlone: true },
      meta: false,
    },
    toolNames:
      "namespace and tool name of the Responses API; flat form mcp__<server>__<tool>; characters outside [A-Za-z0-9_] become _; 64 bytes, a 12-digit sha1 suffix on overflow or collision",
    behaviour: {
      textOnly: "each block an item: text, image, audio; resources, links and unknown types as JSON text",
      both: "JSON of the view is the whole body; text and images go, unless a text block's `_meta` has `codex/encryptedContent: true`",
      viewOnly: "JSON of the view",
      onError: "the same: `isError` only sets the success flag",
      otherBlocks: "dropped beside a view",
      outputSchema: "not checked; copied into the tool's specification",
      limits: "the model's truncation policy, 10,000 tokens by default (`tool_output_token_limit`)",
      caveat:
        "a `Wall time` header precedes the body; `--json` prints the raw result, not what the model read; code mode gets the raw result",
    },
    evidence: [
      {
        at: "codex-rs/protocol/src/models.rs",
        says: "`as_function_call_output_payload`: a view that is not null becomes the whole body",
      },
      { at: "codex-rs/core/src/tools/context.rs", says: "`response_payload` of MCP tool output" },
      { at: "codex-rs/core/src/tools/handlers/mcp.rs", says: "the call" },
      { at: "codex-rs/codex-mcp/src/tools.rs", says: "how names are built" },
      { at: "openai/codex#38287, #45637", says: "reports of the lost text" },
    ],
    confidence: "source",
  },
  "gemini-cli": {
    name: "Gemini CLI",
    source: "google-gemini/gemini-cli",
    seen: "5411f113cafa",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: false,
    },
    toolNames:
      "mcp_<server>_<tool>; characters outside [A-Za-z0-9_.:-] become _; over 63 characters: first 30, `...`, last 30",
    behaviour: {
      textOnly: "the text, in an `untrusted_context` tag",
      both: "the text alone",
      viewOnly: "an empty function response",
      onError: "the whole raw result as JSON: text, view and `_meta`",
      otherBlocks: "images and audio as inline data with a label; resource text or blob; a link as its title and uri",
      outputSchema: "checked by SDK 1.23.0; schemas that do not compile are skipped; a failed check becomes error text",
      limits: "40,000 characters of a single text part, the rest to a file",
      caveat: "`_meta` is seen only inside the dump of an error",
    },
    evidence: [
      {
        at: "packages/core/src/tools/mcp-tool.ts:270-333, 452-541, 586-618",
        says: "content becomes parts; errors are dumped whole; names",
      },
      {
        at: "packages/core/src/tools/mcp-client.ts:1144-1167, 1452-1485, 1853",
        says: "the client and its lenient validator",
      },
      {
        at: "packages/core/src/tools/mcp-compliance-transport.ts:59-100",
        says: "fills a missing view from text that is JSON",
      },
      { at: "packages/core/src/utils/textUtils.ts:189-195", says: "wraps text as untrusted context" },
      { at: "packages/core/src/utils/generateContentResponseUtilities.ts:49-138", says: "the function response" },
      { at: "packages/core/src/scheduler/tool-executor.ts:200-297", says: "the size limit" },
      { at: "google-gemini/gemini-cli#21053", says: "-32600 where the view is missing" },
    ],
    confidence: "source",
  },
  "qwen-code": {
    name: "Qwen Code",
    source: "QwenLM/qwen-code",
    seen: "03977054cd83",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: false,
    },
    toolNames: "mcp__<server>__<tool>, normalised per provider; may be deferred behind a tool search",
    behaviour: {
      textOnly: "the text",
      both: "the text alone",
      viewOnly: "nothing of use",
      onError: "the raw result as JSON, text and view, unless it has an image: then its content",
      otherBlocks: "as Gemini CLI",
      outputSchema: "as Gemini CLI, its parent; not verified again",
      limits: "500,000 characters a part",
      caveat: "a fork of Gemini CLI with other names and limits",
    },
    evidence: [
      {
        at: "packages/core/src/tools/mcp-tool.ts",
        says: "`execute`, `transformMcpContentToParts`, `normalizeToolNameForProvider`",
      },
    ],
    confidence: "source",
  },
  vscode: {
    name: "VS Code (Copilot agent mode)",
    source: "microsoft/vscode, microsoft/vscode-copilot-chat",
    seen: "vscode 027907cb37d0 and b801fe97a055, copilot-chat 31acd00a8642",
    class: "structured-replaces-text",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: true },
      error: { text: false, view: true, viewAlone: true },
      meta: false,
    },
    toolNames:
      "mcp_<label>_<tool>; prefix lower-cased, at most 18 characters, outside [a-z0-9_.-] become _; tools whose visibility lacks `model` are left out",
    behaviour: {
      textOnly: "the text; blocks for the audience `user` alone are withheld",
      both: "JSON of the view after the other blocks; text goes, also for an empty `{}`",
      viewOnly: "JSON of the view",
      onError: "the same: no branch for errors",
      otherBlocks: "images and audio as data; resources and links as linked resources",
      outputSchema: "no check seen",
      limits: "large results to disk, or cut to 40% head and 60% tail with a notice",
    },
    evidence: [
      {
        at: "vscode src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts",
        says: "`invoke` skips text where there is a view and appends its JSON",
      },
      { at: "vscode src/vs/workbench/contrib/mcp/common/mcpServer.ts", says: "`_normalizeTool`: names" },
      { at: "vscode-copilot-chat src/extension/prompts/node/panel/toolCalling.tsx:800-854", says: "large results" },
      { at: "vscode-copilot-chat src/extension/prompts/node/agent/agentPrompt.tsx:164", says: "the prompt around it" },
      { at: "microsoft/vscode#254329, #290063", says: "threads about it" },
    ],
    confidence: "source",
  },
  "copilot-cli": {
    name: "GitHub Copilot CLI",
    source: "closed; changelog of github/copilot-cli",
    seen: "changelog at 9532bdacf5a3",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    toolNames: "<server>-<tool> (not verified)",
    behaviour: {
      textOnly: "the text",
      both: "both; the text goes only where it is the very JSON of the view",
      viewOnly: "JSON of the view",
      outputSchema: "reported as strict (neomjs/neo#9837)",
      caveat:
        "Copilot for JetBrains: both reported (copilot-intellij-feedback#2058; copilot-cli#4515 still discusses it)",
    },
    evidence: [
      { at: "github/copilot-cli changelog.md", says: "1.0.56 (2026-05-29): both channels" },
      { at: "github/copilot-cli#3258", says: "before: the view alone" },
    ],
    confidence: "documented",
  },
  cline: {
    name: "Cline (new SDK)",
    source: "cline/cline",
    seen: "21cb8d2525bc",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: false },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    toolNames:
      "<server>__<tool>; runs of characters outside [A-Za-z0-9_-] become one _; 64 characters; an 8-digit sha1 suffix where the name changed",
    behaviour: {
      textOnly: "JSON of the whole result",
      both: "JSON of the whole result: content, view, `isError` and `_meta`",
      viewOnly: "JSON of the whole result",
      onError: "the same: `isError` is a field of the JSON",
      otherBlocks: "nested images become a placeholder (inferred: the code looks for `mediaType`, MCP says `mimeType`)",
      outputSchema: "checked in the SDK and CLI client, not in the VS Code hub",
      limits: "a general cut of tool output",
      caveat: "`_meta` leaks to the model; the new SDK, not the older extension",
    },
    evidence: [
      { at: "sdk/packages/core/src/extensions/mcp/tools.ts:16-47", says: "the raw result is the tool's output" },
      {
        at: "sdk/packages/shared/src/llms/ai-sdk-format.ts:476-511, 544-620",
        says: "serialised as JSON; nested images replaced",
      },
      { at: "sdk/packages/core/src/session/persisted-tool-result-content.ts", says: "what is kept" },
      { at: "apps/vscode/src/services/mcp/McpHub.ts:1713-1740", says: "raw request: no check" },
      { at: "sdk/packages/core/src/extensions/mcp/client.ts:666-687", says: "SDK client: check" },
      { at: "sdk/packages/core/src/extensions/mcp/name-transform.ts", says: "names" },
    ],
    confidence: "source",
  },
  "roo-code": {
    name: "Roo Code",
    source: "RooCodeInc/Roo-Code",
    seen: "cb836567180a (2026-04-14)",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "mcp--<server>--<tool>, cut at 64 characters",
    behaviour: {
      textOnly: "the text",
      both: "text joined by blank lines; the view is ignored",
      viewOnly: "`(No response)`",
      onError: "the text after an `Error:` line",
      otherBlocks: "images stay; resources as JSON without blob; links and audio go",
      outputSchema: "not checked (raw request)",
    },
    evidence: [
      { at: "src/core/tools/UseMcpToolTool.ts:258-350", says: "text joined, view ignored" },
      { at: "src/services/mcp/McpHub.ts:1730-1769", says: "raw request" },
      { at: "src/utils/mcp-name.ts:117-140", says: "names" },
    ],
    confidence: "source",
  },
  continue: {
    name: "Continue",
    source: "continuedev/continue",
    seen: "d0a3c0b626b5",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: false },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "<server_slug>_<tool>, no double prefix; its CLI: the bare name",
    behaviour: {
      textOnly: "a context item per text block",
      both: "the text; the view is ignored",
      viewOnly: "nothing",
      onError: "JSON of the content is thrown; its CLI ignores `isError`",
      otherBlocks: "resource text; blobs, images, audio and links give an `unsupported` text",
      outputSchema: "checked by the SDK client",
      caveat: "the IDE core; its CLI differs",
    },
    evidence: [
      { at: "core/tools/callTool.ts:102-181", says: "a context item per text block" },
      { at: "core/tools/mcpToolName.ts", says: "names" },
      { at: "extensions/cli/src/tools/index.tsx:207-210", says: "the CLI: JSON of the content" },
    ],
    confidence: "source",
  },
  goose: {
    name: "goose",
    source: "block/goose, now aaif-goose/goose",
    seen: "mcp_client.rs 1bb843390830, openai.rs 03b90085cea2, large_response_handler.rs 03b560167e01",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "<extension>__<tool>",
    behaviour: {
      textOnly: "text joined by a space",
      both: "text joined by a space; the view is ignored",
      viewOnly: "nothing",
      onError: "the text; the flag is not used there",
      otherBlocks: "an image becomes a placeholder and a user message of its own; resource text",
      outputSchema: "not checked (rmcp)",
      limits: "over 200,000 characters to a file",
    },
    evidence: [
      { at: "crates/goose/src/providers/formats/openai.rs", says: "formats content, never reads the view" },
      { at: "crates/goose/src/agents/mcp_client.rs", says: "the call" },
      { at: "crates/goose/src/agents/large_response_handler.rs", says: "the size limit" },
      { at: "block/goose#10125", says: "the view is left out" },
    ],
    confidence: "source",
  },
  opencode: {
    name: "opencode",
    source: "anomalyco/opencode, formerly sst/opencode",
    seen: "catalog.ts 974bbbba26da and 0ded052d8ba5, session/tools.ts 03eeb9f12e91",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "<server>_<tool>; outside [A-Za-z0-9_-] become _",
    behaviour: {
      textOnly: "text joined by blank lines",
      both: "the text; the view only where the content is empty",
      viewOnly: "JSON of the view",
      onError: "throws the joined text, or `MCP tool returned an error`",
      otherBlocks: "images as attachments; resource text or blob; links go",
      outputSchema: "checked at the call; a broken schema is tolerated in the list",
      limits: "a general cut of tool output",
    },
    evidence: [
      { at: "packages/opencode/src/mcp/catalog.ts", says: "content first, else the view" },
      { at: "packages/opencode/src/session/tools.ts", says: "the wrapper of a call" },
      { at: "anomalyco/opencode#32074, #34505", says: "the view first (2026-06-12), then content first (2026-06-29)" },
      { at: "anomalyco/opencode#38923", says: "asks for the view back" },
      { at: "anomalyco/opencode#32868", says: "images lost in June" },
    ],
    confidence: "source",
  },
  zed: {
    name: "Zed agent",
    source: "zed-industries/zed",
    seen: "004000881221",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: false },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "the bare name, 64 characters; <server_snake>_<tool> for duplicates",
    behaviour: {
      textOnly: "text joined without a separator",
      both: "the text; the view is ignored",
      viewOnly: "nothing",
      onError: "an error with the joined text",
      otherBlocks: "images, audio and resources are ignored with a warning in the log",
      outputSchema: "not checked",
    },
    evidence: [
      { at: "crates/agent/src/tools/context_server_registry.rs", says: "runs the tool, joins its text" },
      { at: "crates/agent/src/thread.rs", says: "names" },
    ],
    confidence: "source",
  },
  librechat: {
    name: "LibreChat",
    source: "danny-avila/LibreChat",
    seen: "parsers.ts 001f16d84110, MCPManager.ts 00ad58dfcac7",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: true, view: false, viewAlone: true },
      meta: false,
    },
    toolNames: "<tool>_mcp_<server>",
    behaviour: {
      textOnly: "the text",
      both: "the content; the view is ignored",
      viewOnly: "indented JSON of the view; `(No response)` where neither exists",
      onError: "as on success",
      otherBlocks: "images become artifacts of at most 10 MB; resource text or uri; others as JSON",
      outputSchema: "not checked (raw request)",
    },
    evidence: [
      { at: "packages/api/src/mcp/parsers.ts", says: "`formatToolContent`" },
      { at: "packages/api/src/mcp/MCPManager.ts", says: "`callTool`" },
    ],
    confidence: "source",
  },
  "openai-agents-python": {
    name: "OpenAI Agents SDK (Python)",
    source: "openai/openai-agents-python",
    seen: "7f7a44f8dc06",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "the bare name; mcp_<server>__<tool> by choice, 64 characters with a sha1 suffix",
    behaviour: {
      textOnly: "block by block",
      both: "the content; with `use_structured_content=True` JSON of the view instead of everything",
      viewOnly: "an empty list",
      onError: "the content, also with that option",
      otherBlocks: "images as image items; others as JSON",
      outputSchema: "checked by the Python SDK, not on errors",
      caveat: "the row speaks of the default, without `use_structured_content`",
    },
    evidence: [
      { at: "src/agents/mcp/util.py:63, 424-442, 764-800", says: "content, or the view by choice" },
      { at: "src/agents/mcp/server.py:547-575", says: "the call" },
      { at: "openai/openai-agents-python#1236", says: "an earlier version sent both" },
    ],
    confidence: "source",
  },
  "openai-agents-js": {
    name: "OpenAI Agents SDK (JS)",
    source: "openai/openai-agents-js",
    seen: "6d0c61a5f62a",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "the bare name; a server prefix by choice",
    behaviour: {
      textOnly: "one block alone, or the array",
      both: "the content; with `useStructuredContent: true` JSON of the view instead of everything",
      viewOnly: "an empty array",
      onError: "the content",
      otherBlocks: "passed through",
      outputSchema: "checked by the SDK client",
      caveat: "the row speaks of the default, without `useStructuredContent`",
    },
    evidence: [{ at: "packages/agents-core/src/mcp.ts:1009-1031, 1192-1224", says: "content, or the view by choice" }],
    confidence: "source",
  },
  "pydantic-ai": {
    name: "Pydantic AI",
    source: "pydantic/pydantic-ai",
    seen: "4fda38988f29",
    class: "structured-replaces-text",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: true },
      error: { text: false, view: true, viewAlone: true },
      meta: false,
    },
    toolNames: "the bare name; a prefix through the toolset",
    behaviour: {
      textOnly: "the text; text that looks like JSON is parsed",
      both: "all blocks text: the view (a lone `result` key is unwrapped); any other block: content alone",
      viewOnly: "the view",
      onError: "the view, also beside other blocks, raised as `ModelRetry`",
      otherBlocks: "make it read the content; a link becomes its uri",
      outputSchema: "the FastMCP client's; shown to the model by choice",
      caveat: "an image beside a view is seen, but then the view is not sent",
    },
    evidence: [
      {
        at: "pydantic_ai_slim/pydantic_ai/mcp.py:821, 1303-1320, 1449-1461, 1757-1818",
        says: "the view where all blocks are text; on errors the view first",
      },
    ],
    confidence: "source",
  },
  "ai-sdk": {
    name: "Vercel AI SDK",
    source: "vercel/ai",
    seen: "ed857f50f112",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "the bare name",
    behaviour: {
      textOnly: "text and images mapped, others as JSON",
      both: "the content; `execute()` still gives the application the whole result",
      viewOnly: "an empty list",
      onError: "ordinary content, without a flag",
      otherBlocks: "images as file parts; others as JSON",
      outputSchema: "not checked in this mode",
      caveat: "where the caller gives an `outputSchema`, see `ai-sdk-output-schema`",
    },
    evidence: [
      { at: "packages/mcp/src/tool/mcp-client.ts:209-239, 1187-1320", says: "`toModelOutput` maps the content" },
      { at: "vercel/ai#11441", says: "a thread about it" },
    ],
    confidence: "source",
  },
  "ai-sdk-output-schema": {
    name: "Vercel AI SDK with an output schema",
    source: "vercel/ai",
    seen: "ed857f50f112",
    class: "structured-replaces-all",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: false },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "the bare name",
    behaviour: {
      textOnly: "text parsed as JSON and validated",
      both: "JSON of the validated view",
      viewOnly: "JSON of the view",
      onError: "the content; the view is not read",
      otherBlocks: "lost",
      outputSchema: "checked against the caller's schema; a mismatch throws `MCPClientError`",
      caveat: "a view with a `content` array of its own is taken for content blocks",
    },
    evidence: [
      { at: "packages/mcp/src/tool/mcp-client.ts:209-239, 1221-1320", says: "`execute()` returns the validated view" },
      { at: "vercel/ai#13964", says: "errors are returned before validation" },
    ],
    confidence: "source",
  },
  "langchain-py": {
    name: "LangChain MCP adapters (Python)",
    source: "langchain-ai/langchain-mcp-adapters",
    seen: "cc0f2843fd5b",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "the bare name; <server>_<tool> by choice",
    behaviour: {
      textOnly: "the content blocks",
      both: "the content; the view goes to `ToolMessage.artifact`, which the model does not see",
      viewOnly: "empty content",
      onError: "a `ToolException` with the content; the view is lost",
      otherBlocks: "images and files as blocks; links as url blocks; audio raises `NotImplementedError`",
      outputSchema: "checked by the Python SDK, not on errors",
    },
    evidence: [
      {
        at: "langchain_mcp_adapters/tools.py:70-158, 226-283, 517-519",
        says: "content to the model, the view to the artifact",
      },
      { at: "langchain-ai/langchain-mcp-adapters#283, #300", says: "threads about the view" },
      { at: "statgpt-backend#691", says: "a view alone looked empty" },
    ],
    confidence: "source",
  },
  "langchain-js": {
    name: "LangChain MCP adapters (JS)",
    source: "langchain-ai/langchainjs",
    seen: "62fc484b2a0d",
    class: "other",
    matrix: {
      success: { text: true, view: true, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: true,
    },
    toolNames: "the bare name; <prefix>__<server>__<tool> by choice",
    behaviour: {
      textOnly: "the text or the blocks",
      both: "exactly one text block: JSON of the text, the view and `_meta`; more blocks: content alone",
      viewOnly: "an empty list",
      onError: "a `ToolException` with the joined text",
      otherBlocks: "images in the content; resources to the artifact",
      outputSchema: "checked by SDK ^1.30.0, also on errors",
      caveat: "`view` and `_meta` hold for exactly one text block",
    },
    evidence: [
      {
        at: "libs/langchain-mcp-adapters/src/tools.ts:817-930",
        says: "one text block is wrapped with the view; else the view goes to the artifact",
      },
      { at: "libs/langchain-core/src/tools/index.ts:1027-1073", says: "objects are made JSON" },
    ],
    confidence: "source",
  },
  mastra: {
    name: "Mastra",
    source: "mastra-ai/mastra",
    seen: "client.ts 002c8ca6f309, pull request of 2026-07-24",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    toolNames: "<server>_<tool>",
    behaviour: {
      textOnly: "the text",
      both: "the text; the view only where there is no text",
      viewOnly: "JSON of the view",
      outputSchema: "checked by the SDK client; skipped for cached definitions (#22549)",
      caveat: "`execute()` still returns the view alone",
    },
    evidence: [
      { at: "packages/mcp/src/client/client.ts", says: "the older rule, read in source" },
      { at: "mastra-ai/mastra#20176", says: "merged 2026-07-24: text first" },
      { at: "mastra-ai/mastra#5629", says: "a thread about the view" },
    ],
    confidence: "reported",
  },
  "adk-python": {
    name: "Google ADK (Python)",
    source: "google/adk-python",
    seen: "079f3d7da73d",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    toolNames: "the bare name; `tool_name_prefix` by choice",
    behaviour: {
      textOnly: "the whole result",
      both: "the whole result as function response: content, view, `isError`, `_meta`",
      viewOnly: "the whole result",
      onError: "`isError` is a field; exceptions become `{error}` behind a flag",
      otherBlocks: "base64 in the dump",
      outputSchema: "checked by the Python SDK",
    },
    evidence: [{ at: "src/google/adk/tools/mcp_tool/mcp_tool.py", says: "`run_async` dumps the result" }],
    confidence: "source",
  },
  crush: {
    name: "Crush",
    source: "charmbracelet/crush",
    seen: "37f36e93824e",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "mcp_<server>_<tool>, as it is and uncut",
    behaviour: {
      textOnly: "text joined by newlines",
      both: "the text; the view is ignored",
      viewOnly: "an empty string",
      onError: "`isError` is ignored: the text as a normal result",
      otherBlocks: "the first image or audio; other types in Go's print form",
      outputSchema: "not checked (go-sdk client)",
    },
    evidence: [
      { at: "internal/agent/tools/mcp/tools.go:36-109", says: "text joined, view ignored" },
      { at: "internal/agent/tools/mcp-tools.go:58-151", says: "the tool and its name" },
    ],
    confidence: "source",
  },
  mcphost: {
    name: "MCPHost",
    source: "mark3labs/mcphost",
    seen: "632cc1960022",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    toolNames: "<server>__<tool>",
    behaviour: {
      textOnly: "JSON of the whole result",
      both: "JSON of the whole result",
      viewOnly: "JSON of the whole result",
      onError: "the same JSON, with the error flag",
      otherBlocks: "base64 in the JSON",
      outputSchema: "not checked",
    },
    evidence: [
      { at: "internal/tools/fantasy_adapter.go:51-77", says: "JSON of the result as text" },
      { at: "internal/tools/mcp.go:178", says: "names" },
    ],
    confidence: "source",
  },
  "hf-tiny-agents": {
    name: "Hugging Face tiny-agents",
    source: "huggingface/huggingface_hub",
    seen: "ee0a4510f4bc",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: false },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "the bare name",
    behaviour: {
      textOnly: "text joined by newlines",
      both: "the text",
      viewOnly: "`[No content]`",
      onError: "`isError` is ignored",
      otherBlocks: "images, audio and blobs as a placeholder; resource text; links go",
      outputSchema: "checked by the Python SDK",
    },
    evidence: [
      { at: "src/huggingface_hub/inference/_mcp/utils.py:22-71", says: "formats the content" },
      { at: "src/huggingface_hub/inference/_mcp/mcp_client.py:385", says: "the call" },
    ],
    confidence: "source",
  },
  smolagents: {
    name: "smolagents via mcpadapt",
    source: "grll/mcpadapt",
    seen: "538cd85628b5",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: false },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    toolNames: "the bare name",
    behaviour: {
      textOnly: "the first block",
      both: "the first block; with `structured_output=True` the view alone",
      viewOnly: "`ValueError`: empty content is refused, also with that option",
      otherBlocks: "read only where first",
      outputSchema: "checked by the Python SDK",
      caveat:
        "text after the first block is lost; mcpadapt's LangChain adapter reads the first text, its CrewAI adapter joins them",
    },
    evidence: [
      { at: "src/mcpadapt/smolagents_adapter.py:153-233", says: "the first content block, or the view by choice" },
    ],
    confidence: "source",
  },
  n8n: {
    name: "n8n MCP Client Tool",
    source: "n8n-io/n8n",
    seen: "utils.ts 003abfdc4f53, runtime.ts d6d4655a6c91",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: "unknown" },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "a prefix of the node's name; the bare name in older versions",
    behaviour: {
      textOnly: "the content array",
      both: "the content array",
      viewOnly: "nothing",
      onError: "the first text",
      otherBlocks: "in the content array",
      outputSchema: "checked by the SDK client",
      caveat: "the agent's path; the node's own execution returns both",
    },
    evidence: [
      {
        at: "packages/@n8n/nodes-langchain/nodes/mcp/McpClientTool/utils.ts",
        says: "`createCallTool` returns the content",
      },
      { at: "packages/@n8n/nodes-langchain/nodes/mcp/shared/runtime.ts", says: "the client" },
    ],
    confidence: "source",
  },
  "open-webui": {
    name: "Open WebUI",
    source: "open-webui/open-webui",
    seen: "04e8bc7f9cc3",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: "unknown" },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "<server_id>_<tool> on a collision",
    behaviour: {
      textOnly: "the content",
      both: "the content; the view is ignored",
      viewOnly: "nothing (a view that is a bare list is turned into text)",
      onError: "an exception with the content",
      otherBlocks: "passed on",
      outputSchema: "checked by the Python SDK",
    },
    evidence: [
      { at: "backend/open_webui/utils/mcp/client.py", says: "`call_tool` returns the content" },
      { at: "open-webui/open-webui#28926, memos#6226", says: "threads about it" },
    ],
    confidence: "source",
  },
  "kimi-code": {
    name: "Kimi Code",
    source: "MoonshotAI/kimi-code",
    seen: "d723cc47ee43 (2026-08-22)",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    toolNames: "mcp__<server>__<tool>, 64 characters with a hash",
    behaviour: {
      textOnly: "the blocks",
      both: "content, then the view; since #3654 not where one text block is the same JSON",
      viewOnly: "the block with the view",
      onError: "the same, with the flag",
      otherBlocks: "kept; images packed anew, 10 MB at most",
      limits: "100,000 characters of text",
    },
    evidence: [
      { at: "packages/agent-core/src/mcp/output.ts:171-262", says: "content, then a block with the view and `_meta`" },
      { at: "MoonshotAI/kimi-code#3234", says: "2026-08-25: content first" },
      { at: "MoonshotAI/kimi-code#3654", says: "2026-09-08: both again" },
      { at: "MoonshotAI/kimi-code#2554, #2596", says: "threads about it" },
    ],
    confidence: "source",
  },
  strands: {
    name: "Strands Agents (Python)",
    source: "strands-agents/sdk-python",
    seen: "1232230daa43",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    toolNames: "the bare name; a prefix by choice",
    behaviour: {
      textOnly: "the content",
      both: "the content; the view stays behind",
      viewOnly: "nothing",
      onError: "the content, with an error status",
      otherBlocks: "images stay",
      outputSchema: "checked by the Python SDK",
    },
    evidence: [
      { at: "src/strands/tools/mcp/mcp_client.py:733-770", says: "keeps the view on the result" },
      { at: "src/strands/models/bedrock.py:633-661", says: "does not send it" },
    ],
    confidence: "source",
  },
  openhands: {
    name: "OpenHands (V0)",
    source: "All-Hands-AI/OpenHands",
    seen: "156d0686c46a (2025-11)",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    toolNames: "the bare name",
    behaviour: {
      textOnly: "JSON of the whole result",
      both: "JSON of the whole result",
      viewOnly: "JSON of the whole result",
      onError: "a field of the JSON",
      otherBlocks: "in the JSON",
      outputSchema: "as FastMCP and the Python SDK",
      caveat: "its V0 agent",
    },
    evidence: [{ at: "openhands/mcp/utils.py:254-261", says: "JSON of the result" }],
    confidence: "source",
  },
  "chatgpt-apps": {
    name: "ChatGPT (Apps SDK)",
    source: "closed; developers.openai.com/apps-sdk/reference",
    seen: "the reference",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    toolNames: "not documented",
    behaviour: {
      textOnly: "the content",
      both: "both, to the model and to the component",
      viewOnly: "the view",
      outputSchema: "the view must match it",
      caveat: "`_meta` goes to the component alone; MCP Apps says otherwise: there the view is not for the model",
    },
    evidence: [
      {
        at: "developers.openai.com/apps-sdk/reference, Tool results",
        says: "content and view go to the model and to the component",
      },
      { at: "MCPJam/inspector 6d550c02cf74 apps-sdk-guide-data.ts:65-72", says: "retells it" },
    ],
    confidence: "documented",
  },
  cursor: {
    name: "Cursor",
    source: "closed",
    seen: "threads of 2025-09 to 2026-09",
    class: "other",
    matrix: {
      success: { text: true, view: "unknown", viewAlone: "unknown", image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    toolNames: "unknown",
    behaviour: {
      textOnly: "the text; an error if the tool has an `outputSchema`",
      both: "reports conflict: the view as a string (2025-09), the text (2026-07)",
      viewOnly: "not known",
      outputSchema: "a missing view is refused (-32600); how strict a mismatch is judged is unknown",
    },
    evidence: [
      { at: "anthropics/claude-code#79944", says: "2026-07-21: the same tool shows its full text in Cursor" },
      { at: "modelcontextprotocol/modelcontextprotocol#1411", says: "2025-09-01: takes the view where there is one" },
      {
        at: "WordPress/mcp-adapter#37; intersystems-community/iris-agentic-dev#112, #115; DitriXNew/EDT-MCP#574",
        says: "-32600 where the view is missing",
      },
    ],
    confidence: "conflicting",
  },
  "hermes-agent": {
    name: "Hermes Agent",
    source: "NousResearch/hermes-agent",
    seen: "pull requests of 2026-04-10 and 2026-08-28",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    toolNames: "unknown",
    behaviour: {
      textOnly: "the text",
      both: "the text; the view only where the content is empty",
      viewOnly: "JSON of the view",
    },
    evidence: [
      { at: "NousResearch/hermes-agent#96807", says: "2026-08-28: content first" },
      { at: "NousResearch/hermes-agent#7048, #7118", says: "2026-04-10: the earlier rules" },
    ],
    confidence: "reported",
  },
  "agent-framework": {
    name: "Microsoft Agent Framework",
    source: "microsoft/agent-framework",
    seen: "the thread",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    toolNames: "unknown",
    behaviour: {
      textOnly: "the text",
      both: "both",
      viewOnly: "JSON of the view",
    },
    evidence: [{ at: "microsoft/agent-framework#7866", says: "both arrive; users mind the doubled tokens" }],
    confidence: "reported",
  },
  "oh-my-pi": {
    name: "oh-my-pi",
    source: "can1357/oh-my-pi",
    seen: "the pull request",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    toolNames: "unknown",
    behaviour: {
      textOnly: "the text",
      both: "both; once where the text equals the JSON",
      viewOnly: "JSON of the view",
    },
    evidence: [{ at: "can1357/oh-my-pi#10522, #10523", says: "both, once where the text is the JSON" }],
    confidence: "reported",
  },
  "pi-mcp-adapter": {
    name: "pi-mcp-adapter",
    source: "nicobailon/pi-mcp-adapter",
    seen: "pull request of 2026-09-19",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: true, view: true, viewAlone: true },
      meta: "unknown",
    },
    toolNames: "unknown",
    behaviour: {
      textOnly: "the text",
      both: "both",
      viewOnly: "JSON of the view",
      onError: "the same resolver as on success",
      before: "2026-06 to 2026-09: the view only where there is no text; earlier: content alone",
    },
    evidence: [
      { at: "nicobailon/pi-mcp-adapter#605", says: "2026-09-19: both, on success and on errors" },
      { at: "nicobailon/pi-mcp-adapter#588", says: "2026-09-15: the report" },
      { at: "nicobailon/pi-mcp-adapter#146", says: "2026-06: content first" },
    ],
    confidence: "reported",
  },
  agno: {
    name: "Agno",
    source: "agno-agi/agno",
    seen: "pull request of 2026-07-01",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    toolNames: "unknown",
    behaviour: {
      textOnly: "the text",
      both: "the text; the view is kept as metadata",
      viewOnly: "JSON of the view",
    },
    evidence: [{ at: "agno-agi/agno#8695", says: "2026-07-01: the view where the content gives no text; mends #8653" }],
    confidence: "reported",
  },
  dust: {
    name: "Dust",
    source: "dust-tt/dust",
    seen: "the pull request",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    toolNames: "unknown",
    behaviour: {
      textOnly: "the text",
      both: "the text",
      viewOnly: "JSON of the view",
    },
    evidence: [{ at: "dust-tt/dust#26388", says: "content, with the view to fall back on" }],
    confidence: "reported",
  },
});

export type HostId = keyof typeof hostTable;
