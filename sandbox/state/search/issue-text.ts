import type { Issue, PullRequest } from "../rows.js"
import { wordsIn } from "../words.js"
import { listBy, type World } from "../world.js"
import { commentsOf } from "./issue-qualifiers.js"
import { wholeWords, wordsOf } from "./text.js"
import type { Term } from "./tokens.js"
import type { Matches } from "./tree.js"

type Row = Issue | PullRequest

/** Whether the words of a term stand, side by side, in a title, a body or a comment. */
export function textMatcher(world: World, term: Term): Matches<Row> {
  const words = [...new Set(wordsIn(wordsOf(term)))]
  const holdsAll = rowsWithWords(world, words, term)
  // One word stands beside itself.
  if (wordsIn(term.value).length === 1) return holdsAll
  const isSideBySide = sideBySide(world, term)
  return (row) => holdsAll(row) && isSideBySide(row)
}

const isIn = (term: Term, place: string): boolean => !term.places || term.places.includes(place)

/**
 * The rows that hold each of the words in some place, by the index of words. They are counted in
 * bytes, for a word may stand in all of tens of thousands: a query has fewer than 256 words.
 */
function rowsWithWords(world: World, words: readonly string[], term: Term): Matches<Row> {
  const counts = {
    Issue: new Uint8Array((world.sequences.get("issues") ?? 0) + 1),
    PullRequest: new Uint8Array((world.sequences.get("pullRequests") ?? 0) + 1),
  }
  for (const [before, word] of words.entries()) {
    const count = (kind: Row["kind"], id: number) => {
      if (counts[kind][id] === before) counts[kind][id] = before + 1
    }
    for (const table of ["issues", "pullRequests"] as const) {
      for (const index of ["title", "body"] as const) {
        if (!isIn(term, index)) continue
        for (const row of listBy(world, table, `${index}Word`, word)) count(row.kind, row.id)
      }
    }
    if (!isIn(term, "comments")) continue
    for (const comment of listBy(world, "issueComments", "bodyWord", word)) {
      count(comment.subjectKind, comment.subjectId)
    }
  }
  return (row) => counts[row.kind][row.id] === words.length
}

function sideBySide(world: World, term: Term): Matches<Row> {
  const matches = wholeWords(term)
  return (row) =>
    (isIn(term, "title") && matches(row.title)) ||
    (isIn(term, "body") && matches(row.body)) ||
    (isIn(term, "comments") && commentsOf(world, row).some((comment) => matches(comment.body)))
}
