/**
 * Tests that an answer is complete, or says what it leaves out, against a repository with more of everything than
 * GitHub returns at once.
 */
import { chain, createClient, createGhx, executeTask, type ResultEnvelope } from "ghx"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { cards } from "./cards.js"
import { type } from "./ghx/type.js"

const MANY = 130
const many = <T>(make: (at: number) => T): T[] => Array.from({ length: MANY }, (_, at) => make(at))

const lines = (text: string) => many((at) => `${text} ${at}`).join("\n")
const checks = many((at) =>
  at === 120
    ? { name: "last", conclusion: "FAILURE" as const, log: "##[error]boom" }
    : { name: `job ${at}` },
)
const seed: Seed = {
  viewer: "ada",
  users: [{ login: "ada" }, ...many((at) => ({ login: `user-${at}` }))],
  repositories: [
    {
      ...{ owner: "ada", name: "engine" },
      labels: many((at) => ({ name: `label ${at}` })),
      files: { "a.txt": lines("old") },
      branches: [
        {
          name: "new",
          commits: many((at) => ({
            message: `commit ${at}`,
            files: at === MANY - 1 ? { "a.txt": lines("new") } : { [`${at}.txt`]: "x" },
          })),
        },
      ],
      issues: [
        {
          ...{ number: 1, title: "Long", author: "ada" },
          labels: many((at) => `label ${at}`).slice(0, 100),
          comments: many((at) => ({ author: "ada", body: `comment ${at}` })),
        },
        ...many((at) => ({ number: 100 + at, title: `Issue ${at}`, author: "ada" })),
      ],
      pull_requests: [
        {
          ...{ number: 2, title: "Discussed", author: "ada", head: "new", base: "main" },
          comments: many((at) => ({ author: "ada", body: `comment ${at}` })),
          reviews: [
            ...many((at) => ({
              ...{ author: `user-${at}`, state: "COMMENTED" as const, body: `review ${at}` },
            })),
            {
              ...{ author: "user-1", state: "COMMENTED", body: "threads" },
              threads: many((at) => ({
                ...{ path: "a.txt", line: at + 1, body: `thread ${at}` },
                ...(at < 120 && { resolved_by: "ada" }),
              })),
            },
          ],
        },
      ],
      workflows: [
        {
          ...{ name: "CI", path: ".github/workflows/ci.yml" },
          runs: [{ title: "r", event: "pull_request", branch: "new", actor: "ada", jobs: checks }],
        },
      ],
    },
  ],
}

const repo = { owner: "ada", repo: "engine" }
const pull = { ...repo, pull_number: 2 }
let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
let run_id = 0
beforeAll(async () => {
  sandbox = await startSandbox({ seed })
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false })
  run_id = (await ghx.workflow.runs.list(repo).orThrow()).items[0]?.run_id ?? 0
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  vi.stubEnv("GH_REPO", "ada/engine")
})
afterAll(() => sandbox.close())

/** Inputs by which the reads of the catalogue find what the repository has many of. */
const known = (): Readonly<Record<string, unknown>> => ({
  ...{ owner: "ada", repo: "engine", issue_number: 1, pull_number: 2, run_id, login: "ada" },
  ...{ base: "main", head: "new", ref: "new", path: "a.txt", job_id: 1, username: "ada" },
  ...{ attempt_number: 1, tag_name: "v1", workflow_id: "ci.yml", query: "repo:ada/engine" },
})

/** Cards with a list that GitHub returns in pages, as an item of the result or beside one. */
const reads = cards.filter(({ effect, output_schema, input_schema }) => {
  const isFound = (input_schema.required ?? []).every((name) => Object.hasOwn(known(), name))
  return effect === "read" && isFound && JSON.stringify(output_schema).includes('"array"')
})

/** Lists that are as long as a page of GitHub or a document, and so may be cut. */
function pagesIn(value: unknown, name = ""): string[] {
  if (typeof value !== "object" || value === null) return []
  const isPage = Array.isArray(value) && [10, 20, 30, 50, 100].includes(value.length)
  // An issue has at most a hundred labels.
  const own = isPage && !(name === "labels" && value.length === 100) ? [name] : []
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => pagesIn(inner, key))]
}

describe("against a repository with 130 of each", () => {
  test("some capabilities read lists", () => expect(reads.length).toBeGreaterThan(20))

  test.each(reads.map(({ capability_id }) => capability_id))(
    "%s returns whole lists, or says what is missing",
    async (id) => {
      const required = cards.find((one) => one.capability_id === id)?.input_schema.required ?? []
      const input = Object.fromEntries(required.map((name) => [name, known()[name]]))
      const client = createClient({ base_url: sandbox.url, token: sandbox.token, retry: false })
      const result = await executeTask({ task: id, input } as never, { client })
      if (!result.ok) return
      const saysSo =
        result.meta.pagination?.has_next_page === true || (result.meta.warnings ?? []).length > 0
      expect(saysSo ? [] : pagesIn(result.data)).toEqual([])
    },
  )

  test("the unresolved threads among the last ten count", async () => {
    expect(await ghx.pr.mergeability.view(pull).orThrow()).toMatchObject({
      ...{ unresolved_threads: 10, threads_count: MANY, checks: "FAILURE" },
    })
    const context = await ghx.pr.context(pull).orThrow()
    expect(context.threads.map(({ is_resolved }) => is_resolved)).toEqual(Array(10).fill(false))
    expect(context.checks).toBe("FAILURE")
  })

  test("they also count in a chain, and in a call for this field alone", async () => {
    const view = ghx.pr.mergeability.view
    const { results } = await chain(view(pull), ghx.pr.context(pull, { fields: ["threads"] }))
    expect(results.map((one) => one.ok && Object.values(one.data).flat().length > 0)).toEqual([
      true,
      true,
    ])
    expect(await view(pull, { fields: ["unresolved_threads"] }).orThrow()).toEqual({
      unresolved_threads: 10,
    })
  })

  test("a call that needs no node of a connection reads no further pages", async () => {
    sandbox.clearRequests()
    expect(await ghx.pr.context(pull, { fields: ["threads_count"] }).orThrow()).toEqual({
      threads_count: MANY,
    })
    expect(sandbox.requests).toHaveLength(1)
  })

  test("the failed check on the second page decides", async () => {
    const { state, checks, checks_count } = await ghx.pr.checks.summary(pull).orThrow()
    expect([state, checks.length, checks_count]).toEqual(["FAILURE", MANY, MANY])
    const waited = await ghx.pr.checks.wait(pull).orThrow()
    expect([waited.state, waited.checks.length]).toEqual(["FAILURE", MANY])
  })

  test("the failed job on the second page has a log", async () => {
    const run = { ...repo, run_id }
    const { failures } = await ghx.workflow.run.failure(run).orThrow()
    expect(failures).toMatchObject([{ name: "last", log: "##[error]boom" }])
    expect((await ghx.workflow.run.view(run).orThrow()).jobs).toHaveLength(MANY)
    expect((await ghx.workflow.run.wait(run).orThrow()).jobs).toHaveLength(MANY)
  })

  test("lists that are cut on purpose say so", async () => {
    const { meta } = await ghx.issue.context({ ...repo, issue_number: 1 })
    expect(meta.warnings).toMatchObject([
      { code: "MORE_PAGES", message: "newestComments has more items; the result has only 30" },
    ])
  })

  test.each([
    ["pr view 2 --json reviews --jq '.reviews|length'", "131\n"],
    ["pr view 2 --json commits,files,statusCheckRollup --jq '[.[]|length]'", "[130,130,130]\n"],
    ["pr list --json reviews --jq '.[0].reviews|length'", "131\n"],
    ["run view 1 --json jobs --jq '.jobs|length'", "130\n"],
  ])("ghx %s reads all pages", async (line, stdout) => {
    expect(await type(`ghx ${line}`)).toEqual({ stdout, stderr: "", exitCode: 0 })
  })

  test("ghx run view prints the failed job of the second page", async () => {
    expect((await type("ghx run view 1 --log-failed")).stdout).toContain("boom")
    expect((await type("ghx run view 1 --verbose")).stdout).toContain("Run last")
    expect((await type("ghx pr checks 2")).exitCode).toBe(1)
  })
})

/** A client of the sandbox, of whose answers some are changed. */
const changing = (change: (answer: unknown, request: Request) => unknown) => {
  const fetch = async (...args: Parameters<typeof globalThis.fetch>) => {
    const request = new Request(...args)
    const answer = await globalThis.fetch(request.clone())
    const headers = new Headers(answer.headers)
    headers.delete("link")
    for (const name of ["content-length", "content-encoding"]) headers.delete(name)
    const changed = await change(await answer.json(), request)
    return Response.json(changed, { status: answer.status, headers })
  }
  return createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false, fetch })
}

describe("an iteration that changes its list", () => {
  const at = { owner: "ada", repo: "old" }
  const open = async () => {
    const issues = Array.from({ length: 50 }, (_, index) => ({
      title: `Old ${index}`,
      author: "ada",
    }))
    const repositories = [{ owner: "ada", name: "old", issues }]
    const sandbox = await startSandbox({ seed: { users: [{ login: "ada" }], repositories } })
    return { sandbox, ghx: createGhx({ base_url: sandbox.url, token: sandbox.token }) }
  }

  test("ends with an error if a search has become shorter", async () => {
    const { sandbox, ghx } = await open()
    const found = ghx.issue.search({ query: "repo:ada/old is:issue is:open", first: 20 })
    const close = async () => {
      for await (const { number } of found)
        await ghx.issue.close({ ...at, issue_number: number }).orThrow()
    }
    await expect(close()).rejects.toThrow("became shorter")
    await sandbox.close()
  })

  const branches = ["a", "b", "c", "d", "e", "f", "g"].map((name) => ({ name }))
  const items = Array.from({ length: 7 }, (_, at) => ({ title: `Draft ${at}` }))
  const subIssues = Array.from({ length: 7 }, (_, at) => ({
    title: `Part ${at}`,
    author: "ada",
    parent: 1,
  }))
  type Change = (ghx: ReturnType<typeof createGhx>) => AsyncGenerator<unknown>
  const changes: Record<string, Change> = {
    async *branches(ghx) {
      for await (const { name } of ghx.repo.branches.list({ ...at, first: 3 }))
        if (name !== "main") yield await ghx.repo.branch.delete({ ...at, branch: name }).orThrow()
    },
    async *"project items"(ghx) {
      const project = { owner: "ada", project_number: 1 }
      for await (const { id } of ghx.project.items.list({ ...project, first: 3 }))
        yield await ghx.project.item.delete({ ...project, item_id: id }).orThrow()
    },
    async *"sub-issues"(ghx) {
      const parent = { ...at, issue_number: 1 }
      for await (const { number } of ghx.issue.subissues.list({ ...parent, first: 3 }))
        yield await ghx.issue.subissues.remove({ ...parent, sub_issue_number: number }).orThrow()
    },
  }
  test.each(Object.keys(changes))(
    "ends with an error if a list of %s, whose cursors are counts, has become shorter",
    async (name) => {
      const issues = [{ title: "Whole", author: "ada" }, ...subIssues]
      const repository = { owner: "ada", name: "old", files: { a: "b" }, branches, issues }
      const users = [{ login: "ada", projects: [{ title: "P", drafts: items }] }]
      const sandbox = await startSandbox({
        seed: { viewer: "ada", users, repositories: [repository] },
      })
      const change = changes[name]?.(createGhx({ base_url: sandbox.url, token: sandbox.token }))
      let count = 0
      const all = async () => {
        for await (const _ of change ?? []) count += 1
      }
      await expect(all()).rejects.toThrow("became shorter")
      expect(count).toBeLessThan(7)
      await sandbox.close()
    },
  )

  test.each([25, 45])(
    "ends with an error if a REST list of %i has become shorter",
    async (count) => {
      const alert = { rule: { id: "js/r", description: "d" }, message: "m", path: "a", line: 1 }
      const code_scanning_alerts = Array.from({ length: count }, () => alert)
      const repository = { owner: "ada", name: "old", files: { a: "b" }, code_scanning_alerts }
      const seed = { viewer: "ada", users: [{ login: "ada" }], repositories: [repository] }
      const sandbox = await startSandbox({ seed })
      const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
      const alerts = ghx.security.code.list({ ...at, state: "open", first: 20 })
      const dismiss = async () => {
        for await (const { number: alert_number } of alerts)
          await ghx.security.code.dismiss({ ...at, alert_number, reason: "won't fix" }).orThrow()
      }
      await expect(dismiss()).rejects.toThrow("became shorter")
      const rest = await ghx.security.code.list.all({ ...at, state: "open", first: 2 })
      expect(rest).toMatchObject({
        ok: true,
        data: { items: { length: count - sandbox.applied.length } },
      })
      expect(rest.meta.warnings).toBeUndefined()
      await sandbox.close()
    },
  )

  test("ends with an error if it moves the results of a search", async () => {
    const { sandbox, ghx } = await open()
    const found = ghx.issue.search({ query: "repo:ada/old is:open sort:updated-asc", first: 20 })
    const read: number[] = []
    const comment = async () => {
      for await (const { number } of found) {
        read.push(number)
        await ghx.issue.comments.create({ ...at, issue_number: number, body: "Ping" }).orThrow()
      }
    }
    await expect(comment()).rejects.toThrow("as their order changed")
    expect(new Set(read).size).toBe(read.length)
    expect(read.length).toBeLessThan(50)
    await sandbox.close()
  })

  test("ends without an error if a result of a search was created meanwhile", async () => {
    const { sandbox, ghx } = await open()
    const read: number[] = []
    for await (const { number } of ghx.issue.search({ query: "repo:ada/old is:open", first: 20 }))
      if (read.push(number) % 20 === 0) await ghx.issue.create({ ...at, title: "New" }).orThrow()
    expect(read.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    await sandbox.close()
  })

  test("ends without an error if an item was created meanwhile", async () => {
    const { sandbox, ghx } = await open()
    const read: number[] = []
    for await (const { number } of ghx.issue.list({ ...at, first: 25 })) {
      if (read.push(number) === 25) await ghx.issue.create({ ...at, title: "New" }).orThrow()
    }
    expect(read).toHaveLength(50)
    await sandbox.close()
  })

  test("takes each item once, though it moves to the end", async () => {
    const { sandbox, ghx } = await open()
    const order = { sort: "UPDATED_AT", direction: "ASC", first: 20 } as const
    for await (const { number } of ghx.issue.list({ ...at, ...order }))
      await ghx.issue.comments.create({ ...at, issue_number: number, body: "Ping" }).orThrow()
    expect(sandbox.applied).toHaveLength(50)
    await sandbox.close()
  })
})

describe("a REST list without a link to its second page", () => {
  const missing = (list: string) => [
    { code: "INCOMPLETE", message: `GitHub shows only the first 100 of 130 ${list}` },
  ]
  const passing = () =>
    changing((answer) =>
      JSON.parse(JSON.stringify(answer).replaceAll(/"(?:failure|queued)"/g, '"success"')),
    )

  test("is no verdict without a warning", async () => {
    const waited = await passing().pr.checks.wait(pull)
    expect(waited).toMatchObject({ data: { state: "SUCCESS" } })
    expect(waited.meta.warnings).toEqual(missing("check_runs"))
  })

  test("is no whole run without a warning", async () => {
    const { run: runs } = passing().workflow
    for (const result of [runs.view, runs.failure, runs.wait].map((of) => of({ ...repo, run_id })))
      expect((await result).meta.warnings).toEqual(missing("jobs"))
  })
})

describe("a list that GitHub cuts off", () => {
  const warning = (most: number) => ({
    code: "INCOMPLETE",
    message: expect.stringContaining(`GitHub returns at most ${most} items`),
  })
  const listing = (item: object, pages = 1) => {
    const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
      const page = Number(new URL(new Request(input).url).searchParams.get("page") ?? 1)
      const next = `<https://api.github.com/x?page=${page + 1}>; rel="next"`
      const headers: Record<string, string> = page < pages ? { link: next } : {}
      return Response.json(Array(pages > 1 ? 100 : 1000).fill(item), { headers })
    }
    return createGhx({ token: "t", retry: false, fetch })
  }

  test("says so for the entries of a folder", async () => {
    const entry = { name: "f", path: "d/f", type: "file", size: 1, sha: "s", html_url: "h" }
    const { meta } = await listing(entry).repo.contents.view({ ...repo, path: "d" })
    expect(meta.warnings).toEqual([warning(1000)])
  })

  test("has no content for a file that GitHub does not return", async () => {
    const file = { name: "f", path: "f", type: "file", size: 2_000_000, sha: "s", html_url: "h" }
    const fetch = async () => Response.json({ ...file, content: "", encoding: "none" })
    const ghx = createGhx({ token: "t", retry: false, fetch })
    const { content } = await ghx.repo.contents.view({ ...repo, path: "f" }).orThrow()
    expect(content).toBeNull()
  })

  test.each([
    [29, undefined],
    [30, [warning(3000)]],
  ])("says so for the patches of a pull request, on page %i", async (pages, warnings) => {
    const file = { filename: "f", status: "added", additions: 1, deletions: 0, patch: "@@" }
    const { meta } = await listing(file, pages).pr.patches.list.all(pull)
    expect(meta.warnings).toEqual(warnings)
  })
})

describe("a GraphQL list that ends before its count", () => {
  const ending = (last: number) => {
    let pages = 0
    return changing((answer) => {
      pages += 1
      const isLast = pages === last
      return JSON.parse(JSON.stringify(answer), (key, value) =>
        key === "pageInfo" && isLast ? { hasNextPage: false, endCursor: null } : value,
      )
    })
  }
  const missing = (shown: number) => [
    { code: "INCOMPLETE", message: `GitHub shows only the first ${shown} of 131` },
  ]

  test.each([
    [1, 50],
    [2, 100],
  ])("on page %i says so", async (last, shown) => {
    const input = { ...repo, first: 50 }
    const all = await ending(last).issue.list.all(input)
    expect(all).toMatchObject({ data: { total_count: 131 }, meta: { warnings: missing(shown) } })
    let count = 0
    const iterate = async () => {
      for await (const _ of ending(last).issue.list(input)) count += 1
    }
    await expect(iterate()).rejects.toThrow(`first ${shown} of 131`)
    expect(count).toBe(shown)
  })

  test("is no gap if it was read from its middle", async () => {
    const { page_info } = await ghx.issue.list({ ...repo, first: 50 }).orThrow()
    const input = { ...repo, first: 50, after: page_info.end_cursor ?? "" }
    expect((await ghx.issue.list.all(input)).meta.warnings).toBeUndefined()
    let count = 0
    for await (const _ of ghx.issue.list(input)) count += 1
    expect(count).toBe(81)
  })

  test("in a single call says so, as over REST", async () => {
    expect(await ending(1).issue.list({ ...repo, first: 50 })).toMatchObject({
      data: { page_info: { has_next_page: true, end_cursor: null } },
      meta: { warnings: missing(50) },
    })
  })
})

describe("the checks of a pull request", () => {
  const readers: [string, (own: typeof ghx) => PromiseLike<ResultEnvelope<unknown>>][] = [
    ["pr.checks.summary", (own) => own.pr.checks.summary(pull)],
    ["pr.mergeability.view", (own) => own.pr.mergeability.view(pull)],
    ["a field", (own) => own.pr.mergeability.view(pull, { fields: ["checks"] })],
    ["pr.context", (own) => own.pr.context(pull)],
  ]
  /** Changes the values with a name, on all pages or on those after the first. */
  const given = (name: string, change: (value: object) => unknown, isOnFirst = false) =>
    changing(async (answer, request) => {
      const { variables }: { variables?: object } = Object(await request.json())
      const isFurther = Object.hasOwn(Object(variables), "contextsAfter")
      return JSON.parse(JSON.stringify(answer), (key, value) =>
        key === name && (isFurther || isOnFirst) ? change(value) : value,
      )
    })

  describe.each(readers)("as %s reads them", (_, read) => {
    test.each<[string, string, (value: object) => unknown, string]>([
      ["of another commit", "statusCheckRollup", (one) => ({ ...one, id: "SCR_2" }), "replaced"],
      ["of a commit without any", "statusCheckRollup", () => null, "replaced"],
      ["that is null", "contexts", () => null, "returned none"],
      ["that is empty", "contexts", (one) => ({ ...one, nodes: [] }), "returned none"],
    ])("have no second page %s", async (_, name, change, message) => {
      expect(await read(given(name, change))).toMatchObject({
        ok: false,
        error: { code: "SERVER", retryable: true, message: expect.stringContaining(message) },
      })
    })

    test("are not all without a warning if GitHub counts more", async () => {
      const { meta } = await read(given("contexts", (one) => ({ ...one, totalCount: 150 }), true))
      expect(meta.warnings).toContainEqual({
        code: "INCOMPLETE",
        message: "GitHub shows only the first 130 of 150 contexts",
      })
    })
  })
})

describe("a server", () => {
  const answering = async (pageInfo: object) => {
    const nodes = [{ isResolved: true }]
    const pullRequest = { reviewThreads: { totalCount: 1, nodes, pageInfo } }
    const fetch = async () => Response.json({ data: { repository: { pullRequest } } })
    const own = createGhx({ base_url: "https://ghe.test/api/v3", token: "t", retry: false, fetch })
    return own.pr.mergeability.view(pull, { fields: ["unresolved_threads"] })
  }

  test.each([null, "same"])(
    "that returns no new cursor (%s) makes the verdict an error",
    async (endCursor) => {
      expect(await answering({ hasNextPage: true, endCursor })).toMatchObject({
        ok: false,
        error: { code: "SERVER", message: expect.stringContaining("no new cursor") },
      })
    },
  )
})
