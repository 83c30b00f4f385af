/** Tests tasks that take a value from the only matching item of a list. */
import { createExecutor } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const repo = { owner: "ada", repo: "engine" }
const page = { first: 30, include_body: false }
const titles = ["Flaky test", "flaky TEST", "Bug 12", "Bug 120", "The meeting", "Same", "Same"]

let sandbox: Sandbox
let executeTasks: ReturnType<typeof createExecutor>["executeTasks"]
beforeAll(async () => {
  sandbox = await startSandbox({
    seed: {
      viewer: "ada",
      users: [{ login: "ada" }],
      repositories: [
        { owner: "ada", name: "engine", issues: titles.map((title) => ({ title, author: "ada" })) },
        { owner: "ada", name: "big", generate_issues: 130 },
        { owner: "ada", name: "huge", generate_issues: 1_001 },
      ],
    },
  })
  const options = { base_url: sandbox.url, token: sandbox.token, retry: false as const }
  executeTasks = createExecutor(options).executeTasks
})
afterAll(() => sandbox.close())

/** Views the matched issue; the result is its title, or the error. */
async function viewed(match: unknown, list: object = {}) {
  const $from = { $from: "issues", path: "items[*].number", match }
  const { results } = await executeTasks([
    { task: "issue.list", as: "issues", input: { ...repo, ...list } },
    { task: "issue.view", input: { ...repo, ...list, first: undefined, issue_number: $from } },
  ] as { task: string; input: unknown }[])
  const [, result] = results
  return result?.ok ? Object(result.data).title : result?.error
}

describe("`match` by title selects the item", () => {
  it.each([
    [
      "with exactly that title, although another title differs only in case",
      "flaky TEST",
      "flaky TEST",
    ],
    ["whose title differs in case", "the MEETING", "The meeting"],
    ["whose title contains the text", "meeting", "The meeting"],
  ])("%s", async (_, title, found) => {
    expect(await viewed({ title })).toBe(found)
  })

  it("only if every condition holds", async () => {
    expect(await viewed({ title: "Same", number: 6 })).toBe("Same")
    expect(await viewed({ title: "Same", number: 5 })).toMatchObject({ code: "NOT_FOUND" })
  })
})

it("`match` with several matching items returns VALIDATION and lists them", async () => {
  expect(await viewed({ title: "Same" })).toEqual({
    code: "VALIDATION",
    message: 'Not sent: 2 of the 7 items of issues have title "Same": number 7, 6',
    retryable: false,
    details: {
      matches: [expect.objectContaining({ number: 7 }), expect.objectContaining({ number: 6 })],
      fix: "Pass the number, id or full name of one of them",
    },
  })
  expect(await viewed({ title: "flaky Test" })).toMatchObject({
    details: { matches: [{ title: "flaky TEST" }, { title: "Flaky test" }] },
  })
  expect(await viewed({})).toMatchObject({
    message: "Not sent: expected one of the 7 items of issues: number 7, 6, 5, 4, 3, 2, 1",
  })
})

it("`match` without a matching item returns NOT_FOUND with suggestions", async () => {
  expect(await viewed({ title: "Flaky tets" })).toEqual({
    code: "NOT_FOUND",
    message:
      'Not sent: none of the 7 items of issues has title "Flaky tets", did you mean `flaky TEST` or `Flaky test`?',
    retryable: false,
    details: {
      candidates: ["flaky TEST", "Flaky test"],
      listed: { ...repo, states: ["OPEN"], sort: "CREATED_AT", direction: "DESC", ...page },
    },
  })
})

it("`match` reads all pages of the list", async () => {
  const [newest] = (await executeTasks([{ task: "issue.list", input: { ...repo, repo: "big" } }]))
    .results
  if (!newest?.ok) throw new Error("failed")
  const { number, title } = Object(newest.data).items[0]
  const first = number - 129
  const before = sandbox.requests.length
  const found = await viewed({ number: first }, { repo: "big", first: 100 })
  expect(found).not.toBe(title)
  expect(typeof found).toBe("string")
  expect(sandbox.requests.length - before).toBe(3)
})

it("`match` returns VALIDATION if the list is too long to be read to its end", async () => {
  const found = await viewed({ number: 1_001 }, { repo: "huge", first: 100 })
  expect(found).toMatchObject({
    code: "VALIDATION",
    message: "Not sent: one of the 1000 items of issues has number 1001, but the list is longer",
    details: { matches: [{ number: 1_001 }] },
  })
})

it("two `match` references of a task read their list once", async () => {
  const input = { ...repo, repo: "big", first: 100 }
  const found = (member: string) => ({ $from: 0, path: `items[*].${member}`, match: { number: 2 } })
  const before = sandbox.requests.length
  const { results } = await executeTasks([
    { task: "issue.list", input },
    {
      task: "issue.comments.create",
      input: { ...repo, repo: "big", issue_number: found("number"), body: found("title") },
    },
  ])
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
  // Two pages, which also contain the id, and the write.
  expect(sandbox.requests.length - before).toBe(3)
})
