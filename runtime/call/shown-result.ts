import type { Client } from "../client/index.js"
import type { ResultWarning } from "../envelope/index.js"
import type { Definition } from "../routes/index.js"
import { type CleanResult, inexactContent } from "../text/index.js"

/** A result as this client shows it, and the members that had hidden characters. */
export function shownResult<T>(
  { shown, output }: Pick<Definition<T>, "shown" | "output">,
  result: T,
  client: Client,
): CleanResult<T> {
  const clean = client.cleanProse(result, output)
  if (!shown) return clean
  // The text that is shown was cleaned already.
  return { ...clean, data: client.cleanProse(shown(result, client), output).data }
}

/** The warning for members that had hidden characters. */
export function hiddenRemoved(cleaned: readonly string[]): ResultWarning[] {
  if (cleaned.length === 0) return []
  const message = `Hidden characters were removed from ${cleaned.join(", ")}`
  return [{ code: "CLEANED", message, fix: "Set `raw_text` of the client to keep them" }]
}

/** The warning for content that is not what GitHub stores. Descriptions of operations do not mark content. */
export function undecodedContent<T>(
  { output, isDescribed }: Pick<Definition<T>, "output" | "isDescribed">,
  result: T,
): ResultWarning[] {
  const inexact = isDescribed ? [] : inexactContent(result, output)
  if (inexact.length === 0) return []
  const message = `GitHub decoded bytes that are not UTF-8 in ${inexact.join(", ")}`
  return [{ code: "INEXACT", message, fix: "Get the bytes with git, or a raw media type" }]
}

/** How writes are named that add what they are given, and those that take it away. */
const adds = /(?:^|[._])(?:add|assign|create|edit|request|set|update)$/
const removes = /(?:^|[._])remove$/

const fixes: Readonly<Record<string, string>> = {
  assignees: "Only people with access to the repository can be assigned: see repo.assignables.list",
}

/**
 * What GitHub has ignored of the input of a write: it drops assignees who cannot be assigned, and labels and
 * milestones that the token may not set, without an error. Lists with the same name in input and result are compared,
 * and numbers of objects, such as `milestone_number`.
 */
export function ignoredIn(id: string, input: unknown, data: unknown): ResultWarning[] {
  const isRemoval = removes.test(id)
  if (!isRemoval && !adds.test(id)) return []
  return Object.entries(Object(input)).flatMap(([name, given]) => {
    const ignored = ignoredOf(name, given, data, isRemoval)
    if (ignored.length === 0) return []
    const kept = isRemoval ? "the result still has them" : "the result does not have them"
    const message = `GitHub ignored ${ignored.join(", ")} in ${name}: ${kept}`
    const fix = fixes[name] ?? "Check that the token has write access to the repository"
    return [{ code: "IGNORED", message, pointer: `/${name}`, fix }]
  })
}

function ignoredOf(name: string, given: unknown, data: unknown, isRemoval: boolean): unknown[] {
  const [, subject] = /^(\w+)_number$/.exec(name) ?? []
  if (subject !== undefined && typeof given === "number") {
    const object: unknown = Object(data)[subject]
    return object === undefined || Object(object).number === given ? [] : [given]
  }
  const result: unknown = Object(data)[name]
  if (!isTexts(given) || !isTexts(result)) return []
  const held = new Set(result.map((one) => one.toLowerCase()))
  return given.filter((one) => held.has(one.toLowerCase()) === isRemoval)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string")
}

const undecoded = new WeakMap<object, Uint8Array>()

/** Remembers the bytes of a result whose text could not be decoded. */
export function rememberBytes(data: unknown, bytes: Uint8Array | undefined): void {
  if (bytes) undecoded.set(Object(data), bytes)
}

/** The bytes of a response with one text, such as a diff, if the text is not UTF-8. */
export function bytesBehind(data: unknown): Uint8Array | undefined {
  return undecoded.get(Object(data))
}
