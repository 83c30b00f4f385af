import type { Among } from "../../definition/index.js"
import { unreadable } from "../../errors/index.js"
import type { GraphqlAnswer } from "../../graphql/index.js"
import { failuresOf, mergeFailures } from "../../graphql/index.js"
import { type Found, oneOf } from "../route/index.js"
import { type Mapped, mapData } from "./map-data.js"

/** One look-up, of one item where it has several. */
export interface Asked {
  readonly lookup: { readonly subject: string }
  /** What is looked for, for people. */
  readonly name: string
  /** What is said where it is not there. */
  readonly message: string
  /** The variables of the request, or of that for the first page. */
  readonly first: object
  /** Those of the page after a cursor. */
  next(after: string): object
  ask(variables: object): Promise<GraphqlAnswer>
  /** What an earlier call was answered, where that is still believed. */
  recall(variables: object): object | undefined
  remember(variables: object, data: object): void
  /** What is found in an answer, or null; among others, all that is. */
  resultOf(data: unknown): unknown
}

/** Looks up what one answer holds. */
export async function findOne(asked: Asked): Promise<Found> {
  const { first, resultOf } = asked
  const known = mapData(asked.recall(first), resultOf)
  if (known.ok && known.value !== null) return { kind: "found", value: known.value }
  const answer = await asked.ask(first)
  if (!answer.ok) return { kind: "failed", failure: answer.failure }
  const mapped = mapData(answer.data, resultOf)
  if (!mapped.ok || mapped.value === null) return notThere(answer, mapped, asked)
  keep(asked, first, answer)
  return { kind: "found", value: mapped.value }
}

/** Looks up the only one that is meant: a list is read to its end, because a second one would be meant as well. */
export async function findAmong(asked: Asked, among: Among): Promise<Found> {
  const known = recalled(asked, among)
  if (known !== undefined) return known
  const answers: [variables: object, answer: Answered][] = []
  const list = readList(asked, among)
  let step = list.next()
  while (!step.done) {
    const answer = await asked.ask(step.value)
    if (!answer.ok) return { kind: "failed", failure: answer.failure }
    answers.push([step.value, answer])
    step = list.next(answer.data)
  }
  const { unread, found, isCut } = step.value
  const last = answers.at(-1)?.[1]
  if (last && (unread || (found.length === 0 && last.errors.length > 0)))
    return notThere(last, unread ?? { ok: true, value: null }, asked)
  if (found.length === 1) for (const one of answers) keep(asked, ...one)
  const { lookup, name, message } = asked
  return oneOf(found, { subject: lookup.subject, name, message, isCut })
}

/** What earlier calls were answered, where that is the whole list and holds the one that is meant. */
function recalled(asked: Asked, among: Among): Found | undefined {
  const list = readList(asked, among)
  let step = list.next()
  while (!step.done) {
    const data = asked.recall(step.value)
    if (data === undefined) return undefined
    step = list.next(data)
  }
  const [value, ...others] = step.value.found
  return value !== undefined && others.length === 0 ? { kind: "found", value } : undefined
}

interface ReadList {
  /** All that is meant. */
  readonly found: readonly unknown[]
  /** It goes on where reading it ended. */
  readonly isCut: boolean
  /** Why a page could not be read: it is not there, or not what the schema says. */
  readonly unread?: Mapped<never>
}

/** Reads a list page by page: gives the variables of each page, and takes what was answered. */
function* readList(asked: Asked, among: Among): Generator<object, ReadList, unknown> {
  const found: unknown[] = []
  let variables = asked.first
  for (let pages = 1; ; pages += 1) {
    const data = yield variables
    const page = mapData(data, (data) => {
      const meant = asked.resultOf(data)
      return Array.isArray(meant) ? { meant, info: among.page?.(data) } : null
    })
    if (!page.ok) return { found, isCut: false, unread: page }
    if (page.value === null) return { found, isCut: false, unread: { ok: true, value: null } }
    const { meant, info } = page.value
    found.push(...meant)
    if (!info?.hasNextPage || info.endCursor === null) return { found, isCut: false }
    if (pages === among.most_pages) return { found, isCut: true }
    variables = asked.next(info.endCursor)
  }
}

type Answered = Extract<GraphqlAnswer, { ok: true }>

function keep(asked: Asked, variables: object, { data, errors }: Answered): void {
  if (typeof data === "object" && data !== null && errors.length === 0)
    asked.remember(variables, data)
}

function notThere(
  answer: Answered,
  mapped: Mapped<unknown>,
  { name, message }: Pick<Asked, "name" | "message">,
): Found {
  if (!mapped.ok && answer.errors.length === 0)
    return { kind: "failed", failure: unreadable(mapped.reason) }
  const failure = mergeFailures(failuresOf(answer))
  if (failure && failure.code !== "NOT_FOUND") return { kind: "failed", failure }
  return { kind: "missing", name, message: failure?.message ?? message }
}
