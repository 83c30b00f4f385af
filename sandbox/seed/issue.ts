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
  type Session,
  setAssignees,
  setLabels,
  setLocked,
  setMilestone,
} from "../state/index.js"
import {
  type Issue,
  type PullRequest,
  REACTIONS,
  type ReactionContent,
  type Repository,
  type Store,
} from "../tables/index.js"
import { atTime, setUpdatedAt, timeOf } from "./at-time.js"
import { requireLabel } from "./labels-and-milestones.js"
import { authorIn, inPlace, requireAccount, sessionFor } from "./people.js"
import { plantIssuePlanning } from "./planning.js"

export function plantIssue(store: Store, repository: Repository, seed: SeedIssue): void {
  const place = `issue "${seed.title}" of ${store.nameWithOwner(repository)}`
  inPlace(place, () => plant(store, repository, seed, place))
}

function plant(store: Store, repository: Repository, seed: SeedIssue, place: string): void {
  const owner = sessionFor(store, store.get("accounts", repository.ownerId))
  const author = authorIn(store, seed.author, place)
  const issue = createIssue(author, repository, {
    title: seed.title,
    body: seed.body ?? "",
  })
  plantDetails(store, repository, owner, issue, seed, place)
  const earlier = (number: number, what: string) => {
    const found = store.issueByNumber(repository, number)
    if (!found) throw new SeedError([`${place}: ${what} ${number} must have a lower number`])
    return found
  }
  if (seed.parent !== undefined) {
    linkSubIssue(owner, earlier(seed.parent, "its parent"), issue)
  }
  for (const number of seed.blocked_by ?? []) {
    addBlockedBy(owner, issue, earlier(number, "what blocks it,"))
  }
  plantIssuePlanning(store, issue, seed, place)
  if (seed.pinned) pinIssue(owner, issue)
  const closedAt = timeOf("closed_at", seed, issue, place)
  if (seed.state === "CLOSED") {
    atTime(store, closedAt, () => {
      closeIssue(owner, issue, seed.state_reason ?? "COMPLETED")
    })
    // A clock of the caller cannot be set.
    if (closedAt !== undefined) store.update(issue, { closedAt })
  }
  if (seed.locked) setLocked(owner, issue, true)
  setUpdatedAt(store, seed, issue, place)
}

/** Adds the common part of issues and pull requests. */
export function plantDetails(
  store: Store,
  repository: Repository,
  owner: Session,
  row: Issue | PullRequest,
  seed: SeedIssue | SeedPull,
  place: string,
): void {
  const labels = (seed.labels ?? []).map((name) => requireLabel(store, repository, name, place).id)
  setLabels(owner, row, labels)
  const assignees = (seed.assignees ?? []).map((login) => requireAccount(store, login, place).id)
  setAssignees(owner, row, assignees)
  if (row.assigneeIds.length < assignees.length) {
    throw new SeedError([`${place}: an assignee has no triage access to the repository`])
  }
  if (seed.milestone !== undefined) {
    const milestone = store
      .rowsBy("milestones", "repository", repository.id)
      .find((one) => one.title === seed.milestone)
    if (!milestone) throw new SeedError([`${place}: there is no milestone ${seed.milestone}`])
    setMilestone(owner, row, milestone)
  }
  for (const comment of seed.comments ?? []) plantComment(store, row, comment, place)
  plantReactions(store, row, seed.reactions, place)
  if (seed.created_at !== undefined) {
    store.update(row, { createdAt: seed.created_at })
    store.clock.advanceTo(seed.created_at)
  }
}

function plantComment(
  store: Store,
  row: Issue | PullRequest,
  seed: SeedComment,
  place: string,
): void {
  const author = authorIn(store, seed.author, place)
  const comment = addComment(author, row, seed.body)
  if (seed.created_at !== undefined) {
    store.update(comment, { createdAt: seed.created_at })
    store.clock.advanceTo(seed.created_at)
  }
  plantReactions(store, comment, seed.reactions, place)
}

const isContent = (text: string): text is ReactionContent => Object.hasOwn(REACTIONS, text)

export function plantReactions(
  store: Store,
  subject: Reactable,
  reactions: readonly { user: string; content: string }[] | undefined,
  place: string,
): void {
  for (const { user, content } of reactions ?? []) {
    if (!isContent(content)) {
      throw new SeedError([
        `${place}: ${content} is not one of ${Object.keys(REACTIONS).join(", ")}`,
      ])
    }
    addReaction(sessionFor(store, requireAccount(store, user, place)), subject, content)
  }
}
