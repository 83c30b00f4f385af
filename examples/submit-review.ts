/**
 * Reviews a pull request with comments on its lines, in one write for any number of comments.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make example ARGS=submit-review`.
 */
import { createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"

const sandbox = await startSandbox()
try {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })

  const review = await ghx.pr.review
    .submit({
      owner: "octocat",
      repo: "hello-world",
      pull_number: 7,
      event: "REQUEST_CHANGES",
      body: "Close, with two things to correct.",
      comments: [
        { path: "src/greet.js", line: 2, body: "Please name this after what it holds." },
        { path: "config.json", line: 3, body: "This should stay off by default." },
      ],
    })
    .orThrow()
  console.log(`${review.state} with ${review.comments_count} comments: ${review.url}`)
  console.log(`requests: ${sandbox.requests.length}`)
} finally {
  await sandbox.close()
}
