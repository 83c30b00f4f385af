/** Commands whose steps depend on what is read first: `pr merge`, `issue comment --edit-last`. */
import { setTimeout } from "node:timers/promises"
import type { Client } from "../../runtime/index.js"
import {
  type Ask,
  complete,
  type Given,
  ME,
  type Planned,
  placeFor,
  placeOf,
  thingsOf,
} from "./gh/index.js"
import { hostOf } from "./gh-calls.js"
import type { Advice } from "./input/index.js"
import { asking, lookupsWith } from "./lookups.js"
import { exitCodes, Interrupted, printNote, UsageError } from "./output/index.js"
import { pagesUpTo } from "./pages.js"
import { printFailure, type RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

/** The options to go on with, and the client that has read the state. */
export interface Decided {
  readonly names: ReadonlySet<string>
  readonly client: Client
}

interface Deciding {
  readonly step: Planned
  readonly words: readonly string[]
  readonly names: ReadonlySet<string>
  /** The default repository, and the only server, of a sender that is not at this machine. */
  readonly remote: { readonly repository: string | undefined; readonly host: string } | undefined
  readonly use: Advice["use"]
  /** Refuses options that do not apply to a decision. */
  readonly check: (names: ReadonlySet<string>) => void
  /** Starts the command for some of the objects. */
  readonly start: (words: readonly string[], decided: Decided) => Promise<number>
}

/** Objects to go on with in the same way. */
interface Group {
  readonly names: ReadonlySet<string>
  readonly words: string[]
  /** Printed after the command has succeeded. */
  readonly notes: string[]
}

/** GitHub needs seconds at most; the pauses add up to half a minute. */
const pauses = [500, 1000, 2000, 4000, 8000, 15_000]

export async function startDecided(
  deciding: Deciding,
  flags: RunFlags & Given,
  terminal: Terminal,
): Promise<number> {
  const { step, words, remote, start } = deciding
  const isNamed = flags.repo !== undefined
  const things = thingsOf(words, [step], isNamed)
  const around = await placeOf(flags.repo ?? remote?.repository, things, [step])
  const inputs = things.map((thing) => ({
    ...placeFor(step, thing, around, isNamed),
    ...thing.inputFor(step),
  }))
  const connection = { ...flags, ...(step.isConfirmed && { yes: true }) }
  const host = hostOf(things, around, remote)
  return asking({ ...connection, host }, terminal, async (ask, client) => {
    const { together } = await import("./exec/index.js")
    const read = (given: object, at: number) => (own: Client) =>
      stateOf(
        given,
        words[at],
        deciding,
        { ask: lookupsWith(own, terminal), client: own },
        terminal,
      )
    const states = await together(inputs.map(read), client)
    const { groups, codes } = await decided(states, deciding, ask, terminal)
    for (const { names, words, notes } of groups) {
      const code = await start(words, { names, client })
      codes.push(code)
      if (code !== exitCodes.ok || flags.dryRun || flags.record) continue
      for (const note of notes) printNote(note, terminal)
    }
    const [code = exitCodes.ok] = codes
    return codes.every((one) => one === code) ? code : exitCodes.partial
  })
}

/** Reads an object, again while GitHub is computing its state. */
async function stateOf(
  given: object,
  typed: string | undefined,
  { step: { id, contract, isComputing }, names }: Deciding,
  { ask, client }: { readonly ask: Ask; readonly client: Client },
  terminal: Terminal,
) {
  const input = Object(await complete(given, ask, id))
  const { owner, repo, pull_number: number } = input
  // A branch is looked up only once.
  const isNumber = number === Object(given).pull_number
  const word = (isNumber && typed) || `${owner}/${repo}#${number}`
  const read = async (from = ask) =>
    contract.list
      ? pagesUpTo(Infinity, input, (page) => from(id, page), contract, terminal)
      : from(id, input)
  let envelope = await read()
  for (const pause of pauses) {
    if (!envelope.ok || !isComputing?.(Object(envelope.data), names)) break
    await setTimeout(pause, undefined, { signal: terminal.interrupted }).catch(() => {
      throw new Interrupted()
    })
    envelope = await read(lookupsWith(client, terminal))
  }
  return { word, envelope }
}

/** How to go on, and the exit codes of objects for which nothing is left to do. */
async function decided(
  states: readonly Awaited<ReturnType<typeof stateOf>>[],
  { step: { id, contract, decides, mayMiss }, names, use, check }: Deciding,
  ask: Ask,
  terminal: Terminal,
) {
  if (!decides) throw new Error(`${id} decides nothing`)
  const me = async () => Object(await complete({ login: ME }, ask, id)).login
  const groups = new Map<string, Group>()
  const codes: number[] = []
  const refusals: { readonly word: string; readonly refused: string; readonly fix: string }[] = []
  for (const { word, envelope } of states) {
    const { guard, dry_run } = (!envelope.ok && envelope.error.details) || {}
    const isBlocked = mayMiss && (guard ?? dry_run) !== undefined
    if (!envelope.ok && !isBlocked) {
      codes.push(await printFailure(envelope.error, id, { contract, use }, terminal))
      continue
    }
    const decision = await decides(Object(envelope.data), names, me)
    if ("refused" in decision) refusals.push({ word, ...decision })
    else if ("done" in decision) {
      printNote(decision.done, terminal)
      codes.push(exitCodes.ok)
    } else {
      check(decision.names)
      const key = [...decision.names].sort().join(" ")
      const group = groups.get(key) ?? { names: decision.names, words: [], notes: [] }
      group.words.push(...(decision.words ?? [word]))
      if (decision.note !== undefined) group.notes.push(decision.note)
      groups.set(key, group)
    }
  }
  const [first] = refusals
  if (!first) return { groups: groups.values(), codes }
  const { refused, fix } = first
  const same = refusals.filter((one) => one.refused === refused).map(({ word }) => word)
  throw new UsageError(states.length > 1 ? `${same.join(", ")}: ${refused}` : refused, fix)
}
