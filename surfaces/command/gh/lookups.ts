/** Looks up missing inputs on GitHub and in the clone. */
import { GhxError, Paging, type ResultEnvelope } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import type { Commit } from "./fill.js"
import type { DiscussionCommentUrl, ListChange } from "./looked-up.js"

/** Executes a capability. */
export type Ask = (id: string, input: unknown) => Promise<ResultEnvelope<unknown>>

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
  const page = Object(await dataOf(ask("workflow.list", { owner, repo, first: 100 })))
  const all: readonly { name: string; workflow_id: number }[] = page.items
  const own = all.filter(({ name }) => name.toLowerCase() === given.toLowerCase())
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
  { owner, repo }: Input,
  ask: Ask,
): Promise<unknown> {
  const titles: string[] = []
  const paging = new Paging()
  for (let after: string | undefined; ; ) {
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
    after = paging.next(
      { capability_id: "repo.milestones.list" },
      page.page_info,
      page.items.length,
    )
    if (after === undefined) break
  }
  throw new UsageError(
    `${owner}/${repo} has no milestone ${JSON.stringify(title)}`,
    titles.length > 0 ? `It has ${titles.join(", ")}` : "It has none",
  )
}

/** The id of a release. Drafts are included, although they cannot be addressed by tag. */
export async function releaseOf(tag: string, { owner, repo }: Input, ask: Ask): Promise<unknown> {
  const published = await ask("release.view", { owner, repo, tag_name: tag })
  if (published.ok) return Object(published.data).release_id
  const page = Object(await dataOf(ask("release.list", { owner, repo, first: 100 })))
  const all: readonly Input[] = page.items
  const found = all.find(({ tag_name, draft }) => tag_name === tag && draft)
  if (found) return found.release_id
  const tags = all.map(({ tag_name }) => tag_name).join(", ")
  throw new UsageError(
    `${owner}/${repo} has no release ${JSON.stringify(tag)}`,
    tags === "" ? "It has none" : `It has ${tags}`,
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
  const page = Object(
    await dataOf(ask("release.assets.list", { owner, repo, release_id, first: 100 })),
  )
  const all: readonly Input[] = page.items
  const found = all.find((asset) => asset.name === name)
  if (found) return found.asset_id
  const names = all.map((asset) => asset.name).join(", ")
  throw new UsageError(
    `${tag_name} has no file ${JSON.stringify(name)}`,
    names === "" ? "It has none" : `It has ${names}`,
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
  const paging = new Paging()
  for (let after: string | undefined; ; ) {
    const input = { ...discussion, first: 100, ...(after !== undefined && { after }) }
    const { items, page_info } = Object(await dataOf(ask("discussion.comments.list", input)))
    const all: readonly Input[] = items.flatMap((one: Input) => [one, ...[one.replies].flat()])
    const own = all.find((one) => Object(one).url === url)
    if (own) return own.id
    after = paging.next({ capability_id: "discussion.comments.list" }, page_info, items.length)
    if (after === undefined) throw new UsageError(`There is no comment ${url}`)
  }
}

export async function dataOf(asked: ReturnType<Ask>): Promise<unknown> {
  const envelope = await asked
  if (!envelope.ok) throw new GhxError(envelope)
  return envelope.data
}
