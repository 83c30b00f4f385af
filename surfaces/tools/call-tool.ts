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
import type { ToolFormats } from "./definitions.js"
import { capabilityId } from "./names.js"
import { fromStrict } from "./strict.js"

/** How a tool is carried out. */
export interface CallToolOptions extends RunOptions {
  readonly client: Client
  /** The format of the definitions that the model has; only `openai-strict` changes how it says things. */
  readonly format?: keyof ToolFormats
}

/**
 * Carries out what a model has called: one of the tools that `toolDefinitions` gave it. A name that there
 * is not, arguments that are wrong, and what GitHub refuses are envelopes for the model to read.
 *
 * @param name - as the model gave it: `issue-view`
 * @param args - as the model gave them: an object, or its JSON
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
  // What a model gives is told to the model.
  const id = typeof name === "string" ? capabilityId(name) : name
  const { execute } = createExecutor({ client })
  const given = typeof args === "string" ? parsed(args) : args
  if (format !== "openai-strict" || !knownOf(registry, id)) return execute(id, given, options)
  const { input } = await registry.source(id).contract()
  return execute(id, fromStrict(input, given), options)
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

/** One tool for everything, for whoever has read what there is: a skill, signatures, `explain`. */
export interface ExecuteTool {
  readonly name: "execute"
  readonly description: string
  readonly inputSchema: typeof executeInput
  /** Never rejects but for an aborted `signal`. */
  execute(args: unknown, options?: RunOptions): Promise<ResultEnvelope<unknown>>
  /** Whether somebody is to be asked first: where the task destroys for good. */
  needsApproval(args: unknown): boolean
}

/** @param client - whose `allow`, `deny`, `read_only` and `confirm` hold for every call */
export function createExecuteTool(client: Client): ExecuteTool {
  checkClient(client)
  const { executeTask } = createExecutor({ client })
  return {
    name: "execute",
    description: "Run one GitHub capability by its id.",
    inputSchema: executeInput,
    execute: (args, options) => {
      const { task, input } = Object(typeof args === "string" ? parsed(args) : args)
      return executeTask({ task, input }, { client }, options)
    },
    needsApproval(args) {
      const { task } = Object(typeof args === "string" ? parsed(args) : args)
      return typeof task === "string" && knownOf(registry, task)?.effect === "destroy"
    },
  }
}

/** What is no JSON is left to validation, which says what it wants. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
