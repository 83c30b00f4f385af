/** Tests the number of documents of a chain, and documents that are too much for GitHub. */
import { chain } from "ghx"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ghxOf, harness, operationsIn } from "./harness.js"

const { sandbox: start, proxy, close } = harness()
let sandbox: Awaited<ReturnType<typeof start>>
let seconds = 0
beforeEach(async () => {
  sandbox = await start()
  seconds = 0
  // GitHub takes no time, on any machine, unless a test says so.
  const clock = (): [number, number] => [Math.floor(seconds), (seconds % 1) * 1e9]
  vi.spyOn(process, "hrtime").mockImplementation(Object.assign(clock, process.hrtime))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await close()
})

const repository = { owner: "octocat", repo: "big" }
type Ghx = ReturnType<typeof ghxOf>

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const views = (ghx: Ghx, count: number) =>
  upTo(count).map((issue_number) => ghx.issue.view({ ...repository, issue_number }))
const titles = (ghx: Ghx, count: number) =>
  upTo(count).map((issue_number) =>
    ghx.issue.update({ ...repository, issue_number, title: `Title ${issue_number}` }),
  )
const comments = (ghx: Ghx, count: number) =>
  upTo(count).map((issue_number) =>
    ghx.issue.comments.create({ ...repository, issue_number, body: `Comment ${issue_number}` }),
  )
const sizes = () => sandbox.requests.map(({ body }) => operationsIn(body))
const tooMuch = {
  type: "RESOURCE_LIMITS_EXCEEDED",
  message: "Resource limits for this query exceeded.",
}

const timeOut =
  "Something went wrong while executing your query. This may be the result of a timeout."

describe("the documents of a chain", () => {
  it("contain at most 200 queries, and at first 20 mutations", async () => {
    const ghx = ghxOf(sandbox)
    await chain(...views(ghx, 201), ...titles(ghx, 21))
    // First 201 reads and 21 lookups together, then the mutations.
    expect(sizes()).toEqual([200, 22, 20, 1])
  })

  it("contain fewer queries if they request many nodes or pages", async () => {
    const ghx = ghxOf(sandbox)
    // Each can have 100 issues with 100 labels and 100 assignees: 20,100 nodes on 201 pages.
    const inputs = upTo(30).map((n) => ({ ...repository, first: 100, labels: [`label ${n}`] }))
    const { status } = await chain(...inputs.map((input) => ghx.issue.list(input)))
    expect(status).toBe("success")
    expect(sizes().sort()).toEqual([24, 6])
    sandbox.clearRequests()
    // Without labels and assignees of each.
    await chain(...inputs.map((input) => ghx.issue.list(input, { fields: ["number"] })))
    expect(sizes()).toEqual([30])
  })

  it("contain at first 10 mutations that create content, in step order", async () => {
    const ghx = ghxOf(sandbox)
    const steps = [...titles(ghx, 15), ...comments(ghx, 12), ...titles(ghx, 2)]
    const { status } = await chain(...steps)
    expect(status).toBe("success")
    // Lookups of 15 issues; 15 titles and 2 comments; 10 comments and 2 titles.
    expect(sizes()).toEqual([15, 17, 12])
    const types = sandbox.applied.map(({ mutation }) => mutation)
    expect(types.slice(14, 28)).toEqual([
      "updateIssue",
      ...upTo(12).map(() => "addComment"),
      "updateIssue",
    ])
  })

  it("contain up to 20 mutations that connect objects, such as labels and reactions", async () => {
    const ghx = ghxOf(sandbox)
    const steps = upTo(10).flatMap((issue_number) => [
      ghx.issue.labels.add({ ...repository, issue_number, labels: ["bug"] }),
      ghx.issue.reactions.add({ ...repository, issue_number, content: "EYES" }),
    ])
    const { status } = await chain(...steps)
    expect(status).toBe("success")
    // Ten issues and one label.
    expect(sizes()).toEqual([11, 20])
  })

  it("contain at most 10 of the caller's documents with two mutations", async () => {
    const ghx = ghxOf(sandbox, { operations: "write" })
    const two = `mutation Twice($id: ID!, $title: String!) {
      one: updateIssue(input: { id: $id, title: $title }) { issue { title } }
      other: updateIssue(input: { id: $id, body: $title }) { issue { title } }
    }`
    const { id } = await ghx.issue.view({ ...repository, issue_number: 1 }).orThrow()
    sandbox.clearRequests()
    await chain(...upTo(11).map((number) => ghx.document(two)({ id, title: `${number}` })))
    expect(sizes()).toEqual([10, 1])
  })

  it("contain at most 10 creations, even if only some fields are requested", async () => {
    const ghx = ghxOf(sandbox)
    const body = "Any news?"
    const few = upTo(11).map((issue_number) =>
      ghx.issue.comments.create({ ...repository, issue_number, body }, { fields: ["id"] }),
    )
    await chain(...few)
    expect(sizes()).toEqual([11, 10, 1])
  })

  it.each([1, 2, 3])(
    "count a creation as two mutations if `batch.mutations` is %i",
    async (mutations) => {
      const ghx = ghxOf(sandbox, { batch: { mutations } })
      await chain(...comments(ghx, 2), ...titles(ghx, 2))
      const expected = { 1: [2, 1, 1, 1, 1], 2: [2, 1, 1, 2], 3: [2, 1, 2, 1] }[mutations]
      expect(sizes()).toEqual(expected)
    },
  )

  it("are not split by an isolated query between two reads", async () => {
    const ghx = ghxOf(sandbox)
    const [first, second] = views(ghx, 2)
    if (!first || !second) throw new Error("There are two")
    const { status } = await chain(first, ghx.user.me(), second)
    expect(status).toBe("success")
    expect(sizes().sort()).toEqual([1, 2])
  })

  it("follow the limits in the `batch` option", async () => {
    const ghx = ghxOf(sandbox, { batch: { queries: 7, mutations: 2 } })
    await chain(...titles(ghx, 5))
    expect(sizes()).toEqual([5, 2, 2, 1])
  })

  it("contain one operation each with `batch: false`", async () => {
    const ghx = ghxOf(sandbox, { batch: false })
    const { status } = await chain(...views(ghx, 2), ...titles(ghx, 2))
    expect(status).toBe("success")
    expect(sizes()).toEqual([1, 1, 1, 1, 1, 1])
    expect(sandbox.requests.map(({ operation_name }) => operation_name)).not.toContain("Chain")
  })

  it("contain equal reads and lookups once", async () => {
    const ghx = ghxOf(sandbox)
    const { results, meta } = await chain(
      ...views(ghx, 1),
      ...views(ghx, 1),
      ghx.issue.labels.add({ ...repository, issue_number: 1, labels: ["bug", "question"] }),
      ghx.issue.labels.add({ ...repository, issue_number: 1, labels: ["bug"] }),
    )
    expect(results[0]).toEqual(results[1])
    expect(sizes()).toEqual([4, 2])
    expect(meta.requests).toBe(2)
  })

  it("contain equal mutations as often as they are requested", async () => {
    const ghx = ghxOf(sandbox)
    const comment = () => ghx.issue.comments.create({ ...repository, issue_number: 1, body: "x" })
    await chain(comment(), comment())
    expect(sizes()).toEqual([1, 2])
    expect(sandbox.applied).toHaveLength(2)
  })

  it("contain steps of one client each; mutations keep their order across clients", async () => {
    const one = ghxOf(sandbox)
    const other = ghxOf(sandbox, { token: "monalisa-token" })
    const comment = (ghx: Ghx, body: string) =>
      ghx.issue.comments.create({ owner: "octocat", repo: "hello-world", issue_number: 1, body })
    const { status } = await chain(
      comment(one, "a"),
      comment(other, "b"),
      comment(other, "c"),
      comment(one, "d"),
    )
    expect(status).toBe("success")
    expect(sandbox.applied.map(({ actor }) => actor)).toEqual([
      "octocat",
      "monalisa",
      "monalisa",
      "octocat",
    ])
    expect(sizes()).toEqual([1, 1, 1, 2, 1])
  })
})

describe("documents of mutations", () => {
  const talkAndClose = (ghx: Ghx) => [
    ...comments(ghx, 30),
    ...upTo(30).map((issue_number) => ghx.issue.close({ ...repository, issue_number })),
  ]
  const givenUp = { match: { body_includes: "mutation Chain" }, times: 1 } as const

  it("grow when GitHub answers in time: 30 comments and closes take 3 requests, later ones fewer", async () => {
    const ghx = ghxOf(sandbox)
    expect(await chain(...talkAndClose(ghx))).toMatchObject({ status: "success" })
    expect(sizes()).toEqual([30, 10, 50])
    sandbox.clearRequests()
    expect(await chain(...talkAndClose(ghx))).toMatchObject({ status: "success" })
    // The issues are known by now.
    expect(sizes()).toEqual([60])
  })

  it("take 5 requests to label and close 100 issues that are listed before", async () => {
    const ghx = ghxOf(sandbox)
    const { items } = await ghx.issue.list({ ...repository, first: 100 }).orThrow()
    expect(items).toHaveLength(100)
    const steps = items.flatMap(({ number: issue_number }) => [
      ghx.issue.labels.add({ ...repository, issue_number, labels: ["bug"] }),
      ghx.issue.close({ ...repository, issue_number }),
    ])
    expect(await chain(...steps)).toMatchObject({ status: "success" })
    expect(sizes()).toEqual([1, 1, 20, 80, 100])
  })

  it("do not grow beyond what GitHub answers in half of its ten seconds", async () => {
    const ghx = ghxOf(
      await proxy(sandbox, (answer, request) => {
        // A quarter of a second for each mutation.
        if (request.query.startsWith("mutation")) seconds += operationsIn(request) / 4
        return answer
      }),
    )
    await chain(...titles(ghx, 60))
    expect(sizes()).toEqual([60, 20, 20, 20])
  })

  it("shrink to half after a time-out of GitHub, for this client only, and grow again", async () => {
    const [ghx, other] = [ghxOf(sandbox), ghxOf(sandbox)]
    await chain(...titles(ghx, 100))
    sandbox.injectFault({ ...givenUp, status: 502 })
    await chain(...titles(ghx, 80))
    sandbox.clearRequests()
    for (const client of [ghx, other]) await chain(...titles(client, 61))
    // The issues are known from the results before.
    expect(sizes()).toEqual([40, 21, 61, 20, 41])
  })

  it.each([502, 504])("leave nothing doubled after a %i that was applied", async (status) => {
    const ghx = ghxOf(sandbox, { retry: { backoff_ms: 1 } })
    await chain(...comments(ghx, 10))
    sandbox.clearRequests()
    const before = sandbox.applied.length
    sandbox.injectFault({ ...givenUp, status, applied: true })
    const { results } = await chain(...comments(ghx, 30))
    expect(sizes()).toEqual([30, 30])
    expect(sandbox.applied.length - before).toBe(30)
    for (const result of results)
      expect(result).toMatchObject({ error: { details: { outcome: "unknown" } } })
    await chain(...comments(ghx, 30))
    expect(sizes().slice(2)).toEqual([30, 15, 15])
  })

  it("leave nothing doubled after a time-out that is an error of GraphQL", async () => {
    const errors = [{ message: timeOut }]
    let lost = 0
    const ghx = ghxOf(
      await proxy(sandbox, (answer, request) => {
        if (operationsIn(request) < 20 || !request.query.startsWith("mutation")) return answer
        lost += 1
        return { data: null, errors }
      }),
      { retry: { backoff_ms: 1 } },
    )
    const { results } = await chain(...comments(ghx, 35))
    expect(results.map(({ ok }) => ok)).toEqual(upTo(35).map((at) => at <= 10))
    expect([lost, sandbox.applied.length]).toEqual([1, 35])
  })

  it("find by its key what a document has applied before it timed out", async () => {
    const ghx = ghxOf(sandbox)
    const keyed = (from: number, to: number) =>
      upTo(to - from + 1).map((at) =>
        ghx.issue.comments.create(
          { ...repository, issue_number: from + at - 1, body: "Any news?" },
          { key: `news:${from + at - 1}` },
        ),
      )
    await chain(...comments(ghx, 10))
    const before = sandbox.applied.length
    sandbox.injectFault({ ...givenUp, status: 504, applied: true })
    const { results } = await chain(...keyed(11, 40))
    expect(results.map((one) => one.once)).toEqual(upTo(30).map(() => "found"))
    expect(sandbox.applied.length - before).toBe(30)
  })
})

describe("a document of queries that GitHub gives up", () => {
  it("is sent in documents of 20, and the next ones are half as large", async () => {
    const ghx = ghxOf(
      await proxy(
        sandbox,
        (answer) => answer,
        (request) =>
          operationsIn(request) > 50 ? { data: null, errors: [{ message: timeOut }] } : undefined,
      ),
    )
    expect(await chain(...views(ghx, 90))).toMatchObject({ status: "success" })
    expect(sizes()).toEqual([20, 20, 20, 20, 10])
    sandbox.clearRequests()
    await chain(...views(ghx, 90))
    expect(sizes()).toEqual([45, 45])
  })

  it("is sent once more, in documents of 20, where GitHub is down", async () => {
    sandbox.injectFault({ status: 502 })
    const { status } = await chain(...views(ghxOf(sandbox), 60))
    expect(status).toBe("failed")
    expect(sizes()).toEqual([60, 20, 20, 20])
  })
})

describe("a document of queries that exceeds GitHub's resource limits", () => {
  it("is halved until its parts succeed", async () => {
    const ghx = ghxOf(
      await proxy(
        sandbox,
        (answer) => answer,
        (request) => (operationsIn(request) > 3 ? { data: null, errors: [tooMuch] } : undefined),
      ),
    )
    const { status, meta } = await chain(...views(ghx, 10))
    expect(status).toBe("success")
    expect(sizes()).toEqual([3, 2, 3, 2])
    expect(meta.requests).toBe(7)
  })

  it("is repeated only for the operations that GitHub left out", async () => {
    const ghx = ghxOf(
      await proxy(sandbox, ({ data }, request) => {
        if (operationsIn(request) <= 3) return { data: data ?? null }
        // The third operation is cut off; the fourth is null without an error.
        const path = ["s2_repository", "issue", "labels"]
        const rest = { s2_repository: null, s3_repository: null }
        return { data: { ...data, ...rest }, errors: [{ ...tooMuch, path }] }
      }),
    )
    const { status } = await chain(...views(ghx, 4))
    expect(status).toBe("success")
    expect(sizes()).toEqual([4, 1, 1])
  })

  it("is halved if only its queries together request too many nodes", async () => {
    // The compiler does not count what `fields` leaves of a document.
    const many = { type: "MAX_NODE_LIMIT_EXCEEDED", message: "This requests too many nodes." }
    sandbox.injectFault({ times: 1, graphql_error: many })
    const { status, meta } = await chain(...views(ghxOf(sandbox), 30))
    expect(status).toBe("success")
    expect(meta.requests).toBe(3)
  })

  it("returns VALIDATION with a fix if a single query still exceeds them", async () => {
    sandbox.injectFault({ graphql_error: tooMuch })
    const { results, meta } = await chain(...views(ghxOf(sandbox), 2))
    expect(results[1]).toMatchObject({
      task: "issue.view",
      error: {
        code: "VALIDATION",
        retryable: false,
        details: { fix: expect.stringContaining("fewer steps") },
      },
    })
    expect(meta).toMatchObject({ failed: 2, requests: 3 })
  })
})

describe("a document of mutations that exceeds GitHub's resource limits", () => {
  const overThree = (error: object) =>
    proxy(
      sandbox,
      (answer) => answer,
      ({ query }) =>
        query.startsWith("mutation") && operationsIn({ query }) > 3
          ? { data: null, errors: [error] }
          : undefined,
    )

  it("is not repeated if GitHub may have applied all of it, unless that is harmless", async () => {
    const ghx = ghxOf(await overThree(tooMuch))
    const [comment] = comments(ghx, 1)
    const { results } = await chain(...(comment ? [comment] : []), ...titles(ghx, 4))
    expect(results.map(({ ok }) => ok)).toEqual([false, true, true, true, true])
    expect(results[0]).toMatchObject({
      error: { code: "VALIDATION", retryable: false, details: { outcome: "unknown" } },
    })
    expect(sandbox.applied).toHaveLength(4)
  })

  it("is halved if GitHub refused it before its execution", async () => {
    const error = { type: "MAX_NODE_LIMIT_EXCEEDED", message: "This requests too many nodes." }
    expect(await chain(...comments(ghxOf(await overThree(error)), 4))).toMatchObject({
      status: "success",
    })
    expect(sandbox.applied).toHaveLength(4)
  })

  it("is halved in step order if its mutations can be repeated", async () => {
    const ghx = ghxOf(await overThree(tooMuch))
    const { status, results } = await chain(...titles(ghx, 12))
    expect(status).toBe("success")
    expect(results.map((result) => result.ok && result.data.title)).toEqual(
      upTo(12).map((number) => `Title ${number}`),
    )
    expect(sizes()).toEqual([12, 3, 3, 3, 3])
    expect(new Set(sandbox.applied.map(({ node_id }) => node_id)).size).toBe(12)
    expect(sandbox.applied).toHaveLength(12)
  })

  it("is not repeated if GitHub may have applied part of it", async () => {
    sandbox.injectFault({
      match: { body_includes: "mutation Chain" },
      graphql_error: { ...tooMuch, path: ["s1_updateIssue"] },
      partial: true,
    })
    const { results } = await chain(...titles(ghxOf(sandbox), 3))
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(results[1]).toMatchObject({
      error: { code: "VALIDATION", retryable: false, details: { outcome: "unknown" } },
    })
    expect(sandbox.applied).toHaveLength(3)
  })

  it("reports the outcome `unknown` for a mutation with neither data nor an error", async () => {
    const ghx = ghxOf(
      await proxy(sandbox, (answer, { query }) => {
        if (!query.startsWith("mutation")) return answer
        const { s1_updateIssue: _, ...data } = answer.data ?? {}
        return { data }
      }),
    )
    const { results } = await chain(...titles(ghx, 3))
    expect(results[1]).toMatchObject({ error: { code: "SERVER", details: { outcome: "unknown" } } })
    expect(results[2]).toMatchObject({ ok: true, data: { number: 3 } })
    expect(sandbox.applied).toHaveLength(3)
  })
})
