import fc from "fast-check"
import { expect, test } from "vitest"
import { defaultSeed } from "../default-seed.js"
import { plantSeed, requireAccount, sessionFor } from "../seed/index.js"
import { isVisible } from "../state/index.js"
import {
  createStore,
  type Issue,
  type PullRequest,
  steppingClock,
  subjectKey,
} from "../tables/index.js"
import { issueQualifiers } from "./issue-qualifiers.js"
import { issueQuery, searchIssues } from "./issues.js"
import { matcher } from "./terms.js"
import { wholeWords } from "./text.js"
import type { Term } from "./tokens.js"

const store = createStore({ clock: steppingClock(), webUrl: "https://github.com" })
plantSeed(store, {
  ...defaultSeed,
  repositories: (defaultSeed.repositories ?? []).map((one) =>
    one.generate_issues ? { ...one, generate_issues: 12 } : one,
  ),
})
const sessions = ["octocat", "hubot"].map((login) =>
  sessionFor(store, requireAccount(store, login, "test")),
)

/** Whether the text of a row contains the words, without the index. */
function inText(term: Term): (row: Issue | PullRequest) => boolean {
  const matches = wholeWords(term)
  const isIn = (place: string) => !term.places || term.places.includes(place)
  return (row) =>
    (isIn("title") && matches(row.title)) ||
    (isIn("body") && matches(row.body)) ||
    (isIn("comments") &&
      store.rowsBy("issueComments", "subject", subjectKey(row)).some(({ body }) => matches(body)))
}

const TERMS = [
  "generated",
  "issue",
  '"issue 3"',
  "hello",
  "greeting",
  "nowhere",
  "in:title",
  "in:comments",
  "is:open",
  "is:closed",
  "state:open",
  "is:merged",
  "is:issue",
  "is:pr",
  "type:issue",
  "repo:octocat/hello-world",
  "repo:OCTOCAT/Big",
  "repo:octocat/secret",
  "repo:nobody/nothing",
  "label:bug",
  "author:monalisa",
  "created:>2025-01-01T00:01:00Z",
  "created:2025-01-01",
  "created:<2025-01-01",
  "comments:>0",
]

const term = fc
  .tuple(fc.constantFrom("", "", "", "-"), fc.constantFrom(...TERMS))
  .filter(([minus, text]) => minus === "" || !text.startsWith("in:"))
  .map(([minus, text]) => minus + text)
const terms = fc.array(term, { minLength: 1, maxLength: 4 })
const query = fc.oneof(
  terms.map((all) => all.join(" ")),
  fc.tuple(terms, terms).map(([one, other]) => `(${one.join(" ")}) OR (${other.join(" ")})`),
  fc.tuple(terms, terms).map(([one, other]) => `${one.join(" ")} NOT (${other.join(" ")})`),
)

const names = (rows: readonly (Issue | PullRequest)[]) =>
  rows.map(({ kind, id }) => `${kind} ${id}`).sort()

test("searchIssues finds through its indexes exactly the rows that match one by one", () => {
  fc.assert(
    fc.property(fc.constantFrom(...sessions), query, (session, text) => {
      const search = () => searchIssues(session, text)
      let matches: (row: Issue | PullRequest) => boolean
      try {
        matches = matcher(issueQuery(text).root, inText, issueQualifiers(session))
      } catch (error) {
        expect(search).toThrow((error as Error).message)
        return
      }
      const { issues, pullRequests } = store.tables
      const all = [...issues.values(), ...pullRequests.values()]
      const expected = all.filter((row) => isVisible(session, row) && matches(row))
      const found = search()
      const rows = found.slice(0, found.length)
      expect(names(rows)).toEqual(names(expected))
      const times = rows.map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort().reverse())
    }),
    { numRuns: 400 },
  )
})
