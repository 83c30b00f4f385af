/**
 * A release: notes from the pull requests that were merged since the last one, a draft with a file, and its
 * publication; first with ghx, then with octokit.js.
 *
 * Runs against an in-memory GitHub, so it needs no token: `make example ARGS=release`.
 */
import { readFileSync } from "node:fs"
import { createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { Octokit } from "octokit"

const repo = { owner: "octocat", repo: "hello-world" }
const file = { name: "hello.txt", text: "Hello\n" }

async function withGhx({ url, token }: Sandbox, tag_name: string): Promise<string> {
  const ghx = createGhx({ base_url: url, token })
  const last = await ghx.release.latest(repo).orThrow()
  const query = `repo:octocat/hello-world is:merged merged:>${last.published_at}`
  const notes: string[] = []
  for await (const { number, title, author } of ghx.pr.search({ query, first: 100 }).items())
    notes.push(`- ${title} (#${number}) by @${author}`)
  const draft = { ...repo, tag_name, name: tag_name, body: notes.join("\n"), draft: true }
  const { release_id } = await ghx.release.create(draft).orThrow()
  const content = Buffer.from(file.text).toString("base64")
  await ghx.release.assets.upload({ ...repo, release_id, name: file.name, content }).orThrow()
  const { url: page } = await ghx.release.publish({ ...repo, tag_name }).orThrow()
  return `${page}: ${notes.length} changes`
}

async function withOctokit({ url, token }: Sandbox, tag_name: string): Promise<string> {
  const { rest, paginate } = new Octokit({ auth: token, baseUrl: url })
  const { data: last } = await rest.repos.getLatestRelease(repo)
  const q = `is:pr repo:octocat/hello-world is:merged merged:>${last.published_at}`
  const search = rest.search.issuesAndPullRequests
  const pulls = await paginate(search, { q, per_page: 100, advanced_search: "true" })
  const notes = pulls.map(({ number, title, user }) => `- ${title} (#${number}) by @${user?.login}`)
  const draft = { ...repo, tag_name, name: tag_name, body: notes.join("\n"), draft: true }
  const { data: created } = await rest.repos.createRelease(draft)
  await rest.repos.uploadReleaseAsset({
    ...repo,
    baseUrl: `${url}/api/uploads`,
    release_id: created.id,
    name: file.name,
    data: file.text,
    headers: { "content-type": "application/octet-stream" },
  })
  const published = { ...repo, release_id: created.id, draft: false }
  const { data } = await rest.repos.updateRelease(published)
  return `${data.html_url}: ${notes.length} changes`
}

const source = readFileSync(new URL(import.meta.url), "utf8")
const linesOf = ({ name }: { name: string }): number =>
  (source.split(`async function ${name}(`)[1]?.split("\n}\n")[0]?.split("\n").length ?? 0) + 1

const sandbox = await startSandbox()
try {
  for (const [index, job] of [withGhx, withOctokit].entries()) {
    sandbox.reset()
    sandbox.advance(86_400_000)
    const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
    await ghx.pr.ready({ ...repo, pull_number: 8 }).orThrow()
    await ghx.pr.merge({ ...repo, pull_number: 8 }).orThrow()
    sandbox.clearRequests()
    const done = await job(sandbox, `v${index + 1}.0.0`)
    console.log(`${job.name}: ${done}`)
    console.log(`${job.name}: ${sandbox.requests.length} requests, ${linesOf(job)} lines`)
  }
} finally {
  await sandbox.close()
}
