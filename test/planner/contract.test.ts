/** Tests the contract of the planner with the tools for which it was agreed: examples, edge cases and rules. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createPlanner, type Plan } from "../../planner/index.js"
import { all } from "../some.js"
import { toDo } from "./to-do.js"

const plan = createPlanner(toDo)

type Entities = Partial<
  Record<"title" | "description" | "task_id" | "status_filter", string | number>
>
/** All four entities are given, as an extractor would give them. */
const planFor = (intent: string, entities: Entities, user_message: string) =>
  plan({
    intent,
    entities: { title: null, description: null, task_id: null, status_filter: null, ...entities },
    user_message,
  })

const one = (tool: string, reason: string): Plan => ({
  requires_chaining: false,
  steps: [{ step_number: 1, tool, reason, depends_on: null }],
})
const two = (first: [string, string], second: [string, string]): Plan => ({
  requires_chaining: true,
  steps: [
    { step_number: 1, tool: first[0], reason: first[1], depends_on: null },
    { step_number: 2, tool: second[0], reason: second[1], depends_on: 1 },
  ],
})
const ask: Plan = {
  ...one("list_tasks", "Show pending tasks for user to clarify which task"),
  requires_chaining: true,
}
const nothing: Plan = { requires_chaining: false, steps: [] }

describe("the planner over the to-do tools returns the agreed plan of example", () => {
  it("1: one step", () => {
    expect(planFor("add_task", { title: "Buy groceries" }, "Add a task to buy groceries")).toEqual(
      one("add_task", "Direct task creation with title provided"),
    )
  })

  it("2: delete by title", () => {
    expect(planFor("delete_task", { title: "Meeting task" }, "Delete the meeting task")).toEqual(
      two(
        ["list_tasks", "Retrieve all tasks to find task_id by title match"],
        ["delete_task", "Delete task after identifying task_id from step 1"],
      ),
    )
  })

  it("3: complete by title", () => {
    const found = planFor(
      "complete_task",
      { title: "Grocery shopping" },
      "Mark grocery shopping as done",
    )
    expect(found).toEqual(
      two(
        ["list_tasks", "Find task_id by matching title 'Grocery shopping'"],
        ["complete_task", "Mark identified task as completed"],
      ),
    )
  })

  it("4: update by title, where the entity is the new one", () => {
    const message = "Change the meeting task to 'Call dentist'"
    expect(planFor("update_task", { title: "Call dentist" }, message)).toEqual(
      two(
        ["list_tasks", "Find task_id of 'meeting task' to update"],
        ["update_task", "Update task title to 'Call dentist'"],
      ),
    )
  })

  it("5: an operation with an id", () => {
    expect(planFor("complete_task", { task_id: 5 }, "Complete task 5")).toEqual(
      one("complete_task", "Direct completion with task_id provided"),
    )
  })
})

describe("the planner over the to-do tools, in the agreed edge cases,", () => {
  it("lists the tasks for an ambiguous reference", () => {
    expect(planFor("complete_task", {}, "Mark it as done")).toEqual(ask)
  })

  it.each([{}, { title: "task" }, { title: "The task" }])(
    "lists the tasks for a generic reference: %o",
    (entities: Entities) => {
      expect(planFor("delete_task", entities, "Delete the task")).toEqual(ask)
    },
  )

  it("lists the tasks for an update that does not name its task", () => {
    expect(planFor("update_task", { title: "Buy milk" }, "Change it to 'Buy milk'")).toEqual(ask)
    expect(planFor("update_task", { title: "Buy milk" }, "Change the task to 'Buy milk'")).toEqual(
      ask,
    )
  })

  it("returns no steps for an unknown or empty intent", () => {
    expect(planFor("unknown", {}, "Do something")).toEqual(nothing)
    expect(planFor("", {}, "Do something")).toEqual(nothing)
  })

  it.each<[string, unknown]>([
    ["no request", undefined],
    ["an intent that is not a string", { intent: 5, entities: {} }],
    ["an intent named like a member of every object", { intent: "toString", entities: {} }],
    ["no entities", { intent: "list_tasks" }],
    ["an array of entities", { intent: "list_tasks", entities: [] }],
    ["an id that is not an integer", { intent: "complete_task", entities: { task_id: "5" } }],
    ["a title that is not a string", { intent: "delete_task", entities: { title: 5 } }],
    ["an unknown entity", { intent: "complete_task", entities: { taskId: 5 } }],
    ["a message that is not a string", { intent: "list_tasks", entities: {}, user_message: 5 }],
    ["a task without its title", { intent: "add_task", entities: { title: null } }],
  ])("returns no steps for %s", (_, request) => {
    expect(plan(request as never)).toEqual(nothing)
  })
})

describe("the planner over the to-do tools returns one step for", () => {
  it.each<[string, Entities]>([
    ["add_task", { title: "Buy milk", description: "Two" }],
    ["list_tasks", {}],
    ["list_tasks", { status_filter: "pending" }],
    ["complete_task", { task_id: 5 }],
    ["delete_task", { task_id: 5 }],
    ["update_task", { task_id: 5, title: "Buy milk" }],
    ["update_task", { task_id: 5 }],
    ["identity_query", {}],
    // An entity that no tool takes has no effect, and an id takes precedence over a title.
    ["identity_query", { title: "Buy milk", status_filter: "pending" }],
    ["complete_task", { task_id: 5, title: "Buy milk", description: "Two" }],
  ])("%s %o", (tool, entities) => {
    const made = planFor(tool, entities, "")
    expect(made).toMatchObject({ requires_chaining: false, steps: [{ tool, depends_on: null }] })
    expect(made.steps).toHaveLength(1)
  })
})

describe("the planner over the to-do tools, for any request,", () => {
  const tools = Object.keys(toDo.tools)
  const text = fc.constantFrom("task", "Meeting", "{task_id}", "", "change the a to b")
  const entities = fc.dictionary(
    fc.constantFrom("title", "description", "task_id", "status_filter", "task_title"),
    fc.oneof(text, fc.nat(9), fc.constant(null)),
  )
  const requests = fc.record({ intent: fc.constantFrom(...tools), entities, user_message: text })

  it("returns a deterministic plan within the contract that ends with the intent or a list", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const made = plan(request)
        expect(plan(structuredClone(request))).toEqual(made)
        const { steps, requires_chaining } = made
        const places = steps.map(({ step_number, tool, depends_on }) => [
          step_number,
          tool,
          depends_on,
        ])
        const { intent } = request
        expect([
          [false, []],
          [false, [[1, intent, null]]],
          [true, [[1, "list_tasks", null]]],
          [
            true,
            [
              [1, "list_tasks", null],
              [2, intent, 1],
            ],
          ],
        ]).toContainEqual([requires_chaining, places])
        for (const step of steps) {
          expect(Object.keys(step)).toEqual(["step_number", "tool", "reason", "depends_on"])
        }
      }),
      { numRuns: all ? 5_000 : 300 },
    )
  })

  it("does not throw", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...tools, "?"), (given, intent) => {
        for (const request of [given, { intent, entities: given }]) {
          expect(plan(request as never).steps.length).toBeLessThanOrEqual(3)
        }
      }),
      { numRuns: all ? 5_000 : 300 },
    )
  })

  it("does not expand placeholders inside entity values in a reason", () => {
    const { steps } = planFor("complete_task", { title: "{task_id} {title}" }, "")
    expect(steps[0]?.reason).toBe("Find task_id by matching title '{task_id} {title}'")
  })
})

describe("the planner over other tools", () => {
  const release = createPlanner({
    types: { team_id: "integer", member_id: "integer" },
    tools: {
      list_teams: {},
      list_members: { needs: ["team_id"] },
      list_rooms: {},
      invite: { needs: ["member_id", "room_id"], takes: ["note"] },
      far: { needs: ["member_id", "room_id", "desk_id"] },
      list_desks: { needs: ["room_id"] },
      round: { needs: ["egg_id"] },
      list_eggs: { needs: ["hen_id"] },
      list_hens: { needs: ["egg_id"] },
    },
    things: {
      team_id: { noun: "team", tool: "list_teams", by: ["name"] },
      member_id: { noun: "member", tool: "list_members", by: ["name", "mail"] },
      room_id: { noun: "room", tool: "list_rooms", by: ["name"] },
      desk_id: { noun: "desk", tool: "list_desks", by: ["name"] },
      egg_id: { noun: "egg", tool: "list_eggs", by: ["name"] },
      hen_id: { noun: "hen", tool: "list_hens", by: ["name"] },
    },
  })
  const tools = (intent: string, entities: object) =>
    release({ intent, entities: { ...entities } }).steps.map(
      ({ tool, depends_on }) => `${tool} ${depends_on}`,
    )

  it("assigns a plain name to the object nearest to the goal", () => {
    expect(tools("invite", { member_name: "Ada", team_name: "Core", room_id: "R" })).toEqual([
      "list_teams null",
      "list_members 1",
      "invite 2",
    ])
    // `name` belongs to the member, so nothing identifies the team.
    expect(tools("invite", { name: "Ada", room_id: "R" })).toEqual(["list_teams null"])
    expect(tools("invite", { mail: "a@b", team_id: 1, room_name: "Blue" })).toEqual([
      "list_members null",
      "list_rooms null",
      "invite 2",
    ])
  })

  it("returns no steps instead of more than three", () => {
    const named = { member_name: "Ada", team_name: "Core", room_name: "Blue" }
    expect(tools("invite", named)).toEqual([])
    expect(tools("far", { member_id: 1, room_name: "Blue", desk_name: "7" })).toEqual([
      "list_rooms null",
      "list_desks 1",
      "far 2",
    ])
  })

  it("returns no steps for circular lookups", () =>
    expect(tools("round", { egg_name: "One" })).toEqual([]))

  it("rejects a table whose object has an unknown list tool", () => {
    const things = { task_id: { noun: "task", tool: "list_task", by: ["title"] } }
    expect(() => createPlanner({ tools: {}, things })).toThrow(
      "task_id: there is no tool list_task",
    )
  })

  it("rejects a table whose object has a destructive list tool", () => {
    const things = { task_id: { noun: "task", tool: "empty_list", by: ["title"] } }
    expect(() => createPlanner({ tools: { empty_list: { destroys: true } }, things })).toThrow(
      "task_id: empty_list is destructive, so it cannot be a list",
    )
  })
})
