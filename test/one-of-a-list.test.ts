/** Cards that find an item of a list by name: a category, a project's field, and one of its options. */
import { chain, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { forCatalogue } from "./small-fixture.js"

let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
beforeEach(async () => {
  sandbox = await startSandbox(forCatalogue)
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
})
afterEach(() => sandbox.close())

const item = { owner: "octocat", project_number: 1, item_id: "PVTI_kgDOAAAAAQ" }
const bodies = () => sandbox.requests.map(({ body }) => Object(body))

describe("project.item.update", () => {
  it.each([
    [{ field: "Points", number: 3 }, { number: 3 }],
    [{ field: "Notes", text: "three" }, { text: "three" }],
    [{ field: "Due", date: "2026-06-30" }, { date: "2026-06-30" }],
    [{ field: "Status", option: "Todo" }, { project_option_id: expect.any(String) }],
    [{ field: "Sprint", iteration: "Sprint 4" }, { project_iteration_id: expect.any(String) }],
    [{ field: "Sprint", iteration: "Sprint 3" }, { project_iteration_id: expect.any(String) }],
  ])("with %o sends only that value, without nulls", async (given, sent) => {
    const result = await ghx.project.item.update({ ...item, ...given } as never)
    expect(result.ok).toBe(true)
    const { item_id, project_id, project_field_id, ...value } = bodies().at(-1).variables
    expect(item_id).toBe(item.item_id)
    expect([project_id, project_field_id]).toEqual([expect.any(String), expect.any(String)])
    expect(value).toEqual(sent)
  })

  it("looks up the field and its options in one request", async () => {
    await ghx.project.item.update({ ...item, field: "Status", option: "In progress" })
    const asked = bodies().filter(({ query }) => String(query).includes("fields("))
    expect(asked).toHaveLength(1)
    expect(String(asked[0]?.query).split("fields(")).toHaveLength(2)
  })

  it("returns NOT_FOUND without a write if the field has no such option", async () => {
    const result = await ghx.project.item.update({ ...item, field: "Points", option: "Todo" })
    expect(result).toMatchObject({
      error: {
        code: "NOT_FOUND",
        message:
          'Found no project option for item_id "PVTI_kgDOAAAAAQ", field "Points", option "Todo".',
        details: { outcome: "not_sent" },
      },
    })
    expect(sandbox.applied).toEqual([])
  })
})

it("a chain looks up the names of its steps in one document", async () => {
  const discussion = { owner: "octocat", repo: "hello-world", title: "Why?", body: "Because." }
  const { results } = await chain(
    ghx.discussion.create({ ...discussion, category: "Q&A" }),
    ghx.project.item.update({ ...item, field: "Status", option: "Todo" }),
    ghx.discussion.create({ ...discussion, category: "Nowhere" }),
  )
  expect(results.map(({ ok }) => ok)).toEqual([true, true, false])
  expect(results[2]).toMatchObject({
    error: {
      code: "NOT_FOUND",
      message:
        'Found no discussion category for owner "octocat", repo "hello-world", category "Nowhere".',
    },
  })
  expect(sandbox.requests).toHaveLength(2)
})
