import {
  get,
  type Issue,
  insert,
  labelByName,
  type Repository,
  recordApplied,
  recordEvent,
  remove,
  rowsBy,
  type Store,
  subjectKey,
  update,
  withEntry,
} from "../tables/index.js"
import { moveDependencies } from "./dependencies.js"
import { unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"
import { takeNumber } from "./text.js"

/** Moves an issue with its comments. Of its labels, those stay whose names exist in the target. */
export function transferIssue(
  store: Session,
  issue: Issue,
  target: Repository,
  createLabelsIfMissing: boolean,
): Issue {
  const source = get(store, "repositories", issue.repositoryId)
  authorize(store, source, "issues", "WRITE")
  authorize(store, target, "issues", "WRITE")
  if (source.ownerId !== target.ownerId) {
    throw unprocessable("Issues can only be transferred to a repository of the same owner")
  }
  if (source.id === target.id) throw unprocessable("Issue is already in that repository")
  if (source.isPrivate && !target.isPrivate) {
    throw unprocessable("Issues cannot be transferred from a private to a public repository")
  }
  const now = store.clock.tick()
  const labelIds = issue.labelIds.flatMap((id) => {
    const label = get(store, "labels", id)
    const twin = labelByName(store, target, label.name)
    if (twin) return [twin.id]
    if (!createLabelsIfMissing) return []
    const { id: _, ...copy } = label
    return [insert(store, "labels", { ...copy, repositoryId: target.id }).id]
  })
  const { id: oldId, ...copy } = issue
  const moved = insert(store, "issues", {
    ...copy,
    repositoryId: target.id,
    number: takeNumber(store, target),
    labelIds,
    milestoneId: null,
    updatedAt: now,
  })
  moveBelongings(store, issue, moved)
  update(store, source, {
    transferredNumbers: withEntry(source.transferredNumbers, issue.number, moved.id),
  })
  remove(store, issue)
  recordEvent(store, "TransferredEvent", moved, {
    fromRepositoryId: source.id,
  })
  recordApplied(store, "transferIssue", moved)
  return moved
}

/** Changes all references to the issue into references to the moved one. Pins are not moved. */
function moveBelongings(store: Store, issue: Issue, moved: Issue): void {
  const subject = subjectKey(issue)
  for (const table of ["issueComments", "events", "projectItems", "reactions"] as const) {
    for (const row of rowsBy(store, table, "subject", subject)) {
      update(store, row, { subjectId: moved.id })
    }
  }
  for (const id of issue.subIssueIds) {
    update(store, get(store, "issues", id), { parentId: moved.id })
  }
  if (issue.parentId !== null) {
    const parent = get(store, "issues", issue.parentId)
    const subIssueIds = parent.subIssueIds.map((id) => (id === issue.id ? moved.id : id))
    update(store, parent, { subIssueIds })
  }
  moveDependencies(store, issue, moved)
  for (const twin of rowsBy(store, "issues", "duplicateOf", issue.id)) {
    update(store, twin, { duplicateOfId: moved.id })
  }
  for (const link of rowsBy(store, "linkedBranches", "issue", issue.id)) {
    update(store, link, { issueId: moved.id })
  }
  for (const pin of rowsBy(store, "pinnedIssues", "issue", issue.id)) remove(store, pin)
  for (const repository of store.tables.repositories.values()) {
    for (const [number, id] of repository.transferredNumbers) {
      if (id !== issue.id) continue
      update(store, repository, {
        transferredNumbers: withEntry(repository.transferredNumbers, number, moved.id),
      })
    }
  }
}
