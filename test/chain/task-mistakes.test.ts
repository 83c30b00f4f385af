/** Mistakes in tasks with references: each is refused before anything is sent, with a fix. */
import { createExecutor } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, expect, it } from "vitest"

const repo = { owner: "octocat", repo: "hello-world" }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const created = { task: "issue.create", as: "created", input: { ...repo, title: "Flaky" } }
const threads = { task: "pr.threads.list", as: "threads", input: { ...repo, pull_number: 7 } }
const comment = (issue_number: unknown, body: unknown = "Seen.") => ({
  task: "issue.comments.create",
  input: { ...repo, issue_number, body },
})
const resolve = (each: unknown, thread_id: unknown = { $item: "id" }) => ({
  task: "pr.thread.resolve",
  each,
  input: { thread_id },
})
const from = ($from: unknown, path?: string) => ({ $from, ...(path !== undefined && { path }) })
const items = { $from: "threads", path: "items" }
const thread = { $from: "threads", path: "items[*].id" }
const noPath = (path: string) =>
  `${JSON.stringify(path)} is not a path; use names, [0] and [*], such as items[0].id`

/** The mistake, the tasks, and for malformed tasks also the pointer and the message. */
const mistakes: [
  what: string,
  tasks: object[],
  ...expectedIssues: [pointer: string, message: string][],
][] = [
  [
    "a misspelled task name",
    [created, comment(from("creatd", "number"))],
    ["/issue_number", 'no task is named "creatd", did you mean `created`?'],
  ],
  [
    "a reference to a later task",
    [comment(from("created", "number")), created],
    ["/issue_number", "created is this task or a later one; move it before this task"],
  ],
  [
    "a reference to the task itself",
    [{ ...comment(from("me", "number")), as: "me" }],
    ["/issue_number", "me is this task or a later one; move it before this task"],
  ],
  [
    "a reference to the task itself by its index",
    [comment(from(0, "number"))],
    ["/issue_number", "$from 0 is not an earlier task (tasks are counted from 0)"],
  ],
  [
    "a comment's id as a thread's id",
    [threads, resolve(items, { $item: "comments[0].id", required: true })],
    [
      "/thread_id",
      'expected NodeId<"PullRequestReviewThread">, but the item: comments[0].id is NodeId<"PullRequestReviewComment">',
    ],
  ],
  [
    "an index counted from 1",
    [created, comment(from(1, "number"))],
    ["/issue_number", "$from 1 is not an earlier task (tasks are counted from 0)"],
  ],
  [
    "a negative index",
    [created, comment(from(-1, "number"))],
    ["/issue_number", "$from -1 is not an earlier task (tasks are counted from 0)"],
  ],
  [
    "an object as a task name",
    [created, comment(from({ task: "created" }, "number"))],
    ["/issue_number", "$from is the `as` of an earlier task, or its place in the list"],
  ],
  [
    "a misspelled member",
    [created, comment(from("created", "numbr"))],
    ["/issue_number", "created has no `numbr`, did you mean `number`?"],
  ],
  [
    "a member of GitHub's response that is not in the output",
    [created, comment(from("created", "issue.number"))],
    [
      "/issue_number",
      "created has no `issue`, known: id, number, url, title, state, assignees, labels, milestone, created_at",
    ],
  ],
  [
    "a string as a number",
    [created, comment(from("created", "url"))],
    ["/issue_number", "expected integer, but created: url is string"],
  ],
  [
    "an object as a string",
    [created, comment(1, from("created", "milestone"))],
    [
      "/body",
      "expected string, but created: milestone is { number: integer; title: string } | null",
    ],
  ],
  [
    "a nullable value as a string",
    [created, comment(1, from("created", "milestone.title"))],
    [
      "/body",
      "expected string, but created: milestone.title may be null: mark it as required, so that the step fails if it is null",
    ],
  ],
  [
    "a list as a string",
    [created, comment(1, from("created", "labels"))],
    ["/body", "expected string, but created: labels is string[]"],
  ],
  [
    "a member of a list without an index",
    [created, comment(1, from("created", "labels.name"))],
    ["/body", "created: labels is a list: select an item, such as [0].name"],
  ],
  [
    "an item that may be missing",
    [created, comment(1, from("created", "labels[0]"))],
    [
      "/body",
      "expected string, but created: labels[0] may be null: mark it as required, so that the step fails if it is null",
    ],
  ],
  [
    "an index into a number",
    [created, comment(1, from("created", "number[0]"))],
    ["/body", "created: number is not a list"],
  ],
  [
    "a JSONPath expression",
    [created, comment(1, from("created", "$.number"))],
    ["/body", noPath("$.number")],
  ],
  [
    "a JSON pointer",
    [created, comment(1, from("created", "/number"))],
    ["/body", noPath("/number")],
  ],
  [
    "a word as an index",
    [created, comment(1, from("created", "labels[first]"))],
    ["/body", noPath("labels[first]")],
  ],
  [
    "an unknown key of a reference",
    [created, comment(1, { ...from("created", "url"), requird: true })],
    ["/body", 'a reference has $from or $item, path, match and required, not "requird"'],
  ],
  [
    "a string as `required`",
    [created, comment(1, { ...from("created", "url"), required: "yes" })],
    ["/body", "`required` of a reference must be true or false"],
  ],
  [
    "`$item` without `each`",
    [created, comment(1, { $item: "url" })],
    ["/body", "$item is the item of `each`, which this task does not have"],
  ],
  [
    "a reference with both `$from` and `$item`",
    [created, comment(1, { $from: "created", $item: "url" })],
    ["/body", "a reference has either $item, whose value is a path, or $from with path and match"],
  ],
  [
    "two tasks with the same name",
    [created, created],
    ["/1/as", "two tasks are named created: #0, and this one"],
  ],
  [
    "a task name with a space",
    [{ ...created, as: "the issue" }],
    ["/0/as", "`as` may contain only letters, digits, _ and -"],
  ],
  [
    "a number as a task name",
    [{ ...created, as: 7 }],
    ["/0/as", "`as` may contain only letters, digits, _ and -"],
  ],
  [
    "`each` over a misspelled member",
    [threads, resolve({ ...items, path: "item" })],
    ["/1/each", "threads has no `item`, did you mean `items`?"],
  ],
  [
    "`each` over a number",
    [threads, resolve({ ...items, path: "total_count" })],
    ["/1/each", "expected a list, but threads: total_count is integer"],
  ],
  [
    "`each` with a name instead of a reference",
    [threads, resolve("threads")],
    ["/1/each", 'expected a reference to a list, such as { "$from": "threads", "path": "items" }'],
  ],
  [
    "an undefined value in `where`, which would select all items",
    [threads, resolve({ ...items, where: { is_resolved: undefined } })],
    ["/1/each", '`where` has "is_resolved" without a value: add a value, or remove the name'],
  ],
  [
    "an unknown member in `where`",
    [threads, resolve({ ...items, where: { resolved: false } })],
    ["/1/each", "the item has no `resolved`, did you mean `is_resolved`?"],
  ],
  [
    "a condition that no item can meet",
    [threads, resolve({ ...items, where: { is_resolved: "false" } })],
    ["/1/each", 'is_resolved is boolean, not "false"'],
  ],
  [
    "a condition that every item would meet",
    [threads, resolve({ ...items, where: { is_resolved: { not: [true, "yes"] } } })],
    ["/1/each", 'is_resolved is boolean, not "yes"'],
  ],
  [
    "a condition that compares with an object",
    [threads, resolve({ ...items, where: { path: { is: "a.js" } } })],
    ["/1/each", "path is compared with strings, numbers, booleans and null, not with object"],
  ],
  [
    "a `limit` of 0",
    [threads, resolve({ ...items, limit: 0 })],
    ["/1/each", "`limit` must be a whole number of at least 1"],
  ],
  [
    "an unknown member of the item",
    [threads, resolve(items, { $item: "thread_id" })],
    [
      "/thread_id",
      "the item has no `thread_id`, known: id, path, line, start_line, original_line, original_start_line, side, is_resolved, is_outdated, comments_count, comments",
    ],
  ],
  [
    "a number of the item as an id",
    [threads, resolve(items, { $item: "line" })],
    [
      "/thread_id",
      'expected NodeId<"PullRequestReviewThread">, but the item: line is integer | null',
    ],
  ],
  [
    "all ids as a single id",
    [threads, resolve(undefined, from("threads", "items[*].id"))],
    [
      "/thread_id",
      'expected NodeId<"PullRequestReviewThread">, but threads: items[*].id is NodeId<"PullRequestReviewThread">[]',
    ],
  ],
  [
    "a string as a list",
    [
      created,
      {
        task: "issue.labels.add",
        input: { ...repo, issue_number: 1, labels: from("created", "title") },
      },
    ],
    ["/labels", "expected string[], but created: title is string"],
  ],
  [
    "`match` in a value that is no list",
    [threads, resolve(undefined, { $from: "threads", path: "total_count[*]", match: {} })],
    ["/thread_id", "expected a list, but threads: total_count is integer"],
  ],
  [
    "`match` with a path without [*]",
    [threads, resolve(undefined, { $from: "threads", path: "items[0].id", match: { line: 3 } })],
    [
      "/thread_id",
      "`match` selects one item of a list, so the path needs one [*], such as items[*].id",
    ],
  ],
  [
    "`match` by an unknown member",
    [threads, resolve(undefined, { ...thread, match: { lin: 3 } })],
    ["/thread_id", "match: threads: items[*] has no `lin`, did you mean `line`?"],
  ],
  [
    "`match` by a value of the wrong type",
    [threads, resolve(undefined, { ...thread, match: { line: "3" } })],
    ["/thread_id", 'match: line is integer | null, not "3"'],
  ],
  [
    "`match` by several values",
    [threads, resolve(undefined, { ...thread, match: { line: [3, 4] } })],
    ["/thread_id", "`match` takes a string, number or boolean for line"],
  ],
  [
    "a number of the matched item as an id",
    [threads, resolve(undefined, { ...thread, path: "items[*].line", match: { path: "a" } })],
    [
      "/thread_id",
      'expected NodeId<"PullRequestReviewThread">, but threads: items[*].line is integer | null',
    ],
  ],
  [
    "`match` in `each`",
    [threads, resolve({ ...items, match: { path: "a" } })],
    ["/1/each", "use `where` for a list; `match` selects one item"],
  ],
  [
    "a reference in an unknown input field",
    [
      created,
      {
        task: "issue.comments.create",
        input: { ...repo, issue_numbr: from("created", "number"), body: "Seen." },
      },
    ],
    ["/issue_number", "missing, expected integer"],
    ["/issue_numbr", "unknown field, did you mean `issue_number`?"],
  ],
  [
    "a misspelled `confirm`",
    [created, { task: "issue.delete", input: { ...repo, issue_number: 1 }, confrim: true }],
    ["/1/confrim", "a task has no such member, did you mean `confirm`?"],
  ],
  [
    "an unknown member `name`",
    [{ ...comment(1), name: "greeting" }],
    [
      "/0/name",
      "a task has no such member, known: task, input, as, confirm, all, fields, key, intended_at, after, each",
    ],
  ],
]

it.each(mistakes)("executeTasks rejects %s", async (_, tasks, ...expectedIssues) => {
  const { executeTasks } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
  const { results, meta } = await executeTasks(tasks as never)
  expect(results).toHaveLength(tasks.length)
  const errors = (results as { error?: { code: string; message: string; details?: object } }[]).map(
    ({ error }) => error,
  )
  const sound = "Not sent: another step made the chain invalid"
  const wrong = errors.filter((error) => error?.message !== sound)
  const issues = expectedIssues.map(([pointer, message]) => ({ pointer, message }))
  expect(wrong).toEqual([
    expect.objectContaining({
      code: "VALIDATION",
      details: expect.objectContaining({
        outcome: "not_sent",
        issues: expect.arrayContaining(issues),
      }),
    }),
  ])
  for (const { message } of issues) expect(wrong[0]?.message).toContain(message)
  expect(meta).toMatchObject({ failed: tasks.length, requests: 0 })
  expect(sandbox.requests).toHaveLength(0)
})

const unreadable = {
  get task() {
    throw new Error("no such thing")
  },
}

it.each([
  ["an object instead of a list", {}, "object instead of a list"],
  ["null as a task", [null], "null"],
  ["a hole in the list", new Array(1), "undefined"],
  ["a list without tasks", [["created"]], "array"],
  ["a task whose getter throws", [unreadable], "a value that cannot be read: no such thing"],
])("executeTasks rejects %s with an example of a task", async (_, tasks, found) => {
  const { executeTask, executeTasks } = createExecutor({ base_url: sandbox.url, token: "t" })
  const { results } = await executeTasks(tasks as never)
  const message = `expected a task such as {"task":"user.me","input":{}}, found ${found}`
  expect(results).toMatchObject([
    {
      task: "",
      error: {
        code: "VALIDATION",
        message: `Invalid task: /0: ${message}`,
        details: { issues: [{ pointer: "/0", message }], outcome: "not_sent" },
      },
    },
  ])
  if (!Array.isArray(tasks)) return
  const alone = await executeTask(tasks[0] as never)
  expect(alone).toMatchObject({ error: { message: `Invalid task: ${message}` } })
})

it.each(["confrim", "each"])("executeTask rejects a single task with %s", async (name) => {
  const { executeTask } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
  const { task, input } = comment(1)
  const result = await executeTask({ task, input, [name]: true } as never)
  expect(result).toMatchObject({
    ok: false,
    error: { code: "VALIDATION", details: { issues: [{ pointer: `/${name}` }] } },
  })
  expect(sandbox.requests).toHaveLength(0)
})

it("executeTasks sends a string that looks like a reference unchanged", async () => {
  const { executeTasks } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
  const texts = ["{{created.url}}", "$created.url", '{"$from":"created","path":"url"}', "#E1"]
  const { results } = await executeTasks([
    created,
    ...texts.map((text) => comment(1, text)),
  ] as never)
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
  const list = await createExecutor({ base_url: sandbox.url, token: sandbox.token }).execute(
    "issue.comments.list",
    { ...repo, issue_number: 1 },
  )
  expect(list.ok && list.data.items.slice(-4).map(({ body }) => body)).toEqual(texts)
})
