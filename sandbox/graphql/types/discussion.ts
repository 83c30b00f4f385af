import {
  categoriesOf,
  discussionByNumber,
  isAnswer,
  isAuthor,
  isVisible,
  notFound,
  repliesOf,
  topCommentsOf,
} from "../../state/index.js"
import {
  type Account,
  type Discussion,
  type DiscussionCategory,
  type DiscussionComment,
  nodeId,
  type Repository,
  type Store,
} from "../../tables/index.js"
import {
  type Context,
  constants,
  emptyConnection,
  type Field,
  type Fields,
  list,
  listById,
  type OrderArg,
  orderOf,
  type PageArgs,
} from "../field/index.js"
import { labelsOf } from "./lists.js"
import { reactableFields } from "./reactable.js"
import { may, minimizableFields, repositoryRow, writtenFields } from "./written.js"

interface InRepository extends PageArgs {
  repositoryId?: string | null
}

interface DiscussionListArgs extends InRepository {
  answered?: boolean | null
  categoryId?: string | null
  orderBy?: OrderArg<"CREATED_AT" | "UPDATED_AT"> | null
  states?: readonly ("OPEN" | "CLOSED")[] | null
}

/** Discussions of a repository. In the sandbox, they cannot be pinned. */
export const repositoryDiscussionFields: Fields<Repository> = {
  hasDiscussionsEnabled: (repo, _, { store }) => categoriesOf(store, repo).length > 0,
  discussion: (repo, args: { number: number }, context) => {
    const found = discussionByNumber(context.store, repo, args.number)
    if (found && isVisible(context.store, found)) return found
    throw notFound(`Could not resolve to a Discussion with the number of ${args.number}.`)
  },
  discussionCategories: listById((repo, { store }) => categoriesOf(store, repo)),
  discussionCategory: (repo, args: { slug: string }, { store }) =>
    categoriesOf(store, repo).find((category) => slugOf(category) === args.slug) ?? null,
  discussions: discussionsOf((repo, { store }) =>
    store.rowsBy("discussions", "repository", repo.id),
  ),
  pinnedDiscussions: emptyConnection,
}

/** Discussions that an account started. */
export const ownerDiscussionFields: Fields<Account> = {
  repositoryDiscussionComments: listById(
    (account, { store }, args: InRepository & { onlyAnswers?: boolean | null }) =>
      store.rowsBy("discussionComments", "author", account.id).filter((comment) => {
        const discussion = discussionOf({ store }, comment)
        return (
          isVisible(store, comment) &&
          (!args.onlyAnswers || isAnswer(discussion, comment)) &&
          isIn(store, discussion, args)
        )
      }),
  ),
  repositoryDiscussions: discussionsOf((account, { store }, args) =>
    store
      .rowsBy("discussions", "author", account.id)
      .filter((discussion) => isIn(store, discussion, args)),
  ),
}

function isIn(store: Store, { repositoryId }: Discussion, { repositoryId: id }: InRepository) {
  return !id || nodeId(store.get("repositories", repositoryId)) === id
}

function discussionsOf<Owner>(
  rows: (owner: Owner, context: Context, args: DiscussionListArgs) => readonly Discussion[],
): Field<Owner> {
  return list(
    (owner: Owner, context, args: DiscussionListArgs) => {
      const { answered, categoryId, states } = args
      const { store } = context
      return rows(owner, context, args).filter(
        (one) =>
          isVisible(store, one) &&
          (!categoryId || nodeId(categoryOf(context, one)) === categoryId) &&
          (typeof answered !== "boolean" || isAnswered(store, one) === answered) &&
          (!states?.length || states.includes(one.closedAt === null ? "OPEN" : "CLOSED")),
      )
    },
    // By default, the most recently changed ones come first.
    ({ orderBy }) => ({
      order: orderOf(
        orderBy,
        "UPDATED_AT",
        {
          CREATED_AT: (one) => [one.createdAt, one.id],
          UPDATED_AT: (one) => [one.updatedAt, one.id],
        },
        "DESC",
      ),
    }),
  )
}

/** Undefined for categories without answers, which neither value of the filter selects. */
function isAnswered(store: Store, { categoryId, answer }: Discussion): boolean | undefined {
  return store.get("discussionCategories", categoryId).isAnswerable ? answer !== null : undefined
}

const categoryOf = ({ store }: Pick<Context, "store">, { categoryId }: Discussion) =>
  store.get("discussionCategories", categoryId)

const discussionOf = ({ store }: Pick<Context, "store">, { discussionId }: DiscussionComment) =>
  store.get("discussions", discussionId)

const votableFields: Fields<Discussion | DiscussionComment> = {
  upvoteCount: (row) => row.upvoterIds.length,
  viewerHasUpvoted: (row, _, { viewer }) => row.upvoterIds.includes(viewer.account.id),
  viewerCanUpvote: (row, _, context) => repositoryRow(context, row).archivedAt === null,
}

// Comments of discussions have no repository, and discussions no reasons.
const { repository: _, ...ofComments } = writtenFields
const { viewerCannotUpdateReasons: __, ...ofDiscussions } = ofComments

export const discussionFields: Fields<Discussion> = {
  ...ofDiscussions,
  ...reactableFields,
  ...votableFields,
  ...constants({ activeLockReason: null, poll: null }),
  answer: ({ answer }, _, { store }) => answer && store.get("discussionComments", answer.commentId),
  answerChosenAt: ({ answer }) => answer?.chosenAt ?? null,
  answerChosenBy: ({ answer }, _, { store }) => answer && store.get("accounts", answer.chosenById),
  closed: ({ closedAt }) => closedAt !== null,
  comments: listById((discussion, { store }) => topCommentsOf(store, discussion)),
  labels: labelsOf(({ labelIds }, { store }) => labelIds.map((id) => store.get("labels", id))),
  // Null for categories without answers.
  isAnswered: (discussion, _, context) =>
    categoryOf(context, discussion).isAnswerable ? discussion.answer !== null : null,
  viewerCanClose: (discussion, _, context) =>
    discussion.closedAt === null && isManageable(context, discussion),
  viewerCanReopen: (discussion, _, context) =>
    discussion.closedAt !== null && isManageable(context, discussion),
  viewerCanDelete: (discussion, _, context) => may(context, discussion, "TRIAGE"),
  viewerCanLabel: (discussion, _, context) => may(context, discussion, "TRIAGE"),
}

export const discussionCommentFields: Fields<DiscussionComment> = {
  ...ofComments,
  ...minimizableFields,
  ...reactableFields,
  ...votableFields,
  isAnswer: (comment, _, context) => isAnswer(discussionOf(context, comment), comment),
  replies: listById((comment, { store }) => repliesOf(store, comment)),
  viewerCanMarkAsAnswer: (comment, _, context) =>
    mayAnswer(context, comment) && !isAnswer(discussionOf(context, comment), comment),
  viewerCanUnmarkAsAnswer: (comment, _, context) =>
    mayAnswer(context, comment) && isAnswer(discussionOf(context, comment), comment),
  viewerCanUnminimize: (comment, _, context) =>
    comment.minimizedReason !== null && may(context, comment, "TRIAGE"),
}

const mayAnswer = (context: Context, comment: DiscussionComment): boolean => {
  const discussion = discussionOf(context, comment)
  return categoryOf(context, discussion).isAnswerable && isManageable(context, discussion)
}

const isManageable = (context: Context, discussion: Discussion): boolean =>
  may(context, discussion, "TRIAGE", isAuthor(context.viewer, discussion))

export const discussionCategoryFields: Fields<DiscussionCategory> = {
  slug: slugOf,
  updatedAt: (category) => category.createdAt,
}

function slugOf({ name }: DiscussionCategory): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-")
}
