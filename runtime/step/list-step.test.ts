import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { bindTree, chain, GhxError } from "../index.js"
import { data, type GithubDouble, type Reply, startGithub, tree } from "../testing/index.js"

let github: GithubDouble
let ghx: typeof tree

const repository = { owner: "octocat", repo: "hello-world" }

function page(
  numbers: number[],
  endCursor: string | null,
  hasNextPage = endCursor !== null,
): Reply {
  const nodes = numbers.map((number) => ({ number }))
  const issues = { nodes, totalCount: 5, pageInfo: { hasNextPage, endCursor } }
  return data({ repository: { issues } })
}

beforeEach(async () => {
  github = await startGithub(({ variables: { after } }) => {
    if (after === "2") return page([3, 4], "4")
    return after === "4" ? page([5], null) : page([1, 2], "2")
  })
  ghx = bindTree(tree, github.client())
})
afterEach(() => github.close())

async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of iterable) all.push(one)
  return all
}

describe("a list step", () => {
  test("resolves to one page, with the pagination in meta", async () => {
    const result = await ghx.issue.list(repository)
    expect(result).toMatchObject({
      ok: true,
      data: { items: [{ number: 1 }, { number: 2 }] },
      meta: { pagination: { has_next_page: true, end_cursor: "2", total_count: 5 } },
    })
    expect(github.requests[0]?.variables).toEqual({ ...repository, first: 30 })
  })

  test("iterates over the items of every page", async () => {
    const items = await collect(ghx.issue.list(repository).items())
    expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    expect(github.requests.map(({ variables }) => variables.after)).toEqual([undefined, "2", "4"])
  })

  test("copies its input and uses the copy for every page", async () => {
    const input = { ...repository }
    for await (const _ of ghx.issue.list(input).pages()) input.repo = "another"
    const repos = github.requests.map(({ variables }) => variables.repo)
    expect(repos).toEqual(["hello-world", "hello-world", "hello-world"])
  })

  test("iterates over pages", async () => {
    const pages = await collect(ghx.issue.list(repository).pages())
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1])
  })

  test("applies the options of the call to the call of each page", async () => {
    const list = ghx.issue.list(repository)
    await expect(collect(list.items({ route: "rest" }))).rejects.toMatchObject({
      code: "ADAPTER_UNSUPPORTED",
    })
    const controller = new AbortController()
    const seen: number[] = []
    const reading = async () => {
      const items = ghx.issue.list(repository).items({ signal: controller.signal })
      for await (const { number } of items) {
        seen.push(number)
        if (number === 2) controller.abort(new Error("enough"))
      }
    }
    await expect(reading()).rejects.toThrow("enough")
    expect(seen).toEqual([1, 2])
    github.answer = () => ({ status: 502, body: {} })
    const traced = collect(ghx.issue.list(repository).pages({ trace: true }))
    const error = await traced.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(GhxError)
    expect(error).toMatchObject({ envelope: { meta: { attempts: [{ error_code: "SERVER" }] } } })
  })

  test("requests no page beyond the limit", async () => {
    expect(await collect(ghx.issue.list(repository).items({ limit: 0 }))).toEqual([])
    expect(github.requests).toHaveLength(0)
    expect(await collect(ghx.issue.list(repository).items({ limit: 2 }))).toHaveLength(2)
    expect(github.requests).toHaveLength(1)
    expect(await collect(ghx.issue.list(repository).items({ limit: 3 }))).toHaveLength(3)
    expect(github.requests).toHaveLength(3)
    expect(await collect(ghx.issue.list(repository).pages({ limit: 1 }))).toHaveLength(1)
    expect(github.requests).toHaveLength(4)
  })

  test.each([-1, 1.5, Number.NaN])("rejects the limit %s", async (limit) => {
    await expect(collect(ghx.issue.list(repository).items({ limit }))).rejects.toThrow("number")
    await expect(collect(ghx.issue.list(repository).pages({ limit }))).rejects.toThrow("number")
    expect(github.requests).toHaveLength(0)
  })

  test("starts after the cursor in its input", async () => {
    const items = await collect(ghx.issue.list({ ...repository, after: "4" }).items())
    expect(items).toEqual([{ number: 5 }])
  })

  test("reuses the page that was already awaited", async () => {
    const step = ghx.issue.list(repository)
    await step
    await collect(step.items())
    expect(github.requests).toHaveLength(3)
  })

  test("throws the error of a page after yielding the items before it", async () => {
    github.answer = ({ variables: { after } }) =>
      after ? { status: 502, body: {} } : page([1, 2], "2")
    const seen: number[] = []
    const reading = async () => {
      for await (const { number } of ghx.issue.list(repository).items()) seen.push(number)
    }
    const error: unknown = await reading().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(GhxError)
    expect(error).toMatchObject({ code: "SERVER" })
    expect(seen).toEqual([1, 2])
  })

  test.each([
    ["does not move", "2"],
    ["is missing", null],
  ])("throws instead of looping if the cursor %s", async (_, cursor) => {
    github.answer = () => page([1, 2], cursor, true)
    await expect(collect(ghx.issue.list(repository).items())).rejects.toMatchObject({
      name: "GhxError",
      code: "SERVER",
    })
    expect(github.requests.length).toBeLessThanOrEqual(2)
  })

  test("can join a chain, but cannot be iterated afterwards", async () => {
    const step = ghx.issue.list(repository)
    const { results } = await chain(step)
    expect(results[0]).toMatchObject({ task: "issue.list", ok: true })
    await expect(collect(step.items())).rejects.toThrow("already belongs to a chain")
  })
})
