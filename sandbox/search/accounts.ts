import { type Account, type Store, sameName } from "../tables/index.js"
import { dateMatcher, numberMatcher } from "./comparison.js"
import { parseWordQuery } from "./query.js"
import { compared, matcher, oneOf, type Qualifiers, sortRows, widened } from "./terms.js"
import { beginningOfWords, isIn, wholeWords } from "./text.js"
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
  return (row) =>
    (isIn(term, "login") && matches(row.login)) ||
    (isIn(term, "name") && matches(row.name ?? "")) ||
    (isIn(term, "email") && matches(row.email))
}

function qualifiers(store: Store): Qualifiers<Account> {
  const named =
    (term: Term): Matches<Account> =>
    (row) =>
      sameName(row.login, term.value)
  return {
    type: oneOf<Account>({
      user: (row) => row.kind === "User",
      org: (row) => row.kind === "Organization",
    }),
    user: named,
    org: (term) => (row) => row.kind === "Organization" && named(term)(row),
    location: compared(wholeWords, (row) => row.location ?? ""),
    followers: compared(numberMatcher, (row) => store.countBy("accounts", "following", row.id)),
    created: compared(dateMatcher, (row) => row.createdAt),
    repos: compared(numberMatcher, (row) => repositoryCount(store, row)),
  }
}
