import { type Issue, type PullRequest, type Store, wordsIn } from "../tables/index.js"
import { commentsOf } from "./people-qualifiers.js"
import { isIn, wholeWords, wordsOf } from "./text.js"
import type { Term } from "./tokens.js"
import type { Matches } from "./tree.js"

type Row = Issue | PullRequest

/** Whether the words of a term occur side by side in a title, body or comment. */
export function textMatcher(store: Store, term: Term): Matches<Row> {
  const words = wordsIn(wordsOf(term))
  const isSideBySide = sideBySide(store, term)
  let counts: Counts | undefined
  // Computed on first use: a term may only be parsed for its errors.
  const holdsAll = (row: Row): boolean => {
    counts ??= countWords(store, new Set(words), term)
    const held = row.kind === "Issue" ? counts.issues : counts.pullRequests
    return held[row.id] === counts.full
  }
  // A single word is always adjacent to itself.
  return words.length === 1 ? holdsAll : (row) => holdsAll(row) && isSideBySide(row)
}

/** Number of the words that each row contains, by id, and the total. */
interface Counts {
  readonly issues: Uint8Array
  readonly pullRequests: Uint8Array
  readonly full: number
}

/**
 * Uses the index of words. Bytes are enough for the words of a query; a word may occur in tens of thousands of rows.
 */
function countWords(store: Store, words: ReadonlySet<string>, term: Term): Counts {
  const bytes = (table: "issues" | "pullRequests") =>
    new Uint8Array((store.sequences.get(table) ?? 0) + 1)
  const counts = { issues: bytes("issues"), pullRequests: bytes("pullRequests"), full: 0 }
  for (const word of words) {
    const count = (table: "issues" | "pullRequests", id: number) => {
      // Only rows that contain all previous words matter.
      if (counts[table][id] === counts.full) counts[table][id] = counts.full + 1
    }
    for (const table of ["issues", "pullRequests"] as const) {
      for (const index of ["title", "body"] as const) {
        if (!isIn(term, index)) continue
        for (const { id } of store.listBy(table, `${index}Word`, word)) count(table, id)
      }
    }
    const comments = isIn(term, "comments") ? store.listBy("issueComments", "bodyWord", word) : []
    for (const { subjectKind, subjectId } of comments) {
      count(subjectKind === "Issue" ? "issues" : "pullRequests", subjectId)
    }
    counts.full++
  }
  return counts
}

function sideBySide(store: Store, term: Term): Matches<Row> {
  const matches = wholeWords(term)
  return (row) =>
    (isIn(term, "title") && matches(row.title)) ||
    (isIn(term, "body") && matches(row.body)) ||
    (isIn(term, "comments") && commentsOf(store, row).some((comment) => matches(comment.body)))
}
