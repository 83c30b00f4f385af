import type { TimelineEventKind } from "../../tables/index.js"

type ItemKind =
  | TimelineEventKind
  | "CrossReferencedEvent"
  | "IssueComment"
  | "PullRequestCommit"
  | "PullRequestReview"

/** The modelled timeline items. For others, an empty list proves nothing. */
const MODELLED: Record<ItemKind, true> = {
  AssignedEvent: true,
  AutoMergeDisabledEvent: true,
  AutoMergeEnabledEvent: true,
  BaseRefChangedEvent: true,
  BlockedByAddedEvent: true,
  BlockedByRemovedEvent: true,
  BlockingAddedEvent: true,
  BlockingRemovedEvent: true,
  ClosedEvent: true,
  CommentDeletedEvent: true,
  ConvertToDraftEvent: true,
  CrossReferencedEvent: true,
  DemilestonedEvent: true,
  HeadRefDeletedEvent: true,
  IssueComment: true,
  LabeledEvent: true,
  LockedEvent: true,
  MarkedAsDuplicateEvent: true,
  MergedEvent: true,
  MilestonedEvent: true,
  ParentIssueAddedEvent: true,
  ParentIssueRemovedEvent: true,
  PinnedEvent: true,
  PullRequestCommit: true,
  PullRequestReview: true,
  ReadyForReviewEvent: true,
  RenamedTitleEvent: true,
  ReopenedEvent: true,
  ReviewDismissedEvent: true,
  ReviewRequestRemovedEvent: true,
  ReviewRequestedEvent: true,
  SubIssueAddedEvent: true,
  SubIssueRemovedEvent: true,
  TransferredEvent: true,
  UnassignedEvent: true,
  UnlabeledEvent: true,
  UnlockedEvent: true,
  UnpinnedEvent: true,
}

/** Whether a timeline can contain items of the type. */
export const isTimelineItem = (typeName: string): boolean => Object.hasOwn(MODELLED, typeName)
