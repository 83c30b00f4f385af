import { createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { expect, test } from "vitest"
import { closeStale } from "./stale.js"

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const repository = {
  owner: "octocat",
  name: "hello-world",
  labels: [{ name: "stale" }],
  issues: [{ title: "Old", author: "octocat" }],
}

test("warns on old issues, closes them a week later, and leaves new ones alone", async () => {
  let now = daysAgo(90)
  const sandbox = await startSandbox({
    seed: { users: [{ login: "octocat" }], repositories: [repository] },
    now: () => now,
  })
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const repo = { owner: "octocat", repo: "hello-world" }
  now = daysAgo(30)
  await ghx.issue.create({ ...repo, title: "New" }).orThrow()
  now = daysAgo(8)
  expect(await closeStale(ghx, repo, 60)).toEqual({ warned: 1, closed: 0 })
  expect(await closeStale(ghx, repo, 60)).toEqual({ warned: 0, closed: 1 })
  expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
    "createIssue",
    "addComment",
    "addLabelsToLabelable",
    "closeIssue",
  ])
  await sandbox.close()
})
