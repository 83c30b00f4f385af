import type { Client } from "../../../runtime/index.js"
import type { McpTool } from "../../tools/index.js"
import type { Ask } from "../gh/index.js"
import type { RunCommand } from "./commands.js"
import type { ServerCommands } from "./github.js"
import type { Questions } from "./questions.js"

/** The features that a server offers. */
export interface Serving {
  readonly client: Client
  /** Looks up names in a call. */
  readonly lookUps: (signal: AbortSignal) => Ask
  readonly questions: Questions
  /** Capabilities that are offered as separate tools. */
  readonly exposed: readonly McpTool[]
  readonly read_only: boolean
  /** The tools besides `exposed`: one for programs and lines, one for lines, or those for tasks. */
  readonly tools: "github" | "gh" | "tasks"
  /** Whether to offer the `program` tool. */
  readonly program: boolean
  /** Runs a command of the tool `gh`. */
  readonly run: RunCommand
  /** Runs commands of the tool `github`. */
  readonly commands: ServerCommands
  /** Default `owner` and `repo` for tasks that name none. */
  readonly repository: { readonly owner?: string; readonly repo?: string }
}
