import { buildASTSchema, GraphQLError, type GraphQLSchema, parse, validateSchema } from "graphql"
import { Check, Errors } from "typebox/schema"
import {
  correctedRest,
  correctedSchema,
  DefinitionError,
  lazyProperty,
  lazySchema,
} from "../../schema/lazy/index.js"
import type { SourceFile } from "../diagnostics/index.js"
import { GH_PATH, REST_PATH } from "../read/index.js"

/** The pinned API descriptions of GitHub, each read on first use. */
export interface Pins {
  readonly schema: () => GraphQLSchema
  readonly rest: () => RestDescription
  readonly gh: () => GhDescription
}

/** A pinned description is missing, or differs from its checksum. */
export class PinError extends Error {
  constructor(
    readonly file: SourceFile,
    /** The command that pins it. */
    readonly cure: string,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Reads the pinned REST description, with its known errors corrected, once for the same text.
 *
 * @throws PinError, also later from a part of the description
 */
export const readRest = pinReader<RestDescription>(
  REST_PATH,
  "make pin ARGS=--rest",
  (text, fail) => restInLines(text, fail) ?? correctedRest(parsePin(text, REST_FORM, fail)),
)

const REST_FORM = {
  type: "object",
  required: ["paths", "schemas"],
  properties: {
    paths: { type: "object", additionalProperties: { type: "object" } },
    schemas: { type: "object" },
  },
}

/** Reads the pinned description of gh's commands, once for the same text. @throws PinError */
export const readGh = pinReader<GhDescription>(GH_PATH, "make pin ARGS=--gh", (text, fail) =>
  parsePin(text, GH_FORM, fail),
)

const GH_FORM = {
  type: "object",
  required: ["commands", "types"],
  properties: {
    commands: {
      type: "object",
      additionalProperties: { type: "object", required: ["usage", "flags"] },
    },
    types: { type: "object" },
  },
}

type Fail = (message: string) => PinError

function pinReader<T>(path: string, cure: string, read: (text: string, fail: Fail) => T) {
  let latest: { text: string; description: T } | undefined
  return (text: string | undefined): T => {
    const fail = (message: string) => new PinError({ path, text: text ?? "" }, cure, message)
    if (text === undefined) throw fail("it is missing")
    if (latest?.text !== text) latest = { text, description: read(text, fail) }
    return latest.description
  }
}

/** The description as `make pin` prints it, with each path and schema on a line, which is parsed when it is read. */
function restInLines(text: string, fail: Fail): RestDescription | undefined {
  const lines = text.trimEnd().split("\n")
  const middle = lines.indexOf('  "schemas": {')
  const frame = [...lines.slice(0, 2), ...lines.slice(middle - 1, middle + 1), ...lines.slice(-2)]
  if (frame.join("\n") !== REST_FRAME) return undefined
  const paths = lazyEntries(lines.slice(2, middle - 1), (_, line) =>
    parseJson<RestDescription["paths"][string]>(line, fail),
  )
  const schemas = lazyEntries(lines.slice(middle + 1, -2), (name, line) =>
    correctedSchema(name, parseJson(line, fail)),
  )
  return paths && schemas && { paths, schemas }
}

const REST_FRAME = '{\n  "paths": {\n  },\n  "schemas": {\n  }\n}'

/** Undefined if a line is no entry. */
function lazyEntries<T>(
  lines: readonly string[],
  read: (name: string, line: string) => T,
): Record<string, T> | undefined {
  const entries: Record<string, T> = Object.create(null)
  for (const line of lines) {
    const [, name, value] = /^ {4}"([^"\\]+)": (\{.*\}),?$/.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    lazyProperty(entries, name, () => read(name, value))
  }
  return entries
}

function parsePin<T>(text: string, form: object, fail: Fail): T {
  const value = parseJson<T>(text, fail)
  const isSound: boolean = Check(form, value)
  if (isSound) return value
  const [, [error]] = Errors(form, value)
  throw fail(`${error?.instancePath ?? ""} ${error?.message ?? ""}`)
}

function parseJson<T>(text: string, fail: Fail): T {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error))
  }
}

/** The pinned description of gh, made by `make pin ARGS=--gh`. */
export interface GhDescription {
  /** `issue view` → its options and arguments. */
  readonly commands: Readonly<Record<string, GhCommandDescription>>
  /** `issue` → JSON Schema of the JSON that `gh issue …` prints. */
  readonly types: Readonly<Record<string, unknown>>
}

export interface GhCommandDescription {
  /** Positional arguments of the command, as in gh's help: `{<number> | <url>}`; empty if there are none. */
  readonly usage: string
  /** Long flags by name, without dashes. */
  readonly flags: Readonly<Record<string, GhFlag>>
  /** The fields of `--json`; absent if the command prints no JSON. */
  readonly json?: readonly string[]
}

/** The kind of a flag's value, or the values it can have. */
export type GhFlag = "boolean" | "integer" | "string" | "list" | readonly string[]

/** The pinned description of GitHub's REST API, made by `make pin ARGS=--rest`. */
export interface RestDescription {
  /** Path → method (lower case) → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, RestOperation>>>>
  /** Named schemas, which others refer to as `#/components/schemas/NAME`. */
  readonly schemas: Readonly<Record<string, unknown>>
}

export interface RestOperation {
  /** The page that GitHub's errors link to. */
  readonly docs?: string
  /** The statuses of success; `response` describes the first one. */
  readonly statuses?: readonly number[]
  /** The documented headers of a successful response. */
  readonly headers?: readonly string[]
  readonly parameters?: readonly RestParameter[]
  /** JSON Schema of the body, if the operation takes one. */
  readonly body?: unknown
  /** The media types of its body, if that is a file rather than JSON. */
  readonly uploads?: readonly string[]
  /** JSON Schema of the answer; absent for an answer without a body. */
  readonly response?: unknown
  /** A successful answer may also have no body. */
  readonly mayBeEmpty?: true
  /** Media types of answers that are text, such as a diff. */
  readonly media?: readonly string[]
  /** The permissions that a token needs, if GitHub states them. */
  readonly permissions?: RestPermissions
}

/** The permissions that a token needs for an operation, as far as GitHub's description states them. */
export interface RestPermissions {
  /** Classic scopes, one of which is enough unless `all` is set. */
  readonly scopes?: readonly string[]
  readonly all?: true
  /** Classic scopes that are needed if the repository is private. */
  readonly private_scopes?: readonly string[]
  /** Permissions of fine-grained tokens: `Workflows (repository): write`. */
  readonly fine_grained?: readonly string[]
}

export interface RestParameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly required?: true
  readonly schema: unknown
}

let latest: { sdl: string; schema: GraphQLSchema } | undefined

/**
 * The pinned schema, memoized by its text. Definitions are parsed when a document needs them, because parsing all
 * 1,800 takes longer than compiling thirty cards. The text is assumed to be valid; it must be, because npm's copy of
 * GitHub's schema defines two fields of `EnterpriseOwnerInfo` twice.
 *
 * @throws DefinitionError if the text is not a schema, or later, from the schema, if a part is invalid
 */
export function readSchema(sdl: string): GraphQLSchema {
  if (latest?.sdl !== sdl) latest = { sdl, schema: lazySchema(sdl, { described: true }) }
  if (!latest.schema.getQueryType()) throw new DefinitionError("it has no query type")
  return latest.schema
}

export function schemaProblems(sdl: string): string[] {
  const document = parse(sdl, { noLocation: true })
  try {
    return validateSchema(buildASTSchema(document)).map(({ message }) => message)
  } catch (error) {
    // graphql-js joins all errors in one message.
    return error instanceof Error ? error.message.split("\n\n") : [String(error)]
  }
}

/** The defect of the pinned schema that caused an exception, if any. */
export function schemaFault(
  sdl: string,
  error: unknown,
): { readonly message: string; readonly start: number } | undefined {
  if (!(error instanceof DefinitionError)) return undefined
  try {
    // The whole text is parsed to find the location.
    buildASTSchema(parse(sdl), { assumeValid: true, assumeValidSDL: true })
    return { message: error.message, start: 0 }
  } catch (whole) {
    const start = whole instanceof GraphQLError ? (whole.positions?.[0] ?? 0) : 0
    return { message: whole instanceof Error ? whole.message : String(whole), start }
  }
}
