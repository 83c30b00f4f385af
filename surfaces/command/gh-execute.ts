/** Executes the calls of a derived command. */

import { bytesBehind, type Client, type ResultEnvelope } from "../../runtime/index.js"
import { unknownName } from "../tools/results/index.js"
import {
  complete,
  type Given,
  type Named,
  type Planned,
  pipedLinesOf,
  textOf,
  wordsLike,
} from "./gh/index.js"
import {
  asksForData,
  isCompletedList,
  LONGEST_PAGE,
  moreRequests,
  type PlannedCall,
  type Started,
} from "./gh-calls.js"
import { printNote, UsageError } from "./output/index.js"
import { executeCall, type RunFlags } from "./run.js"

export type Flags = RunFlags & Given

/**
 * Executes the most common case, a single call, which needs no chain.
 *
 * @param others - further calls that complete its list
 */
export async function executeSingle(
  { step, input }: PlannedCall,
  { typed, names, asked, keeps, host, place, terminal }: Started,
  flags: Flags,
  others: readonly PlannedCall[] = [],
): Promise<number> {
  const { named, given } = typed
  const { id, contract, exitCode, exitCodeWith, empty, reads, all: isWhole } = step
  const { prints } = others.at(-1)?.step ?? step
  const perItem = asked?.perItem ?? []
  const isReported = exitCodeWith === undefined || names.has(exitCodeWith)
  const call = {
    ...{ id, contract, input, host, complete, unknown: unknownName, keeps },
    use: useFor(named),
    ...(reads && !asksForData(given) && { fields: reads }),
    ...(exitCode &&
      isReported && {
        exitCode: (data: unknown) => {
          const { items, checks = items } = Object(data)
          const isEmpty = empty !== undefined && checks?.length === 0
          if (isEmpty) printNote(keeps ? `${empty} with these options` : empty, terminal)
          // gh fails for an empty list, and otherwise exits with 0 after it has printed JSON.
          return given.json === undefined || isEmpty ? exitCode(data) : 0
        },
      }),
    ...(prints && {
      lines: (data: unknown) => {
        const isEmptyList = contract.list && Object(data).items?.length === 0
        if (isEmptyList && empty === undefined && others.length === 0)
          printNote("nothing found", terminal)
        const bytes = typeof prints === "string" ? bytesBehind(data) : undefined
        return bytes ?? pipedLinesOf(prints, data, place)
      },
    }),
    extend: async (envelope: ResultEnvelope<unknown>, client: Client, whole: unknown) => {
      const kept = envelope.ok ? shownOf(step, envelope, asksForData(given)) : envelope
      if (step.adds && names.has(step.adds.with) && kept.ok && exitCode?.(kept.data) === 0)
        return (await import("./gh-several.js")).added(kept, step.adds, whole, client, terminal)
      if (others.length > 0)
        return (await import("./gh-several.js")).completed(kept, others, client, terminal)
      if (perItem.length === 0) return kept
      const { withItemFields } = await import("./gh-items.js")
      return withItemFields(kept, perItem, input, client, flags.trace ?? false, terminal)
    },
  }
  if (step.isLog && !asksForData(given)) {
    return (await import("./gh-logs.js")).showLogs(call, flags, terminal)
  }
  if (given.dryRun && perItem.length > 0) printNote(moreRequests, terminal)
  if (given.web) return (await import("./gh-web.js")).showWeb(call, flags, terminal)
  const isPaged = keeps !== undefined || others.length > 0
  const most = isWhole && !given.envelope ? Number.POSITIVE_INFINITY : isPaged ? PAGE : undefined
  const limit = most !== undefined && { limit: flags.limit ?? most }
  const form = { place: place || undefined, text: textOf(prints, id, place), more: "-L" }
  return executeCall(call, { ...flags, ...limit, ...form }, terminal)
}

/** With only some items of a page, and without warnings about what a text does not show. */
function shownOf<Envelope extends ResultEnvelope<unknown> & { ok: true }>(
  { selects, isWhole }: Planned,
  envelope: Envelope,
  asData: boolean,
): Envelope {
  const { data, meta } = envelope
  const page: { items: readonly Record<string, unknown>[] } = Object(data)
  if (selects) return { ...envelope, data: { ...page, items: selects(page.items) } }
  if (!isWhole || asData) return envelope
  const warnings = (meta.warnings ?? []).filter(({ code }) => code !== "INCOMPLETE")
  return { ...envelope, meta: { ...meta, warnings } }
}

export async function executeAll(
  calls: readonly PlannedCall[],
  files: readonly string[],
  started: Started,
  flags: Flags,
): Promise<number> {
  const { chosen, keeps } = started
  const { named, given } = started.typed
  if (given.web) throw new UsageError("--web takes one target at a time")
  checkSeveral(chosen, given)
  const limit = Number(given.limit ?? PAGE)
  const isPaged = isCompletedList(chosen) && (keeps !== undefined || limit > LONGEST_PAGE)
  const [list, ...others] = calls
  if (list && isPaged && !given.dryRun) return executeSingle(list, started, flags, others)
  const { executeSeveral } = await import("./gh-several.js")
  return executeSeveral({ ...started, calls, files, use: useFor(named), limit }, flags)
}

/** The number of items of a list without `--limit`. */
const PAGE = 30

/** Refuses options for a single call before anything is sent. */
function checkSeveral(chosen: readonly Planned[], given: Given): void {
  for (const name of ["limit", "envelope", "route"]) {
    if (name === "limit" && chosen.some(({ combines }) => combines)) continue
    if (given[name] !== undefined) throw new UsageError(`--${name} takes one target at a time`)
  }
}

/** `issue edit` becomes `pr edit` in the advice, even if one of its other steps failed. */
export const useFor = (named: Named) => async (id: string) =>
  `Use ghx ${await wordsLike(named.words, id)}`
