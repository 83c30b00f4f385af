import { didYouMean, suggestionsFor } from "../suggestions/index.js"
import { type EntityType, namesFor, type PlannerCatalog, type Tool, toolOf } from "./catalogue.js"
import type { Missing } from "./plan.js"

/** The known values of a request, or the problems with it. */
export type Known =
  | {
      readonly ok: true
      readonly intent: string
      readonly tool: Tool
      readonly entities: ReadonlyMap<string, unknown>
    }
  | { readonly ok: false; readonly missing: readonly Missing[] }

/** Maximum number of reported problems. */
const mostMissing = 20

/** The known values of an unchecked request. */
export function knownOf(catalogue: PlannerCatalog, request: unknown): Known {
  const { intent, entities, user_message = "" }: Record<string, unknown> = { ...Object(request) }
  const tool = toolOf(catalogue, intent)
  if (typeof intent !== "string" || !tool) {
    return refused("intent", noTool(intent, Object.keys(catalogue.tools)))
  }
  if (typeof entities !== "object" || entities === null || Array.isArray(entities)) {
    return refused("entities", "expected an object")
  }
  if (typeof user_message !== "string") return refused("user_message", "expected a string")
  const names = namesOnce(catalogue, intent)
  const { types = {}, context = [] } = catalogue
  const known = new Map<string, unknown>()
  const missing: Missing[] = []
  // Sorted, because their order carries no meaning.
  for (const [name, value] of Object.entries(entities).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === null || value === undefined) continue
    if (missing.length === mostMissing) break
    const typed = names.get(name) ?? name
    const wanted = [(Object.hasOwn(types, typed) ? types[typed] : undefined) ?? "string"].flat()
    if (!names.has(name) && !context.includes(name)) {
      missing.push({ name, reason: noName(name, intent, names) })
    } else if (!wanted.some((type) => isOf(type, value))) {
      missing.push({ name, reason: `expected ${wanted.join(" or ")}` })
    } else if (names.has(name)) known.set(name, value)
  }
  if (missing.length > 0) return { ok: false, missing }
  for (const [name, phrases] of Object.entries(tool.phrases ?? {})) {
    const found = known.has(name) ? undefined : between(user_message, phrases)
    if (found !== undefined) known.set(name, found)
  }
  return { ok: true, intent, tool, entities: known }
}

/** Cached by catalogue and tool, because they are the same for every request. */
const namesBefore = new WeakMap<PlannerCatalog, Map<string, ReadonlyMap<string, string>>>()

function namesOnce(catalogue: PlannerCatalog, tool: string): ReadonlyMap<string, string> {
  const all = namesBefore.get(catalogue) ?? new Map<string, ReadonlyMap<string, string>>()
  namesBefore.set(catalogue, all)
  const names = all.get(tool) ?? namesFor(catalogue, tool)
  all.set(tool, names)
  return names
}

function refused(name: string, reason: string): Known {
  return { ok: false, missing: [{ name, reason }] }
}

function noTool(intent: unknown, tools: readonly string[]): string {
  if (typeof intent !== "string") return "expected the name of a tool"
  const near = suggestionsFor(intent, tools)
  return near.length > 0 ? `there is no such tool, ${didYouMean(near)}` : "there is no such tool"
}

function noName(name: string, intent: string, names: ReadonlyMap<string, string>): string {
  const near = suggestionsFor(name, [...names.keys()])
  const hint = near.length > 0 ? `, ${didYouMean(near)}` : ""
  return `is not an entity of ${intent}${hint}`
}

function isOf(type: EntityType, value: unknown): boolean {
  if (type === "integer") return Number.isSafeInteger(value)
  if (type === "number") return Number.isFinite(value)
  if (type === "array") return Array.isArray(value)
  if (type === "object") return typeof value === "object" && !Array.isArray(value)
  return typeof value === type
}

/** The text between the words of the first phrase that a message contains. */
function between(message: string, phrases: readonly string[]): string | undefined {
  // Does not use a pattern, because a long message could make it slow. In lower case, a few letters become longer.
  const lower = message.toLowerCase()
  const text = lower.length === message.length ? lower : message
  for (const phrase of phrases) {
    const [before = "", after = ""] = phrase.toLowerCase().split("{}")
    const at = text.indexOf(before)
    const start = at + before.length
    const end = after === "" ? text.length : text.indexOf(after, start)
    const found = at < 0 || end < 0 ? "" : message.slice(start, end).trim()
    if (found !== "") return found
  }
  return undefined
}
