import { type Issue, type Repository, type Store, subjectKey, withEntry } from "../tables/index.js"
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
  const source = store.get("repositories", issue.repositoryId)
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
    const label = store.get("labels", id)
    const twin = store.labelByName(target, label.name)
    if (twin) return [twin.id]
    if (!createLabelsIfMissing) return []
    const { id: _, ...copy } = label
    return [store.insert("labels", { ...copy, repositoryId: target.id }).id]
  })
  const { id: oldId, ...copy } = issue
  const moved = store.insert("issues", {
    ...copy,
    repositoryId: target.id,
    number: takeNumber(store, target),
    labelIds,
    milestoneId: null,
    updatedAt: now,
  })
  moveBelongings(store, issue, moved)
  store.update(source, {
    transferredNumbers: withEntry(source.transferredNumbers, issue.number, moved.id),
  })
  store.remove(issue)
  store.recordEvent("TransferredEvent", moved, {
    fromRepositoryId: source.id,
  })
  return store.recordApplied("transferIssue", moved)
}

/** Changes all references to the issue into references to the moved one. Pins are not moved. */
function moveBelongings(store: Store, issue: Issue, moved: Issue): void {
  const subject = subjectKey(issue)
  for (const table of ["issueComments", "events", "projectItems", "reactions"] as const) {
    for (const row of store.rowsBy(table, "subject", subject)) {
      store.update(row, { subjectId: moved.id })
    }
  }
  for (const id of issue.subIssueIds) {
    store.update(store.get("issues", id), { parentId: moved.id })
  }
  if (issue.parentId !== null) {
    const parent = store.get("issues", issue.parentId)
    const subIssueIds = parent.subIssueIds.map((id) => (id === issue.id ? moved.id : id))
    store.update(parent, { subIssueIds })
  }
  moveDependencies(store, issue, moved)
  for (const twin of store.rowsBy("issues", "duplicateOf", issue.id)) {
    store.update(twin, { duplicateOfId: moved.id })
  }
  for (const link of store.rowsBy("linkedBranches", "issue", issue.id)) {
    store.update(link, { issueId: moved.id })
  }
  for (const pin of store.rowsBy("pinnedIssues", "issue", issue.id)) store.remove(pin)
  for (const repository of store.tables.repositories.values()) {
    for (const [number, id] of repository.transferredNumbers) {
      if (id !== issue.id) continue
      store.update(repository, {
        transferredNumbers: withEntry(repository.transferredNumbers, number, moved.id),
      })
    }
  }
}
