import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data, idOf, repositoryId } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const applied = () => sandbox.applied.map((change) => change.mutation)
const numbers = async (query: string) =>
  (await rest(sandbox, `GET ${HELLO}/issues${query}`)).body.map(
    (issue: { number: number }) => issue.number,
  )

test("GET /issues lists issues and pull requests, filtered and sorted", async () => {
  expect(await numbers("")).toEqual([8, 7, 5, 2, 1])
  expect(await numbers("?state=closed")).toEqual([9, 6, 4, 3])
  expect(await numbers("?state=all&direction=asc&per_page=3")).toEqual([1, 2, 3])
  expect(await numbers("?labels=enhancement,good first issue")).toEqual([2])
  expect(await numbers("?assignee=monalisa")).toEqual([7, 5])
  expect(await numbers("?assignee=none")).toEqual([8, 2])
  expect(await numbers("?creator=hubot&state=all")).toEqual([4, 3, 2])
  expect(await numbers("?milestone=1")).toEqual([7, 1])
  expect(await numbers("?milestone=none&state=open")).toEqual([8, 5])
  expect(await numbers("?sort=comments&state=all&per_page=2")).toEqual([1, 7])
  const { body } = await rest(sandbox, `GET ${HELLO}/issues/8`)
  expect(await numbers(`?since=${body.updated_at}`)).toEqual([8])
  expect(body.pull_request.url).toBe(`${sandbox.url}${HELLO}/pulls/8`)
})

test("POST /issues accepts names, and creates missing labels", async () => {
  const reply = await rest(sandbox, `POST ${HELLO}/issues`, {
    title: "New",
    body: "Text",
    labels: ["bug", { name: "fresh" }],
    assignees: ["monalisa"],
    milestone: 1,
  })
  expect(reply.status).toBe(201)
  expect(reply.headers.get("location")).toBe(reply.body.url)
  expect(reply.body).toMatchObject({
    number: 10,
    title: "New",
    body: "Text",
    state: "open",
    labels: [{ name: "bug" }, { name: "fresh" }],
    assignees: [{ login: "monalisa" }],
    milestone: { title: "v1.0" },
    user: { login: "octocat" },
  })
  expect(applied()).toEqual(["createIssue"])
})

test("POST /issues ignores labels and milestone of a user without triage access", async () => {
  const { body } = await rest(
    sandbox,
    `POST ${HELLO}/issues`,
    { title: "New", labels: ["bug"], milestone: 1 },
    { token: "hubot-token" },
  )
  expect(body).toMatchObject({ labels: [], milestone: null, user: { login: "hubot" } })
})

test("PATCH /issues/{number} closes with a reason and reopens", async () => {
  const change = async (body: object) => (await rest(sandbox, `PATCH ${HELLO}/issues/1`, body)).body
  expect(await change({ state: "closed", state_reason: "not_planned" })).toMatchObject({
    state: "closed",
    state_reason: "not_planned",
    closed_by: { login: "octocat" },
  })
  expect(await change({ state: "closed" })).toMatchObject({ state_reason: "not_planned" })
  expect(await change({ state: "open" })).toMatchObject({
    state: "open",
    state_reason: "reopened",
    closed_at: null,
  })
  expect(await change({ title: "T", state: "closed", state_reason: "completed" })).toMatchObject({
    title: "T",
    state_reason: "completed",
  })
  expect(applied()).toEqual(["closeIssue", "closeIssue", "reopenIssue", "updateIssue"])
})

test("PATCH /issues/{number} clears null and empty lists and keeps absent fields", async () => {
  const { body } = await rest(sandbox, `PATCH ${HELLO}/issues/1`, { milestone: null, labels: [] })
  expect(body).toMatchObject({
    title: "Found a bug",
    milestone: null,
    labels: [],
    assignees: [{ login: "octocat" }],
  })
  const cleared = await rest(sandbox, `PATCH ${HELLO}/issues/1`, { body: null, assignees: [] })
  expect(cleared.body).toMatchObject({ body: null, assignees: [] })
})

test("PATCH /issues/{number} changes a pull request", async () => {
  const { body } = await rest(sandbox, `PATCH ${HELLO}/issues/8`, { state: "closed" })
  expect(body).toMatchObject({ state: "closed", draft: true })
  expect(applied()).toEqual(["closePullRequest"])
})

test("changes of an issue update updated_at and Last-Modified", async () => {
  const changes: [string, unknown?][] = [
    [`PUT ${HELLO}/issues/1/lock`],
    [`DELETE ${HELLO}/issues/1/lock`],
    [`POST ${HELLO}/issues/1/comments`, { body: "Hello" }],
    [`PATCH ${HELLO}/issues/comments/1`, { body: "Edited" }],
    [`POST ${HELLO}/issues/1/labels`, { labels: ["question"] }],
  ]
  for (const [call, body] of changes) {
    const before = await rest(sandbox, `GET ${HELLO}/issues/1`)
    expect((await rest(sandbox, call, body)).status).toBeLessThan(300)
    const headers = { "if-modified-since": before.headers.get("last-modified") ?? "" }
    const after = await rest(sandbox, `GET ${HELLO}/issues/1`, undefined, { headers })
    expect([call, after.status]).toEqual([call, 200])
    expect(Date.parse(after.body.updated_at)).toBeGreaterThan(Date.parse(before.body.updated_at))
  }
})

test("PUT and DELETE /issues/{number}/lock lock and unlock an issue", async () => {
  await rest(sandbox, `PUT ${HELLO}/issues/1/lock`, { lock_reason: "too heated" })
  const { body } = await rest(sandbox, `GET ${HELLO}/issues/1`)
  expect(body).toMatchObject({ locked: true, active_lock_reason: "too heated" })
  const comment = { body: "x" }
  const refused = await rest(sandbox, `POST ${HELLO}/issues/1/comments`, comment, {
    token: "hubot-token",
  })
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe("Unable to create comment because issue is locked.")
  expect((await rest(sandbox, `DELETE ${HELLO}/issues/1/lock`)).status).toBe(204)
  expect((await rest(sandbox, `GET ${HELLO}/issues/1`)).body.locked).toBe(false)
})

test("GET /issues/{number} returns 410 for a deleted issue, and redirects a transferred one", async () => {
  const input = { issueId: await idOf(sandbox, 4) }
  await data(
    sandbox,
    "mutation ($input: DeleteIssueInput!) { deleteIssue(input: $input) { clientMutationId } }",
    { input },
  )
  const gone = await rest(sandbox, `GET ${HELLO}/issues/4`)
  expect(gone.status).toBe(410)
  expect(gone.body.message).toBe("This issue was deleted")

  await data(
    sandbox,
    "mutation ($input: TransferIssueInput!) { transferIssue(input: $input) { clientMutationId } }",
    {
      input: {
        issueId: await idOf(sandbox, 3),
        repositoryId: await repositoryId(sandbox, "big"),
      },
    },
  )
  const moved = await rest(sandbox, `GET ${HELLO}/issues/3`)
  expect(moved.status).toBe(301)
  const location = moved.headers.get("location") ?? ""
  expect((await rest(sandbox, `GET ${location}`)).body.title).toBe("How do I install this?")
})

describe("comments of an issue", () => {
  test("are created, updated and deleted", async () => {
    const made = await rest(sandbox, `POST ${HELLO}/issues/1/comments`, { body: "Hello" })
    expect(made.status).toBe(201)
    const changed = await rest(sandbox, `PATCH ${made.body.url}`, { body: "Bye" })
    expect(changed.body).toMatchObject({ id: made.body.id, body: "Bye" })
    expect((await rest(sandbox, `DELETE ${made.body.url}`)).status).toBe(204)
    expect((await rest(sandbox, `GET ${made.body.url}`)).status).toBe(404)
    expect(applied()).toEqual(["addComment", "updateIssueComment", "deleteIssueComment"])
  })

  test("are found in their repository only, and changed by their author only", async () => {
    expect((await rest(sandbox, "GET /repos/octocat/big/issues/comments/1")).status).toBe(404)
    const path = `${HELLO}/issues/comments/2`
    const refused = await rest(sandbox, `PATCH ${path}`, { body: "x" }, { token: "hubot-token" })
    expect(refused.status).toBe(403)
  })
})

describe("REST for an issue", () => {
  const names = (body: { name: string }[]) => body.map((label) => label.name)
  const at = `${HELLO}/issues/1/labels`

  test("adds, replaces, removes and clears labels", async () => {
    const added = await rest(sandbox, `POST ${at}`, { labels: ["question"] })
    expect(names(added.body)).toEqual(["bug", "question"])
    const again = await rest(sandbox, `POST ${at}`, ["question"])
    expect(names(again.body)).toEqual(["bug", "question"])
    expect(names((await rest(sandbox, `PUT ${at}`, ["good first issue"])).body)).toEqual([
      "good first issue",
    ])
    expect((await rest(sandbox, `DELETE ${at}/good%20first%20issue`)).body).toEqual([])
    const absent = await rest(sandbox, `DELETE ${at}/bug`)
    expect(absent.status).toBe(404)
    expect(absent.body.message).toBe("Label does not exist")
    expect((await rest(sandbox, `DELETE ${at}`)).status).toBe(204)
    expect(applied()).toEqual([
      "addLabelsToLabelable",
      "addLabelsToLabelable",
      "updateIssue",
      "removeLabelsFromLabelable",
      "clearLabelsFromLabelable",
    ])
  })

  test("adds and removes assignees, ignoring unknown users", async () => {
    const at = `${HELLO}/issues/1/assignees`
    const logins = (body: { assignees: { login: string }[] }) =>
      body.assignees.map((user) => user.login)
    const added = await rest(sandbox, `POST ${at}`, { assignees: ["monalisa", "nobody"] })
    expect(added.status).toBe(201)
    expect(logins(added.body)).toEqual(["octocat", "monalisa"])
    const removed = await rest(sandbox, `DELETE ${at}`, { assignees: ["octocat"] })
    expect(logins(removed.body)).toEqual(["monalisa"])
  })
})

test("milestones are created, updated and deleted, and their numbers are not reused", async () => {
  const made = await rest(sandbox, `POST ${HELLO}/milestones`, {
    title: "v3.0",
    due_on: "2025-09-01T00:00:00Z",
  })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ number: 3, state: "open", due_on: "2025-09-01T00:00:00Z" })
  const closed = await rest(sandbox, `PATCH ${made.body.url}`, { state: "closed" })
  expect(closed.body).toMatchObject({ state: "closed", closed_at: expect.any(String) })
  expect((await rest(sandbox, `DELETE ${HELLO}/milestones/1`)).status).toBe(204)
  expect((await rest(sandbox, `GET ${HELLO}/issues/1`)).body.milestone).toBeNull()
  // Numbers are never reused.
  const next = await rest(sandbox, `POST ${HELLO}/milestones`, { title: "v4.0" })
  expect(next.body.number).toBe(4)
  expect(applied()).toEqual([
    "createMilestone",
    "updateMilestone",
    "deleteMilestone",
    "createMilestone",
  ])
})

test("a repository with issues disabled returns 410 for issues, and still returns pull requests", async () => {
  await rest(sandbox, `PATCH ${HELLO}`, { has_issues: false })
  for (const [call, body] of [
    [`POST ${HELLO}/issues`, { title: "New" }],
    [`GET ${HELLO}/issues/1`],
    [`PATCH ${HELLO}/issues/1`, { state: "closed" }],
    [`POST ${HELLO}/issues/1/comments`, { body: "Hello" }],
  ] as const) {
    expect(await rest(sandbox, call, body)).toMatchObject({
      status: 410,
      body: { message: "Issues are disabled for this repo" },
    })
  }
  expect(await numbers("?state=all")).toEqual([9, 8, 7, 6])
  expect((await rest(sandbox, `POST ${HELLO}/issues/7/labels`, { labels: ["bug"] })).status).toBe(
    200,
  )
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "hello-world") { issues { totalCount } } }`,
  )
  expect(repository.issues.totalCount).toBe(0)
  const create = `mutation { createIssue(input: { repositoryId: "${await repositoryId(sandbox)}", title: "New" }) { issue { number } } }`
  const { errors } = await ask(sandbox, create)
  expect(errors).toMatchObject([{ type: "UNPROCESSABLE" }])
  await rest(sandbox, `PATCH ${HELLO}`, { has_issues: true })
  expect(await numbers("?state=all")).toHaveLength(9)
})

test("an issue takes one of `assignee` and `assignees`", async () => {
  const both = { title: "Both", assignee: "monalisa", assignees: ["monalisa"] }
  const { status, body } = await rest(sandbox, `POST ${HELLO}/issues`, both)
  expect(status).toBe(422)
  expect(body.errors).toEqual([{ resource: "Issue", field: "assignees", code: "invalid" }])
})

test("a fork cannot be synchronized at a branch that it lacks", async () => {
  const call = "POST /repos/hubot/hello-world/merge-upstream"
  const { status, body } = await rest(sandbox, call, { branch: "nope" })
  expect([status, body.message]).toEqual([404, "Branch not found"])
})

test("an issue lists its sub-issues, its parent and its dependencies", async () => {
  const [first, second, fifth] = await Promise.all([1, 2, 5].map((one) => idOf(sandbox, one)))
  const link = `mutation {
    a: addSubIssue(input: { issueId: "${first}", subIssueId: "${fifth}", replaceParent: true }) { clientMutationId }
    b: addSubIssue(input: { issueId: "${first}", subIssueId: "${second}", replaceParent: true }) { clientMutationId }
    c: addBlockedBy(input: { issueId: "${first}", blockingIssueId: "${fifth}" }) { clientMutationId }
  }`
  await data(sandbox, link)
  const related = async (path: string) => {
    const { status, body } = await rest(sandbox, `GET ${HELLO}/issues/${path}`)
    return status === 200 ? [body].flat().map(({ number }) => number) : status
  }
  expect(await related("1/sub_issues")).toEqual([5, 2])
  expect(await related("1/sub_issues?per_page=1&page=2")).toEqual([2])
  expect(await related("2/parent")).toEqual([1])
  expect(await related("1/parent")).toBe(404)
  const { body } = await rest(sandbox, `GET ${HELLO}/issues/2`)
  expect(body.parent_issue_url).toBe(`${sandbox.url}${HELLO}/issues/1`)
  expect((await rest(sandbox, `GET ${HELLO}/issues/1`)).body).not.toHaveProperty("parent_issue_url")
  expect(await related("1/dependencies/blocked_by")).toEqual([5])
  expect(await related("5/dependencies/blocking")).toEqual([1])
  expect(await related("2/dependencies/blocking")).toEqual([])
  expect(await related("7/sub_issues")).toEqual([])
  expect(await related("99/sub_issues")).toBe(404)
})
