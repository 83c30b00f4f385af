/** Looks up missing inputs on GitHub and in the clone. */
import { GhxError, Paging } from "../../../runtime/index.js"
import { storedFileName } from "../../../runtime/text/index.js"
import type { Ask } from "../../tools/results/index.js"
import { UsageError } from "../output/index.js"
import type { Commit } from "./fill.js"
import type { DiscussionCommentUrl, ListChange } from "./looked-up.js"

export type { Ask }

export type Input = Readonly<Record<string, unknown>>

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

export async function projectOf(title: string, { owner }: Input, ask: Ask): Promise<unknown> {
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
  if (one && !another) return String(one.workflow_id)
  const names = [...new Set(all.map(({ name }) => name))].join(", ")
  throw new UsageError(
    `${owner}/${repo} has ${one ? "several workflows" : "no workflow"} ${JSON.stringify(given)}`,
    one
      ? "Pass the file of one of them, such as ci.yml"
      : names === ""
        ? "It has none"
        : `It has ${names}`,
  )
}

/** A release whose tag is `latest` takes precedence over the latest release. */
export async function latest({ owner, repo }: Input, ask: Ask): Promise<unknown> {
  const own = await ask("release.view", { owner, repo, tag_name: "latest" })
  return own.ok ? "latest" : Object(await dataOf(ask("release.latest", { owner, repo }))).tag_name
}

export async function numberOf(
  title: string,
  asText: boolean,
  input: Input,
  ask: Ask,
): Promise<unknown> {
  const { number } = await milestoneBy("title", title, input, ask)
  return asText ? String(number) : number
}

export async function titleOfMilestone(number: number, input: Input, ask: Ask): Promise<unknown> {
  return (await milestoneBy("number", number, input, ask)).title
}

async function milestoneBy(
  key: "title" | "number",
  value: unknown,
  { owner, repo }: Input,
  ask: Ask,
): Promise<Input> {
  const list = itemsOf("repo.milestones.list", { owner, repo, states: ["OPEN", "CLOSED"] }, ask)
  const seen: unknown[] = []
  for await (const item of list) {
    if (item[key] === value) return item
    seen.push(key === "title" ? item.title : `${item.number} (${item.title})`)
  }
  throw new UsageError(
    `${owner}/${repo} has no milestone ${JSON.stringify(value)}`,
    seen.length > 0 ? `It has ${seen.join(", ")}` : "It has none",
  )
}

/** The id of a release. Drafts are included, although they cannot be addressed by tag. */
export async function releaseOf(tag: string, { owner, repo }: Input, ask: Ask): Promise<unknown> {
  const published = await ask("release.view", { owner, repo, tag_name: tag })
  if (published.ok) return Object(published.data).release_id
  const tags: unknown[] = []
  for await (const { tag_name, draft, release_id } of itemsOf(
    "release.list",
    { owner, repo },
    ask,
  )) {
    if (tag_name === tag && draft) return release_id
    tags.push(tag_name)
  }
  throw new UsageError(
    `${owner}/${repo} has no release ${JSON.stringify(tag)}`,
    tags.length > 0 ? `It has ${tags.join(", ")}` : "It has none",
  )
}

/** The title and the notes of a new release. Given notes come first, as in gh. */
export async function notesOf(since: string, input: Input, ask: Ask): Promise<Input> {
  const { owner, repo, tag_name, target_commitish, name, body } = input
  const notes = Object(
    await dataOf(
      ask("release.notes.generate", {
        owner,
        repo,
        tag_name,
        target_commitish,
        previous_tag_name: since,
      }),
    ),
  )
  return { name: name ?? notes.name, body: body ? `${body}\n${notes.body}` : notes.body }
}

/** The id of a file of the release that `tag_name` names. */
export async function assetOf(name: string, input: Input, ask: Ask): Promise<unknown> {
  const { owner, repo, tag_name } = input
  const release_id = await releaseOf(String(tag_name), input, ask)
  const names: unknown[] = []
  for await (const asset of itemsOf("release.assets.list", { owner, repo, release_id }, ask)) {
    if (asset.name === name || asset.name === storedFileName(name)) return asset.asset_id
    names.push(asset.name)
  }
  throw new UsageError(
    `${tag_name} has no file ${JSON.stringify(name)}`,
    names.length > 0 ? `It has ${names.join(", ")}` : "It has none",
  )
}

/** The text of a template for issues, or for pull requests. */
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
  const names = all.map((one) => namesOf(one)[0]).join(", ")
  throw new UsageError(
    `${owner}/${repo} has no template ${JSON.stringify(name)}`,
    names === "" ? "It has none" : `It has ${names}`,
  )
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

/** The present list with a change. */
export async function listOf(
  { of: [id, field], added, removed }: ListChange,
  { owner, repo }: Input,
  ask: Ask,
): Promise<unknown> {
  const present: readonly string[] = Object(await dataOf(ask(id, { owner, repo })))[field]
  return [...new Set([...present, ...added])].filter((one) => !removed.includes(one))
}

/** The id of a comment, or of a reply, of a discussion. */
export async function commentOf(
  { url, discussion }: DiscussionCommentUrl,
  ask: Ask,
): Promise<unknown> {
  for await (const one of itemsOf("discussion.comments.list", discussion, ask)) {
    const own = [one, one.replies]
      .flat()
      .map(Object)
      .find((each) => each.url === url)
    if (own) return own.id
  }
  throw new UsageError(`There is no comment ${url}`)
}

/** The items of all pages of a list. */
async function* itemsOf(id: string, input: object, ask: Ask): AsyncGenerator<Input> {
  const paging = new Paging()
  for (let after: string | undefined; ; ) {
    const page = { ...input, first: 100, ...(after !== undefined && { after }) }
    const { items, page_info } = Object(await dataOf(ask(id, page)))
    yield* items
    after = paging.next({ capability_id: id }, page_info, items.length)
    if (after === undefined) return
  }
}

export async function dataOf(asked: ReturnType<Ask>): Promise<unknown> {
  const envelope = await asked
  if (!envelope.ok) throw new GhxError(envelope)
  return envelope.data
}
