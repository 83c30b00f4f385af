/**
 * Tests large and unusual repositories through the public surface: every item is returned once, and nothing is cut
 * silently.
 */
import { createClient, createGhx, executeTask } from "ghx"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { all } from "./some.js"

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)
const name = (index: number) => `src/${String(index).padStart(4, "0")}.txt`

const FILES = 3000
const THREADS = 1000
const seed: Seed = {
  viewer: "ada",
  users: [{ login: "ada" }, { login: "eve" }],
  repositories: [
    {
      owner: "ada",
      name: "engine",
      labels: numbered(300).map((index) => ({ name: `label ${index}` })),
      files: { "README.md": "# Engine\n" },
      branches: [
        {
          name: "wide",
          commits: [
            {
              message: "Add everything",
              files: Object.fromEntries(numbered(FILES).map((index) => [name(index), "one\n"])),
            },
          ],
        },
        {
          name: "lines",
          commits: [{ message: "Lines", files: { "lines.txt": "line\n".repeat(THREADS) } }],
        },
      ],
      issues: [
        {
          number: 1,
          title: "Long",
          author: "eve",
          labels: numbered(100).map((index) => `label ${index}`),
          comments: numbered(500).map((index) => ({ author: "eve", body: `comment ${index}` })),
        },
      ],
      pull_requests: [
        {
          number: 2,
          title: "Wide",
          author: "ada",
          head: "wide",
        },
        {
          number: 3,
          title: "Discussed",
          author: "ada",
          head: "lines",
          reviews: [
            {
              author: "ada",
              state: "COMMENTED",
              threads: numbered(THREADS).map((index) => ({
                path: "lines.txt",
                line: index + 1,
                body: `thread ${index}`,
              })),
            },
          ],
        },
      ],
    },
    { owner: "ada", name: "attic", archived: true, issues: [{ title: "Old", author: "eve" }] },
    {
      owner: "eve",
      name: "engine",
      fork_of: "ada/engine",
      branches: [{ name: "gone", commits: [{ message: "Mine", files: { "b.txt": "b\n" } }] }],
    },
  ],
}

const repo = { owner: "ada", repo: "engine" }
let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
beforeAll(async () => {
  sandbox = await startSandbox({ seed })
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false })
})
beforeEach(() => sandbox.clearRequests())
afterAll(() => sandbox.close())

async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of iterable) found.push(one)
  return found
}

const distinct = (values: readonly unknown[]) => new Set(values).size

describe("items() of a list with `first: 100` fetches every page of", () => {
  const first = 100
  test("300 labels", async () => {
    const labels = await collect(ghx.repo.labels.list({ ...repo, first }).items())
    expect(distinct(labels.map(({ name }) => name))).toBe(300)
    expect(sandbox.requests).toHaveLength(3)
  })

  test("500 comments", async () => {
    const list = ghx.issue.comments.list({ ...repo, issue_number: 1, first })
    const comments = await collect(list.items())
    expect(comments.map(({ body }) => body)).toEqual(numbered(500).map((at) => `comment ${at}`))
    expect(sandbox.requests).toHaveLength(5)
  })

  test("1,000 threads", async () => {
    const threads = await collect(ghx.pr.threads.list({ ...repo, pull_number: 3, first }).items())
    expect(distinct(threads.map(({ id }) => id))).toBe(THREADS)
    expect(sandbox.requests).toHaveLength(10)
  })

  test("3,000 files", async () => {
    const files = await collect(ghx.pr.files.list({ ...repo, pull_number: 2, first }).items())
    expect(files.map(({ path }) => path)).toEqual(numbered(FILES).map(name))
    expect(sandbox.requests).toHaveLength(30)
  })
})

test("issue.context returns total counts beside truncated lists, and pr.context all threads", async () => {
  const { comments, ...context } = await ghx.issue.context({ ...repo, issue_number: 1 }).orThrow()
  expect([comments.length, context.comments_count]).toEqual([30, 500])
  expect(context.labels).toHaveLength(100)
  const pull = await ghx.pr.context({ ...repo, pull_number: 3 }).orThrow()
  expect(pull.threads).toHaveLength(THREADS)
  expect(pull.threads_count).toBe(THREADS)
})

describe("repo.files.commit", () => {
  test("adds a hundred files in one commit", async () => {
    const branch = await ghx.repo.branch.create({ ...repo, branch: "bulk" }).orThrow()
    const additions = numbered(100).map((at) => ({ path: `bulk/${at}.txt`, text: `${at}\n` }))
    const input = { ...repo, branch: "bulk", expected_head_oid: branch.sha, message: "Bulk" }
    const { oid } = await ghx.repo.files.commit({ ...input, additions }).orThrow()
    const commit = await ghx.repo.commit.view({ ...repo, ref: oid }).orThrow()
    expect(distinct(commit.files.map(({ path }) => path))).toBe(100)
  })

  test("accepts a file of 5 MiB and a binary one, which repo.file.view reports as such", async () => {
    const branch = await ghx.repo.branch.create({ ...repo, branch: "heavy" }).orThrow()
    const additions = [
      { path: "large.txt", text: "0123456789abcde\n".repeat(5 * 65_536) },
      { path: "binary.bin", text: "\u0000\u0001\u0002".repeat(1000) },
    ]
    const input = { ...repo, branch: "heavy", expected_head_oid: branch.sha, message: "Heavy" }
    await ghx.repo.files.commit({ ...input, additions }).orThrow()
    const view = (path: string) => ghx.repo.file.view({ ...repo, path, ref: "heavy" }).orThrow()
    const large = await view("large.txt")
    expect(large.size).toBe(5 * 2 ** 20)
    expect((await view("binary.bin")).is_binary).toBe(true)
  })

  test("accepts files as Base64, and keeps each byte", async () => {
    const branch = await ghx.repo.branch.create({ ...repo, branch: "bytes" }).orThrow()
    const bytes = Buffer.from(Array.from({ length: 2 ** 20 }, (_, at) => (at * 7) % 256))
    const additions = [
      { path: "all.bin", content: bytes.toString("base64") },
      { path: "wrapped.bin", content: bytes.toString("base64").replace(/.{76}/g, "$&\n") },
      { path: "empty.bin", content: "" },
      { path: "empty.txt", text: "" },
    ]
    const input = { ...repo, branch: "bytes", expected_head_oid: branch.sha, message: "Bytes" }
    await ghx.repo.files.commit({ ...input, additions }).orThrow()
    const read = async (path: string) => {
      const url = `${sandbox.url}/repos/${repo.owner}/${repo.repo}/contents/${path}?ref=bytes`
      const headers = {
        authorization: `bearer ${sandbox.token}`,
        accept: "application/vnd.github.raw",
      }
      return Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
    }
    expect((await read("all.bin")).equals(bytes)).toBe(true)
    expect((await read("wrapped.bin")).equals(bytes)).toBe(true)
    expect([await read("empty.bin"), await read("empty.txt")]).toEqual([Buffer.of(), Buffer.of()])
  })

  test("rejects what is not Base64, and an addition with both or neither", async () => {
    const additions = [
      { path: "a", content: "no!" },
      { path: "b", content: "A" },
      { path: "c", content: 3 },
      { path: "d", content: "", text: "" },
      { path: "e" },
    ]
    const input = { ...repo, branch: "main", expected_head_oid: "0".repeat(40), message: "No" }
    const before = sandbox.requests.length
    const result = await ghx.repo.files.commit({ ...input, additions } as never)
    const issues = result.ok ? [] : (result.error.details?.issues ?? [])
    expect(issues.map(({ pointer, message }) => `${pointer} ${message}`).sort()).toEqual([
      '/additions/0/content expected Base64, found string "no!"',
      '/additions/1/content expected Base64, found string "A"',
      "/additions/2/content expected string, found number 3",
      "/additions/3/content unknown field, known: path, text",
      "/additions/4/text missing, expected string",
    ])
    expect(sandbox.requests.length).toBe(before)
  })
})

test("author is null in issues, comments, pulls, reviews and threads of deleted accounts", async () => {
  const other = await sandbox.fork()
  try {
    const state = other.state.snapshot()
    for (const table of [
      "issues",
      "pull_requests",
      "issue_comments",
      "reviews",
      "review_comments",
    ]) {
      for (const row of [state[table]].flat()) Object(row).author_id = null
    }
    other.state.restore(state)
    const own = createGhx({ base_url: other.url, token: other.token, retry: false })
    const results = [
      await own.issue.view({ ...repo, issue_number: 1 }).orThrow(),
      await own.pr.view({ ...repo, pull_number: 2 }).orThrow(),
      ...(await own.issue.list(repo).orThrow()).items,
      ...(await own.issue.comments.list({ ...repo, issue_number: 1 }).orThrow()).items,
      ...(await own.pr.reviews.list({ ...repo, pull_number: 3 }).orThrow()).items,
      ...(await own.pr.threads.list({ ...repo, pull_number: 3 }).orThrow()).items.flatMap(
        ({ comments }) => comments,
      ),
    ]
    expect(results.length).toBeGreaterThan(30)
    expect(distinct(results.map(({ author }) => author))).toBe(1)
    expect(results[0]?.author).toBeNull()
  } finally {
    await other.close()
  }
})

test("an archived repository allows reads and rejects writes", async () => {
  const attic = { owner: "ada", repo: "attic" }
  expect((await ghx.issue.list(attic).orThrow()).items).toHaveLength(1)
  const before = sandbox.applied.length
  expect(await ghx.issue.create({ ...attic, title: "New" })).toMatchObject({
    ok: false,
    error: {
      message: expect.stringContaining("archived"),
      details: { outcome: "rejected" },
    },
  })
  expect(sandbox.applied).toHaveLength(before)
})

describe("a renamed repository", () => {
  const former = { owner: "ada", repo: "old-name" }
  beforeAll(async () => {
    const issues = [{ title: "Old", author: "eve" }]
    await sandbox.apply({ repositories: [{ owner: "ada", name: "old-name", issues }] })
    const renamed = await ghx.repo.update({ ...former, name: "new-name" }).orThrow()
    expect(renamed).toMatchObject({ repo: "new-name" })
  })

  test.each(["graphql", "rest"] as const)(
    "accepts reads and writes under its former name over %s",
    async (route) => {
      const client = createClient({ base_url: sandbox.url, token: sandbox.token, retry: false })
      const call = async (task: string, more: object) => {
        const input = { ...former, issue_number: 1, ...more }
        const result = await executeTask({ task, input }, { client }, { route })
        expect(result).toMatchObject({ ok: true, meta: { route_used: route } })
        return result.ok ? result.data : undefined
      }
      const url = expect.stringContaining("/ada/new-name/issues/1")
      expect(await call("issue.view", {})).toMatchObject({ url })
      const before = sandbox.applied.length
      await call("issue.comments.create", { body: `Over ${route}` })
      expect(sandbox.applied).toHaveLength(before + 1)
      const { items } = await ghx.issue.comments.list({ ...former, issue_number: 1 }).orThrow()
      expect(items.map(({ body }) => body)).toContain(`Over ${route}`)
    },
  )

  test("returns the same result when repo.update repeats the rename", async () => {
    const again = await ghx.repo.update({ ...former, name: "new-name" }).orThrow()
    expect(again).toMatchObject({ repo: "new-name", url: "https://github.com/ada/new-name" })
  })
})

test("a pull request and its files remain readable after its fork's branch is deleted", async () => {
  const own = { ...repo, title: "From a fork", head: "eve:gone", base: "main" }
  const { number } = await ghx.pr.create(own).orThrow()
  sandbox.addToken({ token: "eves", login: "eve" })
  const eve = createGhx({ base_url: sandbox.url, token: "eves", retry: false })
  await eve.repo.branch.delete({ owner: "eve", repo: "engine", branch: "gone" }).orThrow()
  const pull = await ghx.pr.view({ ...repo, pull_number: number }).orThrow()
  expect(pull).toMatchObject({ head_ref: "gone", title: "From a fork" })
  const files = await ghx.pr.files.list({ ...repo, pull_number: number }).orThrow()
  expect(files.items.map(({ path }) => path)).toEqual(["b.txt"])
})

// Fifty megabytes as JSON cost the sandbox seconds; memory is bounded by the size of the answer.
if (all)
  test("workflow.job.logs.view cuts a log of 50 MB to the given lines in bounded memory", async () => {
    const line = `${"x".repeat(99)}\n`
    await sandbox.apply({
      repositories: [
        {
          ...{ owner: "ada", name: "engine" },
          workflows: [
            { name: "CI", runs: [{ jobs: [{ name: "test", log: line.repeat(500_000) }] }] },
          ],
        },
      ],
    })
    const run = (await ghx.workflow.runs.list(repo).orThrow()).items[0]
    const jobs = await ghx.workflow.run.jobs.list({ ...repo, run_id: run?.run_id ?? 0 }).orThrow()
    const job_id = jobs.items[0]?.job_id ?? 0
    const before = process.memoryUsage().rss
    const log = await ghx.workflow.job.logs.view({ ...repo, job_id, lines: 10 })
    expect(log).toMatchObject({ ok: true, data: { lines_count: 500_000, truncated: true } })
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 2 ** 20)
  })
