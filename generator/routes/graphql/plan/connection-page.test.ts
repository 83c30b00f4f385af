import { buildSchema } from "graphql"
import { expect, test } from "vitest"
import { readDocument } from "../../../parse/index.js"
import { connectionPath } from "./connection-page.js"

const schema = buildSchema(`
  type Query { viewer: User!, repository(owner: String!, name: String!): Repository }
  type User { repositories(first: Int): Connection! }
  type Repository { defaultBranchRef: Ref, pullRequest(number: Int!): PullRequest }
  type PullRequest { headRef: Ref }
  type Ref { target: GitObject }
  interface GitObject { oid: ID! }
  type Commit implements GitObject { oid: ID!, history(first: Int): Connection!, statusCheckRollup: Rollup }
  type Rollup { contexts(first: Int): Connection! }
  type Connection { totalCount: Int! }
`)

const document = `query History($owner: String!, $name: String!, $number: Int!) {
  viewer { repositories(first: 1) { totalCount } }
  repo: repository(owner: $owner, name: $name) {
    defaultBranchRef { target { ... on Commit { ...Past } } }
    pullRequest(number: $number) {
      headRef { target { ... on Commit { statusCheckRollup { contexts(first: 9) { totalCount } } } } }
    }
  }
}
fragment Past on Commit { history(first: 1) { totalCount } }`

test.each([
  ["repo.defaultBranchRef.target.history", "repo", "defaultBranchRef.target.history"],
  [
    "repo.pullRequest.headRef.target.statusCheckRollup.contexts",
    "repo.pullRequest",
    "headRef.target.statusCheckRollup.contexts",
  ],
  ["viewer.repositories", undefined, "viewer.repositories"],
])(
  "connectionPath splits %s at the object that the caller named: %s",
  (connection, found, rest) => {
    const { source } = readDocument("operations/history.graphql", document)
    if (!source) throw new Error("unreadable")
    expect(connectionPath(source, schema, connection)).toEqual({ found, rest })
  },
)
