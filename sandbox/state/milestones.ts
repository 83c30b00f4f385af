import {
  get,
  insert,
  type Milestone,
  type Repository,
  recordApplied,
  remove,
  rowsBy,
  update,
  type World,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"

export interface MilestoneText {
  title?: string | null
  description?: string | null
  dueOn?: string | null
  state?: "OPEN" | "CLOSED" | null
}

/** GraphQL has no such mutation: the log takes the name that it would have. */
export function createMilestone(
  world: World,
  viewer: Viewer,
  repository: Repository,
  input: MilestoneText & { title: string },
): Milestone {
  authorize(world, viewer, repository, "issues", "WRITE")
  const milestone = insertMilestone(world, repository, viewer.account.id, input)
  recordApplied(world, "createMilestone", viewer.account, milestone)
  return milestone
}

export function insertMilestone(
  world: World,
  repository: Repository,
  creatorId: number,
  input: MilestoneText & { title: string },
): Milestone {
  checkTitle(world, repository, input.title)
  const now = world.clock.tick()
  const state = input.state ?? "OPEN"
  const number = repository.lastMilestoneNumber + 1
  update(world, repository, { lastMilestoneNumber: number })
  return insert(world, "milestones", {
    kind: "Milestone",
    repositoryId: repository.id,
    number,
    title: input.title,
    description: input.description ?? null,
    dueOn: input.dueOn ?? null,
    state,
    closedAt: state === "CLOSED" ? now : null,
    creatorId,
    createdAt: now,
    updatedAt: now,
  })
}

/** An absent property keeps what is there; null clears a description or a date. */
export function updateMilestone(
  world: World,
  viewer: Viewer,
  milestone: Milestone,
  changes: MilestoneText,
): Milestone {
  const repository = get(world, "repositories", milestone.repositoryId)
  authorize(world, viewer, repository, "issues", "WRITE")
  const title = changes.title ?? milestone.title
  checkTitle(world, repository, title, milestone)
  const now = world.clock.tick()
  const state = changes.state ?? milestone.state
  update(world, milestone, {
    title,
    description: changes.description === undefined ? milestone.description : changes.description,
    dueOn: changes.dueOn === undefined ? milestone.dueOn : changes.dueOn,
    ...(state !== milestone.state && { state, closedAt: state === "CLOSED" ? now : null }),
    updatedAt: now,
  })
  recordApplied(world, "updateMilestone", viewer.account, milestone)
  return milestone
}

/** Issues and pull requests stay, without a milestone. */
export function deleteMilestone(world: World, viewer: Viewer, milestone: Milestone): void {
  authorize(world, viewer, get(world, "repositories", milestone.repositoryId), "issues", "WRITE")
  world.clock.tick()
  for (const table of ["issues", "pullRequests"] as const) {
    for (const row of rowsBy(world, table, "milestone", milestone.id)) {
      update(world, row, { milestoneId: null })
    }
  }
  remove(world, milestone)
  recordApplied(world, "deleteMilestone", viewer.account, milestone)
}

function checkTitle(world: World, repository: Repository, title: string, self?: Milestone): void {
  const detail = { resource: "Milestone", field: "title" }
  if (title.trim() === "") {
    throw unprocessable("Title can't be blank", { ...detail, code: "missing_field" })
  }
  const twin = rowsBy(world, "milestones", "repository", repository.id).find(
    (one) => one.title === title && one !== self,
  )
  if (twin) throw unprocessable("Title already exists", { ...detail, code: "already_exists" })
}
