import type { Commit, Signature } from "../../git/index.js"

/** A commit inside runs and check suites. */
export const simpleCommit = (commit: Commit) => ({
  id: commit.oid,
  tree_id: commit.treeOid,
  message: commit.message,
  timestamp: commit.committer.date,
  author: person(commit.author),
  committer: person(commit.committer),
})

const person = ({ name, email }: Signature) => ({ name, email })
