import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { HELLO, rest, restPages } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const applied = () => sandbox.applied.map((change) => change.mutation)

/** The files of a branch, read from the contents API and written to a new folder. */
async function checkOut(branch: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-diff-"))
  const copy = async (path: string): Promise<void> => {
    const { body } = await rest(sandbox, `GET ${HELLO}/contents/${path}?ref=${branch}`)
    if (Array.isArray(body)) {
      for (const entry of body) await copy(entry.path)
      return
    }
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), Buffer.from(body.content, "base64"))
  }
  await copy("")
  return folder
}

test("GET /pulls filters by state, head and base", async () => {
  const numbers = async (query: string) =>
    (await rest(sandbox, `GET ${HELLO}/pulls${query}`)).body.map(
      (pull: { number: number }) => pull.number,
    )
  expect(await numbers("")).toEqual([8, 7])
  expect(await numbers("?state=all")).toEqual([9, 8, 7, 6])
  expect(await numbers("?state=all&head=octocat:rewrite")).toEqual([8])
  expect(await numbers("?state=all&head=hubot:rewrite")).toEqual([])
  expect(await numbers("?base=other")).toEqual([])
})

test("GET /pulls/{number} returns a diff that git applies", async () => {
  const diff = await rest(sandbox, `GET ${HELLO}/pulls/7`, undefined, {
    headers: { accept: "application/vnd.github.diff" },
  })
  expect(diff.headers.get("content-type")).toBe("application/vnd.github.diff; charset=utf-8")
  const sha = async (branch: string) =>
    (await rest(sandbox, `GET ${HELLO}/contents/config.json?ref=${branch}`)).body.sha.slice(0, 7)
  const index = `index ${await sha("main")}..${await sha("polite-greeting")} 100644`
  expect(diff.body.split("\n")[1]).toBe(index)
  const before = await checkOut("main")
  const after = await checkOut("polite-greeting")
  execFileSync("git", ["apply", "--exclude=README.md", "-"], { cwd: before, input: diff.body })
  for (const path of ["config.json", "src/greet.js", "docs/polite.md", "test/greet.test.js"]) {
    expect(await readFile(join(before, path), "utf8")).toBe(
      await readFile(join(after, path), "utf8"),
    )
  }
  await Promise.all([before, after].map((folder) => rm(folder, { recursive: true })))
})

test("GET /pulls/{number} returns a patch that git am applies, one mail per commit", async () => {
  const { body } = await rest(sandbox, `GET ${HELLO}/pulls/7`, undefined, {
    headers: { accept: "application/vnd.github.patch" },
  })
  const folder = await checkOut("main")
  // Only a command that reads its input gets some; others may have ended before it is written.
  const git = (args: string[], input = "") =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@y", ...args], {
      cwd: folder,
      input,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    })
  git(["init", "-q"])
  git(["add", "."])
  git(["commit", "-qm", "Start"])
  git(["am", "-q"], body)
  expect(git(["log", "-2", "--format=%an: %B"]).trim()).toBe(
    "Mona Lisa: Document polite greetings\n\nWith an example and a test.\n\nMona Lisa: Greet politely",
  )
  await rm(folder, { recursive: true })
})

test("GET /pulls/{number}/files, commits and merge return files, commits and the merge state", async () => {
  const { body: files } = await rest(sandbox, `GET ${HELLO}/pulls/7/files`)
  expect(files[0]).toMatchObject({
    filename: "config.json",
    status: "modified",
    additions: 1,
    deletions: 1,
    changes: 2,
    patch: expect.stringContaining('+  "polite": true'),
  })
  const { body: commits } = await rest(sandbox, `GET ${HELLO}/pulls/7/commits`)
  expect(commits.map((one: { commit: { message: string } }) => one.commit.message)).toEqual([
    "Greet politely",
    "Document polite greetings\n\nWith an example and a test.",
  ])
  expect((await rest(sandbox, `GET ${HELLO}/pulls/7/merge`)).status).toBe(404)
  expect((await rest(sandbox, `GET ${HELLO}/pulls/6/merge`)).status).toBe(204)
})

test("GET /pulls/{number} lists so many files and commits, and diffs so many files and lines, as GitHub", async () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`n/${index}`, `${index}\n`]))
  const commit = (message: string, files: Record<string, string>) => ({
    ...{ message, author: "ada" },
    files,
  })
  const changes = [
    [commit("files", many(3001))],
    Array.from({ length: 251 }, (_, index) => commit(`${index}`, { n: `${index}\n` })),
    [commit("all", many(300))],
    [commit("lines", { n: "1\n".repeat(20_000) })],
  ]
  await using large = await startSandbox({
    seed: {
      users: [{ login: "ada" }],
      repositories: [
        {
          ...{ owner: "ada", name: "r", files: { x: "1" } },
          branches: changes.map((commits, index) => ({
            ...{ name: `b${index}`, from: "main" },
            commits,
          })),
          pull_requests: changes.map((_, index) => ({
            ...{ number: index + 1, title: "x", author: "ada", head: `b${index}`, base: "main" },
          })),
        },
      ],
    },
  })
  const pull = (number: number) => `/repos/ada/r/pulls/${number}`
  expect(await restPages(large, `${pull(1)}/files?per_page=100`)).toHaveLength(3000)
  expect(await restPages(large, `${pull(2)}/commits?per_page=100`)).toHaveLength(250)
  const { body } = await rest(large, `GET ${pull(1)}`)
  expect(body).toMatchObject({ changed_files: 3001 })
  const diff = (number: number) =>
    rest(large, `GET ${pull(number)}`, undefined, {
      headers: { accept: "application/vnd.github.diff" },
    })
  expect((await diff(3)).status).toBe(200)
  for (const [number, limit] of [
    [1, "files (300)"],
    [4, "lines (20000)"],
  ] as const) {
    expect(await diff(number)).toMatchObject({
      status: 406,
      body: {
        message: expect.stringContaining(`the diff exceeded the maximum number of ${limit}`),
        errors: [{ resource: "PullRequest", field: "diff", code: "too_large" }],
      },
    })
  }
})

test("POST and PATCH /pulls create a pull request from a fork, update, close and reopen it", async () => {
  const made = await rest(sandbox, `POST ${HELLO}/pulls`, {
    title: "Add emoji",
    head: "hubot:emoji",
    base: "main",
    draft: true,
  })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    number: 10,
    draft: true,
    head: { label: "hubot:emoji", repo: { full_name: "hubot/hello-world" } },
    base: { label: "octocat:main" },
    changed_files: 1,
  })
  const at = `${HELLO}/pulls/10`
  expect((await rest(sandbox, `PATCH ${at}`, { title: "Wave" })).body.title).toBe("Wave")
  expect((await rest(sandbox, `PATCH ${at}`, { state: "closed" })).body.state).toBe("closed")
  expect((await rest(sandbox, `PATCH ${at}`, { state: "open" })).body.state).toBe("open")
  const twin = await rest(sandbox, `POST ${HELLO}/pulls`, {
    title: "Again",
    head: "hubot:emoji",
    base: "main",
  })
  expect(twin.status).toBe(422)
  expect(twin.body.errors[0].message).toBe("A pull request already exists for hubot:emoji.")
  expect(applied()).toEqual([
    "createPullRequest",
    "updatePullRequest",
    "closePullRequest",
    "reopenPullRequest",
  ])
})

describe("PUT /pulls/{number}/merge", () => {
  const merge = (number: number, body: object = {}) =>
    rest(sandbox, `PUT ${HELLO}/pulls/${number}/merge`, body)

  test("returns the merge commit, which becomes the head of the base branch", async () => {
    const { body, status } = await merge(7, { merge_method: "squash", commit_title: "Be polite" })
    expect(status).toBe(200)
    expect(body).toMatchObject({ merged: true, message: "Pull Request successfully merged" })
    const { body: ref } = await rest(sandbox, `GET ${HELLO}/git/ref/heads/main`)
    expect(ref.object.sha).toBe(body.sha)
    const { body: commit } = await rest(sandbox, `GET ${HELLO}/commits/${body.sha}`)
    expect(commit.commit.message).toContain("Be polite")
    expect(commit.files).toHaveLength(4)
    expect((await rest(sandbox, `GET ${HELLO}/issues/1`)).body.state).toBe("closed")
  })

  test.each([
    [8, {}, 405, "Pull Request is still a draft"],
    [6, {}, 405, "Pull Request is not mergeable"],
    [7, { sha: "0".repeat(40) }, 409, "Head branch was modified. Review and try the merge again."],
  ])("refuses to merge %i with %o", async (number, body, status, message) => {
    const reply = await merge(number, body)
    expect(reply.status).toBe(status)
    expect(reply.body.message).toBe(message)
    expect(applied()).toEqual([])
  })

  test("refuses a user without write access", async () => {
    const reply = await rest(sandbox, `PUT ${HELLO}/pulls/7/merge`, {}, { token: "hubot-token" })
    expect(reply.status).toBe(403)
  })
})

describe("REST for a pull request", () => {
  const at = `${HELLO}/pulls/7/reviews`

  test("drafts a review with comments, submits and dismisses it", async () => {
    const { body: draft } = await rest(sandbox, `POST ${at}`, {
      body: "Well.",
      comments: [{ path: "src/greet.js", line: 3, body: "Why?" }],
    })
    expect(draft.state).toBe("PENDING")
    expect(draft).not.toHaveProperty("submitted_at")
    const hidden = await rest(sandbox, `GET ${at}/${draft.id}`, undefined, {
      token: "hubot-token",
    })
    expect(hidden.status).toBe(404)
    const { body: submitted } = await rest(sandbox, `POST ${at}/${draft.id}/events`, {
      event: "REQUEST_CHANGES",
    })
    expect(submitted).toMatchObject({ state: "CHANGES_REQUESTED", body: "Well." })
    const { body: comments } = await rest(sandbox, `GET ${at}/${draft.id}/comments`)
    expect(comments).toMatchObject([{ body: "Why?", line: 3, side: "RIGHT" }])
    const { body: dismissed } = await rest(sandbox, `PUT ${at}/${draft.id}/dismissals`, {
      message: "Settled.",
    })
    expect(dismissed.state).toBe("DISMISSED")
    expect(applied()).toEqual([
      "addPullRequestReview",
      "submitPullRequestReview",
      "dismissPullRequestReview",
    ])
  })

  test("refuses an approval of one's own pull request", async () => {
    const reply = await rest(
      sandbox,
      `POST ${at}`,
      { event: "APPROVE" },
      { token: "monalisa-token" },
    )
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      message: "Unprocessable Entity",
      errors: ["Can not approve your own pull request"],
    })
  })

  test("requests and removes reviewers", async () => {
    const path = `${HELLO}/pulls/8/requested_reviewers`
    const asked = await rest(sandbox, `POST ${path}`, { reviewers: ["monalisa"] })
    expect(asked.status).toBe(201)
    expect(asked.body.requested_reviewers).toMatchObject([{ login: "monalisa" }])
    await rest(sandbox, `DELETE ${path}`, { reviewers: ["monalisa"] })
    expect((await rest(sandbox, `GET ${path}`)).body).toEqual({ users: [], teams: [] })
  })
})

describe("review comments", () => {
  const at = `${HELLO}/pulls/7/comments`

  test("are created without a review, replied to, updated and deleted", async () => {
    const { body: pull } = await rest(sandbox, `GET ${HELLO}/pulls/7`)
    const made = await rest(sandbox, `POST ${at}`, {
      body: "Here.",
      commit_id: pull.head.sha,
      path: "src/greet.js",
      line: 3,
      side: "RIGHT",
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ line: 3, diff_hunk: expect.stringMatching(/^@@/) })
    const reply = await rest(sandbox, `POST ${at}/${made.body.id}/replies`, { body: "There." })
    expect(reply.body).toMatchObject({ in_reply_to_id: made.body.id, line: 3 })
    await rest(sandbox, `PATCH ${reply.body.url}`, { body: "Everywhere." })
    expect((await rest(sandbox, `GET ${reply.body.url}`)).body.body).toBe("Everywhere.")
    expect((await rest(sandbox, `DELETE ${reply.body.url}`)).status).toBe(204)
    expect(applied()).toEqual([
      "addPullRequestReviewThread",
      "addPullRequestReviewThreadReply",
      "updatePullRequestReviewComment",
      "deletePullRequestReviewComment",
    ])
  })

  test("keep their original line when the head branch changes", async () => {
    const { body: ref } = await rest(sandbox, `GET ${HELLO}/git/ref/heads/impolite-greeting`)
    await rest(sandbox, `PATCH ${HELLO}/git/refs/heads/polite-greeting`, {
      sha: ref.object.sha,
      force: true,
    })
    const { body } = await rest(sandbox, `GET ${at}`)
    const onConfig = body.find((comment: { path: string }) => comment.path === "config.json")
    expect(onConfig).toMatchObject({ line: null, original_line: 3, position: null })
  })

  test.each([
    [`${at}/999/replies`, { body: "x" }, 404],
    [at, { body: "x", path: "src/greet.js", line: 3 }, 422],
    [at, { body: "x", commit_id: "0".repeat(40), path: "src/greet.js", line: 3 }, 422],
    [at, { body: "x", commit_id: "HIDDEN", path: "src/greet.js", line: 3 }, 422],
    [`${HELLO}/pulls/7/reviews`, { body: "x", commit_id: "HIDDEN", event: "COMMENT" }, 422],
  ])("are refused by POST %s with %o", async (path, body, status) => {
    const hidden = (await rest(sandbox, "GET /repos/octocat/secret/commits/main")).body.sha
    const sent = JSON.stringify(body).replace("HIDDEN", hidden)
    expect((await rest(sandbox, `POST ${path}`, sent)).status).toBe(status)
    expect(applied()).toEqual([])
  })
})
