/** Ids that results of a client contain spare the lookups of its later calls. */
import { chain, each } from "ghx"
import type { Seed } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ghxOf, harness, operationsIn } from "./harness.js"

const { sandbox: start, proxy, close } = harness()
let sandbox: Awaited<ReturnType<typeof start>>
afterEach(close)

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const issues = upTo(30).map((number) => ({ number, title: `Issue ${number}`, author: "ada" }))
const repositoryNamed = (name: string) => ({
  owner: "ada",
  name,
  labels: [{ name: "bug" }],
  issues,
})
const seed: Seed = {
  viewer: "ada",
  users: [{ login: "ada" }],
  repositories: [repositoryNamed("engine"), repositoryNamed("other")],
}
const repository = { owner: "ada", repo: "engine" }
const one = { ...repository, issue_number: 1 }

beforeEach(async () => {
  sandbox = await start({ seed })
})

type Ghx = ReturnType<typeof ghxOf>

/** The names of the operations that `work` sends. */
async function sentBy(work: () => PromiseLike<unknown>): Promise<(string | null)[]> {
  sandbox.clearRequests()
  await work()
  return sandbox.requests.map(({ operation_name }) => operation_name)
}

const listed = (ghx: Ghx, first = 30) => ghx.issue.list({ ...repository, first }).orThrow()
const closed = () => sandbox.applied.filter(({ mutation }) => mutation === "closeIssue")
/** Another user, whose client shares no memory with the one under test. */
const somebody = () => ghxOf(sandbox, { routes: ["graphql", "rest"] })

describe("a client that has listed issues", () => {
  it("writes to the items in a chain without lookups", async () => {
    const ghx = ghxOf(sandbox)
    const { items } = await listed(ghx)
    sandbox.clearRequests()
    const { status } = await chain(
      ...items.map(({ number }) => ghx.issue.close({ ...repository, issue_number: number })),
    )
    expect(status).toBe("success")
    expect(sandbox.requests.map(({ body }) => operationsIn(body))).toEqual([20, 10])
    expect(closed()).toHaveLength(30)
  })

  it("writes to an item in one request", async () => {
    const ghx = ghxOf(sandbox)
    await listed(ghx)
    expect(await sentBy(() => ghx.issue.close(one))).toEqual(["IssueClose"])
    // After a write, the ids stay known.
    expect(await sentBy(() => ghx.issue.reopen(one))).toEqual(["IssueReopen"])
  })

  it("runs a later list and an `each` over its items in two requests", async () => {
    const ghx = ghxOf(sandbox)
    await listed(ghx)
    const list = ghx.issue.list({ ...repository, first: 5 })
    const closing = each(list.out.items, ({ number }) =>
      ghx.issue.close({ ...repository, issue_number: number }),
    )
    const { meta } = await chain(list, closing)
    expect(meta.requests).toBe(2)
  })

  it("does not prefetch known ids", async () => {
    const ghx = ghxOf(sandbox)
    await listed(ghx)
    const retitled = ghx.issue.update({ ...repository, issue_number: 2, title: "Second" })
    const named = ghx.issue.update({ ...one, title: retitled.out.title })
    expect(await sentBy(() => chain(retitled, named))).toEqual(["IssueUpdate", "IssueUpdate"])
  })

  it("shows no lookup of known ids in a dry run", async () => {
    const ghx = ghxOf(sandbox)
    await listed(ghx)
    const plan = await chain(ghx.issue.close(one), ghx.issue.reopen(one)).dryRun()
    expect(plan.status === "ready" && plan.documents.map(({ type }) => type)).toEqual(["mutation"])
  })

  it("looks up the id of an issue that was not listed", async () => {
    const ghx = ghxOf(sandbox)
    await listed(ghx, 5)
    expect(await sentBy(() => ghx.issue.close(one))).toEqual(["IssueId", "IssueClose"])
    const elsewhere = { ...one, repo: "other", issue_number: 30 }
    expect(await sentBy(() => ghx.issue.close(elsewhere))).toEqual(["IssueId", "IssueClose"])
  })

  it("knows the ids of a list with the field `number`, which does not return them", async () => {
    const ghx = ghxOf(sandbox)
    const { items } = await ghx.issue.list(repository, { fields: ["number"] }).orThrow()
    expect(items[0]).toEqual({ number: 30 })
    expect(await sentBy(() => ghx.issue.close(one))).toEqual(["IssueClose"])
    expect(await ghx.issue.view(one, { fields: ["state"] }).orThrow()).toEqual({ state: "CLOSED" })
  })

  it("looks up ids without numbers in the list", async () => {
    const ghx = ghxOf(sandbox)
    await ghx.issue.list(repository, { fields: ["id", "title"] })
    expect(await sentBy(() => ghx.issue.close(one))).toEqual(["IssueId", "IssueClose"])
  })

  it("shares no ids with another client", async () => {
    await listed(ghxOf(sandbox))
    const other = ghxOf(sandbox)
    expect(await sentBy(() => other.issue.close(one))).toEqual(["IssueId", "IssueClose"])
  })
})

describe("a client that has listed issues looks up an id again", () => {
  it.each([
    ["if it has no cache", { cache: false }],
    ["if its `repos` is set, since a name may be reused", { repos: ["ada/engine"] }],
    ["if the id is older than `ttl_ms`", { cache: { ttl_ms: 1 } }],
    ["if the id exceeds `max`", { cache: { max: 29 } }],
  ])("%s", async (_, options) => {
    const ghx = ghxOf(sandbox, options)
    // Issue 30 first.
    await ghx.issue.list({ ...repository, direction: "ASC" }).orThrow()
    await new Promise((later) => setTimeout(later, 5))
    sandbox.clearRequests()
    await ghx.issue.close(one)
    expect(JSON.stringify(sandbox.requests)).toContain('issue_number":1')
  })

  it("before a destructive step", async () => {
    const ghx = ghxOf(sandbox)
    await listed(ghx)
    expect(await sentBy(() => ghx.issue.delete(one))).toEqual(["IssueId", "IssueDelete"])
  })

  it("before a write with a key", async () => {
    const ghx = ghxOf(sandbox)
    await listed(ghx)
    const keyed = () => ghx.issue.close(one, { key: "close-1" })
    expect(await sentBy(keyed)).toContain("IssueId")
  })
})

describe("a call with a known id that no longer exists", () => {
  it.each<[string, (other: Ghx) => PromiseLike<unknown>]>([
    ["deleted", (other) => other.issue.delete(one).orThrow()],
    ["transferred", (other) => other.issue.transfer({ ...one, to_repo: "other" }).orThrow()],
  ])("fails as if it had looked up the issue, if another user has %s it", async (_, change) => {
    const ghx = ghxOf(sandbox)
    await listed(ghx)
    await change(somebody())
    const before = sandbox.applied.length
    const comments = (by: Ghx) => [
      by.issue.comments.create({ ...one, body: "One" }),
      by.issue.comments.create({ ...one, issue_number: 2, body: "Two" }),
    ]
    const { results, meta } = await chain(...comments(ghx))
    expect(meta).toMatchObject({ requests: 2, succeeded: 1, failed: 1 })
    expect(results[0]).toMatchObject({
      ok: false,
      error: { code: "NOT_FOUND", details: { outcome: "not_sent" } },
    })
    expect(sandbox.applied.slice(before)).toHaveLength(1)
    const looking = await chain(...comments(ghxOf(sandbox, { cache: false })))
    expect(results[0]).toEqual(looking.results[0])
    const sent = await sentBy(() => ghx.issue.update({ ...one, title: "One" }))
    expect(sent[0]).toBe("IssueId")
    expect(sent).not.toContain("IssueUpdate")
  })

  it("reaches the issue that has the number now, once", async () => {
    const ghx = ghxOf(sandbox)
    await listed(ghx)
    const other = somebody()
    await other.repo.delete(repository).orThrow()
    await other.repo.create({ name: "engine", visibility: "PUBLIC" }).orThrow()
    const created = await other.issue.create({ ...repository, title: "New" }).orThrow()
    expect(created.number).toBe(1)
    const before = sandbox.applied.length
    const comment = ghx.issue.comments.create({ ...one, body: "Hello" })
    expect(await sentBy(() => comment)).toEqual([
      "IssueCommentsCreate",
      "IssueId",
      "IssueCommentsCreate",
    ])
    expect(await comment).toMatchObject({ ok: true })
    expect(sandbox.applied.slice(before)).toHaveLength(1)
    const { items } = await other.issue.comments.list(one).orThrow()
    expect(items).toHaveLength(1)
  })

  it("does not repeat a write whose outcome is unknown", async () => {
    const ghx = ghxOf(sandbox, { retry: { attempts: 3, backoff_ms: 1 } })
    await listed(ghx)
    sandbox.injectFault({ match: { operation_name: "IssueCommentsCreate" }, drop: "after" })
    const comment = ghx.issue.comments.create({ ...one, body: "Hello" })
    expect(await sentBy(() => comment)).toEqual(["IssueCommentsCreate"])
    expect(await comment).toMatchObject({ error: { details: { outcome: "unknown" } } })
  })
})

describe("a NOT_FOUND response to a write with a known id", () => {
  const message = "Could not resolve to a node with the global id of 'x'."
  const refusal = { type: "NOT_FOUND", message }

  it("is returned after one lookup, if the lookup finds the same id", async () => {
    const ghx = ghxOf(
      await proxy(sandbox, (answer, { query }) =>
        query.startsWith("mutation")
          ? { data: { addComment: null }, errors: [{ ...refusal, path: ["addComment"] }] }
          : answer,
      ),
    )
    await listed(ghx)
    const comment = ghx.issue.comments.create({ ...one, body: "Hello" })
    expect(await sentBy(() => comment)).toEqual(["IssueCommentsCreate", "IssueId"])
    expect(await comment).toMatchObject({ error: { code: "NOT_FOUND", message } })
  })

  it.each([
    [
      "at a field of the payload",
      { data: { addComment: null }, path: ["addComment", "commentEdge"] },
    ],
    ["without a path", { data: { addComment: null } }],
    ["beside a payload", { data: { addComment: {} }, path: ["addComment", "subject"] }],
  ])(
    "does not repeat a write that was applied, with the error %s",
    async (_, { data, ...where }) => {
      const ghx = ghxOf(
        await proxy(sandbox, (answer, { query }) =>
          query.startsWith("mutation") ? { data, errors: [{ ...refusal, ...where }] } : answer,
        ),
      )
      await listed(ghx)
      const comment = ghx.issue.comments.create({ ...one, body: "Hello" })
      const sent = await sentBy(() => comment)
      expect(sent.filter((name) => name === "IssueCommentsCreate")).toHaveLength(1)
      expect(await comment).toMatchObject({ ok: false })
      const { items } = await somebody().issue.comments.list(one).orThrow()
      expect(items).toHaveLength(1)
    },
  )

  it("leaves ten mutations of a document failed if lookups find the same ids", async () => {
    const gone = new Set<unknown>()
    const ghx = ghxOf(
      await proxy(
        sandbox,
        (answer) => answer,
        ({ query, variables }) => {
          if (!query.startsWith("mutation") || gone.size > 0) return undefined
          // None of the document is executed.
          const ids = Object.entries(variables).filter(([name]) => name.endsWith("issue_id"))
          for (const [, id] of ids) gone.add(id)
          const aliases = ids.map(([name]) => `${/^s\d+_/.exec(name)?.[0]}addComment`)
          return {
            data: Object.fromEntries(aliases.map((alias) => [alias, null])),
            errors: aliases.map((alias) => ({ ...refusal, path: [alias] })),
          }
        },
      ),
    )
    await listed(ghx)
    const { results } = await chain(
      ...upTo(12).map((issue_number) =>
        ghx.issue.comments.create({ ...one, issue_number, body: `${issue_number}` }),
      ),
    )
    // The lookups return the same ids, so refused operations stay refused.
    expect(results.map(({ ok }) => ok)).toEqual(upTo(12).map((number) => number > 10))
    expect(sandbox.applied).toHaveLength(2)
  })
})

describe("a client that has listed issues of a repository", () => {
  it.each<[string, (ghx: Ghx) => PromiseLike<unknown>]>([
    ["deletes", (ghx) => ghx.repo.delete(repository).orThrow()],
    ["renames", (ghx) => ghx.repo.update({ ...repository, name: "old" }).orThrow()],
    ["creates", (ghx) => ghx.repo.create({ name: "new", visibility: "PUBLIC" }).orThrow()],
  ])("looks up its issues again after it %s", async (_, change) => {
    const ghx = ghxOf(sandbox, { routes: ["graphql", "rest"], confirm: () => true })
    await listed(ghx)
    await change(ghx)
    expect((await sentBy(() => ghx.issue.lock(one)))[0]).toBe("IssueId")
  })

  it("looks up its issues again after it deletes a repository during the list", async () => {
    const ghx = ghxOf(sandbox, { routes: ["graphql", "rest"], confirm: () => true })
    sandbox.injectFault({ match: { operation_name: "IssueList" }, delay_ms: 200 })
    const list = listed(ghx)
    await ghx.repo.delete({ ...repository, repo: "other" }).orThrow()
    await list
    expect((await sentBy(() => ghx.issue.lock(one)))[0]).toBe("IssueId")
  })
})

it("an issue that GitHub redirects to another repository is not changed there", async () => {
  await sandbox.apply({ repositories: [{ owner: "ada", name: "moved" }] })
  const ghx = ghxOf(sandbox, { routes: ["graphql", "rest"] })
  await somebody()
    .issue.transfer({ ...one, to_repo: "moved" })
    .orThrow()
  const seen = await ghx.issue.view(one).run({ route: "rest" })
  expect(seen).toMatchObject({ data: { url: expect.stringContaining("/ada/moved/issues/1") } })
  const changed = await ghx.issue.update({ ...one, title: "Changed" })
  expect(changed).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } })
  expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual(["transferIssue"])
})
