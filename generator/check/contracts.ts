import { gt, lt, major, valid } from "semver"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutContract } from "../messages/index.js"
import type { CardSource } from "../parse/index.js"
import { CONTRACTS_PATH } from "../read/index.js"
import {
  fromJsonSchema,
  type Misfit,
  mapSubschemas,
  misfits,
  spell,
  subschemas,
} from "../shape/index.js"
import { schemaErrors } from "./schema-errors.js"

/** The contract of one capability, as released. */
export interface Contract {
  version: string
  input: JsonSchema
  output: JsonSchema
}

const schemas = { type: "object", additionalProperties: { $ref: "#/$defs/schema" } }
const count = { type: "integer", minimum: 0 }

/** The form of the lock; what `make gen ARGS=--release` writes has it. */
const lockSchema = {
  type: "object",
  additionalProperties: {
    type: "object",
    required: ["version", "input", "output"],
    additionalProperties: false,
    properties: {
      version: { type: "string" },
      input: { $ref: "#/$defs/schema" },
      output: { $ref: "#/$defs/schema" },
    },
  },
  $defs: {
    schema: {
      type: "object",
      properties: {
        type: { type: ["string", "array"], items: { type: "string" } },
        enum: { type: "array" },
        required: { type: "array", items: { type: "string" } },
        properties: schemas,
        additionalProperties: { type: ["boolean", "object"] },
        items: { $ref: "#/$defs/schema" },
        anyOf: { type: "array", items: { $ref: "#/$defs/schema" } },
        pattern: { type: "string" },
        minimum: { type: "number" },
        maximum: { type: "number" },
        minLength: count,
        maxLength: count,
        minItems: count,
        maxItems: count,
      },
    },
  },
}

/** The contracts that were released, by id. */
export function readContracts(text: string): {
  contracts: ReadonlyMap<string, Contract>
  diagnostics: Diagnostic[]
} {
  const damaged = (message: string, start = 0) => ({
    contracts: new Map<string, Contract>(),
    diagnostics: [
      diagnostic(
        aboutContract.damagedLock(message, CONTRACTS_PATH),
        { path: CONTRACTS_PATH, text },
        { start, end: start + 1 },
      ),
    ],
  })
  const conflict = text.search(/^<{7} /m)
  if (conflict !== -1) return damaged("it holds a merge conflict", conflict)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The engine's own words differ from version to version.
    return damaged("it is not JSON")
  }
  const [error] = schemaErrors(lockSchema, value)
  if (error !== undefined) {
    const where = error.path.length === 0 ? "it" : `\`${error.path.join("/")}\``
    return damaged(`${where} ${error.message}`)
  }
  const contracts = new Map(Object.entries(value as Record<string, Contract>))
  for (const [id, { version }] of contracts) {
    if (valid(version) === null) return damaged(`\`${id}/version\` is not a semantic version`)
  }
  return { contracts, diagnostics: [] }
}

/** The text of the lock: ids in order, one contract after the other. */
export function writeContracts(contracts: ReadonlyMap<string, Contract>): string {
  const sorted = [...contracts].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/** A contract as the lock remembers it: without prose, which may change freely. */
export function contractOf(version: string, input: JsonSchema, output: JsonSchema): Contract {
  return { version, input: withoutProse(input), output: withoutProse(output) }
}

function withoutProse({ description: _, deprecated: __, ...schema }: JsonSchema): JsonSchema {
  return mapSubschemas(schema, withoutProse)
}

/** A contract changes only with its version, and breaks only with a major one. */
export function checkContract(source: CardSource, now: Contract, released: Contract): Diagnostic[] {
  const { file } = source
  const span = source.valueSpan(["version"])
  if (lt(now.version, released.version)) {
    return [diagnostic(aboutContract.wentBack(released.version, now.version), file, span)]
  }
  const breaks = breakingChanges(now, released)
  const isChanged =
    JSON.stringify(sorted([now.input, now.output])) !==
    JSON.stringify(sorted([released.input, released.output]))
  const next = (kind: "major" | "minor") => {
    const [majorNow = 0, minorNow = 0] = released.version.split(".").map(Number)
    return kind === "major" ? `${majorNow + 1}.0.0` : `${majorNow}.${minorNow + 1}.0`
  }
  if (breaks.length > 0 && major(now.version) === major(released.version)) {
    return breaks.map((change) =>
      diagnostic(aboutContract.breaks(released.version, change, next("major")), file, span),
    )
  }
  if (isChanged && !gt(now.version, released.version)) {
    return [diagnostic(aboutContract.changed(released.version, next("minor")), file, span)]
  }
  return []
}

/** What was released is still there: its callers did not go away. */
export function checkReleasedIds(
  released: ReadonlyMap<string, Contract>,
  ids: ReadonlySet<string>,
  lock: string,
): Diagnostic[] {
  const file = { path: CONTRACTS_PATH, text: lock }
  return [...released]
    .filter(([id]) => !ids.has(id))
    .map(([id, { version }]) => {
      const key = JSON.stringify(id)
      const start = Math.max(lock.indexOf(key), 0)
      const problem = aboutContract.gone(id, version, `cards/${id.split(".").join("/")}.yaml`)
      return diagnostic(problem, file, { start, end: start + key.length })
    })
}

/** What a caller of the released contract would notice, in words. */
function breakingChanges(now: Contract, released: Contract): string[] {
  const inputs = misfits(fromJsonSchema(released.input), fromJsonSchema(now.input)).map((one) =>
    inWords("input", one, { missing: "is required", unknown: "is gone" }),
  )
  const outputs = misfits(fromJsonSchema(now.output), fromJsonSchema(released.output))
    .filter(({ kind }) => kind !== "unknown")
    .map((one) => inWords("output", one, { missing: "is gone" }))
  return [...inputs, ...outputs, ...narrowings(now.input, released.input, [])]
}

function inWords(
  side: "input" | "output",
  { path, kind, message }: Misfit,
  words: Partial<Record<Misfit["kind"], string>>,
): string {
  const verb = side === "input" ? "no longer takes all that it took" : "can be what it never was"
  return `the ${side} \`${spell(path)}\` ${words[kind] ?? `${verb} (${message})`}`
}

const BOUNDS = [
  ["minimum", "lower"],
  ["minLength", "lower"],
  ["minItems", "lower"],
  ["maximum", "upper"],
  ["maxLength", "upper"],
  ["maxItems", "upper"],
] as const

/** Bounds of inputs that became tighter. */
function narrowings(now: JsonSchema, released: JsonSchema, path: readonly string[]): string[] {
  const at = `the input \`${spell(path)}\``
  const changes: string[] = []
  for (const [bound, side] of BOUNDS) {
    const [before, after] = [released[bound], now[bound]]
    if (after === undefined) continue
    const isTighter = before === undefined || (side === "lower" ? after > before : after < before)
    if (isTighter) changes.push(`${at} has ${bound} ${after}, it had ${before ?? "none"}`)
  }
  if (now.pattern !== undefined && now.pattern !== released.pattern)
    changes.push(`${at} has another pattern`)
  if (now.uniqueItems === true && released.uniqueItems !== true)
    changes.push(`${at} must be unique`)
  const within = new Map(subschemas(now).map((one) => [one.steps.join("/"), one.schema]))
  for (const { steps, schema } of subschemas(released)) {
    const after = within.get(steps.join("/"))
    if (after !== undefined)
      changes.push(...narrowings(after, schema, [...path, ...placeOf(steps)]))
  }
  return changes
}

/** Where the values of a subschema stand, as `spell` reads it. */
function placeOf([keyword, name]: readonly (string | number)[]): string[] {
  if (keyword === "properties") return [String(name)]
  if (keyword === "items") return ["[]"]
  return keyword === "additionalProperties" ? ["*"] : []
}

/** The value with keys in order, so that the order in a card says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
