/** Commands whose steps depend on what is read first: `pr merge`, `issue comment --edit-last`. */
import { setTimeout } from "node:timers/promises"
import type { Client } from "../../runtime/index.js"
import { withClient } from "./client.js"
import { complete, type Given, ME, type Planned, placeFor, placeOf, thingsOf } from "./gh/index.js"
import { hostOf } from "./gh-calls.js"
import type { Advice } from "./input/index.js"
import { lookupsWith } from "./lookups.js"
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
  { step, words, names, remote, use, check, start }: Deciding,
  flags: RunFlags & Given,
  terminal: Terminal,
): Promise<number> {
  const { decides, contract, id } = step
  if (!decides) throw new Error(`${id} decides nothing`)
  const things = thingsOf(words, [step], flags.repo !== undefined)
  const around = await placeOf(flags.repo ?? remote?.repository, things, [step])
  const isNamed = flags.repo !== undefined
  const inputs = things.map((thing) => ({
    ...placeFor(step, thing, around, isNamed),
    ...thing.inputFor(step),
  }))
  return withClient(
    { ...flags, ...(step.isConfirmed && { yes: true }), host: hostOf(things, around, remote) },
    terminal,
    async (client) => {
      const ask = lookupsWith(client, terminal)
      const me = async () => Object(await complete({ login: ME }, ask, id)).login
      const states = await Promise.all(
        inputs.map(async (given, at) => {
          const input = Object(await complete(given, ask, id))
          const { owner, repo, pull_number: number } = input
          // A branch is looked up only once.
          const isNumber = number === Object(given).pull_number
          const word = (isNumber && words[at]) || `${owner}/${repo}#${number}`
          const read = async (from = ask) =>
            contract.list
              ? pagesUpTo(Infinity, input, (page) => from(id, page), contract, terminal)
              : from(id, input)
          let envelope = await read()
          for (const pause of pauses) {
            if (!envelope.ok || !step.isComputing?.(Object(envelope.data), names)) break
            await setTimeout(pause, undefined, { signal: terminal.interrupted }).catch(() => {
              throw new Interrupted()
            })
            envelope = await read(lookupsWith(client, terminal))
          }
          return { word, envelope }
        }),
      )
      const groups = new Map<string, Group>()
      const codes: number[] = []
      const refusals: { readonly word: string; readonly refused: string; readonly fix: string }[] =
        []
      for (const { word, envelope } of states) {
        if (!envelope.ok) {
          codes.push(await printFailure(envelope.error, id, { contract, use }, terminal))
          continue
        }
        const decision = await decides(Object(envelope.data), names, me)
        if ("refused" in decision) {
          refusals.push({ word, ...decision })
          continue
        }
        if ("done" in decision) {
          printNote(decision.done, terminal)
          codes.push(exitCodes.ok)
          continue
        }
        check(decision.names)
        const key = [...decision.names].sort().join(" ")
        const group = groups.get(key) ?? { names: decision.names, words: [], notes: [] }
        group.words.push(...(decision.words ?? [word]))
        if (decision.note !== undefined) group.notes.push(decision.note)
        groups.set(key, group)
      }
      const [first] = refusals
      if (first) {
        const { refused, fix } = first
        const same = refusals.filter((one) => one.refused === refused).map(({ word }) => word)
        throw new UsageError(states.length > 1 ? `${same.join(", ")}: ${refused}` : refused, fix)
      }
      for (const { names, words, notes } of groups.values()) {
        const code = await start(words, { names, client })
        codes.push(code)
        if (code !== exitCodes.ok || flags.dryRun || flags.record) continue
        for (const note of notes) printNote(note, terminal)
      }
      const [code = exitCodes.ok] = codes
      return codes.every((one) => one === code) ? code : exitCodes.partial
    },
  )
}
