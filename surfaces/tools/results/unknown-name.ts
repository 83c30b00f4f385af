import type { ResultEnvelope } from "../../../runtime/index.js"
import type { Ask, Unknown } from "./unknown.js"

/** Finds an unknown name after a call found nothing. */
export async function unknownName(
  id: string,
  input: unknown,
  envelope: ResultEnvelope<unknown>,
  ask: Ask,
): Promise<Unknown | undefined> {
  if (!hasFoundNothing(envelope)) return undefined
  const { emptyBecause, unknownIn } = await import("./unknown.js")
  const unknown = await unknownIn(id, input, ask)
  const isEmpty = envelope.ok || envelope.error.message.startsWith("issue.list found no issues")
  return unknown ?? (isEmpty ? emptyBecause(id, input, ask) : undefined)
}

function hasFoundNothing(envelope: ResultEnvelope<unknown>): boolean {
  if (envelope.ok) {
    const { items } = Object(envelope.data)
    return Array.isArray(items) && items.length === 0
  }
  const { code, details } = envelope.error
  // An invalid input has nothing to do with existing names.
  return code === "NOT_FOUND" || (code === "VALIDATION" && details?.issues === undefined)
}
