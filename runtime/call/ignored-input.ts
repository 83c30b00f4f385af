import type { ResultWarning } from "../envelope/index.js"

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
