/**
 * Labels an issue and asks its author a question: two writes in two requests, lookups included.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make example ARGS=triage-issue`.
 */
import { chain, createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"

const issue = { owner: "octocat", repo: "hello-world", issue_number: 2 }

const sandbox = await startSandbox()
try {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })

  const { results, meta } = await chain(
    ghx.issue.labels.add({ ...issue, labels: ["question"] }),
    ghx.issue.comments.create({ ...issue, body: "Which languages do you need first?" }),
  )
  const [labelled, asked] = results
  console.log(labelled.ok ? `Labels: ${labelled.data.labels.join(", ")}` : labelled.error.message)
  console.log(asked.ok ? `Asked: ${asked.data.url}` : asked.error.message)
  console.log(`${meta.requests} requests`)
} finally {
  await sandbox.close()
}
