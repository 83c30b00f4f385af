/**
 * A coding agent's round: a branch with a commit, a pull request with a reviewer, the checks, answers to what
 * the reviewer found, and the merge.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make example ARGS=coding-round`.
 */
import { chain, createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"

const repo = { owner: "octocat", repo: "hello-world" }
const branch = "greet-in-french"

const sandbox = await startSandbox()
try {
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })

  const created = ghx.repo.branch.create({ ...repo, branch })
  await chain(
    created,
    ghx.repo.files.commit({
      ...repo,
      branch,
      expected_head_oid: created.out.sha,
      message: "Greet in French",
      additions: [{ path: "src/bonjour.js", text: 'export const bonjour = "Bonjour"\n' }],
    }),
  ).orThrow()

  const opened = ghx.pr.create({
    ...repo,
    title: "Greet in French",
    body: "Closes #5.",
    head: branch,
    base: "main",
  })
  const [{ number: pull_number }] = await chain(
    opened,
    ghx.pr.reviewers.request({
      ...repo,
      pull_number: opened.out.number,
      reviewers: ["monalisa"],
    }),
  ).orThrow()
  const pull = { ...repo, pull_number }

  const checks = await ghx.pr.checks.wait(pull).orThrow()
  console.log(`#${pull_number}: checks ${checks.state ?? "none"}`)

  // Another user answers meanwhile.
  const monalisa = createGhx({ base_url: sandbox.url, token: "monalisa-token" })
  await monalisa.pr.review
    .submit({
      ...pull,
      event: "APPROVE",
      body: "Nice!",
      comments: [{ path: "src/bonjour.js", line: 1, body: "Should this be a function?" }],
    })
    .orThrow()

  const threads = ghx.pr.threads.list(pull)
  const open = (await threads.orThrow()).items.filter((thread) => !thread.is_resolved)
  await chain(
    ...open.flatMap(({ id: thread_id }) => [
      ghx.pr.thread.reply({ thread_id, body: "It will be, with the next language." }),
      ghx.pr.thread.resolve({ thread_id }),
    ]),
  )

  const { review_decision, unresolved_threads } = await ghx.pr.mergeability.view(pull).orThrow()
  console.log(`review ${review_decision}, ${unresolved_threads} open threads`)
  const merged = await ghx.pr.merge({ ...pull, method: "SQUASH" }).orThrow()
  await ghx.repo.branch.delete({ ...repo, branch }).orThrow()
  const { state } = await ghx.issue.view({ ...repo, issue_number: 5 }).orThrow()
  console.log(`merged: ${merged.merged}, #5 is ${state}`)

  const mine = sandbox.requests.filter(({ login }) => login === "octocat")
  console.log(`${mine.length} requests`)
} finally {
  await sandbox.close()
}
