import {
  closedIssues,
  closingPulls,
  labelled,
  latestReviews,
  type RolledUp,
  reviewDecision,
  rollupState,
  type Session,
} from "../state/index.js"
import { type Issue, type PullRequest, sameName } from "../tables/index.js"
import { dateMatcher, numberMatcher } from "./comparison.js"
import { isAccount, people } from "./people-qualifiers.js"
import { compared, flag, lifted, oneOf, type Qualifiers, scopeQualifiers } from "./terms.js"
import type { Term } from "./tokens.js"
import type { Matches } from "./tree.js"

type Row = Issue | PullRequest

const isPull = (row: Row): row is PullRequest => row.kind === "PullRequest"

const ofPull =
  (matches: Matches<PullRequest>): Matches<Row> =>
  (row) =>
    isPull(row) && matches(row)

export const issueQualifiers = (store: Session): Qualifiers<Row> => ({
  ...ofRepository(store),
  ...KINDS,
  ...people(store),
  ...ofPullRequest(store),
  type: (term) => {
    if (Object.hasOwn(KIND, term.value.toLowerCase())) return oneOf<Row>(KIND)(term)
    return (row) =>
      row.kind === "Issue" && sameName(store.find("issueTypes", row.typeId)?.name ?? "", term.value)
  },
  label: (term) => labelled(store, term.values),
  milestone: (term) => (row) => {
    const own = store.find("milestones", row.milestoneId)
    return own !== undefined && (term.value === "*" || sameName(own.title, term.value))
  },
  linked: oneOf<Row>({
    pr: (row) => row.kind === "Issue" && closingPulls(store, row).length > 0,
    issue: ofPull((pull) => closedIssues(store, pull).length > 0),
  }),
  no: oneOf<Row>({
    label: (row) => row.labelIds.length === 0,
    assignee: (row) => row.assigneeIds.length === 0,
    milestone: (row) => row.milestoneId === null,
  }),
  created: compared(dateMatcher, (row) => row.createdAt),
  updated: compared(dateMatcher, (row) => row.updatedAt),
  closed: compared(dateMatcher, (row) => row.closedAt),
  merged: compared(dateMatcher, (row) => (isPull(row) ? row.mergedAt : null)),
  comments: compared(numberMatcher, (row) => row.commentCount),
})

const KIND = {
  issue: (row: Row) => row.kind === "Issue",
  pr: (row: Row) => row.kind === "PullRequest",
  "pull-request": (row: Row) => row.kind === "PullRequest",
}

const STATE = {
  open: (row: Row) => row.state === "OPEN",
  closed: (row: Row) => row.state !== "OPEN",
}

const closedAs =
  (reason: string): Matches<Row> =>
  (row) =>
    row.kind === "Issue" && row.stateReason === reason

const isDraft = (row: Row): boolean => isPull(row) && row.isDraft

/** Qualifiers about the row itself. */
const KINDS: Qualifiers<Row> = {
  state: oneOf<Row>(STATE),
  // `draft:false` does not match issues.
  draft: (term) => {
    const matches = flag(isDraft)(term)
    return (row) => isPull(row) && matches(row)
  },
  reason: oneOf<Row>({
    completed: closedAs("COMPLETED"),
    "not planned": closedAs("NOT_PLANNED"),
    "not-planned": closedAs("NOT_PLANNED"),
    duplicate: closedAs("DUPLICATE"),
  }),
}

function ofRepository(store: Session): Qualifiers<Row> {
  const repositoryOf = (row: Row) => store.get("repositories", row.repositoryId)
  const isArchived = (row: Row): boolean => repositoryOf(row).archivedAt !== null
  const isPrivate = (row: Row): boolean => repositoryOf(row).isPrivate
  return {
    ...lifted(scopeQualifiers(store), repositoryOf),
    archived: flag(isArchived),
    is: oneOf<Row>({
      ...KIND,
      ...STATE,
      merged: (row) => row.state === "MERGED",
      unmerged: (row) => isPull(row) && row.state !== "MERGED",
      locked: (row) => row.locked,
      unlocked: (row) => !row.locked,
      draft: isDraft,
      public: (row) => !isPrivate(row),
      private: isPrivate,
      archived: isArchived,
    }),
  }
}

function ofPullRequest(store: Session): Qualifiers<Row> {
  const requested = (term: Term): Matches<Row> => {
    const is = isAccount(store, term)
    return ofPull((pull) =>
      store.rowsBy("reviewRequests", "pullRequest", pull.id).some((one) => is(one.reviewerId)),
    )
  }
  const rolledUp = (state: RolledUp): Matches<Row> =>
    ofPull(
      ({ repositoryId, headRefOid: oid }) => rollupState(store, { repositoryId, oid }) === state,
    )
  const decided = (decision: string): Matches<Row> =>
    ofPull((pull) => reviewDecision(store, pull) === decision)
  return {
    status: oneOf<Row>({
      pending: rolledUp("PENDING"),
      success: rolledUp("SUCCESS"),
      failure: rolledUp("FAILURE"),
    }),
    head: (term) => ofPull((pull) => pull.headRefName.startsWith(term.value)),
    base: (term) => ofPull((pull) => pull.baseRefName.startsWith(term.value)),
    review: oneOf<Row>({
      none: ofPull((pull) => latestReviews(store, pull, false).length === 0),
      approved: decided("APPROVED"),
      changes_requested: decided("CHANGES_REQUESTED"),
      "changes-requested": decided("CHANGES_REQUESTED"),
      // No branch of the sandbox is protected.
      required: () => false,
    }),
    "reviewed-by": (term) => {
      const is = isAccount(store, term)
      return ofPull((pull) =>
        latestReviews(store, pull, false).some((review) => is(review.authorId)),
      )
    },
    "review-requested": requested,
    "user-review-requested": requested,
  }
}
