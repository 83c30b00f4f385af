import type { Client, Contract, ResultMeta } from "../../../runtime/index.js"
import { cleanDeep, revealedJson } from "../../../runtime/text/index.js"
import { trimmed } from "../../tools/results/index.js"
import type { About, Form } from "../screen/index.js"
import { forTerminal, type Terminal, visibleReturns } from "../terminal/index.js"
import { Interrupted } from "./exit-codes.js"
import type { Filter } from "./jq.js"
import { printNote, printResult } from "./messages.js"
import { statusOf } from "./status.js"

export interface Shown {
  /** Prints only these fields; for a list, these fields of each item. */
  readonly json?: string
  /** Replaces an item by its printed form, if that differs from its fields. */
  readonly pick?: ((item: unknown) => unknown) | undefined
  readonly jq?: string
  readonly each?: boolean
  /** The option that reads more items of a list: `-L`. Without it, a note shows the cursor. */
  readonly more?: string
  /** The repository that the result is about, as `OWNER/REPO`. */
  readonly place?: string | undefined
  /** The capability whose form the result has, if it is not that of the contract. */
  readonly shownAs?: string | undefined
  /** gh's text on a terminal, for a result without a table or a view. */
  readonly text?: ((data: unknown, form: Form) => string | undefined) | undefined
  /** Print empty members in a pipe, too. */
  readonly whole?: boolean | undefined
  /** The value for the expression, if it is not the result itself. */
  readonly forJq?: (value: unknown) => unknown
}

/**
 * Prints results.
 *
 * @param lines - output for a pipe instead of JSON, unless fields or an expression are requested
 * @param meta - says whether a list goes on; by default, its `page_info` does
 * @param untrusted - how the client shows free text
 */
type Printer = (
  value: unknown,
  lines?: () => string | Uint8Array | undefined,
  meta?: ResultMeta,
  untrusted?: Client["guard"]["untrusted"],
) => Promise<void>

/**
 * Prints results in the requested form. Errors in an expression are reported before anything is changed: jq
 * starts while a read is in flight.
 *
 * @param contract - the contract of the printed data; undefined for other data, or to print all of it
 */
export async function printerFor(
  { json, jq, pick: own, more, each = false, forJq = (value) => value, ...form }: Shown,
  contract: Contract | undefined,
  terminal: Terminal,
): Promise<Printer> {
  const { stdout, interrupted } = terminal
  const names = json === undefined ? undefined : namesIn(json)
  const starting = jq === undefined ? undefined : filterFor(jq, terminal)
  if (contract?.effect !== "read") await starting
  // The printer reports the failure.
  starting?.catch(() => undefined)
  return async (value, lines, meta, untrusted) => {
    const text = !names && jq === undefined && !stdout.isTTY ? lines?.() : undefined
    const showsPageInfo = !names && jq === undefined && Object(value).page_info !== undefined
    // A program reads the items alone.
    if (text !== undefined || !showsPageInfo || terminal.reader)
      tellMore(value, meta, more, terminal)
    if (text !== undefined) return show(text, terminal)
    const pick = (one: unknown): unknown =>
      Array.isArray(one) ? one.map(pick) : (own?.(one) ?? picked(one, names ?? []))
    // `gh --json` prints a page as the list of its items.
    const wanted = names ? pick(contract?.list ? Object(value).items : value) : value
    const filter = await starting
    if (!filter) {
      const { place, shownAs: id = contract?.id, text, whole: isWhole } = form
      const isSmall = !names && contract && !isWhole
      const whole = isSmall ? small(wanted, contract, terminal) : wanted
      return print(whole, terminal, { id, place, more, fields: names }, names ? undefined : text)
    }
    const results = each && Array.isArray(wanted) && !isOfList.test(jq ?? "") ? wanted : [wanted]
    const valuesOf = async (result: unknown) => {
      const json = jsonOf(forJq(result))
      return filter.values(json, untrusted).catch((error: unknown) => {
        // Otherwise nobody could find a created object.
        if (contract?.effect !== "read") printResult(json, terminal)
        throw interrupted.aborted ? new Interrupted() : error
      })
    }
    const values = (await Promise.all(results.map(valuesOf))).flat()
    const isList = results === wanted || values.length > 1 || filter.isStream
    // A text is what is printed.
    if (isList || (values.length === 1 && typeof values[0] !== "string"))
      terminal.reader?.data(JSON.stringify(isList ? values : values[0]))
    await show(forTerminal(filter.printed(values), stdout), terminal)
  }
}

/** The beginning of an expression for a list of results, instead of for each of them. */
const isOfList = /^\s*\[?\s*(?:\.\[|(?:map|any|all|first|last|length|add|\w+_by)\b)/

/** Shortens output that does not go to a terminal. A program also gets what is empty. */
function small(value: unknown, contract: Contract, { stdout, reader }: Terminal): unknown {
  if (stdout.isTTY) return value
  const { data, left_out } = trimmed(value, contract, reader !== undefined)
  return left_out ? { ...Object(data), left_out } : data
}

async function filterFor(jq: string, { interrupted }: Terminal): Promise<Filter> {
  const { filterOf, jqThreads } = await import("./jq-threads.js")
  const threads = jqThreads()
  // Results that arrived before Ctrl-C are still shown.
  const signal = () => (interrupted.aborted ? new AbortController().signal : interrupted)
  return filterOf(jq, (...job) => threads(signal())(...job)).catch((error: unknown) => {
    throw interrupted.aborted ? new Interrupted("not_sent") : error
  })
}

export function namesIn(json: string): string[] {
  return json.split(",").map((name) => name.trim())
}

/** Prints the result: readable on a terminal, else as minified JSON in one line. */
export async function print(
  value: unknown,
  terminal: Terminal,
  about: About = {},
  gh?: Shown["text"],
): Promise<void> {
  const { stdout, reader } = terminal
  if (reader) return reader.data(jsonOf(value))
  if (!stdout.isTTY) return show(`${jsonOf(value)}\n`, terminal)
  const { onScreen } = await import("../screen/index.js")
  const text = await onScreen(cleanDeep(JSON.parse(jsonOf(value), visible)), stdout, about, gh)
  if (text !== "") await show(`${text.trimEnd()}\n`, terminal)
}

export async function printAs(
  { json }: { readonly json?: boolean },
  value: unknown,
  text: string,
  terminal: Terminal,
): Promise<void> {
  if (json) await print(value, terminal)
  else terminal.stdout.write(`${text}\n`)
}

const visible = (_: string, value: unknown) =>
  typeof value === "string" ? visibleReturns(value) : value

/** Output that is longer than the terminal goes through gh's pager. */
async function show(text: string | Uint8Array, { stdout, stderr }: Terminal): Promise<void> {
  statusOf(stderr).clear()
  const { isTTY, rows = Number.POSITIVE_INFINITY } = stdout
  const { GH_PAGER, PAGER } = process.env
  const pager = GH_PAGER ?? PAGER
  if (
    isTTY &&
    pager &&
    pager !== "cat" &&
    typeof text === "string" &&
    text.split("\n").length > rows
  ) {
    const { page } = await import("./pager.js")
    if (await page(pager, text)) return
  }
  stdout.write(text)
}

/** JSON for output: with bytes as Base64, and hidden characters as escapes. */
export function jsonOf(value: unknown): string {
  const written = (_: string, one: unknown) =>
    one instanceof Uint8Array ? Buffer.from(one).toString("base64") : one
  return revealedJson(JSON.stringify(value, written))
}

/** Prints a note if a list has further pages that can be read. */
function tellMore(
  value: unknown,
  meta: ResultMeta | undefined,
  more: string | undefined,
  terminal: Terminal,
): void {
  const { page_info, total_count } = Object(value)
  const { has_next_page, end_cursor } = meta?.pagination ?? Object(page_info)
  const isTold = meta?.warnings?.some(({ pointer }) => pointer === "/page_info")
  if (!has_next_page || isTold) return
  const next = end_cursor ? `more results: after=${end_cursor}` : "more results"
  const items = Array.isArray(value) ? value : Object(value).items
  const size = items ? `${items.length} ${items.length === 1 ? "item" : "items"}` : "one page"
  const count =
    typeof total_count === "number" ? `${items?.length} of ${total_count}` : `${size}, not all`
  printNote(more === undefined ? next : `${count}; use ${more} for more`, terminal)
}

function picked(value: unknown, names: readonly string[]): unknown {
  return Object.fromEntries(names.map((name) => [name, Object(value)[name] ?? null]))
}
