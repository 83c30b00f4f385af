import { type Account, type Store, sameName } from "../tables/index.js"
import { dateMatcher, numberMatcher } from "./comparison.js"
import { parseWordQuery } from "./query.js"
import { matcher, oneOf, type Qualifiers, sortRows, widened } from "./terms.js"
import { beginningOfWords, wholeWords } from "./text.js"
import type { Term } from "./tokens.js"
import type { Matches } from "./tree.js"

const OLDEST = { field: "joined", direction: "asc", text: "sort:joined-asc" } as const

export function searchAccounts(store: Store, text: string): Account[] {
  const { root, sort } = parseWordQuery(text, ["login", "name", "email"])
  const matches = matcher(widened(root), inText, qualifiers(store))
  const rows = store.where(
    "accounts",
    (row) => (row.kind === "User" || row.kind === "Organization") && matches(row),
  )
  return sortRows(rows, sort ?? OLDEST, {
    joined: (row) => row.createdAt,
    followers: (row) => store.countBy("accounts", "following", row.id),
    repositories: (row) => repositoryCount(store, row),
  })
}

const repositoryCount = (store: Store, account: Account): number =>
  store.countBy("repositories", "owner", account.id)

function inText(term: Term): Matches<Account> {
  const matches = beginningOfWords(term)
  const isIn = (place: string): boolean => !term.places || term.places.includes(place)
  return (row) =>
    (isIn("login") && matches(row.login)) ||
    (isIn("name") && matches(row.name ?? "")) ||
    (isIn("email") && matches(row.email))
}

function qualifiers(store: Store): Qualifiers<Account> {
  const named = (term: Term): Matches<Account> => {
    return (row) => sameName(row.login, term.value)
  }
  return {
    type: oneOf<Account>({
      user: (row) => row.kind === "User",
      org: (row) => row.kind === "Organization",
    }),
    user: named,
    org: (term) => (row) => row.kind === "Organization" && named(term)(row),
    location: (term) => {
      const matches = wholeWords(term)
      return (row) => matches(row.location ?? "")
    },
    followers: (term) => {
      const matches = numberMatcher(term)
      return (row) => matches(store.countBy("accounts", "following", row.id))
    },
    created: (term) => {
      const matches = dateMatcher(term)
      return (row) => matches(row.createdAt)
    },
    repos: (term) => {
      const matches = numberMatcher(term)
      return (row) => matches(repositoryCount(store, row))
    },
  }
}
