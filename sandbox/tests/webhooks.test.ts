/** Tests of webhooks: their events, deliveries and settings. */
import { createHmac, generateKeyPairSync } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createNodeMiddleware, Probot } from "probot"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { type Sandbox, startSandbox, type WebhookEvent } from "../index.js"
import { jwt } from "./app-credentials.js"
import { data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"
import { nameOf, problemsOfEvent } from "./webhook-schemas.js"

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of deliveries, which answers with `status`. */
const received: Received[] = []
let status = 200
let receiver: Server
let receiverUrl: string
let sandbox: Sandbox
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(status).end("thanks")
  })
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  sandbox = await startSandbox()
})
afterEach(() => {
  sandbox.reset()
  received.length = 0
  status = 200
})
afterAll(async () => {
  await sandbox.close()
  receiver.close()
})

const arrived = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count))

const hookOf = (config: object, more: object = {}) => ({
  config: { url: receiverUrl, content_type: "json", ...config },
  ...more,
})

describe("a webhook of a repository", () => {
  test("gets the events that it wants, signed with its secret, after a ping", async () => {
    const events = ["issues", "issue_comment"]
    const hook = hookOf({ secret: "It's a secret" }, { events })
    const { status: made, body } = await rest(sandbox, `POST ${HELLO}/hooks`, hook)
    expect([made, body.events, body.config.secret]).toEqual([201, events, "********"])
    await rest(sandbox, `POST ${HELLO}/issues`, { title: "New", labels: ["bug"] })
    await rest(sandbox, `POST ${HELLO}/labels`, { name: "not wanted" })
    await rest(sandbox, `POST ${HELLO}/issues/1/comments`, { body: "Hello" })
    await rest(sandbox, "POST /repos/octo-org/tools/issues", { title: "Elsewhere" })
    await arrived(4)
    expect(
      received.map(({ headers, body: text }) => [
        headers["x-github-event"],
        JSON.parse(text).action,
      ]),
    ).toEqual([
      ["ping", undefined],
      ["issues", "opened"],
      ["issues", "labeled"],
      ["issue_comment", "created"],
    ])
    for (const { headers, body: text } of received) {
      const hmac = createHmac("sha256", "It's a secret").update(text).digest("hex")
      expect(headers["x-hub-signature-256"]).toBe(`sha256=${hmac}`)
      expect(headers["x-github-hook-installation-target-type"]).toBe("repository")
      expect(JSON.parse(text)).not.toHaveProperty("installation")
    }
  })

  test("is refused a second time, and hidden from accounts that are no admins", async () => {
    await rest(sandbox, `POST ${HELLO}/hooks`, hookOf({}))
    expect((await rest(sandbox, `POST ${HELLO}/hooks`, hookOf({}))).body.errors[0].message).toBe(
      "Hook already exists on this repository",
    )
    for (const call of [`GET ${HELLO}/hooks`, `GET ${HELLO}/hooks/1`, `DELETE ${HELLO}/hooks/1`]) {
      expect((await rest(sandbox, call, undefined, { token: "monalisa-token" })).status).toBe(404)
    }
  })

  test.each([
    [{ config: {} }, "url"],
    [{ config: { url: "somewhere" } }, "url"],
    [{ config: { url: "http://localhost", content_type: "xml" } }, "content_type"],
    [{ name: "email", config: { url: "http://localhost" } }, "name"],
  ])("is refused with %j", async (body, field) => {
    const { status: refused, body: problem } = await rest(sandbox, `POST ${HELLO}/hooks`, body)
    expect([refused, problem.errors[0].field]).toEqual([422, field])
  })

  test("is changed, silenced and deleted", async () => {
    const made = hookOf({ secret: "one" }, { events: ["push"] })
    const { id } = (await rest(sandbox, `POST ${HELLO}/hooks`, made)).body
    const call = `${HELLO}/hooks/${id}`
    const changes = { add_events: ["issues"], remove_events: ["push"] }
    expect((await rest(sandbox, `PATCH ${call}`, changes)).body.events).toEqual(["issues"])
    const config = { secret: "two", content_type: "form" }
    expect((await rest(sandbox, `PATCH ${call}/config`, config)).body.content_type).toBe("form")
    await rest(sandbox, `POST ${HELLO}/issues`, { title: "Heard" })
    await arrived(2)
    const body = received[1]?.body ?? ""
    expect(JSON.parse(new URLSearchParams(body).get("payload") ?? "").issue.title).toBe("Heard")
    const hmac = createHmac("sha256", "two").update(body).digest("hex")
    expect(received[1]?.headers["x-hub-signature-256"]).toBe(`sha256=${hmac}`)
    await rest(sandbox, `PATCH ${call}`, { active: false })
    await rest(sandbox, `POST ${HELLO}/issues`, { title: "Not heard" })
    await rest(sandbox, `PATCH ${call}`, { active: true })
    await rest(sandbox, `POST ${HELLO}/issues`, { title: "Heard again" })
    await rest(sandbox, `PATCH ${call}`, { add_events: ["meta"] })
    await rest(sandbox, `DELETE ${call}`)
    await rest(sandbox, `POST ${HELLO}/issues`, { title: "Too late" })
    await arrived(4)
    const last = new URLSearchParams(received[3]?.body).get("payload") ?? ""
    expect(problemsOfEvent({ id: "", name: "meta", payload: JSON.parse(last) })).toEqual([])
    expect(JSON.parse(last)).toMatchObject({ action: "deleted", hook_id: id })
    expect((await rest(sandbox, `GET ${call}`)).status).toBe(404)
  })
})

describe("deliveries", () => {
  const deliveries = async (query = "") =>
    (await rest(sandbox, `GET ${HELLO}/hooks/1/deliveries${query}`)).body

  test("are listed with their results, newest first, and repeated", async () => {
    await rest(sandbox, `POST ${HELLO}/hooks`, hookOf({}, { events: ["*"] }))
    await arrived(1)
    status = 500
    await rest(sandbox, `POST ${HELLO}/milestones`, { title: "v3" })
    await vi.waitFor(async () => expect(await deliveries()).toHaveLength(2))
    const [failed, ping] = await deliveries()
    expect(failed).toMatchObject({ event: "milestone", action: "created", status_code: 500 })
    expect(ping).toMatchObject({ event: "ping", status: "OK", status_code: 200 })
    expect(await deliveries("?status=failure")).toEqual([failed])
    expect(await deliveries("?per_page=1&cursor=v1_1")).toEqual([ping])
    status = 200
    const call = `${HELLO}/hooks/1/deliveries/${failed.id}`
    const whole = (await rest(sandbox, `GET ${call}`)).body
    expect(whole.request.payload.milestone.title).toBe("v3")
    expect(whole.response.payload).toBe("thanks")
    expect((await rest(sandbox, `POST ${call}/attempts`)).status).toBe(202)
    await arrived(3)
    expect(received[2]).toMatchObject({
      body: received[1]?.body,
      headers: { "x-github-delivery": received[1]?.headers["x-github-delivery"] },
    })
    await vi.waitFor(async () => expect((await deliveries())[0].redelivery).toBe(true))
    const { last_response } = (await rest(sandbox, `GET ${HELLO}/hooks/1`)).body
    expect(last_response).toEqual({ code: 200, status: "active", message: "OK" })
  })

  test.each([
    ["http://127.0.0.1:1/", "failed to connect to host"],
    ["https://example.com/", "the sandbox delivers only to this machine"],
  ])("to %s fail and say why", async (url, why) => {
    await rest(sandbox, `POST ${HELLO}/hooks`, { config: { url } })
    await vi.waitFor(async () => expect(await deliveries()).toHaveLength(1))
    expect((await deliveries())[0]).toMatchObject({ status: why, status_code: 0 })
  })

  test("of pings and of the latest push are made on request", async () => {
    await rest(sandbox, `POST ${HELLO}/hooks`, hookOf({}))
    for (const what of ["pings", "tests"]) await rest(sandbox, `POST ${HELLO}/hooks/1/${what}`)
    await arrived(3)
    expect(received.map(({ headers }) => headers["x-github-event"])).toEqual([
      "ping",
      "ping",
      "push",
    ])
  })
})

test("a webhook of an organization hears of all of its repositories", async () => {
  const { status: made, body } = await rest(sandbox, "POST /orgs/octo-org/hooks", {
    name: "web",
    ...hookOf({}, { events: ["issues"] }),
  })
  expect([made, body.type]).toEqual([201, "Organization"])
  await rest(sandbox, "POST /repos/octo-org/tools/issues", { title: "One" })
  await rest(sandbox, "POST /repos/octo-org/website/issues", { title: "Two" })
  await rest(sandbox, `POST ${HELLO}/issues`, { title: "Elsewhere" })
  await rest(sandbox, "DELETE /orgs/octo-org/hooks/1")
  await arrived(3)
  const names = received.slice(1).map(({ body: text }) => JSON.parse(text))
  expect(names.map(({ repository }) => repository.name)).toEqual(["tools", "website"])
  expect(names[0].organization.login).toBe("octo-org")
  const denied = await rest(sandbox, "GET /orgs/octo-org/hooks", undefined, {
    token: "hubot-token",
  })
  expect(denied.status).toBe(404)
})

test("the webhook of the App hears of its installations, and is set over REST", async () => {
  const app = { token: jwt() }
  expect((await rest(sandbox, "GET /app/hook/config", undefined, app)).status).toBe(404)
  const config = { url: receiverUrl, secret: "of the App" }
  const set = await rest(sandbox, "PATCH /app/hook/config", config, app)
  expect(set.body).toMatchObject({ url: receiverUrl, content_type: "json", secret: "********" })
  await rest(sandbox, `POST ${HELLO}/issues`, { title: "New" })
  await rest(sandbox, "POST /repos/hubot/hello-world/labels", { name: "not installed" })
  await arrived(2)
  expect(JSON.parse(received[1]?.body ?? "")).toMatchObject({
    action: "opened",
    installation: { id: 1 },
    sender: { login: "octocat" },
  })
  await vi.waitFor(async () => {
    const { body } = await rest(sandbox, "GET /app/hook/deliveries", undefined, app)
    expect(body[0]).toMatchObject({ event: "issues", installation_id: 1 })
  })
})

const EVERYBODY = ["repository", "organization", "integration"]

/** The event of a sub-issue in a repository, with the repository of the other issue. */
const subIssue = (name: string, other: "parent" | "sub", otherName: string) => ({
  repository: { name },
  parent_issue: {
    title: [name, otherName].includes("tools") ? "Sharpen the saw" : "Redesign the page",
  },
  sub_issue: { title: "Choose colors" },
  [`${other}_issue_repo`]: { name: otherName },
})

const inTeam = (name: string, login: string) => ({
  ...{ scope: "team", team: { name }, member: { login } },
  organization: { login: "octo-org" },
})

const ITEM = {
  projects_v2_item: { content_type: "Issue", creator: { login: "octocat" }, archived_at: null },
  organization: { login: "octo-org" },
}

const PROJECT = { projects_v2: { title: "Year", state: "closed", owner: { login: "octo-org" } } }
const RENAMED = { ...PROJECT, changes: { title: { from: "Quarter", to: "Year" } } }
const STATUS_UPDATE = {
  projects_v2_status_update: { status: "ON_TRACK", start_date: "2026-06-01", body: "Fine" },
}

const DEPENDENCY = {
  blocked_issue: { title: "Sharpen the saw" },
  blocking_issue: { title: "Choose colors" },
}

/** Requests or mutations, and which kinds of webhooks hear of their events. */
const HEARD: [call: string, sent: object | string, events: [string, object, string[]][]][] = [
  [
    "POST /repos/octo-org/website/dispatches",
    { event_type: "deploy", client_payload: { to: "moon" } },
    [
      [
        "repository_dispatch",
        { action: "deploy", branch: "main", client_payload: { to: "moon" } },
        ["integration"],
      ],
    ],
  ],
  [
    "PUT /orgs/octo-org/teams/design/memberships/octocat",
    {},
    [["membership.added", inTeam("Design", "octocat"), EVERYBODY.slice(1)]],
  ],
  [
    "DELETE /orgs/octo-org/teams/security/memberships/octocat",
    {},
    [["membership.removed", inTeam("Security response", "octocat"), EVERYBODY.slice(1)]],
  ],
  ["PUT /orgs/octo-org/teams/design/memberships/monalisa", { role: "member" }, []],
  [
    "addProjectV2ItemById",
    "projectId: QUARTER, contentId: COLORS",
    [["projects_v2_item.created", ITEM, EVERYBODY.slice(1)]],
  ],
  ["addProjectV2ItemById", "projectId: GREETINGS, contentId: OTHER", []],
  ["updateProjectV2", "projectId: GREETINGS, closed: true", []],
  [
    "updateProjectV2",
    'projectId: QUARTER, title: "Year", closed: true',
    [
      ["projects_v2.edited", RENAMED, EVERYBODY.slice(1)],
      ["projects_v2.closed", PROJECT, EVERYBODY.slice(1)],
    ],
  ],
  [
    "createProjectV2StatusUpdate",
    'projectId: QUARTER, status: ON_TRACK, startDate: "2026-06-01", body: "Fine"',
    [["projects_v2_status_update.created", STATUS_UPDATE, EVERYBODY.slice(1)]],
  ],
  [
    "addBlockedBy",
    "issueId: SAW, blockingIssueId: COLORS",
    [
      [
        "issue_dependencies.blocked_by_added",
        { ...DEPENDENCY, repository: { name: "tools" }, blocking_issue_repo: { name: "website" } },
        EVERYBODY.slice(1),
      ],
      [
        "issue_dependencies.blocking_added",
        { ...DEPENDENCY, repository: { name: "website" }, blocked_issue_repo: { name: "tools" } },
        EVERYBODY,
      ],
    ],
  ],
  [
    "updateIssueIssueType",
    "issueId: SAW, issueTypeId: null",
    [["issues.untyped", { type: { name: "Task" } }, EVERYBODY.slice(1)]],
  ],
  [
    "addSubIssue",
    "issueId: SAW, subIssueId: COLORS, replaceParent: true",
    [
      ["sub_issues.sub_issue_removed", subIssue("website", "sub", "website"), EVERYBODY],
      ["sub_issues.parent_issue_removed", subIssue("website", "parent", "website"), EVERYBODY],
      ["sub_issues.sub_issue_added", subIssue("tools", "sub", "website"), EVERYBODY.slice(1)],
      ["sub_issues.parent_issue_added", subIssue("website", "parent", "tools"), EVERYBODY],
    ],
  ],
]

test.each(HEARD)("%s %j is heard by the right webhooks", async (call, sent, expected) => {
  const hook = hookOf({}, { events: ["*"] })
  await rest(sandbox, "POST /repos/octo-org/website/hooks", hook)
  await rest(sandbox, "POST /orgs/octo-org/hooks", { name: "web", ...hook })
  await rest(sandbox, "PATCH /app/hook/config", hook.config, { token: jwt() })
  await arrived(EVERYBODY.length)
  if (typeof sent === "string") await mutate(call, sent)
  else expect((await rest(sandbox, call, sent)).status).toBeLessThan(300)
  // Each webhook gets its deliveries in order.
  await rest(sandbox, "POST /repos/octo-org/website/labels", { name: "the end" })
  const heard = (kind: string) =>
    received
      .filter(({ headers }) => headers["x-github-hook-installation-target-type"] === kind)
      .map(({ headers, body }) => ({
        id: String(headers["x-github-delivery"]),
        name: String(headers["x-github-event"]),
        payload: JSON.parse(body),
      }))
      .slice(1)
  for (const kind of EVERYBODY) {
    await vi.waitFor(() => expect(heard(kind).at(-1)?.name).toBe("label"))
    const events = heard(kind).slice(0, -1)
    const wanted = expected.filter(([, , by]) => by.includes(kind))
    expect(events.map(nameOf), kind).toEqual(wanted.map(([name]) => name))
    expect(events.flatMap(problemsOfEvent)).toEqual([])
    expect(events.map(({ payload }) => payload)).toMatchObject(wanted.map(([, part]) => part))
  }
})

test("an installation keeps a repository that is renamed, until it is deleted", async () => {
  await using selected = await startSandbox({
    seed: {
      users: [{ login: "ada" }],
      repositories: ["engine", "notes"].map((name) => ({ owner: "ada", name })),
      app: { installations: [{ account: "ada", repositories: ["engine"] }] },
    },
  })
  const heard: unknown[] = []
  selected.onWebhook((event) =>
    heard.push([nameOf(event), Reflect.get(event.payload, "installation")?.id]),
  )
  await rest(selected, "POST /repos/ada/notes/issues", { title: "Elsewhere" })
  // Only Apps hear of it.
  await rest(selected, "POST /repos/ada/notes/dispatches", { event_type: "deploy" })
  await rest(selected, "PATCH /repos/ada/engine", { name: "motor" })
  await rest(selected, "POST /repos/ada/motor/issues", { title: "New" })
  const { status: found } = await rest(selected, "GET /repos/ada/motor/installation", undefined, {
    token: jwt(),
  })
  await rest(selected, "DELETE /repos/ada/motor")
  expect([found, ...heard]).toEqual([
    ...[200, ["issues.opened", undefined], ["repository.renamed", 1]],
    ...[
      ["issues.opened", 1],
      ["repository.deleted", 1],
    ],
  ])
})

test("webhooks of seeds and of the option `webhook` are in snapshots and forks", async () => {
  await using seeded = await startSandbox({
    webhook: receiverUrl,
    seed: {
      users: [{ login: "ada" }],
      organizations: [
        { login: "crew", members: { ada: "ADMIN" }, webhooks: [{ url: receiverUrl }] },
      ],
      repositories: [
        { owner: "ada", name: "engine", webhooks: [{ url: receiverUrl, events: ["issues"] }] },
      ],
    },
  })
  await using fork = await seeded.fork()
  await using restored = await startSandbox()
  restored.state.restore(seeded.state.snapshot())
  // The App is no part of a snapshot.
  for (const [one, expected] of [
    [seeded, ["integration", "repository"]],
    [fork, ["integration", "repository"]],
    [restored, ["repository"]],
  ] as const) {
    received.length = 0
    await rest(one, "POST /repos/ada/engine/issues", { title: "New" })
    await arrived(expected.length)
    const kinds = received.map(({ headers }) => headers["x-github-hook-installation-target-type"])
    expect(kinds.sort()).toEqual(expected)
  }
})

test("a refused change and the data of `apply` are no events", async () => {
  const events: WebhookEvent[] = []
  const stop = sandbox.onWebhook((event) => events.push(event))
  await rest(sandbox, `POST ${HELLO}/issues`, { title: "" })
  await rest(sandbox, `GET ${HELLO}/issues`)
  const issues = [{ title: "From a seed", author: "hubot" }]
  await sandbox.apply({ repositories: [{ owner: "octocat", name: "hello-world", issues }] })
  expect(events).toEqual([])
  sandbox.advance(60_000)
  await rest(sandbox, `POST ${HELLO}/labels`, { name: "told" })
  expect(events.map(nameOf)).toEqual([
    ...["check_run.completed", "workflow_job.completed", "check_suite.completed"],
    ...["workflow_run.completed", "push", "pull_request.dequeued", "pull_request.closed"],
    "label.created",
  ])
  expect(events.flatMap(problemsOfEvent)).toEqual([])
  stop()
  const { length } = events
  await rest(sandbox, `POST ${HELLO}/labels`, { name: "not told" })
  expect(events).toHaveLength(length)
})

test("runs are in progress before they complete, and comments go with their thread", async () => {
  const events: WebhookEvent[] = []
  const stop = sandbox.onWebhook((event) => events.push(event))
  const dispatch = { ref: "main", inputs: { environment: "staging" } }
  await rest(sandbox, `POST ${HELLO}/actions/workflows/2/dispatches`, dispatch)
  sandbox.advance(24 * 3_600_000)
  const runs = events.filter(({ payload }) => Reflect.get(payload, "workflow_run")?.id === 4)
  expect(runs.map(nameOf)).toEqual([
    ...["workflow_run.requested", "workflow_run.in_progress", "workflow_run.completed"],
  ])
  const { repository } = await data(
    sandbox,
    `{ repository(owner: "octocat", name: "hello-world") { pullRequest(number: 7) {
      reviewThreads(first: 9) { nodes { comments(first: 9) { nodes { id } } } }
    } } }`,
  )
  events.length = 0
  const { nodes: threads } = repository.pullRequest.reviewThreads
  const comments = threads.flatMap((one: typeof repository) => one.comments.nodes)
  for (const { id } of comments) {
    const input = `input: { id: "${id}" }`
    await data(
      sandbox,
      `mutation { deletePullRequestReviewComment(${input}) { clientMutationId } }`,
    )
  }
  expect(events.map(nameOf)).toEqual(comments.map(() => "pull_request_review_comment.deleted"))
  expect(events.flatMap(problemsOfEvent)).toEqual([])
  stop()
})

const IDS = `{
  issue: repository(owner: "octocat", name: "hello-world") {
    id
    issue(number: 1) { id }
    other: issue(number: 3) { id }
    pull: pullRequest(number: 7) { id reviewThreads(first: 9) { nodes { id isResolved } } }
    draft: pullRequest(number: 8) { id }
    milestone(number: 1) { id }
    label(name: "bug") { id }
    discussion: discussionCategories(first: 9) { nodes { id isAnswerable } }
  }
  website: repository(owner: "octo-org", name: "website") {
    id
    waiting: pullRequest(number: 6) { id }
    queued: pullRequest(number: 8) { id }
    automatic: pullRequest(number: 7) { id }
    answered: discussion(number: 9) { id comments(first: 9) { nodes { id isAnswer } } }
    labelled: discussion(number: 11) { id comments(first: 9) { nodes { id } } }
    closed: discussion(number: 12) { id }
    colors: issue(number: 4) { id }
  }
  tools: repository(owner: "octo-org", name: "tools") { issue(number: 1) { id } }
  monalisa: user(login: "monalisa") { id }
  greetings: user(login: "octocat") { projectV2(number: 1) { id } }
  quarter: organization(login: "octo-org") { projectV2(number: 1) { id } }
}`

/** The ids of the default store that the changes name. */
async function idsOfStore(): Promise<Record<string, string>> {
  const { issue: hello, website, tools, monalisa, greetings, quarter } = await data(sandbox, IDS)
  const { nodes: threads } = hello.pull.reviewThreads
  const { nodes: comments } = website.answered.comments
  return {
    ...{ HELLO: hello.id, ISSUE: hello.issue.id, OTHER: hello.other.id, PULL: hello.pull.id },
    ...{ DRAFT: hello.draft.id, MILESTONE: hello.milestone.id, LABEL: hello.label.id },
    THREAD: threads.find((one: { isResolved: boolean }) => !one.isResolved).id,
    ...{ ANSWERED: website.answered.id, LABELLED: website.labelled.id, CLOSED: website.closed.id },
    ANSWER: comments.find((one: { isAnswer: boolean }) => one.isAnswer).id,
    COMMENT: website.labelled.comments.nodes[0]?.id,
    ...{ WAITING: website.waiting.id, QUEUED: website.queued.id, MONALISA: monalisa.id },
    ...{ AUTOMATIC: website.automatic.id, WEBSITE: website.id },
    ...{ COLORS: website.colors.id, SAW: tools.issue.id },
    ...{ GREETINGS: greetings.projectV2.id, QUARTER: quarter.projectV2.id },
  }
}

/** Executes a mutation, with the ids of the default store for their names. */
async function mutate(mutation: string, input: string): Promise<void> {
  const ids = await idsOfStore()
  const filled = input.replace(/\b[A-Z]{3,}\b/g, (name) => JSON.stringify(ids[name]))
  await data(sandbox, `mutation { ${mutation}(input: { ${filled} }) { clientMutationId } }`)
}

test("a Probot app answers to events with changes, over HTTP", async () => {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  })
  const server = createServer((request, response) => middleware(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await using github = await startSandbox({
    webhook: `http://127.0.0.1:${port}/api/github/webhooks`,
  })
  const probot = new Probot({
    ...{ appId: 1, privateKey, baseUrl: github.url, secret: "sandbox-secret", logLevel: "fatal" },
  })
  const middleware = await createNodeMiddleware(
    (app) => {
      app.on("issues.opened", async (context) => {
        await context.octokit.rest.issues.createComment(context.issue({ body: "Thanks!" }))
      })
      app.on("issue_comment.created", async (context) => {
        if (context.isBot) return
        await context.octokit.rest.issues.addLabels(context.issue({ labels: ["question"] }))
      })
      app.on("pull_request.opened", async (context) => {
        const { head } = context.payload.pull_request
        const check = { name: "lint", head_sha: head.sha, conclusion: "success" as const }
        await context.octokit.rest.checks.create(context.repo(check))
      })
    },
    { probot },
  )
  const events: string[] = []
  github.onWebhook((event) => events.push(`${nameOf(event)} by ${event.payload.sender.login}`))
  await rest(github, `POST ${HELLO}/issues`, { title: "New" })
  await rest(github, `POST ${HELLO}/issues/1/comments`, { body: "How?" })
  const pull = { title: "Emoji", head: "hubot:emoji", base: "main" }
  await rest(github, `POST ${HELLO}/pulls`, pull)
  const answers = [
    "issue_comment.created by ghx-sandbox[bot]",
    "issues.labeled by ghx-sandbox[bot]",
    "check_run.completed by ghx-sandbox[bot]",
  ]
  await vi.waitFor(() => expect(events).toEqual(expect.arrayContaining(answers)))
  server.close()
})

/** Changes over GraphQL, and their events. */
const CHANGES: [mutation: string, input: string, events: string[]][] = [
  ["pinIssue", "issueId: OTHER", ["issues.pinned"]],
  ["reopenIssue", "issueId: OTHER", ["issues.reopened"]],
  ["markPullRequestReadyForReview", "pullRequestId: DRAFT", ["pull_request.ready_for_review"]],
  ["convertPullRequestToDraft", "pullRequestId: PULL", ["pull_request.converted_to_draft"]],
  ["updatePullRequest", 'pullRequestId: PULL, title: "T", body: "B"', ["pull_request.edited"]],
  [
    "updatePullRequest",
    "pullRequestId: DRAFT, milestoneId: MILESTONE",
    ["pull_request.milestoned"],
  ],
  ["lockLockable", "lockableId: PULL", ["pull_request.locked"]],
  [
    "addAssigneesToAssignable",
    "assignableId: DRAFT, assigneeIds: [MONALISA]",
    ["pull_request.assigned"],
  ],
  ["addLabelsToLabelable", "labelableId: DRAFT, labelIds: [LABEL]", ["pull_request.labeled"]],
  ["closePullRequest", "pullRequestId: PULL", ["pull_request.closed"]],
  ["mergePullRequest", "pullRequestId: PULL", ["push", "pull_request.closed", "issues.closed"]],
  ["resolveReviewThread", "threadId: THREAD", ["pull_request_review_thread.resolved"]],
  ["addPullRequestReview", 'pullRequestId: PULL, body: "Draft"', []],
  [
    "addPullRequestReviewThreadReply",
    'pullRequestReviewThreadId: THREAD, body: "Why?"',
    ["pull_request_review.submitted", "pull_request_review_comment.created"],
  ],
  ["disablePullRequestAutoMerge", "pullRequestId: AUTOMATIC", ["pull_request.auto_merge_disabled"]],
  ["enablePullRequestAutoMerge", "pullRequestId: WAITING", ["pull_request.auto_merge_enabled"]],
  ["dequeuePullRequest", "id: QUEUED", ["pull_request.dequeued"]],
  ["createIssue", 'repositoryId: WEBSITE, title: "N"', ["issues.opened"]],
  ["updateDiscussion", 'discussionId: LABELLED, title: "New"', ["discussion.edited"]],
  ["deleteDiscussion", "id: LABELLED", ["discussion.deleted"]],
  ["lockLockable", "lockableId: LABELLED", ["discussion.locked"]],
  ["unmarkDiscussionCommentAsAnswer", "id: ANSWER", ["discussion.unanswered"]],
  ["addDiscussionComment", 'discussionId: LABELLED, body: "Yes"', ["discussion_comment.created"]],
  ["clearLabelsFromLabelable", "labelableId: LABELLED", ["discussion.unlabeled"]],
]

test.each(CHANGES)("%s is told: %s", async (mutation, input, expected) => {
  const events: WebhookEvent[] = []
  const stop = sandbox.onWebhook((event) => events.push(event))
  await mutate(mutation, input)
  stop()
  expect(events.map(nameOf)).toEqual(expected)
  expect(events.flatMap(problemsOfEvent)).toEqual([])
})

const dismissed = (reason: string) => ({ state: "dismissed", dismissed_reason: reason })
const PROTECTION = {
  required_status_checks: { strict: false, contexts: ["test"] },
  required_pull_request_reviews: { required_approving_review_count: 2 },
  ...{ enforce_admins: true, restrictions: null },
}

/** Requests of octocat to its repository, each with its event and a part of the payload. */
const REQUESTS: [call: string, body: object, event: string, part: object][] = [
  [
    ...([
      "PATCH /dependabot/alerts/1",
      dismissed("not_used"),
      "dependabot_alert.dismissed",
    ] as const),
    { alert: { number: 1, state: "dismissed", dismissed_by: { login: "octocat" } } },
  ],
  [
    ...(["PATCH /dependabot/alerts/3", { state: "open" }, "dependabot_alert.reopened"] as const),
    { alert: { number: 3, dismissed_at: null } },
  ],
  [
    ...(["PATCH /code-scanning/alerts/1", dismissed("won't fix")] as const),
    ...(["code_scanning_alert.closed_by_user", { ref: "refs/heads/main" }] as const),
  ],
  [
    ...(["PATCH /code-scanning/alerts/2", { state: "open" }] as const),
    ...(["code_scanning_alert.reopened_by_user", { alert: { dismissed_by: null } }] as const),
  ],
  [
    "PATCH /secret-scanning/alerts/1",
    { state: "resolved", resolution: "revoked" },
    "secret_scanning_alert.resolved",
    { alert: { number: 1, resolution: "revoked", secret_type: "npm_access_token" } },
  ],
  [
    ...(["PATCH /secret-scanning/alerts/2", { state: "open" }] as const),
    ...(["secret_scanning_alert.reopened", { alert: { resolved_at: null } }] as const),
  ],
  [
    "PUT /branches/main/protection",
    PROTECTION,
    "branch_protection_rule.created",
    {
      rule: {
        ...{ name: "main", required_approving_review_count: 2, required_status_checks: ["test"] },
        pull_request_reviews_enforcement_level: "everyone",
      },
    },
  ],
]

test.each(REQUESTS)("%s with %j is told", async (call, body, event, part) => {
  const events: WebhookEvent[] = []
  const stop = sandbox.onWebhook((one) => events.push(one))
  const { status: answered } = await rest(sandbox, call.replace("/", `${HELLO}/`), body)
  stop()
  expect([answered, ...events.map(nameOf)]).toEqual([200, event])
  expect(events.flatMap(problemsOfEvent)).toEqual([])
  expect(events[0]?.payload).toMatchObject(part)
  expect(JSON.stringify(events)).not.toContain("npm_notARealToken")
})

test("a protection is told when it changes and when it ends", async () => {
  const events: WebhookEvent[] = []
  const call = `${HELLO}/branches/main/protection`
  await rest(sandbox, `PUT ${call}`, PROTECTION)
  const stop = sandbox.onWebhook((event) => events.push(event))
  await rest(sandbox, `PUT ${call}`, PROTECTION)
  await rest(sandbox, `PUT ${call}`, { ...PROTECTION, enforce_admins: false })
  await rest(sandbox, `DELETE ${call}`)
  stop()
  expect(events.map(nameOf)).toEqual(
    ["edited", "deleted"].map((action) => `branch_protection_rule.${action}`),
  )
  expect(events.flatMap(problemsOfEvent)).toEqual([])
  expect(Reflect.get(events[0]?.payload ?? {}, "changes")).toEqual({
    admin_enforced: { from: true },
    pull_request_reviews_enforcement_level: { from: "everyone" },
    required_status_checks_enforcement_level: { from: "everyone" },
  })
})

test("an item of a project is told from its draft to its end, but not with its project", async () => {
  const { QUARTER: projectId } = await idsOfStore()
  const events: WebhookEvent[] = []
  const stop = sandbox.onWebhook((event) => events.push(event))
  const change = (mutation: string, input: object, payload = "clientMutationId") => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
    const text = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${payload} } }`
    return data(sandbox, text, { input: { projectId, ...input } })
  }
  const draft = async () => {
    const made = await change("addProjectV2DraftIssue", { title: "D" }, "projectItem { id }")
    return made.addProjectV2DraftIssue.projectItem.id
  }
  const itemId = await draft()
  const field = { name: "Points", dataType: "NUMBER" }
  const ID = "projectV2Field { ... on ProjectV2Field { id } }"
  const made = await change("createProjectV2Field", field, ID)
  const fieldId = made.createProjectV2Field.projectV2Field.id
  const value = { itemId, fieldId, value: { number: 3 } }
  for (let times = 0; times < 2; times += 1) await change("updateProjectV2ItemFieldValue", value)
  await change("archiveProjectV2Item", { itemId })
  await change("unarchiveProjectV2Item", { itemId })
  await change("deleteProjectV2Item", { itemId })
  await draft()
  await change("deleteProjectV2", {})
  stop()
  const actions = ["created", "edited", "archived", "restored", "deleted", "created"]
  const ofItems = actions.map((action) => `projects_v2_item.${action}`)
  expect(events.map(nameOf)).toEqual([...ofItems, "projects_v2.deleted"])
  expect(events.flatMap(problemsOfEvent)).toEqual([])
  expect(events[1]?.payload).toMatchObject({
    changes: { field_value: { field_node_id: fieldId, field_type: "number" } },
    projects_v2_item: { node_id: itemId, content_type: "DraftIssue", project_node_id: projectId },
  })
})

test("a listener that throws changes no answer, and close ends what is under way", async () => {
  const own = await startSandbox()
  const thrown: unknown[] = []
  const listeners = process.listeners("uncaughtException")
  process.removeAllListeners("uncaughtException")
  process.once("uncaughtException", (error) => thrown.push(error))
  own.onWebhook(() => {
    throw new Error("of the listener")
  })
  const send = () =>
    fetch(`${own.url}/repos/octocat/hello-world/issues`, {
      method: "POST",
      headers: { authorization: `bearer ${own.token}` },
      body: JSON.stringify({ title: "Heard" }),
    })
  expect((await send()).status).toBe(201)
  await vi.waitFor(() => expect(thrown).toHaveLength(1))
  for (const one of listeners) process.on("uncaughtException", one)
  await own.close()
  await expect(startSandbox({ webhook: "localhost:3000" })).rejects.toThrow("http://")
})
