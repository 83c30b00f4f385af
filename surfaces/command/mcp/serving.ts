import type { Client } from "../../../runtime/index.js"
import type { McpTool } from "../../tools/index.js"
import type { Ask } from "../gh/index.js"
import type { RunCommand } from "./commands.js"
import type { ServerCommands } from "./github.js"
import type { Questions } from "./questions.js"

export interface Serving {
  readonly client: Client
  readonly lookUps: (signal: AbortSignal) => Ask
  readonly questions: Questions
  /** Capabilities that are offered as separate tools. */
  readonly exposed: readonly McpTool[]
  readonly read_only: boolean
  /** The tools besides `exposed`: one for programs and lines, one for lines, or those for tasks. */
  readonly tools: "github" | "gh" | "tasks"
  readonly program: boolean
  readonly run: RunCommand
  readonly commands: ServerCommands
  /** The default repository that the server was started with. */
  readonly repository: { readonly owner?: string; readonly repo?: string }
  /** Default `owner` and `repo` for tasks that name none, also of the environment or the clone. */
  readonly around: () => Promise<object>
}
