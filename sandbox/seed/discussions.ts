import { SeedError } from "../errors/index.js"
import type { SeedRepository } from "../public/index.js"
import { categoriesOf, createDiscussion } from "../state/index.js"
import { insert, type Repository, type Store } from "../tables/index.js"
import { requireAccount } from "./accounts.js"
import { inPlace } from "./in-place.js"
import { viewerFor } from "./people.js"

/** Categories have the repository's date, and do not advance the clock. */
export function plantDiscussions(store: Store, repository: Repository, seed: SeedRepository): void {
  for (const one of seed.discussion_categories ?? []) {
    insert(store, "discussionCategories", {
      kind: "DiscussionCategory",
      repositoryId: repository.id,
      name: one.name,
      emoji: one.emoji ?? ":speech_balloon:",
      description: one.description ?? null,
      isAnswerable: one.answerable ?? false,
      createdAt: repository.createdAt,
    })
  }
  for (const { title, body, author, category: name } of seed.discussions ?? []) {
    const place = `discussion "${title}" of ${repository.name}`
    const category = categoriesOf(store, repository).find((one) => one.name === name)
    if (!category) throw new SeedError([`${place}: there is no category ${name}`])
    const viewer = viewerFor(store, requireAccount(store, author, place))
    inPlace(place, () => createDiscussion(store, viewer, repository, { category, title, body }))
  }
}
