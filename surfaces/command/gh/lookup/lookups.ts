/** Looks up missing inputs on GitHub and in the clone. */
import { GhxError, Paging } from "../../../../runtime/index.js"
import { storedFileName } from "../../../../runtime/text/index.js"
import type { Ask as Read } from "../../../tools/results/index.js"
import { UsageError } from "../../output/index.js"

export interface Ask extends Read {
  /** Tells the user what a lookup has chosen; absent where nobody reads it. */
  note?(text: string): void
}

export type Input = Readonly<Record<string, unknown>>

/** The token's user, in place of a login. */
export const ME = "@me"

export async function me(ask: Ask): Promise<unknown> {
  return Object(await dataOf(ask("user.me", {}))).login
}

/** The organization that an owner is; undefined for the token's user. */
export async function organizationOf(owner: string, ask: Ask): Promise<string | undefined> {
  const isOwn = String(await me(ask)).toLowerCase() === owner.toLowerCase()
  return isOwn ? undefined : owner
}

export async function defaultBranch({ owner, repo }: Input, ask: Ask): Promise<unknown> {
  return Object(await dataOf(ask("repo.view", { owner, repo }))).default_branch
}

export async function parentOf(
  { owner, repo, sub_issue_number: issue_number }: Input,
  ask: Ask,
): Promise<unknown> {
  const found = await dataOf(ask("issue.parent.view", { owner, repo, issue_number }))
  const { parent } = Object(found)
  if (parent) return Object(parent).number
  throw new UsageError(`#${issue_number} has no parent`)
}

export async function projectOf(title: string, by: unknown, ask: Ask): Promise<unknown> {
  const owner = by === ME ? await me(ask) : by
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

/** GitHub takes a number or a file name; any other text is the name of a workflow. */
export async function workflowOf(
  given: string,
  { owner, repo }: Input,
  ask: Ask,
): Promise<unknown> {
  if (/^\d+$|\.ya?ml$/.test(given)) return given
  const all: Input[] = []
  for await (const item of itemsOf("workflow.list", { owner, repo }, ask)) all.push(item)
  const own = all.filter(({ name }) => String(name).toLowerCase() === given.toLowerCase())
  const [one, another] = own
  const names = [...new Set(all.map(({ name }) => name))]
  if (one === undefined) throw notIn([`${owner}/${repo}`, "workflow", given], names)
  if (another === undefined) return String(one.workflow_id)
  throw new UsageError(
    `${owner}/${repo} has several workflows ${JSON.stringify(given)}`,
    "Pass the file of one of them, such as ci.yml",
  )
}

/** A release whose tag is `latest` takes precedence over the latest release. */
export async function latest({ owner, repo }: Input, ask: Ask): Promise<unknown> {
  const own = await ask("release.view", { owner, repo, tag_name: "latest" })
  return own.ok ? "latest" : Object(await dataOf(ask("release.latest", { owner, repo }))).tag_name
}

type MilestoneKey = "title" | "number"

/** The milestone whose first key has this text, or else the one whose second key has it. */
export async function milestoneOf(
  text: string,
  [first, second]: readonly [MilestoneKey, MilestoneKey],
  { owner, repo }: Input,
  ask: Ask,
): Promise<Input> {
  const list = itemsOf("repo.milestones.list", { owner, repo, states: ["OPEN", "CLOSED"] }, ask)
  const names: unknown[] = []
  let other: Input | undefined
  for await (const one of list) {
    if (String(one[first]) === text) return one
    if (String(one[second]) === text) other = one
    names.push(/^\d+$/.test(text) ? `${one.number} (${one.title})` : one.title)
  }
  if (other) return other
  throw notIn([`${owner}/${repo}`, "milestone", text], names)
}

/** The id of a release. Drafts are included, although they cannot be addressed by tag. */
export async function releaseOf(tag: string, { owner, repo }: Input, ask: Ask): Promise<unknown> {
  const published = await ask("release.view", { owner, repo, tag_name: tag })
  if (published.ok) return Object(published.data).release_id
  const isIt = ({ tag_name, draft }: Input) => tag_name === tag && Boolean(draft)
  const all = itemsOf("release.list", { owner, repo }, ask)
  const missing = [`${owner}/${repo}`, "release", tag] as const
  return (await itemIn(all, isIt, ({ tag_name }) => tag_name, missing)).release_id
}

type Missing = readonly [place: unknown, noun: string, name: unknown]

/** The first such item of a list; an error lists the names of all. */
async function itemIn(
  list: AsyncIterable<Input>,
  isIt: (item: Input) => boolean,
  nameOf: (item: Input) => unknown,
  missing: Missing,
): Promise<Input> {
  const names: unknown[] = []
  for await (const item of list) {
    if (isIt(item)) return item
    names.push(nameOf(item))
  }
  throw notIn(missing, names)
}

const notIn = ([place, noun, name]: Missing, names: readonly unknown[]) =>
  new UsageError(
    `${place} has no ${noun} ${JSON.stringify(name)}`,
    names.length > 0 ? `It has ${names.join(", ")}` : "It has none",
  )

/** The title and the notes of a new release. Given notes come first, as in gh. */
export async function notesOf(since: string, input: Input, ask: Ask): Promise<Input> {
  const { owner, repo, tag_name, target_commitish, name, body } = input
  const asked = { owner, repo, tag_name, target_commitish, previous_tag_name: since }
  const notes = Object(await dataOf(ask("release.notes.generate", asked)))
  return { name: name ?? notes.name, body: body ? `${body}\n${notes.body}` : notes.body }
}

export async function assetOf(name: string, input: Input, ask: Ask): Promise<unknown> {
  const { owner, repo, tag_name } = input
  const release_id = await releaseOf(String(tag_name), input, ask)
  const all = itemsOf("release.assets.list", { owner, repo, release_id }, ask)
  const isIt = (asset: Input) => asset.name === name || asset.name === storedFileName(name)
  return (await itemIn(all, isIt, (asset) => asset.name, [tag_name, "file", name])).asset_id
}

export async function templateOf(
  name: string,
  id: string,
  { owner, repo }: Input,
  ask: Ask,
): Promise<unknown> {
  const kind = id.startsWith("pr.") ? "pull_request_templates" : "issue_templates"
  const found = Object(await dataOf(ask("repo.templates.list", { owner, repo })))[kind]
  const all: readonly Input[] = found ?? []
  const namesOf = (one: Input) => [one.name, one.filename].filter((each) => each !== undefined)
  const own = all.find((one) =>
    namesOf(one).some((each) => String(each).toLowerCase() === name.toLowerCase()),
  )
  if (own) return own.body
  const names = all.map((one) => namesOf(one)[0])
  throw notIn([`${owner}/${repo}`, "template", name], names)
}

/** The commits that a branch adds to another one, oldest first. */
export async function commitsOf(
  { owner, repo, base, head }: Input,
  ask: Ask,
): Promise<readonly Commit[]> {
  const compared = Object(await dataOf(ask("repo.comparison.view", { owner, repo, base, head })))
  if (compared.ahead_by <= compared.commits.length && compared.ahead_by > 0) return compared.commits
  throw new UsageError(
    compared.ahead_by > 0
      ? `${head} has ${compared.ahead_by} commits, too many for --fill`
      : `${head} has no commits that are not in ${base}`,
    "Use --title and --body",
  )
}

/**
 * The id of a comment, or of a reply, of a discussion.
 *
 * @param discussion - the input that names it
 */
export async function commentOf(url: string, discussion: object, ask: Ask): Promise<unknown> {
  for await (const one of itemsOf("discussion.comments.list", discussion, ask)) {
    const own = [one, one.replies]
      .flat()
      .map(Object)
      .find((each) => each.url === url)
    if (own) return own.id
  }
  throw new UsageError(`There is no comment ${url}`)
}

export async function* itemsOf(id: string, input: object, ask: Ask): AsyncGenerator<Input> {
  const paging = new Paging()
  for (let after: string | undefined; ; ) {
    const page = { ...input, first: 100, ...(after !== undefined && { after }) }
    const { items, page_info } = Object(await dataOf(ask(id, page)))
    yield* items
    after = paging.next({ capability_id: id }, page_info, items)
    if (after === undefined) return
  }
}

export async function dataOf(asked: ReturnType<Ask>): Promise<unknown> {
  const envelope = await asked
  if (!envelope.ok) throw new GhxError(envelope)
  return envelope.data
}

/** What `gh pr create --fill` takes of a commit. */
export interface Commit {
  /** The first line of its message. */
  readonly title: string
  readonly message: string
}

const restOf = ({ message }: Commit) => message.split("\n").slice(1).join("\n").trim()

/** The commit's title if there is only one commit, else the branch name as words. */
export function titleOf([first, second]: readonly Commit[], head: string): string {
  const [branch = ""] = head.split(":").reverse()
  return first && !second ? first.title : branch.replaceAll(/[-_]/g, " ")
}

/** The rest of the commit's message if there is one commit, else a list of the titles, or of the messages. */
export function bodyOf(commits: readonly Commit[], isWhole = false): string {
  const [first, second] = commits
  if (first && !second) return restOf(first)
  if (!isWhole) return commits.map(({ title }) => `- ${title}\n`).join("")
  const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "  ")
  return commits
    .map((one) => [`- **${one.title}**`, indented(restOf(one))].filter(Boolean).join("\n"))
    .join("\n\n")
}
