import {
  type Issue,
  type Numbered,
  type PullRequest,
  type Store,
  subjectKey,
} from "../tables/index.js"

/** The fields of a pull request that come from its issue. */
export const partOfIssue = ({
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
export function becomePull(store: Store, issue: Issue, pull: PullRequest): void {
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
