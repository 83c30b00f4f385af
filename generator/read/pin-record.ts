import { existsSync } from "node:fs"
import { join } from "node:path"
import { hash } from "../text/index.js"
import { GH_PATH, type Inputs, REST_PATH, SCHEMA_PATH } from "./inputs.js"
import { readJson } from "./text.js"

/** Where each pinned description came from, when, and its checksum. */
export const PIN_PATH = "schema/pin.json"

const DAY_MS = 86_400_000

/** Problems of pinned API descriptions that differ from their checksums, each with its fix. */
export function pinProblems(project: string, { schema, rest, gh }: Inputs): string[] {
  const pins = readPins(project)
  const files = [
    { name: "graphql", file: SCHEMA_PATH, text: schema },
    { name: "rest", file: REST_PATH, text: rest },
    { name: "gh", file: GH_PATH, text: gh },
  ]
  return files.flatMap(({ name, file, text }) => {
    const pinned: unknown = Object(Object(pins)[name]).sha256
    if (text === undefined || pinned === undefined || pinned === hash(text)) return []
    return [
      `${file} differs from its record in ${PIN_PATH}. Restore both with git, or pin it again.`,
    ]
  })
}

/** A warning if the pinned GraphQL schema is more than a year old. */
export function pinWarnings(project: string, now = Date.now()): string[] {
  const days = ageInDays(Object(Object(readPins(project)).graphql).date, now)
  if (days === undefined || days <= 365) return []
  return [`${SCHEMA_PATH} is ${days} days old. Run \`make pin\` to get GitHub's current schema.`]
}

/** The age in days of a date such as `2026-08-20`; undefined if it is not a date. */
export function ageInDays(date: unknown, now = Date.now()): number | undefined {
  const published = typeof date === "string" ? Date.parse(date) : Number.NaN
  return Number.isNaN(published) ? undefined : Math.floor((now - published) / DAY_MS)
}

function readPins(project: string): unknown {
  const path = join(project, PIN_PATH)
  return existsSync(path) ? readJson(path) : undefined
}
