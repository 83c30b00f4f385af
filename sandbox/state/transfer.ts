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
  subjectKey,
  update,
  type World,
  withEntry,
} from "../tables/index.js"
import { moveDependencies } from "./dependencies.js"
import { unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"
import { takeNumber } from "./text.js"

/** Moves an issue with its comments. Labels that the target has by name come along. */
export function transferIssue(
  world: World,
  viewer: Viewer,
  issue: Issue,
  target: Repository,
  createLabelsIfMissing: boolean,
): Issue {
  const source = get(world, "repositories", issue.repositoryId)
  authorize(world, viewer, source, "issues", "WRITE")
  authorize(world, viewer, target, "issues", "WRITE")
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
    number: takeNumber(world, target),
    labelIds,
    milestoneId: null,
    updatedAt: now,
  })
  moveBelongings(world, issue, moved)
  update(world, source, {
    transferredNumbers: withEntry(source.transferredNumbers, issue.number, moved.id),
  })
  remove(world, issue)
  recordEvent(world, "TransferredEvent", moved, viewer.account.id, {
    fromRepositoryId: source.id,
  })
  recordApplied(world, "transferIssue", viewer.account, moved)
  return moved
}

/** Everything that names the issue by its id names the moved one instead; pins stay behind. */
function moveBelongings(world: World, issue: Issue, moved: Issue): void {
  const subject = subjectKey(issue)
  for (const table of ["issueComments", "events", "reactions"] as const) {
    for (const row of rowsBy(world, table, "subject", subject)) {
      update(world, row, { subjectId: moved.id })
    }
  }
  for (const id of issue.subIssueIds) {
    update(world, get(world, "issues", id), { parentId: moved.id })
  }
  if (issue.parentId !== null) {
    const parent = get(world, "issues", issue.parentId)
    const subIssueIds = parent.subIssueIds.map((id) => (id === issue.id ? moved.id : id))
    update(world, parent, { subIssueIds })
  }
  moveDependencies(world, issue, moved)
  for (const twin of rowsBy(world, "issues", "duplicateOf", issue.id)) {
    update(world, twin, { duplicateOfId: moved.id })
  }
  for (const pin of rowsBy(world, "pinnedIssues", "issue", issue.id)) remove(world, pin)
  for (const repository of world.tables.repositories.values()) {
    for (const [number, id] of repository.transferredNumbers) {
      if (id !== issue.id) continue
      update(world, repository, {
        transferredNumbers: withEntry(repository.transferredNumbers, number, moved.id),
      })
    }
  }
}
