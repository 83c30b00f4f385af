import {
  addAssignees,
  addComment,
  addLabels,
  addReaction,
  clearLabels,
  createLabel,
  deleteIssueComment,
  deleteLabel,
  minimizeComment,
  removeAssignees,
  removeLabels,
  removeReaction,
  type Session,
  type Subscription,
  setGistStarred,
  setStarred,
  unminimizeComment,
  updateIssueComment,
  updateLabel,
  updateSubscription,
} from "../../state/index.js"
import type { Gist, ReactionContent, Repository } from "../../tables/index.js"
import { edgeOf } from "../field/index.js"
import { reactionGroups } from "../types/index.js"
import { bodyIn, change, labels, mutations, ofInput, ofRow, users } from "./mutation.js"

const NUMBERED = ["Issue", "PullRequest"] as const
const LABELABLE = [...NUMBERED, "Discussion"] as const
const MINIMIZABLE = [
  "IssueComment",
  "PullRequestReview",
  "PullRequestReviewComment",
  "DiscussionComment",
] as const
const REACTABLE = [...LABELABLE, ...MINIMIZABLE] as const
const STARRABLE = ["Repository", "Gist"] as const
const SUBSCRIBABLE = { subscribable: [...NUMBERED, "Repository"] } as const

type NewLabel = Parameters<typeof createLabel>[2]

export const conversationMutations = mutations({
  ...ofRow({ issueComment: "IssueComment" }, { deleteIssueComment }),
  ...ofInput({ issueComment: "IssueComment" }, bodyIn, { updateIssueComment }),
  ...ofInput({ repository: "Repository" }, (input: NewLabel) => input, { createLabel }),
  ...ofInput({ label: "Label" }, (input: Partial<NewLabel>) => input, { updateLabel }),
  ...ofInput(SUBSCRIBABLE, (input: { state: Subscription }) => input.state, { updateSubscription }),
  ...ofRow({ labelable: LABELABLE }, { clearLabelsFromLabelable: clearLabels }),
  ...ofRow({ label: "Label" }, { deleteLabel }),
  ...ofRow({ starrable: STARRABLE }, { addStar: star }, true),
  ...ofRow({ starrable: STARRABLE }, { removeStar: star }, false),

  addComment: change({ subject: NUMBERED }, (store, { subject }, input: { body: string }) => {
    const edge = edgeOf(addComment(store, subject, input.body))
    return { commentEdge: edge, timelineEdge: edge }
  }),

  minimizeComment: change(
    { subject: MINIMIZABLE },
    (store, { subject }, input: { classifier: string }) => ({
      minimizedComment: minimizeComment(store, subject, input.classifier),
    }),
  ),

  unminimizeComment: change({ subject: MINIMIZABLE }, (store, { subject }) => ({
    unminimizedComment: unminimizeComment(store, subject),
  })),

  addReaction: change({ subject: REACTABLE }, (store, { subject }, { content }: Reacting) => {
    const reaction = addReaction(store, subject, content)
    return { reaction, reactionGroups: reactionGroups(store, subject) }
  }),

  removeReaction: change({ subject: REACTABLE }, (store, { subject }, { content }: Reacting) => {
    const reaction = removeReaction(store, subject, content) ?? null
    return { reaction, reactionGroups: reactionGroups(store, subject) }
  }),

  addLabelsToLabelable: change(
    { labelable: LABELABLE },
    (store, { labelable }, { labelIds }: Labelling, context) =>
      addLabels(store, labelable, labels(context, labelIds)),
  ),

  removeLabelsFromLabelable: change(
    { labelable: LABELABLE },
    (store, { labelable }, { labelIds }: Labelling, context) =>
      removeLabels(store, labelable, labels(context, labelIds)),
  ),

  // Nobody works on the issue in the sandbox, so the assignment of an agent is kept without its instructions.
  addAssigneesToAssignable: change(
    { assignable: NUMBERED },
    (store, { assignable }, { assigneeIds }: Assigning, context) =>
      addAssignees(store, assignable, users(context, assigneeIds)),
  ),

  removeAssigneesFromAssignable: change(
    { assignable: NUMBERED },
    (store, { assignable }, { assigneeIds }: Assigning, context) =>
      removeAssignees(store, assignable, users(context, assigneeIds)),
  ),
})

interface Reacting {
  content: ReactionContent
}

interface Labelling {
  labelIds: readonly string[]
}

interface Assigning {
  assigneeIds: readonly string[]
}

function star(store: Session, starrable: Repository | Gist, isStarred: boolean): void {
  if (starrable.kind === "Gist") setGistStarred(store, starrable, isStarred)
  else setStarred(store, starrable, isStarred)
}
