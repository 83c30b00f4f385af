/** Executes several calls of a derived command as one chain, and combines their results. */

import { createExecutor } from "../../generated/calls.js"
import type { Client, ResultEnvelope, ResultWarning } from "../../runtime/index.js"
import { unknownName } from "../tools/results/index.js"
import { executeAll } from "./chain.js"
import { type Asked, complete, listedIn, type Planned, pipedLinesOf, textOf } from "./gh/index.js"
import { moreRequests, type PlannedCall, type Started, tasksOf, tellDone } from "./gh-calls.js"
import type { Advice } from "./input/index.js"
import { asking } from "./lookups.js"
import { CommandError, exitCodes, printNote } from "./output/index.js"
import type { Keeps } from "./pages.js"
import type { RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

interface Several extends Started {
  readonly calls: readonly PlannedCall[]
  readonly files: readonly string[]
  readonly use: Advice["use"]
  /** How many of the kept items are shown. */
  readonly limit: number
}

export async function executeSeveral(several: Several, flags: RunFlags): Promise<number> {
  const { calls, host, terminal } = several
  const checked = calls.find(({ step }) => step.unless)
  if (!checked?.step.unless || flags.dryRun) return executeChain(several, flags)
  const { id, by, refused } = checked.step.unless
  const given = Object.entries(checked.input).filter(([name]) => by.includes(name))
  return asking({ ...flags, host }, terminal, async (ask, client) => {
    const found = await ask(id, Object.fromEntries(given))
    if (found.ok) throw new CommandError(...refused(Object(found.data)))
    return executeChain(several, { ...flags, client })
  })
}

async function executeChain(
  { typed, calls, chosen, files, host, place, asked, keeps, use, limit, terminal }: Several,
  flags: RunFlags,
): Promise<number> {
  const { prints, combines } = chosen.at(-1) ?? {}
  const isList = chosen.at(-1)?.contract.list
  const mayMiss = (at: number) => calls[at]?.step.mayMiss === true
  const cureOf = (at: number) => {
    const { step, input } = calls[at] ?? {}
    const isAfter = calls.some(({ step: { id } }) => id === step?.after)
    return isAfter ? step?.cure?.(input ?? {}) : undefined
  }
  const counts = (at: number) => isRead || calls[at]?.step.contract.effect !== "read"
  const things = [...new Set(calls.map(({ of }) => of))]
  const isRead = chosen.every(({ contract }) => contract.effect === "read")
  const ends = isRead ? things.map((thing) => calls.findLastIndex(({ of }) => of === thing)) : []
  let done: readonly number[] = []
  const shown = (data: readonly unknown[], failed: readonly boolean[]) => {
    const isWhole = !failed.includes(true)
    const results = calls.map(({ step, of }, at) => ({
      ...{ step, of },
      data: keeps && step.contract.list ? kept(data[at], keeps, limit, terminal) : data[at],
    }))
    const incomplete = new Set(calls.flatMap(({ of }, at) => (failed[at] ? [of] : [])))
    done = things.filter((thing) => !incomplete.has(thing))
    const wanted = isRead ? done : things
    const outputs = wanted.map((thing) => {
      const ofThing = results.filter(({ of }) => of === thing)
      const own = shownOf(ofThing).map(({ data }) => data)
      if (combines) return isWhole ? fieldsOf(combines(own), asked) : undefined
      const lists = ofThing.filter(({ step }) => step.lists)
      if (lists.length === 0) return together(own)
      return Object.assign(
        {},
        together(own),
        ...lists.map(({ step, data }) => listedIn(step, data)),
      )
    })
    if (asked && isList && !combines) return outputs.map((page) => Object(page).items)
    if (outputs.length === 0) return undefined
    return things.length === 1 ? outputs[0] : outputs
  }
  const lines = (result: unknown) =>
    [result]
      .flat()
      .map((one) => (one === undefined || !prints ? "" : pipedLinesOf(prints, one, place)))
      .join("")
  const { json, pick, ...others } = flags
  // The function above selects the fields of combined results.
  const own = combines ? others : flags
  const isConfirmed = chosen.some((step) => step.isConfirmed)
  const perItem = asked?.perItem ?? []
  if (flags.dryRun && perItem.length > 0) printNote(moreRequests, terminal)
  const { id = "" } = chosen.find(({ isAside, lists }) => !isAside && !lists) ?? {}
  const form = { shownAs: id, place: place || undefined, text: textOf(prints, id, place) }
  const exitCode = await executeAll(
    {
      tasks: await tasksOf(calls, files, asked),
      ...{ host, complete, unknown: unknownName, use, shown, mayMiss, counts, cureOf },
      ...(prints && !(combines && asked) && { lines }),
      ...(perItem.length > 0 && {
        extend: async (at: number, listed: ResultEnvelope<unknown>, client: Client) => {
          const { withItemFields } = await import("./gh-items.js")
          const { input = {} } = calls[at] ?? {}
          return withItemFields(listed, perItem, input, client, flags.trace ?? false, terminal)
        },
      }),
      ends,
    },
    {
      ...own,
      ...form,
      more: "-L",
      each: things.length > 1 && !combines,
      ...(isConfirmed && { yes: true }),
    },
    terminal,
  )
  const words = done.flatMap((thing) => typed.words[thing] ?? [])
  if (exitCode === exitCodes.partial && words.length > 0) tellDone(typed, chosen, words, terminal)
  return exitCode
}

/** A list whose pages were read, with what further calls add. */
export async function completed(
  listed: ResultEnvelope<unknown>,
  others: readonly PlannedCall[],
  client: Client,
  { interrupted: signal }: Terminal,
): Promise<ResultEnvelope<unknown>> {
  if (!listed.ok) return listed
  const { execute } = createExecutor({ client })
  const results: unknown[] = [listed.data]
  const further: ResultWarning[] = []
  for (const { step, input } of others) {
    const one = await execute(step.id, input, { signal })
    if (!one.ok && !(step.mayMiss && one.error.code === "NOT_FOUND")) return one
    results.push(one.data)
    further.push(...(one.meta.warnings ?? []))
  }
  const combined = (others.at(-1)?.step.combines ?? together)(results)
  const items = Array.isArray(combined) ? combined : Object(combined).items
  const { withWarnings } = await import("./gh-items.js")
  return withWarnings({ ...listed, data: { ...Object(listed.data), items } }, further)
}

/** A result with what another capability has about the same pull request. */
export async function added(
  own: Extract<ResultEnvelope<unknown>, { ok: true }>,
  { id, fields, to }: NonNullable<Planned["adds"]>,
  input: unknown,
  client: Client,
  { interrupted: signal }: Terminal,
): Promise<ResultEnvelope<unknown>> {
  const { owner, repo, pull_number } = Object(input)
  const { execute } = createExecutor({ client })
  const other = await execute(String(id), { owner, repo, pull_number }, { signal, fields })
  if (!other.ok) return other
  const { withWarnings } = await import("./gh-items.js")
  const sum = { ...own, data: to(Object(own.data), Object(other.data)) }
  return withWarnings(sum, other.meta.warnings ?? [])
}

function kept(page: unknown, keeps: Keeps, limit: number, terminal: Terminal): unknown {
  const { items, page_info } = Object(page)
  if (!Array.isArray(items)) return page
  const own = items.filter(keeps)
  if (own.length < limit && page_info?.has_next_page) {
    printNote(`these are of the newest ${items.length}; --json reads on`, terminal)
  }
  return { ...Object(page), items: own.slice(0, limit) }
}

function shownOf<Result extends { readonly step: Planned }>(
  results: readonly Result[],
): readonly Result[] {
  const own = results.filter(({ step }) => !step.lists)
  const main = own.filter(({ step }) => !step.isAside)
  return main.length > 0 ? main : own
}

/** Selects the requested fields of every list in a combined result. */
function fieldsOf(combined: unknown, asked: Asked | undefined): unknown {
  if (!asked) return combined
  if (Array.isArray(combined)) return combined.map(asked.pick)
  return Object.fromEntries(
    Object.entries(Object(combined)).map(([name, list]) => [name, [list].flat().map(asked.pick)]),
  )
}

/**
 * Combines the results of several steps: all fields if they concern the same object, else the last result.
 */
function together(results: readonly unknown[]): unknown {
  const data = results.filter((one) => one !== undefined)
  const ids = new Set(data.map((one) => Object(one).id))
  return ids.size === 1 ? Object.assign({}, ...data) : data.at(-1)
}
