/** `ghx plan`: the planned calls, and their results with `--run`. */
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
beforeEach(() => github.reset())
afterAll(() => github.close())

const line = "ghx plan issue.close title='Found a bug'"

test("ghx plan prints steps that ghx chain executes, and sends nothing", async () => {
  github.clearRequests()
  const { stdout, exitCode } = await type(line)
  expect({ tasks: JSON.parse(stdout).map(({ task }: { task: string }) => task), exitCode }).toEqual(
    {
      tasks: ["issue.list", "issue.close"],
      exitCode: 0,
    },
  )
  expect(github.requests).toEqual([])
  const chained = await type("ghx chain --steps - --jq .status", { stdin: stdout })
  expect(chained).toMatchObject({ stdout: "success\n", exitCode: 0 })
})

test("ghx plan on a terminal prints a reason for each step", async () => {
  const { stdout } = await type(line, { columns: 80 })
  expect(stdout).toBe(
    "1. issue.list: Find issue_number by title 'Found a bug'\n2. issue.close: With issue_number of step 1\n",
  )
})

test("ghx plan --run executes the plan and prints the result of the last step", async () => {
  const { stdout, exitCode } = await type(`${line} --run --jq .state`)
  expect({ stdout, exitCode }).toEqual({ stdout: "CLOSED\n", exitCode: 0 })
  expect(github.applied.map(({ mutation }) => mutation)).toEqual(["closeIssue"])
})

test("ghx plan parses numbers, also for intermediate entities", async () => {
  const { stdout } = await type("ghx plan pr.thread.resolve pull_number=7 path=config.json --run")
  expect(JSON.parse(stdout)).toMatchObject({ is_resolved: true })
})

test("ghx plan --run needs --yes for a destructive step", async () => {
  const asked = "ghx plan issue.delete title='Found a bug' --run"
  const refused = { exitCode: 5, stderr: expect.stringContaining("issue.delete was not confirmed") }
  expect(await type(asked)).toMatchObject(refused)
  expect(github.applied).toEqual([])
  expect(await type(`${asked} --yes`)).toMatchObject({ exitCode: 0 })
})

test("ghx plan prints the list step with a note if several items match", async () => {
  const { stdout, stderr } = await type("ghx plan issue.close")
  expect(JSON.parse(stdout)).toMatchObject([{ task: "issue.list" }])
  expect(stderr).toMatch(/^note: Several match/)
})

test.each([
  ["ghx plan issue.clos", "VALIDATION intent: there is no such tool, did you mean `issue.close`"],
  ["ghx plan issue.close titel=x", "VALIDATION titel: is not an entity of issue.close"],
  ["ghx plan issue.close 7", '"7" is neither key=value nor a repository'],
])("%s is rejected", async (typed, message) => {
  const { stderr, exitCode } = await type(typed)
  expect(stderr).toContain(message)
  expect(exitCode).toBe(2)
})
