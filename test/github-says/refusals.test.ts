/** Tests that GitHub's own sentences stay in the message, decide the code and bring a fix. */
import { createGhx } from "ghx"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type GhDouble,
  type GithubDouble,
  type Reply,
  startGh,
  startGithub,
} from "../../runtime/testing/index.js"
import { type Recorded, recorded } from "./answers.js"

let github: GithubDouble
let gh: GhDouble
/** Each call gets its own client, because a client that has met a limit waits until it ends. */
let ghx: () => ReturnType<typeof createGhx>

const repository = { owner: "octocat", repo: "hello-world" }
const issue = { ...repository, issue_number: 1 }
const reply = { thread_id: "PRRT_1", body: "Done." }

beforeAll(async () => {
  github = await startGithub()
  gh = await startGh(() => ({}))
  const { url: base_url } = github
  const { path, env } = gh
  ghx = () => createGhx({ base_url, token: "t0ken-of-a-test", retry: false, gh: { path, env } })
})
afterAll(() => Promise.all([github.close(), gh.close()]))

const errorOf = async (call: PromiseLike<{ ok: boolean }>) => {
  const result = await call
  return "error" in result ? result.error : undefined
}
const answer = (one: Reply) => {
  github.answer = () => one
  gh.answer = () => one
}
const expected = ({ code, fix, retryable = false }: Recorded, message: string) => ({
  code,
  message: expect.stringContaining(message),
  retryable,
  ...(fix && { details: { fix: expect.stringMatching(fix) } }),
})

const refusals = recorded.flatMap(({ rest, ...one }) => (rest ? [{ ...one, rest }] : []))
const entries = recorded.flatMap(({ entry, ...one }) => (entry ? [{ ...one, entry }] : []))

describe.each(refusals)("the refusal $name, as an HTTP status", (one) => {
  const { status, message } = one.rest
  const expectedError = expected(one, message)
  const body = { message, documentation_url: "https://docs.github.com/rest", status: `${status}` }

  it.each(["graphql", "rest"] as const)(
    "returns the expected code and fix for a read over %s",
    async (route) => {
      answer({ status, body })
      expect(await errorOf(ghx().issue.view(issue).run({ route }))).toMatchObject(expectedError)
    },
  )

  it("returns the outcome `rejected` for writes", async () => {
    answer({ status, body })
    const rejected = {
      ...expectedError,
      details: { ...expectedError.details, outcome: "rejected" },
    }
    expect(await errorOf(ghx().pr.thread.reply(reply))).toMatchObject(rejected)
    const run = ghx().workflow.run.rerun_failed({ ...repository, run_id: 1 })
    expect(await errorOf(run)).toMatchObject(rejected)
  })

  it("returns the same error over gh", async () => {
    answer({ status, body })
    const input = { ...issue, title: "Bug" }
    const error = await errorOf(ghx().issue.update(input).run({ route: "cli" }))
    expect(error).toMatchObject(
      expectedError.retryable ? { ...expectedError, retryable: expect.anything() } : expectedError,
    )
  })
})

describe.each(entries)("the refusal $name, as a GraphQL error", (one) => {
  const expectedError = expected(one, one.entry.message)

  it("returns the expected code and fix for a read", async () => {
    answer({ body: { data: null, errors: [one.entry] } })
    expect(await errorOf(ghx().issue.view(issue).run({ route: "graphql" }))).toMatchObject(
      expectedError,
    )
  })

  it("returns the outcome `rejected` for a write", async () => {
    answer({ body: { errors: [one.entry] } })
    expect(await errorOf(ghx().pr.thread.reply(reply))).toMatchObject({
      ...expectedError,
      details: { ...expectedError.details, outcome: "rejected" },
    })
  })

  it("returns the same message over gh", async () => {
    answer({ body: { errors: [one.entry] } })
    const input = { ...issue, title: "Bug" }
    const error = await errorOf(ghx().issue.update(input).run({ route: "cli" }))
    // gh omits error types, so an error without a known sentence stays unexplained.
    const code = one.entry.type === "ARGUMENT_LIMIT" ? "UNKNOWN" : expectedError.code
    expect(error).toMatchObject({ ...expectedError, code, retryable: expect.anything() })
  })
})

it("separates several sentences of GitHub in one message", async () => {
  const errors = ["Title is too short", "Body is empty.", "Body is no text"]
  answer({
    body: { data: null, errors: errors.map((message) => ({ type: "NOT_FOUND", message })) },
  })
  expect(await errorOf(ghx().pr.thread.reply(reply))).toMatchObject({
    message: "Title is too short; Body is empty. Body is no text",
  })
})
