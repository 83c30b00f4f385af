/** `ghx chain`: output, messages on stderr, and exit code. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { main } from "../../surfaces/command/main.js"
import { type } from "./type.js"

let github: Sandbox
const repo = { owner: "octocat", repo: "hello-world" }
const view = (issue_number: number) => ({ task: "issue.view", input: { ...repo, issue_number } })

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
afterEach(() => github.reset())
afterAll(() => github.close())

const typed = (steps: unknown, options = "", columns?: number) =>
  type(`ghx chain --steps - ${options}`, {
    stdin: typeof steps === "string" ? steps : JSON.stringify(steps),
    ...(columns !== undefined && { columns }),
  })

test("ghx chain prints its envelope as one line of JSON", async () => {
  const { stdout, stderr, exitCode } = await typed([
    { task: "issue.create", as: "new", input: { ...repo, title: "New" } },
    {
      task: "issue.comments.create",
      input: { ...repo, issue_number: { $from: "new", path: "number" }, body: "Mine." },
    },
  ])
  expect(stdout).toMatch(/^[^\n]+\n$/)
  expect(JSON.parse(stdout)).toMatchObject({ status: "success", meta: { total: 2, succeeded: 2 } })
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
  expect(github.applied.map(({ mutation }) => mutation)).toEqual(["createIssue", "addComment"])
})

test.each([
  [
    "in part",
    [view(1), view(99)],
    "ghx: NOT_FOUND 1 of 2 steps failed: #1 issue.view: Could not resolve to an Issue with the number of 99.\n",
    5,
  ],
  [
    "completely",
    [view(98), view(99)],
    "ghx: NOT_FOUND 2 of 2 steps failed: #0 issue.view: Could not resolve to an Issue with the number of 98.; #1 issue.view: Could not resolve to an Issue with the number of 99.\n",
    3,
  ],
  [
    "with one reason for the steps that wait for each other",
    [view(98), { ...view(1), after: [0] }],
    "ghx: NOT_FOUND 2 of 2 steps failed: #0 issue.view: Could not resolve to an Issue with the number of 98.; #1 issue.view: Not sent: #0 issue.view failed\n",
    3,
  ],
  [
    "without a request if a step is invalid",
    [view(1), { task: "isue.view", input: {} }],
    /^ghx: VALIDATION 2 of 2 steps failed: #1 isue\.view: There is no capability "isue\.view", did you mean `issue\.view`[^?]*\?; #0 issue\.view: Not sent: another step made the chain invalid\n$/,
    2,
  ],
  [
    "without a request if a destructive step is not confirmed",
    [{ task: "issue.delete", input: { ...repo, issue_number: 5 } }, view(1)],
    "ghx: AUTH 2 of 2 steps failed: #0 issue.delete: issue.delete was not confirmed; #1 issue.view: Not sent: another step made the chain invalid\n  fix: Add --yes to confirm\n",
    4,
  ],
])("ghx chain fails %s", async (_, steps, stderr, exitCode) => {
  const { stdout, ...rest } = await typed(steps)
  const message = typeof stderr === "string" ? stderr : expect.stringMatching(stderr)
  expect(rest).toEqual({ stderr: message, exitCode })
  expect(JSON.parse(stdout).results).toHaveLength(2)
  if (exitCode !== 5 && exitCode !== 3) expect(github.requests).toEqual([])
})

test.each([
  [
    "[",
    /^ghx: --steps is not valid JSON: Unexpected end of JSON input\n {2}fix: jq \. shows where\n$/,
  ],
  ["{}", /^ghx: --steps expects calls in a list or by name, such as /],
  ["", /^ghx: --steps: expected JSON, found nothing\n$/],
])("ghx chain rejects steps that are no list of calls: %j", async (steps, message) => {
  const { stdout, stderr, exitCode } = await typed(steps)
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 })
  expect(stderr).toMatch(message)
})

test("ghx chain exits with 75 if all reads may be retried, and with 1 if a write may have run", async () => {
  github.injectFault({ status: 502 })
  expect((await typed([view(1), view(2)])).exitCode).toBe(75)
  github.reset()
  const comment = { task: "issue.comments.create", input: { ...repo, issue_number: 1, body: "Hm" } }
  github.injectFault({ match: { body_includes: "addComment" }, status: 504, applied: true })
  const { stderr, exitCode } = await typed([comment, comment])
  expect(github.applied).toHaveLength(2)
  expect(stderr).toMatch(
    /^ghx: SERVER 2 of 2 .*\n {2}outcome: unknown; the write may have been applied\n$/,
  )
  expect(exitCode).toBe(1)
})

test("ghx chain --unfinished keeps its file current during requests and after an interrupt", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ghx-left-"))
  const file = join(folder, "unfinished.json")
  const left = () => JSON.parse(readFileSync(file, "utf8"))
  const first = { task: "issue.create", as: "new", input: { ...repo, title: "New" } }
  const second = { task: "issue.comments.create", as: "said", input: { ...repo, issue_number: 1 } }
  const input = { ...second.input, body: "Mine." }
  const controller = new AbortController()
  const written: unknown[] = []
  const stdout = { write: () => written.push(left()) }
  const steps = JSON.stringify([first, { ...second, input, after: "new" }])
  try {
    github.injectFault({ match: { body_includes: "addComment" }, delay_ms: 60_000 })
    const running = main(["chain", "--steps", steps, "--unfinished", file], {
      stdin: (async function* () {})(),
      stdout,
      stderr: { write: () => true },
      interrupted: controller.signal,
    })
    await vi.waitUntil(() =>
      github.requests.some(({ body }) => JSON.stringify(body).includes("addComment")),
    )
    const unfinished = { ...second, input, outcome: "unknown" }
    expect(left()).toEqual([
      { ...first, outcome: "unknown" },
      { ...unfinished, after: ["new"] },
    ])
    controller.abort()
    expect(await running).toBe(130)
    expect(written).toEqual([[unfinished]])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test("ghx chain --unfinished keeps a file that was replaced, and writes beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ghx-left-"))
  const file = join(folder, "unfinished.json")
  try {
    github.injectFault({ match: { body_includes: "addComment" }, delay_ms: 3000 })
    const steps = [
      { task: "issue.comments.create", as: "said", input: { issue_number: 1, body: "Mine." } },
      { task: "issue.close", after: "said", input: { issue_number: 404 } },
    ]
    const running = typed(steps, `-R octocat/hello-world --unfinished ${file}`)
    await vi.waitUntil(() =>
      github.requests.some(({ body }) => JSON.stringify(body).includes("addComment")),
    )
    rmSync(file)
    writeFileSync(file, "theirs")
    const { stderr } = await running
    expect(readFileSync(file, "utf8")).toBe("theirs")
    const [, beside = ""] = /1 unfinished step in (\S+)\. /.exec(stderr) ?? []
    expect(stderr).toContain(`${file} was changed by another process`)
    expect(JSON.parse(readFileSync(beside, "utf8"))).toMatchObject([{ task: "issue.close" }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test("ghx chain --unfinished writes a file with which the chain can be finished", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ghx-left-"))
  const file = join(folder, "unfinished.json")
  const again = (options = "") => type(`ghx chain --steps @${file} --jq .status ${options}`)
  try {
    const steps = [
      { task: "issue.create", as: "new", input: { title: "New" } },
      {
        task: "issue.comments.create",
        as: "said",
        input: { issue_number: { $from: "new", path: "number" }, body: "Mine." },
      },
      {
        task: "issue.close",
        after: "said",
        input: { issue_number: { $from: "new", path: "number" } },
      },
    ]
    github.injectFault({ match: { body_includes: "addComment" }, drop: "before", times: 1 })
    const options = `-R octocat/hello-world --jq .status --unfinished ${file}`
    const stopped = await typed(steps, options)
    expect(stopped).toMatchObject({ stdout: "partial\n", exitCode: 5 })
    const goOn = `2 unfinished steps in ${file}. To continue: ghx chain --steps @${file}`
    const look = `unknown whether these were applied: said. Check on GitHub, then remove "outcome", or the step, from ${file}`
    expect(stopped.stderr).toContain(`note: ${goOn}\nnote: ${look}\n`)
    expect((await typed(steps, options)).stderr).toContain(`--unfinished: ${file} already exists`)
    expect(github.applied).toHaveLength(1)
    expect(await again()).toMatchObject({ stdout: "failed\n", exitCode: 2 })
    expect(github.applied).toHaveLength(1)
    writeFileSync(file, readFileSync(file, "utf8").replace(/,\s*"outcome": "unknown"/, ""))
    const rest = join(folder, "rest.json")
    expect(await again(`--unfinished ${rest}`)).toEqual({
      stdout: "success\n",
      stderr: "",
      exitCode: 0,
    })
    expect(existsSync(rest)).toBe(false)
    expect(github.applied.map(({ mutation }) => mutation)).toEqual([
      "createIssue",
      "addComment",
      "closeIssue",
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test("ghx chain prints its envelope if it is interrupted", async () => {
  const remove = github.injectFault({ delay_ms: 60_000 })
  const interruption = new AbortController()
  const running = type("ghx chain --steps -", {
    stdin: JSON.stringify([view(1), view(2)]),
    interrupted: interruption.signal,
  })
  await vi.waitUntil(() => github.requests.length > 0)
  interruption.abort(new Error("interrupted"))
  const { stdout, stderr, exitCode } = await running
  remove()
  expect(JSON.parse(stdout)).toMatchObject({ status: "failed", meta: { total: 2 } })
  expect(stderr).toBe("ghx: The chain was aborted: 0 of 2 steps have a result\n")
  expect(exitCode).toBe(130)
})

test("ghx chain --dry-run prints every level, with placeholders for unknown values", async () => {
  const steps = [
    { task: "issue.create", as: "new", input: { ...repo, title: "New" } },
    {
      task: "issue.comments.create",
      input: { ...repo, issue_number: { $from: "new", path: "number" }, body: "Mine." },
    },
  ]
  const { stdout, stderr, exitCode } = await typed(steps, "--dry-run --jq '.[].variables'")
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: "note: level 1: new\nnote: level 2: #1 issue.comments.create\n",
  })
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining(repo),
    expect.objectContaining({ repository_id: "<repository_id>", title: "New" }),
    expect.objectContaining({ issue_id: "<new.id>", body: "Mine." }),
  ])
  expect(github.requests).toEqual([])
})
