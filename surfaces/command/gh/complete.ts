/**
 * Resolves names through GitHub: titles of milestones, names of workflows, the latest release, and `@me`.
 */
import type { Contract, JsonSchema } from "../../../runtime/index.js"
import { contractOf } from "../input/index.js"
import { bodyOf, titleOf } from "./fill.js"
import {
  type Ask,
  commitsOf,
  currentBranch,
  defaultBranch,
  type Input,
  latest,
  me,
  numberOf,
  projectOf,
  pullOf,
  releaseOf,
  templateOf,
  workflowOf,
} from "./lookups.js"
import { CURRENT_BRANCH, DEFAULT_BRANCH, FILLED_BODY, FILLED_TITLE } from "./table/index.js"

const ME = "@me"

/** The title of a milestone whose number is looked up later. */
export class MilestoneTitle {
  readonly title: string
  /** Whether the contract wants the number as a string. */
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

/** The tag of a release whose id is looked up later. */
export class ReleaseTag {
  readonly tag: string

  constructor(tag: string) {
    this.tag = tag
  }
}

/** The name or the file of a template, whose text is looked up later. */
export class TemplateName {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The name that a text stands for in an input that takes a number; undefined if it is the value itself. */
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

/** @param id - the capability whose input it is */
export async function complete(given: unknown, ask: Ask, id: string): Promise<unknown> {
  const input = await byTitle(Object(given), id)
  const entries = await Promise.all(
    Object.entries(input).map(async ([name, value]) => [
      name,
      await known(name, value, input, ask, id),
    ]),
  )
  return Object.fromEntries(entries)
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

async function known(
  name: string,
  value: unknown,
  input: Input,
  ask: Ask,
  id: string,
): Promise<unknown> {
  if (value === DEFAULT_BRANCH) return defaultBranch(input, ask)
  if (value === CURRENT_BRANCH) return currentBranch(input)
  if (value === FILLED_TITLE || value === FILLED_BODY) {
    const [base, head] = await Promise.all(
      ["base", "head"].map((each) => known(each, input[each], input, ask, id)),
    )
    const commits = await commitsOf({ ...input, base, head }, ask)
    return value === FILLED_TITLE ? titleOf(commits, String(head)) : bodyOf(commits)
  }
  if (value instanceof ReleaseTag) return releaseOf(value.tag, input, ask)
  if (value instanceof TemplateName) return templateOf(value.name, id, input, ask)
  if (value instanceof PullBranch) return pullOf(value.name, input, ask)
  if (value instanceof MilestoneTitle) return numberOf(value.title, value.asText, input, ask)
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
