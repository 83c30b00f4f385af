/** What calls that change something, or send a body, need over every route. Only their modules import it. */
import type { JsonSchema } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import { documentedOfWrites, type Failure } from "../../errors/index.js"
import { isRounded, isUnsafeInteger, roundedProblem, storedText } from "../../text/index.js"

/** How writes are named that add what they are given, and those that take it away. */
const adds = /(?:^|[._])(?:add|assign|create|edit|request|set|update)$/
const removes = /(?:^|[._])remove$/

const unexplained =
  "GitHub gives no reason: check the access of the token, and of people and teams in the input, and what the plan and the organization allow"

/** What is special about an input: the field of the result that shows whether it was ignored, why, and what to do. */
interface Special {
  readonly shown?: string
  readonly reason?: string
  readonly fix: string
}

const alert: Special = {
  shown: "state",
  reason: "the alert is still open",
  fix: "Somebody else has to approve this first: see the alert on GitHub",
}

const specials: Readonly<Record<string, Special>> = {
  assignees: {
    fix: "Only people with access to the repository can be assigned: see repo.assignables.list",
  },
  make_latest: {
    shown: "draft",
    reason: "the release is a draft",
    fix: "Pass it to release.publish",
  },
  name: { fix: "Use the name that the result has" },
  reason: alert,
  resolution: alert,
  target_commitish: {
    shown: "target_commitish",
    reason: "the tag is at another commit",
    fix: "Use another tag, or move this one with `git push --force`",
  },
}

/** Names that GitHub stores as they are given, apart from case, and how results name them. */
const names: Readonly<Record<string, string>> = { base: "base_ref", name: "repo", new_name: "name" }

/** The field of the result that shows what GitHub has made of an input; undefined if the two cannot be compared. */
function shownAs(given: string, input: JsonSchema): string | undefined {
  const { type, enum: values } = input.properties?.[given] ?? {}
  const isSame = values || type === "boolean" || given === "title"
  return names[given] ?? (isSame ? given : undefined)
}

/** The fields by which a result shows what GitHub has ignored of the input. */
function comparedIn(input: JsonSchema): string[] {
  return Object.entries(input.properties ?? {}).flatMap(([given, { items }]) => {
    const [, subject = specials[given]?.shown] = /^(\w+)_number$/.exec(given) ?? []
    return shownAs(given, input) ?? subject ?? (items?.type === "string" ? given : [])
  })
}

interface Called {
  readonly id: string
  readonly input: JsonSchema
  readonly unreduced?: WeakMap<object, unknown>
}

/**
 * What GitHub has ignored of the input of a write: it drops assignees who cannot be assigned, and labels and
 * milestones that the token may not set, without an error. Values that the result shows are compared; lists with the
 * same name in input and result; and numbers of objects, such as `milestone_number`.
 */
function ignoredIn({ id, input: schema }: Called, input: unknown, data: unknown): ResultWarning[] {
  const isRemoval = removes.test(id)
  const hasLists = isRemoval || adds.test(id)
  const [{ state }, { create_request }] = [Object(data), Object(input)]
  return Object.entries(Object(input)).flatMap(([name, given]) => {
    const special = specials[name]
    const shown: unknown = Object(data)[shownAs(name, schema) ?? ""]
    const isOther = typeof shown === typeof given && plain(shown, name) !== plain(given, name)
    // Where others have to approve dismissals, GitHub only records that one was asked for.
    const isOpen = special === alert && state === "open" && !create_request
    const lists = hasLists ? ignoredOf(name, given, data, isRemoval) : []
    const ignored = isOther || isOpen ? [given] : lists
    if (ignored.length === 0) return []
    const kept = isRemoval ? "the result still has them" : "the result does not have them"
    const reason = isOther ? `the result has ${shown}` : (special?.reason ?? kept)
    const message = `GitHub ignored ${ignored.join(", ")} in ${name}: ${reason}`
    return [{ code: "IGNORED", message, pointer: `/${name}`, fix: special?.fix ?? unexplained }]
  })
}

/** A name without `refs/heads/`, spaces around it and case; another text also without punctuation. */
const plain = (value: unknown, name: string) =>
  String(value)
    .toLowerCase()
    .replaceAll(name in names ? around : marks, "")
const around = /^\s*(?:refs\/heads\/)?|\s+$/g
const marks = /[^\p{L}\p{N}]/gu

function ignoredOf(name: string, given: unknown, data: unknown, isRemoval: boolean): unknown[] {
  const [, subject] = /^(\w+)_number$/.exec(name) ?? []
  if (subject !== undefined && typeof given === "number") {
    const object: unknown = Object(data)[subject]
    return object === undefined || Object(object).number === given ? [] : [given]
  }
  const result: unknown = Object(data)[name]
  // A draft becomes the latest when it is published, unless that call says otherwise.
  if (name === "make_latest") return given !== "true" && Object(data).draft ? [given] : []
  if (name === "target_commitish") return given === result ? [] : [given]
  if (!isTexts(given) || !isTexts(result)) return []
  const held = new Set(result.map((one) => one.toLowerCase()))
  return given.filter((one) => held.has(one.toLowerCase()) === isRemoval)
}

interface Keyed {
  readonly item: unknown
  readonly mark: string | undefined
  /** The input that the mark is added to. */
  readonly marker?: string
}

/** The inputs whose values an object lacks that has the mark of their key, as a warning. */
function differences(
  definition: Called,
  input: unknown,
  output: unknown,
  { item, mark, marker = "" }: Keyed,
): { readonly warnings: ResultWarning[] } | undefined {
  if (mark === undefined) return undefined
  const data = definition.unreduced?.get(Object(output)) ?? output
  const { title, path, event = "", [marker]: given = "" }: Record<string, unknown> = Object(input)
  const shown: Record<string, unknown> = { title, path, state: "", ...Object(data) }
  const inner: unknown = Object(Object(item).marked).nodes
  const { body: text } = Object(Array.isArray(inner) ? inner[0] : item)
  const isEqual = (one: unknown, other: unknown) => storedText(one) === storedText(other)
  // REQUEST_CHANGES makes a review CHANGES_REQUESTED.
  const isEvent = `${shown.state}`.startsWith(`${event}`.replace("REQUEST_", "").slice(0, 6))
  const names = new Set([
    ...(isEqual(shown.title, title) ? [] : ["title"]),
    ...(isEqual(text, `${given}\n\n${mark}`) ? [] : [marker]),
    ...ignoredIn(definition, input, data).map(({ pointer = "" }) => pointer.slice(1)),
    ...(isEvent ? [] : ["event"]),
    ...(path === shown.path ? [] : ["path"]),
  ])
  if (names.size === 0) return undefined
  const message = `The key found an object with other values, which stay: ${[...names].join(", ")}`
  const fix = "Update the object, or use another key"
  return { warnings: [{ code: "IGNORED", message, pointer: "/key", fix }] }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string")
}

/**
 * Something failed after another write of the same call took place: a second write, or reading the result. It may
 * only be retried if repeating is harmless.
 */
function partlyApplied(
  failure: Failure,
  { idempotent }: { readonly idempotent: boolean },
  anotherWrite: boolean,
): Failure {
  const done = anotherWrite ? "part of the call" : "the write"
  return {
    ...failure,
    message: `GitHub applied ${done}, but then failed: ${failure.message}`,
    transient: failure.transient && idempotent,
    outcome: "unknown",
    details: {
      ...failure.details,
      applied: true,
      fix: "Read the object to see its state before you repeat the call",
    },
  }
}

/**
 * The JSON of a body with integers above 2^53, which an input has as strings of their digits; absent for other bodies.
 * A number above 2^53 is a problem.
 *
 * @param schema - describes the input
 */
function exactBody(
  body: unknown,
  input: unknown,
  schema: JsonSchema,
): { readonly json?: string; readonly problem?: string } {
  const integers = new Set<unknown>()
  const texts = new Set<unknown>()
  const visit = (value: unknown, at: JsonSchema | undefined): void => {
    const forms = at ? [at, ...(at.anyOf ?? []), ...(at.oneOf ?? [])] : []
    if (typeof value === "string" && isUnsafeInteger(value)) {
      const types = forms.flatMap(({ type }) => type ?? [])
      const isInteger = types.includes("integer") && !types.includes("string")
      ;(isInteger ? integers : texts).add(value)
    } else if (typeof value === "object") {
      for (const [name, member] of Object.entries(Object(value))) {
        const isItem = Array.isArray(value)
        const inner = forms.map(({ items, properties }) => (isItem ? items : properties?.[name]))
        visit(member, inner.find(Boolean))
      }
    }
  }
  visit(input, schema)
  // A text with the same digits must stay a text.
  for (const text of texts) integers.delete(text)
  let problem: string | undefined
  // GitHub refuses texts with a zero character.
  const json = JSON.stringify(body, (name, value: unknown) => {
    if (isRounded(value)) problem = `${name} ${roundedProblem}`
    return integers.has(value) ? `\0${value}` : value
  })
  if (problem) return { problem }
  return integers.size > 0 ? { json: json.replaceAll(/"\\u0000(-?\d+)"/g, "$1") } : {}
}

/**
 * Whether GitHub reports that the object of a write is missing. Only a message about the object itself counts
 * ("Label does not exist"), because GitHub also answers "Not Found" if a token lacks permission.
 */
function isMissing(message: string, path: string): boolean {
  const [, thing] = /(\w+?)(?:e?s)?(?:\/{\w+})?$/.exec(path) ?? []
  return new RegExp(`\\b${thing}\\w* (?:does not exist|not found)`, "i").test(message)
}

export const writes = {
  /** GitHub's messages that only writes get. */
  documented: documentedOfWrites,
  comparedIn,
  ignoredIn,
  differences,
  partlyApplied,
  exactBody,
  isMissing,
}

export type Writes = typeof writes
