/** `ghx queue` and `ghx worker`, with real servers. */
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { needs } from "../needs.js"
import { serverPath } from "../server-paths.js"
import { type Server, startPostgres, startRedis } from "../servers.js"
import { type } from "./type.js"

let github: Sandbox
beforeAll(async () => {
  github = await startSandbox({ now: () => new Date() })
})
afterAll(() => github.close())
afterEach(() => vi.unstubAllEnvs())

const hello = { owner: "octocat", repo: "hello-world" }
const steps = [
  { task: "issue.create", input: { ...hello, title: "Queued" }, as: "made" },
  {
    task: "issue.comments.create",
    input: { ...hello, issue_number: { $from: 0, path: "number" }, body: "Hi." },
  },
  { task: "issue.create", input: { ...hello, title: "Another" } },
  { task: "issue.close", input: { ...hello, issue_number: 404 } },
]

describe.each([
  ["redis-server", startRedis],
  ["postgres", startPostgres],
] as const)("ghx queue and ghx worker with %s", (needed, startServer) => {
  let server: Server
  beforeAll(async () => {
    if (serverPath(needed)) server = await startServer()
  })
  afterAll(() => server?.stop())

  const typed = (line: string, stdin?: string) => {
    vi.stubEnv("GHX_BASE_URL", github.url)
    vi.stubEnv("GHX_QUEUE", server.url)
    return type(`ghx ${line}`, stdin === undefined ? {} : { stdin })
  }

  test("execute the added steps, and report and retry failed jobs", async (context) => {
    needs(needed, context)
    github.reset()
    const json = JSON.stringify(steps)
    expect(await typed("queue add --run tidy --steps -", json)).toEqual({
      stdout: "run tidy: 3 jobs for 4 steps\n",
      stderr: "",
      exitCode: 0,
    })
    expect((await typed("queue status tidy")).stdout).toBe(
      "tidy: 3 waiting, 0 active, 0 done, 0 failed\n",
    )
    const working = await typed("worker --until-done --concurrency 2")
    expect(working).toEqual({
      stdout: "",
      stderr: "note: taking jobs, until Ctrl-C\n",
      exitCode: 0,
    })
    expect(github.applied.map(({ mutation }) => mutation).sort()).toEqual([
      "addComment",
      "createIssue",
      "createIssue",
    ])
    const failed = "#0 issue.close: Could not resolve to an Issue with the number of 404."
    expect((await typed("queue status")).stdout).toBe(
      `all runs: 0 waiting, 0 active, 2 done, 1 failed\nfailed: tidy~3: ${failed}\n`,
    )
    expect(JSON.parse((await typed("queue status tidy --json")).stdout)).toMatchObject({
      done: 2,
      failures: [{ job: "tidy~3", message: failed }],
    })
    expect((await typed("queue add --run tidy --steps []")).exitCode).toBe(0)
    expect(
      await typed("queue add --run tidy --steps -", JSON.stringify(steps.slice(2))),
    ).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("the queue has other tasks under this name"),
    })
    expect((await typed("queue retry tidy")).stdout).toBe("1 failed jobs were requeued\n")
    expect((await typed("queue cancel tidy")).stdout).toBe("1 waiting jobs were cancelled\n")
  })
})

test.each(["redis", "postgres"])(
  "ghx queue status reports an unreachable %s and exits with 75",
  async (scheme) => {
    const { stderr, exitCode } = await type(`ghx queue status --on ${scheme}://127.0.0.1:9/ghx`)
    expect(stderr).toMatch(/^ghx: the store of the queue: .+\n {2}fix: Check its address/)
    expect(exitCode).toBe(75)
  },
)

test.each([
  ["queue status --on 7", "--on expects the address of a Redis or a Postgres"],
  ["queue add --steps [] --run 'a b' --on http://localhost", "--on expects the address"],
  ["worker --concurrency 0", "Expected a whole number of at least 1"],
  ["worker --concurrency 1e2", "Expected a whole number of at least 1"],
])("ghx %s is rejected", async (line, message) => {
  expect(await type(`ghx ${line}`)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(message),
  })
})
