/** Capabilities as tools: definitions that providers accept, and names and strict arguments that map back. */
import { createClient, type JsonSchema, recordingClient } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import {
  callTool,
  capabilityId,
  createExecuteTool,
  needsApproval,
  type ToolFormats,
  toolDefinitions,
  toolName,
} from "ghx/tools"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { catalog } from "../../generated/catalog.js"
import { registry } from "../../generated/registry.js"
import { checkArguments } from "../../runtime/execute/arguments.js"
import { knownOf } from "../../runtime/index.js"

const ids = Object.keys(catalog)
const effectOf = (id: string) => knownOf(registry, id)?.effect
const formats = ["mcp", "openai", "openai-strict", "anthropic", "ai-sdk"] as const

test.each(ids)("the tool name of %s is valid for providers and maps back to the id", (id) => {
  expect(toolName(id)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  expect(capabilityId(toolName(id))).toBe(id)
})

test.each(formats)(
  "toolDefinitions for %s have no top-level keyword that providers reject",
  async (format) => {
    const definitions = await toolDefinitions({ format })
    expect(definitions.map(({ name }) => name)).toEqual(ids.map(toolName).sort())
    for (const one of definitions) {
      const schema = schemaOf(one)
      expect(schema.type).toBe("object")
      expect(Object.keys(schema)).not.toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^(?:allOf|anyOf|oneOf|dependentRequired)$/),
        ]),
      )
      expect(JSON.parse(JSON.stringify(one))).toEqual(one)
    }
    const rules = definitions.find(({ name }) => name === "project-item-add")
    expect(rules?.description).toContain("Exactly one of project_id, project_number.")
  },
)

test.each(formats)(
  "every enum and constant of toolDefinitions for %s has a type",
  async (format) => {
    const untyped = (schema: JsonSchema, place: string): string[] => {
      const { properties = {}, items, anyOf = [], oneOf = [] } = schema
      const isListed = schema.enum !== undefined || schema.const !== undefined
      const inner = [...anyOf, ...oneOf, ...(items ? [items] : [])]
      return [
        ...(isListed && schema.type === undefined ? [place] : []),
        ...Object.entries(properties).flatMap(([name, one]) => untyped(one, `${place}/${name}`)),
        ...inner.flatMap((one) => untyped(one, place)),
      ]
    }
    const definitions = await toolDefinitions({ format })
    const schemas = definitions.flatMap((one) => [
      schemaOf(one),
      ...("outputSchema" in one && one.outputSchema ? [one.outputSchema as JsonSchema] : []),
    ])
    expect(schemas.flatMap((schema, at) => untyped(schema, definitions[at]?.name ?? ""))).toEqual(
      [],
    )
  },
)

describe("a tool definition in strict mode", () => {
  const known =
    /^(?:type|description|enum|const|pattern|minimum|maximum|minItems|maxItems|items|anyOf|properties|required|additionalProperties)$/

  test("requires every property of every object and allows no other", async () => {
    const look = (schema: JsonSchema, place: string): void => {
      const { properties, items, anyOf = [] } = schema
      for (const keyword of Object.keys(schema)) expect(keyword, place).toMatch(known)
      if ([schema.type].flat().includes("object")) {
        expect(schema.required, place).toEqual(Object.keys(properties ?? {}))
        expect(schema.additionalProperties, place).toBe(false)
      }
      for (const [name, one] of Object.entries(properties ?? {})) look(one, `${place}/${name}`)
      for (const one of [...anyOf, ...(items ? [items] : [])]) look(one, `${place}[]`)
    }
    for (const { name, parameters, strict } of await toolDefinitions({ format: "openai-strict" })) {
      expect(strict).toBe(true)
      look(parameters, name)
    }
  })

  test.each([
    ...ids.map((id) => [id, Object(catalog[id]).example] as const),
    ["issue.list", { owner: "o", repo: "r", assignee: null, milestone: null }] as const,
    ["issue.list", { owner: "o", repo: "r", assignee: "octocat" }] as const,
  ])("of %s passes the input on unchanged: %j", async (id, input) => {
    const [tool] = await toolDefinitions({ allow: [id], format: "openai-strict" })
    const [plain] = await toolDefinitions({ allow: [id], format: "anthropic" })
    const contract = await registry.source(id).contract()
    const strict = asAModelSays(Object(plain).input_schema, input)
    const checked = await checkArguments(id, Object(tool).parameters, strict)
    expect(checked).toMatchObject({ ok: true })
    // Nothing is sent: the guard has to confirm the received input.
    let arrived: unknown
    const client = createClient({ token: "x", base_url: "http://127.0.0.1:9", deny: [] })
    const listening = {
      ...client,
      guard: {
        ...client.guard,
        async stops(intent: { input: unknown }) {
          arrived = intent.input
          return { code: "AUTH", message: "seen", retryable: false, outcome: "not_sent" } as never
        },
      },
    }
    await callTool(toolName(id), JSON.stringify(strict), {
      client: listening,
      format: "openai-strict",
    })
    for (const [name, value] of Object.entries(input)) {
      expect(Object(arrived)[name], name).toEqual(value)
    }
    const isDefault = ([name, value]: [string, unknown]) =>
      JSON.stringify(contract.input.properties?.[name]?.default) === JSON.stringify(value)
    const more = Object.entries(Object(arrived)).filter(([name]) => !Object.hasOwn(input, name))
    expect(more.filter((one) => !isDefault(one))).toEqual([])
  })
})

describe("toolDefinitions", () => {
  const names = async (selection: object) =>
    (await toolDefinitions({ ...selection, format: "anthropic" })).map(({ name }) => name)

  test("selects capabilities with the options of a client's guards", async () => {
    const within = (...domains: readonly string[]) =>
      ids.filter((id) => domains.some((domain) => id.startsWith(`${domain}.`)))
    const reads = (id: string) => effectOf(id) === "read"
    const both = within("pr.thread", "user")
    expect(both).toEqual(expect.arrayContaining(["pr.thread.reply", "user.me"]))
    expect(await names({ allow: ["pr.thread", "user.*"] })).toEqual(both.map(toolName))
    expect(await names({ allow: ["pr.thread", "user.*"], read_only: true })).toEqual(
      both.filter(reads).map(toolName),
    )
    expect(await names({ allow: ["user.*", "pr.thread"], deny: ["pr"] })).toEqual(
      within("user").map(toolName),
    )
    const bound = { allow: ["user.*", "pr.thread"], deny: ["user.search"], repos: ["octocat/docs"] }
    expect(await names(bound)).toEqual(within("pr.thread").map(toolName))
  })

  test.each([
    [{ allow: ["isue.*"], format: "mcp" }, "No capability matches isue.*"],
    [{ allow: "issue.*", format: "mcp" }, "allow takes a list of ids"],
    [{ format: "gemini" }, "Unknown format gemini; expected mcp, openai"],
    [{ format: "mcp", alow: ["issue.*"] }, "toolDefinitions has no option `alow`; it has allow"],
    [{ format: "toString" }, "Unknown format toString"],
  ])("rejects the options %j", async (options, message) => {
    await expect(toolDefinitions(options as never)).rejects.toThrow(message)
  })
})

describe("a tool call", () => {
  let github: Sandbox
  let client: ReturnType<typeof createClient>
  const place = { owner: "octocat", repo: "hello-world" }

  beforeAll(async () => {
    github = await startSandbox()
    client = createClient({ base_url: github.url, token: github.token })
  })
  beforeEach(() => github.reset())
  afterAll(() => github.close())

  test("accepts arguments as an object or as JSON", async () => {
    const view = { ...place, issue_number: 1 }
    for (const args of [view, JSON.stringify(view)]) {
      expect(await callTool("issue-view", args, { client })).toMatchObject({
        ok: true,
        data: { title: "Found a bug" },
      })
    }
  })

  test.each([
    ["issue-vew", "{}", "did you mean `issue.view`"],
    ["issue-view", "{", "expected object"],
    ["issue-view", "null", "/owner: missing"],
    ["__proto__", "{}", "There is no capability"],
    ["issue-view", '{"__proto__":1,"owner":"o","repo":"r","issue_number":1}', "__proto__"],
  ])("returns a VALIDATION error for %s with %s", async (name, args, message) => {
    for (const format of ["openai", "openai-strict"] as const) {
      expect(await callTool(name, args, { client, format })).toMatchObject({
        ok: false,
        error: { code: "VALIDATION", message: expect.stringContaining(message) },
      })
    }
    expect(github.requests).toEqual([])
  })

  test("has a small result that says what it omits, and all that `fields` selects", async () => {
    const list = { ...place, first: 2 }
    const { data, left_out, ...rest } = Object(await callTool("issue-list", list, { client }))
    expect(rest).toEqual({ ok: true })
    expect(Object.keys(data.items[0])).not.toEqual(expect.arrayContaining(["milestone"]))
    expect(data.items[0]).not.toHaveProperty("url")
    expect(left_out).toEqual(["id", "url", "author_is_bot", "updated_at"])
    for (const format of ["openai", "openai-strict"] as const) {
      const args = { ...list, fields: ["url"] }
      const selected = Object(await callTool("issue-list", args, { client, format }))
      expect(selected.left_out).toBeUndefined()
      expect(selected.data.items[0]).toEqual({ url: expect.stringContaining("/issues/") })
    }
    expect(await callTool("issue-list", { ...list, fields: ["tilte"] }, { client })).toMatchObject({
      error: { message: expect.stringContaining("did you mean `title`") },
    })
  })

  test("has at most 60,000 characters, and says what was cut off", async () => {
    const issue_number = 1
    const { execute } = createExecuteTool(client)
    const body = "x".repeat(59_000)
    for (const _ of [1, 2]) {
      await callTool("issue-comments-create", { ...place, issue_number, body }, { client })
    }
    const args = { ...place, issue_number }
    const both = [
      await callTool("issue-comments-list", args, { client }),
      await execute({ task: "issue.comments.list", input: args }),
    ]
    for (const result of both) {
      expect(JSON.stringify(result).length).toBeLessThan(61_000)
      expect(result).toMatchObject({
        ok: true,
        warnings: [{ code: "INCOMPLETE", fix: expect.stringContaining("`fields`") }],
      })
    }
  })

  test("does not advise a shorter list for a long text", async () => {
    const args = { ...place, issue_number: 1 }
    await callTool("issue-update", { ...args, body: "x".repeat(65_000) }, { client })
    expect(await callTool("issue-view", args, { client })).toMatchObject({
      warnings: [{ fix: expect.stringMatching(/^No call returns more of a text/) }],
    })
  })

  test("of `execute` refuses arguments that the tool does not have", async () => {
    const before = github.requests.length
    const input = { ...place, title: "Only tried" }
    const given = { task: "issue.create", input, dry_run: true }
    expect(await createExecuteTool(client).execute(given)).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringContaining("dry_run") },
    })
    expect(github.requests).toHaveLength(before)
  })

  test.each([
    ["issue-labels-add", { issue_number: 1, labels: ["bgu"] }, "label", "bug"],
    [
      "issue-assignees-update",
      { issue_number: 1, assignees: ["nobody"] },
      "assignable person",
      "octocat",
    ],
    ["repo-label-update", { name: "bgu", new_name: "x" }, "label", "bug"],
    ["workflow-dispatch", { workflow_id: "cli.yml", ref: "main" }, "workflow", "ci.yml"],
  ])("of %s with an unknown name answers with those that exist", async (name, input, noun, one) => {
    const own = { ...place, ...input }
    const { execute } = createExecuteTool(client)
    const both = [
      await callTool(name, own, { client }),
      await execute({ task: capabilityId(name), input: own }),
    ]
    for (const result of both) {
      expect(result).toMatchObject({
        ok: false,
        error: {
          message: expect.stringContaining(`octocat/hello-world has no ${noun}`),
          details: { fix: expect.stringContaining(one) },
        },
      })
    }
  })

  test("through createExecuteTool runs any task and knows which ones need approval", async () => {
    const { execute, needsApproval, inputSchema } = createExecuteTool(client)
    expect(inputSchema.required).toEqual(["task", "input"])
    expect(await execute({ task: "user.me", input: {} })).toMatchObject({ ok: true })
    expect(await execute('{"task":"user.me","input":{}}')).toMatchObject({ ok: true })
    for (const args of [null, "", [], { task: 7 }, { id: "user.me" }]) {
      expect(await execute(args)).toMatchObject({ ok: false, error: { code: "VALIDATION" } })
    }
    const at = { owner: "o", repo: "r" }
    const destroys = { task: "issue.delete", input: { ...at, issue_number: 1 } }
    expect(await needsApproval(destroys)).toBe(true)
    expect(await needsApproval(JSON.stringify(destroys))).toBe(true)
    expect(await needsApproval({ task: "issue.delete" })).toBe(true)
    expect(await needsApproval({ task: "issue.close" })).toBe(false)
    expect(await needsApproval({ task: "issue.view" })).toBe(false)
    for (const unknown of [null, "zzz", { task: "zzz", input: {} }, { task: 7 }]) {
      expect(await needsApproval(unknown)).toBe(true)
    }
  })

  test("through createExecuteTool asks for approval exactly when `confirm` is asked", async () => {
    const at = { owner: "o", repo: "r" }
    const ref = 'refId: "REF_kgDOAAAAAQ"'
    const asked: string[] = []
    const confirm = (intent: { capability_id: string }) => {
      asked.push(intent.capability_id)
      return false
    }
    const write = { base_url: github.url, token: github.token, operations: "write" } as const
    const careful = createClient({ ...write, confirm })
    const tool = createExecuteTool(createClient(write))
    for (const [needs, task, input] of [
      [true, "DELETE /repos/o/r/labels/bug", {}],
      [true, "PATCH /repos/o/r", { archived: true }],
      [false, "PATCH /repos/o/r", { description: "x" }],
      [true, `mutation { deleteRef(input: { ${ref} }) { clientMutationId } }`, {}],
      [
        true,
        `mutation { updateRef(input: { ${ref}, oid: "${"1".repeat(40)}", force: true }) { clientMutationId } }`,
        {},
      ],
      [
        false,
        `mutation { updateRef(input: { ${ref}, oid: "${"1".repeat(40)}" }) { clientMutationId } }`,
        {},
      ],
      [true, "repo.update", { ...at, visibility: "PRIVATE" }],
      [false, "repo.update", { ...at, description: "x" }],
      [true, "pr.branch.update", { ...at, pull_number: "7", method: "REBASE" }],
      [false, "pr.branch.update", { ...at, pull_number: 7 }],
    ] as const) {
      asked.length = 0
      const before = github.requests.length
      expect(await tool.needsApproval({ task, input }), task).toBe(needs)
      expect(github.requests).toHaveLength(before)
      await createExecuteTool(careful).execute({ task, input })
      expect(asked.length > 0, task).toBe(needs)
    }
  })

  test("through createExecuteTool records nothing when it is asked for approval", async () => {
    const { client: recorder, recording } = recordingClient(client)
    const { execute, needsApproval } = createExecuteTool(recorder)
    const task = { task: "issue.delete", input: { owner: "o", repo: "r", issue_number: 1 } }
    expect(await needsApproval(task)).toBe(true)
    expect(recording).toEqual([])
    await execute(task)
    expect(recording).toHaveLength(1)
  })
})

test("needsApproval decides by the arguments, or by the given effects", async () => {
  const at = { owner: "o", repo: "r" }
  expect(await needsApproval("issue-delete")).toBe(true)
  expect(await needsApproval("issue-delete", { ...at, issue_number: 1 })).toBe(true)
  expect(await needsApproval("repo-update", { ...at, visibility: "PRIVATE" })).toBe(true)
  expect(await needsApproval("repo-update", { ...at, description: "x" })).toBe(false)
  expect(await needsApproval("repo-update")).toBe(true)
  const strict = { format: "openai-strict" } as const
  const visible = { ...at, visibility: null, description: "x" }
  expect(await needsApproval("repo-update", JSON.stringify(visible), strict)).toBe(false)
  expect(await needsApproval("issue.close")).toBe(false)
  expect(await needsApproval("issue.close", {}, { effects: ["write", "destroy"] })).toBe(true)
  expect(await needsApproval("issue.view", {}, { effects: ["write", "destroy"] })).toBe(false)
  expect(await needsApproval("constructor")).toBe(true)
})

test("definitions say which tools may destroy something with some input", async () => {
  const allow = [
    "issue.delete",
    "issue.close",
    "issue.view",
    "repo.update",
    "project.update",
    "pr.branch.update",
  ] as const
  const definitions = await toolDefinitions({ allow, format: "ai-sdk" })
  const may = definitions.flatMap(({ name, needsApproval }) => (needsApproval ? [name] : []))
  expect(may).toEqual(["issue-delete", "pr-branch-update", "project-update", "repo-update"])
  const tools = await toolDefinitions({ allow, format: "mcp" })
  const hints = tools.flatMap(({ name, annotations }) =>
    annotations.destructiveHint ? [name] : [],
  )
  expect(hints).toEqual(may)
})

/** An input in strict mode: null for omitted members. */
function asAModelSays(schema: JsonSchema, value: unknown): unknown {
  const { type, properties, required = [], items } = schema
  if (type === "object" && !properties) return JSON.stringify(value)
  if (Array.isArray(value)) return value.map((item) => asAModelSays(items ?? {}, item))
  if (!properties) return value
  const members = Object.entries(properties).map(([name, one]) => {
    if (!Object.hasOwn(Object(value), name)) return [name, null]
    const argument = asAModelSays(one, Object(value)[name])
    const isWrapped = !required.includes(name) && [one.type].flat().includes("null")
    return [name, isWrapped ? { value: argument } : argument]
  })
  return Object.fromEntries(members)
}

function schemaOf(one: ToolFormats[keyof ToolFormats]): JsonSchema {
  if ("parameters" in one) return one.parameters
  return "input_schema" in one ? one.input_schema : one.inputSchema
}
