import { subjectKey } from "./indexes.js"
import { accountByLogin, sameName } from "./lookup.js"
import type { Issue, Numbered, PullRequest } from "./rows.js"
import { countBy, find, type World } from "./world.js"

/** The arguments with which GitHub lists issues. A null asks for rows that have none. */
export interface IssueFilters {
  assignee?: string | null
  createdBy?: string | null
  labels?: readonly string[] | null
  mentioned?: string | null
  milestone?: string | null
  milestoneNumber?: string | null
  since?: string | null
  states?: readonly string[] | null
  viewerSubscribed?: boolean | null
}

export const hasState = (
  row: { state: string },
  states: readonly string[] | null | undefined,
): boolean => !states || states.length === 0 || states.includes(row.state)

/** Whether the row carries any of the labels. */
export function hasLabel(
  world: World,
  row: Numbered,
  names: readonly string[] | null | undefined,
): boolean {
  if (!names || names.length === 0) return true
  return names.some((name) => labelNames(world, row).some((own) => sameName(own, name)))
}

export const labelNames = (world: World, row: Numbered): string[] =>
  row.labelIds.map((id) => find(world, "labels", id)?.name ?? "")

export function matchesFilters(
  world: World,
  viewerId: number,
  row: Issue | PullRequest,
  filters: IssueFilters | null | undefined,
): boolean {
  if (!filters) return true
  const { assignee, createdBy, labels, mentioned, since } = filters
  if (assignee !== undefined && !matchesAssignee(world, row, assignee)) return false
  if (createdBy && accountByLogin(world, createdBy)?.id !== row.authorId) return false
  if (labels && !labels.every((name) => hasLabel(world, row, [name]))) return false
  if (mentioned && !mentions(row.body, mentioned)) return false
  if (since && Date.parse(row.updatedAt) < Date.parse(since)) return false
  if (filters.viewerSubscribed && row.subscriptions.get(viewerId) !== "SUBSCRIBED") return false
  return hasState(row, filters.states) && matchesMilestone(world, row, filters)
}

function matchesAssignee(world: World, row: Numbered, assignee: string | null): boolean {
  if (assignee === null) return row.assigneeIds.length === 0
  if (assignee === "*") return row.assigneeIds.length > 0
  const account = accountByLogin(world, assignee)
  return account !== undefined && row.assigneeIds.includes(account.id)
}

function matchesMilestone(world: World, row: Numbered, filters: IssueFilters): boolean {
  const { milestone, milestoneNumber } = filters
  for (const wanted of [milestone, milestoneNumber]) {
    if (wanted === null && row.milestoneId !== null) return false
    if (wanted === "*" && row.milestoneId === null) return false
  }
  const own = find(world, "milestones", row.milestoneId)
  if (milestone && milestone !== "*" && String(own?.id) !== milestone && own?.title !== milestone) {
    return false
  }
  return !milestoneNumber || milestoneNumber === "*" || String(own?.number) === milestoneNumber
}

export const mentions = (text: string, login: string): boolean =>
  [...text.matchAll(/(?<![\w`])@([\w-]+)/g)].some(([, name]) => sameName(name ?? "", login))

export const commentCount = (world: World, row: Issue | PullRequest): number =>
  countBy(world, "issueComments", "subject", subjectKey(row))
