import {
  type CrossReference,
  commitNode,
  findVisible,
  refNode,
  repositoryOf,
  resourcePath,
  subjectOf,
  timelineOf,
  visibleSubject,
  willClose,
} from "../../state/index.js"
import {
  columnsOf,
  type Issue,
  nodeId,
  type PullRequest,
  type TimelineEvent,
} from "../../tables/index.js"
import {
  address,
  type Context,
  connection,
  type Field,
  type Fields,
  NotModelled,
  type PageArgs,
} from "../field/index.js"

export const crossReferencedEventFields: Fields<CrossReference> = {
  id: ({ source, target }) =>
    `CRE_${Buffer.from(`${nodeId(target)}:${nodeId(source)}`).toString("base64url")}`,
  actor: ({ actorId }, _, { store }) => store.find("accounts", actorId) ?? null,
  createdAt: ({ createdAt }) => createdAt,
  referencedAt: ({ createdAt }) => createdAt,
  source: ({ source }) => source,
  target: ({ target }) => target,
  isCrossRepository: ({ source, target }) => source.repositoryId !== target.repositoryId,
  willCloseTarget: (reference, _, { store }) => willClose(store, reference),
}

interface TimelineArgs extends PageArgs {
  itemTypes?: readonly string[] | null
  since?: string | null
  skip?: number | null
}

/** Comments, reviews, commits and events of an issue or pull request, in order of time. */
export const timelineItems: Field<Issue | PullRequest> = (
  row,
  args: TimelineArgs,
  context,
  info,
) => {
  const all = timelineOf(context.store, row)
  const wanted = args.itemTypes?.map(modelledType)
  const { since } = args
  const filtered = all
    .filter(({ node }) => !wanted || wanted.includes(node.kind))
    .filter(({ at }) => !since || Date.parse(at) >= Date.parse(since))
    .slice(args.skip ?? 0)
  const page = connection(filtered, args, info, { node: (item) => item.node })
  return {
    ...page,
    totalCount: all.length,
    filteredCount: filtered.length,
    pageCount: page.nodes.length,
    updatedAt: row.updatedAt,
  }
}

const OTHERS = ["CrossReferencedEvent", "IssueComment", "PullRequestCommit", "PullRequestReview"]

/** Whether a timeline can contain items of the type. For others, an empty list proves nothing. */
export const isTimelineItem = (name: string): boolean =>
  OTHERS.includes(name) || columnsOf(name) === columnsOf("ClosedEvent")

function modelledType(itemType: string): string {
  const name = typeName(itemType)
  if (!isTimelineItem(name)) throw new NotModelled(`timelineItems(itemTypes: ${itemType})`)
  return name
}

/** `LABELED_EVENT` to `LabeledEvent`. */
const typeName = (itemType: string): string =>
  itemType.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const subject: Field<TimelineEvent> = (event, _, { store }) => subjectOf(store, event)

/** One table for all kinds of events; the schema says which kind has which field. */
export const eventResolvers: Fields<TimelineEvent> = {
  assignable: subject,
  closable: subject,
  labelable: subject,
  lockable: subject,
  subject,
  issue: subject,
  pullRequest: subject,
  duplicate: subject,
  assignee: (event, _, { store }) => store.find("accounts", event.data.userId) ?? null,
  user: (event, _, { store }) => store.find("accounts", event.data.userId) ?? null,
  deletedCommentAuthor: (event, _, { store }) => store.find("accounts", event.data.userId) ?? null,
  requestedReviewer: (event, _, { store }) => store.find("accounts", event.data.userId) ?? null,
  enabler: (event, _, { store }) => store.get("accounts", event.actorId),
  disabler: (event, _, { store }) => store.get("accounts", event.actorId),
  reason: () => null,
  reasonCode: () => null,
  label: ({ kind, data }, _, { store }) => {
    // How GitHub answers is not documented; the field is not nullable.
    if (data.deletedLabel) throw new NotModelled(`${kind}.label of a deleted label`)
    return store.find("labels", data.labelId)
  },
  milestoneTitle: (event) => event.data.milestoneTitle,
  previousTitle: (event) => event.data.previousTitle,
  currentTitle: (event) => event.data.currentTitle,
  stateReason: (event) => event.data.stateReason ?? null,
  lockReason: (event) => event.data.lockReason ?? null,
  closer: (event, _, context) => {
    const { commitOid, issueId } = event.data
    if (commitOid === undefined) return findVisible(context.store, "pullRequests", issueId)
    const homeId = event.data.fromRepositoryId ?? repositoryId(context, event)
    const home = findVisible(context.store, "repositories", homeId)
    return home && commitNode(home.id, commitOid)
  },
  commit: (event, _, context) =>
    event.data.commitOid ? commitNode(repositoryId(context, event), event.data.commitOid) : null,
  mergeRefName: (event) => event.data.mergeRefName,
  mergeRef: (event, _, context) =>
    refNode(context, repositoryId(context, event), `refs/heads/${event.data.mergeRefName}`),
  headRef: () => null,
  headRefName: (event) => event.data.refName,
  previousRefName: (event) => event.data.previousRefName,
  currentRefName: (event) => event.data.currentRefName,
  dismissalMessage: (event) => event.data.message ?? null,
  previousReviewState: (event) => event.data.previousReviewState,
  pullRequestCommit: () => null,
  review: (event, _, { store }) => store.find("reviews", event.data.reviewId) ?? null,
  fromRepository: (event, _, context) =>
    findVisible(context.store, "repositories", event.data.fromRepositoryId),
  canonical: (event, _, { store }) => visibleSubject(store, event.data.canonical),
  isCrossRepository: (event, _, { store }) => {
    const { canonical } = event.data
    const other =
      canonical && subjectOf(store, { subjectKind: canonical.kind, subjectId: canonical.id })
    const own = subjectOf(store, event)
    return !!other && !!own && repositoryOf(store, other) !== repositoryOf(store, own)
  },
  blockingIssue: (event, _, { store }) => findVisible(store, "issues", event.data.issueId),
  blockedIssue: (event, _, { store }) => findVisible(store, "issues", event.data.issueId),
  subIssue: (event, _, { store }) => findVisible(store, "issues", event.data.issueId),
  parent: (event, _, { store }) => findVisible(store, "issues", event.data.issueId),
  ...address<TimelineEvent>(
    "",
    (event, store) => `${resourcePath(store, store.numberedOf(event))}#event-${event.id}`,
  ),
}

const repositoryId = (context: Context, event: TimelineEvent): number =>
  context.store.numberedOf(event).repositoryId
