import { mentions, type Session } from "../state/index.js"
import { type Issue, type PullRequest, type Store, subjectKey } from "../tables/index.js"
import { accountOf, compared, type Qualifiers } from "./terms.js"
import type { Term } from "./tokens.js"
import type { Matches } from "./tree.js"

type Row = Issue | PullRequest

/** Qualifiers whose value is an account. */
export const PEOPLE: readonly string[] = [
  "author",
  "assignee",
  "mentions",
  "commenter",
  "involves",
  "reviewed-by",
  "review-requested",
  "user-review-requested",
]

export function people(store: Session): Qualifiers<Row> {
  const author = compared(
    (term) => isAccount(store, term),
    (row: Row) => row.authorId,
  )
  const assignee = (term: Term): Matches<Row> => {
    if (term.value === "*") return (row) => row.assigneeIds.length > 0
    const is = isAccount(store, term)
    return (row) => row.assigneeIds.some(is)
  }
  const mentioned = (term: Term): Matches<Row> => {
    const login = accountOf(store, term.value)?.login
    return (row) => login !== undefined && mentions(row.body, login)
  }
  const commenter = (term: Term): Matches<Row> => {
    const is = isAccount(store, term)
    return (row) => commentsOf(store, row).some((comment) => is(comment.authorId))
  }
  return {
    author,
    assignee,
    mentions: mentioned,
    commenter,
    involves: (term) => {
      const all = [author(term), assignee(term), mentioned(term), commenter(term)]
      return (row) => all.some((matches) => matches(row))
    },
  }
}

export function isAccount(store: Session, term: Term): (id: number | null) => boolean {
  const account = accountOf(store, term.value)
  return (id) => account !== undefined && account.id === id
}

export const commentsOf = (store: Store, row: Row) =>
  store.rowsBy("issueComments", "subject", subjectKey(row))
