import { SeedError } from "../errors/index.js"
import type { Seed, SeedAddition, SeedOrganization, SeedUser } from "../public/index.js"
import { addGistComment, insertGist } from "../state/index.js"
import type { Account, AccountKind, Store } from "../tables/index.js"
import { plantChecks, plantReleasesAndWorkflows } from "./automation.js"
import { emptyListsOf } from "./empty-lists.js"
import { plantPackages, plantPages } from "./pages.js"
import { type IsNew, inPlace, newRows, requireAccount, sessionFor } from "./people.js"
import { plantMembers, plantPlanning } from "./planning.js"
import { plantProjects } from "./projects.js"
import { plantRepository } from "./repository.js"
import { plantHooks, plantRules } from "./rules.js"
import { plantAdvisories, plantAlerts } from "./security.js"

/**
 * Builds the store that a seed describes, using the same operations as requests. Existing objects are extended: see
 * `docs/sandbox-seeds.md`.
 */
export function plantSeed(store: Store, seed: Seed | SeedAddition): void {
  const applied = store.applied.length
  const isNew = newRows(store)
  for (const user of seed.users ?? []) plantAccount(store, isNew, "User", user)
  for (const organization of seed.organizations ?? []) {
    const account = plantAccount(store, isNew, "Organization", organization)
    plantMembers(store, account, organization)
    plantPlanning(store, account, organization)
    plantHooks(store, account, organization.webhooks)
  }
  for (const bot of seed.bots ?? []) plantAccount(store, isNew, "Bot", bot)
  for (const user of seed.users ?? []) plantFollows(store, user)
  for (const repository of seed.repositories ?? []) plantRepository(store, isNew, repository)
  // Last, so that workflows in a seed do not change the times of other objects.
  for (const repository of seed.repositories ?? []) plantReleasesAndWorkflows(store, repository)
  for (const repository of seed.repositories ?? []) plantChecks(store, repository)
  for (const repository of seed.repositories ?? []) plantRules(store, repository)
  plantAdvisories(store, seed.global_advisories)
  for (const repository of seed.repositories ?? []) plantAlerts(store, repository)
  for (const repository of seed.repositories ?? []) plantPages(store, repository)
  for (const user of seed.users ?? []) plantGists(store, user)
  for (const owner of [...(seed.users ?? []), ...(seed.organizations ?? [])]) {
    plantPackages(store, owner)
  }
  for (const { login, projects } of [...(seed.users ?? []), ...(seed.organizations ?? [])]) {
    plantProjects(store, requireAccount(store, login, "projects"), projects)
  }
  if (seed.app?.webhook) plantHooks(store, null, [seed.app.webhook])
  // Changes made by the seed are not logged.
  store.applied.length = applied
}

type SeedAccount = Omit<
  SeedUser & SeedOrganization,
  "follows" | "gists" | "members" | "projects" | "public_members" | "teams" | "webhooks"
>

function plantAccount(store: Store, isNew: IsNew, kind: AccountKind, seed: SeedAccount): Account {
  const existing = store.accountByLogin(seed.login)
  if (existing && isNew("accounts", existing)) {
    throw new SeedError([`the login ${seed.login} is given twice`])
  }
  if (existing) return extendAccount(store, existing, kind, seed)
  const createdAt = seed.created_at ?? store.clock.tick()
  return store.insert("accounts", {
    kind,
    login: seed.login,
    name: seed.name ?? null,
    email: seed.email ?? `${seed.login}@users.noreply.github.com`,
    bio: seed.bio ?? null,
    company: seed.company ?? null,
    location: seed.location ?? null,
    emptyLists: emptyListsOf(kind === "Organization" ? "organization" : "user", seed),
    createdAt,
    updatedAt: createdAt,
  })
}

function extendAccount(
  store: Store,
  account: Account,
  kind: AccountKind,
  seed: SeedAccount,
): Account {
  if (account.kind !== kind) {
    throw new SeedError([`the login ${seed.login} belongs to another kind of account`])
  }
  return store.update(account, {
    name: seed.name ?? account.name,
    email: seed.email ?? account.email,
    bio: seed.bio ?? account.bio,
    company: seed.company ?? account.company,
    location: seed.location ?? account.location,
    emptyLists: [
      ...new Set([
        ...account.emptyLists,
        ...emptyListsOf(kind === "Organization" ? "organization" : "user", seed),
      ]),
    ],
    createdAt: seed.created_at ?? account.createdAt,
    updatedAt: store.clock.tick(),
  })
}

function plantFollows(store: Store, seed: SeedUser): void {
  const user = requireAccount(store, seed.login, "users")
  const followed = (seed.follows ?? []).map(
    (login) => requireAccount(store, login, `user ${seed.login}`).id,
  )
  store.update(user, { following: new Set([...user.following, ...followed]) })
}

/** Gists do not advance the clock, so they do not change the times of other objects. */
function plantGists(store: Store, seed: SeedUser): void {
  const owner = requireAccount(store, seed.login, "users")
  for (const { description = null, public: isPublic = false, files, comments } of seed.gists ??
    []) {
    const text = { description, isPublic, files: new Map(Object.entries(files)) }
    const gist = insertGist(store, owner, text, store.clock.last())
    const place = `gist of ${seed.login}`
    store.clock.hold(() => {
      for (const { author, body } of comments ?? []) {
        const viewer = sessionFor(store, requireAccount(store, author, place))
        inPlace(place, () => addGistComment(viewer, gist, body))
      }
    })
  }
}
