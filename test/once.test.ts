import { chain, createGhx, each, executeTask, executeTasks } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { INSTALLATION_TOKEN } from "../surfaces/explorer/fixture.js"
import { forCatalogue } from "./small-fixture.js"

let sandbox: Sandbox
let ghx: ReturnType<typeof clientOf>

const options = (backoff_ms = 1) => ({
  base_url: sandbox.url,
  token: sandbox.token,
  // Only one route, so that no other route continues a write that may have been applied.
  routes: ["graphql"] as const,
  // Waits are counted in multiples of `backoff_ms`.
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

test("an idempotent write with a key is retried until its outcome is known", async () => {
  sandbox.injectFault({ match: { body_includes: "mutation" }, times: 2, drop: "after" })
  expect(await ghx.issue.close(issue, { key: "tidy:1" })).toMatchObject({
    ok: true,
    meta: { once: "repeated" },
  })
  expect(await ghx.issue.close(issue, { key: "tidy:1" })).toMatchObject({ meta: { once: "sent" } })
  expect(await ghx.issue.close(issue)).not.toHaveProperty("meta.once")
})

describe("a text that a bot quotes", () => {
  const disguises: Readonly<Record<string, (marker: string) => string>> = {
    plainly: (marker) => marker,
    "with a hidden character": (marker) => marker.replace("ghx", "g\u200bhx"),
    "with a control character": (marker) => marker.replace("ghx", "g\0hx"),
    "in another marker": (marker) =>
      marker.replace("ghx", "g<!-- ghx-key: a -->hx").replace("ghx", "g<!-- ghx-key: a -->hx"),
  }

  test.each(Object.entries(disguises))("cannot have a marker %s", async (_, disguise) => {
    const body = "+1"
    const made = await ghx.issue.comments.create({ ...issue, body }, { key: "nightly:42" })
    expect(made.ok).toBe(true)
    const raw = createGhx({ ...options(), token: "hubot-token", raw_text: true })
    const last = async (from: typeof ghx) =>
      (await from.issue.comments.list({ ...issue, first: 100 })).data?.items.at(-1)
    const [hash = ""] = /<!-- ghx:.* -->/.exec((await last(raw))?.body ?? "") ?? []
    expect(hash).not.toBe("")
    await ghx.issue.comment.delete({ comment_id: made.data?.id ?? "" })

    for (const marker of [hash, "<!-- ghx-key: status -->"]) {
      const quoted = disguise(marker)
      await raw.issue.comments.create({ ...issue, body: quoted })
      expect((await last(ghx))?.body).not.toContain("ghx")
      await ghx.issue.comments.create({ ...issue, body: `hubot says\n\n${quoted}` })
    }
    const quotes = (await last(raw))?.id
    const upserted = await ghx.issue.comments.upsert({ ...issue, body: "green", key: "status" })
    expect(upserted.data?.id).not.toBe(quotes)
    expect(
      await ghx.issue.comments.create({ ...issue, body }, { key: "nightly:42" }),
    ).toMatchObject({ ok: true, meta: { once: "sent" } })
  })
})

test("a delete with a key does not delete a label recreated after the lost response", async () => {
  const labels = `${sandbox.url}/repos/octocat/hello-world/labels`
  const headers = { authorization: `Bearer ${sandbox.token}` }
  const body = JSON.stringify({ name: "question", color: "ededed" })
  sandbox.injectFault({ match: { body_includes: "deleteLabel" }, times: 1, drop: "after" })
  const busy: typeof fetch = (...request) =>
    fetch(...request).catch(async (error: unknown) => {
      await fetch(labels, { method: "POST", headers, body })
      throw error
    })
  const question = { owner: "octocat", repo: "hello-world", name: "question" }
  const client = createGhx({ ...options(), fetch: busy })
  expect(await client.repo.label.delete(question, { key: "tidy:2" })).toMatchObject({
    ok: true,
    meta: { once: "found" },
  })
  expect(await fetch(`${labels}/question`, { headers })).toMatchObject({ status: 200 })
})

test("a check of an App whose response is lost is found among the checks of its commit", async () => {
  const app = await startSandbox(forCatalogue)
  const { repo } = createGhx({
    ...options(),
    ...{ base_url: app.url, token: INSTALLATION_TOKEN, routes: ["rest"] },
  })
  const head_sha = "a3c4038cfbee20d1a191af4229efa2a5f25afccc"
  const check = { owner: "octocat", repo: "hello-world", name: "spelling", head_sha } as const
  app.injectFault({ match: { path: /check-runs$/ }, skip: 1, times: 1, drop: "after" })
  const result = await repo.checks.create(check, { key: "spelling:1" })
  expect(result).toMatchObject({
    ok: true,
    data: { name: "spelling", status: "QUEUED" },
    meta: { once: "found" },
  })
  expect(app.applied).toHaveLength(1)
  await app.close()
})

test("a write with a key stays unknown if every response is lost or the timeout is too short", async () => {
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
  ["issue.view", "a", "a read needs no key"],
  ["issue.close", "", "a key must be a string of 1 to 200 characters"],
  ["issue.close", 7, "a key must be a string of 1 to 200 characters"],
])("%s with the key %j is rejected without a request", async (task, key, message) => {
  const refused = {
    ok: false,
    error: { code: "VALIDATION", message: expect.stringContaining(message) },
  }
  const one = { task, input: issue, key: key as string }
  expect(await executeTask(one, options())).toMatchObject(refused)
  expect((await executeTasks([one, one], options())).results).toMatchObject([refused, refused])
  expect(sandbox.requests).toEqual([])
})

const nightly = { owner: "octocat", repo: "hello-world", title: "Nightly", body: "It failed." }

/** The objects that GitHub has. */
async function rawIssues() {
  const headers = { authorization: `Bearer ${sandbox.token}` }
  const path = "/repos/octocat/hello-world/issues?per_page=100"
  const answer = await fetch(`${sandbox.url}${path}`, { headers })
  return (await answer.json()) as { title: string; body: string | null }[]
}

const created = async () => (await rawIssues()).filter(({ title }) => title === "Nightly")

test.each(["after", "before"] as const)(
  "issue.create with a key ends with one issue if the connection drops %s it is executed",
  async (drop) => {
    sandbox.injectFault({ match: { body_includes: "mutation" }, times: 1, drop })
    const one = await ghx.issue.create(nightly, { key: "nightly:41" })
    expect(one).toMatchObject({
      ok: true,
      data: { title: "Nightly", labels: [] },
      meta: { once: drop === "after" ? "found" : "repeated" },
    })
    // A second run finds the issue; another key creates another one.
    expect(await clientOf().issue.create(nightly, { key: "nightly:41" })).toMatchObject({
      data: one.data,
      meta: { once: "found" },
    })
    expect(await created()).toHaveLength(1)
    expect(await ghx.issue.create(nightly, { key: "nightly:42" })).toMatchObject({
      meta: { once: "sent" },
    })
    expect(await created()).toHaveLength(2)
  },
)

test("the same key sends nothing while an earlier request may still be under way", async () => {
  const unknown = { error: { details: { outcome: "unknown" } } }
  const send = (backoff_ms: number, body: string, timeout_ms?: number) =>
    clientOf(backoff_ms)
      .issue.comments.create({ ...issue, body }, { key: "nightly:41" })
      .run({ timeout_ms })
  const comments = () => sandbox.applied.filter((one) => one.mutation === "addComment")
  sandbox.injectFault({ match: { body_includes: "addComment" }, times: 1, delay_ms: 1200 })
  expect(await send(250, "Late", 700)).toMatchObject(unknown)
  expect(await send(250, "Late", 700)).toMatchObject(unknown)
  expect(await send(250, "Late")).toMatchObject({ ok: true, meta: { once: "found" } })
  expect(comments()).toHaveLength(1)
})

test("the same key sends again what an earlier request has not applied", async () => {
  sandbox.injectFault({ match: { body_includes: "addComment" }, times: 1, drop: "before" })
  const send = (timeout_ms?: number) =>
    clientOf(40)
      .issue.comments.create({ ...issue, body: "Lost" }, { key: "nightly:41" })
      .run({ timeout_ms })
  expect(await send(700)).toMatchObject({ error: { details: { outcome: "unknown" } } })
  expect(await send()).toMatchObject({ ok: true, meta: { once: "repeated" } })
  expect(sandbox.applied).toHaveLength(1)
})

test("a key used again with other values finds the old object, with a warning", async () => {
  const found = (names: string) => {
    const message = expect.stringMatching(`stay: ${names}$`)
    return { meta: { once: "found", warnings: [{ code: "IGNORED", pointer: "/key", message }] } }
  }
  const key = "nightly:41"
  const body = "It failed. \r\nTwice.\n"
  const filed = { ...nightly, body, labels: ["bug"], assignees: ["octocat"] }
  await ghx.issue.create(filed, { key })
  for (const fields of [undefined, ["number"] as const]) {
    const create = (other: object) => ghx.issue.create({ ...filed, ...other }, { key, fields })
    const same = await create({ labels: ["BUG"] })
    expect(same.meta).toMatchObject({ once: "found" })
    expect(same.meta).not.toHaveProperty("warnings")
    expect(await create({ body: "It failed again." })).toMatchObject(found("body"))
    expect(await create({ title: "Weekly" })).toMatchObject(found("title"))
    const more = { labels: ["question"], assignees: ["monalisa"], milestone_number: 1 }
    expect(await create(more)).toMatchObject(found("labels, assignees, milestone_number"))
  }
  const reply = { thread_id: "PRRT_kgDOAAAAAQ", body: "Done." }
  expect((await ghx.pr.thread.reply(reply, { key })).meta).not.toHaveProperty("warnings")
  expect((await ghx.pr.thread.reply(reply, { key })).meta).not.toHaveProperty("warnings")
  expect(await ghx.pr.thread.reply({ ...reply, body: "Not done." }, { key })).toMatchObject(
    found("body"),
  )
  const review = { owner: "octocat", repo: "hello-world", pull_number: 7, body: "Well." } as const
  const submit = (event: "APPROVE" | "COMMENT" | "REQUEST_CHANGES") =>
    ghx.pr.review.submit({ ...review, event }, { key })
  expect(await submit("COMMENT")).toMatchObject({ ok: true, meta: { once: "sent" } })
  expect((await submit("COMMENT")).meta).not.toHaveProperty("warnings")
  for (const event of ["APPROVE", "REQUEST_CHANGES"] as const)
    expect(await submit(event)).toMatchObject(found("event"))
})

test("a key costs one more request, however many lookups the write has", async () => {
  const labelled = { ...nightly, labels: ["bug", "question"] }
  const requests = async (key: { key?: string }) => {
    sandbox.clearRequests()
    await ghx.issue.create(labelled, key).orThrow()
    return sandbox.requests.length
  }
  expect([await requests({}), await requests({ key: "nightly:41" })]).toEqual([2, 3])
})

test("a chain looks an issue up once for a key and for all its steps", async () => {
  sandbox.clearRequests()
  const { status, meta } = await chain(
    ghx.issue.labels.add({ ...issue, labels: ["bug"] }),
    ghx.issue.comments.create({ ...issue, body: "Thanks" }, { key: "thanks" }),
    ghx.issue.assignees.add({ ...issue, assignees: ["octocat"] }),
  )
  const sent = sandbox.requests.map(({ body }) => String(Object(body).query))
  const lookups = sent.join("\n").match(/\bissue\(number:/g)
  expect([status, meta.requests, sent.length, lookups]).toEqual([
    "success",
    3,
    3,
    ["issue(number:"],
  ])
})

test("two concurrent calls with the same key create one issue, which the second finds", async () => {
  const both = await Promise.all([
    ghx.issue.create(nightly, { key: "nightly:41" }),
    ghx.issue.create({ ...nightly, body: "Again." }, { key: "nightly:41" }),
  ])
  expect(both.map(({ meta }) => meta.once)).toEqual(["sent", "found"])
  expect(both[0].data).toEqual(both[1].data)
  const { results } = await chain(
    ghx.issue.create(nightly, { key: "nightly:43" }),
    ghx.issue.create(
      { ...nightly, owner: "Octocat", title: "Other", labels: ["bug"] },
      { key: "nightly:43" },
    ),
  )
  expect(results.map(({ once }) => once)).toEqual(["sent", "found"])
  expect(await created()).toHaveLength(2)
})

test.each([
  ["node"],
  ["node", "issues"],
  ["node", "issues", "nodes"],
  ["node", "issues", "nodes", 5],
])(
  "a list that GitHub returns in part (null at %s %s %s %s) is no evidence of absence",
  async (...path) => {
    const message = "Something went wrong while executing your query"
    const partly = (type: string | undefined, skip: number) =>
      sandbox.injectFault({
        match: { operation_name: "Reconcile" },
        skip,
        ...{ partial: true, graphql_error: { message, path, ...(type && { type }) } },
      })
    for (const type of ["FORBIDDEN", undefined]) {
      sandbox.reset()
      await ghx.issue.create(nightly, { key: "nightly:41" })
      partly(type, 0)
      expect(await ghx.issue.create(nightly, { key: "nightly:41" })).toMatchObject({
        error: { details: { outcome: "not_sent" } },
      })
      sandbox.reset()
      partly(type, 1)
      sandbox.injectFault({ match: { body_includes: "createIssue" }, times: 1, drop: "after" })
      expect(await ghx.issue.create(nightly, { key: "nightly:41" })).toMatchObject({
        error: { details: { outcome: "unknown" } },
      })
      expect(sandbox.applied).toHaveLength(1)
    }
  },
)

test("a list that is not found after a lost answer is no evidence of absence", async () => {
  const tagged = { owner: "octocat", repo: "hello-world", tag_name: "v9.0.0", draft: true }
  const client = createGhx({ ...options(), routes: ["rest"] })
  const releases = { method: "GET", path: /\/releases$/ }
  sandbox.injectFault({ match: { method: "POST" }, times: 1, drop: "after" })
  sandbox.injectFault({ match: releases, skip: 1, times: 3, status: 404 })
  expect(await client.release.create(tagged, { key: "release:9" })).toMatchObject({
    error: { details: { outcome: "unknown" } },
  })
  expect(sandbox.applied).toHaveLength(1)
})

test("so do those of two clients, as of two deliveries of one event", async () => {
  const key = { key: "delivery:41" }
  const both = await Promise.all(
    [clientOf(), clientOf()].map((one) => one.issue.create(nightly, key)),
  )
  expect(both.map(({ meta }) => meta.once)).toEqual(["sent", "found"])
  expect(await created()).toHaveLength(1)
})

test("a key's marker in an issue by another author is ignored", async () => {
  await ghx.issue.create(nightly, { key: "nightly:41" })
  const [made] = await created()
  expect(made?.body).toMatch(/^It failed\.\n\n<!-- ghx:[0-9a-f]{32} -->$/)
  sandbox.reset()
  const copied = await fetch(`${sandbox.url}/repos/octocat/hello-world/issues`, {
    method: "POST",
    headers: { authorization: "Bearer monalisa-token" },
    body: JSON.stringify({ title: made?.title, body: made?.body }),
  })
  expect(copied.status).toBe(201)
  expect(await ghx.issue.create(nightly, { key: "nightly:41" })).toMatchObject({
    meta: { once: "sent" },
  })
  expect(await created()).toHaveLength(2)
})

test("a key's marker counts on a line of its own, not where another text quotes it", async () => {
  const write = async (body: string) => {
    sandbox.reset()
    await createGhx({ ...options(), raw_text: true })
      .issue.create({ ...nightly, body })
      .orThrow()
    return (await ghx.issue.create(nightly, { key: "nightly:41" })).meta.once
  }
  await ghx.issue.create(nightly, { key: "nightly:41" })
  const text = String((await created())[0]?.body)
  expect(await write(text.replaceAll(/^/gm, "> "))).toBe("sent")
  expect(await write(text.replaceAll("\n", " "))).toBe("sent")
  expect(await write(`${text}\r\n\r\n- [x] seen`)).toBe("found")
})

test("a key's marker is removed from reads and not added without a key", async () => {
  const { number } = await ghx.issue.create(nightly, { key: "nightly:41" }).orThrow()
  expect(await ghx.issue.view({ ...issue, issue_number: number })).toMatchObject({
    data: { body: "It failed." },
  })
  sandbox.reset()
  await ghx.issue.create(nightly)
  expect(await created()).toMatchObject([{ body: "It failed." }])
})

test("a write with a key is not sent if the search for an earlier one fails", async () => {
  sandbox.injectFault({ match: { body_includes: "query Reconcile" }, status: 502 })
  expect(await ghx.issue.create(nightly, { key: "nightly:41" })).toMatchObject({
    error: { code: "SERVER", retryable: true, details: { outcome: "not_sent" } },
  })
  expect(await created()).toEqual([])
})

// The second has 65,536 characters, but more UTF-16 code units.
const longest = [
  "x".repeat(65_536),
  "w".repeat(262_144),
  `${"🦊".repeat(65_535)}y`,
  `first\r\n${"z".repeat(65_528)}\n`,
]

test.each(longest.map((body) => ({ start: body.slice(0, 2), body })))(
  "a body of the maximum length ($start…) is sent unchanged with a key, and found by its text",
  async ({ body }) => {
    sandbox.injectFault({ match: { body_includes: "mutation" }, times: 1, drop: "after" })
    const input = { ...nightly, body }
    const one = await ghx.issue.create(input, { key: "nightly:41" })
    expect(one).toMatchObject({ ok: true, meta: { once: "found" } })
    expect(await created()).toMatchObject([{ body }])
    expect(await clientOf().issue.create(input, { key: "nightly:41" })).toMatchObject({
      data: one.data,
      meta: { once: "found" },
    })
    const other = await ghx.issue.create({ ...input, title: "Weekly" }, { key: "weekly:41" })
    expect(other).toMatchObject({ ok: true, meta: { once: "sent" } })
    expect(await created()).toHaveLength(1)
  },
)

test.each(["comment", "thread", "discussion", "reply"] as const)(
  "a %s of the maximum length is written once with a key",
  async (kind) => {
    const body = "x".repeat(65_536)
    const hello = { owner: "octocat", repo: "hello-world" }
    const pull = { ...hello, pull_number: 7 }
    const { data: threads } = await ghx.pr.threads.list(pull)
    const thread_id = threads?.items[0]?.id
    if (thread_id === undefined) throw new Error("no thread")
    const write = () => {
      const by = { key: "long:1" }
      if (kind === "comment") return ghx.issue.comments.create({ ...issue, body }, by).run()
      if (kind === "thread")
        return ghx.pr.threads.create({ ...pull, path: "src/greet.js", line: 2, body }, by).run()
      if (kind === "reply") return ghx.pr.thread.reply({ thread_id, body }, by).run()
      const asked = { ...hello, title: "Long", category: "Ideas", body }
      return ghx.discussion.create(asked, by).run()
    }
    sandbox.injectFault({ match: { body_includes: "mutation" }, times: 1, drop: "after" })
    const { length } = sandbox.applied
    expect(await write()).toMatchObject({ ok: true, meta: { once: "found" } })
    expect(await write()).toMatchObject({ ok: true, meta: { once: "found" } })
    expect(sandbox.applied).toHaveLength(length + 1)
  },
)

test("a text without room for a marker counts as its own only if it is as recent as intended_at", async () => {
  const input = { ...nightly, body: "x".repeat(65_536) }
  const { data } = await ghx.issue.create(input, { key: "nightly:41" })
  const since = (intended_at: string) => ({ key: "nightly:41", intended_at })
  expect(await ghx.issue.create(input, since("2025-01-01T00:00:00Z"))).toMatchObject({
    data,
    meta: { once: "found" },
  })
  // A process that begins later can be told apart from the one before.
  expect(await ghx.issue.create(input, since("2027-01-01T00:00:00Z"))).toMatchObject({
    ok: true,
    meta: { once: "repeated" },
  })
  expect(await created()).toHaveLength(2)
})

describe("what GitHub changes before it stores it is found in GitHub's form", () => {
  const hello = { owner: "octocat", repo: "hello-world" }
  test.each([
    ["my (first) app.zip", "my.first.app.zip"],
    [".config", "default.config"],
    ["façade.exposé", "facade.expose"],
    ["Hello, दुनिया", "default.Hello"],
    ["v1..2~rc+3@x_.", "v1.2.rc+3@x_"],
  ])("the file %j is %j", async (name, stored) => {
    const rest = createGhx({ ...options(), routes: ["rest"] })
    const file = { ...hello, release_id: 1, name, content: "SGVsbG8=" }
    sandbox.injectFault({ match: { method: "POST" }, times: 1, drop: "after" })
    expect(await rest.release.assets.upload(file, { key: "upload:1" })).toMatchObject({
      ok: true,
      data: { name: stored },
      meta: { once: "found" },
    })
  })

  test("a color in capitals, a repository with spaces, and other line ends", async () => {
    const found = { ok: true, meta: { once: "found" } }
    const mutation = { match: { body_includes: "mutation" }, times: 1, drop: "after" } as const
    sandbox.injectFault(mutation)
    const painted = { ...hello, name: "bug", color: "ABCDEF" }
    expect(await ghx.repo.label.update(painted, { key: "paint:1" })).toMatchObject(found)
    sandbox.injectFault(mutation)
    const repository = { name: "my  new app", visibility: "PRIVATE" } as const
    expect(await ghx.repo.create(repository, { key: "create:1" })).toMatchObject({
      ...found,
      data: { repo: "my-new-app" },
    })
    const stores = createGhx({
      ...options(),
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        const text = (await answer.text()).replaceAll("one\\ntwo", "one\\r\\ntwo ")
        return new Response(text, answer)
      },
    })
    sandbox.injectFault(mutation)
    const described = { ...hello, name: "bug", description: "one\ntwo" }
    expect(await stores.repo.label.update(described, { key: "text:1" })).toMatchObject(found)
  })
})

test("a key is refused where nothing on GitHub shows whether the write was applied", async () => {
  const task = { workflow_id: "ci.yml", ref: "main", owner: "octocat", repo: "hello-world" }
  expect(await ghx.workflow.dispatch(task, { key: "nightly:41" })).toMatchObject({
    error: {
      message: "Invalid key of workflow.dispatch: A run does not show which dispatch started it.",
      details: { outcome: "not_sent" },
    },
  })
  expect(sandbox.applied).toEqual([])
})

test("a key warns where an earlier call with it may have made what GitHub makes twice", async () => {
  const rest = createGhx({ ...options(), routes: ["rest"] })
  const draft = { owner: "octocat", repo: "hello-world", tag_name: "v9", draft: true }
  const first = await rest.release.create(draft, { key: "nightly:41" })
  expect(first.meta.warnings).toBeUndefined()
  const again = await rest.release.create(draft, { key: "nightly:41" })
  expect(again.meta.warnings).toMatchObject([{ code: "IGNORED", pointer: "/key" }])
  const since = { key: "nightly:41", intended_at: "2025-01-01T00:00:00Z" }
  expect((await rest.release.create(draft, since)).meta.once).toBe("found")
})

test("`each` with a key gives every item its own key, so a second chain writes nothing", async () => {
  const greet = () => {
    const listed = ghx.issue.list({ owner: "octocat", repo: "hello-world", first: 3 })
    const greeted = each(listed.out.items, ({ number }) =>
      ghx.issue.comments.create({ ...issue, issue_number: number, body: "Hi." }, { key: "greet" }),
    )
    return chain(listed, greeted).orThrow()
  }
  const [, first] = await greet()
  const { length } = sandbox.applied
  expect((await greet())[1]).toEqual(first)
  expect(sandbox.applied).toHaveLength(length)
})

test("`each` with a key knows items by what identifies them, not by their position", async () => {
  const at = { owner: "octocat", repo: "hello-world" }
  const mirror = async () => {
    const viewed = ghx.issue.view(issue)
    const read = ghx.repo.branches.list(at)
    const { results } = await chain({
      viewed,
      labels: each(viewed.out.labels, (title) =>
        ghx.issue.create({ ...at, title }, { key: "label" }),
      ),
      read,
      branches: each(read.out.items, ({ name }) =>
        ghx.issue.create({ ...at, title: name }, { key: "branch" }),
      ),
    })
    const { labels, branches } = results
    return [labels, branches].map((one) => (one.ok ? one.data.map(({ title }) => title) : []))
  }
  await ghx.issue.labels.update({ ...issue, labels: ["question"] })
  await mirror()
  const { length } = sandbox.applied
  await ghx.issue.labels.update({ ...issue, labels: ["bug"] })
  await ghx.repo.branch.create({ ...at, branch: "a-first" })
  expect(await mirror()).toEqual([["bug"], expect.arrayContaining(["a-first", "main"])])
  const made = sandbox.applied.slice(length).filter((one) => one.mutation === "createIssue")
  expect(made).toHaveLength(2)
})

test("`each` with a key is refused if nothing identifies its items", async () => {
  const at = { owner: "octocat", repo: "hello-world" }
  const message = expect.stringContaining("nothing identifies the items")
  const untold = ghx.issue.list(at, { fields: ["title"] })
  const copies = each(untold.out.items, ({ title }) =>
    ghx.issue.create({ ...at, title }, { key: "copy" }),
  )
  expect(await chain(untold, copies)).toMatchObject({
    results: [{ ok: false }, { error: { code: "VALIDATION", message } }],
  })
  // The lists of two repositories have the same numbers.
  const found = ghx.issue.search({ query: "is:issue" }, { fields: ["number", "title"] })
  const more = each(found.out.items, ({ title }) =>
    ghx.issue.create({ ...at, title }, { key: "copy" }),
  )
  expect(await chain(found, more)).toMatchObject({
    results: [{ ok: true }, { error: { code: "VALIDATION", message } }],
  })
  expect(sandbox.applied).toEqual([])
})

test("intended_at makes a write with a key find only objects created since then", async () => {
  const label = { owner: "octocat", repo: "hello-world", name: "nightly", color: "0e8a16" }
  const since = { key: "nightly:41", intended_at: "2025-01-01T00:00:00Z" }
  const late = { key: "nightly:41", intended_at: "2025-02-01T00:00:00Z" }
  const { data } = await ghx.repo.label.create(label, since)
  expect(await clientOf().repo.label.create(label, since)).toMatchObject({
    data,
    meta: { once: "found" },
  })
  // An object that existed before belongs to somebody else.
  const taken = { error: { code: "VALIDATION", details: { outcome: "rejected" } } }
  expect(await clientOf().repo.label.create(label, late)).toMatchObject(taken)
  expect(await clientOf().repo.label.create(label, { key: "nightly:41" })).toMatchObject(taken)
  const branch = { owner: "octocat", repo: "hello-world", branch: "nightly" }
  await ghx.repo.branch.create(branch, since)
  expect(await clientOf().repo.branch.create(branch, since)).toMatchObject({
    error: {
      details: { outcome: "unknown", unreconciled: expect.stringContaining("when it was created") },
    },
  })
  expect(await ghx.issue.create(nightly, { ...since, intended_at: "yesterday" })).toMatchObject({
    error: { code: "VALIDATION", message: expect.stringContaining("intended_at") },
  })
})

test("a write with a key searches back to intended_at", async () => {
  const since = { key: "nightly:41", intended_at: "2025-01-01T00:00:00Z" }
  const { data } = await ghx.issue.create(nightly, since)
  await chain(Array.from({ length: 45 }, () => ghx.issue.create({ ...nightly, title: "Other" })))
  expect(await ghx.issue.create(nightly, since)).toMatchObject({ data, meta: { once: "found" } })
  sandbox.injectFault({ match: { body_includes: "mutation" }, times: 1, drop: "after" })
  expect(await ghx.issue.create(nightly, { key: "nightly:42" })).toMatchObject({
    meta: { once: "found" },
  })
  expect(await created()).toHaveLength(2)
})

test("a key is looked for beyond a page, and a warning says which objects were not searched", async () => {
  const comment = { ...issue, body: "The nightly build failed" }
  const { data } = await ghx.issue.comments.create(comment, { key: "nightly:41" })
  const others = Array.from({ length: 120 }, (_, at) => ({ ...issue, body: `${at}` }))
  await sandbox.apply({ repositories: [{ owner: "octocat", name: "big", generate_issues: 300 }] })
  await chain(others.map((one) => ghx.issue.comments.create(one)))
  const again = await ghx.issue.comments.create(comment, { key: "nightly:41" })
  expect(again).toMatchObject({ data, meta: { once: "found" } })
  expect(again.meta).not.toHaveProperty("warnings")

  const filed = { owner: "octocat", repo: "big", title: "The nightly build failed" }
  const warnings = [
    { code: "MORE_PAGES", message: expect.stringContaining("newest 500"), fix: expect.anything() },
  ]
  const once = { key: "nightly:42" }
  const made = { ok: true, meta: { once: "sent", warnings } }
  expect(await ghx.issue.create(filed, once)).toMatchObject(made)
  const found = await ghx.issue.create(filed, once)
  expect(found.meta).toMatchObject({ once: "found" })
  expect(found.meta).not.toHaveProperty("warnings")
  const chained = await chain([ghx.issue.create(filed, { key: "nightly:43" })])
  expect(chained).toMatchObject({ status: "success", meta: { warnings } })
  const tasks = await executeTasks(
    [{ task: "issue.create", input: filed, key: "nightly:44" }],
    options(),
  )
  expect(tasks).toMatchObject({ status: "success", meta: { warnings } })
})

test("executeTasks accepts keys and returns `once` in the results", async () => {
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
