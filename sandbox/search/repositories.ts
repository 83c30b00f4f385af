import { isVisible, LANGUAGES, languagesOf, type Session } from "../state/index.js"
import type { Repository, Store } from "../tables/index.js"
import { dateMatcher, numberMatcher } from "./comparison.js"
import { parseWordQuery } from "./query.js"
import {
  compared,
  flag,
  matcher,
  oneOf,
  type Qualifiers,
  scopeQualifiers,
  sortRows,
  widened,
} from "./terms.js"
import { beginningOfWords, isIn, wholeWords } from "./text.js"
import type { Term } from "./tokens.js"
import { type Matches, positiveTerms } from "./tree.js"

const MOST_STARS = { field: "stars", direction: "desc", text: "sort:stars-desc" } as const

export function searchRepositories(store: Session, text: string): Repository[] {
  const { root, sort } = parseWordQuery(text, ["name", "description", "topics"])
  const matches = matcher(widened(root), (term) => matchesText(store, term), qualifiers(store))
  const withForks = positiveTerms(root).some((term) => term.qualifier === "fork")
  const rows = store.where(
    "repositories",
    (row) => isVisible(store, row) && (row.parentId === null || withForks) && matches(row),
  )
  return sortRows(rows, sort ?? MOST_STARS, {
    stars: (row) => row.stargazers.size,
    forks: (row) => store.countBy("repositories", "parent", row.id),
    updated: (row) => row.updatedAt,
    created: (row) => row.createdAt,
    name: (row) => row.name.toLowerCase(),
  })
}

function matchesText(store: Store, term: Term): Matches<Repository> {
  const [inName, inText] = [beginningOfWords(term), wholeWords(term)]
  return (row) =>
    (isIn(term, "name") && inName(store.nameWithOwner(row))) ||
    (isIn(term, "description") && inText(row.description ?? "")) ||
    (isIn(term, "topics") && row.topics.some(inText))
}

function qualifiers(store: Session): Qualifiers<Repository> {
  const isArchived = (row: Repository): boolean => row.archivedAt !== null
  return {
    ...scopeQualifiers(store),
    is: oneOf<Repository>({
      public: (row) => !row.isPrivate,
      private: (row) => row.isPrivate,
      archived: isArchived,
    }),
    archived: flag(isArchived),
    template: flag((row: Repository) => row.isTemplate),
    fork: forkQualifier,
    language: oneOf<Repository>(
      Object.fromEntries(
        LANGUAGES.map(({ name }) => [
          name.toLowerCase(),
          (row: Repository) => languagesOf(store, row)[0]?.name === name,
        ]),
      ),
    ),
    topic: (term) => (row) => row.topics.includes(term.value.toLowerCase()),
    topics: compared(numberMatcher, (row) => row.topics.length),
    stars: compared(numberMatcher, (row) => row.stargazers.size),
    created: compared(dateMatcher, (row) => row.createdAt),
    pushed: compared(dateMatcher, (row) => row.pushedAt),
  }
}

/** `fork:true` includes forks, `fork:only` excludes everything else. */
export const forkQualifier = oneOf<Repository>({
  true: () => true,
  only: (row) => row.parentId !== null,
})
