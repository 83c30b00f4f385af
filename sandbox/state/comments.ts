import {
  type DiscussionComment,
  type Issue,
  type IssueComment,
  type PullRequest,
  type Repository,
  type Review,
  type ReviewComment,
  type Store,
  subjectKey,
} from "../tables/index.js"
import { Refusal, unprocessable } from "./errors.js"
import { authorize, has, isAuthor, repositoryOf, resourcesOf, subjectOf } from "./permissions.js"
import type { Session } from "./session.js"
import { checkFilledBody, editBody, newText } from "./text.js"

export function addComment(
  store: Session,
  subject: Issue | PullRequest,
  body: string,
): IssueComment {
  const repository = authorize(store, subject, resourcesOf(store, subject), "READ")
  requireUnlocked(store, repository, subject)
  checkFilledBody(body, "IssueComment")
  const comment = store.insert("issueComments", {
    ...newText(store, body),
    subjectKind: subject.kind,
    subjectId: subject.id,
  })
  store.update(subject, {
    updatedAt: comment.createdAt,
    commentCount: subject.commentCount + 1,
  })
  return store.recordApplied("addComment", comment)
}

/** Refuses a comment in a locked conversation, unless the viewer is a collaborator. */
export function requireUnlocked(
  store: Session,
  repository: Repository,
  subject: Issue | PullRequest,
): void {
  if (subject.locked && !has(store, repository, "WRITE", resourcesOf(store, subject))) {
    throw new Refusal("FORBIDDEN", "Unable to create comment because issue is locked.")
  }
}

export function updateIssueComment(
  store: Session,
  comment: IssueComment,
  body: string,
): IssueComment {
  authorizeEdit(store, comment)
  const isEdited = editBody(store, comment, checkFilledBody(body, "IssueComment"))
  const subject = subjectOf(store, comment)
  if (isEdited && (subject?.kind === "Issue" || subject?.kind === "PullRequest")) {
    store.update(subject, { updatedAt: comment.updatedAt })
  }
  return store.recordApplied("updateIssueComment", comment)
}

export function deleteIssueComment(store: Session, comment: IssueComment): void {
  authorizeEdit(store, comment)
  store.clock.tick()
  dropReactions(store, comment)
  store.remove(comment)
  const subject = subjectOf(store, comment)
  if (subject?.kind === "Issue" || subject?.kind === "PullRequest") {
    store.update(subject, { commentCount: subject.commentCount - 1 })
    store.recordEvent("CommentDeletedEvent", subject, {
      ...(comment.authorId === null ? {} : { userId: comment.authorId }),
    })
  }
  store.recordApplied("deleteIssueComment", comment)
}

type Comment = IssueComment | Review | ReviewComment | DiscussionComment

/** The author and everybody with write access may edit and delete. */
export function authorizeEdit(store: Session, comment: Comment): void {
  const repository = repositoryOf(store, comment)
  if (repository)
    authorize(
      store,
      repository,
      resourcesOf(store, comment),
      "WRITE",
      isAuthor(store.viewer, comment),
    )
}

export function dropReactions(store: Store, subject: { kind: string; id: number }): void {
  for (const reaction of store.rowsBy("reactions", "subject", subjectKey(subject))) {
    store.remove(reaction)
  }
}

export function minimizeComment(store: Session, comment: Comment, classifier: string): Comment {
  const repository = repositoryOf(store, comment)
  if (repository) authorize(store, repository, resourcesOf(store, comment), "TRIAGE")
  if (comment.kind === "PullRequestReview" && comment.state === "PENDING") {
    throw unprocessable("Could not minimize a pending review")
  }
  store.clock.tick()
  store.update(comment, { minimizedReason: classifier.toLowerCase().replace("_", "-") })
  return store.recordApplied("minimizeComment", comment)
}

export function unminimizeComment(store: Session, comment: Comment): Comment {
  const repository = repositoryOf(store, comment)
  if (repository) authorize(store, repository, resourcesOf(store, comment), "TRIAGE")
  store.clock.tick()
  store.update(comment, { minimizedReason: null })
  return store.recordApplied("unminimizeComment", comment)
}
