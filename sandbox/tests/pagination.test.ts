import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data, refusal } from "./client.js"

let sandbox: Sandbox
let all: number[]

beforeAll(async () => {
  sandbox = await startSandbox()
  all = Array.from({ length: 250 }, (_, index) => index + 1)
})
afterAll(() => sandbox.close())

const PAGE = `query Page(
  $first: Int, $last: Int, $after: String, $before: String, $order: IssueOrder, $labels: [String!]
) {
  repository(owner: "octocat", name: "big") {
    issues(
      first: $first, last: $last, after: $after, before: $before, orderBy: $order, labels: $labels
    ) {
      totalCount
      nodes { number }
      edges { cursor }
      pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    }
  }
}`

async function page(variables: Record<string, unknown>) {
  const { repository } = await data(sandbox, PAGE, variables)
  const { nodes, edges, pageInfo, totalCount } = repository.issues
  return {
    numbers: nodes.map((node: { number: number }) => node.number) as number[],
    cursors: edges.map((edge: { cursor: string }) => edge.cursor) as string[],
    pageInfo,
    totalCount,
  }
}

describe("a connection", () => {
  test.each(["ASC", "DESC"])(
    "pages through all items forwards and backwards, %s",
    async (direction) => {
      const order = { field: "CREATED_AT", direction }
      const expected = direction === "ASC" ? all : [...all].reverse()
      const forwards: number[] = []
      let after: string | null = null
      for (;;) {
        const one = await page({ first: 70, after, order })
        forwards.push(...one.numbers)
        if (!one.pageInfo.hasNextPage) break
        after = one.pageInfo.endCursor
      }
      expect(forwards).toEqual(expected)

      const backwards: number[] = []
      let before: string | null = null
      for (;;) {
        const one = await page({ last: 70, before, order })
        backwards.unshift(...one.numbers)
        if (!one.pageInfo.hasPreviousPage) break
        before = one.pageInfo.startCursor
      }
      expect(backwards).toEqual(expected)
    },
  )

  test("returns the same items as a slice between any two cursors", async () => {
    const cursors: string[] = []
    for (let after: string | null = null; cursors.length < 250; ) {
      const one = await page({ first: 100, after })
      cursors.push(...one.cursors)
      after = one.pageInfo.endCursor
    }
    const position = fc.option(fc.nat(249))
    await fc.assert(
      fc.asyncProperty(
        position,
        position,
        fc.integer({ min: 1, max: 100 }),
        fc.boolean(),
        async (after, before, size, forwards) => {
          const got = await page({
            after: after === null ? null : cursors[after],
            before: before === null ? null : cursors[before],
            ...(forwards ? { first: size } : { last: size }),
          })
          const window = all.slice(after === null ? 0 : after + 1, before ?? all.length)
          const expected = forwards ? window.slice(0, size) : window.slice(-size)
          expect(got.numbers).toEqual(expected)
          expect(got.totalCount).toBe(250)
          if (expected.length > 0) {
            expect(got.pageInfo.hasNextPage).toBe(expected.at(-1) !== all.at(-1))
            expect(got.pageInfo.hasPreviousPage).toBe(expected[0] !== all[0])
            expect(got.cursors[0]).toBe(got.pageInfo.startCursor)
            expect(got.cursors.at(-1)).toBe(got.pageInfo.endCursor)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test("counts the items that match the filter", async () => {
    const one = await page({ first: 3, labels: ["bug"] })
    expect(one.totalCount).toBe(41)
    const none = await page({ first: 3, labels: ["nonsense"] })
    expect(none).toEqual({
      numbers: [],
      cursors: [],
      totalCount: 0,
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
    })
  })

  test("continues after an item that was deleted between two pages", async () => {
    const own = await startSandbox()
    const list = `query ($after: String) {
      repository(owner: "octocat", name: "big") {
        issues(first: 2, after: $after) { nodes { id number } pageInfo { endCursor } }
      }
    }`
    const { repository } = await data(own, list)
    await data(
      own,
      "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }",
      { id: repository.issues.nodes[1].id },
    )
    const next = await data(own, list, { after: repository.issues.pageInfo.endCursor })
    expect(next.repository.issues.nodes.map((node: { number: number }) => node.number)).toEqual([
      3, 4,
    ])
    await own.close()
  })
})

describe("a list whose cursors are counts, as on GitHub", () => {
  const refs = (args: string) =>
    `refs(refPrefix: "refs/heads/", ${args}) {
      nodes { name } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    }`

  test.each(["ASC", "DESC"])("has branches on pages in both directions, %s", async (direction) => {
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") {
        all: ${refs(`first: 9, direction: ${direction}`)}
        next: ${refs(`first: 2, after: "MQ", direction: ${direction}`)}
        before: ${refs(`last: 2, before: "NA", direction: ${direction}`)}
      } }`,
    )
    const { all, next, before } = repository
    expect(all.nodes.length).toBeGreaterThan(3)
    expect(next.nodes).toEqual(all.nodes.slice(1, 3))
    expect(next.pageInfo).toEqual({
      ...{ startCursor: "Mg", endCursor: "Mw", hasNextPage: true, hasPreviousPage: true },
    })
    expect(before.nodes).toEqual(all.nodes.slice(1, 3))
  })

  test.each([
    ["issue(number: 2) { list: subIssues(first: 1) { pageInfo { endCursor } } }", "MQ"],
    [
      `owner { ... on User { projectV2(number: 1) {
       list: items(first: 2, orderBy: { field: POSITION, direction: DESC }) { pageInfo { endCursor } }
     } } }`,
      "Mg",
    ],
  ])("is %s", async (selection, endCursor) => {
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") { ${selection} } }`,
    )
    const list = repository.issue?.list ?? repository.owner.projectV2.list
    expect(list.pageInfo).toEqual({ endCursor })
  })
})

describe("GitHub's rules for connections", () => {
  const issues = (args: string, selection = "nodes { id }") =>
    `{ repository(owner: "octocat", name: "big") { name issues${args} { ${selection} } } }`

  test("require `first` or `last` for nodes", async () => {
    const reply = await ask(sandbox, issues(""))
    expect(reply.data).toEqual({ repository: null })
    expect(reply.errors).toEqual([
      {
        type: "MISSING_PAGINATION_BOUNDARIES",
        path: ["repository", "issues"],
        locations: [{ line: 1, column: 52 }],
        message:
          "You must provide a `first` or `last` value to properly paginate the `issues` connection.",
      },
    ])
  })

  test("require neither for totalCount, nor for nodes that @include excludes", async () => {
    expect((await data(sandbox, issues("", "totalCount"))).repository.issues.totalCount).toBe(250)
    const skipped = await data(
      sandbox,
      `query ($with: Boolean!) {
        repository(owner: "octocat", name: "big") { issues { totalCount nodes @include(if: $with) { id } } }
      }`,
      { with: false },
    )
    expect(skipped.repository.issues).toEqual({ totalCount: 250 })
  })

  test("require `first` or `last` for nodes in a fragment", async () => {
    const error = await refusal(
      sandbox,
      `{ repository(owner: "octocat", name: "big") { issues { ...F } } }
       fragment F on IssueConnection { ... { nodes { id } } }`,
    )
    expect(error?.type).toBe("MISSING_PAGINATION_BOUNDARIES")
  })

  test.each([
    [
      "(first: 101)",
      "EXCESSIVE_PAGINATION",
      "Requesting 101 records on the `issues` connection exceeds the `first` limit of 100 records.",
    ],
    [
      "(last: 500)",
      "EXCESSIVE_PAGINATION",
      "Requesting 500 records on the `issues` connection exceeds the `last` limit of 100 records.",
    ],
  ])("limit a page to 100 items: %s", async (args, type, message) => {
    expect(await refusal(sandbox, issues(args))).toMatchObject({ type, message })
  })

  test("refuse a cursor that the sandbox did not create", async () => {
    expect(await refusal(sandbox, issues('(first: 1, after: "abc")'))).toMatchObject({
      type: "INVALID_CURSOR_ARGUMENTS",
      message: "`abc` does not appear to be a valid cursor.",
    })
  })

  test("limit a query to 500,000 nodes before it is executed", async () => {
    const reply = await ask(
      sandbox,
      `{ repository(owner: "octocat", name: "big") { issues(first: 100) { nodes {
        comments(first: 100) { nodes { reactions(first: 100) { nodes { id } } } } } } } }`,
    )
    expect(reply).toEqual({
      errors: [
        {
          type: "MAX_NODE_LIMIT_EXCEEDED",
          message:
            "This query requests up to 1,010,100 possible nodes which exceeds the maximum limit of 500,000.",
        },
      ],
    })
  })

  test("determine the cost and node count that rateLimit reports", async () => {
    const { rateLimit } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "big") { issues(first: 100) { nodes {
        comments(first: 50) { nodes { id reactions(first: 1) { totalCount } } } } } }
        rateLimit { cost nodeCount limit remaining used resetAt } }`,
    )
    // 1 list of issues, 100 of comments, 5,000 of reactions: 5,101 fetches are 51 points.
    expect(rateLimit).toMatchObject({ cost: 51, nodeCount: 100 + 5000 + 5000, limit: 5000 })
    expect(rateLimit.used + rateLimit.remaining).toBe(5000)
  })

  test("exclude fields with @skip from the cost", async () => {
    const { rateLimit } = await data(
      sandbox,
      `query ($skip: Boolean!) {
        repository(owner: "octocat", name: "big") { issues(first: 100) @skip(if: $skip) { nodes { id } } }
        rateLimit { cost nodeCount }
      }`,
      { skip: true },
    )
    expect(rateLimit).toEqual({ cost: 1, nodeCount: 0 })
  })
})
