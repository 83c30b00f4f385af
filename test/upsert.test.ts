/** Tests a comment that is stored under a key: an optional lookup decides whether it is created or replaced. */
import { chain, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"

let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
beforeAll(async () => {
  sandbox = await startSandbox()
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const repository = { owner: "octocat", repo: "hello-world" }
const issue = { ...repository, issue_number: 1 }
const bodies = async () =>
  (await ghx.issue.comments.list(issue).orThrow()).items.map(({ body }) => body)

test("issue.comments.upsert keeps one comment per key, with the newest text", async () => {
  const first = await ghx.issue.comments.upsert({ ...issue, key: "a", body: "One" }).orThrow()
  expect(first.created).toBe(true)
  await ghx.issue.comments.upsert({ ...issue, key: "a:b", body: "Other" }).orThrow()
  const again = await ghx.issue.comments.upsert({ ...issue, key: "a", body: "Two" }).orThrow()
  expect(again).toMatchObject({ id: first.id, created: false })
  expect((await bodies()).slice(3)).toEqual(["Two", "Other"])
})

test("the text of an upsert is returned without its marker, unless raw_text is set", async () => {
  const place = { base_url: sandbox.url, token: sandbox.token }
  await ghx.issue.comments.upsert({ ...issue, key: "a:b/c.d-1", body: "One" }).orThrow()
  const red = { ...repository, key: "nightly", title: "Red", body: "Two" }
  const { number } = await ghx.issue.upsert(red).orThrow()
  const texts = async (client: ReturnType<typeof createGhx>) => {
    const view = (route: "graphql" | "rest") =>
      client.issue.view({ ...repository, issue_number: number }).run({ route })
    const comments = await client.issue.comments.list(issue).orThrow()
    const views = [await view("graphql"), await view("rest")]
    return [comments.items.at(-1)?.body, ...views.map(({ data }) => data?.body)]
  }
  expect(await texts(createGhx(place))).toEqual(["One", "Two", "Two"])
  const marked = "Two\n\n<!-- ghx-key: nightly -->"
  expect(await texts(createGhx({ ...place, raw_text: true }))).toEqual([
    "One\n\n<!-- ghx-key: a:b/c.d-1 -->",
    marked,
    marked,
  ])
})

test("issue.comments.upsert refuses a body that leaves no room for the key before it sends anything", async () => {
  const upsert = (length: number) =>
    ghx.issue.comments.upsert({ ...issue, key: "k".repeat(100), body: "🦊".repeat(length) }).run()
  expect(await upsert(65_416)).toMatchObject({ ok: true })
  sandbox.clearRequests()
  expect(await upsert(65_417)).toMatchObject({
    error: { code: "VALIDATION", message: expect.stringContaining("65416") },
  })
  expect(sandbox.requests).toEqual([])
})

test("issue.comments.upsert does not replace another user's comment with the same key", async () => {
  const monalisa = createGhx({ base_url: sandbox.url, token: "monalisa-token" })
  await monalisa.issue.comments.upsert({ ...issue, key: "a", body: "Mine" }).orThrow()
  const own = await ghx.issue.comments.upsert({ ...issue, key: "a", body: "Ours" }).orThrow()
  expect(own).toMatchObject({ author: "octocat", created: true })
  expect((await bodies()).slice(3)).toEqual(["Mine", "Ours"])
})

test("an upsert does not replace texts that quote its marker", async () => {
  const marker = "<!-- ghx-key: a -->"
  const quotes = [
    `> One\n>\n> ${marker}`,
    `\`\`\`html\n${marker}\n\`\`\``,
    `The bot writes ${marker}`,
    `${marker}\n\nMy words`,
  ]
  for (const body of quotes) await ghx.issue.comments.create({ ...issue, body }).orThrow()
  const made = { ...repository, title: "How the bot marks", body: `It ends with \`${marker}\`.` }
  await ghx.issue.create(made).orThrow()
  const upsert = { ...repository, key: "a", title: "Dashboard", body: "One" }
  expect(await ghx.issue.upsert(upsert)).toMatchObject({ data: { created: true } })
  expect(await ghx.issue.comments.upsert({ ...issue, key: "a", body: "One" })).toMatchObject({
    data: { created: true },
  })
  expect(await bodies()).toHaveLength(3 + quotes.length + 1)
  const pull = { ...repository, pull_number: 7 }
  await ghx.pr.comments.create({ ...pull, body: `> ${marker}\n\nWhat is this?` }).orThrow()
  expect(await ghx.pr.comments.upsert({ ...pull, key: "a", body: "One" })).toMatchObject({
    data: { created: true },
  })
})

test("issue.comments.upsert creates a deleted comment again", async () => {
  const { id } = await ghx.issue.comments.upsert({ ...issue, key: "a", body: "One" }).orThrow()
  await ghx.issue.comment.delete({ comment_id: id }).orThrow()
  const again = await ghx.issue.comments.upsert({ ...issue, key: "a", body: "Two" }).orThrow()
  expect(again.created).toBe(true)
})

test("issue.comments.upsert fails without a write on an issue with over 1000 comments", async () => {
  const comments = Array.from({ length: 1001 }, (_, index) => ({
    author: "hubot",
    body: `${index}`,
  }))
  await sandbox.apply({
    repositories: [
      {
        owner: "octocat",
        name: "hello-world",
        issues: [{ title: "Long", author: "hubot", comments }],
      },
    ],
  })
  const long = { ...issue, issue_number: 10, key: "a", body: "One" }
  expect(await ghx.issue.comments.upsert(long)).toMatchObject({
    ok: false,
    error: {
      code: "NOT_FOUND",
      message: expect.stringContaining("among the first 1000"),
      details: { outcome: "not_sent" },
    },
  })
})

test("issue.comments.upsert finds the comment of an attempt whose response was lost", async () => {
  const patient = createGhx({ base_url: sandbox.url, token: sandbox.token })
  sandbox.injectFault({
    times: 1,
    match: { operation_name: "IssueCommentsUpsert" },
    drop: "after",
  })
  const kept = await patient.issue.comments.upsert({ ...issue, key: "a", body: "One" }).orThrow()
  expect(kept.author).toBe("octocat")
  expect(await bodies()).toHaveLength(4)
})

test.each(["before", "after"] as const)(
  "an upsert sends the update of what exists again if the connection drops %s it is executed",
  async (drop) => {
    const patient = createGhx({
      base_url: sandbox.url,
      token: sandbox.token,
      retry: { backoff_ms: 1 },
    })
    const first = await ghx.issue.comments.upsert({ ...issue, key: "a", body: "One" }).orThrow()
    sandbox.injectFault({ times: 1, match: { body_includes: "mutation" }, drop })
    const second = { ...issue, key: "a", body: "Two" }
    expect(await patient.issue.comments.upsert(second)).toMatchObject({
      data: { id: first.id, created: false },
    })
    expect((await bodies()).slice(3)).toEqual(["Two"])
    sandbox.injectFault({ times: 1, match: { body_includes: "mutation" }, drop })
    const { owner, repo } = issue
    expect(
      await patient.repo.label.upsert({ owner, repo, name: "bug", color: "00ff00" }),
    ).toMatchObject({ data: { color: "00ff00", created: false } })
  },
)

const lost = [
  { status: 502 },
  { status: 503 },
  { status: 504, applied: true },
  { drop: "before" },
  { drop: "after" },
] as const

test.each(lost)(
  "an upsert is sent until it is known to be applied, once, after %j",
  async (fault) => {
    const retry = { backoff_ms: 5 }
    const patient = createGhx({ base_url: sandbox.url, token: sandbox.token, retry })
    const upserts = {
      comment: () => patient.issue.comments.upsert({ ...issue, key: "a", body: "One" }),
      issue: () => patient.issue.upsert({ ...repository, key: "a", title: "One", body: "" }),
      label: () => patient.repo.label.upsert({ ...repository, name: "new", color: "00ff00" }),
    }
    for (const [name, upsert] of Object.entries(upserts)) {
      for (const times of [1, 2]) {
        for (const isChained of [false, true]) {
          sandbox.reset()
          sandbox.injectFault({ times, match: { body_includes: "mutation" }, ...fault })
          const result = isChained
            ? (await chain(upsert(), ghx.issue.labels.add({ ...issue, labels: ["question"] })))
                .results[0]
            : await upsert()
          const place = `${name} ${times} ${isChained} ${JSON.stringify(result)}`
          expect(result, place).toMatchObject({ data: { created: true } })
          const made = sandbox.applied.filter(({ mutation }) =>
            /^(?:addComment|createIssue|createLabel)$/.test(String(mutation)),
          )
          expect(made, place).toHaveLength(1)
        }
      }
    }
  },
)

test("an upsert is not sent again without time to look for it, and at most three times", async () => {
  sandbox.injectFault({ match: { body_includes: "mutation" }, status: 502 })
  const upsert = async (backoff_ms: number) => {
    const place = { base_url: sandbox.url, token: sandbox.token, retry: { backoff_ms } }
    sandbox.clearRequests()
    const step = createGhx(place).issue.comments.upsert({ ...issue, key: "a", body: "One" })
    expect(await step.run({ timeout_ms: 20_000 })).toMatchObject({
      error: { code: "SERVER", details: { outcome: "unknown" } },
    })
    return sandbox.requests.map(({ status }) => status)
  }
  expect(await upsert(10_000)).toEqual([200, 502])
  const looks = [200, 200, 200]
  expect(await upsert(1)).toEqual([200, 502, ...looks, 502, ...looks, 502])
})

test("concurrent issue.comments.upsert calls of one client keep one comment", async () => {
  const texts = ["One", "Two", "Three", "Four"]
  const alone = await Promise.all(
    texts.map((body) => ghx.issue.comments.upsert({ ...issue, key: "a", body }).orThrow()),
  )
  expect(alone.map(({ created }) => created)).toEqual([true, false, false, false])
  const chained = await chain(
    ghx.issue.comments.upsert({ ...issue, key: "b", body: "One" }),
    ghx.issue.comments.upsert({ ...issue, key: "b", body: "Two" }),
  )
  expect(chained.results).toMatchObject([{ data: { created: true } }, { data: { created: false } }])
  expect((await bodies()).slice(3)).toEqual(["Four", "Two"])
})

test("a call whose time is over while it waits for another one ends, and later ones still wait", async () => {
  sandbox.injectFault({ match: { operation_name: "IssueCommentsUpsert" }, times: 1, delay_ms: 600 })
  const ended: string[] = []
  const upsert = async (body: string, timeout_ms?: number) => {
    const step = ghx.issue.comments.upsert({ ...issue, key: "a", body })
    const result = await step.run(timeout_ms === undefined ? {} : { timeout_ms })
    ended.push(body)
    return result
  }
  const [first, late, last] = await Promise.all([
    upsert("One"),
    upsert("Two", 100),
    upsert("Three"),
  ])
  expect(ended).toEqual(["Two", "One", "Three"])
  expect(late).toMatchObject({
    ok: false,
    error: {
      code: "NETWORK",
      message: expect.stringContaining("timed out after 100 ms"),
      details: { outcome: "not_sent" },
    },
  })
  expect([first, last]).toMatchObject([{ data: { created: true } }, { data: { created: false } }])
})

test("issue.comments.upsert rejects a key that two processes at once have used for two comments", async () => {
  let arrived = () => {}
  let open = () => {}
  const atGate = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  // The second call looks and writes between the first call's look-up and its write.
  const slow = createGhx({
    base_url: sandbox.url,
    token: sandbox.token,
    fetch: async (url, init) => {
      if (String(init?.body).includes("mutation IssueCommentsUpsert")) {
        arrived()
        await gate
      }
      return fetch(url, init)
    },
  })
  const first = slow.issue.comments.upsert({ ...issue, key: "a", body: "One" }).orThrow()
  await atGate
  // Clients of one process wait for one another by the address of their GitHub.
  const elsewhere = createGhx({ base_url: `${sandbox.url}/api/v3`, token: sandbox.token })
  const second = await elsewhere.issue.comments
    .upsert({ ...issue, key: "a", body: "Two" })
    .orThrow()
  open()
  expect([(await first).created, second.created]).toEqual([true, true])
  const before = sandbox.applied.length
  const next = await ghx.issue.comments.upsert({ ...issue, key: "a", body: "Three" })
  expect(next).toMatchObject({
    ok: false,
    error: { code: "VALIDATION", details: { outcome: "not_sent" } },
  })
  for (const { id } of [await first, second]) expect(JSON.stringify(next)).toContain(id)
  expect(sandbox.applied).toHaveLength(before)
})

test("issue.upsert keeps one open issue of the viewer per key", async () => {
  const upsert = (title: string, others: object = {}) =>
    ghx.issue.upsert({ ...repository, key: "nightly", title, body: title, ...others }).orThrow()
  const first = await upsert("One", { labels: ["bug"] })
  expect(first).toMatchObject({ number: 10, created: true, labels: ["bug"] })
  const again = await Promise.all([upsert("Two"), upsert("Three")])
  expect(again).toMatchObject([{ number: 10, created: false }, { labels: ["bug"] }])
  expect((await upsert("Four", { labels: [] })).labels).toEqual([])
  const monalisa = createGhx({ base_url: sandbox.url, token: "monalisa-token" })
  const theirs = { ...repository, key: "nightly", title: "Mine", body: "" }
  expect(await monalisa.issue.upsert(theirs)).toMatchObject({ data: { number: 11, created: true } })
  await ghx.issue.close({ ...repository, issue_number: 10 }).orThrow()
  expect(await upsert("Five")).toMatchObject({ number: 12, created: true })
})

test("issue.upsert finds the issue of an attempt whose response was lost", async () => {
  const patient = createGhx({ base_url: sandbox.url, token: sandbox.token })
  sandbox.injectFault({ times: 1, match: { operation_name: "IssueUpsert" }, drop: "after" })
  const input = { ...repository, key: "nightly", title: "One", body: "Red." }
  const count = async () => (await ghx.issue.list(repository).orThrow()).total_count
  const before = await count()
  expect(await patient.issue.upsert(input)).toMatchObject({ data: { number: 10 } })
  expect(await count()).toBe(before + 1)
})
