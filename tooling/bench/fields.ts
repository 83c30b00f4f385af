/**
 * Bytes that `fields` saves: of the document, and of the in-memory GitHub's answer. Run: `make bench
 * ARGS=fields`.
 */
import { createGhx } from "../../generated/index.js"
import { startSandbox } from "../../sandbox/index.js"

const sandbox = await startSandbox()
let received = 0
const counting: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  received += (await response.clone().arrayBuffer()).byteLength
  return response
}
const { Octokit } = await import("@octokit/core")
const octokit = new Octokit({
  baseUrl: sandbox.url,
  auth: sandbox.token,
  request: { fetch: counting },
})
const ghx = createGhx({ octokit, base_url: sandbox.url })

const big = { owner: "octocat", repo: "big", first: 30 }
const pull = { owner: "octocat", repo: "hello-world", pull_number: 7 }
const calls: Readonly<Record<string, readonly [whole: Call, less: Call]>> = {
  "`issue.list`, 30 items: number, title": [
    () => ghx.issue.list(big).orThrow(),
    () => ghx.issue.list(big, { fields: ["number", "title"] }).orThrow(),
  ],
  "`pr.context`: title, checks": [
    () => ghx.pr.context(pull).orThrow(),
    () => ghx.pr.context(pull, { fields: ["title", "checks"] }).orThrow(),
  ],
}
type Call = () => Promise<object>

console.log("| | document | answer | result |")
console.log("|---|---|---|---|")
for (const [name, [whole, less]] of Object.entries(calls)) {
  const [all, some] = [await measured(whole), await measured(less)]
  const cells = all.map((bytes, at) => `${bytes} → ${some[at]}`)
  console.log(`| ${[name, ...cells].join(" | ")} |`)
}
await sandbox.close()

/** Bytes of a call's request, its response, and its result as JSON. */
async function measured(call: Call): Promise<number[]> {
  sandbox.clearRequests()
  received = 0
  const result = await call()
  const sent = sandbox.requests.map(({ body }) => String(Object(body).query).length)
  return [sent.reduce((sum, one) => sum + one, 0), received, JSON.stringify(result).length]
}
