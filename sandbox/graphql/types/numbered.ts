import { isAuthor, permissionOf, reviewsOf } from "../../state/index.js"
import { type Account, type Issue, type PullRequest, subjectKey } from "../../tables/index.js"
import {
  type Context,
  constants,
  emptyConnection,
  type Fields,
  list,
  type OrderedArgs,
} from "../field/index.js"
import { commentOrder, labelsOf } from "./lists.js"
import { contentProjectFields } from "./project.js"
import { reactableFields } from "./reactable.js"
import { timelineItems } from "./timeline.js"
import { may, repositoryRow, writtenFields } from "./written.js"

type Row = Issue | PullRequest

/** Common fields of issues and pull requests. */
export const numberedFields: Fields<Row> = {
  ...writtenFields,
  ...reactableFields,
  ...contentProjectFields,
  ...constants({
    isReadByViewer: true,
  }),
  // GitHub has removed classic projects.
  projectCards: emptyConnection,
  titleHTML: (row) => escapeHtml(row.title),
  closed: (row) => row.state !== "OPEN",
  labels: labelsOf((row, { store }) =>
    row.labelIds.map((id) => store.find("labels", id)).filter((label) => label !== undefined),
  ),
  assignees: list((row, { store }) =>
    row.assigneeIds.map((id) => store.find("accounts", id)).filter((user) => user !== undefined),
  ),
  comments: list(
    (row, context) => commentsOf(context, row),
    (args: OrderedArgs) => ({ order: commentOrder(args.orderBy) }),
  ),
  participants: list((row, context) => participants(context, row)),
  timelineItems,
  viewerCanLabel: (row, _, context) => may(context, row, "TRIAGE"),
  viewerCanClose: (row, _, context) =>
    row.state === "OPEN" && may(context, row, "TRIAGE", isAuthor(context.viewer, row)),
  viewerCanReopen: (row, _, context) =>
    row.state === "CLOSED" && may(context, row, "TRIAGE", isAuthor(context.viewer, row)),
  viewerCanSubscribe: (row, _, { store }) =>
    permissionOf(store, repositoryRow({ store }, row)) !== null,
  viewerSubscription: (row, _, context) => subscription(context, row),
}

export const commentsOf = ({ store }: Pick<Context, "store">, row: Row) =>
  store.rowsBy("issueComments", "subject", subjectKey(row))

/** A subscription is either chosen, or implied by participation. */
export function subscription(
  context: Context,
  row: Row,
): "SUBSCRIBED" | "UNSUBSCRIBED" | "IGNORED" {
  const { account } = context.viewer
  const chosen = row.subscriptions.get(account.id)
  if (chosen) return chosen
  const takesPart =
    participants(context, row).some((user) => user.id === account.id) ||
    repositoryRow(context, row).watchers.has(account.id)
  return takesPart ? "SUBSCRIBED" : "UNSUBSCRIBED"
}

function participants(context: Context, row: Row): Account[] {
  const { store, viewer } = context
  const ids = new Set<number | null>([
    row.authorId,
    ...row.assigneeIds,
    ...commentsOf(context, row).map((comment) => comment.authorId),
  ])
  if (row.kind === "PullRequest") {
    for (const review of reviewsOf(store, row)) {
      const isPublic = review.state !== "PENDING" || review.authorId === viewer.account.id
      if (isPublic) ids.add(review.authorId)
    }
  }
  return [...ids]
    .map((id) => store.find("accounts", id))
    .filter((account) => account?.kind === "User")
    .filter((account) => account !== undefined)
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
