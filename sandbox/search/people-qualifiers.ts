import { mentions, type Viewer } from "../state/index.js"
import { type Issue, type PullRequest, rowsBy, subjectKey, type World } from "../tables/index.js"
import { accountOf, type Qualifiers } from "./terms.js"
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

export function people(world: World, viewer: Viewer): Qualifiers<Row> {
  const author = (term: Term): Matches<Row> => {
    const is = isAccount(world, viewer, term)
    return (row) => is(row.authorId)
  }
  const assignee = (term: Term): Matches<Row> => {
    if (term.value === "*") return (row) => row.assigneeIds.length > 0
    const is = isAccount(world, viewer, term)
    return (row) => row.assigneeIds.some(is)
  }
  const mentioned = (term: Term): Matches<Row> => {
    const login = accountOf(world, viewer, term.value)?.login
    return (row) => login !== undefined && mentions(row.body, login)
  }
  const commenter = (term: Term): Matches<Row> => {
    const is = isAccount(world, viewer, term)
    return (row) => commentsOf(world, row).some((comment) => is(comment.authorId))
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

export function isAccount(
  world: World,
  viewer: Viewer,
  term: Term,
): (id: number | null) => boolean {
  const account = accountOf(world, viewer, term.value)
  return (id) => account !== undefined && account.id === id
}

export const commentsOf = (world: World, row: Row) =>
  rowsBy(world, "issueComments", "subject", subjectKey(row))
