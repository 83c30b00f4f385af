/** Types and fields of issues: https://docs.github.com/issues/tracking-your-work-with-issues/configuring-issues/managing-issue-types-in-an-organization */

import {
  type Issue,
  type IssueField,
  type IssueFieldValue,
  type IssueType,
  type LinkedBranch,
  type Repository,
  type Store,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { notFound, unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import { addRef } from "./refs.js"
import type { Session } from "./session.js"

/** Repositories of users have no issue types. */
export const issueTypesOf = (store: Store, repository: Repository): IssueType[] =>
  store.rowsBy("issueTypes", "owner", repository.ownerId)

export const issueFieldsOf = (store: Store, repository: Repository): IssueField[] =>
  store.rowsBy("issueFields", "owner", repository.ownerId)

export function setIssueType(store: Session, issue: Issue, type: IssueType | null): Issue {
  const repository = authorize(store, issue, "issues", "TRIAGE")
  if (type && !issueTypesOf(store, repository).includes(type)) {
    throw notFound("The issue type does not exist in the repository's organization")
  }
  if (type && !type.isEnabled) throw unprocessable("The issue type is disabled")
  if (issue.typeId !== (type?.id ?? null)) store.edit(issue, { typeId: type?.id ?? null })
  return store.recordApplied("updateIssueIssueType", issue)
}

/** A new value; undefined for none. */
export interface FieldChange {
  readonly field: IssueField
  readonly value: IssueFieldValue | undefined
}

export function setIssueFields(
  store: Session,
  issue: Issue,
  changes: readonly FieldChange[],
): Issue {
  const repository = authorize(store, issue, "issues", "TRIAGE")
  const known = issueFieldsOf(store, repository)
  let { fieldValues } = issue
  for (const { field, value } of changes) {
    if (!known.includes(field)) {
      throw notFound("The issue field does not exist in the repository's organization")
    }
    checkValue(field, value)
    fieldValues =
      value === undefined
        ? withoutEntry(fieldValues, field.id)
        : withEntry(fieldValues, field.id, value)
  }
  const isChanged = !isSame(fieldValues, issue.fieldValues)
  if (isChanged) store.edit(issue, { fieldValues })
  return store.recordApplied("setIssueFieldValue", issue)
}

type Values = Issue["fieldValues"]

const isSame = (one: Values, other: Values): boolean =>
  JSON.stringify([...one]) === JSON.stringify([...other])

function checkValue({ kind, name, options }: IssueField, value: IssueFieldValue | undefined): void {
  if (value === undefined) return
  const takes = {
    IssueFieldDate: typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
    IssueFieldNumber: typeof value === "number",
    IssueFieldText: typeof value === "string",
    IssueFieldSingleSelect: Array.isArray(value) && value.length === 1,
    IssueFieldMultiSelect: Array.isArray(value),
  }
  if (!takes[kind]) throw unprocessable(`The value does not fit the field ${name}`)
  const ids: readonly unknown[] = Array.isArray(value) ? value : []
  if (ids.some((id) => !options.some((option) => option.id === id))) {
    throw notFound(`The option does not exist in the field ${name}`)
  }
}

/**
 * Creates a branch for an issue. By default, its name consists of the issue's number and title.
 * https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/creating-a-branch-for-an-issue
 */
export function createLinkedBranch(
  store: Session,
  issue: Issue,
  branch: { repository: Repository; name: string | null; oid: string },
): LinkedBranch {
  const { repository, oid } = branch
  const refName = `refs/heads/${branch.name ?? nameFor(issue)}`
  addRef(store, repository, refName, oid)
  const linked = store.insert("linkedBranches", {
    issueId: issue.id,
    repositoryId: repository.id,
    refName,
  })
  return store.recordApplied("createLinkedBranch", linked)
}

const nameFor = ({ number, title }: Issue): string =>
  `${number}-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`.replace(/-+$/, "")
