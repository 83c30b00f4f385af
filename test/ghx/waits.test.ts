/** Waits show on stderr that they wait, and time passes over a sandbox with a clock. */
import { subscribe } from "node:diagnostics_channel"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Setting, type } from "./type.js"

let github: Sandbox
let now: number

beforeEach(async () => {
  now = Date.parse("2030-01-01T00:00:00Z")
  github = await startSandbox({ now: () => new Date(now) })
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
})
afterEach(async () => {
  vi.useRealTimers()
  await github.close()
})

/** No time passes while GitHub answers, however long a busy machine takes. */
let unanswered = 0
subscribe("http.client.request.start", () => {
  unanswered += 1
})
subscribe("http.client.response.finish", () => {
  unanswered -= 1
})

/** Runs a command while time passes, from the first request on. */
async function typed(line: string, setting: Setting = {}, hasBegun = hasAsked()) {
  let isRunning = true
  const ended = type(line, setting).finally(() => {
    isRunning = false
  })
  while (isRunning) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!hasBegun() || unanswered > 0 || vi.getTimerCount() === 0) continue
    now += 10
    await vi.advanceTimersByTimeAsync(10)
  }
  return ended
}

function hasAsked() {
  const { length } = github.requests
  return () => github.requests.length > length
}

const dispatch = async () => {
  const inputs = '{"environment":"staging"}'
  await typed(
    `ghx run workflow.dispatch octocat/hello-world workflow_id=deploy.yml ref=main inputs='${inputs}'`,
  )
}

test("ghx run watch notes once in a pipe that it waits, until the run has completed", async () => {
  await dispatch()
  expect(await typed("ghx run watch 4 -R octocat/hello-world")).toEqual({
    stdout: "Run Deploy (4) completed with 'success'\n",
    stderr: "note: workflow.run.wait is waiting, at most 1800 s\n",
    exitCode: 0,
  })
})

test("ghx run watch shows on a terminal for how long it has waited", async () => {
  await dispatch()
  const { stderr } = await typed("ghx run watch 4 -R octocat/hello-world", {
    columns: 80,
    erases: true,
  })
  expect(stderr).toMatch(
    /<erased>\r. workflow\.run\.wait: waiting, \d+ s of at most 1800 s<erased>\r/,
  )
  expect(stderr.endsWith("<erased>\r")).toBe(true)
})

test("a chain and a script note that a call waits", async () => {
  await dispatch()
  const input = { owner: "octocat", repo: "hello-world", run_id: 4 }
  const steps = JSON.stringify([{ task: "workflow.run.wait", input }])
  const chained = await typed("ghx chain --steps -", { stdin: steps })
  expect(chained).toMatchObject({ stderr: expect.stringContaining("workflow.run.wait is waiting") })
  await dispatch()
  const code = `return (await ghx.workflow.run.wait(${JSON.stringify({ ...input, run_id: 5 })})).conclusion`
  expect(await typed("ghx exec - --timeout 86400", { stdin: code })).toEqual({
    stdout: '"SUCCESS"\n',
    stderr: "note: workflow.run.wait is waiting, at most 1800 s\n",
    exitCode: 0,
  })
})

test("time passes in the sandbox of --sandbox, so that a wait ends", async () => {
  const wait = "ghx run workflow.run.wait octo-org/website run_id=3 --sandbox --jq .conclusion"
  expect(await typed(wait, {}, () => true)).toMatchObject({ stdout: "SUCCESS\n", exitCode: 0 })
})
