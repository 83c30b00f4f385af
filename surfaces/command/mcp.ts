/** `ghx mcp`: the capabilities for clients of the Model Context Protocol. */
import { type GuardOptions, isOfOperations } from "../../runtime/index.js"
import { selectCapabilities, toolDefinitions } from "../tools/index.js"
import { type Connection, withClient } from "./client.js"
import { type GuardFlags, guardsOf } from "./guards.js"
import { defaultPlace, namedRepository, usualHost } from "./input/index.js"
import { lookupsWith } from "./lookups.js"
import type { RunCommand, Serving } from "./mcp/index.js"
import { exitCodes, UsageError, usable } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import { commandsAt, mayWrite, runRemote } from "./remote.js"
import type { Terminal } from "./terminal/index.js"

type McpFlags = GuardFlags &
  Pick<Connection, "untrusted" | "record" | "sandbox" | "yes"> &
  OptionValues<"repo", "program" | "commands" | "tasks", "expose">

export async function mcp(flags: McpFlags, terminal: Terminal): Promise<number> {
  const { expose, readOnly: read_only = false, program = false, sandbox = false } = flags
  const guards = await guardsOf(flags, !flags.tasks && !program)
  const exposed = await exposedBy(expose, guards)
  const { questions, refusals, serve } = await import("./mcp/index.js")
  const asking = questions()
  const confirm = flags.yes ? () => true : asking.confirm
  // Bounds of the server apply to all of its calls.
  const { untrusted, record } = flags
  const { host, ...repository } = namedRepository(flags.repo) ?? {}
  const server = host ?? usualHost()
  const own = { ...guards, confirm }
  const connection = { sandbox, untrusted, record, host, keepsAnswers: true, guards: own }
  await withClient(connection, terminal, (client) => {
    const lookUps = (signal: AbortSignal) => lookupsWith(client, { interrupted: signal })
    const run: RunCommand = (argv, own) =>
      runRemote(argv, { client, repository: flags.repo, host: server }, own)
    const commands = {
      at: (name: string | undefined) => commandsAt({ repository: name, host: server }, refusals),
      mayWrite,
    }
    const tools = toolsFor(flags)
    const around = defaultPlace(flags.repo, server)
    const bounds = { exposed, read_only, program, tools }
    const given = { ...bounds, client, lookUps, repository, around, run, commands }
    return serve({ ...given, questions: asking }, terminal)
  })
  return exitCodes.ok
}

function toolsFor({ tasks, program, commands }: McpFlags): Serving["tools"] {
  if (tasks && commands) throw new UsageError("Use --tasks or --commands, not both")
  if (commands) return "gh"
  return tasks || program ? "tasks" : "github"
}

async function exposedBy(expose: readonly string[] | undefined, guards: GuardOptions) {
  if (expose === undefined) return []
  const operation = expose.find(isOfOperations)
  if (operation !== undefined) {
    throw new UsageError(`--expose takes capabilities, not ${operation}`, "Use --documents")
  }
  const named = new Set(usable(() => selectCapabilities({ allow: expose }), TypeError))
  const others = selectCapabilities({}).filter((id) => !named.has(id))
  const deny = [...(guards.deny ?? []), ...others]
  const tools = await toolDefinitions({ ...guards, deny, format: "mcp" })
  if (tools.length === 0) throw new UsageError("--expose matches no allowed capability")
  return tools
}
