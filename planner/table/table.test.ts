import { expect, it } from "vitest"
import type { CapabilityPlan } from "../../generator/plan/index.js"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { plannerOf } from "../index.js"
import { addedTable, plannedCapability, plannerTable } from "./index.js"

const text: JsonSchema = { type: "string" }
const integer: JsonSchema = { type: "integer" }
const object = (properties: Record<string, JsonSchema>, optional: readonly string[] = []) => ({
  type: "object" as const,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})

/** A capability, reduced to what plans need. */
const capability = (
  id: string,
  input: JsonSchema,
  output: JsonSchema = object({}),
  others: Partial<CapabilityPlan> = {},
) =>
  plannedCapability({
    id,
    version: "1.0.0",
    description: "Do it.",
    effect: "read",
    idempotent: true,
    notes: [],
    examples: [],
    card: `cards/${id}.yaml`,
    routes: ["rest"],
    suitability: [],
    isList: id.endsWith(".list"),
    input,
    output,
    ...others,
  })

const repo = { owner: text, repo: text }
const page = { first: { ...integer, maximum: 50 }, after: text }
const list = (input: Record<string, JsonSchema>, item: Record<string, JsonSchema>) =>
  [
    object({ ...input, ...page }, ["first", "after", "state", "include_body"]),
    object({ items: { type: "array", items: object(item) } }),
  ] as const

const boxes = list(
  { ...repo, state: text, include_body: { type: "boolean" } },
  {
    number: integer,
    title: text,
    state: { type: ["string", "null"], enum: ["OPEN", null] },
    body: text,
    shelf_id: text,
    tags: { type: "array", items: text },
  },
)
const comments = list({ ...repo, box_number: integer }, { id: text, line: integer })

const all = [
  capability("box.list", ...boxes),
  capability("box.comments.list", ...comments),
  capability("box.open", object({ ...repo, box_number: integer, shelf_id: text })),
  capability("box.comment.delete", object({ comment_id: text }), object({}), { effect: "destroy" }),
  capability("box.seal", object({ ...repo, box_number: integer, wax_id: text }), object({}), {
    routes: ["cli"],
  }),
]

it("plannerTable maps inputs to the capabilities that list their values", () => {
  const { things, tools } = plannerTable(all)
  expect(things).toEqual({
    box_number: {
      noun: "box",
      tool: "box.list",
      // Bodies are null unless requested, and a list of tags selects nothing.
      by: ["title", "state", "shelf_id"],
      path: "items[*].number",
      input: { first: 50 },
    },
    comment_id: {
      noun: "comment",
      tool: "box.comments.list",
      by: ["line"],
      words: ["box"],
      path: "items[*].id",
      input: { first: 50 },
    },
  })
  expect(tools["box.comment.delete"]).toEqual({
    needs: ["comment_id"],
    // This id may be empty; usual inputs may not.
    accepts: { comment_id: {} },
    destroys: true,
  })
  expect(tools["box.seal"]).toMatchObject({ alone: true })
  expect(tools["box.list"]?.takes).toEqual(["state", "include_body", "first"])
})

it("plannerTable makes common inputs context and has types for all but strings", () => {
  const { context, types } = plannerTable(all)
  expect(context).toEqual(["owner", "repo"])
  expect(types).toEqual({
    box_number: "integer",
    first: "integer",
    include_body: "boolean",
    line: "integer",
  })
})

it("plannerTable uses the noun of the view capability for listed objects", () => {
  const [input, output] = list(repo, { number: integer, title: text })
  const named = [
    capability("pr.list", input, output),
    capability("pr.view", object({ ...repo, pull_number: integer })),
  ]
  expect(plannerTable(named).things).toMatchObject({
    pull_number: { noun: "pull", tool: "pr.list" },
  })
})

const idOf = (type: string): JsonSchema => ({ ...text, "x-ghx-node": [type] })

it("plannerTable finds an id in the list of its type, although other lists have the same name", () => {
  const threads = list({ ...repo, pull_number: integer }, { id: idOf("ReviewThread"), path: text })
  const named = [
    capability("pr.list", ...list(repo, { number: integer, title: text })),
    capability("pr.view", object({ ...repo, pull_number: integer })),
    capability("pr.threads.list", ...threads),
    capability("pr.thread.reply", object({ ...repo, thread_id: idOf("ReviewThread") })),
    // Another domain has threads with ids of another type, a third has comments of its own.
    capability("notification.threads.list", ...list(repo, { thread_id: text, reason: text })),
    capability("notification.thread.read", object({ ...repo, thread_id: text })),
    capability("issue.comments.list", ...list(repo, { id: idOf("IssueComment") })),
    capability("issue.comment.update", object({ ...repo, comment_id: idOf("IssueComment") })),
    capability("discussion.comments.list", ...list(repo, { id: idOf("DiscussionComment") })),
    capability(
      "discussion.comment.update",
      object({ ...repo, comment_id: idOf("DiscussionComment") }),
    ),
    capability("review.comment.update", object({ ...repo, comment_id: idOf("ReviewComment") })),
    // The noun of a domain is the same for all of its capabilities.
    capability("project.item.add", object({ ...repo, pull_number: integer })),
  ]
  const { things = {}, tools } = plannerTable(named)
  const lister = (tool: string, input: string) => {
    const { things: others = {} } = tools[tool] ?? {}
    const name = input in others ? others[input] : input
    return name == null ? undefined : things[name]?.tool
  }
  expect(lister("pr.thread.reply", "thread_id")).toBe("pr.threads.list")
  expect(lister("notification.thread.read", "thread_id")).toBe("notification.threads.list")
  expect(lister("issue.comment.update", "comment_id")).toBe("issue.comments.list")
  expect(lister("discussion.comment.update", "comment_id")).toBe("discussion.comments.list")
  expect(lister("review.comment.update", "comment_id")).toBeUndefined()
  expect(lister("project.item.add", "pull_number")).toBe("pr.list")

  const intent = (tool: string, entities: object) =>
    plannerOf(plannerTable(named))({
      intent: tool,
      entities: { owner: "o", repo: "r", ...entities },
    }).steps.map(({ tool }) => tool)
  const reply = { pull_number: 7, path: "a" }
  expect(intent("pr.thread.reply", reply)).toEqual(["pr.threads.list", "pr.thread.reply"])
  expect(intent("notification.thread.read", { reason: "mention" })).toEqual([
    "notification.threads.list",
    "notification.thread.read",
  ])
})

it("plannerTable does not use a list that requires a search query", () => {
  const [input, output] = list({ ...repo, query: text }, { number: integer })
  const one = capability("box.list", input, output)
  const { things } = plannerTable([one, ...all.slice(1)])
  expect(Object.keys(things ?? {})).toEqual(["comment_id"])
})

it("addedTable plans a project's capabilities with the package's, whose plans are unchanged", () => {
  const crates = list(repo, { number: integer, title: text })
  const own = [
    // Also lists boxes, but capabilities of the package ignore it.
    capability("box.all.list", ...boxes),
    capability("crate.list", ...crates),
    capability("crate.fill", object({ ...repo, crate_number: integer, box_number: integer })),
    capability("crate.note", object({ comment_id: integer })),
  ]
  const table = addedTable(own, all)
  expect(Object.keys(table.tools)).toEqual(own.map(({ id }) => id))
  expect(Object.keys(table.things ?? {})).toEqual(["crate_number"])
  const plan = plannerOf(plannerTable(all), table)
  const tools = (intent: string, entities: object) =>
    plan({ intent, entities: { owner: "o", repo: "r", ...entities } }).steps.map(({ tool }) => tool)
  const titles = { crate_title: "Tea", box_title: "Cups" }
  expect(tools("crate.fill", titles)).toEqual(["crate.list", "box.list", "crate.fill"])
  // In the package, comments are identified by a text.
  expect(tools("crate.note", { line: 7 })).toEqual([])
  const opened = { box_title: "Cups", shelf_id: "a" }
  expect(tools("box.open", opened)).toEqual(["box.list", "box.open"])
  const comments = { comment_line: 7, box_number: 1 }
  expect(tools("box.comment.delete", comments)).toEqual(["box.comments.list", "box.comment.delete"])
})
