/** Maps the arguments and options of a command to inputs of its steps. */
import type { Contract } from "../../../runtime/index.js"
import { grouped } from "../../../runtime/path/index.js"
import {
  namedRepository,
  type Repository,
  readFrom,
  refuseOption,
  repositoryOf,
  repositoryOfSecret,
  type Selected,
  sameRepository,
  selectedBy,
  surroundingRepository,
  takesRepository,
  targetOf,
  valueFor,
  wantsRepository,
} from "../input/index.js"
import { UsageError } from "../output/index.js"
import { canAsk, type Terminal } from "../terminal/index.js"
import { type Given, givenOf, ignoresEmpty } from "./choice.js"
import {
  branchOfPull,
  commentOf,
  isMilestone,
  ListChange,
  LookedUp,
  MilestoneTitle,
  milestoneOf,
  nameFor,
  notesSince,
  organizationOf,
  releaseOf,
  templateOf,
} from "./lookup/index.js"
import { loadEditor, loadGistFiles } from "./on-demand.js"
import { type Filled, type Filling, optionName, type Planned, subjectOf } from "./options.js"
import { AROUND, camelCase, PLACE, partsOf, WORDS } from "./table/index.js"
import { itemsIn, lineComments, pairs, typed } from "./values.js"

export interface Thing {
  readonly repository?: Selected["repository"]
  readonly inputFor: (step: Planned) => Given
}

/** The name of a repository, which must have the same owner as the repository of the command. */
export function nameIn(word: string, things: readonly Thing[], around: Place | undefined): string {
  const [name = "", owner] = word.split("/").reverse()
  const own = things.find(({ repository }) => repository)?.repository?.owner ?? around?.owner
  if (owner === undefined || owner.toLowerCase() === own?.toLowerCase()) return name
  throw new UsageError(
    `${word} does not belong to ${own}, and GitHub cannot transfer it to another owner`,
  )
}

/** gh takes the branch of a pull request in place of its number. */
const PULL = "pull_number"

/**
 * The objects that the arguments name. For a search, all arguments are one text.
 *
 * @param isNamed - whether `-R` names the repository, to which the branch of the clone need not belong
 */
export function thingsOf(
  words: readonly string[],
  chosen: readonly Planned[],
  isNamed = false,
): readonly Thing[] {
  const [step] = chosen
  const subject = step && subjectOf(step)
  if (step && words.length === 0 && subject === PULL) {
    if (isNamed || step.wantsArgument) {
      throw new UsageError("no pull request given", "Pass its number, URL or branch")
    }
    return [{ inputFor: () => ({ [PULL]: branchOfPull() }) }]
  }
  if (!step || words.length === 0) return [{ inputFor: () => ({}) }]
  const [, second] = words
  if (step.alone && second !== undefined) {
    throw new UsageError(`unexpected argument ${JSON.stringify(second)}`, step.alone)
  }
  if (words.includes("") && !step.query) {
    throw new UsageError("an argument is empty", "A variable of a script may be unset")
  }
  if (subject !== "query") refuseOption(words)
  const schema = (subject !== undefined && step.contract.input.properties?.[subject]) || {}
  if (subject === "query") return [{ inputFor: () => ({ query: words.join(" ") }) }]
  if (subject === "url") return words.map((url) => ({ inputFor: () => ({ url }) }))
  if (step.query && /\{words[=}]/.test(step.query)) {
    return [{ inputFor: () => ({}) }]
  }
  return words.map((word) => {
    if (subject === "name" && step.contract.input.properties?.organization && word.includes("/")) {
      return ownedName(word)
    }
    if (subject === "release_id" && !/^https?:/.test(word)) {
      return { inputFor: () => ({ release_id: releaseTagged(word) }) }
    }
    const [org, team_slug, ...more] = subject === "team_slug" ? word.split("/") : []
    if (org && team_slug && more.length === 0) return { inputFor: () => ({ org, team_slug }) }
    if (subject === "comment_id" && word.includes("#discussioncomment-")) {
      return discussionComment(word, step.contract)
    }
    const isName = subject !== undefined && schema.type !== "integer" && !/^https?:/.test(word)
    if (isName) {
      const value = valueFor(subject, word, schema)
      return { inputFor: (each) => ({ [subjectOf(each) ?? subject]: value }) }
    }
    const isNumbered = /^#?\d+$|#\d+$|^https?:/.test(word)
    const needed = optionsFor(step)
    if (subject === undefined && needed && !isNumbered && !word.includes("/")) {
      throw new UsageError(`unexpected argument ${JSON.stringify(word)}`, `Pass ${needed}`)
    }
    const named = subject !== undefined && !isNumbered && nameFor(subject, word, schema)
    if (named) return { inputFor: () => ({ [subject]: named }) }
    const { repository } = selectedBy(word, contractFor(step), "an option")
    return { repository, inputFor: (each) => selectedBy(word, contractFor(each)).input }
  })
}

const releaseTagged = (tag: string) => new LookedUp((input, ask) => releaseOf(tag, input, ask))

/** The owner of a new repository, which is an organization unless it is the token's user. */
const organizationNamed = (login: string) => new LookedUp((_, ask) => organizationOf(login, ask))

/** `octo-org/website` as the name of a new repository. */
function ownedName(word: string): Thing {
  const repository = repositoryOf(word)
  if (!repository) throw new UsageError(`expected NAME or OWNER/NAME, not ${word}`)
  const { owner, repo: name } = repository
  return { repository, inputFor: () => ({ organization: organizationNamed(owner), name }) }
}

function discussionComment(url: string, contract: Contract): Thing {
  const properties = { discussion_number: { type: "integer" } } as const
  const required = ["owner", "repo", "discussion_number"]
  const { repository, input } = selectedBy(url, {
    ...contract,
    input: { ...contract.input, properties, required },
  })
  const { owner, repo } = repository ?? {}
  const discussion = { owner, repo, ...input }
  const comment_id = new LookedUp((_, ask) => commentOf(url, discussion, ask))
  return { repository, inputFor: () => ({ comment_id }) }
}

/** The options for what a capability requires beside a repository: `--base and --head`. */
function optionsFor({ contract: { input } }: Planned): string {
  return (input.required ?? [])
    .filter((name) => name !== "owner" && name !== "repo")
    .map((name) => `--${optionName(name, input.properties?.[name] ?? {})}`)
    .join(" and ")
}

/** The contract in which a command's subject is required. */
function contractFor({ contract, about }: Planned): Contract {
  // A project is in no repository.
  const place = about === "project_number" ? ["owner"] : ["owner", "repo"]
  const required = [...place, about ?? ""]
  return about === undefined ? contract : { ...contract, input: { ...contract.input, required } }
}

export type Place = {
  readonly owner: string
  readonly repo: string
  readonly host?: string | undefined
}

/** The default repository for words that name none. */
export async function placeOf(
  repo: string | undefined,
  things: readonly Thing[],
  chosen: readonly Planned[],
): Promise<Place | undefined> {
  const named = namedRepository(repo)
  if (named) return named
  const isWanted = chosen.some(
    (step) => wantsRepository(contractFor(step)) || step.query?.includes(AROUND),
  )
  const isSaid = things.length > 0 && things.every(({ repository }) => repository)
  if (!isWanted || isSaid) return undefined
  const isOfSecret = chosen.some(({ id }) => /^repo\.secrets?\./.test(id))
  return isOfSecret ? repositoryOfSecret() : surroundingRepository()
}

/** @param isNamed - whether `-R` names the repository, rather than the folder or an environment variable */
export function placeFor(
  step: Planned,
  { repository }: Thing,
  around: Place | undefined,
  isNamed: boolean,
): Given {
  const place = repository ?? around
  const isTaken =
    step.fixed || isNamed ? takesRepository(step.contract) : wantsRepository(contractFor(step))
  if (!place || !isTaken) return {}
  return { owner: place.owner, repo: place.repo }
}

export async function filled(
  step: Planned,
  options: readonly Filled[],
  given: Given,
  around: Place | undefined,
  terminal: Terminal,
): Promise<Given> {
  if (step.query) {
    // GitHub's search silently ignores an unknown value.
    for (const { name, fills } of options) {
      const texts = givenOf(given, name)
      const { items } = fills[0].schema
      if (items?.enum && Array.isArray(texts)) typed(name, texts, { type: "array", items })
    }
    const values = { ...given, ...switched(step, options, given) }
    const query = queryOf(step.query, values, around)
    if (query !== "" || (given.web && step.whole === undefined)) return { query }
    const isTyped = Object.entries(given).some(([name, value]) => name !== "words" && value)
    if (step.whole !== undefined && isTyped) return { query: step.whole }
    throw new UsageError("the search is empty", "Pass words or options, such as --owner")
  }
  const input: Record<string, unknown> = {}
  for (const { name, fills } of options) {
    const value = givenOf(given, name)
    const filling = fills.find((one) => one.step === step)
    const { flag, schema = {} } = filling ?? {}
    if (value === undefined || flag?.input === undefined) continue
    if (flag.value !== undefined && value === false && flag.off === undefined) continue
    if (filling && ignoresEmpty(name, filling, value)) continue
    // The same as in lists of several states.
    if (name === "state" && String(value) === "all" && schema.enum?.includes("all") === false)
      continue
    if (flag.as === "team") {
      const [team_slug, owner] = String([value].flat().at(-1)).split("/").reverse()
      Object.assign(input, { team_slug, ...(owner && { owner }) })
      continue
    }
    const isUnchanged = flag.value === undefined && schema.default === true && value === true
    if (isUnchanged) continue
    const own =
      numberNamed(name, value, schema, around) ??
      (await valueBehind(name, value, flag, flag.input, schema, terminal))
    const before = input[flag.input]
    if (before instanceof ListChange && own instanceof ListChange)
      input[flag.input] = before.and(own)
    else input[flag.input] = isPairs(flag) ? Object.assign({}, before, own) : own
  }
  return input
}

/** The qualifiers that switches add to a search: `locked` or `unlocked` for `--locked`, `false` for `--no-archived`. */
function switched(step: Planned, options: readonly Filled[], given: Given): Given {
  const all = options.flatMap(({ name, fills }): [string, unknown][] => {
    const flag = fills.find((one) => one.step === step)?.flag
    if (typeof flag?.value !== "string") return []
    const negated = camelCase(name.replace(/^no-/, ""))
    const value = givenOf(given, name)
    if (value !== undefined) return [[camelCase(name), value ? flag.value : (flag.off ?? "")]]
    // commander stores the negation under the name of the option that it negates.
    if (!name.startsWith("no-") || given[negated] !== false) return []
    return [
      [camelCase(name), flag.value],
      [negated, ""],
    ]
  })
  return Object.fromEntries(all)
}

/** The number in `#7`, `octocat/hello-world#7` or a URL, which must be of the command's repository. */
function numberNamed(
  option: string,
  value: unknown,
  schema: Filling["schema"],
  around: Place | undefined,
): unknown {
  const text = String([value].flat().at(-1))
  if (schema.type !== "integer" || !/^https?:|#\d+$/.test(text)) return undefined
  const { repository, number } = targetOf(text, "a number")
  if (number === undefined) throw new UsageError(`--${option} takes a number, not ${text}`)
  if (repository && around && !isSame(repository, around)) {
    const { owner, repo } = around
    throw new UsageError(`--${option} takes a number of ${owner}/${repo}, not ${text}`)
  }
  return valueFor(option, number, schema)
}

/** The pages of another server than that of the API have its names, such as those of a sandbox. */
const isSame = (one: Repository, { owner, repo, host }: Place) =>
  sameRepository(one, { owner, repo, host: process.env.GHX_BASE_URL ? one.host : host })

const isPairs = ({ as }: Filling["flag"]) => as === "pairs" || as === "fields"

async function valueBehind(
  name: string,
  value: unknown,
  flag: Filling["flag"],
  input: string,
  schema: Filling["schema"],
  terminal: Terminal,
): Promise<unknown> {
  if (flag.value !== undefined) return value === false ? flag.off : flag.value
  if (typeof value === "boolean") return value
  const texts = value as readonly string[]
  const text = texts.at(-1) ?? ""
  const meant = flag.means?.[text.toLowerCase()]
  if (meant !== undefined) return meant
  if (isPairs(flag)) {
    const entries = Object.entries(pairs(name, texts)).map(async ([key, value]) => {
      const isFile = flag.as === "fields" && value.startsWith("@")
      return [key, isFile ? await readFrom(`--${name}`, value.slice(1), terminal) : value]
    })
    return Object.fromEntries(await Promise.all(entries))
  }
  if (flag.as === "lines") return lineComments(name, texts)
  if (flag.as === "template") {
    if (!canAsk(terminal)) {
      throw new UsageError(
        `--${name} starts a text that you finish in an editor, which needs a terminal`,
        "Pass the text with --body or --body-file; ghx repo templates list has the templates",
      )
    }
    const { edited } = await loadEditor()
    return new LookedUp(async (input, ask, id) =>
      edited(String(await templateOf(text, id, input, ask)), terminal),
    )
  }
  if (flag.as === "since") return text === "" || notesSince(text)
  if (flag.as === "added") return (await loadGistFiles()).gistFiles(texts, terminal)
  if (flag.as === "removed") return texts.map((each) => ({ name: each, remove: true }))
  if (flag.of && flag.as === "plus") return new ListChange(flag.of, itemsIn(texts), [])
  if (flag.of && flag.as === "minus") return new ListChange(flag.of, [], itemsIn(texts))
  if (flag.as === "color") return text.replace(/^#/, "")
  if (flag.as === "file") return readFrom(`--${name}`, text, terminal)
  if (isMilestone(input, text)) return new MilestoneTitle(text, schema.type !== "integer")
  return nameFor(input, text, schema) ?? typed(name, texts, schema)
}

/** A search in a repository takes the number of a milestone, too, which precedes a title as in gh. */
function queryOf(query: string, given: Given, around: Place | undefined): unknown {
  const milestone = [given.milestone].flat().at(-1)
  const queryWith = (title: unknown) => searchOf(query, { ...given, milestone: title }, around)
  return around && query.includes(AROUND) && /^\d+$/.test(String(milestone))
    ? new LookedUp(async (_, ask) =>
        queryWith((await milestoneOf(String(milestone), ["number", "title"], around, ask)).title),
      )
    : searchOf(query, given, around)
}

function searchOf(query: string, given: Given, around: Place | undefined): string {
  const values: Given = {
    ...given,
    repository: around && `${around.owner}/${around.repo}`,
    ...Object.fromEntries(lists.map((name) => [name, itemsIn(given[name])])),
    ...(given.sort !== undefined &&
      given.order !== undefined && {
        sort: `${[given.sort].flat().at(-1)}-${[given.order].flat().at(-1)}`,
      }),
  }
  const saysState = /(?:^|\s)(?:(?:is|state):(?:closed|merged)\b|(?:closed|merged):)/
  const parts = partsOf(query).flatMap((part) => {
    const [place, name = "", usual] = PLACE.exec(part) ?? []
    const isUsual = usual !== undefined && !saysState.test(String(given.search ?? ""))
    const chosen = givenOf(values, name) ?? (isUsual ? usual : [])
    const texts = [chosen].flat().map(String)
    if (place === undefined) return [part]
    if (name === "state" && texts.at(-1)?.toLowerCase() === "all") return []
    const isGroup = part.startsWith("(")
    const form = isGroup ? part.slice(1, -1) : part
    const terms = texts.flatMap((text) => (text === "" ? [] : qualified(form, place, text)))
    return isGroup && terms.length > 0 ? [grouped(terms.join(" "))] : terms
  })
  return parts.join(" ")
}

/** Options of searches that take several values, as lines of CSV. */
const lists = ["label", "owner", "topic", "license", "match", "visibility"]

/** Whether words are searched as one phrase, as in gh: unless they have the syntax of a search. */
const isPhrase = (text: string) => /\s/.test(text) && !/["():]|(^|\s)-|\b(AND|OR|NOT)\b/.test(text)

/** A part of a search with its value, in quotes where GitHub would read several words. */
function qualified(part: string, place: string, text: string): string {
  if (part === WORDS && isPhrase(text)) return `"${text}"`
  if (part === place) return text
  const [before = ""] = part.split(/"?\{/)
  // The quotes around a label were those of CSV.
  if (before !== "label:" && /^".*"$/s.test(text)) return before + text
  const isQuoted = part.endsWith('"') || /[\s"]/.test(text)
  return isQuoted ? `${before}"${text.replaceAll(/["\\]/g, "\\$&")}"` : before + text
}
