/** https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions */
import {
  type Discussion,
  type DiscussionCategory,
  insert,
  pair,
  type Repository,
  recordApplied,
  rowBy,
  rowsBy,
  type Store,
} from "../tables/index.js"
import { notFound } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"
import { checkFilledBody, checkTitle, newText, takeNumber } from "./text.js"

export const categoriesOf = (store: Store, repository: Repository): DiscussionCategory[] =>
  rowsBy(store, "discussionCategories", "repository", repository.id)

export const discussionByNumber = (
  store: Store,
  repository: Repository,
  number: number,
): Discussion | undefined => rowBy(store, "discussions", "number", pair(repository.id, number))

export function createDiscussion(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  input: { category: DiscussionCategory; title: string; body: string },
): Discussion {
  authorize(store, viewer, repository, "discussions", "READ")
  if (!categoriesOf(store, repository).includes(input.category)) {
    throw notFound("The category does not exist in the repository")
  }
  const title = checkTitle(input.title, "Discussion")
  const body = checkFilledBody(input.body, "Discussion")
  const discussion = insert(store, "discussions", {
    kind: "Discussion",
    ...newText(store, viewer.account.id, body),
    repositoryId: repository.id,
    number: takeNumber(store, repository),
    title,
    categoryId: input.category.id,
  })
  recordApplied(store, "createDiscussion", viewer.account, discussion)
  return discussion
}
