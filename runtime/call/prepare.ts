import type { Client } from "../client/index.js"
import type { ResultError } from "../envelope.js"
import { toResultError } from "../errors/index.js"
import type { Definition } from "./route.js"

export type Prepared = { ok: true; input: unknown } | { ok: false; error: ResultError }

let checks: Promise<typeof import("../input/index.js")> | undefined

/** The validator is a large import: it is loaded by the first call, never by the first import. */
export function loadChecks(): Promise<typeof import("../input/index.js")> {
  checks ??= import("../input/index.js")
  return checks
}

/** Validates an input and applies defaults, on a copy. */
export async function prepare(
  definition: Definition,
  raw: unknown,
  { redact }: Client,
): Promise<Prepared> {
  const { readInput } = await loadChecks()
  const { input, issues } = readInput(definition, raw)
  if (issues.length === 0) return { ok: true, input }
  const list = issues.map(({ pointer, message }) => `${pointer || "input"}: ${message}`)
  const failure = {
    code: "VALIDATION",
    message: `Invalid input of ${definition.id}: ${list.join("; ")}`,
    transient: false,
    outcome: "not_sent",
    details: { issues },
  } as const
  return { ok: false, error: redact(toResultError(failure, definition)) }
}
