import { SeedError } from "../errors/index.js"
import type { SeedIssue, SeedOrganization } from "../public/index.js"
import { issueFieldsOf, issueTypesOf } from "../state/index.js"
import type { Account, Issue, IssueField, IssueFieldValue, Store } from "../tables/index.js"
import { requireAccount } from "./people.js"

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

/** Adds members and teams without advancing the clock. */
export function plantMembers(
  store: Store,
  organization: Account,
  { members = {}, public_members = [], teams = [] }: SeedOrganization,
): void {
  const place = `organization ${organization.login}`
  const idOf = (login: string) => requireAccount(store, login, place).id
  const all = new Map([
    ...organization.members,
    ...Object.entries(members).map(([login, role]) => [idOf(login), role] as const),
  ])
  const memberOf = (login: string): number => {
    const id = idOf(login)
    if (all.has(id)) return id
    throw new SeedError([`${place}: ${login} is no member`])
  }
  store.update(organization, {
    members: all,
    publicMembers: new Set([...organization.publicMembers, ...public_members.map(memberOf)]),
  })
  for (const seed of teams) {
    const slug = seed.slug ?? slugOf(seed.name)
    const present = store.rowsBy("teams", "organization", organization.id)
    if (present.some((team) => team.slug === slug)) {
      throw new SeedError([`${place}: the team ${slug} is given twice`])
    }
    const parent = present.find((team) => team.slug === seed.parent)
    if (seed.parent !== undefined && !parent) {
      throw new SeedError([`${place}: there is no team ${seed.parent} before ${slug}`])
    }
    store.insert("teams", {
      organizationId: organization.id,
      name: seed.name,
      slug,
      description: seed.description ?? null,
      privacy: seed.privacy ?? "VISIBLE",
      parentId: parent?.id ?? null,
      members: new Map(
        Object.entries(seed.members ?? {}).map(([login, role]) => [memberOf(login), role]),
      ),
    })
  }
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
