/**
 * Resolves names through GitHub: titles of milestones, names of workflows, the latest release, and `@me`.
 */
import type { Contract } from "../../../runtime/index.js"
import { contractOf } from "../input/index.js"
import { bodyOf, titleOf, wholeBodyOf } from "./fill.js"
import { baseBranch, headOf, pullOf } from "./heads.js"
import {
  DiscussionCommentUrl,
  ListChange,
  MilestoneNumber,
  MilestoneTitle,
  NotesSince,
  nameFor,
  OwnerLogin,
  ProjectTitle,
  PullBranch,
  ReleaseTag,
  TemplateName,
} from "./looked-up.js"
import {
  type Ask,
  assetOf,
  commentOf,
  commitsOf,
  defaultBranch,
  type Input,
  latest,
  listOf,
  me,
  notesOf,
  numberOf,
  organizationOf,
  parentOf,
  projectOf,
  releaseOf,
  templateOf,
  titleOfMilestone,
  workflowOf,
} from "./lookups.js"
import {
  AssetName,
  BASE_BRANCH,
  DEFAULT_BRANCH,
  FILLED_BODY,
  FILLED_TITLE,
  FIRST_BODY,
  FIRST_TITLE,
  HEAD_BRANCH,
  ME,
  PARENT,
  WHOLE_BODY,
} from "./table/index.js"

/** Looks up the names in an input that a model has written. */
export function completeNames(given: object, { id, input }: Contract, ask: Ask): Promise<unknown> {
  const entries = Object.entries(given).map(([name, value]) => {
    const own = typeof value === "string" && nameFor(name, value, input.properties?.[name] ?? {})
    return [name, own || value]
  })
  return complete(Object.fromEntries(entries), ask, id)
}

/** @param id - the capability whose input it is */
export async function complete(given: unknown, ask: Ask, id: string): Promise<unknown> {
  const input = await byTitle(Object(given), id)
  if (input.asset_id instanceof AssetName) {
    const { tag_name, asset_id, ...others } = input
    return { ...others, asset_id: await assetOf(asset_id.name, input, ask) }
  }
  if (input.generate_release_notes instanceof NotesSince) {
    const { generate_release_notes, ...others } = input
    return { ...others, ...(await notesOf(generate_release_notes.tag, others, ask)) }
  }
  const entries = await Promise.all(
    Object.entries(input).map(async ([name, value]) => [
      name,
      await known(name, value, input, ask, id),
    ]),
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Keeps the title of a milestone for a capability that accepts titles, which saves a request. */
async function byTitle(input: Input, id: string): Promise<Input> {
  const { milestone_number: milestone, ...others } = input
  if (!(milestone instanceof MilestoneTitle)) return input
  const contract = await contractOf(id)
  if (!contract?.input.properties?.milestone_title) return input
  return { ...others, milestone_title: milestone.title }
}

const people = new Set([
  "assignee",
  "assignees",
  "author",
  "actor",
  "reviewers",
  "login",
  "mentioned",
  "owner",
  "user_logins",
  "to_owner",
  "user",
])

/** What `pr create --fill` and its kin take from the commits. */
const filledBy: ReadonlyMap<
  symbol,
  (commits: Awaited<ReturnType<typeof commitsOf>>, head: string) => string
> = new Map([
  [FILLED_TITLE, titleOf],
  [FILLED_BODY, bodyOf],
  [FIRST_TITLE, (commits, head) => titleOf(commits.slice(0, 1), head)],
  [FIRST_BODY, (commits) => bodyOf(commits.slice(0, 1))],
  [WHOLE_BODY, wholeBodyOf],
])

async function known(
  name: string,
  value: unknown,
  input: Input,
  ask: Ask,
  id: string,
): Promise<unknown> {
  if (value === DEFAULT_BRANCH) return defaultBranch(input, ask)
  if (value === PARENT) return parentOf(input, ask)
  if (value === HEAD_BRANCH) return headOf(input, ask)
  if (value === BASE_BRANCH) return baseBranch(input.head, input, ask)
  if (typeof value === "symbol" && filledBy.has(value)) {
    const [base, head] = await Promise.all(
      ["base", "head"].map((each) => known(each, input[each], input, ask, id)),
    )
    const commits = await commitsOf({ ...input, base, head }, ask)
    return filledBy.get(value)?.(commits, String(head))
  }
  if (value instanceof DiscussionCommentUrl) return commentOf(value, ask)
  if (value instanceof ListChange) return listOf(value, input, ask)
  if (value instanceof OwnerLogin) return organizationOf(value.login, ask)
  if (value instanceof ReleaseTag) return releaseOf(value.tag, input, ask)
  if (value instanceof TemplateName) {
    return value.edited(String(await templateOf(value.name, id, input, ask)))
  }
  if (value instanceof PullBranch) return pullOf(value.name, input, ask)
  if (value instanceof MilestoneTitle) return numberOf(value.title, value.asText, input, ask)
  if (value instanceof MilestoneNumber) {
    return value.queryWith(await titleOfMilestone(value.number, value.place, ask))
  }
  if (value instanceof ProjectTitle) {
    const owner = await known("owner", input.owner, input, ask, id)
    return projectOf(value.title, { owner }, ask)
  }
  if (name === "workflow_id" && typeof value === "string") return workflowOf(value, input, ask)
  // A new release may have this name.
  const isThere = name === "tag_name" && id !== "release.create" && id !== "release.publish"
  if (isThere && value === "latest") return latest(input, ask)
  if (!people.has(name)) return value
  if (Array.isArray(value)) {
    return Promise.all(value.map((one) => (one === ME ? me(ask) : one)))
  }
  return value === ME ? me(ask) : value
}
