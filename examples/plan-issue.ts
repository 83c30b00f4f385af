/**
 * Opens an issue, labels it, adds it to the project and comments on it, in three requests: the first answer
 * contains the issue's number and id, so nothing looks them up again.
 *
 * Runs against an in-memory GitHub, so it needs no token.
 */
import { chain, createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"

const repo = { owner: "octocat", repo: "hello-world" }
const project = { owner: "octocat", project_number: 1 }

const sandbox = await startSandbox()
try {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })

  const created = ghx.issue.create({ ...repo, title: "The greeting test is flaky" })
  const issue = { ...repo, issue_number: created.out.number }
  const { status, results, meta } = await chain(
    created,
    ghx.issue.labels.add({ ...issue, labels: ["bug"] }),
    ghx.project.item.add({ ...project, content_id: created.out.id }),
    ghx.issue.comments.create({ ...issue, body: "Seen in three runs of today." }),
  )
  if (results[0].ok) console.log(`#${results[0].data.number}: ${status}`)

  // Each single call looks up its ids before it writes.
  sandbox.clearRequests()
  const alone = await ghx.issue.create({ ...repo, title: "The same by hand" }).orThrow()
  const { number: issue_number } = alone
  await ghx.issue.labels.add({ ...repo, issue_number, labels: ["bug"] })
  await ghx.project.item.add({ ...project, repo: repo.repo, issue_number })
  await ghx.issue.comments.create({ ...repo, issue_number, body: "Seen in three runs of today." })
  console.log(`${meta.requests} requests; by hand, ${sandbox.requests.length}`)
} finally {
  await sandbox.close()
}
