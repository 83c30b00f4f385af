import { gt, lt, major, valid } from "semver"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { requirementsOf, requirementText } from "../../runtime/properties/index.js"
import { type Diagnostic, diagnostic, type Note } from "../diagnostics/index.js"
import { aboutContract } from "../messages/index.js"
import type { CardSource } from "../parse/index.js"
import { CONTRACTS_PATH, cardPath } from "../read/index.js"
import {
  fromJsonSchema,
  mapSubschemas,
  mismatches,
  spell,
  subschemas,
  type TypeMismatch,
} from "../shape/index.js"
import { asCard } from "./card-form.js"
import { isList } from "./resolved-contract.js"
import { schemaErrors } from "./schema-errors.js"

/** Checks that a contract changes only with its version, and breaks only with a major version. */
export function checkContract(source: CardSource, now: Contract, released: Contract): Diagnostic[] {
  const { file } = source
  const span = source.valueSpan(["version"])
  if (lt(now.version, released.version)) {
    return [diagnostic(aboutContract.wentBack(released.version, now.version), file, span)]
  }
  const breaks = breakingChanges(now, released)
  const changed = (["input", "output"] as const).flatMap((side) =>
    differences(now[side], released[side]).map((steps): SchemaPlace => ({ side, steps })),
  )
  const next = (kind: "major" | "minor") => {
    const [majorNow = 0, minorNow = 0] = released.version.split(".").map(Number)
    return kind === "major" ? `${majorNow + 1}.0.0` : `${majorNow}.${minorNow + 1}.0`
  }
  if (breaks.length > 0 && major(now.version) === major(released.version)) {
    return breaks.map(({ text, ...place }) => {
      const problem = aboutContract.breaks(released.version, text, next("major"))
      return diagnostic({ ...problem, note: causeOf(place, source) }, file, span)
    })
  }
  if (changed.length > 0 && !gt(now.version, released.version)) {
    const names = changed.map(({ side, steps }) => inputOrOutput(side, steps.flatMap(placeOf)))
    const problem = aboutContract.changed(released.version, [...new Set(names)], next("minor"))
    const [note] = changed.flatMap((place) => causeOf(place, source) ?? [])
    return [diagnostic({ ...problem, note }, file, span)]
  }
  return []
}

/** A location in a contract: the schema path, two steps for each property or item. */
interface SchemaPlace {
  readonly side: "input" | "output"
  readonly steps: readonly (readonly (string | number)[])[]
  readonly keyword?: string
}

interface ContractChange extends SchemaPlace {
  readonly text: string
}

/** The location in a shared file that defines a part of the contract. */
function causeOf({ side, steps, keyword }: SchemaPlace, source: CardSource): Note | undefined {
  const path = [...steps.flat(), ...(keyword === undefined ? [] : [keyword])]
  // The card of a list describes one item.
  const ofItem = isList(asCard(source)) && side === "output" ? path.slice(ITEM.length) : path
  return source.keySpan([`${side}_schema`, ...ofItem]).note
}

const ITEM = ["properties", "items", "items"]

/** The parts of a schema that changed, as narrowly as possible. */
function differences(
  now: JsonSchema,
  released: JsonSchema,
  steps: SchemaPlace["steps"] = [],
): SchemaPlace["steps"][] {
  const text = (value: unknown) => JSON.stringify(sorted(value))
  if (text(now) === text(released)) return []
  const before = new Map(subschemas(released).map((one) => [one.steps.join("/"), one.schema]))
  const after = subschemas(now)
  const within = after.flatMap((one) => {
    const was = before.get(one.steps.join("/"))
    const here = [...steps, one.steps]
    return was === undefined ? [here] : differences(one.schema, was, here)
  })
  const kept = new Set(after.map((one) => one.steps.join("/")))
  const gone = subschemas(released).filter((one) => !kept.has(one.steps.join("/")))
  const all = [...within, ...gone.map((one) => [...steps, one.steps])]
  return all.length === 0 ? [steps] : all
}

/** Checks that no released capability disappears, since it still has callers. */
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
      const problem = aboutContract.gone(id, version, cardPath(id))
      return diagnostic(problem, file, { start, end: start + key.length })
    })
}

function breakingChanges(now: Contract, released: Contract): ContractChange[] {
  const inputs = mismatches(fromJsonSchema(released.input), fromJsonSchema(now.input)).map((one) =>
    describeMismatch("input", one, { missing: "is required", unknown: "is gone" }),
  )
  const outputs = mismatches(fromJsonSchema(now.output), fromJsonSchema(released.output))
    .filter(({ kind }) => kind !== "unknown")
    .map((one) => describeMismatch("output", one, { missing: "is gone" }))
  return [
    ...inputs,
    ...outputs,
    ...narrowings(now.input, released.input, []),
    ...newRules(now, released),
  ]
}

function describeMismatch(
  side: "input" | "output",
  { path, kind, message }: TypeMismatch,
  words: Partial<Record<TypeMismatch["kind"], string>>,
): ContractChange {
  const verb = side === "input" ? "accepts less" : "has new possible values"
  const text = `${inputOrOutput(side, path)} ${words[kind] ?? `${verb} (${message})`}`
  const steps = path.map((name) => (name === "[]" ? ["items"] : ["properties", name]))
  return { text, side, steps }
}

function inputOrOutput(side: "input" | "output", path: readonly string[]): string {
  return path.length === 0 ? `the ${side}` : `the ${side} \`${spell(path)}\``
}

function newRules(now: Contract, released: Contract): ContractChange[] {
  const rulesOf = ({ input }: Contract) =>
    requirementsOf(input).map((one) => requirementText(one, (name) => `\`${name}\``))
  const before = rulesOf(released)
  const added = rulesOf(now).filter((rule) => !before.includes(rule))
  return added.map((rule) => {
    const text = `the input has a new rule: ${rule.charAt(0).toLowerCase()}${rule.slice(1, -1)}`
    return { text, side: "input", steps: [] }
  })
}

const BOUNDS = [
  ["minimum", "lower"],
  ["minLength", "lower"],
  ["minItems", "lower"],
  ["maximum", "upper"],
  ["maxLength", "upper"],
  ["maxItems", "upper"],
] as const

function narrowings(
  now: JsonSchema,
  released: JsonSchema,
  steps: SchemaPlace["steps"],
): ContractChange[] {
  const at = inputOrOutput("input", steps.flatMap(placeOf))
  const changes: ContractChange[] = []
  const add = (keyword: string, text: string): void => {
    changes.push({ side: "input", steps, keyword, text: `${at} ${text}` })
  }
  for (const [bound, side] of BOUNDS) {
    const [before, after] = [released[bound], now[bound]]
    if (after === undefined) continue
    const isTighter = before === undefined || (side === "lower" ? after > before : after < before)
    if (isTighter) add(bound, `has ${bound} ${after}, before ${before ?? "none"}`)
  }
  if (now.pattern !== undefined && now.pattern !== released.pattern)
    add("pattern", "has another pattern")
  if (now.uniqueItems === true && released.uniqueItems !== true)
    add("uniqueItems", "must be unique")
  const within = new Map(subschemas(now).map((one) => [one.steps.join("/"), one.schema]))
  for (const one of subschemas(released)) {
    const after = within.get(one.steps.join("/"))
    if (after !== undefined) changes.push(...narrowings(after, one.schema, [...steps, one.steps]))
  }
  return changes
}

/** The path of the values of a subschema, for `spell`. */
function placeOf([keyword, name]: readonly (string | number)[]): string[] {
  if (keyword === "properties") return [String(name)]
  if (keyword === "items") return ["[]"]
  return keyword === "additionalProperties" ? ["*"] : []
}

/** The value with sorted keys, because the order of keys in a card has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export interface Contract {
  version: string
  input: JsonSchema
  output: JsonSchema
}

const schemas = { type: "object", additionalProperties: { $ref: "#/$defs/schema" } }
const count = { type: "integer", minimum: 0 }

/** The schema of the lock file that `pnpm gen --release` writes. */
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
        oneOf: { type: "array", items: { $ref: "#/$defs/schema" } },
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

export function readContracts(text: string): {
  contracts: ReadonlyMap<string, Contract>
  diagnostics: Diagnostic[]
} {
  const damaged = (message: string, start = 0) => ({
    contracts: new Map<string, Contract>(),
    diagnostics: [
      diagnostic(
        aboutContract.damagedLock(message),
        { path: CONTRACTS_PATH, text },
        { start, end: start + 1 },
      ),
    ],
  })
  const conflict = text.search(/^<{7} /m)
  if (conflict !== -1) return damaged("the file has a merge conflict", conflict)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The engine's own message differs between versions.
    return damaged("the file is not JSON")
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

export function writeContracts(contracts: ReadonlyMap<string, Contract>): string {
  const sorted = [...contracts].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/**
 * A contract in the form of the lock: without descriptions, which may change freely, and without the types of node
 * ids, because callers may pass any string.
 */
export function contractOf(version: string, input: JsonSchema, output: JsonSchema): Contract {
  return { version, input: withoutDescriptions(input), output: withoutDescriptions(output) }
}

function withoutDescriptions(schema: JsonSchema): JsonSchema {
  const { title: _, extends: __, description: ___, deprecated: ____, ...others } = schema
  const { "x-ghx-node": _____, "x-ghx-content": ______, ...permanent } = others
  return mapSubschemas(permanent, withoutDescriptions)
}
