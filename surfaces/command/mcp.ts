/** `ghx mcp`: the capabilities for clients of the Model Context Protocol. */
import { type CapabilitySummary, type GuardOptions, isOfOperations } from "../../runtime/index.js"
import { selectCapabilities, toolDefinitions } from "../tools/index.js"
import { type Connection, withClient } from "./client.js"
import { exitCodeFor } from "./failures.js"
import type { Remote } from "./gh-execute.js"
import { type GuardFlags, guardsOf, usable } from "./guards.js"
import { namedRepository, usualHost } from "./input/index.js"
import { lookupsWith } from "./lookups.js"
import type { RunCommand } from "./mcp/index.js"
import { exitCodes, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface McpFlags extends GuardFlags, Pick<Connection, "untrusted"> {
  /** Patterns of capabilities to offer as separate tools. */
  readonly expose?: readonly string[]
  /** Offers the `program` tool. */
  readonly program?: boolean
  /** Offers one tool that takes commands instead of the tools that take tasks. */
  readonly commands?: boolean
  /** A file in which writes are recorded instead of being sent. */
  readonly record?: string
  /** The default repository: `octocat/hello-world`. */
  readonly repo?: string
  readonly sandbox?: boolean
  readonly yes?: boolean
}

export async function mcp(flags: McpFlags, terminal: Terminal): Promise<number> {
  const { expose, readOnly: read_only = false, program = false, sandbox = false } = flags
  const guards = await guardsOf(flags)
  const exposed = await exposedBy(expose, guards)
  const { questions, serve } = await import("./mcp/index.js")
  const asking = questions()
  const confirm = flags.yes ? () => true : asking.confirm
  // Bounds of the server apply to all of its calls.
  const { untrusted, record } = flags
  const { host, ...repository } = namedRepository(flags.repo) ?? {}
  const server = host ?? usualHost()
  const connection = { sandbox, untrusted, record, host, guards: { ...guards, confirm } }
  await withClient(connection, terminal, (client) => {
    const lookUps = (signal: AbortSignal) => lookupsWith(client, { interrupted: signal })
    const run: RunCommand = (argv, own) =>
      runRemote(argv, { client, repository: flags.repo, host: server }, own)
    const commands = flags.commands ? { commands: run } : {}
    const given = { client, lookUps, exposed, read_only, program, repository, ...commands }
    return serve({ ...given, questions: asking }, terminal)
  })
  return exitCodes.ok
}

/** Runs a command of gh, or explains. No other command is allowed. */
async function runRemote(
  argv: readonly string[],
  remote: Remote,
  terminal: Terminal,
): Promise<number> {
  try {
    const [first = "", ...words] = argv
    const { isGroup, runCommand } = await import("./as-gh.js")
    if (first === "explain" && words.length > 0) {
      const { explainAll } = await import("./capabilities.js")
      const { lineAsCommand } = await import("./gh-help.js")
      const { guard } = remote.client
      const isAllowed = (one: CapabilitySummary) => !guard.forbids(one)
      const view = { isAllowed, operations: false, line: lineAsCommand }
      return await explainAll(words, {}, terminal, view)
    }
    if (!(await isGroup(first))) {
      throw new UsageError(
        `There is no command ${JSON.stringify(first)}`,
        "Search for one: explain 'what it should do'",
      )
    }
    let exitCode: number = exitCodes.ok
    const { rootOf } = await import("./root.js")
    const done = (code: number) => {
      exitCode = code
    }
    await runCommand(argv, rootOf(terminal), terminal, done, remote)
    return exitCode
  } catch (error) {
    return exitCodeFor(error, terminal)
  }
}

async function exposedBy(expose: readonly string[] | undefined, guards: GuardOptions) {
  if (expose === undefined) return []
  const operation = expose.find(isOfOperations)
  if (operation !== undefined) {
    throw new UsageError(`--expose takes capabilities, not ${operation}`, "Use --documents")
  }
  const allowed = new Set(selectCapabilities(guards))
  const named = usable(() => selectCapabilities({ allow: expose }))
  const ids = named.filter((id) => allowed.has(id))
  if (ids.length === 0) throw new UsageError("--expose matches no allowed capability")
  return toolDefinitions({ allow: ids, format: "mcp" })
}
