import { SeedError } from "../errors/index.js"
import type { SeedOrganization } from "../public/index.js"
import type { Account, Store } from "../tables/index.js"
import { requireAccount } from "./accounts.js"

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
