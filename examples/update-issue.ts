/**
 * Changes the title, labels, assignees and milestone of an issue: four writes in two requests.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make example ARGS=update-issue`.
 */
import { chain, createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"

const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }

const sandbox = await startSandbox()
try {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })

  const { status, meta } = await chain(
    ghx.issue.update({ ...issue, title: "Greeting is misspelt in the example" }),
    ghx.issue.labels.update({ ...issue, labels: ["bug", "documentation"] }),
    ghx.issue.assignees.update({ ...issue, assignees: ["monalisa"] }),
    ghx.issue.milestone.set({ ...issue, milestone_number: 2 }),
  )
  console.log(`${status}: ${meta.succeeded} of ${meta.total} writes, ${meta.requests} requests`)

  const { title, labels, assignees, milestone } = await ghx.issue.view(issue).orThrow()
  console.log({ title, labels, assignees, milestone: milestone?.title })
} finally {
  await sandbox.close()
}
