/**
 * Resolves names through GitHub: titles of milestones, names of workflows, the latest release, and `@me`.
 */
import {
  type Contract,
  GhxError,
  type JsonSchema,
  type ResultEnvelope,
} from "../../../runtime/index.js"
import { branchOfClone } from "../input/index.js"
import { UsageError } from "../output/index.js"

/** Executes a capability. */
export type Ask = (id: string, input: unknown) => Promise<ResultEnvelope<unknown>>

type Input = Readonly<Record<string, unknown>>

const ME = "@me"

/** The title of a milestone whose number is looked up later. */
export class MilestoneTitle {
  readonly title: string
  /** The contract wants the number as a text. */
  readonly asText: boolean

  constructor(title: string, asText: boolean) {
    this.title = title
    this.asText = asText
  }
}

/** The title of a project whose number is looked up later. */
export class ProjectTitle {
  readonly title: string

  constructor(title: string) {
    this.title = title
  }
}

/** The branch of a pull request whose number is looked up later; the current one unless named. */
export class PullBranch {
  readonly name: string | undefined

  constructor(name?: string) {
    this.name = name
  }
}

/** What a text stands for in an input that takes a number; undefined where it is the value itself. */
export function nameFor(input: string, text: string, { type }: JsonSchema): object | undefined {
  const isMilestone = /^milestone(?:_number)?$/.test(input) && !/^(?:\d+|\*)$/.test(text)
  if (isMilestone) return new MilestoneTitle(text, type !== "integer")
  if (type !== "integer" || /^#?\d+$/.test(text)) return undefined
  if (input === "project_number") return new ProjectTitle(text)
  return input === "pull_number" ? new PullBranch(text) : undefined
}

/** Looks up the names in an input that a model has written. */
export function completeNames(given: object, { id, input }: Contract, ask: Ask): Promise<unknown> {
  const entries = Object.entries(given).map(([name, value]) => {
    const own = typeof value === "string" && nameFor(name, value, input.properties?.[name] ?? {})
    return [name, own || value]
  })
  return complete(Object.fromEntries(entries), ask, id)
}

/** The branch of the clone in the current folder. */
export const CURRENT_BRANCH = Symbol("current branch")

/** The repository's default branch, whose name is looked up later. */
export const DEFAULT_BRANCH = Symbol("default branch")

/** @param id - the capability whose input it is */
export async function complete(given: unknown, ask: Ask, id: string): Promise<unknown> {
  const input: Input = Object(given)
  const entries = await Promise.all(
    Object.entries(input).map(async ([name, value]) => [
      name,
      await known(name, value, input, ask, id),
    ]),
  )
  return Object.fromEntries(entries)
}

const people = new Set([
  "assignee",
  "assignees",
  "author",
  "actor",
  "reviewers",
  "mentioned",
  "owner",
])

async function known(
  name: string,
  value: unknown,
  input: Input,
  ask: Ask,
  id: string,
): Promise<unknown> {
  if (value === DEFAULT_BRANCH) return defaultBranch(input, ask)
  if (value === CURRENT_BRANCH) return currentBranch(input)
  if (value instanceof PullBranch) return pullOf(value.name, input, ask)
  if (value instanceof MilestoneTitle) return numberOf(value, input, ask)
  if (value instanceof ProjectTitle) return projectOf(value.title, input, ask)
  if (name === "workflow_id" && typeof value === "string") return workflowOf(value, input, ask)
  // A new release may be called so.
  const isThere = name === "tag_name" && id !== "release.create" && id !== "release.publish"
  if (isThere && value === "latest") return latest(input, ask)
  if (!people.has(name)) return value
  if (Array.isArray(value)) {
    return Promise.all(value.map((one) => (one === ME ? me(ask) : one)))
  }
  return value === ME ? me(ask) : value
}

async function me(ask: Ask): Promise<unknown> {
  return Object(await dataOf(ask("user.me", {}))).login
}

async function defaultBranch({ owner, repo }: Input, ask: Ask): Promise<unknown> {
  return Object(await dataOf(ask("repo.view", { owner, repo }))).default_branch
}

async function currentBranch({ owner, repo }: Input): Promise<string> {
  const branch = await branchOfClone({ owner: String(owner), repo: String(repo) })
  if (branch !== undefined) return branch
  throw new UsageError(
    `which branch? The current folder is not a clone of ${owner}/${repo} on a branch`,
    "Name it: --head BRANCH in a new pull request, else its number or branch as a word",
  )
}

/** The open pull request of a branch, else its newest one. */
async function pullOf(name: string | undefined, input: Input, ask: Ask): Promise<unknown> {
  const { owner, repo } = input
  const given = name ?? (await currentBranch(input))
  const [head_ref = "", login] = given.split(":").reverse()
  const list = async (rest: object) =>
    Object(await dataOf(ask("pr.list", { owner, repo, ...rest }))).items
  const states = ["OPEN", "CLOSED", "MERGED"]
  const all: readonly Input[] = await list({ head_ref, states, first: 100 })
  const own = all.filter(({ author }) => login === undefined || author === login)
  const found = own.find(({ state }) => state === "OPEN") ?? own[0]
  if (found) return found.number
  const open: readonly Input[] = await list({ first: 30 })
  const told = open.map(({ number, head_ref: branch }) => `#${number} ${branch}`).join(", ")
  throw new UsageError(
    `${owner}/${repo} has no pull request of the branch ${JSON.stringify(given)}`,
    told === "" ? "None is open" : `Open are ${told}`,
  )
}

async function projectOf(title: string, { owner }: Input, ask: Ask): Promise<unknown> {
  const same = (one: Input) => String(one.title).toLowerCase() === title.toLowerCase()
  const list = async (rest: object): Promise<readonly Input[]> =>
    Object(await dataOf(ask("project.list", { owner, first: 100, ...rest }))).items
  const own = (await list({ query: title })).filter(same)
  const [one, another] = own
  if (one && !another) return one.number
  const all = another ? own : await list({})
  const names = all.map((each) => `#${each.number} ${each.title}`).join(", ")
  throw new UsageError(
    `${owner} has ${another ? "several projects" : "no project"} ${JSON.stringify(title)}`,
    names === ""
      ? "There are none"
      : `${another ? "Give the number of one" : "There are"}: ${names}`,
  )
}

/** A number or a file is what GitHub takes; everything else is a name. */
async function workflowOf(given: string, { owner, repo }: Input, ask: Ask): Promise<unknown> {
  if (/^\d+$|\.ya?ml$/.test(given)) return given
  const page = Object(await dataOf(ask("workflow.list", { owner, repo, first: 100 })))
  const all: readonly { name: string; workflow_id: number }[] = page.items
  const own = all.filter(({ name }) => name.toLowerCase() === given.toLowerCase())
  const [one, another] = own
  if (one && !another) return String(one.workflow_id)
  const names = [...new Set(all.map(({ name }) => name))].join(", ")
  throw new UsageError(
    `${owner}/${repo} has ${one ? "several workflows" : "no workflow"} ${JSON.stringify(given)}`,
    one
      ? "Give the file of the one, such as ci.yml"
      : names === ""
        ? "It has none"
        : `It has ${names}`,
  )
}

/** A release that is called so by its tag comes before the latest one. */
async function latest({ owner, repo }: Input, ask: Ask): Promise<unknown> {
  const own = await ask("release.view", { owner, repo, tag_name: "latest" })
  return own.ok ? "latest" : Object(await dataOf(ask("release.latest", { owner, repo }))).tag_name
}

async function numberOf(
  { title, asText }: MilestoneTitle,
  { owner, repo }: Input,
  ask: Ask,
): Promise<unknown> {
  const titles: string[] = []
  for (let after: unknown; ; ) {
    const input = {
      owner,
      repo,
      states: ["OPEN", "CLOSED"],
      first: 100,
      ...(after !== undefined && { after }),
    }
    const page = Object(await dataOf(ask("repo.milestones.list", input)))
    for (const item of page.items) {
      if (item.title === title) return asText ? String(item.number) : item.number
      titles.push(item.title)
    }
    if (!page.page_info.has_next_page) break
    after = page.page_info.end_cursor
  }
  throw new UsageError(
    `${owner}/${repo} has no milestone ${JSON.stringify(title)}`,
    titles.length > 0 ? `It has ${titles.join(", ")}` : "It has none",
  )
}

async function dataOf(asked: ReturnType<Ask>): Promise<unknown> {
  const envelope = await asked
  if (!envelope.ok) throw new GhxError(envelope)
  return envelope.data
}
