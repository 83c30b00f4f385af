import { diagnostic, type Span } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import type { WrittenCard } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { Context, Derived } from "./rule.js"

/** Commands of gh that change nothing. */
const READING = /^(api|search \w+|.* (view|list|status|diff|checks))$/

/** What only reads says so by itself; what can change something has to say what a repeat does. */
export function deriveEffect(card: WrittenCard, context: Context): Derived {
  const unsaid = (["effect", "idempotent"] as const).filter((key) => card[key] === undefined)
  if (unsaid.length === 0) return { changes: [] }
  const changing = changingPart(card, context)
  const { source } = context
  if (changing !== undefined) {
    const problem = aboutCard.effectNotSaid(changing.what, unsaid)
    return { changes: [], problems: [diagnostic(problem, source.file, changing.span)] }
  }
  const derived = { effect: "read", idempotent: true }
  // An effect that is said and does not fit is the business of `check/`.
  const changes = unsaid.map((key): Change => ({ at: [key], value: derived[key], from: [] }))
  return { changes }
}

/** The first part of a card that may change something. */
function changingPart(
  card: WrittenCard,
  { documents, source }: Context,
): { what: string; span: Span } | undefined {
  const { documentPath } = card.graphql ?? {}
  const operation =
    documentPath === undefined ? undefined : documents.get(documentPath).source?.operations[0]
  if (operation?.operation === "mutation")
    return {
      what: `\`${operation.name?.value ?? "the operation"}\` is a mutation`,
      span: source.keySpan(["graphql"]),
    }
  const endpoints = card.rest?.endpoints ?? []
  const written = endpoints.findIndex(({ method }) => method !== "GET")
  const method = endpoints[written]?.method
  if (method !== undefined)
    return {
      what: `${method} changes something`,
      span: source.valueSpan(["rest", "endpoints", written, "method"]),
    }
  const command = card.cli?.command
  if (command !== undefined && !READING.test(command))
    return {
      what: `\`gh ${command}\` may change something`,
      span: source.valueSpan(["cli", "command"]),
    }
  return undefined
}
