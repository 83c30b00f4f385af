import { commitsBetween, mergeBase } from "../git/index.js"
import {
  type EventData,
  type Issue,
  type Numbered,
  type PullRequest,
  pair,
  type Repository,
  type Store,
  subjectKey,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { applyText, applyTriage, changesText, type IssueChanges } from "./issues.js"
import { authorize, authorizeState, canSee, has, isAuthor } from "./permissions.js"
import { branchTip, endPull } from "./pull-data.js"
import type { Session } from "./session.js"
import { checkBody, checkTitle, newText, takeNumber } from "./text.js"

export interface NewPull {
  title: string
  body?: string | null
  baseRefName: string
  /** A branch, or `owner:branch` of a fork. */
  headRefName: string
  headRepository?: Repository | undefined
  draft?: boolean | null
  maintainerCanModify?: boolean | null
  /** The issue that becomes the pull request, keeping its title, text and number. */
  issue?: Issue
}

const branchName = (name: string): string => name.replace(/^refs\/heads\//, "")

export function createPullRequest(
  store: Session,
  repository: Repository,
  input: NewPull,
): PullRequest {
  return store.recordApplied("createPullRequest", openPullRequest(store, repository, input))
}

/** Opens a pull request as part of another change. */
export function openPullRequest(
  store: Session,
  repository: Repository,
  input: NewPull,
): PullRequest {
  const { issue } = input
  if (issue) authorize(store, repository, "pull_requests", "TRIAGE", isAuthor(store.viewer, issue))
  else authorize(store, repository, "pull_requests", "READ")
  const refuse = (message: string) => unprocessable(message, "PullRequest")
  const title = checkTitle(input.title, "PullRequest")
  const body = checkBody(input.body ?? "", "PullRequest")
  const head = headOf(store, repository, input)
  const baseRefName = branchName(input.baseRefName)
  const baseRefOid = branchTip(store, repository.id, baseRefName)
  if (baseRefOid === undefined) {
    throw unprocessable("Base ref must be a branch", "PullRequest.base", "invalid")
  }
  const headRefOid = head && branchTip(store, head.repository.id, head.branch)
  if (!head || headRefOid === undefined || !canSee(store, head.repository)) {
    const message = "Head sha can't be blank, Base sha can't be blank, Head ref must be a branch"
    throw unprocessable(message, "PullRequest.head", "invalid")
  }
  if (!has(store, repository, "WRITE", "pull_requests")) {
    authorize(store, head.repository, "pull_requests", "WRITE")
  }
  checkNotOpen(store, repository, head, baseRefName)
  if (mergeBase(store.git, baseRefOid, headRefOid) === undefined) {
    throw refuse(`The ${head.branch} branch has no history in common with ${baseRefName}`)
  }
  if (commitsBetween(store.git, baseRefOid, headRefOid).length === 0) {
    throw refuse(`No commits between ${baseRefName} and ${head.branch}`)
  }
  const pull = store.insert("pullRequests", {
    ...(issue
      ? { ...partOfIssue(issue), updatedAt: store.clock.tick() }
      : {
          ...newText(store, body),
          repositoryId: repository.id,
          number: takeNumber(store, repository),
          title,
          commentCount: 0,
        }),
    state: "OPEN",
    isDraft: input.draft ?? false,
    baseRefName,
    baseRefOid,
    headRefName: head.branch,
    headRefOid,
    headRepositoryId: head.repository.id,
    maintainerCanModify:
      head.repository.id !== repository.id && (input.maintainerCanModify ?? true),
  })
  if (issue) becomePull(store, issue, pull)
  return pull
}

interface Head {
  repository: Repository
  branch: string
}

function headOf(store: Store, repository: Repository, input: NewPull): Head | undefined {
  const [prefix, ...rest] = input.headRefName.split(":")
  if (rest.length === 0) {
    return {
      repository: input.headRepository ?? repository,
      branch: branchName(input.headRefName),
    }
  }
  const head = input.headRepository ?? relatedOf(store, repository, prefix ?? "")
  return head && { repository: head, branch: branchName(rest.join(":")) }
}

/** The repository itself, its fork or the repository of the same name that an account owns. */
export function relatedOf(
  store: Store,
  repository: Repository,
  login: string,
): Repository | undefined {
  const owner = store.accountByLogin(login)
  if (!owner || owner.id === repository.ownerId) return owner && repository
  const forks = store.rowsBy("repositories", "parent", repository.id)
  const fork = forks.find((one) => one.ownerId === owner.id)
  return fork ?? store.repositoryByName(owner.login, repository.name)
}

function checkNotOpen(store: Store, repository: Repository, head: Head, baseRefName: string): void {
  const ends = pair(head.repository.id, head.branch)
  const twin = store
    .rowsBy("pullRequests", "head", ends)
    .find(
      (pull) =>
        pull.state === "OPEN" &&
        pull.repositoryId === repository.id &&
        pull.baseRefName === baseRefName,
    )
  if (!twin) return
  const owner = store.headOwner(twin)?.login
  throw unprocessable(`A pull request already exists for ${owner}:${head.branch}.`, "PullRequest")
}

export interface PullChanges
  extends Pick<IssueChanges, "title" | "body" | "labelIds" | "assigneeIds" | "milestone"> {
  state?: "OPEN" | "CLOSED" | null
  baseRefName?: string | null
  maintainerCanModify?: boolean | null
}

export function updatePullRequest(
  store: Session,
  pull: PullRequest,
  changes: PullChanges,
): PullRequest {
  const repository = store.get("repositories", pull.repositoryId)
  const author = isAuthor(store.viewer, pull)
  if (changesText(changes) || changes.baseRefName) {
    authorize(store, repository, "pull_requests", "WRITE", author)
  }
  authorize(store, repository, "pull_requests", "TRIAGE", author)
  applyText(store, pull, changes)
  if (changes.baseRefName) changeBase(store, pull, branchName(changes.baseRefName))
  applyTriage(store, repository, pull, changes)
  if (typeof changes.maintainerCanModify === "boolean") {
    store.edit(pull, { maintainerCanModify: changes.maintainerCanModify })
  }
  if (changes.state === "CLOSED") markPullClosed(store, pull)
  if (changes.state === "OPEN") reopen(store, pull)
  return store.recordApplied("updatePullRequest", pull)
}

function changeBase(store: Session, pull: PullRequest, branch: string): void {
  if (branch === pull.baseRefName) return
  const refuse = (message: string) => unprocessable(message, "PullRequest.base", "invalid")
  if (pull.state !== "OPEN") throw refuse("Cannot change the base branch of a closed pull request.")
  const oid = branchTip(store, pull.repositoryId, branch)
  if (oid === undefined) {
    throw refuse(`Proposed base branch '${branch}' was not found`)
  }
  if (mergeBase(store.git, oid, pull.headRefOid) === undefined) {
    throw refuse(`The ${pull.headRefName} branch has no history in common with ${branch}`)
  }
  if (commitsBetween(store.git, oid, pull.headRefOid).length === 0) {
    throw refuse(
      `There are no new commits between base branch '${branch}' and head branch '${pull.headRefName}'`,
    )
  }
  const updatedAt = store.clock.tick()
  store.recordEvent("BaseRefChangedEvent", pull, {
    previousRefName: pull.baseRefName,
    currentRefName: branch,
  })
  store.update(pull, { updatedAt, baseRefName: branch, baseRefOid: oid })
}

export function closePullRequest(store: Session, pull: PullRequest): PullRequest {
  authorizeState(store, pull)
  markPullClosed(store, pull)
  return store.recordApplied("closePullRequest", pull)
}

export function reopenPullRequest(store: Session, pull: PullRequest): PullRequest {
  authorizeState(store, pull)
  reopen(store, pull)
  return store.recordApplied("reopenPullRequest", pull)
}

export function markPullClosed(
  store: Session,
  pull: PullRequest,
  closer: Pick<EventData, "commitOid" | "fromRepositoryId"> = {},
): void {
  if (pull.state === "MERGED") {
    throw unprocessable("Could not close the pull request. Pull request is already merged.")
  }
  if (pull.state === "CLOSED") return
  const now = store.clock.tick()
  endPull(store, pull, { state: "CLOSED", closedAt: now, updatedAt: now })
  store.recordEvent("ClosedEvent", pull, closer)
}

function reopen(store: Session, pull: PullRequest): void {
  if (pull.state === "OPEN") return
  if (pull.state === "MERGED") throw unprocessable("Could not open the pull request.")
  const headRefOid = branchTip(store, pull.headRepositoryId, pull.headRefName)
  const baseRefOid = branchTip(store, pull.repositoryId, pull.baseRefName)
  if (headRefOid === undefined || baseRefOid === undefined) {
    throw unprocessable("Could not open the pull request. The branch has been deleted.")
  }
  const repository = store.get("repositories", pull.repositoryId)
  const head = store.get("repositories", pull.headRepositoryId ?? repository.id)
  checkNotOpen(store, repository, { repository: head, branch: pull.headRefName }, pull.baseRefName)
  store.edit(pull, { state: "OPEN", closedAt: null, headRefOid, baseRefOid })
  store.recordEvent("ReopenedEvent", pull)
}

export function setDraft(store: Session, pull: PullRequest, isDraft: boolean): PullRequest {
  authorize(store, pull, "pull_requests", "WRITE", isAuthor(store.viewer, pull))
  if (pull.state !== "OPEN") throw unprocessable("Pull request is closed")
  if (pull.isDraft !== isDraft) {
    store.edit(pull, { isDraft })
    store.recordEvent(isDraft ? "ConvertToDraftEvent" : "ReadyForReviewEvent", pull)
  }
  const mutation = isDraft ? "convertPullRequestToDraft" : "markPullRequestReadyForReview"
  return store.recordApplied(mutation, pull)
}

/** The fields of a pull request that come from its issue. */
const partOfIssue = ({
  id: _id,
  kind: _kind,
  state: _state,
  stateReason: _reason,
  duplicateOfId: _duplicate,
  subIssueIds: _children,
  parentId: _parent,
  typeId: _type,
  fieldValues: _values,
  blockedByIds: _blockers,
  blockingIds: _blocked,
  ...part
}: Issue): Omit<Numbered, "id"> => part

/** Turns an issue into a pull request, with its conversation. */
function becomePull(store: Store, issue: Issue, pull: PullRequest): void {
  for (const table of ["issueComments", "events", "reactions"] as const) {
    for (const row of store.rowsBy(table, "subject", subjectKey(issue))) {
      store.update(row, { subjectKind: pull.kind, subjectId: pull.id })
    }
  }
  for (const link of store.rowsBy("linkedBranches", "issue", issue.id)) store.remove(link)
  store.remove(issue)
}

/** Whether other issues refer to this one: the effect on a pull request is undocumented. */
export const hasRelatives = (store: Store, issue: Issue): boolean =>
  issue.parentId !== null ||
  issue.duplicateOfId !== null ||
  issue.subIssueIds.length > 0 ||
  issue.blockedByIds.length > 0 ||
  issue.blockingIds.length > 0 ||
  store.rowsBy("issues", "duplicateOf", issue.id).length > 0 ||
  store.rowsBy("pinnedIssues", "issue", issue.id).length > 0 ||
  store
    .rowsBy("events", "subject", subjectKey(issue))
    .some(({ kind, data }) => kind === "TransferredEvent" || data.issueId || data.canonical)
