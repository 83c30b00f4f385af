/**
 * Closes every issue with a label as a duplicate of another, with a comment on each. It uses tasks, which are plain
 * JSON: a reference is an object that names a value.
 *
 * Runs against an in-memory GitHub, so it needs no token.
 */
import { createExecutor, createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"

const repo = { owner: "octocat", repo: "hello-world" }

const issues = ["Greets nobody", "No greeting", "Greeting is empty"].map((title) => {
  return { title, author: "hubot", labels: ["duplicate"] }
})

const sandbox = await startSandbox()
try {
  await sandbox.apply({
    repositories: [
      { owner: "octocat", name: "hello-world", labels: [{ name: "duplicate" }], issues },
    ],
  })
  const options = { base_url: sandbox.url, token: sandbox.token }
  const { executeTasks } = createExecutor(options)

  const open = { $from: "duplicates", path: "items[*]", where: { state: "OPEN" } }
  const close = { ...repo, state_reason: "DUPLICATE", duplicate_of: 1 } as const
  const body = "This is #1: let us go on there."
  const { status, results, meta } = await executeTasks([
    { task: "issue.list", as: "duplicates", input: { ...repo, labels: ["duplicate"] } },
    {
      task: "issue.comments.create",
      each: open,
      input: { ...repo, issue_number: { $item: "number" }, body },
    },
    { task: "issue.close", each: open, input: { ...close, issue_number: { $item: "number" } } },
  ])
  console.log(`${status}: ${results[2].ok ? results[2].data.length : 0} closed`)

  // Three more issues, to do the same without a chain.
  await sandbox.apply({ repositories: [{ owner: "octocat", name: "hello-world", issues }] })
  sandbox.clearRequests()
  const ghx = createGhx(options)
  const list = await ghx.issue.list({ ...repo, labels: ["duplicate"] }).orThrow()
  for (const { number: issue_number } of list.items) {
    await ghx.issue.comments.create({ ...repo, issue_number, body })
    await ghx.issue.close({ ...close, issue_number })
  }
  console.log(`${meta.requests} requests; by hand, ${sandbox.requests.length}`)
} finally {
  await sandbox.close()
}
