/** Lists that GitHub answers with null: empty, absent, or not visible. */
import { createGhx } from "ghx"
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

describe("a list", () => {
  it("is empty where what was asked for is there and has none", async () => {
    expect(await filesOf({ data: { repository: { pullRequest: { files: null } } } })).toMatchObject(
      {
        ok: true,
        data: { items: [], total_count: 0, page_info: { has_next_page: false, end_cursor: null } },
      },
    )
  })

  it("is not found where what was asked for is not there", async () => {
    for (const repository of [null, { pullRequest: null }]) {
      expect(await filesOf({ data: { repository } })).toMatchObject({
        error: { code: "NOT_FOUND" },
      })
    }
  })

  it("is refused where GitHub withholds it", async () => {
    const path = ["repository", "pullRequest", "files"]
    const errors = [{ type: "FORBIDDEN", message: "Resource not accessible", path }]
    const data = { repository: { pullRequest: { files: null } } }
    expect(await filesOf({ data, errors })).toMatchObject({ error: { code: "AUTH" } })
  })
})
