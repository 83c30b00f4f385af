/** Executes a derived command. */

import type { Client, ResultEnvelope } from "../../runtime/index.js"
import {
  checkTogether,
  chosenOf,
  complete,
  type Filled,
  type Filling,
  fieldsIn,
  type Given,
  givenOf,
  jsonField,
  linesOf,
  loadExpression,
  type Named,
  nameIn,
  namesGiven,
  type Place,
  type Planned,
  placeOf,
  thingsOf,
  wordsLike,
} from "./gh/index.js"
import {
  callsOf,
  hostOf,
  isCompletedList,
  LONGEST_PAGE,
  missingInputOf,
  unknownName,
} from "./gh-calls.js"
import type { Decided } from "./gh-decided.js"
import { showWeb } from "./gh-web.js"
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
  /** The default repository. */
  readonly repository: string | undefined
  /** The server of the client, in the form used by repositories and addresses. */
  readonly host: string
}

export async function start(
  named: Named,
  all: readonly Planned[],
  options: readonly Filled[],
  words: readonly string[],
  given: Given,
  usage: () => Promise<string>,
  terminal: Terminal,
  remote?: Remote,
  decided?: Decided,
): Promise<number> {
  const client = decided?.client ?? remote?.client
  const names = new Set(
    decided?.names ?? namesGiven(options, words, given, terminal.stdout.isTTY === true),
  )
  // `--key` is an input of some commands, such as `cache list`; it does not name a write.
  const { json, key: _, ...others } = given as RunFlags & Given
  if (typeof json === "string") {
    for (const name of json.split(",")) names.add(jsonField(name.trim()))
  }
  const checked = (names: ReadonlySet<string>) => {
    const selected = chosenOf(named, all, names)
    checkTogether(named, selected, options, names)
    return selected
  }
  const selected = checked(names)
  // `issue edit` becomes `pr edit`, even if one of its other steps failed.
  const use = async (id: string) => `Use ghx ${await wordsLike(named.words, id)}`
  const step = selected.find(({ decides }) => decides)
  if (step && !decided) {
    const { startDecided } = await import("./gh-decided.js")
    const again = (words: readonly string[], decided: Decided) =>
      start(named, all, options, words, given, usage, terminal, remote, decided)
    const isConfirmed = all.some(
      ({ isConfirmed, given = [] }) => isConfirmed && given.some((name) => names.has(name)),
    )
    const flags = {
      ...(given as RunFlags & Given),
      ...(client && { client }),
      ...(isConfirmed && { yes: true }),
    }
    return startDecided(
      { step, words, names, remote, use, check: checked, start: again },
      flags,
      terminal,
    )
  }
  const chosen = selected.filter(({ decides }) => !decides)
  const itemSteps = async () => (await import("./gh-items.js")).itemStepsFor(chosen)
  const asked =
    json === undefined ? undefined : await fieldsIn(json, chosen, named.isOfGh, itemSteps)
  const perItem = asked?.perItem ?? []
  const flags = {
    ...others,
    ...exportedBy(chosen, given),
    ...(others.jq !== undefined &&
      given.format === undefined &&
      named.isOfGh &&
      (await loadExpression()).forContracts(
        others.jq,
        [...perItem.map(({ step }) => step), ...chosen],
        asked,
      )),
    ...(client && { client }),
    ...(asked && { json: asked.fields.join(","), pick: asked.pick }),
  }
  const last = chosen[0]?.last
  const takesFiles = all.some(({ isForFiles, replaces }) => isForFiles || replaces !== undefined)
  const isGathering = chosen.some(({ gathers }) => gathers !== undefined)
  const gathered = words.length === 0 && given.file === undefined ? [STDIN] : words
  const files = isGathering ? gathered : takesFiles ? words.slice(1) : []
  const further = chosen[0]?.further
  if (further && words.length !== further.names.length + 1) {
    throw new UsageError(`ghx ${named.words} needs ${further.names.join(" and ")}`, await usage())
  }
  const naming = further
    ? words.slice(0, 1)
    : last === undefined
      ? words.slice(0, Math.max(0, words.length - files.length))
      : words.slice(0, -1)
  if (chosen.some(({ isNamed }) => isNamed) && naming.length === 0 && flags.repo === undefined) {
    throw new UsageError(`ghx ${named.words} needs a repository`, "Name it as OWNER/REPO")
  }
  const things = thingsOf(naming, chosen)
  const around =
    ofOwner(flags.repo, given, chosen) ??
    (await placeOf(flags.repo ?? remote?.repository, things, chosen))
  const lastWord =
    last === undefined
      ? (further?.input(words.slice(1)) ?? {})
      : { [last]: nameIn(words.at(-1) ?? "", things, around) }
  const keeps = keptBy(options, names)
  const context = {
    things,
    chosen,
    options,
    words,
    files,
    given,
    asked,
    keeps,
    around,
    lastWord,
    terminal,
  }
  const readsFile = ({ name, fills }: Filled) => {
    const isFile = [givenOf(given, name)].flat().some((text) => /=@/.test(String(text)))
    const reads = ({ flag }: Filling) => flag.as === "added" || (flag.as === "fields" && isFile)
    return names.has(name) && fills.some(reads)
  }
  const isLocal = files.length > 0 || chosen.some(({ saves }) => saves) || options.some(readsFile)
  if (remote && isLocal) {
    throw new UsageError("Local files are not available over MCP", chosen[0]?.withoutFiles)
  }
  const calls = await callsOf(context)
  const lacked = missingInputOf(calls, options, chosen, files)
  if (lacked !== undefined) {
    throw new UsageError(`ghx ${named.words}: ${lacked}`, await usage())
  }
  const { prints } = chosen.at(-1) ?? {}
  const host = hostOf(things, around, remote)
  const { owner, repo } = things.find(({ repository }) => repository)?.repository ?? around ?? {}
  const place = `${owner}/${repo}`
  const isData = ["json", "format", "jq", "envelope", "dryRun", "record"].some(
    (name) => given[name] !== undefined,
  )
  const isSilent = Array.isArray(prints) && prints.length === 0 && !terminal.stdout.isTTY
  const finish = (exitCode: number) => {
    // Without output, a model would read its changes back.
    if (exitCode === 0 && isSilent && !isData) {
      terminal.stderr.write(`✓ ${summaryOf(named, words)}\n`)
    }
    return exitCode
  }
  const [first, second] = calls
  if (!first) throw new UsageError(`ghx ${named.words} needs an argument`)
  if (first.step.saves) {
    const { save } = await import("./gh-save.js")
    return save(first.step.saves, { ...first.step, input: first.input, host }, given, terminal)
  }
  if (!second && !first.step.isConfirmed) {
    const { id, contract, exitCode, exitCodeWith, empty, all: isWhole } = first.step
    const isReported = exitCodeWith === undefined || names.has(exitCodeWith)
    const call = {
      ...{ id, contract, input: first.input, host, complete, unknown: unknownName, keeps },
      use,
      ...(exitCode &&
        isReported && {
          exitCode: (data: unknown) => {
            const isEmpty = empty !== undefined && Object(data).items?.length === 0
            if (isEmpty) printNote(keeps ? `${empty} with these options` : empty, terminal)
            // gh fails for an empty list, and otherwise exits with 0 after it has printed JSON.
            return json === undefined || isEmpty ? exitCode(data) : 0
          },
        }),
      ...(prints && {
        lines: (data: unknown) => {
          const isEmptyList = contract.list && Object(data).items?.length === 0
          if (isEmptyList && empty === undefined) printNote("nothing found", terminal)
          return linesOf(prints, data, place)
        },
      }),
      ...(perItem.length > 0 && {
        extend: async (listed: ResultEnvelope<unknown>, client: Client) => {
          const { withItemFields } = await import("./gh-items.js")
          const { trace = false } = flags
          return withItemFields(listed, perItem, first.input, client, trace, terminal)
        },
      }),
    }
    if (first.step.isLog && !isData) {
      return (await import("./gh-logs.js")).showLogs(call, flags, terminal)
    }
    if (given.dryRun && perItem.length > 0) {
      printNote("more requests follow: one per item, for fields that lists do not have", terminal)
    }
    if (given.web) return showWeb(named.words, call, flags, terminal)
    const most = isWhole && !given.envelope ? "1000" : keeps && PAGE
    const limit = most !== undefined && { limit: flags.limit ?? most }
    return finish(await executeCall(call, { ...flags, ...limit }, terminal))
  }
  if (given.web) throw new UsageError("--web takes one target at a time")
  checkSeveral(chosen, given)
  // A single call, the most common case, needs no chain.
  const { executeCompletedList, executeSeveral } = await import("./gh-several.js")
  const limit = Number(given.limit ?? PAGE)
  const several = { calls, chosen, files, host, place, asked, keeps, use, limit }
  const isPaged = isCompletedList(chosen) && (keeps !== undefined || limit > LONGEST_PAGE)
  const execute = isPaged && !given.dryRun ? executeCompletedList : executeSeveral
  return finish(await execute(several, flags, terminal))
}

/** With `--format json`, the document that gh prints is the result. */
function exportedBy(
  chosen: readonly Planned[],
  { format, jq = ".", dryRun }: Given,
): Pick<RunFlags, "jq" | "forJq"> {
  if (format === undefined) return {}
  const [step, another] = chosen
  if (format !== "json" || !step?.exports || another) {
    throw new UsageError("--format takes json, for one target")
  }
  if (dryRun) return {}
  const { exports } = step
  return { jq: String(jq), forJq: (data) => exports(Object(data)) }
}

/** The argument that stands for stdin. */
const STDIN = "-"

/** The number of items of a list without `--limit`. */
const PAGE = "30"

/** Which items the given options keep; undefined for all. */
function keptBy(options: readonly Filled[], names: ReadonlySet<string>): Keeps | undefined {
  const given = options.filter(({ name }) => names.has(name))
  const all = given.flatMap(({ fills }) => fills.flatMap(({ flag }) => flag.keeps ?? []))
  return all.length > 0 ? (item) => all.every((one) => one(Object(item))) : undefined
}

/**
 * `--owner octocat --repo hello-world`: what the command is about and its repository belong to the same owner.
 *
 * @throws UsageError if `--repo` names another owner
 */
function ofOwner(
  repo: string | undefined,
  { owner }: Given,
  [step]: readonly Planned[],
): Place | undefined {
  const login = [owner].flat().at(-1)
  if (repo === undefined || login === undefined || !step?.ownedBy) return undefined
  const [name = "", other = login] = repo.split("/").reverse()
  const isSame =
    login === step.ownedBy || String(login).toLowerCase() === String(other).toLowerCase()
  if (!isSame) throw new UsageError(`${repo} does not belong to ${login}`)
  return repo.includes("/") ? undefined : { owner: String(login), repo: name }
}

/** A summary such as `issue close 7 9 10`; if the arguments are long, their number. */
function summaryOf({ words }: Named, given: readonly string[]): string {
  const all = given.join(" ")
  if (all === "") return words
  return all.length <= 30 ? `${words} ${all}` : `${words} (${given.length})`
}

/** Refuses options for a single call before anything is sent. */
function checkSeveral(chosen: readonly Planned[], given: Given): void {
  for (const name of ["limit", "envelope", "route"]) {
    if (name === "limit" && chosen.some(({ combines }) => combines)) continue
    if (given[name] !== undefined) throw new UsageError(`--${name} takes one target at a time`)
  }
}
