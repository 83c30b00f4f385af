/** Executes the calls of a derived command. */

import { bytesBehind, type Client, type ResultEnvelope } from "../../runtime/index.js"
import { unknownName } from "../tools/results/index.js"
import {
  type Asked,
  complete,
  type Filled,
  type Given,
  linesOf,
  type Named,
  type Planned,
  textOf,
  wordsLike,
} from "./gh/index.js"
import { isCompletedList, LONGEST_PAGE, moreRequests, type PlannedCall } from "./gh-calls.js"
import { printNote, UsageError } from "./output/index.js"
import type { Keeps } from "./pages.js"
import { executeCall, type RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

/**
 * The sender of the command is not at this machine, and must not reach its files, browser and other
 * servers.
 */
export interface Remote {
  /** The client, with the bounds and confirmations to use. */
  readonly client: Client
  readonly repository: string | undefined
  /** The server of the client, in the form used by repositories and addresses. */
  readonly host: string
}

/** A command line of a derived command. */
export interface Typed {
  readonly named: Named
  /** The steps that its options may select. */
  readonly steps: readonly Planned[]
  readonly options: readonly Filled[]
  readonly words: readonly string[]
  readonly given: Given
  readonly usage: () => Promise<string>
  readonly remote: Remote | undefined
}

/** A command whose calls are known. */
interface Started {
  readonly typed: Typed
  readonly names: ReadonlySet<string>
  readonly chosen: readonly Planned[]
  readonly asked: Asked | undefined
  readonly keeps: Keeps | undefined
  readonly host: string | undefined
  /** The repository of its objects, as `OWNER/REPO`. */
  readonly place: string
  readonly terminal: Terminal
}

export type Flags = RunFlags & Given

/** Executes the most common case, a single call, which needs no chain. */
export async function executeSingle(
  { step, input }: PlannedCall,
  { typed, names, asked, keeps, host, place, terminal }: Started,
  flags: Flags,
): Promise<number> {
  const { named, given } = typed
  const { id, contract, exitCode, exitCodeWith, empty, prints, reads, all: isWhole } = step
  const perItem = asked?.perItem ?? []
  const isReported = exitCodeWith === undefined || names.has(exitCodeWith)
  const call = {
    ...{ id, contract, input, host, complete, unknown: unknownName, keeps },
    use: useFor(named),
    ...(reads && !asksForData(given) && { fields: reads }),
    ...(exitCode &&
      isReported && {
        exitCode: (data: unknown) => {
          const isEmpty = empty !== undefined && Object(data).items?.length === 0
          if (isEmpty) printNote(keeps ? `${empty} with these options` : empty, terminal)
          // gh fails for an empty list, and otherwise exits with 0 after it has printed JSON.
          return given.json === undefined || isEmpty ? exitCode(data) : 0
        },
      }),
    ...(prints && {
      lines: (data: unknown) => {
        const isEmptyList = contract.list && Object(data).items?.length === 0
        if (isEmptyList && empty === undefined) printNote("nothing found", terminal)
        const bytes = typeof prints === "string" ? bytesBehind(data) : undefined
        return bytes ?? linesOf(prints, data, place)
      },
    }),
    extend: async (envelope: ResultEnvelope<unknown>, client: Client) => {
      const kept = envelope.ok ? shownOf(step, envelope, asksForData(given)) : envelope
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
  const most = isWhole && !given.envelope ? Number.POSITIVE_INFINITY : keeps && PAGE
  const limit = most !== undefined && { limit: flags.limit ?? most }
  const form = { place: place || undefined, text: textOf(prints, id, place), more: "-L" }
  return executeCall(call, { ...flags, ...limit, ...form }, terminal)
}

/** With only some items of a page, or a warning about what a text lacks. */
function shownOf<Envelope extends ResultEnvelope<unknown> & { ok: true }>(
  { selects, cuts }: Planned,
  envelope: Envelope,
  asData: boolean,
): Envelope {
  const { data, meta } = envelope
  const page: { items: readonly Record<string, unknown>[] } = Object(data)
  if (selects) return { ...envelope, data: { ...page, items: selects(page.items) } }
  const cut = asData ? undefined : cuts?.(Object(data))
  if (!cut) return envelope
  const warnings = [...(meta.warnings ?? []), { code: "INCOMPLETE" as const, ...cut }]
  return { ...envelope, meta: { ...meta, warnings } }
}

export async function executeAll(
  calls: readonly PlannedCall[],
  files: readonly string[],
  { typed, chosen, asked, keeps, host, place, terminal }: Started,
  flags: Flags,
): Promise<number> {
  const { named, given } = typed
  if (given.web) throw new UsageError("--web takes one target at a time")
  checkSeveral(chosen, given)
  const { executeCompletedList, executeSeveral } = await import("./gh-several.js")
  const limit = Number(given.limit ?? PAGE)
  const several = { calls, chosen, files, host, place, asked, keeps, use: useFor(named), limit }
  const isPaged = isCompletedList(chosen) && (keeps !== undefined || limit > LONGEST_PAGE)
  const execute = isPaged && !given.dryRun ? executeCompletedList : executeSeveral
  return execute(several, flags, terminal)
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

export const asksForData = (given: Given): boolean =>
  ["json", "format", "jq", "envelope", "dryRun", "record"].some((name) => given[name] !== undefined)
