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
  /** `image`: of an image block beside a view. */
  readonly success: Cells & { readonly image: Cell };
  readonly error: Cells;
  /** Whether the result's `_meta` reaches the model in some case. */
  readonly meta: Cell;
}

/** Best first: read in the host's source, measured, written by its makers, told in a thread, told in contradicting ways. */
export type Confidence = "source" | "measured" | "documented" | "reported" | "conflicting";

export interface HostFacts {
  readonly name: string;
  readonly class: HostClass;
  readonly matrix: Matrix;
  readonly confidence: Confidence;
}

/** Keeps the keys as a union of ids, so that an id is written once. */
const table = <Id extends string>(rows: Readonly<Record<Id, HostFacts>>) => rows;

/** In the order in which hosts are listed everywhere. */
export const hostTable = table({
  "claude-code": {
    name: "Claude Code (CLI / Agent SDK)",
    class: "structured-replaces-text",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "measured",
  },
  "claude-desktop": {
    name: "Claude Desktop / claude.ai",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    confidence: "reported",
  },
  codex: {
    name: "OpenAI Codex (CLI / app)",
    class: "structured-replaces-all",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: false },
      error: { text: false, view: true, viewAlone: true },
      meta: false,
    },
    confidence: "source",
  },
  "gemini-cli": {
    name: "Gemini CLI",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: false,
    },
    confidence: "source",
  },
  "qwen-code": {
    name: "Qwen Code",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: false,
    },
    confidence: "source",
  },
  vscode: {
    name: "VS Code (Copilot agent mode)",
    class: "structured-replaces-text",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: true },
      error: { text: false, view: true, viewAlone: true },
      meta: false,
    },
    confidence: "source",
  },
  "copilot-cli": {
    name: "GitHub Copilot CLI",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    confidence: "documented",
  },
  cline: {
    name: "Cline (new SDK)",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: false },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    confidence: "source",
  },
  "roo-code": {
    name: "Roo Code",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  continue: {
    name: "Continue (IDE core; CLI differs)",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: false },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  goose: {
    name: "goose",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  opencode: {
    name: "opencode",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  zed: {
    name: "Zed agent",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: false },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  librechat: {
    name: "LibreChat",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: true, view: false, viewAlone: true },
      meta: false,
    },
    confidence: "source",
  },
  "openai-agents-python": {
    name: "OpenAI Agents SDK (Python)",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  "openai-agents-js": {
    name: "OpenAI Agents SDK (JS)",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  "ai-sdk": {
    name: "Vercel AI SDK MCP client (automatic schemas)",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  "ai-sdk-output-schema": {
    name: "Vercel AI SDK MCP client (caller gives outputSchema)",
    class: "structured-replaces-all",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: false },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  "langchain-py": {
    name: "langchain-mcp-adapters (Python)",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  "langchain-js": {
    name: "@langchain/mcp-adapters (JS)",
    class: "other",
    matrix: {
      success: { text: true, view: true, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: true,
    },
    confidence: "source",
  },
  "pydantic-ai": {
    name: "Pydantic AI",
    class: "structured-replaces-text",
    matrix: {
      success: { text: false, view: true, viewAlone: true, image: true },
      error: { text: false, view: true, viewAlone: true },
      meta: false,
    },
    confidence: "source",
  },
  mastra: {
    name: "Mastra",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    confidence: "reported",
  },
  "adk-python": {
    name: "Google ADK (Python)",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    confidence: "source",
  },
  crush: {
    name: "Crush",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  mcphost: {
    name: "MCPHost",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    confidence: "source",
  },
  "hf-tiny-agents": {
    name: "Hugging Face tiny-agents (huggingface_hub)",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: false },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  smolagents: {
    name: "smolagents via mcpadapt",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: false },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    confidence: "source",
  },
  n8n: {
    name: "n8n MCP Client Tool",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: "unknown" },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  "open-webui": {
    name: "Open WebUI",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: "unknown" },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  "kimi-code": {
    name: "Kimi Code",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    confidence: "source",
  },
  strands: {
    name: "Strands Agents (Python)",
    class: "content-only",
    matrix: {
      success: { text: true, view: false, viewAlone: false, image: true },
      error: { text: true, view: false, viewAlone: false },
      meta: false,
    },
    confidence: "source",
  },
  openhands: {
    name: "OpenHands (V0)",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: true },
      error: { text: true, view: true, viewAlone: true },
      meta: true,
    },
    confidence: "source",
  },
  "chatgpt-apps": {
    name: "ChatGPT (Apps SDK)",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    confidence: "documented",
  },
  cursor: {
    name: "Cursor",
    class: "other",
    matrix: {
      success: { text: true, view: "unknown", viewAlone: "unknown", image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    confidence: "conflicting",
  },
  "hermes-agent": {
    name: "Hermes Agent",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: false,
    },
    confidence: "reported",
  },
  "agent-framework": {
    name: "Microsoft Agent Framework",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    confidence: "reported",
  },
  "oh-my-pi": {
    name: "oh-my-pi",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    confidence: "reported",
  },
  "pi-mcp-adapter": {
    name: "pi-mcp-adapter",
    class: "both",
    matrix: {
      success: { text: true, view: true, viewAlone: true, image: "unknown" },
      error: { text: true, view: true, viewAlone: true },
      meta: "unknown",
    },
    confidence: "reported",
  },
  agno: {
    name: "Agno",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    confidence: "reported",
  },
  dust: {
    name: "Dust",
    class: "content-preferred",
    matrix: {
      success: { text: true, view: false, viewAlone: true, image: "unknown" },
      error: { text: "unknown", view: "unknown", viewAlone: "unknown" },
      meta: "unknown",
    },
    confidence: "reported",
  },
});
