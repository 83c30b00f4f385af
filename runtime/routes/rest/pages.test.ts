import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { bindTree, type ListStep } from "../../index.js"
import { type GithubDouble, handWrittenList, startGithub } from "../../testing/index.js"
import { readCursor, writeCursor } from "./pages.js"

interface Answer {
  total_count: number
  incomplete_results?: boolean
  runs: { id: number }[]
}

interface RunListInput {
  first?: number
  after?: string
}

const page: Answer = { total_count: 5, runs: [{ id: 1 }, { id: 2 }] }

let github: GithubDouble
let answer: { body: Answer; link?: string }
let list: (input?: RunListInput) => ListStep<"run.list", { run_id: number }>

beforeEach(async () => {
  github = await startGithub(() => ({
    body: answer.body,
    ...(answer.link !== undefined && { headers: { link: answer.link } }),
  }))
  const client = github.client()
  const own = handWrittenList<"run.list", RunListInput, { run_id: number }>({
    id: "run.list",
    version: "1.0.0",
    effect: "read",
    idempotent: true,
    input: {
      type: "object",
      additionalProperties: false,
      properties: {
        first: { type: "integer", minimum: 1, maximum: 100, default: 2 },
        after: { type: "string" },
      },
    },
    output: { type: "object" },
    routes: ["rest"],
    rest: {
      endpoints: [
        {
          as: "answer",
          method: "GET",
          path: "/runs",
          paged: true,
          request: ({ first }, _responses, page) => ({
            path: {},
            query: { per_page: first, page },
          }),
        },
      ],
      result: "answer",
      output: ({ answer }: { answer: Answer }, _input, pageInfo) => ({
        items: answer.runs.map(({ id }) => ({ run_id: id })),
        total_count: answer.total_count,
        page_info: pageInfo(answer.total_count, answer.incomplete_results),
      }),
    },
  })
  list = bindTree({ own }, client).own
})
afterEach(() => github.close())

describe("the Link header", () => {
  test.each([
    ["names the next page", '<https://api.github.com/repositories/1/runs?page=2>; rel="next"'],
    ["has other links", '<https://h/runs?page=9>; rel="last", <https://h/runs?page=2>; rel="next"'],
    ["has commas in it", '<https://h/runs?q=a,b&page=2&per_page=2>; rel="next"'],
    ["has no spaces", '<https://h/runs?page=2>;rel="next"'],
    ["is relative", '</runs?page=2>; rel="next"'],
    ["has no quotes", "<https://h/runs?page=2>; rel=next, <https://h/runs?page=9>; rel=last"],
    ["has several relations", '<https://h/runs?page=2>; rel="last next"'],
    ["has other parameters", '<https://h/runs?page=2>; title="a, b; rel=prev"; Rel = "next"'],
  ])("means that there are more pages if it %s", async (_, link) => {
    answer = { body: page, link }
    const { has_next_page, end_cursor } = (await list().orThrow()).page_info
    expect(has_next_page).toBe(true)
    expect(readCursor(String(end_cursor))).toMatchObject({ number: 2, size: 2 })
  })

  test.each([
    ["part of another relation", '<https://h/runs?page=2>; rel="prev", </next>; rel=nextish'],
    ["part of its URL", '<https://h/runs?page=2&q=;rel="next">; rel="prev"'],
  ])("means the end of the list if it has `next` as %s", async (_, link) => {
    answer = { body: { ...page, total_count: 2 }, link }
    expect((await list().orThrow()).page_info).toEqual({ has_next_page: false, end_cursor: null })
  })

  test("only provides the number of the next page, not its URL", async () => {
    const elsewhere = await startGithub()
    answer = { body: page, link: `<${elsewhere.url}/stolen?page=2&state=all>; rel="next"` }
    const pages = list().pages({ limit: 2 })
    await pages.next()
    answer = { body: { ...page, total_count: 4 } }
    await pages.next()
    expect(github.requests.map(({ path }) => path)).toEqual([
      "/runs?per_page=2&page=1",
      "/runs?per_page=2&page=2",
    ])
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  test.each([
    ["no page", '<https://h/runs?after=abc>; rel="next"'],
    ["no number", '<https://h/runs?page=two>; rel="next"'],
    ["the same page", '<https://h/runs?page=1>; rel="next"'],
  ])("causes an error, not the end of the list, if its next link has %s", async (_, link) => {
    answer = { body: page, link }
    expect(await list()).toMatchObject({
      error: { code: "UNKNOWN", message: expect.stringContaining("has no page after 1") },
    })
  })
})

describe("the end of a list", () => {
  test("is reached if GitHub links no next page and counts no more items", async () => {
    answer = { body: { ...page, total_count: 2 }, link: '<https://h/runs?page=1>; rel="last"' }
    const result = await list()
    expect(result).toMatchObject({
      data: { page_info: { has_next_page: false, end_cursor: null } },
    })
    expect(result.meta).not.toHaveProperty("warnings")
  })

  test("is not reported if GitHub counts more items than it returns", async () => {
    answer = { body: page }
    expect(await list({ after: writeCursor({ number: 2, size: 2 }) })).toMatchObject({
      data: { page_info: { has_next_page: true, end_cursor: null } },
      meta: { warnings: [{ message: expect.stringContaining("first 4 of 5") }] },
    })
  })

  test("is not reported if a search timed out", async () => {
    answer = { body: { ...page, total_count: 2, incomplete_results: true } }
    expect(await list()).toMatchObject({
      data: { page_info: { has_next_page: true, end_cursor: null } },
      meta: { warnings: [{ message: expect.stringContaining("timed out") }] },
    })
  })

  test("is not reported, but a cursor is, if a search timed out before the last page", async () => {
    answer = { body: { ...page, incomplete_results: true }, link: '</runs?page=2>; rel="next"' }
    expect(await list()).toMatchObject({
      data: { page_info: { has_next_page: true, end_cursor: expect.any(String) } },
      meta: { warnings: [{ message: expect.stringContaining("timed out") }] },
    })
  })
})
