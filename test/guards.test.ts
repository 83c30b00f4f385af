/** A guard that is given applies or is refused, on every surface that takes guards. */
import {
  type CapabilityPattern,
  type ClientOptions,
  chain,
  createClient,
  createExecutor,
  createGhx,
  executeTask,
  executeTasks,
  type GuardOptions,
  type Intent,
  listCapabilities,
  type ResultEnvelope,
  recordingClient,
} from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { aiTools, needsApproval, toolDefinitions } from "ghx/tools"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createGhx as createLazyGhx, createClient as lazyClient } from "../generated/lazy.js"
import { type } from "./ghx/type.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const connection = () => ({ base_url: sandbox.url, token: sandbox.token })
const repository = { owner: "octocat", repo: "hello-world" }
const task = { task: "user.me", input: {} }

/** Patterns that match nothing, and what the error suggests. */
const mistakes = {
  "issue.comment.create":
    "No capability matches issue.comment.create in `deny`; did you mean `issue.comments.create`",
  issues: "did you mean `issue`",
  "isue.*": "did you mean `issue.*`",
  "*.viw": "did you mean `*.view`",
  "pr.thread.reolve": "did you mean `pr.thread.resolve`",
  "mutation deleteIssue": "documents by kind, `query *` or `mutation *`",
  "query Q": "documents by kind, `query *` or `mutation *`",
  "HEAD *": 'operations such as "GET *"',
  "POST repos/{owner}/{repo}/hooks": 'operations such as "GET *"',
} as const

/** Everything in the library that takes the options of a client. */
const surfaces: Readonly<Record<string, (options: ClientOptions) => unknown>> = {
  createClient,
  createGhx,
  createExecutor,
  "createClient of ghx/lazy": lazyClient,
  "createGhx of ghx/lazy": createLazyGhx,
  executeTask: (options) => executeTask(task, options),
  executeTasks: (options) => executeTasks([task], options),
  dryRunTasks: (options) => createExecutor(connection()).dryRunTasks([task], options),
  unfinishedTasks: (options) =>
    createExecutor(connection()).unfinishedTasks([task], { results: [] }, options),
}

const optionsWith = (guard: string, pattern: string): ClientOptions => {
  const value = guard === "limits" ? { [pattern]: 1 } : [pattern]
  return { ...connection(), [guard]: value } as ClientOptions
}

describe.each(Object.entries(surfaces))("%s", (_, create) => {
  it.each(["allow", "deny", "limits"])(
    "throws for each pattern of `%s` that matches nothing, with a suggestion",
    async (guard) => {
      for (const [pattern, words] of Object.entries(mistakes)) {
        const made = async () => create(optionsWith(guard, pattern))
        await expect(made(), pattern).rejects.toThrow(words.replace("`deny`", `\`${guard}\``))
      }
      expect(sandbox.requests).toEqual([])
    },
  )

  it.each([
    [{ operations: "reads" }, 'operations takes "none", "read" or "write", not reads'],
    [{ untrusted: "tag" }, 'untrusted takes "mark" or "omit", not tag'],
    [{ read_only: "yes" }, "takes `read_only` as boolean"],
    [{ confirm: "always" }, "takes `confirm` as function"],
    [{ repos: ["octocat"] }, 'repos takes a list such as ["me/*", "octocat/docs"], not octocat'],
    [{ limits: { "issue.create": -1 } }, "limits takes whole numbers"],
    [{ denied: ["issue.delete"] }, "has no option `denied`"],
    [{ allow: null }, "allow takes a list of ids"],
    [{ deny: null }, "deny takes a list of ids"],
    [{ repos: null }, "repos takes a list"],
    [{ limits: null }, "takes `limits` as object"],
    [{ read_only: null }, "takes `read_only` as boolean"],
    [{ confirm: null }, "takes `confirm` as function"],
    [{ untrusted: null }, "untrusted takes"],
    [{ operations: null }, "takes `operations` as string"],
  ])("throws for %j", async (guards, words) => {
    const made = async () => create({ ...connection(), ...guards } as never)
    await expect(made()).rejects.toThrow(words)
  })
})

it("accepts every kind of pattern that matches something", async () => {
  const patterns: CapabilityPattern[] = [
    "*",
    "issue",
    "pr.thread",
    "issue.view",
    "pr.*",
    "*.list",
    "GET *",
    "POST /repos/{owner}/{repo}/hooks",
    "DELETE /repos/*",
    "query *",
    "mutation *",
  ]
  const limits = Object.fromEntries(patterns.map((one) => [one, 1]))
  const ghx = createGhx({ ...connection(), allow: patterns, limits })
  expect(await ghx.request("GET /user")).toMatchObject({ ok: true })
})

it("takes ids of `listCapabilities`, without a cast", async () => {
  const reads = (await listCapabilities()).filter((one) => one.effect === "read")
  const ids = reads.map((one) => one.id)
  const ghx = createGhx({ ...connection(), allow: [...ids, "issue.labels.add"] })
  const issue = { ...repository, issue_number: 1 }
  expect(await ghx.issue.view(issue)).toMatchObject({ ok: true })
  expect(await ghx.issue.labels.add({ ...issue, labels: ["bug"] })).toMatchObject({ ok: true })
  expect(await ghx.issue.close(issue)).toMatchObject({ error: { details: { guard: "allow" } } })
})

it("takes an undefined option of a call for an absent one", async () => {
  const ghx = createGhx(connection())
  const absent = { signal: undefined, timeout_ms: undefined }
  const issue = ghx.issue.view({ ...repository, issue_number: 1 })
  expect(await chain([issue], absent)).toMatchObject({ status: "success" })
  const client = createClient(connection())
  const options = { ...absent, route: undefined }
  const user = await createExecutor(connection()).execute("user.me", {}, options)
  expect(user).toMatchObject({ ok: true })
  expect(await executeTask({ task: "user.me", input: {} }, client, options)).toMatchObject({
    ok: true,
  })
})

it("takes an undefined option of a client for an absent one", async () => {
  const unset: string | undefined = process.env.GHX_TEST_UNSET
  const absent = { octokit: undefined, gh: { cwd: unset }, retry: { attempts: undefined } }
  const guards = { allow: undefined, read_only: undefined, confirm: undefined, repos: undefined }
  const sizes = { batch: { queries: undefined }, concurrency: { writes: undefined } }
  const options = { ...connection(), ...absent, ...guards, ...sizes, client: undefined }
  const { issue } = createGhx({ ...options, throws: true })
  const input = { ...repository, issue_number: 1 }
  const fields: "title"[] | undefined = unset === undefined ? undefined : ["title"]
  expect((await issue.view(input, { fields })).title).toBe("Found a bug")
  expect(await issue.comments.create({ ...input, body: "Thanks" }, { key: unset })).toBeTruthy()
  const client = createClient({ token: unset, base_url: unset, cache: { max: undefined } })
  expect(client.endpoint.host).toBe("github.com")
  await expect(aiTools(client, { deny: undefined })).resolves.toBeTruthy()
})

it("does not compile a misspelt id", () => {
  // @ts-expect-error: the id is issue.comments.create
  expect(() => createGhx({ deny: ["issue.comment.create"] })).toThrow(TypeError)
  // @ts-expect-error: the id is issue.comments.create
  expect(() => createClient({ limits: { "issue.comment.create": 0 } })).toThrow(TypeError)
})

describe("a pattern for operations without a capability", () => {
  const refused = (guard: string, fix: string) => ({
    ok: false,
    error: { code: "AUTH", details: { guard, fix: expect.stringContaining(fix) } },
  })

  it.each<[keyof GuardOptions, string, string]>([
    ["deny", "POST /repos/{owner}/{repo}/isues", "POST /repos/{owner}/{repo}/issues"],
    ["limits", "POST /repos/octocat/hello-world/issues", "POST /repos/{owner}/{repo}/issues"],
    ["allow", "DELETE /repos/{owner}/{repo}/issues", "DELETE /repos/{owner}/{repo}/"],
    ["deny", "PUT /repo/*", "Search for it"],
  ])("refuses every operation if %s has %s, which is not documented", async (guard, one, fix) => {
    const ghx = createGhx({ ...optionsWith(guard, one), operations: "write" } as ClientOptions)
    const write = ghx.request("POST /repos/octocat/hello-world/issues", { title: "x" })
    expect(await write).toMatchObject(refused(guard, fix))
    expect(await ghx.document("{ viewer { login } }")()).toMatchObject(refused(guard, fix))
    expect(sandbox.requests).toEqual([])
  })

  it("counts documents by kind, whatever their names, also in chains", async () => {
    const { id } = await createGhx(connection())
      .issue.view({ ...repository, issue_number: 1 })
      .orThrow()
    const named = (name: string) =>
      `mutation ${name} { addComment(input: { subjectId: "${id}", body: "x" }) { clientMutationId } }`
    const options = { ...connection(), operations: "write", limits: { "mutation *": 2 } } as const
    const ghx = createGhx(options)
    const sent = ["", "A", "query", "Query"].map((name) => ghx.document(named(name))())
    expect((await Promise.all(sent)).filter(({ ok }) => ok)).toHaveLength(2)
    const { status, results } = await createExecutor(options).executeTasks(
      ["", "A", "B"].map((name) => ({ task: named(name), input: {} })),
    )
    expect(status).toBe("failed")
    expect(results[2]).toMatchObject({ error: { details: { guard: "limits" } } })
    expect(sandbox.applied).toHaveLength(2)
    const reading = createGhx({ ...connection(), limits: { "query *": 1 } })
    expect(await reading.document("{ viewer { login } }")()).toMatchObject({ ok: true })
    expect(await reading.document("query Q { viewer { login } }")()).toMatchObject({
      error: { details: { guard: "limits" } },
    })
  })
})

it("does not count calls that are refused, nor writes that are not sent", async () => {
  const plain = createGhx(connection())
  const [inside, outside] = await Promise.all(
    ["hello-world", "big"].map(async (repo) => {
      const comment = { owner: "octocat", repo, issue_number: 1, body: "Seen." }
      return (await plain.issue.comments.create(comment).orThrow()).id
    }),
  )
  const ghx = createGhx({
    ...connection(),
    repos: ["octocat/hello-world"],
    limits: {
      "issue.comment.update": 1,
      "issue.comments.create": 1,
      "issue.comment.delete": 0,
      "issue.labels.add": 1,
    },
    confirm: () => false,
  })
  const guardOf = async (call: Promise<ResultEnvelope<unknown>>) =>
    (await call).error?.details?.guard
  const body = "Changed."
  const stray = { owner: "octocat", repo: "big", issue_number: 1, body }
  expect(await guardOf(ghx.issue.comments.create(stray))).toBe("repos")
  const own = ghx.issue.comments.create({ ...stray, repo: "hello-world" })
  expect(await own).toMatchObject({ ok: true })
  expect(await guardOf(ghx.issue.comment.update({ comment_id: `${outside}`, body }))).toBe("repos")
  expect(await ghx.issue.comment.update({ comment_id: `${inside}`, body })).toMatchObject({
    ok: true,
  })
  expect(await guardOf(ghx.issue.comment.update({ comment_id: `${inside}`, body }))).toBe("limits")
  expect(await guardOf(ghx.issue.comment.delete({ comment_id: `${inside}` }))).toBe("confirm")
  const labels = { ...repository, issue_number: 1, labels: ["bugg"] }
  for (let again = 0; again < 2; again += 1)
    expect(await ghx.issue.labels.add(labels)).toMatchObject({ error: { code: "NOT_FOUND" } })
})

it("asks to confirm only what `repos` allows, and names the repository of a node id", async () => {
  const plain = createGhx(connection())
  const [inside = "", outside = ""] = await Promise.all(
    ["hello-world", "big"].map(async (repo) => {
      const comment = { owner: "octocat", repo, issue_number: 1, body: "Seen." }
      return (await plain.issue.comments.create(comment).orThrow()).id
    }),
  )
  const asked: Intent[] = []
  const confirm = (intent: Intent) => asked.push(intent) < 0
  const ghx = createGhx({ ...connection(), repos: ["octocat/hello-world"], confirm })
  const by = (guard: string) => ({ ok: false, error: { details: { guard, outcome: "not_sent" } } })
  const stray = ghx.issue.comment.delete({ comment_id: outside })
  const view = ghx.issue.view({ ...repository, issue_number: 1 })
  expect((await chain(stray, view)).results[0]).toMatchObject(by("repos"))
  expect(await ghx.issue.comment.delete({ comment_id: outside })).toMatchObject(by("repos"))
  expect(asked).toEqual([])
  expect(await ghx.issue.comment.delete({ comment_id: inside })).toMatchObject(by("confirm"))
  expect(asked).toEqual([
    {
      capability_id: "issue.comment.delete",
      effect: "destroy",
      input: { comment_id: inside },
      repositories: ["octocat/hello-world"],
    },
  ])
})

describe("a document with several mutations", () => {
  const comment = (alias: string, directive = "") =>
    `${alias}: addComment(input: { subjectId: "I_kgDOAAAAAQ", body: "x" }) ${directive} { clientMutationId }`
  const three = [
    `mutation { ${["a", "b", "c"].map((alias) => comment(alias))} }`,
    `mutation M { ...F ${comment("a")} } fragment F on Mutation { ${comment("b")} ... { ${comment("c")} } }`,
    `mutation { ${["a", "b", "c"].map((alias) => comment(alias, "@include(if: true)"))} }`,
  ]

  it.each(three)("counts each of them, alone, in a chain and in a record: %s", async (text) => {
    const over = { error: { details: { guard: "limits" } } }
    for (const pattern of ["*", "mutation *"] as const) {
      const options = { ...connection(), operations: "write", limits: { [pattern]: 5 } } as const
      const ghx = createGhx(options)
      expect(await ghx.document(text)()).toMatchObject({ ok: true })
      expect(await ghx.document(text)()).toMatchObject(over)
      const tasks = [0, 1].map(() => ({ task: text, input: {} }))
      const { results } = await createExecutor(options).executeTasks(tasks)
      expect(results[1]).toMatchObject(over)
      const { client, recording } = recordingClient(createClient(options))
      await createGhx({ client }).document(text)()
      expect(await createGhx({ client }).document(text)()).toMatchObject(over)
      expect(recording).toHaveLength(1)
      expect(sandbox.applied).toHaveLength(3)
      await sandbox.reset()
    }
  })
})

describe("the tools", () => {
  it.each([
    [{ deny: ["issue.comment.create"] }, "did you mean `issue.comments.create`"],
    [{ limits: { "isue.create": 1 } }, "did you mean `issue.create`"],
    [{ allow: ["isue"] }, "did you mean `issue`"],
    [{ allow: null }, "allow takes a list of ids"],
    [{ deny: null }, "deny takes a list of ids"],
    [{ repos: null }, "repos takes a list"],
    [{ limits: null }, "limits takes an object"],
    [{ read_only: null }, "takes `read_only` as boolean"],
  ])("refuse the selection %j", async (selection, words) => {
    const made = toolDefinitions({ ...selection, format: "mcp" } as never)
    await expect(made).rejects.toThrow(words)
  })

  it("refuse to ask for approval of an unknown effect", async () => {
    const asking = needsApproval("issue-delete", {}, { effects: ["destory" as never] })
    await expect(asking).rejects.toThrow("not destory")
  })
})

describe.each(["ghx mcp", "ghx exec -"])("%s", (command) => {
  const run = (flags: string) => type(`${command} ${flags} --sandbox`, { stdin: "return 1" })

  it.each([
    ["--deny issue.comment.create", "did you mean `issue.comments.create`"],
    ["--allow isue.*", "did you mean `issue.*`"],
    ["--limits issue.comment.create=1", "did you mean `issue.comments.create`"],
    ["--limits 'mutation X=1'", "documents by kind"],
    ["--limits issue.create", "Expected a list of pattern=number"],
    ["--limits issue.create=1 --limits issue.create=9", "limits issue.create twice"],
    [
      "--deny 'POST /repos/{owner}/{repo}/isues'",
      "Did you mean `POST /repos/{owner}/{repo}/issues`",
    ],
    ["--limits 'POST /repos/octocat/hello-world/issues=1'", "POST /repos/{owner}/{repo}/issues"],
    ["--repos octocat", "repos takes a list"],
    ["--deny issue.delete --deny isue.close", "did you mean `issue.close`"],
  ])("rejects %s", async (flags, words) => {
    const { stderr, exitCode } = await run(flags)
    expect(stderr).toContain(words)
    expect(exitCode).toBe(2)
  })
})

it.each([
  'repo.fork({ ...at, organization: "octo-org" })',
  'pr.create({ ...at, title: "x", head: "hubot:emoji", base: "main" })',
  'repo.update({ ...at, name: "x" })',
])("ghx exec --repos refuses ghx.%s", async (call) => {
  const code = `const at = ${JSON.stringify(repository)}\nreturn await ghx.${call}`
  const flags = "--repos octocat/hello-world --sandbox"
  const { stderr, stdout } = await type(`ghx exec - ${flags}`, { stdin: code })
  expect(stdout + stderr).toContain("which is not in `repos` of this client")
})

it.each([
  ["--deny issue.close --deny issue.reopen", "deny"],
  ["--limits issue.close=0 --limits 'POST *=5'", "limit"],
  ["--repos nobody/a --repos nobody/b", "repos"],
  ["--documents --allow-write --limits 'mutation *=0,issue.close=0'", "limit"],
])("ghx exec applies every part of %s", async (flags, guard) => {
  const code = `const { error } = await ghx.issue.close({ owner: "octocat", repo: "hello-world", issue_number: 1 }).catch((e) => ({ error: e }))
return error.envelope?.error ?? error.message`
  const { stdout, stderr } = await type(`ghx exec - ${flags} --sandbox`, { stdin: code })
  expect(stdout + stderr).toMatch(new RegExp(`\\b${guard}\\b`))
})
