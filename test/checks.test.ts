/** Tests that of several runs of one check only the newest counts, wherever checks are read, awaited or rerun. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { data, startGithub } from "../runtime/testing/index.js"
import { type } from "./ghx/type.js"

type Job = { name: string; conclusion?: "FAILURE" | "TIMED_OUT" | "CANCELLED"; status?: "QUEUED" }

/** A repository with one pull request, and the runs on its commit, the oldest first. */
const withRuns = (
  name: string,
  ...runs: { of?: string; file?: string; event?: string; status?: "IN_PROGRESS"; jobs: Job[] }[]
) => ({
  ...{ owner: "ada", name, files: { "a.txt": "a" } },
  branches: [{ name: "new", commits: [{ message: "m", files: { "b.txt": "b" } }] }],
  pull_requests: [{ title: "p", author: "ada", head: "new", base: "main" }],
  allow_auto_merge: true,
  workflows: [...new Set(runs.map(({ of = "CI", file = of }) => file))].map((file) => ({
    name: runs.find((run) => run.file === file)?.of ?? file,
    path: `.github/workflows/${file}.yml`,
    runs: runs
      .filter(({ of = "CI", file: own = of }) => own === file)
      .map(({ jobs, event = "pull_request", status = "COMPLETED" as const }) => ({
        ...{ title: "r", event, status, branch: "new", actor: "ada", jobs },
      })),
  })),
})
const passed = [{ name: "test" }]
const failed = [{ name: "test", conclusion: "FAILURE" as const }]

let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
beforeAll(async () => {
  sandbox = await startSandbox({
    seed: {
      viewer: "ada",
      users: [{ login: "ada" }],
      repositories: [
        withRuns("fixed", { jobs: failed }, { jobs: passed }),
        withRuns("broken", { jobs: passed }, { jobs: failed }),
        withRuns("again", { jobs: failed }, { jobs: [{ name: "test", status: "QUEUED" }] }),
        withRuns("workflows", { of: "A", jobs: failed }, { of: "B", jobs: passed }),
        withRuns("events", { event: "push", jobs: failed }, { jobs: passed }),
        withRuns("jobs", { jobs: [...failed, ...passed] }),
        {
          ...withRuns("protected", { jobs: passed }),
          branch_protection_rules: [{ branch: "main", required_checks: ["test", "build"] }],
        },
        {
          ...withRuns("ruled", { jobs: passed }),
          rulesets: [
            {
              ...{ name: "CI", include: ["~ALL"] },
              rules: [{ type: "REQUIRED_STATUS_CHECKS", required_checks: ["test", "build"] }],
            },
          ],
        },
        withRuns("needs", { status: "IN_PROGRESS", jobs: passed }),
        withRuns(
          "files",
          { of: "CI", file: "a", jobs: failed },
          { of: "CI", file: "b", jobs: passed },
        ),
      ],
    },
  })
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false })
})
afterAll(() => sandbox.close())
afterEach(() => vi.unstubAllEnvs())

/** Repositories whose two checks both count. */
const both = ["workflows", "events", "jobs", "files"]

describe.each([
  ["fixed", "SUCCESS", 0, "a later run passed"],
  ["broken", "FAILURE", 1, "a later run failed"],
  ["again", "PENDING", 8, "a later run is waiting"],
  ["workflows", "FAILURE", 1, "another workflow has a check of the same name"],
  ["events", "FAILURE", 1, "another event started a check of the same name"],
  ["jobs", "FAILURE", 1, "another job of the same run has the same name"],
  ["files", "FAILURE", 1, "another workflow of the same name has a check of the same name"],
])("the checks of %s are %s", (name, state, exitCode, reason) => {
  const pull = { owner: "ada", repo: name, pull_number: 1 }

  test(`in every capability that reads them, because ${reason}`, async () => {
    const summary = await ghx.pr.checks.summary(pull).orThrow()
    expect([summary.state, summary.checks.length, summary.checks_count]).toEqual(
      Array.of<unknown>(state).concat(Array(2).fill(both.includes(name) ? 2 : 1)),
    )
    expect((await ghx.pr.mergeability.view(pull).orThrow()).checks).toBe(state)
    expect((await ghx.pr.context(pull).orThrow()).checks).toBe(state)
  })

  test("in the exit code of ghx pr checks", async () => {
    vi.stubEnv("GHX_BASE_URL", sandbox.url)
    expect((await type(`ghx pr checks 1 -R ada/${name}`)).exitCode).toBe(exitCode)
  })

  // Waiting for a check that never runs would not end.
  const ways = state === "PENDING" ? [] : [false, true]
  test.each(ways)("when waiting for them (fail_fast: %s)", async (fail_fast) => {
    const waited = await ghx.pr.checks.wait({ ...pull, fail_fast }).orThrow()
    expect([waited.state, waited.checks_count]).toEqual([state, both.includes(name) ? 2 : 1])
  })
})

test.each([false, true])(
  "a run whose next job has no check yet is waited for (fail_fast: %s)",
  async (fail_fast) => {
    const wait = ghx.pr.checks.wait({ owner: "ada", repo: "needs", pull_number: 1, fail_fast })
    expect(await wait.run({ timeout_ms: 1_000 })).toMatchObject({ error: { code: "NETWORK" } })
  },
)

test("an attempt is waited for while GitHub shows an earlier one that has completed", async () => {
  const place = { owner: "ada", repo: "fixed" }
  const { items } = await ghx.workflow.runs.list(place).orThrow()
  const run = { ...place, run_id: items[0]?.run_id ?? 0 }
  expect(await ghx.workflow.run.wait(run).orThrow()).toMatchObject({ status: "COMPLETED" })
  const again = await ghx.workflow.run
    .wait({ ...run, attempt_number: 2 })
    .run({ timeout_ms: 1_000 })
  expect(again).toMatchObject({ error: { code: "NETWORK" } })
})

test.each(["protected", "ruled"])(
  "a required check that has not reported is pending where the branch is %s",
  async (repo) => {
    const pull = { owner: "ada", repo, pull_number: 1 }
    const summary = await ghx.pr.checks.summary(pull).orThrow()
    expect(summary).toMatchObject({ state: "PENDING", missing: ["build"], checks_count: 1 })
    expect((await ghx.pr.mergeability.view(pull).orThrow()).checks).toBe("PENDING")
    expect((await ghx.pr.context(pull).orThrow()).checks).toBe("PENDING")
    vi.stubEnv("GHX_BASE_URL", sandbox.url)
    for (const option of ["--required", "--watch"]) {
      const { exitCode, stdout } = await type(`ghx pr checks 1 ${option} -R ada/${repo}`)
      expect([exitCode, stdout.split("\n")[0]]).toEqual([
        8,
        expect.stringMatching(/^build\tpending/),
      ])
    }
    await ghx.pr.close(pull).orThrow()
    const closed = await ghx.pr.checks.summary(pull).orThrow()
    expect(closed).toMatchObject({ state: "SUCCESS", missing: [] })
  },
)

/** The answer about an open pull request with a green check of App 1 and a green status. */
const passing = (rules: unknown, refUpdateRule: unknown = null) => {
  const more = { detailsUrl: "u", startedAt: null, completedAt: null, url: "u", databaseId: 1 }
  const check = { __typename: "CheckRun", name: "test", status: "COMPLETED", ...more }
  const app = { slug: "one", databaseId: 1 }
  const status = { __typename: "StatusContext", context: "CI/X", state: "SUCCESS" }
  const nodes = [
    { ...check, conclusion: "SUCCESS", checkSuite: { app, workflowRun: null } },
    { ...status, targetUrl: null, description: null, createdAt: "2030-01-01T00:00:00Z" },
  ]
  const contexts = { nodes, pageInfo: { hasNextPage: false, endCursor: null } }
  const baseRef = { refUpdateRule, rules }
  const pullRequest = { pullRequestState: "OPEN", headRefOid: "1", baseRef }
  return { repository: { pullRequest: { ...pullRequest, statusCheckRollup: { contexts } } } }
}

test.each([
  ["test", null, []],
  ["test", 1, []],
  ["test", 2, ["test"]],
  ["CI/X", 2, []],
])(
  "a required check %s of the app %s is reported by its check, or by a status of any app",
  async (context, integrationId, missing) => {
    const parameters = { requiredStatusChecks: [{ context, integrationId }] }
    const github = await startGithub(() => data(passing({ nodes: [{ parameters }] })))
    const { checks } = createGhx({ base_url: github.url, token: "t", retry: false }).pr
    const summary = await checks.summary({ owner: "o", repo: "r", pull_number: 1 }).orThrow()
    expect(summary).toMatchObject({ state: missing[0] ? "PENDING" : "SUCCESS", missing })
    expect(github.requests[0]?.query).toContain("integrationId")
    await github.close()
  },
)

test("the state is unknown if GitHub withholds the rules of the base branch", async () => {
  const path = ["repository", "pullRequest", "baseRef", "rules"]
  const error = { type: "FORBIDDEN", path, message: "Resource not accessible by integration" }
  const github = await startGithub(() => data(passing(null), error))
  const { checks } = createGhx({ base_url: github.url, token: "t", retry: false }).pr
  expect(await checks.summary({ owner: "o", repo: "r", pull_number: 1 })).toMatchObject({
    ...{ ok: true, data: { state: null, checks_count: 2 } },
    meta: { warnings: [{ code: "WITHHELD", pointer: "/state" }] },
  })
  await github.close()
})

test("required checks that the token may not read are no error", async () => {
  const path = ["repository", "pullRequest", "baseRef", "refUpdateRule"]
  const error = { type: "FORBIDDEN", path, message: "Resource not accessible by integration" }
  const github = await startGithub(() => {
    const baseRef = { refUpdateRule: null, rules: null }
    const contexts = { nodes: [], pageInfo: { hasNextPage: false } }
    const pullRequest = { pullRequestState: "OPEN", headRefOid: "1", baseRef }
    return data(
      { repository: { pullRequest: { ...pullRequest, statusCheckRollup: { contexts } } } },
      error,
    )
  })
  const { checks } = createGhx({ base_url: github.url, token: "t", retry: false }).pr
  expect(await checks.summary({ owner: "o", repo: "r", pull_number: 1 })).toMatchObject({
    ...{ ok: true, data: { state: null, missing: [] } },
    meta: { warnings: [{ code: "WITHHELD" }] },
  })
  await github.close()
})

test("a stale check is pending in every capability", async () => {
  const check = { name: "test", databaseId: 1, id: 1, html_url: "u", check_suite: { id: 5 } }
  const more = { url: "u", detailsUrl: "u", startedAt: null, completedAt: null }
  const github = await startGithub(({ query, path = "" }) => {
    const node = {
      ...check,
      ...more,
      __typename: "CheckRun",
      status: "COMPLETED",
      conclusion: "STALE",
    }
    const contexts = { nodes: [node], pageInfo: { hasNextPage: false } }
    const pullRequest = { headRefOid: "1", statusCheckRollup: { contexts } }
    if (query) return data({ repository: { pullRequest } })
    if (path.includes("/pulls/")) return { body: { head: { sha: "1" } } }
    const check_runs = [{ ...check, status: "completed", conclusion: "stale" }]
    const total_count = path.includes("check-runs") ? 1 : 0
    const lists = { check_runs, check_suites: [], workflow_runs: [], statuses: [] }
    return { body: { total_count, ...lists } }
  })
  const { checks } = createGhx({ base_url: github.url, token: "t", retry: false }).pr
  const pull = { owner: "o", repo: "r", pull_number: 1 }
  expect(await checks.summary(pull).orThrow()).toMatchObject({ state: "PENDING" })
  expect(await checks.wait(pull).orThrow()).toMatchObject({
    ...{ state: "PENDING", checks: [{ conclusion: "STALE" }] },
  })
  await github.close()
})

type Row = Readonly<Record<string, unknown>>
const completed = (conclusion: string) => ({ status: "completed", conclusion })
const running = { status: "in_progress", conclusion: null }

/** A GitHub with these check runs, suites and workflow runs on the commit of a pull request, by how often it was asked. */
async function commitWith(answers: {
  check_runs: (asked: number) => readonly Row[]
  check_suites: (asked: number) => readonly Row[]
  workflow_runs: (asked: number) => readonly Row[]
  statuses?: (asked: number) => readonly Row[]
}) {
  const asked = { check_runs: 0, check_suites: 0, workflow_runs: 0, statuses: 0 }
  const github = await startGithub(({ path = "" }) => {
    if (path.includes("/pulls/")) return { body: { head: { sha: "a".repeat(40) } } }
    const list = path.includes("check-suites")
      ? "check_suites"
      : path.includes("check-runs")
        ? "check_runs"
        : path.includes("/status")
          ? "statuses"
          : "workflow_runs"
    asked[list] += 1
    const rows = answers[list]?.(asked[list]) ?? []
    return { body: { total_count: rows.length, [list]: rows } }
  })
  const { checks } = createGhx({ base_url: github.url, token: "t", retry: false }).pr
  return { asked, checks, close: github.close }
}

const actionsApp = { slug: "github-actions" }
const lint = { id: 11, name: "lint", html_url: "l", check_suite: { id: 1 } }
/** Workflow A has passed, and B has no check. */
const startedOnce = (suite: Row, ...later: readonly Row[]) =>
  commitWith({
    check_runs: () => [{ ...lint, ...completed("success") }],
    check_suites: () => [
      { id: 1, app: actionsApp, latest_check_runs_count: 1, ...completed("success") },
      { id: 2, app: actionsApp, latest_check_runs_count: 0, ...suite },
      ...later,
    ],
    workflow_runs: () =>
      [1, 2, ...later.map(({ id }) => id)].map((id) => ({
        ...{ id: 100 + Number(id), check_suite_id: id, event: "push", path: "p" },
        ...{ workflow_id: id === 1 ? 1 : 2, name: id === 1 ? "A" : "B", html_url: `r${id}` },
      })),
  })

describe("a workflow without checks", () => {
  test.each(["queued", "pending", "waiting", "requested", "in_progress"])(
    "is waited for while it is %s",
    async (status) => {
      const github = await startedOnce({ status, conclusion: null })
      const wait = github.checks.wait({ owner: "o", repo: "r", pull_number: 7 })
      expect(await wait.run({ timeout_ms: 300 })).toMatchObject({ error: { code: "NETWORK" } })
      await github.close()
    },
  )

  test.each(["action_required", "startup_failure", "failure", "timed_out"])(
    "is a failed check with the conclusion %s",
    async (conclusion) => {
      const github = await startedOnce(completed(conclusion))
      expect(await github.checks.wait({ owner: "o", repo: "r", pull_number: 7 }).orThrow()).toEqual(
        {
          ...{ head_sha: "a".repeat(40), state: "FAILURE", checks_count: 2 },
          checks: [
            { name: "lint", status: "COMPLETED", conclusion: "SUCCESS", url: "l" },
            { name: "B", status: "COMPLETED", conclusion: conclusion.toUpperCase(), url: "r2" },
          ],
        },
      )
      await github.close()
    },
  )

  test.each(["success", "neutral", "skipped", "cancelled"])(
    "does not count with the conclusion %s",
    async (conclusion) => {
      const github = await startedOnce(completed(conclusion))
      const wait = github.checks.wait({ owner: "o", repo: "r", pull_number: 7 })
      expect(await wait.orThrow()).toMatchObject({ state: "SUCCESS", checks_count: 1 })
      expect(github.asked.workflow_runs).toBe(0)
      await github.close()
    },
  )

  test("does not count if a newer run of it has passed, or if it belongs to another app", async () => {
    const app = { slug: "another" }
    const github = await startedOnce(
      completed("startup_failure"),
      { id: 3, app: actionsApp, latest_check_runs_count: 1, ...completed("success") },
      { id: 4, app, latest_check_runs_count: 0, status: "queued", conclusion: null },
    )
    const wait = github.checks.wait({ owner: "o", repo: "r", pull_number: 7 })
    expect(await wait.orThrow()).toMatchObject({ state: "SUCCESS", checks_count: 1 })
    await github.close()
  })
})

/** The result of a call whose pauses between requests take no time. */
async function withoutPauses<Result>(call: Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  let isDone = false
  const result = call.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(10)
  }
  vi.useRealTimers()
  return result
}

test.each([
  ["failure", "FAILURE"],
  ["error", "FAILURE"],
  ["success", "SUCCESS"],
])("a pending commit status is waited for, and %s counts", async (state, whole) => {
  const build = { context: "jenkins", target_url: "j" }
  const passed = { ...lint, ...completed("success") }
  const suite = { id: 1, app: actionsApp, latest_check_runs_count: 1, ...completed("success") }
  const github = await commitWith({
    check_runs: () => [passed],
    check_suites: () => [suite],
    workflow_runs: () => [],
    statuses: (asked) => [{ ...build, state: asked < 3 ? "pending" : state }],
  })
  const wait = () => github.checks.wait({ owner: "o", repo: "r", pull_number: 7 })
  await withoutPauses(wait().run({ fields: ["head_sha"] }))
  expect(github.asked.statuses).toBe(3)
  expect(await withoutPauses(wait().orThrow())).toMatchObject({
    state: whole,
    checks: [
      { name: "lint" },
      { name: "jenkins", status: "COMPLETED", conclusion: whole, url: "j" },
    ],
  })
  await github.close()
})

test.each([false, true])(
  "a run that is replaced while fail_fast waits is no failure (successor has a check: %s)",
  async (hasCheck) => {
    const test = (id: number, progress: Row) => ({
      ...{ id: 10 + id, name: "test", html_url: `c${id}`, check_suite: { id } },
      ...progress,
    })
    const suite = { app: actionsApp, latest_check_runs_count: 1 }
    const [cancelled, passed] = [completed("cancelled"), completed("success")]
    const github = await commitWith({
      check_runs: (asked) => {
        if (asked === 1) return [test(1, running)]
        const isOver = hasCheck ? asked > 3 : github.asked.check_suites > 1
        const successor = test(2, isOver ? passed : running)
        return [test(1, cancelled), ...(isOver || hasCheck ? [successor] : [])]
      },
      check_suites: (asked) => [
        { id: 1, ...suite, ...cancelled },
        { id: 2, ...suite, ...(hasCheck || asked > 1 ? passed : running) },
      ],
      workflow_runs: (asked) =>
        [1, 2]
          .slice(0, asked)
          .map((id) => ({ id: 100 + id, check_suite_id: id, workflow_id: 1, event: "push" })),
    })
    const wait = github.checks.wait({ owner: "o", repo: "r", pull_number: 7, fail_fast: true })
    expect(await withoutPauses(wait.orThrow())).toMatchObject({
      state: "SUCCESS",
      checks: [{ url: "c2" }],
    })
    await github.close()
  },
)

/** A GitHub with these workflow runs on the commit of a pull request, of which it loses the answer to some requests. */
async function actions(
  runs: readonly (readonly [id: number, of: number, conclusion: string | null])[],
) {
  const log: string[] = []
  let isLost = false
  const server = createServer((request, response) => {
    const { method, url = "" } = request
    const { pathname } = new URL(url, "http://localhost")
    const send = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    }
    request.resume().on("end", () => {
      if (method === "POST") {
        log.push(pathname.replace(/^.*runs/, ""))
        return isLost ? request.socket.destroy() : send(201, {})
      }
      if (pathname.includes("/pulls/")) return send(200, { head: { sha: "a".repeat(40) } })
      const workflow_runs = runs.map(([id, workflow_id, conclusion]) => ({
        ...{ id, workflow_id, conclusion, event: "push" },
        status: conclusion === null ? "in_progress" : "completed",
      }))
      send(200, { total_count: runs.length, workflow_runs })
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  const own = createGhx({ base_url: `http://127.0.0.1:${port}`, token: "t" })
  return {
    ...{ log, checks: own.pr.checks },
    lose: () => {
      isLost = true
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
const pull = { owner: "o", repo: "r", pull_number: 7 }

test("rerunning reruns the newest runs, also after a time-out or a cancellation, and names broken ones", async () => {
  const github = await actions([
    ...([
      [1, 1, "failure"],
      [2, 1, "success"],
      [3, 2, "timed_out"],
      [4, 3, "cancelled"],
    ] as const),
    ...([
      [5, 4, "startup_failure"],
      [6, 5, "failure"],
      [7, 5, null],
      [8, 6, "failure"],
    ] as const),
  ])
  expect(await github.checks.rerun_failed(pull).orThrow()).toMatchObject({
    ...{ run_ids: [3, 4, 8], broken_run_ids: [5] },
  })
  expect(github.log.splice(0)).toEqual([3, 4, 8].map((id) => `/${id}/rerun-failed-jobs`))
  expect(await github.checks.rerun_all(pull).orThrow()).toMatchObject({
    ...{ run_ids: [2, 3, 4, 8], broken_run_ids: [5] },
  })
  expect(github.log).toEqual([2, 3, 4, 8].map((id) => `/${id}/rerun`))
  github.close()
})

test.each(["rerun_failed", "rerun_all"] as const)(
  "%s is not sent again if its answer is lost, because that would start another attempt",
  async (name) => {
    const github = await actions([[1, 1, "failure"]])
    github.lose()
    expect(await github.checks[name](pull)).toMatchObject({
      ...{ ok: false, error: { details: { outcome: "unknown" } } },
    })
    expect(github.log).toHaveLength(1)
    github.close()
  },
)

test("ghx pr merge waits while GitHub computes whether the pull request can be merged", async () => {
  let unknown = 1
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { authorization = "" } = request.headers
    const headers = { authorization, "content-type": "application/json" }
    const { method = "GET" } = request
    const sent = method === "GET" ? { method, headers } : { method, headers, body }
    const answer = await fetch(`${sandbox.url}${request.url}`, sent)
    let text = await answer.text()
    if (unknown > 0 && body.includes("mergeStateStatus")) {
      unknown -= 1
      text = text.replace(/"mergeStateStatus":"\w+"/, '"mergeStateStatus":"UNKNOWN"')
    }
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  vi.stubEnv("GHX_BASE_URL", `http://127.0.0.1:${port}`)
  const { exitCode } = await type("ghx pr merge 1 --auto --squash -R ada/fixed")
  expect([exitCode, unknown]).toEqual([0, 0])
  expect(sandbox.applied.map(({ mutation }) => mutation)).toContain("mergePullRequest")
  server.closeAllConnections()
  server.close()
})
