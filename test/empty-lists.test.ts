/** Lists that GitHub answers with null: empty, absent, or not visible. */
import { createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type GithubDouble, startGithub, testToken } from "../runtime/testing/index.js"

let github: GithubDouble
beforeAll(async () => {
  github = await startGithub()
})
afterAll(() => github.close())

/** The result of `pr.files.list` for an answer. */
function filesOf(body: object) {
  github.answer = () => ({ body })
  const ghx = createGhx({ base_url: github.url, token: testToken, retry: false })
  return ghx.pr.files.list({ owner: "octocat", repo: "hello-world", pull_number: 7 })
}

describe("pr.files.list", () => {
  it("returns no items, with a warning, if the pull request exists and its files are null", async () => {
    expect(await filesOf({ data: { repository: { pullRequest: { files: null } } } })).toMatchObject(
      { ok: true, data: { items: [] }, meta: { warnings: [{ code: "INCOMPLETE" }] } },
    )
  })

  it("returns NOT_FOUND if the repository or the pull request is null", async () => {
    for (const repository of [null, { pullRequest: null }]) {
      expect(await filesOf({ data: { repository } })).toMatchObject({
        error: { code: "NOT_FOUND" },
      })
    }
  })

  it("returns AUTH if GitHub withholds the files", async () => {
    const path = ["repository", "pullRequest", "files"]
    const errors = [{ type: "FORBIDDEN", message: "Resource not accessible", path }]
    const data = { repository: { pullRequest: { files: null } } }
    expect(await filesOf({ data, errors })).toMatchObject({ error: { code: "AUTH" } })
  })
})

it("repo.contributors.list is empty for a repository without commits", async () => {
  const sandbox = await startSandbox()
  const { repo } = createGhx({ base_url: sandbox.url, token: sandbox.token })
  await repo.create({ name: "empty", visibility: "PUBLIC" }).orThrow()
  const list = await repo.contributors.list({ owner: "octocat", repo: "empty" })
  expect(list).toMatchObject({ ok: true, data: { items: [] } })
  await sandbox.close()
})

it("issue.list is NOT_FOUND in a repository whose issues are disabled", async () => {
  const sandbox = await startSandbox()
  const { issue, repo } = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const place = { owner: "octocat", repo: "hello-world" }
  await repo.update({ ...place, has_issues: false }).orThrow()
  const error = { code: "NOT_FOUND", message: expect.stringContaining("found no issues") }
  expect(await issue.list(place)).toMatchObject({ ok: false, error })
  expect(await issue.list(place, { fields: ["number"] })).toMatchObject({ ok: false, error })
  await sandbox.close()
})

it("a value of a project's field has its name, also if its kind is newer than this package", async () => {
  const field = { name: "Votes", dataType: "VOTES" }
  const item = { id: "PVTI_x", isArchived: false, project: { id: "PVT_x", number: 1, title: "P" } }
  const connection = { totalCount: 1, pageInfo: { hasNextPage: false, endCursor: null } }
  github.answer = ({ query }) => {
    const votes = query.includes("on ProjectV2ItemFieldValueCommon {") ? { field } : {}
    const nodes = [{ ...item, fieldValues: { nodes: [votes, {}] } }]
    return { body: { data: { repository: { issue: { projectItems: { ...connection, nodes } } } } } }
  }
  const ghx = createGhx({ base_url: github.url, token: testToken, retry: false })
  const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
  const list = await ghx.issue.projects.list(input).orThrow()
  expect(list.items[0]?.values).toEqual({ Votes: null })
})
