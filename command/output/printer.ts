import type { Contract, JsonSchema } from "../../runtime/index.js"
import type { Terminal } from "../terminal/index.js"
import { tellNote } from "./tell.js"
import { UsageError } from "./usage-error.js"

/** How a result is wanted. */
export interface Shown {
  /** Only these fields of it, of a list those of each item. */
  readonly json?: string
  /** What a jq expression makes of it. */
  readonly jq?: string
}

/** Prints results. */
export type Printer = (value: unknown) => Promise<void>

/**
 * What prints results as they are wanted. What is wrong with that is said before anything is sent.
 *
 * @param contract - of the capability whose data is printed; undefined where something else is
 */
export async function printerFor(
  { json, jq }: Shown,
  contract: Contract | undefined,
  terminal: Terminal,
): Promise<Printer> {
  const { stdout } = terminal
  const names = json?.split(",").map((name) => name.trim())
  if (names && contract) await checkFields(names, contract)
  const filter = jq === undefined ? undefined : await (await import("./jq.js")).filterOf(jq)
  return async (value) => {
    const wanted = names ? picked(value, names, contract?.list === true, terminal) : value
    if (filter) stdout.write(await filter.run(jsonOf(wanted)))
    else await print(wanted, terminal)
  }
}

/** The result: for a person on a terminal, else minified JSON in one line. */
export async function print(value: unknown, { stdout }: Terminal): Promise<void> {
  const text = stdout.isTTY
    ? (await import("./readable.js")).readable(JSON.parse(jsonOf(value)), stdout)
    : jsonOf(value)
  stdout.write(`${text}\n`)
}

/** JSON, in which bytes are Base64. */
export function jsonOf(value: unknown): string {
  const written = (_: string, one: unknown) =>
    one instanceof Uint8Array ? Buffer.from(one).toString("base64") : one
  return JSON.stringify(value, written)
}

async function checkFields(
  names: readonly string[],
  { id, list, output }: Contract,
): Promise<void> {
  const { properties = {} } = list ? itemOf(output) : output
  const known = Object.keys(properties)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const { didYouMean, nearNames } = await import("../../runtime/near/index.js")
  const near = nearNames(unknown, known)
  const hint = near.length > 0 ? didYouMean(near) : `known: ${known.join(", ")}`
  throw new UsageError(`--json: ${id} gives no ${JSON.stringify(unknown)}, ${hint}`)
}

function itemOf({ properties = {} }: JsonSchema): JsonSchema {
  return properties.items?.items ?? {}
}

/** Some fields; of a page a list of its items, as `gh --json` gives them, and a note where there are more. */
function picked(
  value: unknown,
  names: readonly string[],
  isList: boolean,
  terminal: Terminal,
): unknown {
  if (!isList) return pick(value, names)
  const { items, page_info }: { items?: unknown; page_info?: unknown } = Object(value)
  const { has_next_page, end_cursor } = Object(page_info)
  if (has_next_page) {
    tellNote(end_cursor ? `there are more: after=${end_cursor}` : "there are more", terminal)
  }
  return Array.isArray(items) ? items.map((item) => pick(item, names)) : items
}

function pick(value: unknown, names: readonly string[]): unknown {
  return Object.fromEntries(names.map((name) => [name, Object(value)[name] ?? null]))
}
