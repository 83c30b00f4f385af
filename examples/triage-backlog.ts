/**
 * Labels a backlog of 500 issues by their titles, in pages of a hundred. The job is stopped half-way, and a
 * second run continues after the last finished page; first with ghx, then with octokit.js.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make example ARGS=triage-backlog`.
 */
import { chain, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Octokit } from "octokit"

const repo = { owner: "ada", repo: "engine" }
const isUrgent = (title: string) => /crash/.test(title)

/** The progress of a run, as a job stores it in a file or a database. */
interface Progress {
  after?: string | number | undefined
  done: number
}

async function withGhx({ url, token }: Sandbox, progress: Progress, most: number): Promise<void> {
  const ghx = createGhx({ base_url: url, token })
  const after = typeof progress.after === "string" ? { after: progress.after } : {}
  const pages = ghx.issue.list({ ...repo, first: 100, ...after }).pages({ limit: most })
  for await (const { items, page_info } of pages) {
    const urgent = items.filter(({ title }) => isUrgent(title))
    const label = (issue_number: number) =>
      ghx.issue.labels.add({ ...repo, issue_number, labels: ["urgent"] })
    await chain(...urgent.map(({ number }) => label(number))).orThrow()
    progress.done += items.length
    progress.after = page_info.end_cursor ?? undefined
  }
}

/** Without octokit's throttling, which waits a second between writes. */
async function withOctokit(
  { url, token }: Sandbox,
  progress: Progress,
  most: number,
): Promise<void> {
  const { rest } = new Octokit({ auth: token, baseUrl: url, throttle: { enabled: false } })
  for (let count = 0; count < most; count += 1) {
    const page = typeof progress.after === "number" ? progress.after + 1 : 1
    const list = { ...repo, per_page: 100, page, direction: "asc" } as const
    const { data: items } = await rest.issues.listForRepo(list)
    for (const { number: issue_number, title, pull_request } of items) {
      if (pull_request || !isUrgent(title)) continue
      await rest.issues.addLabels({ ...repo, issue_number, labels: ["urgent"] })
    }
    progress.done += items.length
    progress.after = page
    if (items.length < 100) break
  }
}

const issues = Array.from({ length: 500 }, (_, index) => ({
  title: index % 10 === 0 ? `It crashes (${index})` : `It is slow (${index})`,
  author: "ada",
}))
const sandbox = await startSandbox({
  seed: {
    users: [{ login: "ada" }],
    repositories: [{ owner: "ada", name: "engine", labels: [{ name: "urgent" }], issues }],
  },
})
try {
  for (const job of [withGhx, withOctokit]) {
    sandbox.reset()
    const progress: Progress = { done: 0 }
    await job(sandbox, progress, 2)
    const before = progress.done
    await job(sandbox, progress, 100)
    const query = "repo:ada/engine label:urgent"
    const requests = sandbox.requests.length
    const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
    const { total_count } = await ghx.issue.search({ query }).orThrow()
    console.log(`${job.name}: ${before}, then ${progress.done} issues; ${total_count} are urgent`)
    console.log(`${job.name}: ${requests} requests`)
  }
} finally {
  await sandbox.close()
}
