import { createExecutor } from "../../generated/calls.js"
import { registry } from "../../generated/registry.js"
import {
  type Client,
  checkClient,
  type JsonSchema,
  knownOf,
  type ResultEnvelope,
  type RunOptions,
} from "../../runtime/index.js"
import { parseJson } from "../../runtime/text/index.js"
import { readModelArguments } from "../../runtime/validation/index.js"
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
  /** Whether the task is destructive and needs approval. */
  needsApproval(args: unknown): boolean
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
    needsApproval(args) {
      const { task } = Object(readModelArguments(executeInput, args))
      return typeof task === "string" && knownOf(registry, task)?.effect === "destroy"
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
