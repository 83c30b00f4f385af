import { categoriesOf, discussionByNumber, isVisible, notFound } from "../../state/index.js"
import {
  type Account,
  type Discussion,
  type DiscussionCategory,
  get,
  nodeId,
  type Repository,
  rowsBy,
} from "../../tables/index.js"
import {
  byId,
  type Context,
  connection,
  constants,
  emptyConnection,
  type Fields,
  type PageArgs,
  properties,
} from "../field/index.js"
import type { OrderArg } from "./lists.js"
import { idField } from "./node.js"
import { writtenFields } from "./written.js"

interface DiscussionListArgs extends PageArgs {
  answered?: boolean | null
  categoryId?: string | null
  orderBy?: OrderArg<"CREATED_AT" | "UPDATED_AT"> | null
  states?: readonly ("OPEN" | "CLOSED")[] | null
}

/** Discussions of a repository. In the sandbox, they cannot be commented on, answered, closed or pinned. */
export const repositoryDiscussionFields: Fields<Repository> = {
  hasDiscussionsEnabled: (repo, _, { store }) => categoriesOf(store, repo).length > 0,
  discussion: (repo, args: { number: number }, context) => {
    const found = discussionByNumber(context.store, repo, args.number)
    if (found && isVisible(context.store, context.viewer, found)) return found
    throw notFound(`Could not resolve to a Discussion with the number of ${args.number}.`)
  },
  discussionCategories: (repo, args, { store }, info) =>
    connection(categoriesOf(store, repo), args, info, { order: byId() }),
  discussionCategory: (repo, args: { slug: string }, { store }) =>
    categoriesOf(store, repo).find((category) => slugOf(category) === args.slug) ?? null,
  discussions: (repo, args: DiscussionListArgs, context, info) =>
    discussionConnection(
      context,
      args,
      info,
      rowsBy(context.store, "discussions", "repository", repo.id),
    ),
  pinnedDiscussions: emptyConnection,
}

/** Discussions that an account started. */
export const ownerDiscussionFields: Fields<Account> = {
  repositoryDiscussionComments: emptyConnection,
  repositoryDiscussions: (
    account,
    args: DiscussionListArgs & { repositoryId?: string | null },
    context,
    info,
  ) => {
    const { store } = context
    const started = rowsBy(store, "discussions", "author", account.id).filter(
      ({ repositoryId }) =>
        !args.repositoryId ||
        nodeId(get(store, "repositories", repositoryId)) === args.repositoryId,
    )
    return discussionConnection(context, args, info, started)
  },
}

function discussionConnection(
  { store, viewer }: Context,
  { answered, categoryId, orderBy, states, ...args }: DiscussionListArgs,
  info: Parameters<typeof connection>[2],
  all: readonly Discussion[],
) {
  const wanted = all.filter(
    (one) =>
      isVisible(store, viewer, one) &&
      (!categoryId || nodeId(get(store, "discussionCategories", one.categoryId)) === categoryId) &&
      // In the sandbox, no discussion is answered or closed.
      !answered &&
      (!states?.length || states.includes("OPEN")),
  )
  return connection(wanted, args, info, {
    order: {
      keys: (one) => [orderBy?.field === "CREATED_AT" ? one.createdAt : one.updatedAt, one.id],
      // By default, the most recently changed ones come first.
      descending: (orderBy?.direction ?? "DESC") === "DESC",
    },
  })
}

const categoryOf = ({ store }: Pick<Context, "store">, { categoryId }: Discussion) =>
  get(store, "discussionCategories", categoryId)

// Discussions lack these fields.
const { fullDatabaseId: _, viewerCannotUpdateReasons: __, ...ofDiscussions } = writtenFields

export const discussionFields: Fields<Discussion> = {
  ...ofDiscussions,
  ...properties<Discussion>("number", "title"),
  ...constants({
    activeLockReason: null,
    answer: null,
    answerChosenAt: null,
    answerChosenBy: null,
    closed: false,
    closedAt: null,
    locked: false,
    poll: null,
    reactionGroups: [],
    stateReason: null,
  }),
  comments: emptyConnection,
  labels: emptyConnection,
  reactions: emptyConnection,
  category: (discussion, _, context) => categoryOf(context, discussion),
  // Null for categories without answers.
  isAnswered: (discussion, _, context) =>
    categoryOf(context, discussion).isAnswerable ? false : null,
}

export const discussionCategoryFields: Fields<DiscussionCategory> = {
  ...idField,
  ...properties<DiscussionCategory>("createdAt", "description", "emoji", "isAnswerable", "name"),
  repository: (category, _, { store }) => get(store, "repositories", category.repositoryId),
  slug: slugOf,
  updatedAt: (category) => category.createdAt,
}

function slugOf({ name }: DiscussionCategory): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-")
}
