import { type Client, createClient, fromEnvironment, type Intent } from "../runtime/index.js"
import type { Terminal } from "./terminal/index.js"

/** How a command goes to GitHub. */
export interface Connection {
  /** What is destroyed for good was confirmed by `--yes`. */
  readonly yes?: boolean
}

/** The client of the environment, which asks before something is destroyed for good. */
export function clientFor({ yes }: Connection, terminal: Terminal): Client {
  const confirm = async (intent: Intent) =>
    yes === true || (await (await import("./confirm.js")).confirm(intent, terminal))
  return createClient({ ...fromEnvironment(), confirm })
}
