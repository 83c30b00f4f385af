import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("POST /pulls with an issue", () => {
  const heads = { head: "fix-typo", base: "rewrite" }
  const create = (issue: unknown, more: object = {}, options = {}) =>
    rest(sandbox, `POST ${HELLO}/pulls`, { issue, ...heads, ...more }, options)

  test("converts the issue with its number, title, body, labels and comments", async () => {
    const { body: issue } = await rest(sandbox, `GET ${HELLO}/issues/1`)
    const { body: comments } = await rest(sandbox, `GET ${HELLO}/issues/1/comments`)
    const created = await create(1)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      number: 1,
      title: issue.title,
      body: issue.body,
      user: { login: issue.user.login },
      labels: issue.labels,
      milestone: { number: issue.milestone.number },
      comments: comments.length,
      head: { ref: "fix-typo" },
    })
    const { body: now } = await rest(sandbox, `GET ${HELLO}/issues/1`)
    expect(now.pull_request.url).toBe(created.body.url)
    expect(now.reactions).toMatchObject({ total_count: issue.reactions.total_count })
    const after = await rest(sandbox, `GET ${HELLO}/issues/1/comments`)
    const texts = (all: { id: number; body: string }[]) => all.map(({ id, body }) => ({ id, body }))
    expect(texts(after.body)).toEqual(texts(comments))
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual(["createPullRequest"])
    const reply = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") {
        issue(number: 5) { id } pullRequest(number: 1) { id title comments { totalCount } }
      } }`,
    )
    expect(reply.repository.pullRequest).toEqual({
      id: created.body.node_id,
      title: issue.title,
      comments: { totalCount: comments.length },
    })
  })

  test("refuses an unknown issue, a pull request and missing write access", async () => {
    expect((await create(99)).body.errors).toEqual([
      { value: 99, resource: "PullRequest", field: "issue", code: "invalid" },
    ])
    // Pull request 8 no longer exists.
    expect((await create(8)).status).toBe(422)
    expect((await create(1, {}, { token: "hubot-token" })).status).toBe(403)
    const untitled = await rest(sandbox, `POST ${HELLO}/pulls`, heads)
    expect(untitled.body.errors).toMatchObject([{ field: "title", code: "missing_field" }])
    expect(sandbox.applied).toEqual([])
  })

  test.each([
    ["a title as well", 1, { title: "x" }],
    ["a closed issue", 3, {}],
    ["a pinned issue with a sub-issue", 2, {}],
  ])("does not model %s", async (_, issue, more) => {
    expect((await create(issue, more)).status).toBe(501)
    expect(sandbox.applied).toEqual([])
  })
})
