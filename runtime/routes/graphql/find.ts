import type { Among, GraphqlPage } from "../../definition/index.js"
import { unreadable } from "../../errors/index.js"
import { type Answered, failuresOf, type GraphqlAnswer, mergeFailures } from "../../graphql/index.js"
import { type Found, oneOf, unansweredLookup } from "../route/index.js"
import { type Mapped, mapData } from "./route.js"

type Ask = (variables: object) => Promise<GraphqlAnswer> | GraphqlAnswer

/** One lookup; if it has several items, the lookup of one of them. */
export interface LookupQuery {
  readonly subject: string
  readonly among: Among | undefined
  /** The name of the item in messages. */
  readonly name: string
  /** The message if the item is missing. */
  readonly message: string
  /** The variables of the request; for a list, those of its first page. */
  readonly first: object
  /** The variables of the page after a cursor. */
  next(after: string): object
  readonly ask: Ask
  /** The answer to the same lookup of an earlier call, if it is still valid. */
  recall(variables: object): object | undefined
  remember(variables: object, data: object): void
  /** The result in an answer, or null; for a search, all candidates. */
  resultOf(data: unknown): unknown
}

/** Runs a lookup. A remembered answer counts only if it contains the result. */
export async function find(asked: LookupQuery): Promise<Found> {
  const { ask, first, recall } = asked
  if (recall(first)) {
    const known = await read(asked, (variables) => {
      const data = recall(variables)
      return { ok: true, data, errors: [], headers: {} }
    })
    if (known.kind === "found") return known
  }
  return read(asked, ask)
}

/** Reads a list to its end, because a second match would make the lookup ambiguous. */
async function read(asked: LookupQuery, ask: Ask): Promise<Found> {
  const { among, resultOf } = asked
  const found: unknown[] = []
  const answers: [variables: object, answer: Answered][] = []
  let variables = asked.first
  for (;;) {
    const answer = await ask(variables)
    if (!answer.ok) return unansweredLookup(answer.failure)
    answers.push([variables, answer])
    const mapped = mapData(answer.data, resultOf)
    if (!mapped.ok || mapped.value === null) return missingOrFailed(answer, mapped, asked)
    if (!among) {
      found.push(mapped.value)
      break
    }
    if (Array.isArray(mapped.value)) found.push(...mapped.value)
    const page = mapData(answer.data, (data) => among.page?.(data) ?? null)
    const after = page.ok ? cursorOf(page.value) : null
    const isCut = after !== null && answers.length === among.most_pages
    if (after !== null && !isCut) {
      variables = asked.next(after)
      continue
    }
    if (found.length === 0 && answer.errors.length > 0)
      return missingOrFailed(answer, { ok: true, value: null }, asked)
    if (found.length !== 1) return oneOf(found, { ...asked, isCut })
    break
  }
  for (const [variables, { data, errors }] of answers) {
    if (typeof data === "object" && data !== null && errors.length === 0)
      asked.remember(variables, data)
  }
  return { kind: "found", value: found[0] }
}

/** The cursor of the next page; null at the end. */
function cursorOf(page: GraphqlPage | null): string | null {
  return page?.hasNextPage ? page.endCursor : null
}

function missingOrFailed(
  answer: Answered,
  mapped: Mapped<unknown>,
  { name, message }: Pick<LookupQuery, "name" | "message">,
): Found {
  if (!mapped.ok && answer.errors.length === 0)
    return { kind: "failed", failure: unreadable(mapped.reason) }
  const failure = mergeFailures(failuresOf(answer))
  if (failure && failure.code !== "NOT_FOUND") return { kind: "failed", failure }
  return { kind: "missing", name, message: failure?.message ?? message }
}
