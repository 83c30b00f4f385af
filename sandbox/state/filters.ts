import {
  folded,
  type Issue,
  type Numbered,
  type PullRequest,
  type Store,
  sameName,
} from "../tables/index.js"

/** GitHub's filters for lists of issues. A null selects rows that have none. */
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

type Test = (row: Issue | PullRequest) => boolean

/** Whether a row has any of the labels; true for every row if none is given. */
export function labelled(store: Store, names: readonly string[] | null | undefined): Test {
  if (!names || names.length === 0) return () => true
  const labels = names.flatMap((name) => store.listBy("labels", "anyName", folded(name)))
  const ids = new Set(labels.map(({ id }) => id))
  const [only] = ids
  // Fast path for the usual case: one label in one repository.
  if (ids.size === 1 && only !== undefined) return (row) => row.labelIds.includes(only)
  return (row) => row.labelIds.some((id) => ids.has(id))
}

/** The test for the filters; undefined if there are none. */
export function filterOf(
  store: Store,
  viewerId: number,
  filters: IssueFilters | null | undefined,
): Test | undefined {
  const { createdBy, labels, mentioned, since, states, viewerSubscribed } = filters ?? {}
  const tests: Test[] = [...assigneeTests(store, filters), ...milestoneTests(store, filters)]
  if (createdBy) {
    const id = store.accountByLogin(createdBy)?.id
    tests.push((row) => row.authorId === id)
  }
  for (const name of labels ?? []) tests.push(labelled(store, [name]))
  if (mentioned) tests.push((row) => mentions(row.body, mentioned))
  if (since) {
    const from = Date.parse(since)
    tests.push((row) => Date.parse(row.updatedAt) >= from)
  }
  if (viewerSubscribed) tests.push((row) => row.subscriptions.get(viewerId) === "SUBSCRIBED")
  if (states && states.length > 0) tests.push((row) => hasState(row, states))
  return tests.length === 0 ? undefined : (row) => tests.every((test) => test(row))
}

function assigneeTests(store: Store, filters: IssueFilters | null | undefined): Test[] {
  const assignee = filters?.assignee
  if (assignee === undefined) return []
  if (assignee === null) return [(row) => row.assigneeIds.length === 0]
  if (assignee === "*") return [(row) => row.assigneeIds.length > 0]
  const account = store.accountByLogin(assignee)
  return [(row) => account !== undefined && row.assigneeIds.includes(account.id)]
}

function milestoneTests(store: Store, filters: IssueFilters | null | undefined): Test[] {
  const { milestone, milestoneNumber } = filters ?? {}
  const tests: Test[] = []
  for (const wanted of [milestone, milestoneNumber]) {
    if (wanted === null) tests.push((row) => row.milestoneId === null)
    if (wanted === "*") tests.push((row) => row.milestoneId !== null)
  }
  const own = (row: Numbered) => store.find("milestones", row.milestoneId)
  if (milestone && milestone !== "*") {
    tests.push((row) => String(own(row)?.id) === milestone || own(row)?.title === milestone)
  }
  if (milestoneNumber && milestoneNumber !== "*") {
    tests.push((row) => String(own(row)?.number) === milestoneNumber)
  }
  return tests
}

export const mentions = (text: string, login: string): boolean =>
  [...text.matchAll(/(?<![\w`])@([\w-]+)/g)].some(([, name]) => sameName(name ?? "", login))
