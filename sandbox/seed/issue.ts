import { SeedError } from "../errors/index.js"
import type { SeedComment, SeedIssue, SeedPull } from "../public/index.js"
import {
  addBlockedBy,
  addComment,
  addReaction,
  closeIssue,
  createIssue,
  linkSubIssue,
  pinIssue,
  type Reactable,
  setAssignees,
  setLabels,
  setLocked,
  setMilestone,
  type Viewer,
} from "../state/index.js"
import {
  get,
  type Issue,
  issueByNumber,
  labelByName,
  nameWithOwner,
  type PullRequest,
  type ReactionContent,
  type Repository,
  rowsBy,
  update,
  type World,
} from "../tables/index.js"
import { requireAccount } from "./accounts.js"
import { inPlace } from "./in-place.js"
import { viewerFor } from "./people.js"

export function plantIssue(world: World, repository: Repository, seed: SeedIssue): void {
  const place = `issue "${seed.title}" of ${nameWithOwner(world, repository)}`
  inPlace(place, () => plant(world, repository, seed, place))
}

function plant(world: World, repository: Repository, seed: SeedIssue, place: string): void {
  const owner = viewerFor(world, get(world, "accounts", repository.ownerId))
  const author = viewerFor(world, requireAccount(world, seed.author, place))
  const issue = createIssue(world, author, repository, {
    title: seed.title,
    body: seed.body ?? "",
  })
  plantDetails(world, repository, owner, issue, seed, place)
  const earlier = (number: number, what: string) => {
    const found = issueByNumber(world, repository, number)
    if (!found) throw new SeedError([`${place}: ${what} ${number} must have a lower number`])
    return found
  }
  if (seed.parent !== undefined) {
    linkSubIssue(world, owner, earlier(seed.parent, "its parent"), issue)
  }
  for (const number of seed.blocked_by ?? []) {
    addBlockedBy(world, owner, issue, earlier(number, "what blocks it,"))
  }
  if (seed.pinned) pinIssue(world, owner, issue)
  if (seed.state === "CLOSED") closeIssue(world, owner, issue, seed.state_reason ?? "COMPLETED")
  if (seed.locked) setLocked(world, owner, issue, true)
}

/** What issues and pull requests have in common. */
export function plantDetails(
  world: World,
  repository: Repository,
  owner: Viewer,
  row: Issue | PullRequest,
  seed: SeedIssue | SeedPull,
  place: string,
): void {
  const labels = (seed.labels ?? []).map((name) => {
    const label = labelByName(world, repository, name)
    if (label) return label.id
    throw new SeedError([`${place}: there is no label ${name} in the repository`])
  })
  setLabels(world, owner, row, labels)
  const assignees = (seed.assignees ?? []).map((login) => requireAccount(world, login, place).id)
  setAssignees(world, owner, row, assignees)
  if (row.assigneeIds.length < assignees.length) {
    throw new SeedError([`${place}: an assignee has no triage access to the repository`])
  }
  if (seed.milestone !== undefined) {
    const milestone = rowsBy(world, "milestones", "repository", repository.id).find(
      (one) => one.title === seed.milestone,
    )
    if (!milestone) throw new SeedError([`${place}: there is no milestone ${seed.milestone}`])
    setMilestone(world, owner, row, milestone)
  }
  for (const comment of seed.comments ?? []) plantComment(world, row, comment, place)
  plantReactions(world, row, seed.reactions, place)
  if (seed.created_at !== undefined) {
    update(world, row, { createdAt: seed.created_at })
    world.clock.advanceTo(seed.created_at)
  }
}

function plantComment(
  world: World,
  row: Issue | PullRequest,
  seed: SeedComment,
  place: string,
): void {
  const author = viewerFor(world, requireAccount(world, seed.author, place))
  const comment = addComment(world, author, row, seed.body)
  if (seed.created_at !== undefined) {
    update(world, comment, { createdAt: seed.created_at })
    world.clock.advanceTo(seed.created_at)
  }
  plantReactions(world, comment, seed.reactions, place)
}

const CONTENTS: readonly string[] = [
  "THUMBS_UP",
  "THUMBS_DOWN",
  "LAUGH",
  "HOORAY",
  "CONFUSED",
  "HEART",
  "ROCKET",
  "EYES",
]

const isContent = (text: string): text is ReactionContent => CONTENTS.includes(text)

export function plantReactions(
  world: World,
  subject: Reactable,
  reactions: readonly { user: string; content: string }[] | undefined,
  place: string,
): void {
  for (const { user, content } of reactions ?? []) {
    if (!isContent(content)) {
      throw new SeedError([`${place}: ${content} is not one of ${CONTENTS.join(", ")}`])
    }
    addReaction(world, viewerFor(world, requireAccount(world, user, place)), subject, content)
  }
}
