import { createExecutor } from "../../generated/calls.js"
import { registry } from "../../generated/registry.js"
import { readModelArguments } from "../../runtime/execute/arguments.js"
import {
  type Client,
  checkClient,
  checkOptions,
  createClient,
  type Effect,
  type JsonSchema,
  type Known,
  knownOf,
  type RunOptions,
} from "../../runtime/index.js"
import { parseJson, tried } from "../../runtime/text/index.js"
import { mayDestroy, verdictOf } from "./approval.js"
import type { ToolFormats } from "./definitions.js"
import { capabilityId } from "./names.js"
import { resultOf, type ToolResult } from "./results/index.js"
import { fromStrict } from "./strict.js"
import { fieldsInput, hasOwnFields, toolInput } from "./tool-input.js"

/** Options of a tool call. */
export interface CallToolOptions extends RunOptions {
  readonly client: Client
  /** The format of the model's definitions; only `openai-strict` changes the arguments. */
  readonly format?: keyof ToolFormats | undefined
}

/**
 * Executes a model's call of a tool from `toolDefinitions`. The result is for the model: small unless it selects
 * `fields`, at most 60,000 characters long, and in place of unknown names it has those that exist.
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
): Promise<ToolResult> {
  const { client, format, ...options } = { ...through }
  checkClient(client)
  // Errors quote the model's own name.
  const id = typeof name === "string" ? capabilityId(name) : name
  const { execute, executeTask } = createExecutor({ client })
  const ask = (other: string, input: unknown) => execute(other, input, options)
  // Validation reports a value that is not JSON.
  const given = typeof args === "string" ? tried(() => parseJson(args), args) : args
  if (!knownOf(registry, id)) return resultOf(await ask(id, given), { task: id, input: given }, ask)
  const contract = await registry.source(id).contract()
  const schema = toolInput(contract.input)
  const decoded = format === "openai-strict" ? fromStrict(schema, given) : given
  const task = taskOf(id, readModelArguments(schema, decoded), hasOwnFields(contract.input))
  return resultOf(await executeTask(task, undefined, options), task, ask, contract)
}

/** Options of {@link needsApproval}. */
export interface ApprovalOptions {
  /** Effects that need approval; `["destroy"]` by default. */
  readonly effects?: readonly Effect[] | undefined
  /** The format of the model's definitions, as for {@link callTool}. */
  readonly format?: keyof ToolFormats | undefined
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
    fields: fieldsInput,
  },
} satisfies JsonSchema

/** One tool for all capabilities, for models that know them from a skill, signatures or `explain`. */
export interface ExecuteTool {
  readonly name: "execute"
  readonly description: string
  readonly inputSchema: typeof executeInput
  /** Rejects only if `signal` is aborted. */
  execute(args: unknown, options?: RunOptions): Promise<ToolResult>
  /** Whether the task with its input is destructive and needs approval; true for an unknown task. */
  needsApproval(args: unknown): Promise<boolean>
}

/** @param client - its `allow`, `deny`, `read_only` and `confirm` apply to every call */
export function createExecuteTool(client: Client): ExecuteTool {
  checkClient(client)
  const { execute, executeTask } = createExecutor({ client })
  return {
    name: "execute",
    description: "Run one GitHub capability by its id.",
    inputSchema: executeInput,
    async execute(args, options) {
      const given = Object(readModelArguments(executeInput, args))
      const { task, input, fields, ...others } = given
      const isKnown = typeof task === "string" && knownOf(registry, task)
      const contract = isKnown ? await registry.source(task).contract() : undefined
      const read = contract ? readModelArguments(contract.input, input) : input
      const one = { ...others, task, input: read, ...(fields !== undefined && { fields }) }
      const ask = (id: string, asked: unknown) => execute(id, asked, options)
      return resultOf(await executeTask(one, undefined, options), one, ask, contract)
    },
    async needsApproval(args) {
      const verdict = await verdictOf(client, (probe) => createExecuteTool(probe).execute(args))
      const { task } = Object(readModelArguments(executeInput, args))
      return verdict ?? mayDestroy(String(task))
    },
  }
}

/** @param hasOwn - whether `fields` is an input of the capability */
function taskOf(id: string, read: unknown, hasOwn: boolean) {
  if (hasOwn || typeof read !== "object" || read === null) return { task: id, input: read }
  const { fields, ...input }: { readonly fields?: unknown } = read
  return { task: id, input, ...(fields !== undefined && { fields: fields as readonly string[] }) }
}
