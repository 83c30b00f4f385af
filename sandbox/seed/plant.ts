import { accountByLogin } from "../state/lookup.js"
import type { Account, AccountKind } from "../state/rows.js"
import { insert, update, type World } from "../state/world.js"
import { plantReleasesAndWorkflows } from "./automation.js"
import { SeedError } from "./error.js"
import { plantRepository } from "./repository.js"
import type { Seed } from "./schema.js"

/** Makes the world that a seed describes, by the operations that requests use too. */
export function plantSeed(world: World, seed: Seed): void {
  for (const user of seed.users) plantAccount(world, "User", user)
  for (const bot of seed.bots ?? []) plantAccount(world, "Bot", bot)
  for (const organization of seed.organizations ?? []) {
    const row = plantAccount(world, "Organization", organization)
    const members = Object.entries(organization.members ?? {}).map(
      ([login, role]) =>
        [requireAccount(world, login, `organization ${row.login}`).id, role] as const,
    )
    update(world, row, { members: new Map(members) })
  }
  for (const user of seed.users) {
    const row = requireAccount(world, user.login, "users")
    const followed = (user.follows ?? []).map(
      (login) => requireAccount(world, login, `user ${user.login}`).id,
    )
    update(world, row, { following: new Set(followed) })
  }
  for (const repository of seed.repositories ?? []) plantRepository(world, repository)
  // Last, so that a seed with workflows and one without tell the same times of everything else.
  for (const repository of seed.repositories ?? []) plantReleasesAndWorkflows(world, repository)
  // What the seed did is where the story starts, not part of it.
  world.applied.length = 0
}

interface SeedAccount {
  login: string
  name?: string
  email?: string
  bio?: string
  company?: string
  location?: string
  created_at?: string
}

function plantAccount(world: World, kind: AccountKind, seed: SeedAccount): Account {
  if (accountByLogin(world, seed.login)) {
    throw new SeedError([`the login ${seed.login} is given twice`])
  }
  const createdAt = seed.created_at ?? world.clock.tick()
  return insert(world, "accounts", {
    kind,
    login: seed.login,
    name: seed.name ?? null,
    email: seed.email ?? `${seed.login}@users.noreply.github.com`,
    bio: seed.bio ?? null,
    company: seed.company ?? null,
    location: seed.location ?? null,
    websiteUrl: null,
    twitterUsername: null,
    pronouns: null,
    isSiteAdmin: false,
    isHireable: false,
    members: new Map(),
    following: new Set(),
    createdAt,
    updatedAt: createdAt,
  })
}

export function requireAccount(world: World, login: string, where: string): Account {
  const account = accountByLogin(world, login)
  if (account) return account
  throw new SeedError([`${where}: there is no account ${login}`])
}
