import { type Client, createClient, fromEnvironment, type Intent } from "../runtime/index.js"
import { UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/** How a command goes to GitHub. */
export interface Connection {
  /** What is destroyed for good was confirmed by `--yes`. */
  readonly yes?: boolean
  /** The GitHub that an address or a repository names. */
  readonly host?: string | undefined
}

/** How what is done is told. */
export interface Telling {
  /** What would be sent is printed in place of being sent. */
  readonly dryRun?: boolean
  /** The routes that were tried are told. */
  readonly trace?: boolean
}

/** The client of the environment, which asks before something is destroyed for good. */
export function clientFor({ yes, host }: Connection, terminal: Terminal): Client {
  const confirm = async (intent: Intent) =>
    yes === true || (await (await import("./confirm.js")).confirm(intent, terminal))
  try {
    return createClient({ ...fromEnvironment(host === undefined ? {} : { host }), confirm })
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}
