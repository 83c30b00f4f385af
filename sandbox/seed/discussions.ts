import { SeedError } from "../errors/index.js"
import type { SeedDiscussion, SeedDiscussionComment, SeedRepository } from "../public/index.js"
import {
  addDiscussionComment,
  addLabels,
  categoriesOf,
  closeDiscussion,
  createDiscussion,
  insertCategory,
  markAnswer,
  type Session,
  setDiscussionLocked,
} from "../state/index.js"
import type { Discussion, DiscussionComment, Repository, Store } from "../tables/index.js"
import { plantReactions } from "./issue.js"
import { requireLabel } from "./labels-and-milestones.js"
import { inPlace, requireAccount, sessionFor } from "./people.js"

/** Categories and discussions do not advance the clock, so they do not change the times of other objects. */
export function plantDiscussions(store: Store, repository: Repository, seed: SeedRepository): void {
  for (const one of seed.discussion_categories ?? []) {
    insertCategory(store, repository, {
      name: one.name,
      emoji: one.emoji ?? ":speech_balloon:",
      description: one.description ?? null,
      isAnswerable: one.answerable ?? false,
    })
  }
  for (const one of seed.discussions ?? []) {
    const place = `discussion "${one.title}" of ${repository.name}`
    store.clock.hold(() => inPlace(place, () => plant(store, repository, one, place)))
  }
}

function plant(store: Store, repository: Repository, seed: SeedDiscussion, place: string): void {
  const category = categoriesOf(store, repository).find(({ name }) => name === seed.category)
  if (!category) throw new SeedError([`${place}: there is no category ${seed.category}`])
  const { title, body } = seed
  const author = sessionFor(store, requireAccount(store, seed.author, place))
  const owner = sessionFor(store, store.get("accounts", repository.ownerId))
  const discussion = createDiscussion(author, repository, { category, title, body })
  const labels = (seed.labels ?? []).map((name) => requireLabel(store, repository, name, place))
  if (labels.length > 0) addLabels(owner, discussion, labels)
  plantReactions(store, discussion, seed.reactions, place)
  for (const comment of seed.comments ?? []) plantComment(owner, discussion, comment, place)
  if (seed.state === "CLOSED") {
    closeDiscussion(owner, discussion, seed.state_reason ?? "RESOLVED")
  }
  if (seed.locked) setDiscussionLocked(owner, discussion, true, null)
}

function plantComment(
  store: Session,
  discussion: Discussion,
  seed: SeedDiscussionComment,
  place: string,
  parent?: DiscussionComment,
): void {
  const author = sessionFor(store, requireAccount(store, seed.author, place))
  const comment = addDiscussionComment(author, discussion, seed.body, parent)
  plantReactions(store, comment, seed.reactions, place)
  if (seed.is_answer) markAnswer(store, comment)
  for (const reply of seed.replies ?? []) plantComment(store, discussion, reply, place, comment)
}
