/** Values that are looked up on GitHub or in the clone when the command runs. */
import type { JsonSchema } from "../../../../runtime/index.js"
import {
  type Ask,
  assetOf,
  bodyOf,
  type Commit,
  commitsOf,
  dataOf,
  defaultBranch,
  type Input,
  milestoneOf,
  notesOf,
  parentOf,
  projectOf,
  titleOf,
} from "./lookups.js"

/** Only new pull requests, and branches in place of numbers, need it. */
export const loadHeads = () => import("./heads.js")

type Find<Found> = (input: Input, ask: Ask, id: string) => Promise<Found>

export class LookedUp {
  /** @param find - gets the other inputs of the call, and the id of its capability */
  constructor(readonly find: Find<unknown>) {}
}

/** A value that changes other inputs as well. */
export class LookedUpInput {
  /** @param find - returns all inputs */
  constructor(readonly find: Find<Input>) {}
}

/** The title or number of a milestone; some contracts take a title in place of a number. */
export class MilestoneTitle extends LookedUp {
  /** @param asText - whether the contract takes the number as a string, to filter by it: gh then prefers numbers */
  constructor(
    readonly title: string,
    asText: boolean,
  ) {
    super(async (input, ask) => {
      if (!asText) return (await milestoneOf(title, ["title", "number"], input, ask)).number
      return String((await milestoneOf(title, ["number", "title"], input, ask)).number)
    })
  }
}

export class ListChange extends LookedUp {
  constructor(
    /** The capability and its field with the present list. */
    readonly of: readonly [id: string, field: string],
    readonly added: readonly string[],
    readonly removed: readonly string[],
  ) {
    super(async ({ owner, repo }, ask) => {
      const [id, field] = of
      const present: readonly string[] = Object(await dataOf(ask(id, { owner, repo })))[field]
      return [...new Set([...present, ...added])].filter((one) => !removed.includes(one))
    })
  }

  and({ added, removed }: ListChange): ListChange {
    return new ListChange(this.of, [...this.added, ...added], [...this.removed, ...removed])
  }
}

/** The head of a new pull request: the pushed branch of the clone in the current folder. */
export const HEAD_BRANCH = new LookedUp(async (input, ask) =>
  (await loadHeads()).headOf(input, ask),
)

/** The base of a new pull request: the one configured for its head, or else the default branch. */
export const BASE_BRANCH = new LookedUp(async (input, ask) =>
  (await loadHeads()).baseBranch(input.head, input, ask),
)

export const DEFAULT_BRANCH = new LookedUp(defaultBranch)

export const PARENT = new LookedUp(parentOf)

const ofCommits = (text: (commits: readonly Commit[], head: string) => string) =>
  new LookedUp(async (input, ask, id) => {
    const known = [input.base, input.head].map((one) =>
      one instanceof LookedUp ? one.find(input, ask, id) : one,
    )
    const [base, head] = await Promise.all(known)
    return text(await commitsOf({ ...input, base, head }, ask), String(head))
  })

/** Title and body of a pull request, from the messages of its commits. */
export const FILLED_TITLE = ofCommits(titleOf)
export const FILLED_BODY = ofCommits((commits) => bodyOf(commits))

/** The same of the first commit alone, and the whole messages of all. */
export const FIRST_TITLE = ofCommits((commits, head) => titleOf(commits.slice(0, 1), head))
export const FIRST_BODY = ofCommits((commits) => bodyOf(commits.slice(0, 1)))
export const WHOLE_BODY = ofCommits((commits) => bodyOf(commits, true))

/** The id of a release's file, in place of its tag. */
export const assetNamed = (name: string) =>
  new LookedUpInput(async (input, ask) => {
    const { tag_name: _, ...others } = input
    return { ...others, asset_id: await assetOf(name, input, ask) }
  })

export const notesSince = (tag: string) =>
  new LookedUpInput(async ({ generate_release_notes: _, ...others }, ask) => ({
    ...others,
    ...(await notesOf(tag, others, ask)),
  }))

/** A pull request by its branch; the current one unless named. */
export const branchOfPull = (name?: string) =>
  new LookedUp(async (input, ask) => (await loadHeads()).pullOf(name, input, ask))

/** The name in an input that takes a number, such as a title; undefined if it is the number itself. */
export function nameFor(input: string, text: string, { type }: JsonSchema): LookedUp | undefined {
  if (isMilestone(input, text) && !/^\d+$/.test(text))
    return new MilestoneTitle(text, type !== "integer")
  if (type !== "integer" || /^#?\d+$/.test(text)) return undefined
  if (input === "project_number")
    return new LookedUp(({ owner }, ask) => projectOf(text, owner, ask))
  return input === "pull_number" ? branchOfPull(text) : undefined
}

export const isMilestone = (input: string, text: string) =>
  /^milestone(?:_number)?$/.test(input) && text !== "*"
