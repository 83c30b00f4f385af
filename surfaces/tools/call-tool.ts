import { createExecutor } from "../../generated/calls.js"
import { registry } from "../../generated/registry.js"
import {
  type Client,
  checkClient,
  checkOptions,
  createClient,
  type Effect,
  type JsonSchema,
  type Known,
  knownOf,
  type ResultEnvelope,
  type RunOptions,
} from "../../runtime/index.js"
import { parseJson } from "../../runtime/text/index.js"
import { readModelArguments } from "../../runtime/validation/index.js"
import { mayDestroy, verdictOf } from "./approval.js"
import type { ToolFormats } from "./definitions.js"
import { capabilityId } from "./names.js"
import { fromStrict } from "./strict.js"

/** Options of a tool call. */
export interface CallToolOptions extends RunOptions {
  readonly client: Client
  /** The format of the model's definitions; only `openai-strict` changes the arguments. */
  readonly format?: keyof ToolFormats
}

/**
 * Executes a model's call of a tool from `toolDefinitions`. Unknown names, invalid arguments and refusals
 * by GitHub are envelopes for the model to read.
 *
 * @param name - the model's tool name: `issue-view`
 * @param args - the model's arguments: an object, or its JSON. Numbers, lists and objects as text, and null for
 *   omitted inputs, are read as the contract means them
 *
 * @example
 * const result = await callTool(call.name, call.arguments, { client })
 */
export async function callTool(
  name: string,
  args: unknown,
  through: CallToolOptions,
): Promise<ResultEnvelope<unknown>> {
  const { client, format, ...options } = { ...through }
  checkClient(client)
  // Errors quote the model's own name.
  const id = typeof name === "string" ? capabilityId(name) : name
  const { execute } = createExecutor({ client })
  const given = typeof args === "string" ? parsed(args) : args
  if (!knownOf(registry, id)) return execute(id, given, options)
  const { input } = await registry.source(id).contract()
  const decoded = format === "openai-strict" ? fromStrict(input, given) : given
  return execute(id, readModelArguments(input, decoded), options)
}

/** Options of {@link needsApproval}. */
export interface ApprovalOptions {
  /** Effects that need approval; `["destroy"]` by default. */
  readonly effects?: readonly Effect[]
  /** The format of the model's definitions, as for {@link callTool}. */
  readonly format?: keyof ToolFormats
}

/**
 * Whether a model's call of a tool needs approval, by what its arguments do: the verdict of a client's `confirm`. True
 * for an unknown tool.
 *
 * @param name - the model's tool name, or the id of a capability
 * @param args - the model's arguments; if there are none, whether some arguments need approval
 *
 * @example
 * const asks = await needsApproval("repo-update", { owner: "octocat", repo: "hello-world", visibility: "PRIVATE" })
 */
export async function needsApproval(
  name: string,
  args?: unknown,
  options: ApprovalOptions = {},
): Promise<boolean> {
  const { effects = ["destroy"], format } = checkOptions("needsApproval", options, approvalOptions)
  const wrong = effects.find((one) => !["read", "write", "destroy"].includes(one))
  if (wrong !== undefined) {
    throw new TypeError(`needsApproval takes the effects read, write and destroy, not ${wrong}`)
  }
  const id = capabilityId(name)
  const known = knownOf(registry, id)
  if (known === undefined || effects.includes(known.effect)) return true
  if (!effects.includes("destroy")) return false
  probing ??= createClient({ token: "none" })
  const run = (client: Client) => callTool(name, args, { client, ...(format && { format }) })
  return (args === undefined ? undefined : await verdictOf(probing, run)) ?? mayDestroy(id)
}

const approvalOptions: Known<ApprovalOptions> = { effects: true, format: "string" }

/** Sends nothing. */
let probing: Client | undefined

const executeInput = {
  type: "object" as const,
  required: ["task", "input"],
  additionalProperties: false,
  properties: {
    task: { type: "string", description: "Id of a capability, such as issue.view." },
    input: { type: "object", description: "Its input." },
  },
} satisfies JsonSchema

/** One tool for all capabilities, for models that know them from a skill, signatures or `explain`. */
export interface ExecuteTool {
  readonly name: "execute"
  readonly description: string
  readonly inputSchema: typeof executeInput
  /** Rejects only if `signal` is aborted. */
  execute(args: unknown, options?: RunOptions): Promise<ResultEnvelope<unknown>>
  /** Whether the task with its input is destructive and needs approval; true for an unknown task. */
  needsApproval(args: unknown): Promise<boolean>
}

/** @param client - its `allow`, `deny`, `read_only` and `confirm` apply to every call */
export function createExecuteTool(client: Client): ExecuteTool {
  checkClient(client)
  const { executeTask } = createExecutor({ client })
  return {
    name: "execute",
    description: "Run one GitHub capability by its id.",
    inputSchema: executeInput,
    async execute(args, options) {
      const { task, input } = Object(readModelArguments(executeInput, args))
      if (typeof task !== "string" || !knownOf(registry, task)) {
        return executeTask({ task, input }, { client }, options)
      }
      const contract = await registry.source(task).contract()
      const read = readModelArguments(contract.input, input)
      return executeTask({ task, input: read }, { client }, options)
    },
    async needsApproval(args) {
      const verdict = await verdictOf(client, (probe) => createExecuteTool(probe).execute(args))
      const { task } = Object(readModelArguments(executeInput, args))
      return verdict ?? mayDestroy(String(task))
    },
  }
}

/** Validation reports a value that is not JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
