/** https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions */
import {
  type Discussion,
  type DiscussionCategory,
  type DiscussionReason,
  type LockReason,
  pair,
  type Repository,
  type Store,
} from "../tables/index.js"
import { dropReactions } from "./comments.js"
import { removeComments } from "./discussion-comments.js"
import { notFound, unprocessable } from "./errors.js"
import { authorizeTriage } from "./labelables.js"
import { authorize, isAuthor } from "./permissions.js"
import type { Session } from "./session.js"
import { checkFilledBody, checkTitle, editBody, newText, takeNumber } from "./text.js"

export const categoriesOf = (store: Store, repository: Repository): DiscussionCategory[] =>
  store.rowsBy("discussionCategories", "repository", repository.id)

export interface NewCategory {
  name: string
  emoji: string
  description: string | null
  isAnswerable?: boolean
}

export const insertCategory = (
  store: Store,
  repository: Repository,
  category: NewCategory,
): DiscussionCategory =>
  store.insert("discussionCategories", {
    repositoryId: repository.id,
    createdAt: repository.createdAt,
    ...category,
  })

/** https://docs.github.com/discussions/managing-discussions-for-your-community/managing-categories-for-discussions */
export function addDefaultCategories(store: Store, repository: Repository): void {
  for (const category of DEFAULTS) insertCategory(store, repository, category)
}

const DEFAULTS: readonly NewCategory[] = [
  { name: "Announcements", emoji: ":mega:", description: "Updates from maintainers" },
  {
    name: "General",
    emoji: ":speech_balloon:",
    description: "Chat about anything and everything here",
  },
  { name: "Ideas", emoji: ":bulb:", description: "Share ideas for new features" },
  { name: "Polls", emoji: ":ballot_box:", description: "Take a vote from the community" },
  {
    name: "Q&A",
    emoji: ":pray:",
    description: "Ask the community for help",
    isAnswerable: true,
  },
  {
    name: "Show and tell",
    emoji: ":raised_hands:",
    description: "Show off something you've made",
  },
]

export const discussionByNumber = (
  store: Store,
  repository: Repository,
  number: number,
): Discussion | undefined => store.rowBy("discussions", "number", pair(repository.id, number))

export function createDiscussion(
  store: Session,
  repository: Repository,
  input: { category: DiscussionCategory; title: string; body: string },
): Discussion {
  authorize(store, repository, "discussions", "READ")
  checkCategory(store, repository, input.category)
  const title = checkTitle(input.title, "Discussion")
  const body = checkFilledBody(input.body, "Discussion")
  const discussion = store.insert("discussions", {
    ...newText(store, body),
    repositoryId: repository.id,
    number: takeNumber(store, repository),
    title,
    categoryId: input.category.id,
    // GitHub counts the author as the first to vote.
    upvoterIds: [store.viewer.account.id],
  })
  return store.recordApplied("createDiscussion", discussion)
}

export interface DiscussionChanges {
  readonly title?: string | null
  readonly body?: string | null
  readonly category?: DiscussionCategory
}

/** The author may edit, but only accounts with write access may move a discussion to another category. */
export function updateDiscussion(
  store: Session,
  discussion: Discussion,
  { title, body, category }: DiscussionChanges,
): void {
  const repository = store.get("repositories", discussion.repositoryId)
  const isMoved = category !== undefined && category.id !== discussion.categoryId
  const mayAsAuthor = !isMoved && isAuthor(store.viewer, discussion)
  authorize(store, repository, "discussions", "WRITE", mayAsAuthor)
  if (category) checkCategory(store, repository, category)
  const newTitle = checkTitle(title ?? discussion.title, "Discussion")
  const newBody = checkFilledBody(body ?? discussion.body, "Discussion")
  editBody(store, discussion, newBody)
  if (newTitle !== discussion.title || isMoved) {
    store.edit(discussion, {
      title: newTitle,
      categoryId: category?.id ?? discussion.categoryId,
      // Categories without answers have no chosen one.
      ...(category && !category.isAnswerable && { answer: null }),
    })
  }
  store.recordApplied("updateDiscussion", discussion)
}

export function closeDiscussion(
  store: Session,
  discussion: Discussion,
  stateReason: DiscussionReason,
): void {
  authorizeTriage(store, discussion, isAuthor(store.viewer, discussion))
  if (discussion.closedAt === null || discussion.stateReason !== stateReason) {
    const now = store.clock.tick()
    store.update(discussion, {
      closedAt: discussion.closedAt ?? now,
      stateReason,
      updatedAt: now,
    })
  }
  store.recordApplied("closeDiscussion", discussion)
}

export function reopenDiscussion(store: Session, discussion: Discussion): void {
  authorizeTriage(store, discussion, isAuthor(store.viewer, discussion))
  if (discussion.closedAt !== null) {
    store.edit(discussion, { closedAt: null, stateReason: "REOPENED" })
  }
  store.recordApplied("reopenDiscussion", discussion)
}

export function deleteDiscussion(store: Session, discussion: Discussion): void {
  authorizeTriage(store, discussion)
  removeComments(store, discussion)
  dropReactions(store, discussion)
  store.drop("deleteDiscussion", discussion)
}

/** Discussions are locked without a reason. */
export function setDiscussionLocked(
  store: Session,
  discussion: Discussion,
  locked: boolean,
  reason: LockReason | null,
): void {
  authorizeTriage(store, discussion)
  if (reason !== null) throw unprocessable("Discussions cannot be locked with a reason")
  if (discussion.locked !== locked) store.edit(discussion, { locked })
  store.recordApplied(locked ? "lockLockable" : "unlockLockable", discussion)
}

function checkCategory(store: Store, repository: Repository, category: DiscussionCategory): void {
  if (categoriesOf(store, repository).includes(category)) return
  throw notFound("The category does not exist in the repository")
}
