/** `ghx mcp`: the capabilities for clients of the Model Context Protocol. */
import type { GuardOptions } from "../../runtime/index.js"
import { selectCapabilities, toolDefinitions } from "../tools/index.js"
import { type Connection, withClient } from "./client.js"
import { type GuardFlags, guardsOf, usable } from "./guards.js"
import { namedRepository } from "./input/index.js"
import { lookupsWith } from "./lookups.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface McpFlags extends GuardFlags, Pick<Connection, "untrusted"> {
  /** Patterns of capabilities that become tools of their own. */
  readonly expose?: readonly string[]
  /** Offers the `program` tool. */
  readonly program?: boolean
  /** A file in which writes are noted in place of being sent. */
  readonly record?: string
  /** The default repository: `octocat/hello-world`. */
  readonly repo?: string
  readonly sandbox?: boolean
  readonly yes?: boolean
}

export async function mcp(flags: McpFlags, terminal: Terminal): Promise<number> {
  const { expose, readOnly: read_only = false, program = false, sandbox = false } = flags
  const guards = guardsOf(flags)
  const exposed = await exposedBy(expose, guards)
  const { questions, serve } = await import("./mcp/index.js")
  const asking = questions()
  const confirm = flags.yes ? () => true : asking.confirm
  // Bounds of the server apply to all of its calls.
  const { untrusted, record } = flags
  const { host, ...repository } = namedRepository(flags.repo) ?? {}
  const connection = { sandbox, untrusted, record, host, guards: { ...guards, confirm } }
  await withClient(connection, terminal, (client) => {
    const lookUps = (signal: AbortSignal) => lookupsWith(client, { interrupted: signal })
    const given = { client, lookUps, exposed, read_only, program, repository }
    return serve({ ...given, questions: asking }, terminal)
  })
  return exitCodes.ok
}

async function exposedBy(expose: readonly string[] | undefined, guards: GuardOptions) {
  if (expose === undefined) return []
  const allowed = new Set(selectCapabilities(guards))
  const named = usable(() => selectCapabilities({ allow: expose }))
  const ids = named.filter((id) => allowed.has(id))
  if (ids.length === 0) throw new UsageError("--expose matches no allowed capability")
  return toolDefinitions({ allow: ids, format: "mcp" })
}
