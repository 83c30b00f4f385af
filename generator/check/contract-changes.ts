import { gt, lt, major } from "semver"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { requirementsOf, requirementText } from "../../runtime/properties/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutContract } from "../messages/index.js"
import type { CardSource } from "../parse/index.js"
import { CONTRACTS_PATH } from "../read/index.js"
import { fromJsonSchema, type Misfit, misfits, spell, subschemas } from "../shape/index.js"
import type { Contract } from "./contract-lock.js"

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
  return [
    ...inputs,
    ...outputs,
    ...narrowings(now.input, released.input, []),
    ...newRules(now, released),
  ]
}

function inWords(
  side: "input" | "output",
  { path, kind, message }: Misfit,
  words: Partial<Record<Misfit["kind"], string>>,
): string {
  const verb = side === "input" ? "no longer takes all that it took" : "can be what it never was"
  return `the ${side} \`${spell(path)}\` ${words[kind] ?? `${verb} (${message})`}`
}

/** Rules about several inputs that callers did not have to keep. */
function newRules(now: Contract, released: Contract): string[] {
  const rulesOf = ({ input }: Contract) =>
    requirementsOf(input).map((one) => requirementText(one, (name) => `\`${name}\``))
  const before = rulesOf(released)
  const added = rulesOf(now).filter((rule) => !before.includes(rule))
  return added.map(
    (rule) => `the input has a new rule: ${rule.charAt(0).toLowerCase()}${rule.slice(1, -1)}`,
  )
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
