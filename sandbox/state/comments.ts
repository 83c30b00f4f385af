import {
  get,
  type Issue,
  type IssueComment,
  insert,
  type PullRequest,
  type Repository,
  type Review,
  type ReviewComment,
  recordApplied,
  recordEvent,
  remove,
  rowsBy,
  subjectKey,
  update,
  type World,
} from "../tables/index.js"
import { Refusal, unprocessable } from "./errors.js"
import {
  authorize,
  has,
  isAuthor,
  repositoryOf,
  resourcesOf,
  subjectOf,
  type Viewer,
} from "./permissions.js"
import { checkFilledBody, editBody, newText } from "./text.js"

export function addComment(
  world: World,
  viewer: Viewer,
  subject: Issue | PullRequest,
  body: string,
): IssueComment {
  const repository = get(world, "repositories", subject.repositoryId)
  authorize(world, viewer, repository, resourcesOf(world, subject), "READ")
  requireUnlocked(world, viewer, repository, subject)
  checkFilledBody(body, "IssueComment")
  const comment = insert(world, "issueComments", {
    kind: "IssueComment",
    ...newText(world, viewer.account.id, body),
    subjectKind: subject.kind,
    subjectId: subject.id,
    minimizedReason: null,
  })
  update(world, subject, {
    updatedAt: comment.createdAt,
    commentCount: subject.commentCount + 1,
  })
  recordApplied(world, "addComment", viewer.account, comment)
  return comment
}

/** A locked conversation takes comments from collaborators only. */
export function requireUnlocked(
  world: World,
  viewer: Viewer,
  repository: Repository,
  subject: Issue | PullRequest,
): void {
  if (subject.locked && !has(world, viewer, repository, "WRITE", resourcesOf(world, subject))) {
    throw new Refusal("FORBIDDEN", "Unable to create comment because issue is locked.")
  }
}

export function updateIssueComment(
  world: World,
  viewer: Viewer,
  comment: IssueComment,
  body: string,
): IssueComment {
  authorizeEdit(world, viewer, comment)
  const isEdited = editBody(
    world,
    comment,
    viewer.account.id,
    checkFilledBody(body, "IssueComment"),
  )
  const subject = subjectOf(world, comment)
  if (isEdited && (subject?.kind === "Issue" || subject?.kind === "PullRequest")) {
    update(world, subject, { updatedAt: comment.updatedAt })
  }
  recordApplied(world, "updateIssueComment", viewer.account, comment)
  return comment
}

export function deleteIssueComment(world: World, viewer: Viewer, comment: IssueComment): void {
  authorizeEdit(world, viewer, comment)
  world.clock.tick()
  dropReactions(world, comment)
  remove(world, comment)
  const subject = subjectOf(world, comment)
  if (subject?.kind === "Issue" || subject?.kind === "PullRequest") {
    update(world, subject, { commentCount: subject.commentCount - 1 })
    recordEvent(world, "CommentDeletedEvent", subject, viewer.account.id, {
      ...(comment.authorId === null ? {} : { userId: comment.authorId }),
    })
  }
  recordApplied(world, "deleteIssueComment", viewer.account, comment)
}

type Comment = IssueComment | Review | ReviewComment

/** The author and everybody with write access may edit and delete. */
export function authorizeEdit(world: World, viewer: Viewer, comment: Comment): void {
  const repository = repositoryOf(world, comment)
  if (repository)
    authorize(
      world,
      viewer,
      repository,
      resourcesOf(world, comment),
      "WRITE",
      isAuthor(viewer, comment),
    )
}

export function dropReactions(world: World, subject: { kind: string; id: number }): void {
  for (const reaction of rowsBy(world, "reactions", "subject", subjectKey(subject))) {
    remove(world, reaction)
  }
}

export function minimizeComment(
  world: World,
  viewer: Viewer,
  comment: Comment,
  classifier: string,
): Comment {
  const repository = repositoryOf(world, comment)
  if (repository) authorize(world, viewer, repository, resourcesOf(world, comment), "TRIAGE")
  if (comment.kind === "PullRequestReview" && comment.state === "PENDING") {
    throw unprocessable("Could not minimize a pending review")
  }
  world.clock.tick()
  update(world, comment, { minimizedReason: classifier.toLowerCase().replace("_", "-") })
  recordApplied(world, "minimizeComment", viewer.account, comment)
  return comment
}

export function unminimizeComment(world: World, viewer: Viewer, comment: Comment): Comment {
  const repository = repositoryOf(world, comment)
  if (repository) authorize(world, viewer, repository, resourcesOf(world, comment), "TRIAGE")
  world.clock.tick()
  update(world, comment, { minimizedReason: null })
  recordApplied(world, "unminimizeComment", viewer.account, comment)
  return comment
}
