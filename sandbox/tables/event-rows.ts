/** The rows of timelines. */

import * as t from "./columns.js"
import type { LockReason, StateReason } from "./issue-rows.js"
import type { ReviewState } from "./pull-rows.js"
import type { Label } from "./repository-rows.js"

export const eventTables = {
  /** Something that happened to an issue or pull request; `data` depends on `type`. */
  events: {
    ...t.node({
      AssignedEvent: "ASEV",
      AutoMergeDisabledEvent: "AMDE",
      AutoMergeEnabledEvent: "AMEE",
      BaseRefChangedEvent: "BRCE",
      ClosedEvent: "CE",
      CommentDeletedEvent: "CDE",
      BlockedByAddedEvent: "BBAE",
      BlockedByRemovedEvent: "BBRE",
      BlockingAddedEvent: "BLAE",
      BlockingRemovedEvent: "BLRE",
      ConvertToDraftEvent: "CTDE",
      DemilestonedEvent: "DEME",
      HeadRefDeletedEvent: "HRDE",
      LabeledEvent: "LE",
      LockedEvent: "LOE",
      MarkedAsDuplicateEvent: "MADE",
      MergedEvent: "ME",
      MilestonedEvent: "MIE",
      ParentIssueAddedEvent: "PIAE",
      ParentIssueRemovedEvent: "PIRE",
      PinnedEvent: "PINE",
      ReadyForReviewEvent: "RFRE",
      RenamedTitleEvent: "RTE",
      ReopenedEvent: "REE",
      ReviewDismissedEvent: "RDE",
      ReviewRequestRemovedEvent: "RRRE",
      ReviewRequestedEvent: "RRE",
      SubIssueAddedEvent: "SIAE",
      SubIssueRemovedEvent: "SIRE",
      TransferredEvent: "TRE",
      UnassignedEvent: "UNASE",
      UnlabeledEvent: "UNLE",
      UnlockedEvent: "UNLOE",
      UnpinnedEvent: "UNPE",
    }),
    subjectKind: t.oneOf<"Issue" | "PullRequest">(),
    subjectId: t.number,
    actorId: t.id("accounts"),
    createdAt: t.time,
    data: t.object<EventData>(),
  },
}

export interface TimelineEvent extends t.Row<typeof eventTables.events> {}

export type TimelineEventKind = TimelineEvent["kind"]

export interface EventData {
  readonly labelId?: number
  /** In place of `labelId`. */
  readonly deletedLabel?: Pick<Label, "name" | "color">
  readonly userId?: number
  readonly milestoneTitle?: string
  readonly previousTitle?: string
  readonly currentTitle?: string
  readonly stateReason?: StateReason | null
  readonly lockReason?: LockReason | null
  readonly commitOid?: string
  readonly mergeRefName?: string
  readonly reviewId?: number
  readonly previousReviewState?: ReviewState
  readonly message?: string | null
  readonly previousRefName?: string
  readonly currentRefName?: string
  readonly fromRepositoryId?: number
  readonly refName?: string
  readonly canonical?: { readonly kind: "Issue" | "PullRequest"; readonly id: number }
  readonly issueId?: number
}
