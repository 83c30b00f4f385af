/** The lookup cache of a client, measured in requests. */
import { chain } from "ghx"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ghxOf, harness } from "./harness.js"

const { sandbox: start, close } = harness()
let sandbox: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  sandbox = await start()
})
afterEach(close)

const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const archived = { owner: "octocat", repo: "attic", issue_number: 1, title: "x" }

/** Requests that `work` sends, by operation. */
async function sentBy(work: () => PromiseLike<unknown>): Promise<(string | null)[]> {
  sandbox.clearRequests()
  await work()
  return sandbox.requests.map(({ operation_name }) => operation_name)
}

describe("a client with a lookup cache", () => {
  it("sends the same lookup once while nothing is written", async () => {
    const ghx = ghxOf(sandbox, { cache: { max: 500, ttl_ms: 60_000 } })
    const refused = () => ghx.issue.update(archived)
    expect(await sentBy(refused)).toEqual(["IssueId", "IssueUpdate"])
    expect(await sentBy(refused)).toEqual(["IssueUpdate"])
  })

  it.each([
    ["was applied", undefined],
    ["may have been applied", { drop: "before" } as const],
  ])("repeats a lookup after a write that %s", async (_, rule) => {
    const ghx = ghxOf(sandbox, { cache: true })
    await ghx.issue.update(archived)
    if (rule) sandbox.injectFault({ ...rule, match: { operation_name: "PrThreadReply" } })
    await ghx.pr.thread.reply({ thread_id: "PRRT_kgDOAAAAAQ", body: "x" })
    expect(await sentBy(() => ghx.issue.update(archived))).toEqual(["IssueId", "IssueUpdate"])
  })

  it("keeps cached ids after a write that was not sent or was rejected", async () => {
    const ghx = ghxOf(sandbox, { cache: true })
    await ghx.issue.update(archived)
    await ghx.issue.labels.add({ ...issue, labels: ["nope"] })
    await ghx.issue.update({ ...archived, title: "y" })
    expect(await sentBy(() => ghx.issue.update(archived))).toEqual(["IssueUpdate"])
  })

  it("repeats a lookup after its cached id turns out to be deleted", async () => {
    const ghx = ghxOf(sandbox, { cache: true })
    const locked = ghxOf(sandbox, { cache: true, token: "hubot-token" })
    const own = { owner: "octocat", repo: "hello-world", issue_number: 3, labels: ["bug"] }
    // hubot may look the issue up, but not label it.
    expect(await locked.issue.labels.add(own)).toMatchObject({ ok: false })
    await ghx.issue.delete({ owner: "octocat", repo: "hello-world", issue_number: 3 })
    const add = () => locked.issue.labels.add(own)
    expect(await sentBy(add)).toEqual(["IssueLabelsAdd"])
    // The issue and the label, in one document.
    expect(await sentBy(add)).toContain("Chain")
  })

  it("does not cache a lookup that finds nothing", async () => {
    const ghx = ghxOf(sandbox, { cache: true })
    const add = () => ghx.issue.labels.add({ ...issue, labels: ["nope"] })
    await add()
    const labels = await sentBy(add)
    expect(labels).toEqual(["LabelId", "LabelsOf"])
  })

  it("evicts entries beyond `max`", async () => {
    const ghx = ghxOf(sandbox, { cache: { max: 1 } })
    const other = { ...archived, repo: "hello-world", issue_number: 1 }
    const reader = ghxOf(sandbox, { cache: { max: 1 }, token: "hubot-token" })
    const both = [() => reader.issue.update(archived), () => reader.issue.update(other)]
    for (const refused of both) await refused()
    expect(await sentBy(() => reader.issue.update(archived))).toContain("IssueId")
    await ghx.issue.update(archived)
    expect(await sentBy(() => ghx.issue.update(archived))).toEqual(["IssueUpdate"])
  })

  it("expires entries after `ttl_ms`", async () => {
    const ghx = ghxOf(sandbox, { cache: { ttl_ms: 1 } })
    await ghx.issue.update(archived)
    await new Promise((later) => setTimeout(later, 20))
    expect(await sentBy(() => ghx.issue.update(archived))).toContain("IssueId")
  })

  it("serves the lookups of chains, which then need one request", async () => {
    const ghx = ghxOf(sandbox, { cache: true, token: "hubot-token" })
    const job = () =>
      chain(
        ghx.issue.update({ ...issue, title: "x" }),
        ghx.issue.labels.add({ ...issue, labels: ["bug"] }),
      )
    const first = await job()
    const second = await job()
    expect([first.meta.requests, second.meta.requests]).toEqual([2, 1])
    expect(second.results).toEqual(first.results)
  })

  it("shares no entry with another client", async () => {
    await ghxOf(sandbox, { cache: true }).issue.update(archived)
    const other = ghxOf(sandbox, { cache: true })
    expect(await sentBy(() => other.issue.update(archived))).toContain("IssueId")
  })

  it("does not cache a lookup that a write overtakes", async () => {
    const ghx = ghxOf(sandbox, { cache: true })
    sandbox.injectFault({ match: { operation_name: "IssueId" }, times: 1, delay_ms: 200 })
    const slow = ghx.issue.update(archived).run()
    await ghx.pr.thread.reply({ thread_id: "PRRT_kgDOAAAAAQ", body: "x" })
    await slow
    expect(await sentBy(() => ghx.issue.update(archived))).toContain("IssueId")
  })
})

it("a client without a lookup cache repeats every lookup", async () => {
  const ghx = ghxOf(sandbox)
  await ghx.issue.update(archived)
  expect(await sentBy(() => ghx.issue.update(archived))).toContain("IssueId")
})

it.each([
  [{ max: 0 }, "`cache` takes `max`"],
  [{ ttl_ms: -1 }, "`cache` takes `ttl_ms`"],
  [{ ttl_ms: Number.NaN }, "`cache` takes `ttl_ms`"],
])("createGhx rejects the `cache` option %j", (cache, name) => {
  expect(() => ghxOf({ url: "http://127.0.0.1:1" }, { cache })).toThrow(name)
})
