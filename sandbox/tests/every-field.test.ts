import {
  type GraphQLField,
  GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isNonNullType,
  isScalarType,
} from "graphql"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fieldsOf, githubSchema } from "../graphql/index.js"
import { SYNTHESIZE } from "../http/index.js"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const isLeaf = (type: GraphQLOutputType) =>
  isScalarType(getNamedType(type)) || isEnumType(getNamedType(type))

function selection(field: GraphQLField<unknown, unknown>): string | undefined {
  const needed = field.args.filter(
    (arg) => isNonNullType(arg.type) && arg.defaultValue === undefined,
  )
  if (needed.length > 0) return undefined
  const type = getNamedType(field.type)
  if (isLeaf(field.type)) return `${field.name}_: ${field.name}`
  if (!type.name.endsWith("Connection")) return `${field.name}_: ${field.name} { __typename }`
  const count = "totalCount" in (type as GraphQLObjectType).getFields() ? "totalCount" : ""
  return `${field.name}_: ${field.name}(first: 2) {
    ${count} pageInfo { hasNextPage endCursor } edges { cursor node { __typename } } nodes { __typename }
  }`
}

/** Every modelled field of a type that needs no arguments. */
function everyField(typeName: string): string {
  const type = githubSchema().getType(typeName)
  if (!(type instanceof GraphQLObjectType)) throw new Error(`no object type ${typeName}`)
  return (
    Object.values(type.getFields())
      .filter((field) => fieldsOf(typeName)?.[field.name])
      // Rendering Markdown is refused on purpose; plain text is tested below.
      .filter((field) => !["bodyHTML", "bodyText", "messageBodyHTML"].includes(field.name))
      .map(selection)
      .filter((text) => text !== undefined)
      .join("\n")
  )
}

/** For each type, a path to a row. */
const PATHS: Record<string, (fields: string) => string> = {
  Query: (fields) => fields,
  User: (fields) => `viewer { ${fields} }`,
  Organization: (fields) => `organization(login: "octo-org") { ${fields} }`,
  Repository: (fields) => repo(fields),
  Label: (fields) => repo(`label(name: "BUG") { ${fields} }`),
  Milestone: (fields) => repo(`milestone(number: 1) { ${fields} }`),
  Issue: (fields) => repo(`issue(number: 1) { ${fields} }`),
  PinnedIssue: (fields) => repo(`pinnedIssues(first: 1) { nodes { ${fields} } }`),
  IssueComment: (fields) => repo(`issue(number: 1) { comments(first: 1) { nodes { ${fields} } } }`),
  Reaction: (fields) => repo(`issue(number: 1) { reactions(first: 1) { nodes { ${fields} } } }`),
  ReactionGroup: (fields) => repo(`issue(number: 1) { reactionGroups { ${fields} } }`),
  PullRequest: (fields) => pull(fields),
  PullRequestChangedFile: (fields) => pull(`files(first: 10) { nodes { ${fields} } }`),
  PullRequestCommit: (fields) => pull(`commits(first: 10) { nodes { ${fields} } }`),
  PullRequestReview: (fields) => pull(`reviews(first: 10) { nodes { ${fields} } }`),
  PullRequestReviewThread: (fields) => pull(`reviewThreads(first: 10) { nodes { ${fields} } }`),
  PullRequestReviewComment: (fields) =>
    pull(`reviewThreads(first: 9) { nodes { comments(first: 9) { nodes { ${fields} } } } }`),
  ReviewRequest: (fields) =>
    repo(`pullRequest(number: 8) { reviewRequests(first: 1) { nodes { ${fields} } } }`),
  Release: (fields) => repo(`latestRelease { ${fields} }`),
  ReleaseAsset: (fields) =>
    repo(`latestRelease { releaseAssets(first: 1) { nodes { ${fields} } } }`),
  Ref: (fields) => repo(`defaultBranchRef { ${fields} }`),
  Comparison: (fields) => repo(`defaultBranchRef { compare(headRef: "rewrite") { ${fields} } }`),
  Commit: (fields) => repo(`object(expression: "main") { ... on Commit { ${fields} } }`),
  App: (fields) => checkSuite(`app { ${fields} }`),
  CheckSuite: (fields) => checkSuite(fields),
  CheckRun: (fields) => checkRun(fields),
  CheckStep: (fields) => checkRun(`steps(first: 5) { nodes { ${fields} } }`),
  Status: (fields) => commit(`status { ${fields} }`),
  StatusContext: (fields) => commit(`status { contexts { ${fields} } }`),
  StatusCheckRollup: (fields) => pull(`statusCheckRollup { ${fields} }`),
  Workflow: (fields) => checkSuite(`workflowRun { workflow { ${fields} } }`),
  WorkflowRun: (fields) => checkSuite(`workflowRun { ${fields} }`),
  Tree: (fields) => repo(`object(expression: "main:") { ... on Tree { ${fields} } }`),
  TreeEntry: (fields) =>
    repo(`object(expression: "main:src") { ... on Tree { entries { ${fields} } } }`),
  Blob: (fields) => repo(`object(expression: "main:README.md") { ... on Blob { ${fields} } }`),
}

const repo = (fields: string) => `repository(owner: "octocat", name: "hello-world") { ${fields} }`
const commit = (fields: string) =>
  repo(`object(expression: "polite-greeting") { ... on Commit { ${fields} } }`)
const checkSuite = (fields: string) => commit(`checkSuites(first: 5) { nodes { ${fields} } }`)
const checkRun = (fields: string) => checkSuite(`checkRuns(first: 5) { nodes { ${fields} } }`)
const pull = (fields: string) => repo(`pullRequest(number: 7) { ${fields} }`)

beforeAll(async () => {
  const { repository, user } = await data(
    sandbox,
    `{ ${repo("pullRequest(number: 8) { id }")} user(login: "monalisa") { id } }`,
  )
  await data(
    sandbox,
    `mutation ($pull: ID!, $user: ID!) {
      requestReviews(input: { pullRequestId: $pull, userIds: [$user] }) { clientMutationId }
    }`,
    { pull: repository.pullRequest.id, user: user.id },
  )
  await rest(sandbox, `POST ${HELLO}/statuses/polite-greeting`, { state: "success" })
})

test.each(Object.keys(PATHS))("every modelled field of %s responds", async (name) => {
  const reply = await ask(sandbox, `query { ${PATHS[name]?.(everyField(name))} }`)
  expect(reply.errors).toBeUndefined()
})

test("bodyHTML and bodyText render plain text, and bodyHTML of Markdown is not modelled", async () => {
  const body = (number: number) =>
    `{ ${repo(`issueOrPullRequest(number: ${number}) { ... on Comment { bodyHTML bodyText } }`)} }`
  const plain = await data(sandbox, body(1))
  expect(plain.repository.issueOrPullRequest).toEqual({
    bodyHTML: '<p dir="auto">I\'m having a problem with this.</p>',
    bodyText: "I'm having a problem with this.",
  })
  const markdown = await ask(sandbox, body(7))
  expect(markdown.errors?.[0]).toMatchObject({
    type: "SANDBOX_NOT_MODELLED",
    message: `The sandbox does not model \`bodyHTML of Markdown\`. ${SYNTHESIZE}`,
  })
})
