import type { Milestone, Repository, Store } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

export interface MilestoneText {
  title?: string | null
  description?: string | null
  dueOn?: string | null
  state?: "OPEN" | "CLOSED" | null
}

/** GraphQL has no such mutation; the log uses the name that it would have. */
export function createMilestone(
  store: Session,
  repository: Repository,
  input: MilestoneText & { title: string },
): Milestone {
  authorize(store, repository, "issues", "WRITE")
  const milestone = insertMilestone(store, repository, store.viewer.account.id, input)
  return store.recordApplied("createMilestone", milestone)
}

export function insertMilestone(
  store: Store,
  repository: Repository,
  creatorId: number,
  input: MilestoneText & { title: string },
): Milestone {
  checkTitle(store, repository, input.title)
  const now = store.clock.tick()
  const state = input.state ?? "OPEN"
  const number = repository.lastMilestoneNumber + 1
  store.update(repository, { lastMilestoneNumber: number })
  return store.insert("milestones", {
    repositoryId: repository.id,
    number,
    title: input.title,
    description: input.description ?? null,
    dueOn: input.dueOn ?? null,
    state,
    closedAt: state === "CLOSED" ? now : null,
    creatorId,
  })
}

/** An absent property keeps its value; null clears a description or a date. */
export function updateMilestone(
  store: Session,
  milestone: Milestone,
  changes: MilestoneText,
): Milestone {
  const repository = authorize(store, milestone, "issues", "WRITE")
  const title = changes.title ?? milestone.title
  checkTitle(store, repository, title, milestone)
  const now = store.clock.tick()
  const state = changes.state ?? milestone.state
  store.update(milestone, {
    title,
    description: changes.description === undefined ? milestone.description : changes.description,
    dueOn: changes.dueOn === undefined ? milestone.dueOn : changes.dueOn,
    ...(state !== milestone.state && { state, closedAt: state === "CLOSED" ? now : null }),
    updatedAt: now,
  })
  return store.recordApplied("updateMilestone", milestone)
}

/** Issues and pull requests of the milestone stay, without it. */
export function deleteMilestone(store: Session, milestone: Milestone): void {
  authorize(store, milestone, "issues", "WRITE")
  for (const table of ["issues", "pullRequests"] as const) {
    for (const row of store.rowsBy(table, "milestone", milestone.id)) {
      store.update(row, { milestoneId: null })
    }
  }
  store.drop("deleteMilestone", milestone)
}

function checkTitle(store: Store, repository: Repository, title: string, self?: Milestone): void {
  if (title.trim() === "") {
    throw unprocessable("Title can't be blank", "Milestone.title", "missing_field")
  }
  const twin = store
    .rowsBy("milestones", "repository", repository.id)
    .find((one) => one.title === title && one !== self)
  if (twin) throw unprocessable("Title already exists", "Milestone.title", "already_exists")
}
