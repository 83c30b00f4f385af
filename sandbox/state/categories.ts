import type { DiscussionCategory, Repository, Store } from "../tables/index.js"

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
