/** Calls of tools. The first one loads this file: a client starts its servers long before it calls a tool. */
import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { createExecutor } from "../../../generated/calls.js"
import { registry } from "../../../generated/registry.js"
import { checkArguments, readModelArguments } from "../../../runtime/execute/arguments.js"
import { type Client, GhxError, knownIn } from "../../../runtime/index.js"
import { didYouMean, suggestionsFor } from "../../../runtime/suggestions/index.js"
import { capabilityId, type McpTool } from "../../tools/index.js"
import { discovered, everyCapability, type View } from "../discovery/index.js"
import { withCall } from "../input/index.js"
import { UsageError } from "../output/index.js"
import { command } from "./commands.js"
import { github } from "./github.js"
import type { OwnTool } from "./own-tools.js"
import type { Call, Questions } from "./questions.js"
import { described, failed, worded } from "./results.js"
import type { Serving } from "./serving.js"
import { allPlaced, chain, execute, placed, program as runGiven } from "./tasks.js"

/** @param declared - the capabilities that the client declared when it connected */
export type Caller = (
  params: CallToolRequest["params"],
  context: ServerContext,
  declared: object | undefined,
) => ReturnType<Questions["executeCall"]>

/**
 * A function that executes calls of tools.
 *
 * @param own - the server's own tools, which are no capabilities
 */
export function callerOf(serving: Serving, own: readonly OwnTool[]): Caller {
  const { client, lookUps, questions, exposed, run, commands, repository, around } = serving
  const executor = createExecutor({ client })
  const { untrusted } = client.guard
  const memory = {}
  return async ({ name, arguments: given = {} }, context, declared) => {
    const isExposed = exposed.some((tool) => tool.name === name)
    const tool = own.find((one) => one.name === name)
    if (!isExposed && !tool) throw unknownTool(name, [...own, ...exposed])
    const canAsk = showsForms(context, declared)
    const same = JSON.stringify([name, given])
    const executeCall = async (call: Call) => {
      if (!tool) return callExposed(capabilityId(name), given, executor, call)
      const read = readModelArguments(tool.inputSchema, given)
      const checked = checkArguments(name, tool.inputSchema, read)
      if (!checked.ok) return failed(checked.error)
      // The schema of the tool guarantees this type.
      const input = checked.input as never
      const ask = lookUps(call.signal)
      if (name === "execute")
        return execute(await placed(input, around, ask), executor, call, ask, untrusted)
      if (name === "chain")
        return chain(await allPlaced(input, around, ask), executor, call, ask, untrusted)
      if (name === "github")
        return github(input, { client, executor, commands, repository, around, memory }, call)
      if (name === "gh") return command(input, run, call, client.recording?.tasks)
      if (name === "program")
        return runGiven(input, executor, call, { repository: around, untrusted })
      return explain(input, client)
    }
    const work = (call: Call) => executeCall(call).catch(refused)
    const outcome = await questions.executeCall(same, canAsk, context, work)
    return isExposed && isFailure(outcome) ? asText(outcome) : outcome
  }
}

function isFailure(outcome: object): outcome is CallToolResult {
  return "isError" in outcome && outcome.isError === true
}

/** An error does not match a tool's output schema, and clients discard what does not match. */
function asText({ structuredContent: _, ...result }: CallToolResult): CallToolResult {
  return result
}

/** The error to show a model for an exception: an unknown name, or a recording that cannot be written. */
async function refused(error: unknown): Promise<CallToolResult> {
  if (error instanceof GhxError) return failed(error.envelope.error)
  if (!(error instanceof UsageError)) throw error
  const { message, fix } = error
  const details = { ...(fix !== undefined && { fix }), outcome: "not_sent" as const }
  return failed({ code: "UNKNOWN", message, retryable: false, details })
}

/** Whether the client shows forms: declared with each request, or once, before 2026. */
function showsForms({ mcpReq }: ServerContext, declared: object | undefined): boolean {
  const stated: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const { elicitation } = Object(stated[CLIENT_CAPABILITIES_META_KEY] ?? declared)
  const { form, url } = Object(elicitation)
  return elicitation !== undefined && (form !== undefined || url === undefined)
}

type Executor = ReturnType<typeof createExecutor>

async function callExposed(
  id: string,
  given: unknown,
  { executeTask }: Executor,
  { signal }: Call,
): Promise<CallToolResult> {
  const contract = await registry.source(id).contract()
  const input = readModelArguments(contract.input, given)
  const envelope = await executeTask({ task: id, input }, undefined, { signal })
  if (!envelope.ok) return failed(envelope.error)
  return described(Object(envelope.data), envelope.meta.warnings ?? [])
}

/** @param tasks - ids, domains and phrases; if empty, each capability that the client allows gets one line */
async function explain(
  { tasks }: { readonly tasks?: readonly string[] },
  { guard }: Client,
): Promise<CallToolResult> {
  const view = viewOf(guard)
  if (!tasks) {
    return worded(await everyCapability(view), "Name a domain, such as pr")
  }
  const { texts, errors } = await discovered(tasks, view)
  const [unknown] = errors
  if (unknown && texts.length === 0) return failed(await withCall(unknown, undefined))
  const text = [...texts, ...errors.map(({ message }) => message)].join("\n\n")
  return worded(text, "Name fewer tasks")
}

function viewOf(guard: Client["guard"]): View {
  return {
    isAllowed: (one) => !guard.forbids(one),
    operations: guard.operations.most !== "none",
  }
}

function unknownTool(name: string, tools: readonly McpTool[]): ProtocolError {
  const names = tools.map((tool) => tool.name)
  const id = capabilityId(name)
  const near = suggestionsFor(name, names)
  const hint = knownIn(registry).has(id)
    ? `call execute with task ${id}`
    : near.length > 0
      ? didYouMean(near)
      : `available: ${names.join(", ")}`
  const message = `There is no tool ${JSON.stringify(name)}, ${hint}`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
