/** Suggests existing names for an unknown one. Only used if a call found nothing. */
import type { CapabilityMap } from "../../../generated/capability-map.js"
import type { ResultEnvelope } from "../../../runtime/index.js"

type Id = keyof CapabilityMap

export type Ask = (id: string, input: unknown) => Promise<ResultEnvelope<unknown>>

export interface Unknown {
  readonly message: string
  readonly fix: string
  /** Whether the names are right, and the repository has switched off what was asked for. */
  readonly isOff?: true
}

interface Kind {
  readonly noun: string
  /** The capability that lists them, and the field with their names. */
  readonly list: Id
  readonly name: string
  /** Whether only the part after the last slash counts. */
  readonly isFile?: boolean
  /** Other strings that are accepted in place of a name. */
  readonly other?: RegExp
}

const label: Kind = { noun: "label", list: "repo.labels.list", name: "name" }
const branch: Kind = {
  noun: "branch",
  list: "repo.branches.list",
  name: "name",
  // A branch of a fork.
  other: /^[\w-]+:/,
}

const person: Kind = {
  noun: "assignable person",
  list: "repo.assignables.list",
  name: "login",
  other: /^(?:@.*|\*|none)$/,
}

/** By the input with the name. */
const kinds: Readonly<Record<string, Kind>> = {
  assignee: person,
  assignees: person,
  base: branch,
  base_ref: branch,
  branch,
  category: { noun: "discussion category", list: "discussion.categories.list", name: "name" },
  head: branch,
  labels: label,
  ref: branch,
  milestone_title: { noun: "milestone", list: "repo.milestones.list", name: "title" },
  reviewers: person,
  workflow_id: {
    noun: "workflow",
    list: "workflow.list",
    name: "path",
    isFile: true,
    other: /^\d+$/,
  },
  team_slug: { noun: "team", list: "org.teams.list", name: "slug" },
  tag_name: { noun: "release", list: "release.list", name: "tag_name" },
}

/** The meaning of `name` in some capabilities. */
const named: Readonly<Partial<Record<Id, Kind>>> = {
  "repo.label.update": label,
  "repo.label.delete": label,
}

/** In other capabilities, it may also be a tag or a commit. */
const branchOf: Id = "workflow.dispatch"

/** Capabilities that create an object, whose name does not exist yet. */
const makers: Readonly<Partial<Record<Id, readonly string[]>>> = {
  "issue.branches.create": ["branch"],
  "release.create": ["tag_name"],
  "repo.branch.create": ["branch"],
}

/** Pages of a hundred names that are read to prove that one does not exist. */
const mostPages = 10

/** Maximum number of listed names. */
const mostNames = 30

/**
 * The first name in an input that does not exist; undefined if all exist, or if there are too many to
 * check.
 */
export async function unknownIn(
  id: string,
  given: unknown,
  ask: Ask,
): Promise<Unknown | undefined> {
  const { owner, repo, org, ...input }: Readonly<Record<string, unknown>> = inputOf(given)
  if (id.startsWith("project.")) return unknownInProject({ owner, ...input }, ask)
  const isInRepository = owner !== undefined && repo !== undefined
  if (org === undefined && !isInRepository) return undefined
  const home = isInRepository ? { owner, repo } : { org }
  const name = isInRepository ? `${owner}/${repo}` : org
  for (const [input_name, value] of Object.entries(input)) {
    const own = input_name === "name" ? new Map(Object.entries(named)).get(id) : undefined
    const kind = own ?? (Object.hasOwn(kinds, input_name) ? kinds[input_name] : undefined)
    if (!kind || new Map(Object.entries(makers)).get(id)?.includes(input_name)) continue
    if (input_name === "ref" && id !== branchOf) continue
    // A reference to the result of another step is no name.
    const given = [value].flat().filter((one) => typeof one === "string" && !kind.other?.test(one))
    const names = given.length > 0 ? await namesOf(kind, home, ask) : undefined
    if (!names) continue
    const known = new Set(names.map((name) => name.toLowerCase()))
    const unknown = given.find((one) => !known.has(String(one).toLowerCase()))
    if (unknown === undefined) continue
    return lacking(name, kind.noun, unknown, names)
  }
  return undefined
}

/** What GitHub does not say of an empty list: that issues are off, or that its search knows no such repository. */
export async function emptyBecause(
  id: string,
  given: unknown,
  ask: Ask,
): Promise<Unknown | undefined> {
  const { query, owner, repo } = Object(given)
  const isList = id === "issue.list"
  for (const place of isList ? [{ owner, repo }] : repositoriesIn(query)) {
    const found = await ask("repo.view", place)
    const name = `${place.owner}/${place.repo}`
    if (!found.ok) {
      if (found.error.code !== "NOT_FOUND") continue
      return { message: found.error.message, fix: "Check the name, and what the token may see" }
    }
    const { has_issues, ...own } = Object(found.data)
    const newest = `${own.owner}/${own.repo}`
    if (isList && has_issues === false) {
      const message = `the '${name}' repository has disabled issues`
      return { message, fix: "Its pull requests are in: pr list", isOff: true }
    }
    if (!isList && newest.toLowerCase() !== name.toLowerCase()) {
      const message = `${name} is now ${newest}, and GitHub's search knows only this name`
      return { message, fix: `Use ${newest}` }
    }
  }
  return authorIsApp(id, given, ask)
}

/** GitHub takes `dependabot` for a person, who has written nothing. */
async function authorIsApp(id: string, given: unknown, ask: Ask): Promise<Unknown | undefined> {
  const { query, ...input } = Object(given)
  const author = /(?<=^|[ (])author:"?([\w-]+)"?(?=[ )]|$)/
  const login = query === undefined ? input.author : author.exec(query)?.[1]
  if (!/^[\w-]+$/.test(login ?? "")) return undefined
  const found = await ask(id, {
    ...(query === undefined
      ? { ...input, author: `${login}[bot]` }
      : { query: query.replace(author, `author:app/${login}`) }),
    first: 1,
  })
  if (!found.ok || Object(found.data).items?.length === 0) return undefined
  return { message: `${login} is an app, not a person`, fix: `Use app/${login}` }
}

/** The repositories that a query names. */
function repositoriesIn(query: unknown): readonly { owner: string; repo: string }[] {
  const names = String(query).matchAll(/(?:^|[ (])repo:"?([\w.-]+)\/([\w.-]+)/g)
  return [...names].map(([, owner = "", repo = ""]) => ({ owner, repo }))
}

/** The input of a call; of a search in one repository, what its query says. */
function inputOf(given: unknown): Readonly<Record<string, unknown>> {
  const { query, ...input } = Object(given)
  const [place] = repositoriesIn(query)
  if (!place) return { ...input, query }
  const named = (qualifier: string) =>
    [...String(query).matchAll(new RegExp(`(?:^| )${qualifier}:(?:"([^"]*)"|(\\S+))`, "g"))].map(
      ([, quoted, plain]) => quoted ?? plain,
    )
  return { ...input, ...place, labels: named("label"), assignees: named("assignee") }
}

/** All names of a kind; undefined if they cannot be read, or are too many. */
async function namesOf(kind: Kind, home: object, ask: Ask): Promise<string[] | undefined> {
  const names: string[] = []
  let after: unknown
  for (let page = 0; page < mostPages; page += 1) {
    const envelope = await ask(kind.list, { ...home, first: 100, ...(after != null && { after }) })
    if (!envelope.ok) return undefined
    const { items, page_info } = Object(envelope.data)
    for (const one of items) {
      const text = String(Reflect.get(one, kind.name))
      names.push(kind.isFile ? text.slice(text.lastIndexOf("/") + 1) : text)
    }
    if (!page_info.has_next_page) return names
    after = page_info.end_cursor
  }
  return undefined
}

/** The first name of a field, an option or an iteration that a project lacks. */
async function unknownInProject(
  given: Readonly<Record<string, unknown>>,
  ask: Ask,
): Promise<Unknown | undefined> {
  const { item_id, field, fields = field, option, iteration } = given
  if (fields === undefined) return undefined
  const item = item_id === undefined ? undefined : await ask("project.item.view", { item_id })
  const { owner, project_number } = item?.ok ? Object(item.data) : given
  const envelope = await ask("project.fields.list", { owner, project_number, first: 100 })
  if (!envelope.ok) return undefined
  const known: readonly Named[] = Object(envelope.data).items
  const project = `The project ${project_number} of ${owner}`
  for (const name of [fields].flat().map(String)) {
    const own = known.find((one) => one.name === name || one.id === name)
    if (!own) return lacking(project, "field", name, known.map(nameOf))
    const { options = [], iterations = [] } = own
    for (const [noun, given, all] of [
      ["option", option, options],
      ["iteration", iteration, iterations],
    ] as const) {
      if (given === undefined || all.some((one) => nameOf(one) === given || one.id === given)) {
        continue
      }
      return lacking(`The field ${own.name}`, noun, String(given), all.map(nameOf))
    }
  }
  return undefined
}

/** A field, an option or an iteration. */
interface Named {
  readonly id: string
  readonly name?: string
  readonly title?: string
  readonly options?: readonly Named[]
  readonly iterations?: readonly Named[]
}

const nameOf = ({ name, title }: Named): string => name ?? title ?? ""

function lacking(place: unknown, noun: string, name: unknown, known: readonly string[]): Unknown {
  const more = known.length > mostNames ? ", …" : ""
  return {
    message: `${place} has no ${noun} ${JSON.stringify(name)}`,
    fix: known.length > 0 ? `It has ${known.slice(0, mostNames).join(", ")}${more}` : "It has none",
  }
}
