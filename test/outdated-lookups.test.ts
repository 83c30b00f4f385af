/** A write that depends on what was read starts over once if someone else changes that in between. */
import { chain, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"

let sandbox: Sandbox
const repo = { owner: "octocat", repo: "hello-world" }
const variables = `/repos/${repo.owner}/${repo.repo}/actions/variables`

beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

/** A client before whose first write someone else sends one. */
function overtaken(method: string, path: string, body?: unknown) {
  let isFirst = true
  const other = () =>
    fetch(sandbox.url + path, {
      method,
      headers: { authorization: `Bearer ${sandbox.token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return createGhx({
    base_url: sandbox.url,
    token: sandbox.token,
    retry: { backoff_ms: 0 },
    fetch: async (url, init) => {
      if (init?.method !== "GET" && isFirst) {
        isFirst = false
        await other()
      }
      return fetch(url, init)
    },
  })
}

const methods = () => sandbox.requests.map(({ method }) => method)

test("repo.variable.set changes a variable that someone else created in between", async () => {
  const ghx = overtaken("POST", variables, { name: "NEW", value: "theirs" })
  const set = await ghx.repo.variable.set({ ...repo, name: "NEW", value: "ours" }).orThrow()
  expect(set).toEqual({ name: "NEW", created: false })
  expect(methods()).toEqual(["GET", "POST", "POST", "GET", "PATCH"])
})

test("repo.variable.set reports what a try with a lost answer has created as created", async () => {
  sandbox.injectFault({ times: 1, match: { method: "POST" }, drop: "after" })
  const { url: base_url, token } = sandbox
  const ghx = createGhx({ base_url, token, retry: { backoff_ms: 0 } })
  const set = await ghx.repo.variable.set({ ...repo, name: "NEW", value: "ours" }).orThrow()
  expect(set).toEqual({ name: "NEW", created: true })
  expect(methods()).toEqual(["GET", "POST", "GET", "PATCH"])
})

test("repo.variable.set creates a variable that someone else removed in between", async () => {
  const ghx = overtaken("DELETE", `${variables}/REGION`)
  const set = await ghx.repo.variable.set({ ...repo, name: "REGION", value: "eu" }).orThrow()
  expect(set).toEqual({ name: "REGION", created: true })
  expect(methods()).toEqual(["GET", "DELETE", "PATCH", "GET", "POST"])
})

const dismissals = [
  ["dependabot", "/dependabot/alerts/1", { alert_number: 1, reason: "not_used" }],
  ["code", "/code-scanning/alerts/1", { alert_number: 1, reason: "won't fix" }],
] as const

test.each(dismissals)(
  "security.%s.dismiss succeeds if someone else gave the same reason in between",
  async (kind, alert, input) => {
    const path = `/repos/${repo.owner}/${repo.repo}${alert}`
    const change = { state: "dismissed", dismissed_reason: input.reason }
    const { dismiss } = overtaken("PATCH", path, change).security[kind]
    const result = await Reflect.apply(dismiss, undefined, [{ ...repo, ...input }]).orThrow()
    expect(result).toMatchObject({ state: "dismissed", dismissed_reason: input.reason })
    expect(methods()).toEqual(["GET", "PATCH", "PATCH", "GET"])
  },
)

test.each(dismissals)(
  "security.%s.dismiss sends nothing again, and is refused with another comment",
  async (kind, _, input) => {
    const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
    const dismiss = (comment?: string) =>
      Reflect.apply(ghx.security[kind].dismiss, undefined, [{ ...repo, ...input, comment }])
    const first = await dismiss().orThrow()
    expect(await dismiss().orThrow()).toEqual(first)
    expect(sandbox.applied).toHaveLength(1)
    const { error } = await dismiss("No.")
    expect(error).toMatchObject({
      code: "VALIDATION",
      message: expect.stringMatching(/^Alert (1 )?is already dismissed\.?$/),
      retryable: false,
      details: { outcome: "rejected", fix: expect.stringContaining("Reopen") },
    })
  },
)

test("a write that is refused again is sent once", async () => {
  sandbox.injectFault({
    match: { method: "POST", path: variables },
    status: 409,
    body: { message: "Already exists - Variable already exists" },
  })
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: { backoff_ms: 0 } })
  const { ok } = await ghx.repo.variable.set({ ...repo, name: "NEW", value: "1" })
  expect(ok).toBe(false)
  expect(methods()).toEqual(["GET", "POST", "GET"])
})

test("a label that does not exist is answered with those that do", async () => {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const labels = ["documentaton", "zzz"]
  const add = () => ghx.issue.labels.add({ ...repo, issue_number: 1, labels })
  const known = "bug, enhancement, question, documentation, good first issue"
  const details = { candidates: ["documentation"], fix: `octocat/hello-world has ${known}` }
  expect(await add()).toMatchObject({ ok: false, error: { code: "NOT_FOUND", details } })
  const create = ghx.issue.create({ ...repo, title: "x", labels: ["zzz"] })
  expect((await create).error?.details).not.toHaveProperty("candidates")
  const { results } = await chain(add(), ghx.user.me())
  expect(results[0]).toMatchObject({ error: { details } })
})
