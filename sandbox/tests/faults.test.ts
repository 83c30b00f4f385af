import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Fault, type Sandbox, startSandbox } from "../index.js"
import { rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

describe("injectFault", () => {
  test.each([
    [{ match: { operationName: "IssueView" }, status: 502 }, "did you mean `operation_name`?"],
    [{ match: { url: "/user" }, status: 502 }, "`match.url` is not a key"],
    [
      { match: { path: "user" }, status: 502 },
      "`match.path` must be a regular expression, or a path",
    ],
    [{ match: { path: "/user?page=2" }, status: 502 }, "and has no query"],
    [{ match: { method: 1 }, status: 502 }, "`match.method` must be an HTTP method"],
    [{ match: { method: "FOO" }, status: 502 }, "`match.method` must be an HTTP method"],
    [
      { match: { operation_name: "" }, status: 502 },
      "`match.operation_name` must be the name of a GraphQL operation",
    ],
    [{ match: "IssueView", status: 502 }, "`match` must be an object"],
    [{ status: 502, constructor: 1 }, "`constructor` is not a key"],
    [{ statuss: 502 }, "did you mean `status`?"],
    [{ status: "502" }, "`status` must be a status from 200 to 599"],
    [{ status: 502, delay_ms: 10 }, "two actions: `status` and `delay_ms`. Write two rules"],
    [{ status: 502, times: 0 }, "`times` must be an integer, 1 or more"],
    [{ status: 502, skip: -1 }, "`skip` must be an integer, 0 or more"],
    [{ status: 502, headers: { "retry-after": 1 } }, "`headers` must be an object of strings"],
    [{ delay_ms: Number.NaN }, "`delay_ms` must be a number of milliseconds"],
    [{ drop: "during" }, '`drop` must be "before" or "after"'],
    [{ truncate: false }, "`truncate` must be true"],
    [{ truncate: true, applied: true }, "`applied` is not a key"],
    [{ graphql_error: { type: "FORBIDDEN" } }, "an object with a `message`"],
    [{ graphql_error: { message: "x", pth: [] } }, "did you mean `path`?"],
    [{ match: { method: "POST" } }, "it has no action: use one of `status`, `delay_ms`"],
    [null, "a rule is an object"],
  ])("rejects the rule %j: %s", (rule, says) => {
    expect(() => sandbox.injectFault(rule as Fault)).toThrow(says)
  })
})

test("a fault with a regular expression with the flag `g` matches every time", async () => {
  const forget = sandbox.injectFault({ match: { path: /\/user/g }, status: 502 })
  for (let count = 0; count < 3; count++) {
    expect((await rest(sandbox, "GET /user")).status).toBe(502)
  }
  forget()
})

test("a fault accepts a method in lower case", async () => {
  const forget = sandbox.injectFault({ match: { method: "get" }, status: 502 })
  expect((await rest(sandbox, "GET /user")).status).toBe(502)
  forget()
})
