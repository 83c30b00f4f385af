import { SeedError } from "../errors/index.js"
import type { SeedIssue, SeedOrganization } from "../public/index.js"
import { issueFieldsOf, issueTypesOf } from "../state/index.js"
import type { Account, Issue, IssueField, IssueFieldValue, Store } from "../tables/index.js"

const KINDS = {
  DATE: "IssueFieldDate",
  MULTI_SELECT: "IssueFieldMultiSelect",
  NUMBER: "IssueFieldNumber",
  SINGLE_SELECT: "IssueFieldSingleSelect",
  TEXT: "IssueFieldText",
} as const

/** Types and fields of issues, with the organization's date. */
export function plantPlanning(store: Store, organization: Account, seed: SeedOrganization): void {
  const { id: ownerId, createdAt } = organization
  for (const { name, description = null, color = "GRAY", disabled } of seed.issue_types ?? []) {
    store.insert("issueTypes", {
      ownerId,
      name,
      description,
      color,
      isEnabled: !disabled,
      createdAt,
      updatedAt: createdAt,
    })
  }
  for (const { name, type, description = null, options = [] } of seed.issue_fields ?? []) {
    store.insert("issueFields", {
      kind: KINDS[type],
      ownerId,
      name,
      description,
      createdAt,
      options: options.map((option) => ({
        id: store.nextId("issueFieldOptions"),
        name: option,
        description: null,
        color: "GRAY",
      })),
    })
  }
}

/** The type and the fields of an issue, by their names. */
export function plantIssuePlanning(
  store: Store,
  issue: Issue,
  { type, fields }: SeedIssue,
  place: string,
): void {
  const repository = store.get("repositories", issue.repositoryId)
  if (type !== undefined) {
    const found = issueTypesOf(store, repository).find(({ name }) => name === type)
    if (!found) throw new SeedError([`${place}: its owner has no issue type ${type}`])
    store.update(issue, { typeId: found.id })
  }
  const known = issueFieldsOf(store, repository)
  const values = Object.entries(fields ?? {}).map(([name, value]) => {
    const field = known.find((one) => one.name === name)
    if (!field) throw new SeedError([`${place}: its owner has no issue field ${name}`])
    return [field.id, valueIn(field, value, place)] as const
  })
  if (values.length > 0) store.update(issue, { fieldValues: new Map(values) })
}

function valueIn(
  { name, kind, options }: IssueField,
  value: string | number | readonly string[],
  place: string,
): IssueFieldValue {
  const isChosen = kind === "IssueFieldSingleSelect" || kind === "IssueFieldMultiSelect"
  if (!isChosen) return Array.isArray(value) ? value.join() : (value as string | number)
  return [value].flat().map((option) => {
    const found = options.find((one) => one.name === option)
    if (found) return found.id
    throw new SeedError([`${place}: the issue field ${name} has no option ${option}`])
  })
}
