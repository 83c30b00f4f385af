import { afterAll, beforeEach, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data } from "./client.js"
import { rest } from "./rest-client.js"

const sandbox: Sandbox = await startSandbox({
  seed: {
    users: [{ login: "ada" }, { login: "eve" }],
    tokens: [{ token: "eve-token", login: "eve" }],
    repositories: [
      {
        owner: "ada",
        name: "open",
        issues: [
          { title: "Has a part", author: "ada" },
          { title: "Is a part", author: "ada" },
          { title: "Was said before", author: "ada" },
          { title: "Moves away", author: "ada" },
        ],
      },
      {
        owner: "ada",
        name: "vault",
        private: true,
        issues: [
          { title: "Secret part", author: "ada" },
          { title: "Secret whole", author: "ada" },
          { title: "Secret original", author: "ada" },
        ],
      },
    ],
  },
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

/** The ids of a repository's issues, by number. */
async function idsOf(name: string): Promise<string[]> {
  const { repository } = await data(
    sandbox,
    `query ($name: String!) {
      repository(owner: "ada", name: $name) { id issues(first: 9) { nodes { id } } }
    }`,
    { name },
  )
  return [repository.id, ...repository.issues.nodes.map(({ id }: { id: string }) => id)]
}

const LINKED = `{
  repository(owner: "ada", name: "open") {
    issues(first: 3) {
      nodes {
        parent { title }
        subIssues(first: 5) { totalCount nodes { title } }
        subIssuesSummary { total completed }
        timelineItems(first: 20) {
          nodes {
            ... on SubIssueAddedEvent { subIssue { title } }
            ... on ParentIssueAddedEvent { parent { title } }
            ... on MarkedAsDuplicateEvent { canonical { ... on Issue { title } } }
          }
        }
      }
    }
  }
}`

test("links of a public issue reveal nothing about a private repository", async () => {
  const [, whole, part, duplicate] = await idsOf("open")
  const [, secretPart, secretWhole, original] = await idsOf("vault")
  await data(
    sandbox,
    `mutation ($whole: ID!, $part: ID!, $duplicate: ID!, $secretPart: ID!, $secretWhole: ID!, $original: ID!) {
      a: addSubIssue(input: { issueId: $whole, subIssueId: $secretPart }) { clientMutationId }
      b: addSubIssue(input: { issueId: $secretWhole, subIssueId: $part }) { clientMutationId }
      c: closeIssue(
        input: { issueId: $duplicate, stateReason: DUPLICATE, duplicateIssueId: $original }
      ) { clientMutationId }
    }`,
    { whole, part, duplicate, secretPart, secretWhole, original },
  )

  const own = JSON.stringify(await data(sandbox, LINKED))
  for (const title of ["Secret part", "Secret whole", "Secret original"]) {
    expect(own).toContain(title)
  }
  const seen = await data(sandbox, LINKED, {}, "eve-token")
  expect(JSON.stringify(seen)).not.toContain("Secret")
  expect(seen.repository.issues.nodes[0]).toMatchObject({
    subIssues: { totalCount: 0, nodes: [] },
    subIssuesSummary: { total: 0, completed: 0 },
    timelineItems: { nodes: [{ subIssue: null }] },
  })
  const summary = { total: 0, completed: 0, percent_completed: 0 }
  const options = { token: "eve-token" }
  const issue = await rest(sandbox, "GET /repos/ada/open/issues/1", undefined, options)
  expect(issue.body.sub_issues_summary).toEqual(summary)
})

test("an issue that was transferred to a private repository is not found by others", async () => {
  const [, , , , issueId] = await idsOf("open")
  const [repositoryId] = await idsOf("vault")
  await data(
    sandbox,
    `mutation ($input: TransferIssueInput!) { transferIssue(input: $input) { clientMutationId } }`,
    { input: { issueId, repositoryId } },
  )
  const path = "GET /repos/ada/open/issues/4"
  expect((await rest(sandbox, path)).status).toBe(301)
  const refused = await rest(sandbox, path, undefined, { token: "eve-token" })
  expect(refused.status).toBe(404)
  expect(JSON.stringify([refused.body, ...refused.headers])).not.toContain("vault")
})

test("the redirect of a transferred issue keeps the path and the query", async () => {
  const [, issueId] = await idsOf("open")
  const [repositoryId] = await idsOf("vault")
  const { transferIssue } = await data(
    sandbox,
    `mutation ($input: TransferIssueInput!) {
      transferIssue(input: $input) { issue { number } }
    }`,
    { input: { issueId, repositoryId } },
  )
  const { number } = transferIssue.issue
  await rest(sandbox, `POST /repos/ada/vault/issues/${number}/comments`, { body: "Here now" })
  const moved = await rest(sandbox, "GET /repos/ada/open/issues/1/comments?per_page=5")
  const comments = await rest(sandbox, `GET ${moved.headers.get("location")}`)
  expect(comments.body).toMatchObject([{ body: "Here now" }])
})
