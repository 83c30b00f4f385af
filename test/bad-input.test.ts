/** Tests that any input gives an envelope, and that an invalid one sends nothing. */

import fc from "fast-check"
import { chain, createGhx, executeTask } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registry } from "../generated/registry.js"
import { knownIn } from "../runtime/index.js"
import { cards } from "./cards.js"
import { all } from "./some.js"

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const options = () => ({ base_url: sandbox.url, token: sandbox.token })
const ids = [...knownIn(registry).keys()]

/** Capabilities that can be called without an input. */
const needNothing: ReadonlySet<string> = new Set(
  cards
    .filter(({ input_schema }) => (input_schema.required ?? []).length === 0)
    .map(({ capability_id }) => capability_id),
)

/** A valid input with one defect. */
const inputsWithOneDefect = fc
  .constantFrom(...cards)
  .chain(({ capability_id, input_schema, examples = [] }) =>
    fc.record({
      task: fc.constant(capability_id as string),
      input: fc.constantFrom(...examples.map(({ input }) => input)).chain((input) =>
        fc.oneof(
          fc
            .tuple(
              fc.constantFrom(
                "issueNumber",
                "__proto__",
                "constructor",
                "toString",
                "nonsense",
                "Owner",
              ),
              fc.jsonValue(),
            )
            .map(([name, value]) => Object.fromEntries([...Object.entries(input), [name, value]])),
          fc
            .tuple(
              fc.constantFrom(
                ...(Object.keys(input).length > 0 ? Object.keys(input) : ["nonsense"]),
              ),
              fc.constantFrom<unknown>(
                Number.NaN,
                Number.POSITIVE_INFINITY,
                2 ** 53,
                -1,
                0.5,
                {},
                [[]],
                true,
                Symbol("s"),
                () => 1,
              ),
            )
            // A schema without bounds accepts any number, and an open object any members.
            .filter(([name, value]) => {
              const { type, additionalProperties } = input_schema.properties?.[name] ?? {}
              const isOpen = additionalProperties === true && isEmptyObject(value)
              return !isOpen && !(Number.isFinite(value) && type === "number")
            })
            .map(([name, value]) => ({ ...input, [name]: value })),
        ),
      ),
    }),
  )

describe("executeTask with an invalid input", () => {
  it("returns VALIDATION with issues for any value and every capability, and sends nothing", async () => {
    const before = sandbox.requests.length
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ids), fc.anything(), async (task, input) => {
        fc.pre(!(needNothing.has(task) && (input === undefined || isEmptyObject(input))))
        const result = await executeTask({ task, input }, options())
        expect(result).toMatchObject({ ok: false, error: { code: "VALIDATION", retryable: false } })
        if (!result.ok) expect(result.error.details?.issues?.length).toBeGreaterThan(0)
      }),
      { numRuns: all ? 2000 : 500 },
    )
    expect(sandbox.requests.length).toBe(before)
  })

  it("returns VALIDATION with pointers for one wrong or unknown member, and sends nothing", async () => {
    const before = sandbox.requests.length
    await fc.assert(
      fc.asyncProperty(inputsWithOneDefect, async ({ task, input }) => {
        fc.pre(!Object.values(input).some((value) => value === true))
        const result = await executeTask({ task, input }, options())
        expect(result).toMatchObject({ ok: false, error: { code: "VALIDATION" } })
        if (!result.ok) {
          for (const { pointer, message } of result.error.details?.issues ?? []) {
            expect(pointer).toMatch(/^(\/|$)/)
            expect(message.length).toBeGreaterThan(5)
          }
        }
      }),
      { numRuns: all ? 2000 : 500 },
    )
    expect(sandbox.requests.length).toBe(before)
  })

  it.each([5, "fields", ["title"], null])("refuses %j in place of options", async (given) => {
    const { issue, request } = createGhx(options())
    const repository = { owner: "octocat", repo: "hello-world" }
    const input = { ...repository, issue_number: 1 }
    const message = expect.stringContaining("takes an object of options, not ")
    const error = { code: "VALIDATION", message }
    expect(await issue.view(input, given as never)).toMatchObject({ error })
    expect(await issue.list(repository, given as never)).toMatchObject({ error })
    expect(await chain([issue.view(input, given as never)])).toMatchObject({ results: [{ error }] })
    expect(() => request("GET /user", {}, given as never)).toThrow("takes an object of options")
  })

  it.each([
    ["pr.list", { head_ref: "hubot:emoji" }],
    ["pr.list", { base_ref: "refs/heads/main" }],
    ["repo.branch.rules.list", { branch: "refs/heads/main" }],
    ["workflow.runs.list", { branch: "refs/heads/main" }],
    ["issue.list", { assignee: "@me" }],
    ["issue.list", { author: "app/dependabot" }],
    ["issue.search", { query: "repo:octocat/hello-world is:pr" }],
    ["issue.search", { query: '"a b" is:pr' }],
    ["pr.search", { query: "type:issue is:open" }],
  ])("refuses a filter of %s that nothing can match: %j", async (task, filter) => {
    const before = sandbox.requests.length
    const place = task.endsWith("list") && { owner: "octocat", repo: "hello-world" }
    expect(await executeTask({ task, input: { ...place, ...filter } }, options())).toMatchObject({
      error: {
        code: "VALIDATION",
        details: { issues: [{ message: expect.stringContaining("matching") }] },
      },
    })
    expect(sandbox.requests.length).toBe(before)
  })

  it.each(["2026-02-30", "2026-04-31", "2026-13-01", "2026-1-1", "tomorrow"])(
    "refuses the day %s",
    async (day) => {
      const milestone = {
        owner: "octocat",
        repo: "hello-world",
        title: "v9",
        due_on: `${day}T08:00:00Z`,
      }
      for (const [task, input] of [
        ["repo.milestone.create", milestone],
        [
          "project.item.update",
          {
            owner: "octocat",
            project_number: 1,
            item_id: "PVTI_kgDOAAAAAQ",
            field: "Due",
            date: day,
          },
        ],
      ])
        expect(await executeTask({ task, input } as never, options())).toMatchObject({
          error: {
            code: "VALIDATION",
            details: { issues: [{ message: expect.stringContaining("matching") }] },
          },
        })
    },
  )

  it.each(["-is:pr in:title", '"see is:pr here"', '"a" label:"b is:pr" is:open'])(
    "accepts a search that excludes or quotes what it does not find anyway: %s",
    async (words) => {
      const input = { query: `repo:octocat/hello-world ${words}` }
      expect(await executeTask({ task: "issue.search", input }, options())).toMatchObject({
        ok: true,
      })
    },
  )

  it("refuses an update that changes nothing", async () => {
    const before = sandbox.requests.length
    const updates = cards.filter(({ capability_id, input_schema }) => {
      const { properties = {}, required = [] } = input_schema
      // The update of a branch takes what its base has.
      const isEdit = capability_id.endsWith(".update") && capability_id !== "pr.branch.update"
      return isEdit && Object.keys(properties).length > required.length
    })
    expect(updates.length).toBeGreaterThan(10)
    for (const { capability_id: task, input_schema, examples = [] } of updates) {
      const [example] = examples
      const given = Object.entries(Object(example?.input))
      const where = given.filter(([name]) => input_schema.required?.includes(name))
      const call = { task, input: Object.fromEntries(where) }
      expect(await executeTask(call as never, options()), task).toMatchObject({
        error: { code: "VALIDATION", message: expect.stringMatching(/at least one|exactly one/) },
      })
    }
    expect(sandbox.requests.length).toBe(before)
  })

  it("refuses a number in place of the options of `all`", async () => {
    const list = createGhx(options()).issue.list
    const [page] = [{ owner: "octocat", repo: "hello-world" }].map(list.all as never)
    expect(await page).toMatchObject({ error: { details: { fix: expect.stringContaining("=>") } } })
  })

  it("suggests the name or value that was probably meant", async () => {
    const ghx = createGhx(options())
    const input: unknown = {
      owner: "octocat",
      repo: "hello-world",
      issueNumber: 1,
      states: ["open"],
    }
    const result = await executeTask({ task: "issue.view", input } as never, options())
    expect(JSON.stringify(result)).toContain("issue_number")
    const list: unknown = { owner: "octocat", repo: "hello-world", states: ["open"] }
    expect(JSON.stringify(await ghx.issue.list(list as never))).toContain("OPEN")
  })
})

/** An undefined member of an input counts as absent. */
function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => one === undefined)
  )
}
