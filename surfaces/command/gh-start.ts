/** Carries out a derived command. */

import type { Client } from "../../runtime/index.js"
import {
  checkTogether,
  chosenOf,
  complete,
  type Filled,
  fieldsIn,
  type Given,
  hasFoundNothing,
  linesOf,
  type Named,
  nameIn,
  namesGiven,
  type Planned,
  placeOf,
  propertiesOf,
  thingsOf,
  unknownIn,
} from "./gh/index.js"
import { callsOf, lackedBy, tasksOf } from "./gh-calls.js"
import { mainOf, usageOf } from "./gh-command.js"
import { showWeb } from "./gh-web.js"
import { UsageError } from "./output/index.js"
import { executeCall, type FindUnknown, type RunFlags } from "./run.js"
import type { Terminal } from "./terminal/index.js"

/** Whoever types a command is not at this machine: its files, browser and other servers are out of reach. */
export interface Remote {
  /** Bounds and confirmations are those of this client. */
  readonly client: Client
  /** Where nothing else is named. */
  readonly repository: string | undefined
  /** The server of the client, as repositories and addresses name it. */
  readonly host: string
}

export async function start(
  named: Named,
  all: readonly Planned[],
  options: readonly Filled[],
  words: readonly string[],
  given: Given,
  terminal: Terminal,
  remote?: Remote,
): Promise<number> {
  const names = namesGiven(options, words, given, terminal.stdout.isTTY === true)
  const { json, ...others } = given as RunFlags & Given
  for (const name of switchesOf(json, all, options)) names.add(name)
  const chosen = chosenOf(named, all, names)
  checkTogether(named, chosen, options, names)
  const asked = json === undefined ? undefined : fieldsIn(json, chosen)
  const { lower } = chosen.at(-1) ?? {}
  const flags = {
    ...others,
    ...(remote && { client: remote.client }),
    ...(asked && { json: Object.keys(asked).join(","), names: asked, ...(lower && { lower }) }),
  }
  const last = chosen[0]?.last
  const takesFiles = all.some(({ isForFiles }) => isForFiles)
  const files = takesFiles ? words.slice(1) : []
  const naming =
    last === undefined ? words.slice(0, words.length - files.length) : words.slice(0, -1)
  const things = thingsOf(naming, chosen)
  const around = await placeOf(flags.repo ?? remote?.repository, things, chosen)
  const lastWord = last === undefined ? {} : { [last]: nameIn(words.at(-1) ?? "", things, around) }
  const context = { things, chosen, options, words, files, given, around, lastWord, terminal }
  const isLocal = files.length > 0 || chosen.some(({ saves }) => saves)
  if (remote && isLocal) throw new UsageError("Files of this machine are out of reach here")
  const calls = await callsOf(context)
  const lacked = lackedBy(calls, options, chosen, files)
  if (lacked !== undefined) {
    throw new UsageError(`ghx ${named.words}: ${lacked}`, usageOf(named, all, options))
  }
  const { prints, combines } = chosen.at(-1) ?? {}
  const host = things.find(({ repository }) => repository)?.repository?.host ?? around?.host
  if (remote && host !== undefined && host !== remote.host) {
    throw new UsageError(`${host} is another server than ${remote.host}, the one of this client`)
  }
  const { owner, repo } = things.find(({ repository }) => repository)?.repository ?? around ?? {}
  const place = `${owner}/${repo}`
  const [first, second] = calls
  if (!first) throw new UsageError(`ghx ${named.words}: nothing is named`)
  if (first.step.saves) {
    const { save } = await import("./gh-save.js")
    return save(first.step.saves, { ...first.step, input: first.input, host }, given, terminal)
  }
  if (!second) {
    const { id, contract, exitCode, exitCodeWith, all: isWhole } = first.step
    const isTold = exitCodeWith === undefined || names.has(exitCodeWith)
    const call = {
      ...{ id, contract, input: first.input, host, complete, unknown },
      ...(exitCode && isTold && { exitCode }),
      ...(prints && { lines: (data: unknown) => linesOf(prints, data, place) }),
    }
    if (given.web) return showWeb(named.words, call, flags, terminal)
    const limit = isWhole && !given.envelope && { limit: flags.limit ?? "1000" }
    return executeCall(call, { ...flags, ...limit }, terminal)
  }
  if (given.web) throw new UsageError("--web is for one thing at a time")
  checkSeveral(chosen, Object.keys(asked ?? {}), given)
  const shown = (data: readonly unknown[]) => {
    const told = things.map((_, of) => {
      const own = data.filter((_, at) => calls[at]?.of === of)
      if (!combines) return together(own)
      const isWhole = own.every((one, at) => one !== undefined || calls[at]?.step.mayMiss)
      return isWhole ? fieldsOf(combines(own), asked) : undefined
    })
    if (asked && first.step.contract.list && !combines)
      return told.map((page) => Object(page).items)
    return told.length === 1 ? told[0] : told
  }
  // One call, which most lines are, does without chains.
  const { executeAll } = await import("./chain.js")
  const several = {
    tasks: tasksOf(calls, files),
    ...{ host, complete, unknown, shown },
    mayMiss: (at: number) => calls[at]?.step.mayMiss === true,
    ...(prints &&
      !(combines && asked) && {
        lines: (told: unknown) =>
          [told]
            .flat()
            .map((one) => (one === undefined ? "" : linesOf(prints, one, place)))
            .join(""),
      }),
  }
  const isConfirmed = chosen.some((step) => step.isConfirmed)
  const { json: _, names: __, ...whole } = { json: undefined, names: undefined, ...flags }
  const printed = combines ? whole : flags
  return executeAll(several, { ...printed, ...(isConfirmed && { yes: true }) }, terminal)
}

/** Of each list in what is combined the fields that are asked for. */
function fieldsOf(combined: unknown, asked: Readonly<Record<string, string>> | undefined): unknown {
  if (!asked) return combined
  const pick = (item: unknown) =>
    Object.fromEntries(
      Object.entries(asked).map(([name, own]) => [own, Object(item)[name] ?? null]),
    )
  return Object.fromEntries(
    Object.entries(Object(combined)).map(([name, list]) => [name, [list].flat().map(pick)]),
  )
}

/** Switches that `--json` asks for by naming what only they bring: `--json comments`. */
function switchesOf(
  json: string | undefined,
  steps: readonly Planned[],
  options: readonly Filled[],
): readonly string[] {
  const main = mainOf(steps)
  if (typeof json !== "string" || !main) return []
  const own = propertiesOf(main)
  const asked = json.split(",").map((name) => name.trim())
  return options.flatMap(({ name, isSwitch, fills }) => {
    const brings = isSwitch && fills[0].step.given?.includes(name) && asked.includes(name)
    return brings && !Object.hasOwn(own, name) ? [name] : []
  })
}

const unknown: FindUnknown = async (id, input, envelope, ask) =>
  hasFoundNothing(envelope) ? unknownIn(id, input, ask) : undefined

/** Refuses options for a single call, and fields that no step has, before anything is sent. */
function checkSeveral(chosen: readonly Planned[], asked: readonly string[], given: Given): void {
  for (const name of ["limit", "envelope", "route"]) {
    if (name === "limit" && chosen.some(({ combines }) => combines)) continue
    if (given[name] !== undefined) throw new UsageError(`--${name} is for one thing at a time`)
  }
  const unknown = asked.find((name) => !chosen.some((step) => propertiesOf(step)[name]))
  if (unknown !== undefined) {
    const names = chosen.flatMap((step) => Object.keys(propertiesOf(step)))
    throw new UsageError(
      `There is no field ${JSON.stringify(unknown)}`,
      `Give some of ${[...new Set(names)].join(",")}`,
    )
  }
}

/**
 * Combines the results of several steps: all fields if they concern the same object, else the last result.
 */
function together(results: readonly unknown[]): unknown {
  const data = results.filter((one) => one !== undefined)
  const ids = new Set(data.map((one) => Object(one).id))
  return ids.size === 1 ? Object.assign({}, ...data) : data.at(-1)
}
