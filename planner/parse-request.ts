import { didYouMean, suggestionsFor } from "../runtime/suggestions/index.js"
import { type EntityType, namesFor, type PlannerCatalog, type Tool, toolOf } from "./catalogue.js"
import type { Missing } from "./plan.js"

/** The known values of a request, or the problems with it. */
export type ParsedRequest =
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
export function parseRequest(catalogue: PlannerCatalog, request: unknown): ParsedRequest {
  const { intent, entities, user_message = "" }: Record<string, unknown> = { ...Object(request) }
  const tool = toolOf(catalogue, intent)
  if (typeof intent !== "string" || !tool) {
    return refusedRequest("intent", unknownToolReason(intent, Object.keys(catalogue.tools)))
  }
  if (typeof entities !== "object" || entities === null || Array.isArray(entities)) {
    return refusedRequest("entities", "expected an object")
  }
  if (typeof user_message !== "string") return refusedRequest("user_message", "expected a string")
  const names = cachedNames(catalogue, intent)
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
      missing.push({ name, reason: unknownNameReason(name, intent, names) })
    } else if (!wanted.some((type) => isOfType(type, value))) {
      missing.push({ name, reason: `expected ${wanted.join(" or ")}` })
    } else if (names.has(name)) known.set(name, value)
  }
  if (missing.length > 0) return { ok: false, missing }
  for (const [name, phrases] of Object.entries(tool.phrases ?? {})) {
    const found = known.has(name) ? undefined : textBetween(user_message, phrases)
    if (found !== undefined) known.set(name, found)
  }
  return { ok: true, intent, tool, entities: known }
}

/** Cached by catalogue and tool, because they are the same for every request. */
const namesByTool = new WeakMap<PlannerCatalog, Map<string, ReadonlyMap<string, string>>>()

function cachedNames(catalogue: PlannerCatalog, tool: string): ReadonlyMap<string, string> {
  const all = namesByTool.get(catalogue) ?? new Map<string, ReadonlyMap<string, string>>()
  namesByTool.set(catalogue, all)
  const names = all.get(tool) ?? namesFor(catalogue, tool)
  all.set(tool, names)
  return names
}

function refusedRequest(name: string, reason: string): ParsedRequest {
  return { ok: false, missing: [{ name, reason }] }
}

function unknownToolReason(intent: unknown, tools: readonly string[]): string {
  if (typeof intent !== "string") return "expected the name of a tool"
  const near = suggestionsFor(intent, tools)
  return near.length > 0 ? `there is no such tool, ${didYouMean(near)}` : "there is no such tool"
}

function unknownNameReason(
  name: string,
  intent: string,
  names: ReadonlyMap<string, string>,
): string {
  const near = suggestionsFor(name, [...names.keys()])
  const hint = near.length > 0 ? `, ${didYouMean(near)}` : ""
  return `is not an entity of ${intent}${hint}`
}

function isOfType(type: EntityType, value: unknown): boolean {
  if (type === "integer") return Number.isSafeInteger(value)
  if (type === "number") return Number.isFinite(value)
  if (type === "array") return Array.isArray(value)
  if (type === "object") return typeof value === "object" && !Array.isArray(value)
  return typeof value === type
}

/** The text between the words of the first phrase that a message contains. */
function textBetween(message: string, phrases: readonly string[]): string | undefined {
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
