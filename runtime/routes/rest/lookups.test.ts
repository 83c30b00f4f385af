import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { bindTree } from "../../index.js"
import {
  type GithubDouble,
  labelsRemoveRest,
  type Reply,
  startGithub,
} from "../../testing/index.js"

let github: GithubDouble
/** Answers in place of the defaults. */
let replies: Record<string, Reply>

beforeEach(async () => {
  replies = {}
  github = await startGithub(({ method, path }) => {
    const reply = replies[`${method} ${path}`]
    return reply ?? { body: { name: path?.split("/").at(-1), title: "v1" } }
  })
})
afterEach(() => github.close())

const HOME = "/repos/octocat/hello-world"
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const remove = (labels: string[], more: { milestone?: number } = {}) =>
  bindTree(
    { labels: labelsRemoveRest },
    github.client({ retry: { attempts: 2, backoff_ms: 1 } }),
  ).labels({ ...input, labels, ...more })
const sentRequests = () => github.requests.map(({ method, path }) => `${method} ${path}`)

describe("lookups of a REST route", () => {
  test("run before the first endpoint, and only if their input is given", async () => {
    expect(await remove(["a", "b"]).orThrow()).toEqual({ labels: ["a", "b"] })
    expect(sentRequests().slice(0, 3).sort()).toEqual([
      `GET ${HOME}/issues/1`,
      `GET ${HOME}/labels/a`,
      `GET ${HOME}/labels/b`,
    ])
    expect(sentRequests().slice(3)).toEqual([
      `DELETE ${HOME}/issues/1/labels/a`,
      `DELETE ${HOME}/issues/1/labels/b`,
    ])
  })

  test("report everything that they do not find, before anything is written", async () => {
    for (const name of ["a", "c"]) {
      replies[`GET ${HOME}/labels/${name}`] = { status: 404, body: { message: "Not Found" } }
    }
    replies[`GET ${HOME}/issues/1`] = { body: { pull_request: { url: "u" } } }
    expect(await remove(["a", "b", "c"])).toMatchObject({
      error: {
        code: "NOT_FOUND",
        message:
          "1 is a pull request, but " +
          'issue.labels.remove takes issues: Found no issue for owner "octocat", repo "hello-world", issue_number 1. ' +
          'Found no label "a". Found no label "c".',
        retryable: false,
        details: { outcome: "not_sent", missing: expect.arrayContaining(['"a"', '"c"']) },
      },
    })
    // Which labels there are is asked over GraphQL.
    expect(sentRequests().filter((one) => !/^GET |graphql$/.test(one))).toEqual([])
  })

  test("return null if they are optional and find nothing", async () => {
    expect(await remove(["a"], { milestone: 7 }).orThrow()).toMatchObject({ milestone: "v1" })
    replies[`GET ${HOME}/milestones/7`] = { status: 404, body: {} }
    expect(await remove(["a"], { milestone: 7 }).orThrow()).toMatchObject({ milestone: null })
  })

  test("fail the call if they are optional and fail", async () => {
    replies[`GET ${HOME}/milestones/7`] = { status: 403, body: { message: "No" } }
    expect(await remove(["a"], { milestone: 7 })).toMatchObject({ error: { code: "AUTH" } })
  })

  test("are retried, and leave the call retryable if nothing was written", async () => {
    replies[`GET ${HOME}/labels/a`] = { status: 502, body: {} }
    expect(await remove(["a"])).toMatchObject({
      error: { code: "SERVER", retryable: true, details: { outcome: "not_sent" } },
    })
    expect(sentRequests().filter((one) => one === `GET ${HOME}/labels/a`)).toHaveLength(2)
  })
})

/** GitHub's response if an issue does not have the label. */
const gone = { status: 404, body: { message: "Label does not exist" } }

describe("a REST endpoint per item of a list", () => {
  test("sends no request for an empty list", async () => {
    expect(await remove([]).orThrow()).toEqual({ labels: [] })
    expect(sentRequests()).toEqual([`GET ${HOME}/issues/1`])
  })

  test("ignores a missing item if it is optional", async () => {
    replies[`DELETE ${HOME}/issues/1/labels/a`] = gone
    expect(await remove(["a", "b"]).orThrow()).toEqual({ labels: ["b"] })
  })

  test.each([
    { status: 404, body: { message: "Not Found" } },
    { status: 404, body: { message: "Repository not found" } },
    { status: 410, body: { message: "Issues are disabled for this repo" } },
    { status: 301, body: { message: "Moved Permanently" }, headers: { location: "/elsewhere" } },
  ])("fails if the error is not about a missing item: %j", async (reply) => {
    replies[`DELETE ${HOME}/issues/1/labels/a`] = reply
    expect(await remove(["a"])).toMatchObject({ ok: false })
  })

  test("is not retryable after one of its writes was applied", async () => {
    replies[`DELETE ${HOME}/issues/1/labels/b`] = { status: 429, body: { message: "Slow down" } }
    expect(await remove(["a", "b"])).toMatchObject({
      error: {
        code: "RATE_LIMIT",
        message: "GitHub applied part of the call, but then failed: Slow down",
        retryable: false,
        details: { outcome: "unknown", applied: true },
      },
    })
    expect(
      sentRequests().filter((one) => one.endsWith("labels/a") && one.startsWith("DELETE")),
    ).toHaveLength(1)
  })

  test("is retryable if none of its writes was applied", async () => {
    replies[`DELETE ${HOME}/issues/1/labels/a`] = gone
    replies[`DELETE ${HOME}/issues/1/labels/b`] = { status: 429, body: { message: "Slow down" } }
    expect(await remove(["a", "b"])).toMatchObject({
      error: { code: "RATE_LIMIT", retryable: true, details: { outcome: "rejected" } },
    })
  })
})
