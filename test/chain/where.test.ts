/** Tests which items of a list the steps of `each` are made for. */
import { chain, createExecutor, createGhx, each, type Issue } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

const repo = { owner: "ada", repo: "engine" }

let sandbox: Sandbox
beforeAll(async () => {
  const issues = [["bug"], ["bug", "ui"], ["ui"], []].map((labels, index) => ({
    title: `Issue ${index + 1}`,
    author: "ada",
    labels,
  }))
  const labels = ["bug", "ui"].map((name) => ({ name, color: "ededed" }))
  sandbox = await startSandbox({
    seed: { users: [{ login: "ada" }], repositories: [{ ...seedOf(repo), labels, issues }] },
  })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const seedOf = ({ owner, repo: name }: typeof repo) => ({ owner, name })

type Where = { readonly [Key in keyof Issue]?: unknown }

async function closed(where: Where): Promise<number[]> {
  const client = { base_url: sandbox.url, token: sandbox.token }
  const ghx = createGhx(client)
  const list = ghx.issue.list(repo)
  const closing = each(
    list.out.items,
    ({ number }) => ghx.issue.close({ ...repo, issue_number: number }),
    { where: where as { title?: string } },
  )
  const { results } = await chain(list, closing)
  const [, one] = results
  if (!one?.ok) throw new Error(JSON.stringify(one))
  return (one.data as { number: number }[]).map(({ number }) => number).sort()
}

describe("`where` of `each` selects the items", () => {
  it.each<[string, Where, number[]]>([
    ["whose list contains the value", { labels: "bug" }, [1, 2]],
    ["whose list contains one of several values", { labels: ["bug", "ui"] }, [1, 2, 3]],
    ["whose list does not contain the value", { labels: { not: "bug" } }, [3, 4]],
    ["whose list contains the value in another case", { labels: ["BUG", "Ui"] }, [1, 2, 3]],
    ["whose list does not contain it in any case", { labels: { not: "BUG" } }, [3, 4]],
    ["with the exact text", { title: ["issue 1", "Issue 2"] }, [2]],
    ["that meet all conditions", { labels: "ui", number: { not: 2 } }, [3]],
  ])("%s", async (_, where, numbers) => {
    expect(await closed(where)).toEqual(numbers)
  })

  it("also in tasks", async () => {
    const { executeTasks } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
    const { status } = await executeTasks([
      { task: "issue.list", as: "all", input: repo },
      {
        task: "issue.close",
        each: { $from: "all", path: "items", where: { labels: "ui" } },
        input: { ...repo, issue_number: { $item: "number" } },
      },
    ])
    expect(status).toBe("success")
    expect(sandbox.applied).toHaveLength(2)
  })
})

it("`where` of `each` applies an inherited condition", async () => {
  expect(await closed(Object.create({ number: 4 }))).toEqual([4])
})

it.each([{ labels: [] }, { labels: { not: [] } }])(
  "`where` of `each` refuses %j, which would not compare anything",
  async (where) => {
    await expect(closed(where)).rejects.toThrow("labels is a list, which is compared")
    expect(sandbox.applied).toEqual([])
  },
)

it("`where` of `each` rejects an undefined condition", async () => {
  await expect(closed({ number: undefined })).rejects.toThrow("compared with strings, numbers")
  expect(sandbox.applied).toEqual([])
})
