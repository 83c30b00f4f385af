import { unprocessable } from "./errors.js"
import { labelByName } from "./lookup.js"
import { authorize, type Viewer } from "./permissions.js"
import type { Issue, Repository } from "./rows.js"
import { get, insert, recordApplied, recordEvent, type World } from "./world.js"

/** Moves an issue with its comments. Labels that the target has by name come along. */
export function transferIssue(
  world: World,
  viewer: Viewer,
  issue: Issue,
  target: Repository,
  createLabelsIfMissing: boolean,
): Issue {
  const source = get(world, "repositories", issue.repositoryId)
  authorize(world, viewer, source, "WRITE")
  authorize(world, viewer, target, "WRITE")
  if (source.ownerId !== target.ownerId) {
    throw unprocessable("Issues can only be transferred to a repository of the same owner")
  }
  if (source.id === target.id) throw unprocessable("Issue is already in that repository")
  if (source.isPrivate && !target.isPrivate) {
    throw unprocessable("Issues cannot be transferred from a private to a public repository")
  }
  const now = world.clock.tick()
  const labelIds = issue.labelIds.flatMap((id) => {
    const label = get(world, "labels", id)
    const twin = labelByName(world, target, label.name)
    if (twin) return [twin.id]
    if (!createLabelsIfMissing) return []
    const { id: _, ...copy } = label
    return [insert(world, "labels", { ...copy, repositoryId: target.id }).id]
  })
  const { id: oldId, ...copy } = issue
  const moved = insert(world, "issues", {
    ...copy,
    repositoryId: target.id,
    number: ++target.lastNumber,
    labelIds,
    milestoneId: null,
    updatedAt: now,
  })
  for (const rows of [world.tables.issueComments, world.tables.events, world.tables.reactions]) {
    for (const row of rows.values()) {
      if (row.subjectKind === "Issue" && row.subjectId === oldId) row.subjectId = moved.id
    }
  }
  for (const child of world.tables.issues.values()) {
    child.subIssueIds = child.subIssueIds.map((id) => (id === oldId ? moved.id : id))
    if (child.parentId === oldId) child.parentId = moved.id
    if (child.duplicateOfId === oldId) child.duplicateOfId = moved.id
  }
  for (const pin of world.tables.pinnedIssues.values()) {
    if (pin.issueId === oldId) world.tables.pinnedIssues.delete(pin.id)
  }
  for (const repository of world.tables.repositories.values()) {
    for (const [number, id] of repository.transferredNumbers) {
      if (id === oldId) repository.transferredNumbers.set(number, moved.id)
    }
  }
  source.transferredNumbers.set(issue.number, moved.id)
  world.tables.issues.delete(oldId)
  recordEvent(world, "TransferredEvent", moved, viewer.account.id, {
    fromRepositoryId: source.id,
  })
  recordApplied(world, "transferIssue", viewer.account, moved)
  return moved
}
