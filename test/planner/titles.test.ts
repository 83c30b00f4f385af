/** Finds an issue by its title in everyday wording, in a repository with similar titles. */
import { createExecutor } from "ghx"
import { plan } from "ghx/plan"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

const repo = { owner: "ada", repo: "engine" }

const titles = {
  1: "Write the reference manual",
  2: "Login page is slow",
  3: "Login page crashes on Safari",
  4: "Support dark mode",
  5: "Config of the linter",
  6: "Theme switcher",
  7: "Bug 12: wrong total",
  8: "Bug 1: rounding",
  9: "On-call rotation",
  10: "Café menu does not open",
  11: "Drop Node 18",
  12: "Reissue certificates",
  13: "日本語の文字化け",
  14: "This is not a pipe",
  15: "Next",
  16: "Zero\u200bwidth space",
  17: "Nai\u0308ve parser",
  18: "Na\u00efve parser",
  19: "Release",
  20: "release",
}

let sandbox: Sandbox
beforeAll(async () => {
  const issues = Object.entries(titles).map(([number, title]) => ({
    number: Number(number),
    title,
    author: "ada",
  }))
  sandbox = await startSandbox({
    seed: {
      users: [{ login: "ada" }],
      viewer: "ada",
      repositories: [{ owner: "ada", name: "engine", issues }],
    },
  })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

async function run(intent: string, title: string) {
  const { steps, missing } = plan({ intent, entities: { ...repo, title } })
  expect(missing).toEqual([])
  const client = { base_url: sandbox.url, token: sandbox.token, confirm: () => true }
  const { results } = await createExecutor(client).executeTasks(steps)
  return { steps, result: Object(results.at(-1)) }
}

/** The issues that were offered as a choice. */
const matches = ({ details }: { details?: { matches?: { number: number }[] } }) =>
  (details?.matches ?? []).map(({ number }) => number).sort((a, b) => a - b)

describe("a plan ends with the list of issues if the title is only words such as `it`", () => {
  it.each([
    "it",
    "It",
    "the",
    "on",
    "this",
    "that one",
    "the last one",
    "the issue",
    "issues",
    "an issue",
    "this issue",
    "the first of them",
    "the other issue",
    "  ",
  ])("%j", async (title) => {
    const { steps, result } = await run("issue.close", title)
    expect(steps.map(({ tool }) => tool)).toEqual(["issue.list"])
    expect(Object(result.data).items).toHaveLength(Object.keys(titles).length)
    expect(sandbox.applied).toEqual([])
  })
})

describe("a plan closes the issue with the full title", () => {
  it.each([
    ["Write the reference manual", 1],
    ["write the reference manual", 1],
    ["  Support Dark Mode ", 4],
    ["ON-CALL ROTATION", 9],
    ["cafe\u0301 menu does not open", 10],
    ["Bug 1: rounding", 8],
    ["日本語の文字化け", 13],
    ["This is not a pipe", 14],
    ["Next", 15],
    ["Zero\u200bwidth space", 16],
    ["Zerowidth space", 16],
    ["zero\u200bwidth\u2060 SPACE", 16],
    ["Release", 19],
    ["release", 20],
  ])("%j is #%i", async (title, number) => {
    const { result } = await run("issue.close", title)
    expect(result).toMatchObject({ ok: true, data: { number, state: "CLOSED" } })
    expect(sandbox.applied).toHaveLength(1)
  })
})

describe("a partial title that matches one issue is enough for a read, but not for a write", () => {
  it.each([
    ["dark mode", 4],
    ["Safari", 3],
    ["linter", 5],
    ["bug 12", 7],
    ["bug 1", 8],
    ["café", 10],
    ["node 18", 11],
    ["reference", 1],
    ["theme", 6],
  ])("%j is #%i", async (title, number) => {
    for (const intent of ["issue.close", "issue.delete"]) {
      const { error } = (await run(intent, title)).result
      expect(error).toMatchObject({ code: "VALIDATION", details: { outcome: "not_sent" } })
      expect(matches(error)).toEqual([number])
    }
    expect(sandbox.applied).toEqual([])
    const { result } = await run("issue.view", title)
    expect(result).toMatchObject({ ok: true, data: { number } })
  })
})

describe("a plan rejects a title that matches several issues, part of a word or nothing", () => {
  it.each([
    ["login page", [2, 3]],
    ["bug", [7, 8]],
    ["Na\u00efve parser", [17, 18]],
    ["RELEASE", [19, 20]],
    ["log", []],
    ["mod", []],
    ["rite", []],
    ["em", []],
    ["18", []],
    ["文字", []],
    ["Write the reference manual!", []],
    ["pay the invoice", []],
  ])("%j", async (title, numbers) => {
    const { error } = (await run("issue.close", title)).result
    expect(error.code).toBe(numbers.length > 0 ? "VALIDATION" : "NOT_FOUND")
    expect(matches(error)).toEqual(numbers)
    expect(sandbox.applied).toEqual([])
  })
})

it("a write that depends on a read by partial title is rejected", async () => {
  const { executeTasks } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
  const { results } = await executeTasks([
    { task: "issue.list", as: "issues", input: repo },
    {
      task: "issue.view",
      as: "issue",
      input: {
        ...repo,
        issue_number: { $from: "issues", path: "items[*].number", match: { title: "dark mode" } },
      },
    },
    {
      task: "issue.comments.create",
      input: { ...repo, issue_number: { $from: "issue", path: "number" }, body: "Done." },
    },
  ])
  expect(results[1]).toMatchObject({ ok: true, data: { number: 4 } })
  expect(results[2]).toMatchObject({
    ok: false,
    error: {
      code: "VALIDATION",
      message: expect.stringContaining('title "dark mode" only partially matches'),
      details: { matches: [{ number: 4 }] },
    },
  })
  expect(sandbox.applied).toEqual([])
})

it.each([
  [
    { milestone: "v1.0" },
    "milestone",
    "issue.list takes a value that matches ^([1-9][0-9]*|[*])$ as milestone",
  ],
  [{ state: "open" }, "state", "issue.list takes CLOSED, OPEN as states"],
  [{ states: ["OPEN", "closed"] }, "states", "issue.list takes CLOSED, OPEN as states"],
  [{ state_reason: "done" }, "state_reason", expect.stringContaining("issue.close takes ")],
])("plan rejects an entity that the schema of a call does not accept: %j", (text, name, reason) => {
  const { steps, missing } = plan({
    intent: "issue.close",
    entities: { ...repo, title: "x", ...text },
  })
  expect({ steps, missing }).toEqual({ steps: [], missing: [{ name, reason }] })
})
