/**
 * A workflow run failed: comments the reason on its pull request and runs the failed jobs again; first with
 * ghx, then with octokit.js.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make example ARGS=failing-run`.
 */
import { readFileSync } from "node:fs"
import { createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Octokit } from "octokit"

const repo = { owner: "octocat", repo: "hello-world" }
const pull = { ...repo, pull_number: 7 }

async function withGhx({ url, token }: Sandbox): Promise<string> {
  const ghx = createGhx({ base_url: url, token })
  const { head_ref: branch } = await ghx.pr.view(pull).orThrow()
  const runs = await ghx.workflow.runs.list({ ...repo, branch, status: "FAILURE" }).orThrow()
  const [run] = runs.items
  if (!run) return "nothing failed"
  const { run_id } = run
  const { failures } = await ghx.workflow.run.failure({ ...repo, run_id, lines: 20 }).orThrow()
  const why = failures.map((job) => `${job.name}: ${job.failed_steps.join(", ")}\n${job.log}`)
  await ghx.pr.comments.create({ ...pull, body: why.join("\n\n") }).orThrow()
  await ghx.workflow.run.rerun_failed({ ...repo, run_id }).orThrow()
  return `${run.title}: ${failures.map(({ name }) => name).join(", ")}`
}

async function withOctokit({ url, token }: Sandbox): Promise<string> {
  const { rest, paginate } = new Octokit({ auth: token, baseUrl: url })
  const { data } = await rest.pulls.get(pull)
  const wanted = { ...repo, branch: data.head.ref, status: "failure" } as const
  const runs = await rest.actions.listWorkflowRunsForRepo(wanted)
  const [run] = runs.data.workflow_runs
  if (!run) return "nothing failed"
  const run_id = run.id
  const jobs = await paginate(rest.actions.listJobsForWorkflowRun, { ...repo, run_id })
  const failed = jobs.filter(({ conclusion }) => conclusion === "failure")
  const why: string[] = []
  for (const { id: job_id, name, steps = [] } of failed) {
    const { data } = await rest.actions.downloadJobLogsForWorkflowRun({ ...repo, job_id })
    const log = String(data).trimEnd().split("\n").slice(-20).join("\n")
    const names = steps.filter((step) => step.conclusion === "failure").map((step) => step.name)
    why.push(`${name}: ${names.join(", ")}\n${log}`)
  }
  const { pull_number: issue_number } = pull
  await rest.issues.createComment({ ...repo, issue_number, body: why.join("\n\n") })
  await rest.actions.reRunWorkflowFailedJobs({ ...repo, run_id })
  return `${run.display_title}: ${failed.map(({ name }) => name).join(", ")}`
}

const source = readFileSync(new URL(import.meta.url), "utf8")
const linesOf = ({ name }: { name: string }): number =>
  (source.split(`async function ${name}(`)[1]?.split("\n}\n")[0]?.split("\n").length ?? 0) + 1

const sandbox = await startSandbox()
try {
  for (const job of [withGhx, withOctokit]) {
    sandbox.reset()
    const done = await job(sandbox)
    const ran = sandbox.applied.map(({ mutation }) => mutation).join(", ")
    console.log(`${job.name}: ${done}; ${ran}`)
    console.log(`${job.name}: ${sandbox.requests.length} requests, ${linesOf(job)} lines`)
  }
} finally {
  await sandbox.close()
}
