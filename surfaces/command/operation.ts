/**
 * `ghx rest` and `ghx graphql`: send operations without a capability, after checking them against GitHub's
 * descriptions.
 */
import { listCapabilities } from "../../generated/calls.js"
import { compiler, document, request } from "../../generated/on-demand.js"
import {
  bindTree,
  type Client,
  type CompiledOperation,
  isOperation,
  type JsonSchema,
  operationSource,
  type RunOptions,
} from "../../runtime/index.js"
import { parseJson, tried } from "../../runtime/text/index.js"
import {
  namedRepository,
  readFrom,
  readJson,
  readText,
  surroundingRepository,
} from "./input/index.js"
import { exitCodes, printNote, UsageError } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import { type Call, executeCall, type RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

export interface OperationFlags
  extends Omit<RunFlags, "input" | "route" | "json">,
    OptionValues<"input" | "accept", "allowWrite" | "silent" | "slurp", "field" | "rawField"> {
  /** Refuse writes, whatever the client allows. */
  readonly readsOnly?: boolean
  /** Print the result in GitHub's form: a string unchanged, the result of a document below `data`. */
  readonly asAnswered?: boolean
  /** Whether the response had no body, so that nothing is printed. */
  readonly isEmpty?: () => boolean
  /** The server, if the repository does not name it. */
  readonly host?: string | undefined
  /** Receives each result before it is printed. */
  readonly answered?: (data: unknown) => void
  /** Prints a failure, and returns its exit code; undefined if it is printed as usual. */
  readonly refused?: Call["refused"]
}

/** Whether writes without a capability are allowed on the command line. */
export function mayWrite({ allowWrite, dryRun, record }: OperationFlags): boolean {
  const { GHX_API_WRITES: setting } = process.env
  if (setting && setting !== "allow" && setting !== "refuse") {
    throw new UsageError(`GHX_API_WRITES is allow or refuse, not ${setting}`)
  }
  // Dry runs and recordings send nothing.
  return allowWrite || setting === "allow" || dryRun === true || record !== undefined
}

/** @param words - method and path; a path alone means GET */
export async function rest(
  words: readonly string[],
  flags: OperationFlags,
  terminal: Terminal,
): Promise<number> {
  const [first = "", second, ...others] = words
  if (others.length > 0) {
    throw new UsageError("expected a method and a path", "Pass values as -F name=value")
  }
  const text = second === undefined ? `GET ${first}` : `${first.toUpperCase()} ${second}`
  if (second === undefined && /^(?:GET|POST|PUT|PATCH|DELETE)$/i.test(first)) {
    throw new UsageError(`${first} needs a path after it`, example)
  }
  if (!isOperation(text)) throw new UsageError(`${text} is not a method and a path`, example)
  const { accept } = flags
  const options = accept === undefined ? {} : { accept }
  const compiled = await operationSource(text, compiler, options).load()
  const ask = (client: Client) => (input: unknown) => ({
    run: async (run?: RunOptions) => {
      const envelope = await bindTree({ request }, client)
        .request(text, Object(input), options)
        .run(run)
      if (envelope.ok) flags.answered?.(envelope.data)
      return envelope
    },
  })
  return send(compiled, ask, flags, terminal)
}

const example = "For example: ghx rest GET /repos/{owner}/{repo}/hooks"

export interface GraphQLFlags extends OperationFlags {
  /** The document: a file, `-` for stdin, or the text itself. */
  readonly query: string
}

export async function graphql(flags: GraphQLFlags, terminal: Terminal): Promise<number> {
  const query: string = flags.query
  const isNamed = !isOperation(query) && !query.startsWith("@") && query !== "-"
  const text = await (isNamed ? readFrom : readText)("--query", query, terminal)
  const compiled = await operationSource(text, compiler).load()
  const { cost, refused } = compiled
  if (flags.dryRun && cost && !refused) {
    const nodes = cost.nodes > 0 ? `, at most ${cost.nodes} nodes` : ""
    printNote(`cost: ${cost.points} ${cost.points === 1 ? "point" : "points"}${nodes}`, terminal)
  }
  let hasErrors = false
  const ask = (client: Client) => (input: unknown) => {
    const step = bindTree({ document }, client).document(text)(Object(input))
    if (!flags.asAnswered) return step
    return {
      run: async (options?: RunOptions) => {
        const envelope = await step.run(options)
        if (!envelope.ok) return envelope
        const errors = (envelope.meta.warnings ?? []).flatMap((one) => one.errors ?? [])
        hasErrors = errors.length > 0
        const data = compiled.asWritten?.(envelope.data) ?? envelope.data
        const answer = hasErrors ? { data, errors } : { data }
        flags.answered?.(answer)
        // Whoever pages gets the next page anyway.
        const { pagination: _, ...meta } = envelope.meta
        return { ...envelope, data: answer, meta: flags.answered ? meta : envelope.meta }
      },
    }
  }
  // gh prints what it got, and fails.
  return send(compiled, ask, flags, terminal, () => (hasErrors ? exitCodes.failed : exitCodes.ok))
}

async function send(
  compiled: CompiledOperation,
  ask: Parameters<typeof executeCall>[0]["ask"],
  flags: OperationFlags,
  terminal: Terminal,
  exitCode?: () => number,
): Promise<number> {
  const { id, description, input: schema, pages, refused, unpaged } = compiled
  if (flags.limit !== undefined && unpaged !== undefined) {
    throw new UsageError(`--limit: the document has no items: ${unpaged}`)
  }
  // A query string has only texts: GitHub's description types its parameters.
  const isQuery = compiled.effect === "read" && compiled.rest !== undefined
  const given = await givenBy(flags, schema, isQuery, terminal)
  const named = namedRepository(flags.repo)
  const wants = ["owner", "repo"].every((name) => isLacking(name, schema, given))
  const around = named ?? (wants ? await surroundingRepository() : undefined)
  const { host, ...place } = around ?? {}
  const input = { ...(wants && place), ...given }
  const { version, effect, idempotent, routes } = compiled
  if (flags.readsOnly && effect !== "read") {
    throw new UsageError("api only reads here", await commandsInstead(compiled))
  }
  const known = { id, version, description, effect, idempotent, routes }
  const contract = { ...known, input: schema, output: {} }
  const guards = { operations: mayWrite(flags) ? "write" : "read" } as const
  // Report the actual error rather than the missing list.
  const { limit: _, ...others } = flags
  return executeCall(
    {
      id,
      contract,
      input,
      host: flags.host ?? host,
      ask,
      pages,
      instead: async () => (await import("./instead.js")).capabilitiesThatSend(compiled),
      silent: () => flags.silent === true || flags.isEmpty?.() === true,
      ...(exitCode && { exitCode }),
      refused: flags.refused,
      ...(flags.slurp && {
        extend: async (envelope) =>
          envelope.ok ? { ...envelope, data: [envelope.data] } : envelope,
      }),
      lines: flags.asAnswered ? textIn : undefined,
    },
    {
      ...(refused ? others : flags),
      ...{ guards, rawText: flags.asAnswered, whole: flags.asAnswered },
      ...{ more: flags.asAnswered ? "--paginate" : "--limit" },
    },
    terminal,
  )
}

export const textIn = (data: unknown) =>
  typeof data === "string" || data instanceof Uint8Array ? data : undefined

function isLacking(
  name: string,
  { required = [], properties }: JsonSchema,
  given: object,
): boolean {
  const isWritten = properties?.[name]?.const !== undefined
  return required.includes(name) && !isWritten && !Object.hasOwn(given, name)
}

/** Fields in gh's syntax: `-f body=text`, `-F draft=true`, `config[url]=…`, `events[]=push`. */
export async function givenBy(
  { field = [], rawField = [], input }: Pick<OperationFlags, "field" | "rawField" | "input">,
  schema: JsonSchema,
  isQuery: boolean,
  terminal: Terminal,
): Promise<Record<string, unknown>> {
  const whole =
    input === undefined
      ? {}
      : await readJson("--input", input === "-" ? input : `@${input}`, terminal)
  if (typeof whole !== "object" || whole === null || Array.isArray(whole)) {
    throw new UsageError("--input is not a JSON object")
  }
  const given: Record<string, unknown> = { ...whole }
  const read = isQuery ? typedBy : (value: string) => value
  for (const text of rawField) put(given, text, "-f", schema, read)
  for (const text of field) {
    const [, name = "", file] = /^([^=]+)=@(.*)$/s.exec(text) ?? []
    const value = file === undefined ? undefined : await readFrom(name, file, terminal)
    const typed = (written: string, own: JsonSchema) => value ?? typedBy(written, own)
    put(given, text, "-F", schema, typed)
  }
  return given
}

function put(
  given: Record<string, unknown>,
  text: string,
  flag: string,
  schema: JsonSchema,
  read: (text: string, schema: JsonSchema) => unknown,
): void {
  const [, key, value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (key === undefined) throw new UsageError(`${flag} takes name=value, not ${text}`)
  const [, first = key, rest = ""] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? []
  const way = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, name = ""]) => name)]
  let at: unknown = given
  let own = schema
  for (const [index, name] of way.entries()) {
    const isLast = index === way.length - 1
    const holder: Record<string, unknown> = Object(at)
    const inner = name === "" ? (own.items ?? {}) : (memberOf(own, name) ?? {})
    // A list given item by item, with or without gh's brackets.
    const isList = isLast && typesOf(inner).has("array") && !value.startsWith("[")
    const next = way[index + 1] === "" || isList ? [] : {}
    const key = Array.isArray(at) && name === "" ? String(at.length) : name
    // Not the members that every object has, such as __proto__: they belong to others as well.
    const before = Object.hasOwn(holder, key) ? holder[key] : undefined
    if (!isLast) at = before ?? next
    else if (isList) at = [...[before ?? []].flat(), read(value, inner.items ?? {})]
    else at = read(value, inner)
    const settings = { enumerable: true, configurable: true, writable: true }
    Object.defineProperty(holder, key, { value: at, ...settings })
    own = inner
  }
}

function memberOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const all = [schema, ...(schema.anyOf ?? [])]
  return all.find(({ properties = {} }) => Object.hasOwn(properties, name))?.properties?.[name]
}

/** Typed like gh's `-F`, except where the description expects a string. */
function typedBy(text: string, schema: JsonSchema): unknown {
  const types = typesOf(schema)
  if (/^[[{]/.test(text) && (types.has("array") || types.has("object")))
    return tried(() => parseJson(text), text)
  if (text === "null" && (types.size === 0 || types.has("null"))) return null
  if (/^(?:true|false)$/.test(text) && (types.size === 0 || types.has("boolean")))
    return text === "true"
  const isText = types.has("string") && !types.has("integer") && !types.has("number")
  return /^-?\d{1,15}$/.test(text) && !isText ? Number(text) : text
}

function typesOf({ type = [], anyOf = [], const: constant }: JsonSchema): ReadonlySet<string> {
  if (constant !== undefined) return new Set([typeof constant])
  return new Set([type, ...anyOf.map((one) => [...typesOf(one)])].flat())
}

/** The commands that send the same write. */
async function commandsInstead(compiled: CompiledOperation): Promise<string> {
  const { capabilitiesThatSend } = await import("./instead.js")
  const ids = await capabilitiesThatSend(compiled)
  const { lineAsCommand } = await import("./gh-help.js")
  const all = (await listCapabilities()).filter(({ id }) => ids.includes(id))
  const lines = await Promise.all(all.map(lineAsCommand))
  return lines.join("\n") || "A command writes: explain 'what it should do'"
}
