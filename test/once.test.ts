import { createGhx, executeTask, executeTasks } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"

let sandbox: Sandbox
let ghx: ReturnType<typeof clientOf>

const options = (backoff_ms = 1) => ({
  base_url: sandbox.url,
  token: sandbox.token,
  // No other route takes over what one may have done.
  routes: ["graphql"] as const,
  // What is waited is counted in `backoff_ms`.
  retry: { attempts: 1, backoff_ms },
})
const clientOf = (backoff_ms?: number) => createGhx(options(backoff_ms))

beforeAll(async () => {
  sandbox = await startSandbox()
  ghx = clientOf()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }

test("an idempotent write is sent again until it is known to be done", async () => {
  sandbox.injectFault({ match: { body_includes: "mutation" }, times: 2, drop: "after" })
  expect(await ghx.issue.close(issue, { key: "tidy:1" })).toMatchObject({
    ok: true,
    meta: { once: "repeated" },
  })
  expect(await ghx.issue.close(issue, { key: "tidy:1" })).toMatchObject({ meta: { once: "sent" } })
  expect(await ghx.issue.close(issue)).not.toHaveProperty("meta.once")
})

test("it stays unknown where no answer comes, and where there is no time to wait", async () => {
  sandbox.injectFault({ match: { body_includes: "mutation" }, drop: "after" })
  const unknown = { error: { details: { outcome: "unknown" } }, meta: { once: "repeated" } }
  expect(await ghx.issue.close(issue, { key: "tidy:1" })).toMatchObject(unknown)
  const step = clientOf(60_000).issue.close(issue, { key: "tidy:1" })
  expect(await step.run({ timeout_ms: 20_000 })).toMatchObject({
    error: { details: { outcome: "unknown" } },
    meta: { once: "sent" },
  })
})

test.each<[string, unknown, string]>([
  ["issue.view", "a", "a read has no key"],
  ["issue.close", "", "a key is a text of 1 to 200 characters"],
  ["issue.close", 7, "a key is a text of 1 to 200 characters"],
])("%s with the key %j is refused", async (task, key, message) => {
  const refused = {
    ok: false,
    error: { code: "VALIDATION", message: expect.stringContaining(message) },
  }
  const one = { task, input: issue, key: key as string }
  expect(await executeTask(one, options())).toMatchObject(refused)
  expect((await executeTasks([one, one], options())).results).toMatchObject([refused, refused])
  expect(sandbox.requests).toEqual([])
})

test("tasks have keys, and their results say what became of them", async () => {
  sandbox.injectFault({ match: { body_includes: "mutation" }, times: 1, drop: "after" })
  const { results } = await executeTasks(
    [
      { task: "issue.close", input: issue, key: "tidy:1" },
      { task: "issue.view", input: issue },
    ],
    options(),
  )
  expect(results).toMatchObject([{ ok: true, once: "repeated" }, { ok: true }])
})
