/** Refuses members of nested objects that a result lacks, because jq would return null for them. */
import type { JsonSchema } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import type { Asked, Planned } from "./options.js"
import { listedIn } from "./table/index.js"

/** A result of the steps in which every object has all of its members. */
export function sampleOf(steps: readonly Planned[], asked: Asked | undefined): unknown {
  const all = steps.map((step, at) => {
    const [result] = samplesOf(step.contract.output)
    if (step.lists) return listedIn(step, result)
    const items = Object(result)[steps[at]?.items ?? "items"]
    return asked && Array.isArray(items) ? Object.assign({}, ...items) : result
  })
  const lists = all.filter((_, at) => steps[at]?.lists)
  return asked ? asked.pick(Object.assign({}, ...all, ...lists)) : all
}

/** A value of each type that a schema allows. Computed fields read dates and addresses as well as plain text. */
export function samplesOf({ oneOf, anyOf, properties, items, ...schema }: JsonSchema): unknown[] {
  const variants = oneOf ?? anyOf
  if (variants) return variants.flatMap(samplesOf)
  if (properties) {
    const members = Object.entries(properties)
    return [Object.fromEntries(members.map(([name, one]) => [name, samplesOf(one)[0]]))]
  }
  if (items) return [samplesOf(items)]
  const type = [schema.type].flat()[0]
  if (type === "object") return [{}]
  const value = type === "string" ? "https://github.com" : type === "boolean" || 1
  return [schema.const ?? schema.enum?.[0] ?? value]
}

/** Code without pipes in balanced brackets; parentheses after a word are a call, whose input may be another value. */
const plain = "[^|();:[\\]{}]"
const balanced = (inside: string) =>
  `(?:${plain}|\\[${inside}*\\]|(?<!\\w\\s*)\\(${inside}*\\)|\\{(?:${inside}|:)*\\})`
const code = balanced(balanced(balanced(plain)))

/** Code whose input is an item: what follows a field directly, or after a pipe. */
const reads = new RegExp(
  "\\.([A-Za-z]\\w*)(?=(?:(?:\\s*\\|\\s*\\.|\\.)?\\[-?\\d*\\]|\\?)*" +
    "(?:\\s*\\|\\s*select\\((?:[^()]|\\([^()]*\\))*\\))*" +
    `(?:(\\.[A-Za-z]\\w*)|\\s*[|;]\\s*(?:(?:map|any|all|select|\\w+_by)\\(\\s*)*(${code}*)))`,
  "g",
)

/** Members that code reads from its input: `.name`, and `name` in `{name}`. */
function readIn(code: string): readonly string[] {
  const objects = [...code.matchAll(/\{([^{}]*)\}/g)].flatMap(([, inner = ""]) => inner.split(","))
  return [
    ...[...code.matchAll(/(?<![\w\])}?.])\.([A-Za-z]\w*)/g)].map(([, name = ""]) => name),
    ...objects.map((one) => one.trim()).filter((one) => /^[A-Za-z]\w*$/.test(one)),
  ]
}

/**
 * @param expression - without the text of its strings
 * @throws UsageError for a member that an object of the sample lacks
 */
export function refuseLacking(expression: string, sample: unknown): void {
  const members = new Map<string, Set<string>>()
  collect(sample, members)
  for (const [, name = "", direct, piped = ""] of expression.matchAll(reads)) {
    const own = members.get(name)
    const lacking = readIn(direct ?? piped).find((one) => own && !own.has(one))
    // An object that the expression builds has members of its own, and only some accounts have a login.
    if (lacking === undefined || isOptional(lacking, expression)) continue
    throw new UsageError(
      `${name} has no ${lacking} here`,
      `Available: ${[...(own ?? [])].join(",")}`,
    )
  }
}

/**
 * Whether an expression builds the member itself, or reads it only in place of an absent login: `.login // .name`, for
 * users and teams.
 */
export const isOptional = (member: string, expression: string): boolean =>
  new RegExp(`\\b${member}\\s*:|\\.login\\s*//\\s*[\\w.]*\\.${member}\\b|\\bdef\\b`).test(
    expression,
  )

/** The members of nested objects, by the name of their field. */
function collect(value: unknown, members: Map<string, Set<string>>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, members)
  else if (typeof value === "object" && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      const keys = [one]
        .flat()
        .flatMap((each) => (typeof each === "object" ? Object.keys(Object(each)) : []))
      if (keys.length > 0) members.set(name, new Set([...(members.get(name) ?? []), ...keys]))
      collect(one, members)
    }
  }
}
