import { brief } from "./brief.js"

/** One entry of a GraphQL response's `errors`, as GitHub writes it. */
export interface GraphqlError {
  readonly message: string
  readonly type?: string
  readonly code?: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
  /** The entry had no message, so it only shows that something is wrong. */
  readonly unsaid?: true
}

// A forbidden field causes an error for each item of a page. More errors than this are not read.
const most = 1_000

/** Maximum number of kept steps of a path. */
const deepest = 100

/**
 * Reads the errors of a response, in any form. None is ignored: a write beside an unreadable error was neither
 * certainly applied nor certainly refused. After the first thousand, only the first error of each field counts, so
 * that every step keeps its own.
 */
export function readGraphqlErrors(entries: unknown): GraphqlError[] {
  if (entries === undefined || entries === null) return []
  if (!Array.isArray(entries)) return [readEntry(entries)]
  const errors = entries.slice(0, most).map(readEntry)
  if (entries.length <= most) return errors
  const fields = new Set(entries.slice(0, most).map(fieldOf))
  for (const entry of entries.slice(most)) {
    const field = fieldOf(entry)
    if (fields.has(field)) continue
    fields.add(field)
    errors.push(readEntry(entry))
    if (errors.length >= 2 * most) break
  }
  return errors
}

/** The first step of an entry's path, without reading the rest: there may be hundreds of thousands. */
function fieldOf(entry: unknown): string | number | undefined {
  const path: unknown = Object(entry).path
  return Array.isArray(path) ? path.slice(0, deepest).find(isStep) : undefined
}

function readEntry(entry: unknown): GraphqlError {
  if (typeof entry === "string" && entry !== "") return { message: brief(entry) }
  if (typeof entry !== "object" || entry === null) return unsaid()
  const { message, type, code, path, extensions }: Record<string, unknown> = { ...entry }
  return {
    ...(typeof message === "string" && message !== ""
      ? { message: brief(message) }
      : unsaid(typeof type === "string" ? type : undefined)),
    ...(typeof type === "string" && { type: brief(type, 100) }),
    ...(typeof code === "string" && { code: brief(code, 100) }),
    ...(Array.isArray(path) && { path: path.slice(0, deepest).filter(isStep).map(shortStep) }),
    ...(isRecord(extensions) && { extensions }),
  }
}

function unsaid(type?: string): Pick<GraphqlError, "message" | "unsaid"> {
  const named = type ? ` of type ${brief(type, 100)}` : ""
  return { message: `GitHub reports an error${named} without a message`, unsaid: true }
}

function isStep(step: unknown): step is string | number {
  return typeof step === "string" || typeof step === "number"
}

function shortStep(step: string | number): string | number {
  return typeof step === "string" ? brief(step, 200) : step
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
