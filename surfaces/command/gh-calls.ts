/** The calls of a derived command: one for each named object and chosen step. */
import { registry } from "../../generated/registry.js"
import { type Client, knownOf } from "../../runtime/index.js"
import { storedFileName } from "../../runtime/text/index.js"
import {
  type Asked,
  doneText,
  type Filled,
  fieldIn,
  filled,
  type Given,
  isOfField,
  type Named,
  type Place,
  type Planned,
  placeFor,
  propertiesOf,
  ResultOf,
  sourcesOf,
  subjectOf,
  type Thing,
} from "./gh/index.js"
import { readFrom, usualHost } from "./input/index.js"
import { UsageError } from "./output/index.js"
import type { Keeps } from "./pages.js"
import { paint, type Terminal } from "./terminal/index.js"

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
export interface Started {
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

export interface PlannedCall {
  readonly step: Planned
  /** The position of the object among the named objects. */
  readonly of: number
  readonly input: Given
}

export const LONGEST_PAGE = 100

/** A note of dry runs. */
export const moreRequests = "more requests follow: one per item, for fields that lists do not have"

interface Context extends Pick<Started, "typed" | "chosen" | "asked" | "keeps" | "terminal"> {
  readonly things: readonly Thing[]
  readonly files: readonly string[]
  readonly around: Place | undefined
  /** Input of all steps. */
  readonly lastWord: Given
}

const loadFiles = () => import("./gh-files.js")

export async function callsOf(context: Context): Promise<readonly PlannedCall[]> {
  const { things, files, terminal } = context
  const needed = stepsNeeded(context)
  const calls = things.flatMap((thing, of) =>
    needed.flatMap((step) =>
      (step.isForFiles ? files : [undefined]).map(async (file) => ({
        step,
        of,
        input: {
          ...(await inputOf(step, thing, context)),
          ...(file !== undefined && (await (await loadFiles()).fileInput(file, terminal))),
        },
      })),
    ),
  )
  return Promise.all(calls)
}

/** Without the steps over REST that only provide fields which `--json` does not name. */
function stepsNeeded({ chosen, asked, typed: { given } }: Context): readonly Planned[] {
  const lists = chosen.filter((step) => step.lists)
  const listed = new Set(lists.flatMap((step) => Object.keys(step.lists ?? {})))
  const isListed = asked?.names.every((name) => listed.has(fieldIn(name)))
  if (!isListed || given.exitStatus !== undefined || given.web !== undefined) return chosen
  const isOverGraphql = ({ id }: Planned) => knownOf(registry, id)?.routes.includes("graphql")
  return chosen.filter((step) => step.lists || isOverGraphql(step))
}

async function inputOf(step: Planned, thing: Thing, context: Context): Promise<Given> {
  const { typed, chosen, files, asked, keeps, around, lastWord, terminal } = context
  const { options, given, words } = typed
  const place = placeFor(step, thing, around, given.repo !== undefined)
  if (step.each) return place
  const filling = await filled(
    step,
    options,
    { ...given, ...(words.length > 0 && { words }) },
    thing.repository ?? around,
    terminal,
  )
  return {
    ...(ownsByDefault(step) && { owner: step.ownedBy }),
    ...step.usual,
    ...place,
    ...(!step.fixed && thing.inputFor(step)),
    ...step.fixed,
    ...lastWord,
    ...(step.contract.list &&
      chosen.at(-1)?.combines && {
        ...(await firstOf(given.limit, context)),
        ...(keeps && { first: LONGEST_PAGE }),
      }),
    ...(step.contract.list && (keeps || chosen.at(-1)?.combines) && included(step, asked)),
    ...filling,
    ...(step.piped !== undefined &&
      !Object.hasOwn(filling, step.piped) &&
      (await pipedInput(step.piped, terminal))),
    ...((step.gathers || step.replaces) &&
      (await (await loadFiles()).gistInput(step, files, given, terminal))),
  }
}

async function pipedInput(name: string, terminal: Terminal): Promise<Given> {
  const text = terminal.stdin.isTTY ? "" : await readFrom(name, "-", terminal)
  return text === "" ? {} : { [name]: text.replace(/[\r\n]+$/, "") }
}

const ownsByDefault = ({ ownedBy, contract: { input } }: Planned): boolean => {
  const { required = [] } = input
  return ownedBy !== undefined && required.includes("owner") && !required.includes("repo")
}

/**
 * Inputs that add a requested field, such as `include_body`, for steps that are not called with `fields`.
 */
function included({ contract }: Planned, asked: Asked | undefined): Given {
  const names = (asked?.fields ?? []).map((name) => `include_${name}`)
  const known = names.filter((name) => Object.hasOwn(contract.input.properties ?? {}, name))
  return Object.fromEntries(known.map((name) => [name, true]))
}

/** Whether the calls are a list and further calls that complete it, so that the list is read page after page. */
export function isCompletedList([list, ...others]: readonly Planned[]): boolean {
  const completes = others.at(-1)?.combines !== undefined
  return list?.contract.list === true && completes && !others.some(({ contract }) => contract.list)
}

/**
 * The GitHub that the objects of a command, or the default repository, are on.
 *
 * @param remote - the only server that may be used
 * @throws UsageError for several servers, or another one
 */
export function hostOf(
  things: readonly Thing[],
  around: Place | undefined,
  remote: { readonly host: string } | undefined,
): string | undefined {
  const host = things.find(({ repository }) => repository)?.repository?.host ?? around?.host
  const { GHX_BASE_URL, GITHUB_API_URL } = process.env
  const isElsewhere = GHX_BASE_URL || GITHUB_API_URL
  const usual = remote?.host ?? (isElsewhere ? [] : usualHost())
  const places = things.flatMap(({ repository = around }) => repository ?? [])
  const hosts = [...new Set(places.flatMap(({ host }) => host ?? usual))]
  if (hosts.length > 1) {
    throw new UsageError(`The targets are on ${hosts.join(" and ")}`, "Use one command per server")
  }
  if (remote && host !== undefined && host !== remote.host) {
    throw new UsageError(`${host} is not the server of this client, ${remote.host}`)
  }
  return host
}

/** A page of a list that is combined with other results. */
async function firstOf(limit: unknown, { chosen }: Context): Promise<Given> {
  if (limit === undefined) return {}
  const { limitOf } = await import("./pages.js")
  const first = limitOf(String(limit), undefined)
  if (first <= LONGEST_PAGE) return { first }
  if (isCompletedList(chosen)) return { first: LONGEST_PAGE }
  throw new UsageError(
    `--limit must be from 1 to ${LONGEST_PAGE} here, not ${limit}`,
    "This command reads one page of each list",
  )
}

/** The missing required inputs, as a part of an error. */
export function missingInputOf(
  calls: readonly PlannedCall[],
  options: readonly Filled[],
  chosen: readonly Planned[],
  files: readonly string[],
): string | undefined {
  if (chosen.some(({ isForFiles }) => isForFiles) && files.length === 0) {
    return "expected a tag and at least one file"
  }
  for (const { step, input } of calls.filter(({ step }) => !step.each)) {
    const lacks = (name: string) => !Object.hasOwn(input, name)
    const subject = subjectOf(step)
    if (subject !== undefined && lacks(subject)) {
      return `which ${subject.replace("release_id", "tag").replaceAll("_", " ")}?`
    }
    const required = [...(step.contract.input.required ?? []), ...(step.requires ?? [])]
    const missing = required.find(
      (name) => lacks(name) && fillingOf(name, step, options).length > 0,
    )
    if (missing !== undefined) {
      const names = fillingOf(missing, step, options).map((name) => `--${name}`)
      return `${names.join(" or ")} is missing`
    }
    const groups = (step.contract.input.allOf ?? []).map(({ anyOf = [] }) => anyOf)
    const unmet = groups.find(
      (one) => one.length > 0 && one.every(({ required }) => required.some(lacks)),
    )
    if (unmet) {
      const names = unmet.flatMap(({ required }) =>
        required.flatMap((name) => fillingOf(name, step, options)),
      )
      const some = names.length > 0 && names.length < 5
      return `${some ? names.map((name) => `--${name}`).join(" or ") : "at least one option"} is required`
    }
  }
  return undefined
}

function fillingOf(input: string, step: Planned, options: readonly Filled[]): readonly string[] {
  return options.flatMap(({ name, fills }) =>
    fills.some((one) => one.step === step && one.flag.input === input) ? [name] : [],
  )
}

/** Calls as tasks of a chain, in which they refer to one another. */
export async function tasksOf(
  calls: readonly PlannedCall[],
  files: readonly string[],
  asked: Asked | undefined,
) {
  const names = files.length === 0 ? [] : files.map((await loadFiles()).nameOfFile)
  return calls.map(({ step, of, input }) => {
    const placesOf = (id: string) =>
      calls.flatMap((one, at) => (one.of === of && one.step.id === id ? [at] : []))
    const entries = Object.entries(input).map(([name, value]) => {
      if (!(value instanceof ResultOf)) return [name, value]
      const { id, path, isRequired } = value
      return [name, { $from: placesOf(id)[0], path, ...(isRequired && { required: true }) }]
    })
    const after = step.after === undefined ? [] : placesOf(step.after)
    const { each } = step
    const fields = isOfField(step) ? fieldsFrom(step, asked) : []
    return {
      task: step.id,
      ...(fields.length > 0 && { fields }),
      ...allPages(step),
      input: {
        ...Object.fromEntries(entries),
        ...(each && itemsIn(each.inputs)),
      },
      ...(each && {
        each: {
          $from: placesOf(each.id)[0],
          path: "items[*]",
          where: { [each.named]: [...new Set([...names, ...names.map(storedFileName)])] },
        },
      }),
      ...(after.length > 0 && { after }),
    }
  })
}

/** What a task has if all pages of its list are read. */
export const allPages = ({ lists, all, contract }: Planned): { readonly all?: true } =>
  (lists || all) && contract.list ? { all: true } : {}

/** The fields of the contract that the requested ones are computed from, and the id, which relates the results. */
function fieldsFrom(step: Planned, asked: Asked | undefined): readonly string[] {
  const { computed = {} } = step
  const ofLists = step.lists && asked?.ofLists?.(step)
  if (ofLists) return ofLists
  const own = (asked?.names ?? []).flatMap((name) => {
    const made = computed[name]
    return made === undefined ? [] : sourcesOf(made)
  })
  const id = propertiesOf(step).id === undefined ? [] : ["id"]
  return own.length > 0 ? [...new Set([...id, ...own])] : []
}

function itemsIn(inputs: Readonly<Record<string, string>>): Given {
  return Object.fromEntries(Object.entries(inputs).map(([name, path]) => [name, { $item: path }]))
}

export const asksForData = (given: Given): boolean =>
  ["json", "format", "jq", "envelope", "dryRun", "record"].some((name) => given[name] !== undefined)

/** Says that a command is done that prints nothing by itself. A model would otherwise read its changes back. */
export function tellDone(
  { named, given }: Typed,
  chosen: readonly Planned[],
  words: readonly string[],
  { stdout, stderr }: Terminal,
): void {
  const { prints } = chosen.at(-1) ?? {}
  if (!Array.isArray(prints) || prints.length > 0 || asksForData(given)) return
  const done = summaryOf(named, words, stdout.isTTY)
  stderr.write(`${paint("green", "✓", stderr)} ${done}\n`)
}

/** A summary such as `issue close 7 9 10`; if the arguments are long, their number. */
function summaryOf({ words }: Named, given: readonly string[], isTerminal = false): string {
  const all = given.join(" ")
  if (isTerminal) return doneText(words, all)
  if (all === "") return words
  return all.length <= 30 ? `${words} ${all}` : `${words} (${given.length})`
}
