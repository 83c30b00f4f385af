/** `ghx mcp`: the capabilities for clients of the Model Context Protocol. */
import type { GuardOptions } from "../runtime/index.js"
import { selectCapabilities, toolDefinitions } from "../tools/index.js"
import { withClient } from "./client.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface McpFlags {
  /** Patterns of capabilities that become tools of their own. */
  readonly expose?: readonly string[]
  readonly readOnly?: boolean
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  /** Repositories that may be acted on. */
  readonly repos?: readonly string[]
  /** Most calls in the life of the server, by id. */
  readonly limits?: Readonly<Record<string, number>>
  readonly sandbox?: boolean
  readonly yes?: boolean
}

export async function mcp(flags: McpFlags, terminal: Terminal): Promise<number> {
  const { expose, readOnly: read_only = false, sandbox = false, yes, ...others } = flags
  const { allow, deny, repos, limits } = others
  const guards: GuardOptions = {
    read_only,
    ...(allow && { allow }),
    ...(deny && { deny }),
    ...(repos && { repos }),
    ...(limits && { limits }),
  }
  const exposed = await exposedBy(expose, guards)
  const { questions, serve } = await loaded()
  const asking = questions()
  const confirm = yes ? () => true : asking.confirm
  // What bounds a server is said here, once for all of its calls.
  const connection = { sandbox, guards: { ...guards, confirm } }
  await withClient(connection, terminal, (client) =>
    serve({ client, questions: asking, exposed, read_only }, terminal),
  )
  return exitCodes.ok
}

async function exposedBy(expose: readonly string[] | undefined, guards: GuardOptions) {
  try {
    // What is allowed has to fit something, too.
    const allowed = new Set(selectCapabilities(guards))
    if (expose === undefined) return []
    const ids = selectCapabilities({ allow: expose }).filter((id) => allowed.has(id))
    if (ids.length === 0) throw new TypeError("--expose names nothing that is allowed here")
    return await toolDefinitions({ allow: ids, format: "mcp" })
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}

/** @throws UsageError where the SDK is not installed */
async function loaded() {
  try {
    return await import("./mcp/index.js")
  } catch (error) {
    if (Object(error).code !== "ERR_MODULE_NOT_FOUND") throw error
    throw new UsageError(
      "ghx mcp needs the package @modelcontextprotocol/server",
      "Install it beside ghx: npm install @modelcontextprotocol/server@2",
    )
  }
}
