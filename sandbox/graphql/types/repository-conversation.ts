import { isVisible, notFound } from "../../state/index.js"
import type { Milestone, Repository, Store } from "../../tables/index.js"
import {
  type Context,
  type Fields,
  list,
  listById,
  type Order,
  type OrderArg,
  type OrderedArgs,
  orderOf,
  type PageArgs,
} from "../field/index.js"
import { labelsOf, repositoryIssues, repositoryPulls } from "./lists.js"

type Repo = Repository

/** Issues, pull requests, labels and milestones of a repository. */
export const repositoryConversationFields: Fields<Repo> = {
  issue: (repo, args: { number: number }, context) =>
    numbered(context, repo, args.number, ["Issue"], "an Issue"),
  pullRequest: (repo, args: { number: number }, context) =>
    numbered(context, repo, args.number, ["PullRequest"], "a PullRequest"),
  issueOrPullRequest: (repo, args: { number: number }, context) =>
    numbered(context, repo, args.number, ["Issue", "PullRequest"], "an issue or pull request"),
  issues: repositoryIssues,
  pullRequests: repositoryPulls,
  pinnedIssues: listById((repo, { store }) => store.rowsBy("pinnedIssues", "repository", repo.id)),
  label: (repo, args: { name: string }, { store }) => store.labelByName(repo, args.name) ?? null,
  labels: labelsOf((repo, { store }, args: OrderedArgs & { query?: string | null }) => {
    const words = (args.query ?? "").toLowerCase()
    return store
      .rowsBy("labels", "repository", repo.id)
      .filter((label) => `${label.name} ${label.description ?? ""}`.toLowerCase().includes(words))
  }),
  milestone: (repo, args: { number: number }, { store }) =>
    milestones(store, repo).find((milestone) => milestone.number === args.number) ?? null,
  milestones: list(
    (repo, { store }, args: MilestoneListArgs) =>
      milestones(store, repo).filter(
        (milestone) =>
          (!args.states?.length || args.states.includes(milestone.state)) &&
          milestone.title.toLowerCase().includes((args.query ?? "").toLowerCase()),
      ),
    (args: MilestoneListArgs) => ({ order: milestoneOrder(args.orderBy) }),
  ),
}

interface MilestoneListArgs extends PageArgs {
  query?: string | null
  states?: readonly string[] | null
  orderBy?: OrderArg<"CREATED_AT" | "DUE_DATE" | "NUMBER" | "UPDATED_AT"> | null
}

const milestones = (store: Store, repo: Repo): Milestone[] =>
  store.rowsBy("milestones", "repository", repo.id)

const milestoneOrder = (order: MilestoneListArgs["orderBy"]): Order<Milestone> =>
  orderOf(order, "NUMBER", {
    CREATED_AT: (row) => [row.createdAt, row.number],
    DUE_DATE: (row) => [row.dueOn ?? "9999", row.number],
    NUMBER: (row) => [row.number],
    UPDATED_AT: (row) => [row.updatedAt, row.number],
  })

/** For a missing number, GitHub returns null and an error. */
function numbered(
  { store }: Context,
  repo: Repo,
  number: number,
  kinds: readonly ("Issue" | "PullRequest")[],
  what: string,
) {
  const row =
    (kinds.includes("Issue") && store.issueByNumber(repo, number)) ||
    (kinds.includes("PullRequest") && store.pullRequestByNumber(repo, number))
  if (row && isVisible(store, row)) return row
  throw notFound(`Could not resolve to ${what} with the number of ${number}.`)
}
