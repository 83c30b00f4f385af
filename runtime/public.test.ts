/** Tests the methods of steps and chains that callers use besides `await`. */
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { bindTree, ChainFailed, chain, GhxError } from "./index.js"
import { data, errors, type GithubDouble, operationOf, startGithub, tree } from "./testing/index.js"

let github: GithubDouble
let ghx: typeof tree

const repository = { owner: "octocat", repo: "hello-world" }
const issue = { ...repository, issue_number: 1 }
const reply = () => ghx.pr.thread.reply({ thread_id: "T_1", body: "Done." })
const resolve = () => ghx.pr.thread.resolve({ thread_id: "T_1" })

beforeEach(async () => {
  github = await startGithub((request) => {
    const {
      query,
      variables: { after },
    } = request
    if (query.includes("IssueList")) {
      const number = after === undefined ? 1 : 2
      const pageInfo = { hasNextPage: number === 1, endCursor: String(number) }
      return data({ repository: { issues: { nodes: [{ number }], totalCount: 2, pageInfo } } })
    }
    if (query.includes("IssueView")) {
      return data({ repository: { issue: { number: 1, title: "Bug", milestone: null } } })
    }
    return operationOf(request) === "ThreadReply"
      ? data({ addReply: { comment: { id: "C_1" } } })
      : data({ resolveReviewThread: { thread: { isResolved: true } } })
  })
  ghx = bindTree(tree, github.client())
})
afterEach(() => github.close())

describe("a step", () => {
  test("exposes its id and input without a request", () => {
    const step = ghx.issue.view(issue)
    expect(step.id).toBe("issue.view")
    expect(step.input).toEqual(issue)
    expect(github.requests).toHaveLength(0)
  })

  test("of a list iterates over the items of all pages", async () => {
    const numbers: number[] = []
    for await (const { number } of ghx.issue.list(repository)) numbers.push(number)
    expect(numbers).toEqual([1, 2])
  })
})

describe("a chain", () => {
  test("accepts its steps as one array", async () => {
    const { status, results } = await chain([reply(), resolve()])
    expect(status).toBe("success")
    expect(results.map(({ task }) => task)).toEqual(["pr.thread.reply", "pr.thread.resolve"])
    expect(await chain([])).toMatchObject({ status: "success", results: [] })
  })

  test("keeps the shape of a list beside other steps", async () => {
    const { results } = await chain([reply()], resolve())
    expect(results[0].map(({ task }) => task)).toEqual(["pr.thread.reply"])
    expect(results[1].task).toBe("pr.thread.resolve")
  })

  test("resolves with orThrow to the data of every step", async () => {
    expect(await chain(reply(), resolve()).orThrow()).toEqual([{ id: "C_1" }, { resolved: true }])
  })

  test("throws ChainFailed with the whole envelope from orThrow if a step fails", async () => {
    github.answer = (request) =>
      operationOf(request) === "IssueView"
        ? errors({ type: "NOT_FOUND", message: "No such issue", path: ["repository", "issue"] })
        : data({ addReply: { comment: { id: "C_1" } } })
    const failure = await chain(reply(), ghx.issue.view(issue))
      .orThrow()
      .catch((error) => error)
    expect(failure).toBeInstanceOf(ChainFailed)
    expect(failure).not.toBeInstanceOf(GhxError)
    expect(failure.code).toBe("NOT_FOUND")
    expect(failure.message).toMatch(/^1 of 2 steps failed: #1 issue\.view: .*No such issue/)
    expect(failure.envelope).toMatchObject({
      status: "partial",
      results: [
        { ok: true, data: { id: "C_1" } },
        { ok: false, error: { code: "NOT_FOUND" } },
      ],
    })
  })

  test("names the step with the invalid input first when orThrow throws", async () => {
    const failure = await chain(reply(), ghx.issue.view({ ...issue, issue_number: 0 }))
      .orThrow()
      .catch((error) => error)
    expect(failure.message).toMatch(/^2 of 2 steps failed: #1 issue\.view: /)
    expect(failure.message).toContain("#0 pr.thread.reply: Not sent")
    expect(failure.code).toBe("VALIDATION")
    expect(failure.envelope.status).toBe("failed")
    expect(github.requests).toHaveLength(0)
  })
})
