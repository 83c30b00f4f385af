import { registry } from "../../generated/registry.js"
import {
  type Client,
  type Contract,
  checkOptions,
  type GuardOptions,
  guardOf,
  type JsonSchema,
  type Known,
  knownIn,
  takesNode,
} from "../../runtime/index.js"
import { checkPatterns } from "../../runtime/known-patterns.js"
import { requirementsOf, requirementText } from "../../runtime/properties/index.js"
import { mayDestroy } from "./approval.js"
import { toolName } from "./names.js"
import { strictSchema } from "./strict.js"
import { toolInput } from "./tool-input.js"

/** Selects the capabilities that become tools, with the options of a client's guards. */
export type ToolSelection = Pick<GuardOptions, "allow" | "deny" | "read_only">

/** A tool of an MCP server, as in `tools/list`. */
export interface McpTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: boolean
  }
}

/** A function tool of OpenAI's Responses API. */
export interface OpenAiTool {
  readonly type: "function"
  readonly name: string
  readonly description: string
  readonly parameters: ObjectSchema
  readonly strict: boolean
}

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  readonly name: string
  readonly description: string
  readonly input_schema: ObjectSchema
}

/** The arguments of the AI SDK's `tool()`, after its schema was passed to `jsonSchema()`. */
export interface AiSdkTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  /** Whether some input makes it destructive. */
  readonly needsApproval: boolean
}

/** The schema of an object, in the types of the SDKs. */
export type ObjectSchema = { type: "object"; [keyword: string]: unknown }

/** The definitions of each format. */
export interface ToolFormats {
  readonly mcp: McpTool
  readonly openai: OpenAiTool
  readonly "openai-strict": OpenAiTool
  readonly anthropic: AnthropicTool
  readonly "ai-sdk": AiSdkTool
}

/**
 * Capabilities as tools, as plain data. Every model sees each tool in every request, so choose few. {@link
 * callTool} executes a model's calls.
 *
 * @throws TypeError if a pattern of a guard matches no capability, or the format is unknown
 *
 * @example
 * const tools = await toolDefinitions({ allow: ["issue.*", "pr.view"], format: "anthropic" })
 */
export async function toolDefinitions<Format extends keyof ToolFormats>(
  options: ToolSelection & { readonly format: Format },
): Promise<ToolFormats[Format][]>
export async function toolDefinitions(
  options: ToolSelection & { readonly format: string },
): Promise<object[]> {
  checkOptions<object>("toolDefinitions", options, { ...selections, format: "string" })
  const { format, ...selection } = options
  if (!isFormat(format))
    throw new TypeError(`Unknown format ${format}; expected ${Object.keys(writers).join(", ")}`)
  return allowedTools(guardOf(selection), selectCapabilities(selection), format)
}

const isFormat = (format: string): format is keyof ToolFormats => Object.hasOwn(writers, format)

/** The definitions of these capabilities that a client's guards do not refuse with any input. */
export async function allowedTools<Format extends keyof ToolFormats>(
  guard: Client["guard"],
  ids: readonly string[],
  format: Format,
): Promise<ToolFormats[Format][]> {
  const all = await Promise.all(ids.map((id) => registry.source(id).contract()))
  const allowed = all.filter((one) => !guard.forbids(one))
  return Promise.all(withinRepos(guard, allowed).map((contract) => writers[format](contract)))
}

/** Guards that only concern calls are accepted, so that a client's guards can be passed to both. */
const selections: Known<GuardOptions> = {
  allow: true,
  deny: true,
  read_only: "boolean",
  confirm: true,
  repos: true,
  limits: true,
  untrusted: true,
  operations: "string",
}

/**
 * The selected ids, in alphabetical order.
 *
 * @throws TypeError if a pattern of a guard matches no capability
 */
export function selectCapabilities(selection: ToolSelection): string[] {
  const guards = checkOptions<object>("selectCapabilities", selection, selections)
  const all = [...knownIn(registry)].map(([id, { effect }]) => ({ id, effect }))
  const guard = guardOf(guards)
  checkPatterns(guard, () => all.map(({ id }) => id))
  return all.flatMap((one) => (guard.forbids(one) ? [] : [one.id])).sort()
}

const writers: {
  readonly [Format in keyof ToolFormats]: (
    contract: Contract,
  ) => ToolFormats[Format] | Promise<ToolFormats[Format]>
} = {
  mcp: async (contract) => ({
    ...named(contract),
    inputSchema: objectSchema(contract.input),
    outputSchema: objectSchema(contract.output),
    annotations: await annotationsOf(contract),
  }),
  openai: (contract) => openAi(contract, inputOf(contract), false),
  "openai-strict": (contract) =>
    openAi(contract, objectSchema(strictSchema(toolInput(contract.input))), true),
  anthropic: (contract) => ({ ...named(contract), input_schema: inputOf(contract) }),
  "ai-sdk": async (contract) => ({
    ...named(contract),
    inputSchema: inputOf(contract),
    needsApproval: await mayDestroy(contract.id),
  }),
}

function openAi(contract: Contract, parameters: ObjectSchema, strict: boolean): OpenAiTool {
  return { type: "function", ...named(contract), parameters, strict }
}

/**
 * Adds rules about several inputs to the description, because providers refuse schemas that have them at the top
 * level.
 */
function named({ id, description, input }: Contract) {
  const rules = requirementsOf(input).map((one) => requirementText(one, (name) => name))
  return { name: toolName(id), description: [description, ...rules].join(" ") }
}

async function annotationsOf(contract: Contract): Promise<McpTool["annotations"]> {
  const { id, effect, idempotent } = contract
  if (effect === "read") return { readOnlyHint: true, openWorldHint: true }
  return {
    readOnlyHint: false,
    destructiveHint: await mayDestroy(id),
    idempotentHint: idempotent,
    openWorldHint: true,
  }
}

const inputOf = ({ input }: Contract) => objectSchema(toolInput(input))

/** Removes keywords that only ghx reads, or that providers refuse at the top level of a schema. */
function objectSchema({ allOf: _, dependentRequired: __, ...schema }: JsonSchema): ObjectSchema {
  const text = JSON.stringify(schema, (key, value) => (key === "x-ghx-node" ? undefined : value))
  return { ...JSON.parse(text), type: "object" }
}

/** How many repositories a description lists. */
const mostListed = 5

/**
 * Without the capabilities that `repos` refuses with any input, because they name no repository. The others say which
 * repositories they may name.
 */
function withinRepos(
  { bounds, names }: Client["guard"],
  contracts: readonly Contract[],
): readonly Contract[] {
  const repos = bounds?.repos
  if (repos === undefined) return contracts
  return contracts.flatMap((contract) => {
    const { id, input } = contract
    const { owner, repo, query } = input.properties ?? {}
    if (owner === undefined || repo === undefined)
      return query !== undefined || takesNode(input) || names(id) ? [contract] : []
    const properties = { ...input.properties, ...namesOf(repos, owner, repo) }
    return [{ ...contract, input: { ...input, properties } }]
  })
}

function namesOf(
  repos: readonly string[],
  owner: JsonSchema,
  repo: JsonSchema,
): Record<string, JsonSchema> {
  const listed = repos.slice(0, mostListed).join(", ")
  const note = `Allowed, as owner/repo: ${listed}${repos.length > mostListed ? ", …" : ""}.`
  const described = { ...repo, description: [repo.description, note].filter(Boolean).join(" ") }
  if (repos.length > mostListed || repos.some((one) => one.includes("*")))
    return { repo: described }
  const partOf = (at: 0 | 1) => [...new Set(repos.map((one) => one.split("/")[at] ?? ""))]
  const own = repos.length === 1 ? repo : described
  return { owner: { ...owner, enum: partOf(0) }, repo: { ...own, enum: partOf(1) } }
}
