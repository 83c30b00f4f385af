import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox, type WebhookEvent } from "../index.js"
import { jwt } from "./app-credentials.js"
import { data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"
import { nameOf, problemsOfEvent } from "./webhook-schemas.js"

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox()
})

afterEach(() => sandbox.close())

const PULL = `query ($number: Int!) {
  repository(owner: "octocat", name: "hello-world") {
    pullRequest(number: $number) {
      mergeStateStatus
      statusCheckRollup { state }
      commits(last: 1) {
        nodes {
          commit {
            oid
            status { state contexts { context state } context(name: "CI/X") { description } }
            checkSuites(first: 5) { nodes { status conclusion app { slug } workflowRun { event workflow { name } } } }
            statusCheckRollup {
              state
              contexts(first: 10) {
                totalCount
                checkRunCount
                checkRunCountsByState { state count }
                statusContextCount
                nodes {
                  __typename
                  ... on CheckRun { databaseId name status conclusion isRequired(pullRequestNumber: $number) steps(first: 5) { nodes { number name conclusion } } }
                  ... on StatusContext { context state targetUrl creator { login } }
                }
              }
            }
          }
        }
      }
    }
  }
}`

const pull = async (number: number) =>
  (await data(sandbox, PULL, { number })).repository.pullRequest

const mergeable = async (number: number) =>
  (await rest(sandbox, `GET ${HELLO}/pulls/${number}`)).body.mergeable_state

test("isRequired of a check is true if a ruleset of the base branch requires it", async () => {
  await sandbox.apply({
    repositories: [
      {
        owner: "octocat",
        name: "hello-world",
        rulesets: [
          {
            name: "Checks",
            include: ["refs/heads/main"],
            rules: [{ type: "REQUIRED_STATUS_CHECKS", required_checks: ["lint", "CI/X"] }],
          },
        ],
      },
    ],
  })
  const of = (at: string) => `isRequired(${at})`
  const query = (at: string) => `query { repository(owner: "octocat", name: "hello-world") {
    pullRequest(number: 7) { statusCheckRollup { contexts(first: 5) { nodes {
      ... on CheckRun { name ${of(at)} } ... on StatusContext { name: context ${of(at)} }
    } } } } } }`
  const { id, headRefOid } = (
    await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") { pullRequest(number: 7) { id headRefOid } } }`,
    )
  ).repository.pullRequest
  await rest(sandbox, `POST ${HELLO}/statuses/${headRefOid}`, { state: "success", context: "CI/X" })
  for (const at of ["pullRequestNumber: 7", `pullRequestId: "${id}"`]) {
    const { repository } = await data(sandbox, query(at))
    expect(repository.pullRequest.statusCheckRollup.contexts.nodes).toEqual([
      { name: "lint", isRequired: true },
      { name: "test", isRequired: false },
      { name: "CI/X", isRequired: true },
    ])
  }
})

describe("the failed run of pull request 7", () => {
  test("appears in GraphQL, in REST and in the merge state", async () => {
    const { mergeStateStatus, statusCheckRollup, commits } = await pull(7)
    const { commit } = commits.nodes[0]
    expect({ mergeStateStatus, statusCheckRollup }).toEqual({
      mergeStateStatus: "UNSTABLE",
      statusCheckRollup: { state: "FAILURE" },
    })
    expect(commit.status).toBeNull()
    expect(commit.checkSuites.nodes).toEqual([
      {
        status: "COMPLETED",
        conclusion: "FAILURE",
        app: { slug: "github-actions" },
        workflowRun: { event: "pull_request", workflow: { name: "CI" } },
      },
    ])
    expect(commit.statusCheckRollup.contexts).toMatchObject({
      totalCount: 2,
      checkRunCount: 2,
      checkRunCountsByState: [
        { state: "SUCCESS", count: 1 },
        { state: "FAILURE", count: 1 },
      ],
      statusContextCount: 0,
      nodes: [
        { __typename: "CheckRun", name: "lint", status: "COMPLETED", conclusion: "SUCCESS" },
        {
          name: "test",
          conclusion: "FAILURE",
          isRequired: false,
          steps: {
            nodes: [
              { number: 1, name: "Check out", conclusion: "SUCCESS" },
              { number: 2, name: "Run the tests", conclusion: "FAILURE" },
              { number: 3, name: "Report", conclusion: "SKIPPED" },
            ],
          },
        },
      ],
    })

    expect(await mergeable(7)).toBe("unstable")
    const at = `GET ${HELLO}/commits/polite-greeting`
    const runs = (await rest(sandbox, `${at}/check-runs`)).body
    expect(runs).toMatchObject({
      total_count: 2,
      check_runs: [
        { name: "lint", status: "completed", conclusion: "success", head_sha: commit.oid },
        { name: "test", conclusion: "failure", pull_requests: [{ number: 7 }] },
      ],
    })
    const ids = commit.statusCheckRollup.contexts.nodes.map(
      (node: { databaseId: number }) => node.databaseId,
    )
    expect(runs.check_runs.map(({ id }: { id: number }) => id)).toEqual(ids)
    const suites = (await rest(sandbox, `${at}/check-suites`)).body
    expect(suites).toMatchObject({
      total_count: 1,
      check_suites: [{ conclusion: "failure", latest_check_runs_count: 2 }],
    })
    const [suite] = suites.check_suites
    expect((await rest(sandbox, `GET ${suite.url}`)).body).toEqual(suite)
    const some = await rest(sandbox, `GET ${suite.check_runs_url}?check_name=test`)
    expect(some.body).toMatchObject({ total_count: 1, check_runs: [runs.check_runs[1]] })
    expect((await rest(sandbox, `GET ${some.body.check_runs[0].url}`)).body).toEqual(
      some.body.check_runs[0],
    )
    const found = await data(sandbox, "query ($id: ID!) { node(id: $id) { __typename id } }", {
      id: suite.node_id,
    })
    expect(found.node).toEqual({ __typename: "CheckSuite", id: suite.node_id })
  })

  test("makes the rollup pending once its failed jobs are rerun", async () => {
    const { body } = await rest(sandbox, `GET ${HELLO}/actions/runs?branch=polite-greeting`)
    await rest(sandbox, `POST ${HELLO}/actions/runs/${body.workflow_runs[0].id}/rerun-failed-jobs`)
    const { mergeStateStatus, statusCheckRollup, commits } = await pull(7)
    expect({ mergeStateStatus, statusCheckRollup }).toEqual({
      mergeStateStatus: "UNSTABLE",
      statusCheckRollup: { state: "PENDING" },
    })
    // The latest attempt of each job: two, not four.
    expect(commits.nodes[0].commit.statusCheckRollup.contexts.totalCount).toBe(2)
    expect(await mergeable(7)).toBe("unstable")
  })
})

describe("commit statuses", () => {
  const set = (state: string, context: string, more = {}) =>
    rest(sandbox, `POST ${HELLO}/statuses/rewrite`, { state, context, ...more })

  test("count with the latest of each context, in GraphQL and REST", async () => {
    expect((await rest(sandbox, `GET ${HELLO}/commits/rewrite/status`)).body).toMatchObject({
      state: "pending",
      total_count: 0,
    })
    const url = "https://ci.example/1"
    const { status, body, headers } = await set("pending", "ci/x", { target_url: url })
    expect({ status, location: headers.get("location") }).toEqual({
      status: 201,
      location: body.url,
    })
    expect(body).toMatchObject({ state: "pending", context: "ci/x", creator: { login: "octocat" } })
    await set("success", "ci/x", { target_url: url, description: "Good" })
    await set("error", "ci/y")
    const { statusCheckRollup, commits } = await pull(8)
    expect(statusCheckRollup).toEqual({ state: "FAILURE" })
    expect(commits.nodes[0].commit).toMatchObject({
      status: {
        state: "FAILURE",
        contexts: [
          { context: "ci/x", state: "SUCCESS" },
          { context: "ci/y", state: "ERROR" },
        ],
        context: { description: "Good" },
      },
      statusCheckRollup: {
        contexts: {
          statusContextCount: 2,
          nodes: [{ targetUrl: url, creator: { login: "octocat" } }, { context: "ci/y" }],
        },
      },
    })
    const at = `GET ${HELLO}/commits/rewrite`
    expect((await rest(sandbox, `${at}/status`)).body).toMatchObject({
      state: "failure",
      total_count: 2,
      statuses: [{ context: "ci/x", state: "success" }, { context: "ci/y" }],
    })
    const all = (await rest(sandbox, `${at}/statuses`)).body
    expect(all.map((one: { state: string }) => one.state)).toEqual(["error", "success", "pending"])
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
      ...["createCommitStatus", "createCommitStatus", "createCommitStatus"],
    ])
  })

  test("are refused with an invalid state, an unknown commit or without write access", async () => {
    expect((await set("green", "ci")).body.errors).toEqual([
      { resource: "Status", field: "state", code: "invalid" },
    ])
    expect(
      (await rest(sandbox, `POST ${HELLO}/statuses/${"0".repeat(40)}`, { state: "success" }))
        .status,
    ).toBe(422)
    const reader = await rest(
      sandbox,
      `POST ${HELLO}/statuses/main`,
      { state: "success" },
      { token: "hubot-token" },
    )
    expect(reader.status).toBe(403)
    expect(sandbox.applied).toEqual([])
  })
})

test("startSandbox reads commit statuses from the seed and creates the files of its workflows", async () => {
  const seeded = await startSandbox({
    seed: {
      users: [{ login: "ada" }],
      repositories: [
        {
          owner: "ada",
          name: "engine",
          branches: [{ name: "fix", commits: [{ message: "Fix", files: { a: "b\n" } }] }],
          pull_requests: [{ title: "Fix", author: "ada", head: "fix" }],
          statuses: [{ branch: "fix", context: "ci/x", state: "SUCCESS" }],
          workflows: [
            {
              name: "CI",
              runs: [
                {
                  branch: "fix",
                  status: "IN_PROGRESS",
                  jobs: [{ name: "test", status: "QUEUED" }],
                },
              ],
            },
            { name: "Deploy", dispatch: { to: { required: true, default: "home" } } },
          ],
        },
      ],
    },
  })
  const at = "GET /repos/ada/engine"
  const file = await rest(seeded, `${at}/contents/.github/workflows/deploy.yml`, undefined, {
    headers: { accept: "application/vnd.github.raw+json" },
  })
  expect(file.body).toContain('name: "Deploy"\non:\n  workflow_dispatch:\n    inputs:\n      "to":')
  expect((await rest(seeded, `${at}/contents/.github/workflows`)).body).toHaveLength(2)
  expect((await rest(seeded, `${at}/pulls/1`)).body.mergeable_state).toBe("unstable")
  expect((await rest(seeded, `${at}/commits/fix/status`)).body.state).toBe("success")
  await seeded.close()
})

describe("check runs of an App", () => {
  const CHECKS = "/repos/octocat/hello-world/check-runs"
  const annotation = {
    ...{ path: "src/greet.js", start_line: 2, end_line: 2 },
    ...{ annotation_level: "warning", message: "Unclear" },
  }

  /** A client with the token of an installation, and the head of pull request 7. */
  async function asApp(given?: object) {
    const call = "POST /app/installations/1/access_tokens"
    const { token } = (await rest(sandbox, call, given, { token: jwt() })).body
    const send = (line: string, body?: unknown) => rest(sandbox, line, body, { token })
    const { head } = (await send("GET /repos/octocat/hello-world/pulls/7")).body
    return { send, head_sha: head.sha as string }
  }

  const rollup = async () =>
    (
      await data(
        sandbox,
        `{ repository(owner: "octocat", name: "hello-world") { pullRequest(number: 7) {
          mergeStateStatus
          commits(last: 1) { nodes { commit { statusCheckRollup { state contexts(last: 1) { nodes {
            ... on CheckRun {
              name title checkSuite { app { slug } status workflowRun { id } }
              annotations(first: 1) { nodes {
                path message annotationLevel location { start { line column } } } }
            } } } } } } }
        } } }`,
      )
    ).repository.pullRequest

  test("are created, completed and annotated, and count in the rollup", async () => {
    const { send, head_sha } = await asApp()
    const created = await send(`POST ${CHECKS}`, { name: "Report", head_sha })
    expect(created).toMatchObject({
      status: 201,
      body: { status: "queued", conclusion: null, head_sha, app: { slug: "ghx-sandbox" } },
    })
    const check = `${CHECKS}/${created.body.id}`
    const output = { title: "One warning", summary: "See below", annotations: [annotation] }
    const done = await send(`PATCH ${check}`, { conclusion: "failure", output })
    expect(done.body).toMatchObject({
      status: "completed",
      conclusion: "failure",
      output: { title: "One warning", annotations_count: 1 },
    })
    await send(`PATCH ${check}`, { output })
    expect((await send(`GET ${check}/annotations`)).body).toMatchObject([annotation, annotation])
    expect(await rollup()).toMatchObject({
      mergeStateStatus: "UNSTABLE",
      commits: {
        nodes: [
          {
            commit: {
              statusCheckRollup: {
                state: "FAILURE",
                contexts: {
                  nodes: [
                    {
                      name: "Report",
                      title: "One warning",
                      checkSuite: {
                        app: { slug: "ghx-sandbox" },
                        status: "COMPLETED",
                        workflowRun: null,
                      },
                      annotations: {
                        nodes: [
                          {
                            path: "src/greet.js",
                            annotationLevel: "WARNING",
                            location: { start: { line: 2, column: null } },
                          },
                        ],
                      },
                    },
                  ],
                },
              },
            },
          },
        ],
      },
    })
    const { check_runs } = (
      await send(`GET /repos/octocat/hello-world/commits/${head_sha}/check-runs?app_id=1`)
    ).body
    expect(check_runs).toMatchObject([{ name: "Report" }])
    // Neither runs nor jobs of workflows, which time finishes.
    const { check_suite, id } = created.body
    const actions = "/repos/octocat/hello-world/actions"
    expect((await send(`GET ${actions}/runs/${check_suite.id}`)).status).toBe(404)
    expect((await send(`GET ${actions}/jobs/${id}`)).status).toBe(404)
    const { workflow_runs } = (await send(`GET ${actions}/runs?head_sha=${head_sha}`)).body
    expect(workflow_runs.map((run: { id: number }) => run.id)).not.toContain(check_suite.id)
    const copy = await startSandbox()
    copy.state.restore(sandbox.state.snapshot())
    expect((await rest(copy, `GET ${check}`)).body.output.title).toBe("One warning")
    await copy.close()
  })

  test("replace an earlier one of the same name, and are rerequested", async () => {
    const { send, head_sha } = await asApp()
    const made = { name: "Report", head_sha, conclusion: "failure" }
    await send(`POST ${CHECKS}`, made)
    const again = (await send(`POST ${CHECKS}`, { ...made, conclusion: "success" })).body
    const commit = `/repos/octocat/hello-world/commits/${head_sha}`
    const named = async (filter: string) =>
      (await send(`GET ${commit}/check-runs?check_name=Report&filter=${filter}`)).body.check_runs
    expect(await named("latest")).toMatchObject([{ id: again.id, conclusion: "success" }])
    expect(await named("all")).toHaveLength(2)
    const suite = `/repos/octocat/hello-world/check-suites/${again.check_suite.id}`
    expect((await send(`GET ${suite}`)).body).toMatchObject({ conclusion: "success" })
    const events: WebhookEvent[] = []
    const stop = sandbox.onWebhook((event) => events.push(event))
    expect((await send(`POST ${CHECKS}/${again.id}/rerequest`)).status).toBe(201)
    stop()
    expect(events.map(nameOf)).toEqual(["check_run.rerequested"])
    expect(events.flatMap(problemsOfEvent)).toEqual([])
    expect((await send(`GET ${suite}`)).body).toMatchObject({ status: "queued", conclusion: null })
    expect((await send("POST /repos/octocat/hello-world/check-suites", { head_sha })).status).toBe(
      200,
    )
  })

  test("satisfy a rule that requires them", async () => {
    await sandbox.apply({
      repositories: [
        {
          owner: "octocat",
          name: "hello-world",
          rulesets: [
            {
              name: "Report",
              include: ["refs/heads/main"],
              rules: [{ type: "REQUIRED_STATUS_CHECKS", required_checks: ["Report"] }],
            },
          ],
        },
      ],
    })
    const { send, head_sha } = await asApp()
    const merge = { merge_method: "squash" }
    const pull = "/repos/octocat/hello-world/pulls/7/merge"
    expect((await rest(sandbox, `PUT ${pull}`, merge)).body.message).toContain(
      '"Report" is expected',
    )
    await send(`POST ${CHECKS}`, { name: "Report", head_sha, status: "in_progress" })
    expect((await rest(sandbox, `PUT ${pull}`, merge)).body.message).toContain("is in progress")
    await send(`POST ${CHECKS}`, { name: "Report", head_sha, conclusion: "success" })
    expect((await rest(sandbox, `PUT ${pull}`, merge)).status).toBe(200)
  })

  test("are refused to people, without the permission, and where the request is wrong", async () => {
    const { send, head_sha } = await asApp()
    const made = { name: "Report", head_sha }
    const person = await rest(sandbox, `POST ${CHECKS}`, made)
    expect(person).toMatchObject({
      status: 403,
      body: { message: "You must authenticate via a GitHub App." },
    })
    const other = await asApp({ permissions: { checks: "read" } })
    expect((await other.send(`POST ${CHECKS}`, made)).status).toBe(403)
    const [job] = (await send(`GET /repos/octocat/hello-world/commits/${head_sha}/check-runs`)).body
      .check_runs
    expect((await send(`PATCH ${CHECKS}/${job.id}`, { name: "Mine" })).status).toBe(403)
    const many = { summary: "Many", annotations: Array(51).fill(annotation) }
    for (const [wrong, says] of [
      [{ ...made, head_sha: "0".repeat(40) }, "No commit found for SHA"],
      [{ ...made, status: "completed" }, "Validation Failed"],
      [{ ...made, conclusion: "great" }, "Validation Failed"],
      [{ ...made, output: many }, "No more than 50 items are allowed; 51 were supplied."],
      [{ head_sha }, "Validation Failed"],
    ] as const) {
      const refused = await send(`POST ${CHECKS}`, wrong)
      expect(refused).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(says) },
      })
    }
    expect(sandbox.applied).toEqual([])
  })
})
