/** Rulesets, auto-merge, merge queues and reverts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const WEBSITE = "/repos/octo-org/website"

const FIELDS = `id state mergeStateStatus reviewDecision isInMergeQueue headRefOid
  autoMergeRequest { mergeMethod enabledBy { login } }
  mergeQueueEntry { position state }`

async function pullOf(number: number, repository = "website", owner = "octo-org") {
  const found = await data(
    sandbox,
    `{ repository(owner: "${owner}", name: "${repository}") { pullRequest(number: ${number}) { ${FIELDS} } } }`,
  )
  return found.repository.pullRequest
}

const change = (mutation: string, input: string) =>
  ask(sandbox, `mutation { ${mutation}(input: { ${input} }) { clientMutationId } }`)

const status = (sha: string, context: string, state = "success") =>
  rest(sandbox, `POST ${WEBSITE}/statuses/${sha}`, { context, state })

describe("auto-merge", () => {
  test("merges once the required check succeeds, as the user who enabled it", async () => {
    const pull = await pullOf(6)
    expect(pull).toMatchObject({ state: "OPEN", mergeStateStatus: "BLOCKED" })
    const merge = await rest(sandbox, `PUT ${WEBSITE}/pulls/6/merge`, {})
    expect(merge.status).toBe(405)
    expect(merge.body.message).toContain('Required status check "build" is expected.')
    await change("enablePullRequestAutoMerge", `pullRequestId: "${pull.id}", mergeMethod: SQUASH`)
    await status(pull.headRefOid, "other")
    expect(await pullOf(6)).toMatchObject({
      state: "OPEN",
      autoMergeRequest: { mergeMethod: "SQUASH", enabledBy: { login: "octocat" } },
    })
    await status(pull.headRefOid, "build")
    expect(await pullOf(6)).toMatchObject({ state: "MERGED", autoMergeRequest: null })
    const rests = await rest(sandbox, `GET ${WEBSITE}/pulls/6`)
    expect(rests.body).toMatchObject({ merged: true, merged_by: { login: "octocat" } })
  })

  test("is refused if there is no requirement to wait for, or if it is not allowed", async () => {
    const ready = await pullOf(2)
    const unstable = await change("enablePullRequestAutoMerge", `pullRequestId: "${ready.id}"`)
    expect(unstable.errors?.[0]?.message).toBe("Pull request is in unstable status")
    const { id } = await pullOf(7, "hello-world", "octocat")
    const refused = await change("enablePullRequestAutoMerge", `pullRequestId: "${id}"`)
    expect(refused.errors?.[0]?.message).toBe("Auto merge is not allowed for this repository")
  })

  test("is disabled once, and then does not merge", async () => {
    const { id } = await pullOf(7)
    const input = `pullRequestId: "${id}"`
    expect((await change("disablePullRequestAutoMerge", input)).errors).toBeUndefined()
    expect((await change("disablePullRequestAutoMerge", input)).errors).toHaveLength(1)
    const { headRefOid } = await pullOf(7)
    await status(headRefOid, "build")
    expect((await pullOf(7)).state).toBe("OPEN")
  })

  test("merges when the run with the required check succeeds", async () => {
    await sandbox.apply({
      repositories: [
        {
          owner: "octo-org",
          name: "website",
          workflows: [
            {
              name: "Build",
              runs: [
                {
                  branch: "footer",
                  status: "IN_PROGRESS",
                  jobs: [{ name: "build", status: "IN_PROGRESS" }],
                },
              ],
            },
          ],
        },
      ],
    })
    sandbox.advance(30_000)
    expect(await pullOf(7)).toMatchObject({ state: "OPEN", mergeStateStatus: "BLOCKED" })
    sandbox.advance(30_000)
    expect((await pullOf(7)).state).toBe("MERGED")
  })

  test("is disabled if its merge method is no longer allowed", async () => {
    await rest(sandbox, `PATCH ${WEBSITE}`, { allow_squash_merge: false })
    const { headRefOid } = await pullOf(7)
    expect((await status(headRefOid, "build")).status).toBe(201)
    expect(await pullOf(7)).toMatchObject({ state: "OPEN", autoMergeRequest: null })
  })
})

describe("a merge queue", () => {
  test("merges its entries one after another when time advances", async () => {
    const { id } = await pullOf(2)
    const direct = await rest(sandbox, `PUT ${WEBSITE}/pulls/2/merge`, {})
    expect([direct.status, direct.body.message]).toEqual([
      405,
      expect.stringContaining("Changes must be made through the merge queue"),
    ])
    await change("enqueuePullRequest", `pullRequestId: "${id}"`)
    expect(await pullOf(2)).toMatchObject({ mergeQueueEntry: { position: 2, state: "QUEUED" } })
    expect(await pullOf(8)).toMatchObject({
      isInMergeQueue: true,
      mergeQueueEntry: { position: 1, state: "AWAITING_CHECKS" },
    })
    sandbox.advance(60_000)
    expect((await pullOf(8)).state).toBe("MERGED")
    expect(await pullOf(2)).toMatchObject({ state: "OPEN", mergeQueueEntry: { position: 1 } })
    sandbox.advance(60_000)
    expect((await pullOf(2)).state).toBe("MERGED")
  })

  test("lets an entry jump to the front, and another leave", async () => {
    const [two, eight] = [await pullOf(2), await pullOf(8)]
    await change("enqueuePullRequest", `pullRequestId: "${two.id}", jump: true`)
    expect((await pullOf(2)).mergeQueueEntry.position).toBe(1)
    const again = await change("enqueuePullRequest", `pullRequestId: "${two.id}"`)
    expect(again.errors?.[0]?.message).toBe("Pull request is already in the queue")
    await change("dequeuePullRequest", `id: "${eight.id}"`)
    const gone = await change("dequeuePullRequest", `id: "${eight.id}"`)
    expect(gone.errors?.[0]?.message).toBe("Failed to remove PR #8")
    sandbox.advance(180_000)
    expect([(await pullOf(2)).state, (await pullOf(8)).state]).toEqual(["MERGED", "OPEN"])
  })

  test("drops a pull request that is closed", async () => {
    await rest(sandbox, `PATCH ${WEBSITE}/pulls/8`, { state: "closed" })
    expect((await pullOf(8)).mergeQueueEntry).toBeNull()
  })

  test("drops a pull request whose branch is deleted, and goes on", async () => {
    const { id } = await pullOf(2)
    await change("enqueuePullRequest", `pullRequestId: "${id}"`)
    const { head } = (await rest(sandbox, `GET ${WEBSITE}/pulls/8`)).body
    expect((await rest(sandbox, `DELETE ${WEBSITE}/git/refs/heads/${head.ref}`)).status).toBe(204)
    expect(await pullOf(8)).toMatchObject({ state: "CLOSED", isInMergeQueue: false })
    sandbox.advance(60_000)
    expect((await pullOf(2)).state).toBe("MERGED")
  })

  test("drops the entry of somebody who may no longer merge, and goes on", async () => {
    const [two, eight] = [await pullOf(2), await pullOf(8)]
    await change("dequeuePullRequest", `id: "${eight.id}"`)
    const website = { owner: "octo-org", name: "website" }
    await sandbox.apply({ repositories: [{ ...website, collaborators: { hubot: "WRITE" } }] })
    for (const [{ id }, token] of [
      [eight, "hubot-token"],
      [two, sandbox.token],
    ] as const) {
      const query = `mutation { enqueuePullRequest(input: { pullRequestId: "${id}" }) { clientMutationId } }`
      expect((await ask(sandbox, query, {}, token)).errors).toBeUndefined()
    }
    await rest(sandbox, `DELETE ${WEBSITE}/collaborators/hubot`)
    sandbox.advance(180_000)
    expect(await pullOf(8)).toMatchObject({ state: "OPEN", isInMergeQueue: false })
    expect((await pullOf(2)).state).toBe("MERGED")
  })
})

describe("branch rules", () => {
  const release = { ref: "refs/heads/release/1", sha: "" }
  const push = (body: object) => rest(sandbox, `PATCH ${HELLO}/git/refs/heads/release/1`, body)
  beforeEach(async () => {
    release.sha = (await rest(sandbox, `GET ${HELLO}/git/ref/heads/main`)).body.object.sha
    expect((await rest(sandbox, `POST ${HELLO}/git/refs`, release)).status).toBe(201)
  })

  test("refuse force pushes and deletions", async () => {
    const { headRefOid } = await pullOf(7, "hello-world", "octocat")
    const pushed = await push({ sha: headRefOid, force: true })
    expect(pushed.status).toBe(422)
    expect(pushed.body.message).toBe(
      "Repository rule violations found\n\nCannot force-push to this branch\n\n" +
        "Changes must be made through a pull request.\n\n" +
        'Required status check "test" is failing.\n\n',
    )
    const deleted = await rest(sandbox, `DELETE ${HELLO}/git/refs/heads/release/1`)
    expect(deleted.status).toBe(422)
    expect(JSON.stringify(deleted.body)).toContain("Cannot delete this branch")
  })

  test("do not apply to branches below or above the pattern, nor from a disabled ruleset", async () => {
    const rulesOf = async (branch: string) =>
      (await rest(sandbox, `GET ${HELLO}/rules/branches/${branch}`)).body.length
    expect(await rulesOf("release/1")).toBe(4)
    expect(await rulesOf("release/1/x")).toBe(0)
    expect(await rulesOf("release")).toBe(0)
    await sandbox.apply({
      repositories: [
        {
          owner: "octocat",
          name: "hello-world",
          rulesets: [{ name: "Off", enforcement: "DISABLED", rules: [{ type: "UPDATE" }] }],
        },
      ],
    })
    expect(await rulesOf("main")).toBe(2)
    const { body } = await rest(sandbox, `GET ${HELLO}/rulesets`)
    expect(body.map(({ enforcement }: { enforcement: string }) => enforcement)).toEqual([
      "active",
      "active",
      "disabled",
    ])
  })

  test("require approvals and checks of the newest commit", async () => {
    await rest(sandbox, `PATCH ${HELLO}/pulls/7`, { base: "release/1" })
    const blocked = await pullOf(7, "hello-world", "octocat")
    // The viewer has requested changes, and the required check has failed.
    expect(blocked).toMatchObject({
      mergeStateStatus: "BLOCKED",
      reviewDecision: "CHANGES_REQUESTED",
    })
    await rest(sandbox, `POST ${HELLO}/pulls/7/reviews`, { event: "APPROVE" })
    const merge = await rest(sandbox, `PUT ${HELLO}/pulls/7/merge`, {})
    expect(merge.body.message).toContain('Required status check "test" is failing.')
    await rest(sandbox, `POST ${HELLO}/actions/runs/2/rerun`)
    sandbox.advance(60_000)
    expect((await pullOf(7, "hello-world", "octocat")).reviewDecision).toBe("APPROVED")
    expect((await rest(sandbox, `PUT ${HELLO}/pulls/7/merge`, {})).status).toBe(200)
  })
})

describe("several required checks", () => {
  beforeEach(() =>
    sandbox.apply({
      repositories: [
        {
          owner: "octo-org",
          name: "website",
          rulesets: [
            {
              name: "More",
              include: ["refs/heads/next"],
              rules: [{ type: "REQUIRED_STATUS_CHECKS", required_checks: ["a", "b"] }],
            },
          ],
        },
      ],
    }),
  )

  test.each<[states: Record<string, string>, sentence: string]>([
    [{}, "3 of 3 required status checks are expected."],
    [{ a: "pending" }, "3 of 3 required status checks have not succeeded: 2 expected."],
    [
      { a: "failure", b: "pending" },
      "3 of 3 required status checks have not succeeded: 1 expected and 1 failing.",
    ],
    [
      { a: "failure", b: "failure", build: "success" },
      "2 of 3 required status checks are failing.",
    ],
    [{ a: "pending", b: "success", build: "success" }, 'Required status check "a" is in progress.'],
  ])("with the states %j are summarized in GitHub's words", async (states, sentence) => {
    const { headRefOid } = await pullOf(6)
    for (const [context, state] of Object.entries(states)) await status(headRefOid, context, state)
    const { body } = await rest(sandbox, `PUT ${WEBSITE}/pulls/6/merge`, {})
    expect(body.message).toBe(`Repository rule violations found\n\n${sentence}\n\n`)
  })
})

test("POST /git/refs does not name the rule that forbids the creation", async () => {
  await sandbox.apply({
    repositories: [
      {
        owner: "octocat",
        name: "hello-world",
        rulesets: [{ name: "None", include: ["refs/heads/new/*"], rules: [{ type: "CREATION" }] }],
      },
    ],
  })
  const { body } = await rest(sandbox, `GET ${HELLO}/git/ref/heads/main`)
  const ref = { ref: "refs/heads/new/x", sha: body.object.sha }
  const refused = await rest(sandbox, `POST ${HELLO}/git/refs`, ref)
  expect([refused.status, refused.body.message]).toEqual([422, "Reference update failed"])
})

test("a workflow run is queued, in progress and successful as time advances", async () => {
  await rest(sandbox, `POST ${HELLO}/actions/workflows/2/dispatches`, {
    ref: "main",
    inputs: { environment: "staging" },
  })
  const run = async () => {
    const { body } = await rest(sandbox, `GET ${HELLO}/actions/workflows/2/runs`)
    const [{ id, status, conclusion }] = body.workflow_runs
    const jobs = (await rest(sandbox, `GET ${HELLO}/actions/runs/${id}/jobs`)).body.total_count
    return [status, conclusion, jobs]
  }
  expect(await run()).toEqual(["queued", null, 0])
  sandbox.advance(10_000)
  expect(await run()).toEqual(["in_progress", null, 1])
  sandbox.advance(50_000)
  expect(await run()).toEqual(["completed", "success", 1])
})

describe("revertPullRequest", () => {
  test("creates a pull request that restores the files", async () => {
    const { id } = await pullOf(6, "hello-world", "octocat")
    const { revertPullRequest: made } = await data(
      sandbox,
      `mutation { revertPullRequest(input: { pullRequestId: "${id}" }) {
        revertPullRequest { number title body headRefName } } }`,
    )
    expect(made.revertPullRequest).toEqual({
      number: 10,
      title: 'Revert "Fix a typo in the README"',
      body: "Reverts octocat/hello-world#6",
      headRefName: "revert-6-fix-typo",
    })
    const readme = async () => (await rest(sandbox, `GET ${HELLO}/contents/README.md`)).body.content
    const before = await readme()
    expect((await rest(sandbox, `PUT ${HELLO}/pulls/10/merge`, {})).status).toBe(200)
    expect(await readme()).not.toBe(before)
    expect(Buffer.from(await readme(), "base64").toString()).toContain("# Hello World\n")
  })

  test("refuses a pull request that is not merged", async () => {
    const { id } = await pullOf(7, "hello-world", "octocat")
    const { errors } = await change("revertPullRequest", `pullRequestId: "${id}"`)
    expect(errors?.[0]?.message).toBe("Only merged pull requests can be reverted")
  })
})

test("a workflow run progresses with the caller's clock, without `advance`", async () => {
  let now = Date.parse("2030-01-01T00:00:00Z")
  const clocked = await startSandbox({ now: () => new Date(now) })
  const body = { ref: "main", inputs: { environment: "staging" } }
  await rest(clocked, `POST ${HELLO}/actions/workflows/2/dispatches`, body)
  const seen: unknown[] = []
  for (const passed of [0, 10_000, 50_000]) {
    now += passed
    seen.push((await rest(clocked, `GET ${HELLO}/actions/runs/4`)).body)
  }
  expect(seen).toMatchObject([
    { status: "queued", updated_at: "2030-01-01T00:00:00Z" },
    { status: "in_progress", updated_at: "2030-01-01T00:00:10Z" },
    { status: "completed", conclusion: "success", updated_at: "2030-01-01T00:01:00Z" },
  ])
  await clocked.close()
})

describe("branch protection", () => {
  const PATH = `${HELLO}/branches/main/protection`
  const none = {
    required_status_checks: null,
    enforce_admins: true,
    required_pull_request_reviews: null,
    restrictions: null,
  }
  const merge = (token?: string) =>
    rest(sandbox, `PUT ${HELLO}/pulls/7/merge`, { merge_method: "squash" }, token ? { token } : {})

  test("is set, read and removed by administrators, and shown at the branch", async () => {
    expect(await rest(sandbox, `GET ${PATH}`)).toMatchObject({
      status: 404,
      body: { message: "Branch not protected" },
    })
    const reviews = { required_approving_review_count: 2 }
    const checks = { strict: false, contexts: [], checks: [{ context: "ci", app_id: -1 }] }
    const settings = { required_status_checks: checks, required_pull_request_reviews: reviews }
    const set = await rest(sandbox, `PUT ${PATH}`, { ...none, ...settings })
    expect(set).toMatchObject({
      status: 200,
      body: {
        required_status_checks: { contexts: ["ci"], checks: [{ context: "ci" }] },
        required_pull_request_reviews: reviews,
        enforce_admins: { enabled: true },
        allow_deletions: { enabled: false },
      },
    })
    expect((await rest(sandbox, `GET ${PATH}`)).body).toEqual(set.body)
    const copy = await startSandbox()
    copy.state.restore(sandbox.state.snapshot())
    expect((await rest(copy, `GET ${PATH}`)).status).toBe(200)
    await copy.close()
    expect((await rest(sandbox, `GET ${HELLO}/branches?protected=true`)).body).toMatchObject([
      { name: "main", protected: true },
    ])
    const writer = { token: "monalisa-token" }
    expect((await rest(sandbox, `PUT ${PATH}`, none, writer)).status).toBe(403)
    expect((await rest(sandbox, `DELETE ${PATH}`)).status).toBe(204)
    expect((await rest(sandbox, `DELETE ${PATH}`)).status).toBe(404)
    expect((await rest(sandbox, `PUT ${HELLO}/branches/none/protection`, none)).status).toBe(404)
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
      "createBranchProtectionRule",
      "deleteBranchProtectionRule",
    ])
  })

  test("decides merges and pushes, for administrators only if it is enforced for them", async () => {
    const checks = { strict: false, contexts: ["ci"] }
    await rest(sandbox, `PUT ${PATH}`, { ...none, required_status_checks: checks })
    expect(await pullOf(7, "hello-world", "octocat")).toMatchObject({ mergeStateStatus: "BLOCKED" })
    expect(await merge()).toMatchObject({
      status: 405,
      body: { message: 'Required status check "ci" is expected.' },
    })
    const lax = { ...none, enforce_admins: false, required_status_checks: checks }
    await rest(sandbox, `PUT ${PATH}`, lax)
    expect((await merge("monalisa-token")).status).toBe(405)
    expect((await merge()).status).toBe(200)
    const file = { message: "Add", content: "SGk=", branch: "main" }
    const reviews = { ...none, required_pull_request_reviews: {} }
    await rest(sandbox, `PUT ${PATH}`, reviews)
    expect((await rest(sandbox, `PUT ${HELLO}/contents/new.txt`, file)).body.message).toContain(
      "Changes must be made through a pull request.",
    )
    await rest(sandbox, `PUT ${HELLO}/branches/rewrite/protection`, none)
    const deleted = await rest(sandbox, `DELETE ${HELLO}/git/refs/heads/rewrite`)
    expect(deleted).toMatchObject({ status: 422, body: { message: "Cannot delete this branch" } })
  })

  test("is refused with what the sandbox does not enforce", async () => {
    const strict = { ...none, required_status_checks: { strict: true, contexts: [] } }
    for (const body of [strict, { ...none, required_linear_history: true }]) {
      const { status, body: answer } = await rest(sandbox, `PUT ${PATH}`, body)
      expect([status, answer.message]).toEqual([501, expect.stringContaining("branch protection")])
    }
    const restrictions = { users: ["hubot"], teams: [] }
    for (const body of [{}, { ...none, restrictions }])
      expect((await rest(sandbox, `PUT ${PATH}`, body)).status).toBe(422)
  })
})
