import { type Commit, commitOf, history } from "../git/index.js"
import { branchTip, isVisible, type Session } from "../state/index.js"
import type { Repository } from "../tables/index.js"
import { dateMatcher } from "./comparison.js"
import { parseWordQuery } from "./query.js"
import {
  compared,
  flag,
  lifted,
  matcher,
  type Qualifiers,
  scopeQualifiers,
  sortRows,
  widened,
} from "./terms.js"
import { wholeWords } from "./text.js"
import type { Term } from "./tokens.js"
import type { Matches } from "./tree.js"

export interface FoundCommit {
  /** The id of the repository, which sorts commits with the same time. */
  readonly id: number
  readonly repository: Repository
  readonly commit: Commit
}

const NEWEST = { field: "committer-date", direction: "desc", text: "" } as const

/**
 * Commits of default branches by their messages, newest first, since the order of GitHub's best match is not
 * documented. https://docs.github.com/search-github/searching-on-github/searching-commits
 */
export function searchCommits(store: Session, text: string): FoundCommit[] {
  const { root, sort = NEWEST } = parseWordQuery(text, [])
  const matches = matcher(widened(root), inMessage, qualifiers(store))
  const rows = store
    .where("repositories", (one) => isVisible(store, one))
    .flatMap((repository) => {
      const tip = branchTip(store, repository.id, repository.defaultBranch)
      const commits = tip === undefined ? [] : history(store.git, tip)
      return commits.map((commit) => ({ id: repository.id, repository, commit })).filter(matches)
    })
  return sortRows(rows, sort, {
    "author-date": ({ commit }) => commit.author.date,
    "committer-date": ({ commit }) => commit.committer.date,
  })
}

const inMessage = compared(wholeWords, ({ commit }: FoundCommit) => commit.message)

function qualifiers(store: Session): Qualifiers<FoundCommit> {
  const person = (role: "author" | "committer") => ({
    [role]: ({ value }: Term): Matches<FoundCommit> => {
      const email = store.accountByLogin(value)?.email
      return ({ commit }) => commit[role].email === email
    },
    [`${role}-email`]:
      ({ value }: Term): Matches<FoundCommit> =>
      ({ commit }) =>
        commit[role].email === value,
    [`${role}-name`]: compared(wholeWords, ({ commit }: FoundCommit) => commit[role].name),
    [`${role}-date`]: compared(dateMatcher, ({ commit }: FoundCommit) => commit[role].date),
  })
  const oid =
    (of: (commit: Commit) => readonly string[]) =>
    ({ value }: Term): Matches<FoundCommit> =>
    ({ commit }) =>
      of(commit).some((one) => one.startsWith(value))
  return {
    ...lifted(scopeQualifiers(store), ({ repository }) => repository),
    ...person("author"),
    ...person("committer"),
    hash: oid((commit) => [commit.oid]),
    parent: oid((commit) => commit.parents),
    tree: oid((commit) => [commitOf(store.git, commit.oid).treeOid]),
    merge: flag(({ commit }: FoundCommit) => commit.parents.length > 1),
  }
}
