/** Finds the one list item that a reference selects. Loaded by the first such reference. */
import { pageOf } from "../call/index.js"
import type { ResultEnvelope, ResultMeta } from "../envelope/index.js"
import { type Failure, nameValue, permanent } from "../errors/index.js"
import { every, type Mark, type MarkValue, type Place, pathText } from "../reference/index.js"
import { Paging } from "../step/index.js"
import { didYouMean, suggestionsFor } from "../suggestions/index.js"
import { cleanText } from "../text/index.js"
import type { PartialMatch } from "./entries.js"
import { valueAtPlace } from "./values.js"

/** The selected item, and the cost of the pages that were read to find it. */
export type Choice = { readonly metas: readonly ResultMeta[] } & (
  | {
      readonly ok: true
      readonly value: unknown
      /** Set if the item merely contains the text. That suffices for a read, but not for a write. */
      readonly guess?: PartialMatch | undefined
    }
  | { readonly ok: false; readonly failure: Failure }
)

/** The list to search, from the result of an entry. */
interface Source {
  readonly data: unknown
  /** The raw answer of GitHub for a value of a client's result. */
  original(data: unknown): unknown
  /** The entry in messages. */
  readonly label: string
  /** The input of the list, with defaults. */
  readonly listed: unknown
  /** The lists that this step has read completely. */
  readonly read: Map<string, ReadList>
  /** Reads the page after a cursor. */
  next(after: string): Promise<ResultEnvelope<unknown> | undefined>
}

/** Lists longer than this are not searched by name. */
const mostItems = 1000

/** The message lists only the first matches. */
const mostMatches = 20

/**
 * The value at a place of the only matching item. No match, several matches and an incomplete list are
 * failures: an unread page may contain another match.
 */
export async function oneOf(place: Place, source: Source): Promise<Choice> {
  const { match = [], path } = place
  const at = path.indexOf(every)
  const list = `${source.label} ${pathText(path.slice(0, at))}`
  const before = source.read.get(list)
  const read = before ?? (await itemsAt(path.slice(0, at), source))
  source.read.set(list, read)
  const metas = before ? [] : read.metas
  if (!read.ok) return { ok: false, failure: read.failure, metas }
  const { items, asShown, isCut } = read
  const shownItem = (item: unknown) => asShown[items.indexOf(item)]
  const rest = path.slice(at + 1)
  const { found, isPart } = bestMatches(items, match)
  const [one, ...others] = found
  const has = match.map((mark) => `${pathText(mark.path)} ${nameValue(mark.value)}`).join(", ")
  if (one !== undefined && others.length === 0 && !isCut) {
    const value = valueAtPlace(one, rest)
    if (!isPart) return { ok: true, value, metas }
    const which = nameValue(valueAtPlace(shownItem(one), rest))
    const message = `${has} only partially matches the item in ${source.label} whose ${pathText(rest)} is ${which}`
    return { ok: true, value, guess: { message, match: shownItem(one) }, metas }
  }
  const refuse = (code: "NOT_FOUND" | "VALIDATION", message: string, details: object): Choice => {
    const failure = permanent(code, "not_sent", `Not sent: ${message}`, { ...details })
    return { ok: false, failure, metas }
  }
  const all = `the ${items.length} ${path[at - 1] === undefined ? "items" : String(path[at - 1])} of ${source.label}`
  const matches = found.slice(0, mostMatches).map(shownItem)
  if (others.length > 0) {
    const values = matches.map((item) => nameValue(valueAtPlace(item, rest)))
    const which = `${pathText(rest)} ${values.join(", ")}${found.length > values.length ? ", …" : ""}`
    const problem = has === "" ? `expected one of ${all}` : `${found.length} of ${all} have ${has}`
    return refuse("VALIDATION", `${problem}: ${which}`, {
      matches,
      fix: "Pass the number, id or full name of one of them",
    })
  }
  if (isCut) {
    const seen = one === undefined ? "none" : "one"
    const message = `${seen} of ${all} has ${has}, but the list is longer`
    return refuse("VALIDATION", message, {
      matches,
      fix: "List fewer items, or pass the item's full name",
    })
  }
  const near = similarTexts(items, match, shownItem)
  const hint = near.length > 0 ? `, ${didYouMean(near)}` : ""
  const message =
    items.length === 0 ? `${source.label} is empty` : `none of ${all} has ${has}${hint}`
  const { listed } = source
  return refuse("NOT_FOUND", message, { ...(near.length > 0 && { candidates: near }), listed })
}

export type ReadList = { readonly metas: readonly ResultMeta[] } & (
  | {
      readonly ok: true
      readonly items: readonly unknown[]
      /** The same items as the client shows them, for messages. */
      readonly asShown: readonly unknown[]
      readonly isCut: boolean
    }
  | { readonly ok: false; readonly failure: Failure }
)

/** Every item of a list, on all its pages. */
async function itemsAt(
  path: Place["path"],
  { data, next, label, original }: Source,
): Promise<ReadList> {
  const items: unknown[] = []
  const asShown: unknown[] = []
  const take = (page: unknown) => {
    items.push(...listAt(original(page), path))
    asShown.push(...listAt(page, path))
  }
  take(data)
  const metas: ResultMeta[] = []
  const paging = new Paging()
  let page = pathText(path) === "items" ? pageOf(data) : undefined
  while (page?.page_info.has_next_page) {
    const cursor = paging.next({ capability_id: label }, page.page_info, page.items)
    const isEnough = cursor === undefined || items.length >= mostItems
    const envelope = isEnough ? undefined : await next(cursor)
    if (!envelope) return { ok: true, items, asShown, isCut: true, metas }
    metas.push(envelope.meta)
    if (!envelope.ok) {
      const { code, message, retryable } = envelope.error
      const failure = permanent(code, "not_sent", `Not sent: ${label} failed: ${message}`)
      return { ok: false, failure: { ...failure, transient: retryable }, metas }
    }
    page = pageOf(envelope.data)
    take(envelope.data)
  }
  return { ok: true, items, asShown, isCut: false, metas }
}

function listAt(data: unknown, path: Place["path"]): readonly unknown[] {
  const list = valueAtPlace(data, path)
  return Array.isArray(list) ? list : []
}

/** Ways to compare strings, strictest first. The first one that finds an item decides. */
const spellings: readonly ((text: string, given: string) => boolean)[] = [
  (text, given) => visible(text) === visible(given),
  (text, given) => folded(text) === folded(given),
  (text, given) => containsWords(folded(text), folded(given)),
]

/** The items that match all marks, by the strictest comparison that finds any. */
function bestMatches(
  items: readonly unknown[],
  match: readonly Mark[],
): { found: readonly unknown[]; isPart: boolean } {
  for (const spelled of spellings) {
    const is = (value: unknown, given: MarkValue) =>
      typeof value === "string" && typeof given === "string"
        ? spelled(value, given)
        : value === given
    const found = items.filter((item) =>
      match.every(({ path, value }) => is(valueAtPlace(item, path), value)),
    )
    if (found.length > 0) return { found, isPart: spelled === spellings.at(-1) }
  }
  return { found: [], isPart: false }
}

/** Text without invisible characters: strings that look the same compare equal. */
function visible(text: string): string {
  return cleanText(text).normalize("NFC")
}

function folded(text: string): string {
  return visible(text).toLowerCase().trim()
}

/**
 * Whether a string contains another as whole words. The other must have at least three letters, so that `it` does not
 * match `Write`.
 */
function containsWords(text: string, part: string): boolean {
  if ((part.match(LETTER)?.length ?? 0) < 3) return false
  const cuts = (one = "", other = "") => one.search(LETTER) >= 0 && other.search(LETTER) >= 0
  const [first, last] = [[...part][0], [...part].at(-1)]
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [[...text.slice(0, at)].at(-1), [...text.slice(at + part.length)][0]]
    if (!cuts(before, first) && !cuts(last, after)) return true
  }
  return false
}

const LETTER = /[\p{L}\p{N}]/gu

/** Similar strings of items, for the suggestions. */
function similarTexts(
  items: readonly unknown[],
  match: readonly Mark[],
  shownItem: (item: unknown) => unknown,
): string[] {
  const [mark] = match.filter(({ value }) => typeof value === "string")
  if (mark === undefined) return []
  const shownByText = new Map(
    items.flatMap((item) => {
      const text = valueAtPlace(item, mark.path)
      return typeof text === "string"
        ? [[text, valueAtPlace(shownItem(item), mark.path)] as const]
        : []
    }),
  )
  return suggestionsFor(String(mark.value), [...shownByText.keys()]).map((name) =>
    String(shownByText.get(name)),
  )
}
