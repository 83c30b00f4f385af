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
const asked = () => github.requests.map(({ method, path }) => `${method} ${path}`)

describe("lookups of a REST route", () => {
  test("come before the first endpoint, and are skipped without their input", async () => {
    expect(await remove(["a", "b"]).orThrow()).toEqual({ labels: ["a", "b"] })
    expect(asked().slice(0, 3).sort()).toEqual([
      `GET ${HOME}/issues/1`,
      `GET ${HOME}/labels/a`,
      `GET ${HOME}/labels/b`,
    ])
    expect(asked().slice(3)).toEqual([
      `DELETE ${HOME}/issues/1/labels/a`,
      `DELETE ${HOME}/issues/1/labels/b`,
    ])
  })

  test("that find nothing end the call, all of them named, before anything is written", async () => {
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
    expect(asked().filter((one) => !one.startsWith("GET"))).toEqual([])
  })

  test("that are optional and find nothing are null", async () => {
    expect(await remove(["a"], { milestone: 7 }).orThrow()).toMatchObject({ milestone: "v1" })
    replies[`GET ${HOME}/milestones/7`] = { status: 404, body: {} }
    expect(await remove(["a"], { milestone: 7 }).orThrow()).toMatchObject({ milestone: null })
  })

  test("that are optional and fail, fail the call", async () => {
    replies[`GET ${HOME}/milestones/7`] = { status: 403, body: { message: "No" } }
    expect(await remove(["a"], { milestone: 7 })).toMatchObject({ error: { code: "AUTH" } })
  })

  test("are tried again, and leave a call retryable that has written nothing", async () => {
    replies[`GET ${HOME}/labels/a`] = { status: 502, body: {} }
    expect(await remove(["a"])).toMatchObject({
      error: { code: "SERVER", retryable: true, details: { outcome: "not_sent" } },
    })
    expect(asked().filter((one) => one === `GET ${HOME}/labels/a`)).toHaveLength(2)
  })
})

/** GitHub's answer if an issue does not have the label. */
const gone = { status: 404, body: { message: "Label does not exist" } }

describe("an endpoint for each item of a list", () => {
  test("asks nothing for an empty list", async () => {
    expect(await remove([]).orThrow()).toEqual({ labels: [] })
    expect(asked()).toEqual([`GET ${HOME}/issues/1`])
  })

  test("passes over what is not there where that is optional", async () => {
    replies[`DELETE ${HOME}/issues/1/labels/a`] = gone
    expect(await remove(["a", "b"]).orThrow()).toEqual({ labels: ["b"] })
  })

  test.each([
    { status: 404, body: { message: "Not Found" } },
    { status: 404, body: { message: "Repository not found" } },
    { status: 410, body: { message: "Issues are disabled for this repo" } },
    { status: 301, body: { message: "Moved Permanently" }, headers: { location: "/elsewhere" } },
  ])("has failed where GitHub says so of anything else: %j", async (reply) => {
    replies[`DELETE ${HOME}/issues/1/labels/a`] = reply
    expect(await remove(["a"])).toMatchObject({ ok: false })
  })

  test("is not retryable once one of its writes was applied", async () => {
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
      asked().filter((one) => one.endsWith("labels/a") && one.startsWith("DELETE")),
    ).toHaveLength(1)
  })

  test("is retryable while none of them was", async () => {
    replies[`DELETE ${HOME}/issues/1/labels/a`] = gone
    replies[`DELETE ${HOME}/issues/1/labels/b`] = { status: 429, body: { message: "Slow down" } }
    expect(await remove(["a", "b"])).toMatchObject({
      error: { code: "RATE_LIMIT", retryable: true, details: { outcome: "rejected" } },
    })
  })
})
