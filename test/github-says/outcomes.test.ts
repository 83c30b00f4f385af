/** A write is only `rejected` if GitHub certainly refused it. */
import { type ClientOptions, chain } from "ghx"
import { describe, expect, it } from "vitest"
import type { Reply } from "../../runtime/testing/index.js"
import { errorOf, github, reply, run } from "./github.js"

const double = github()
const root = "addPullRequestReviewThreadReply"
const refusal = { type: "UNPROCESSABLE", message: "Body is too long", path: [root] }
const wentWrong = "Something went wrong while executing your query"

describe("a mutation has the outcome `unknown` if the response contains", () => {
  it.each<[string, unknown]>([
    ["no field", { data: {} }],
    ["null without an error", { data: { [root]: null } }],
    ["an error without a message", { data: { [root]: null }, errors: [{ path: [root] }] }],
    ["an error with only a type", { errors: [{ type: "NOT_FOUND" }] }],
    ["an error that is null", { data: null, errors: [null] }],
    ["an error that is a string", { data: null, errors: ["Odd."] }],
    ["errors that are no list", { data: null, errors: { message: "Odd." } }],
    [
      "a refusal beside an error without a message",
      { data: { [root]: null }, errors: [refusal, {}] },
    ],
    [
      "a refusal of another field",
      { data: { [root]: null }, errors: [{ ...refusal, path: ["closeIssue"] }] },
    ],
    ["a list and a refusal", { data: [], errors: [refusal] }],
    ["a string and a refusal", { data: "x", errors: [refusal] }],
    ["a message that is no refusal", { data: null, errors: [{ message: "Odd." }] }],
  ])("%s", async (_, body) => {
    double.says({ body })
    const error = await errorOf(double.ghx().pr.thread.reply(reply))
    expect(error).toMatchObject({ retryable: false, details: { outcome: "unknown" } })
  })
})

it("a mutation that is refused at its field has the outcome `rejected`", async () => {
  double.says({ body: { data: { [root]: null }, errors: [refusal] } })
  expect(await errorOf(double.ghx().pr.thread.reply(reply))).toMatchObject({
    code: "VALIDATION",
    message: "Body is too long",
    details: { outcome: "rejected" },
  })
})

it.each([303, 304, 408, 425, 500])(
  "a REST write that is answered with HTTP %i has the outcome `unknown`",
  async (status) => {
    double.says({ status, body: status === 304 ? "" : {} })
    const error = await errorOf(double.ghx().workflow.run.rerun_failed(run))
    expect(error).toMatchObject({ retryable: false, details: { outcome: "unknown" } })
  },
)

it("a 304 returns UNKNOWN and suggests removing if-none-match", async () => {
  double.says({ status: 304, body: "" })
  expect(await errorOf(double.ghx().workflow.run.rerun_failed(run))).toMatchObject({
    code: "UNKNOWN",
    message: "GitHub answered HTTP 304: the resource has not changed",
    retryable: false,
    details: { fix: expect.stringContaining("if-none-match") },
  })
})

describe("a merged document", () => {
  const bodies = ["one", "two", "three"]
  const replies = async (answer: Reply, options: ClientOptions = {}) => {
    double.says(answer)
    const ghx = double.ghx(options)
    const steps = bodies.map((body) => ghx.pr.thread.reply({ thread_id: `PRRT_${body}`, body }))
    const { results } = await chain(...steps)
    return results.map((one) => (one.ok ? "ok" : one.error.details?.outcome))
  }

  it.each<[string, unknown]>([
    ["null", null],
    ["empty", {}],
    ["null for that step alone", { [`s1_${root}`]: null }],
    ["null for all", Object.fromEntries([0, 1, 2].map((at) => [`s${at}_${root}`, null]))],
  ])("with a rate limit at one step is not repeated if its data is %s", async (_, data) => {
    const limit = { type: "RATE_LIMITED", message: "API rate limit", path: [`s1_${root}`] }
    const body = { data, errors: [limit] }
    const outcomes = await replies(
      { body, headers: { "retry-after": "0" } },
      { retry: { attempts: 3, backoff_ms: 1 } },
    )
    expect(double.server.requests).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === "unknown")).toHaveLength(2)
  })

  it("is repeated without the step whose variable GitHub refuses", async () => {
    const problems = [{ path: [], explanation: "Expected value to not be null" }]
    const message = "Variable $s1_body of type String! was provided invalid value"
    const [first, ...others] = await replies({
      body: { errors: [{ message, extensions: { problems } }] },
    })
    expect(double.server.requests.length).toBeGreaterThan(1)
    expect([first, ...others][1]).toBe("rejected")
  })

  it.each<[string, unknown]>([
    ["went wrong at a step", { data: null, errors: [{ message: `${wentWrong} ($s1_body)` }] }],
    [
      "went wrong beside a refusal",
      {
        data: null,
        errors: [
          { message: "Variable $s1_body is odd", extensions: { problems: [{}] } },
          { message: wentWrong },
        ],
      },
    ],
    [
      "has an error without a message",
      { data: null, errors: [{ path: ["mutation Chain", "s1_x"] }] },
    ],
  ])("is not repeated if it %s", async (_, body) => {
    const outcomes = await replies({ body })
    expect(double.server.requests).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === "unknown").length).toBeGreaterThanOrEqual(2)
  })

  it("is not repeated if the results of steps are null without an error", async () => {
    const limit = { type: "RATE_LIMITED", message: "API rate limit exceeded", path: [`s0_${root}`] }
    const data = { [`s0_${root}`]: null, [`s1_${root}`]: null, [`s2_${root}`]: null }
    double.says({ headers: { "retry-after": "0" }, body: { data, errors: [limit] } })
    const ghx = double.ghx({ retry: { attempts: 3, backoff_ms: 1 } })
    const steps = bodies.map((body) => ghx.pr.thread.reply({ thread_id: `PRRT_${body}`, body }))
    const { results } = await chain(...steps)
    expect(double.server.requests).toHaveLength(1)
    expect(results).toMatchObject([
      { error: { code: "RATE_LIMIT", details: { outcome: "rejected" } } },
      { error: { details: { outcome: "unknown" } } },
      { error: { details: { outcome: "unknown" } } },
    ])
  })
})
