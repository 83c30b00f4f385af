/** Tests runs whose results a script decides. */
import { createGhx } from "ghx"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const ACTIONS = `${HELLO}/actions`
const hello = { owner: "octocat", repo: "hello-world" }
const annotation = { path: "index.js", start_line: 2, message: "Expected 2 parameters" }
const failing = {
  job: "types",
  conclusion: "FAILURE",
  log: "2025-01-01T00:00:00.0000000Z ##[error]Expected 2 parameters\n",
  annotations: [annotation],
  artifacts: [{ name: "report", files: { "report.txt": "1 error" } }],
} as const

/** The results of a run, as REST and GraphQL tell them. */
async function resultsOf(id: number) {
  const { body: run } = await rest(sandbox, `GET ${ACTIONS}/runs/${id}`)
  const { body } = await rest(sandbox, `GET ${ACTIONS}/runs/${id}/jobs`)
  const { body: files } = await rest(sandbox, `GET ${ACTIONS}/runs/${id}/artifacts`)
  const notes = await Promise.all(
    body.jobs.map(async ({ id: job }: { id: number }) => {
      return (await rest(sandbox, `GET ${HELLO}/check-runs/${job}/annotations`)).body
    }),
  )
  return {
    conclusion: run.conclusion,
    jobs: body.jobs.map((one: { name: string; conclusion: string }) => [one.name, one.conclusion]),
    artifacts: files.artifacts.map(({ name }: { name: string }) => name),
    annotations: notes.flat(),
  }
}

const FAILED = {
  conclusion: "failure",
  jobs: [["types", "failure"]],
  artifacts: ["report"],
  annotations: [
    expect.objectContaining({ ...annotation, end_line: 2, annotation_level: "failure" }),
  ],
}

const dispatch = () =>
  rest(sandbox, `POST ${ACTIONS}/workflows/deploy.yml/dispatches`, {
    ref: "main",
    inputs: { environment: "staging" },
  })

test("a run by script has its job, log, annotations and artifacts over every interface", async () => {
  const { id } = await sandbox.workflow("ci.yml").run(failing)
  expect(await resultsOf(id)).toEqual(FAILED)
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const failure = await ghx.workflow.run.failure({ ...hello, run_id: id }).orThrow()
  expect(JSON.stringify(failure)).toContain("Expected 2 parameters")
  const rollup = `{ repository(owner: "octocat", name: "hello-world") {
    object(expression: "main") { ... on Commit { statusCheckRollup { state } } } } }`
  const { repository } = await data(sandbox, rollup)
  expect(repository.object.statusCheckRollup).toEqual({ state: "FAILURE" })
})

test("scripted runs of a workflow that is dispatched fail, until another script or a reset", async () => {
  const deploy = sandbox.workflow("deploy.yml")
  await deploy.scriptRuns(failing)
  await dispatch()
  sandbox.advance(60_000)
  expect(await resultsOf(4)).toEqual(FAILED)
  await deploy.scriptRuns({ jobs: [{ name: "build" }, { name: "deploy", conclusion: "SKIPPED" }] })
  await dispatch()
  sandbox.advance(60_000)
  expect(await resultsOf(5)).toMatchObject({
    conclusion: "success",
    jobs: [
      ["build", "success"],
      ["deploy", "skipped"],
    ],
  })
  sandbox.reset()
  await dispatch()
  sandbox.advance(60_000)
  expect(await resultsOf(4)).toMatchObject({ conclusion: "success", jobs: [["Deploy", "success"]] })
})

test("a script survives forks and snapshots, and decides about repeated runs, too", async () => {
  await sandbox.workflow("octocat/hello-world/ci.yml").scriptRuns({ conclusion: "TIMED_OUT" })
  await using fork = await sandbox.fork()
  fork.state.restore(fork.state.snapshot())
  const ghx = createGhx({ base_url: fork.url, token: fork.token })
  await ghx.workflow.run.rerun_failed({ ...hello, run_id: 2 }).orThrow()
  fork.advance(60_000)
  const { body } = await rest(fork, `GET ${ACTIONS}/runs/2/jobs`)
  expect(body.jobs.map((job: { conclusion: string }) => job.conclusion)).toEqual([
    "success",
    "timed_out",
  ])
  const { body: run } = await rest(fork, `GET ${ACTIONS}/runs/2`)
  expect(run.conclusion).toBe("timed_out")
})

test("a workflow without a match, with several, and an unknown member are refused", async () => {
  expect(() => sandbox.workflow("depoy.yml")).toThrow("did you mean `deploy.yml`?")
  const ci = sandbox.workflow("octocat/hello-world/ci.yml")
  await expect(ci.run({ conlusion: "FAILURE" } as never)).rejects.toThrow("did you mean conclusion")
  await expect(ci.run({ branch: "nope" })).rejects.toThrow("there is no branch nope")
  await sandbox.apply({
    repositories: [{ owner: "octocat", name: "attic", workflows: [{ name: "Deploy" }] }],
  })
  expect(() => sandbox.workflow("Deploy")).toThrow(
    "several workflows are `Deploy`: octocat/hello-world/deploy.yml, octocat/attic/deploy.yml",
  )
})
