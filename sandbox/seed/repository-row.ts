import { SeedError } from "../errors/index.js"
import type { SeedRepository } from "../public/index.js"
import { insertRepository } from "../state/index.js"
import { type Account, given, type Repository, type Store } from "../tables/index.js"
import { emptyListsOf } from "./empty-lists.js"

/** A repository, and its part of the seed. */
export interface Plot {
  readonly store: Store
  readonly repository: Repository
  readonly owner: Account
  readonly seed: SeedRepository
  readonly where: string
}

export function plantRow(store: Store, owner: Account, seed: SeedRepository): Repository {
  const parent = parentOf(store, seed)
  const now = store.clock.tick()
  return insertRepository(store, owner, now, {
    name: seed.name,
    ...settingsOf(seed),
    parentId: parent?.id ?? null,
    defaultBranch: seed.default_branch ?? parent?.defaultBranch ?? "main",
    refs: new Map(parent?.refs),
    emptyLists: emptyListsOf("repository", seed),
  })
}

/** The settings that the seed gives; a new repository has GitHub's defaults for the others. */
const settingsOf = (seed: SeedRepository) =>
  given({
    description: seed.description,
    homepageUrl: seed.homepage_url,
    isPrivate: seed.private,
    isTemplate: seed.template,
    hasIssuesEnabled: seed.has_issues,
    topics: seed.topics,
    deleteBranchOnMerge: seed.delete_branch_on_merge,
    autoMergeAllowed: seed.allow_auto_merge,
  })

/** Properties that only apply to a new repository. */
const AT_BIRTH = ["files", "fork_of", "default_branch"] as const

/** Sets the seed's properties, and keeps the others. */
export function extendRepository(
  store: Store,
  repository: Repository,
  seed: SeedRepository,
  where: string,
): Repository {
  const late = AT_BIRTH.find((name) => seed[name] !== undefined)
  if (late !== undefined) {
    const instead = late === "files" ? ": use `branches` with commits instead" : ""
    throw new SeedError([`${where} already exists and takes no \`${late}\`${instead}`])
  }
  return store.update(repository, {
    ...settingsOf(seed),
    archivedAt: seed.archived === false ? null : repository.archivedAt,
    emptyLists: [...new Set([...repository.emptyLists, ...emptyListsOf("repository", seed)])],
    updatedAt: store.clock.tick(),
  })
}

function parentOf(store: Store, seed: SeedRepository): Repository | undefined {
  if (seed.fork_of === undefined) return undefined
  const [owner = "", name = ""] = seed.fork_of.split("/")
  const parent = store.repositoryByName(owner, name)
  if (parent) return parent
  throw new SeedError([
    `repository ${seed.owner}/${seed.name}: fork_of names ${seed.fork_of}, which is not defined before it`,
  ])
}
