/**
 * Capabilities as tools that call themselves, for the tool loops of SDKs. Their types are those of the SDKs by
 * structure, so that no SDK is a dependency.
 */
import { type Client, checkClient } from "../../runtime/index.js"
import { revealedJson } from "../../runtime/text/index.js"
import { callTool, needsApproval } from "./call-tool.js"
import {
  type AnthropicTool,
  allowedTools,
  type ObjectSchema,
  selectCapabilities,
  type ToolSelection,
} from "./definitions.js"
import type { ToolResult } from "./results/index.js"

/** A tool of the AI SDK. Destructive calls need approval, unless the client has `confirm`. */
export interface CallableAiTool {
  readonly description: string
  readonly inputSchema: StandardSchema
  needsApproval(input: unknown): Promise<boolean>
  execute(
    input: unknown,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ): Promise<ToolResult>
}

/** A schema with the members of Standard Schema and Standard JSON Schema. */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1
    readonly vendor: "ghx"
    /** Accepts everything: the call itself validates, and its errors say what to do. */
    readonly validate: (value: unknown) => { readonly value: unknown }
    readonly jsonSchema: { input(): ObjectSchema; output(): ObjectSchema }
  }
}

/** A tool of `chat.completions.runTools` of OpenAI's SDK. */
export interface CallableOpenAiTool {
  readonly type: "function"
  readonly function: {
    readonly name: string
    readonly description: string
    readonly parameters: ObjectSchema
    function(args: string, runner: { readonly controller: AbortController }): Promise<ToolResult>
  }
}

/** A tool of `beta.messages.toolRunner` of Anthropic's SDK. */
export interface CallableAnthropicTool extends AnthropicTool {
  parse(args: unknown): unknown
  /** Throws a failure, so that its result has `is_error`. */
  run(
    args: unknown,
    context?: { readonly signal?: AbortSignal | null | undefined },
  ): Promise<string>
}

/** The argument of LangChain's `DynamicStructuredTool`. */
export interface LangChainToolFields {
  readonly name: string
  readonly description: string
  readonly schema: ObjectSchema
  func(
    args: unknown,
    manager?: unknown,
    config?: { readonly signal?: AbortSignal },
  ): Promise<string>
}

/**
 * Tools for `generateText`, `streamText` and agents of the AI SDK.
 *
 * @example
 * const { text } = await generateText({ model, prompt, tools: await aiTools(client, { allow: ["issue.*"] }) })
 */
export async function aiTools(
  client: Client,
  selection: ToolSelection = {},
): Promise<Record<string, CallableAiTool>> {
  const tools = await callable(client, selection)
  return Object.fromEntries(
    tools.map(({ name, description, schema, call }) => [
      name,
      {
        description,
        inputSchema: standard(schema),
        // Nobody is asked twice.
        needsApproval: async (input) => !client.guard.asks && needsApproval(name, input),
        execute: (input, { abortSignal }) => call(input, abortSignal),
      } satisfies CallableAiTool,
    ]),
  )
}

/**
 * Tools for `chat.completions.runTools` of OpenAI's SDK.
 *
 * @example
 * const runner = openai.chat.completions.runTools({ model, messages, tools: await openAiTools(client) })
 */
export async function openAiTools(
  client: Client,
  selection: ToolSelection = {},
): Promise<CallableOpenAiTool[]> {
  const tools = await callable(client, selection)
  return tools.map(({ name, description, schema, call }) => ({
    type: "function",
    function: {
      ...{ name, description, parameters: schema },
      function: (args, { controller }) => call(args, controller.signal),
    },
  }))
}

/**
 * Tools for `beta.messages.toolRunner` of Anthropic's SDK.
 *
 * @example
 * const runner = anthropic.beta.messages.toolRunner({ model, max_tokens, messages, tools: await anthropicTools(client) })
 */
export async function anthropicTools(
  client: Client,
  selection: ToolSelection = {},
): Promise<CallableAnthropicTool[]> {
  const tools = await callable(client, selection)
  return tools.map(({ name, description, schema, call }) => ({
    ...{ name, description, input_schema: schema },
    parse: (args) => args,
    async run(args, context) {
      const result = await call(args, context?.signal)
      if (!result.ok) throw new Error(revealedJson(JSON.stringify(result.error)))
      return revealedJson(JSON.stringify(result))
    },
  }))
}

/**
 * Arguments for LangChain's `DynamicStructuredTool`.
 *
 * @example
 * const tools = (await langChainTools(client)).map((one) => new DynamicStructuredTool(one))
 */
export async function langChainTools(
  client: Client,
  selection: ToolSelection = {},
): Promise<LangChainToolFields[]> {
  const tools = await callable(client, selection)
  return tools.map(({ name, description, schema, call }) => ({
    ...{ name, description, schema },
    func: async (args, _, config) => revealedJson(JSON.stringify(await call(args, config?.signal))),
  }))
}

/** @throws TypeError if the client's guards leave none of the selected capabilities */
async function callable(client: Client, selection: ToolSelection) {
  checkClient(client)
  const tools = await allowedTools(client.guard, selectCapabilities(selection), "anthropic")
  if (tools.length === 0) {
    throw new TypeError("The guards of the client leave none of these capabilities")
  }
  return tools.map(({ name, description, input_schema: schema }) => ({
    ...{ name, description, schema },
    call: (args: unknown, signal: AbortSignal | null | undefined) =>
      callTool(name, args, { client, ...(signal && { signal }) }),
  }))
}

function standard(schema: ObjectSchema): StandardSchema {
  const written = () => schema
  return {
    "~standard": {
      ...{ version: 1, vendor: "ghx" },
      validate: (value) => ({ value }),
      jsonSchema: { input: written, output: written },
    },
  }
}
