/**
 * Four jobs of an agent through `ghx mcp` and through the real gh, both on the in-memory GitHub. `make bench
 * ARGS=jobs` writes the table into docs/agent-costs.md. Tokens are those of o200k, for calls and results. GitHub's MCP server is not run: its
 * calls are written by its tool definitions, and only they are counted.
 */
import { execFile } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { type Sandbox, type Seed, startSandbox } from "../../sandbox/index.js"
import { connect } from "../../test/mcp/connect.js"
import { fixture } from "./chain-jobs.js"

type Call = readonly [tool: string, args: Record<string, unknown>]

interface Job {
  readonly name: string
  /** The default data by default. */
  readonly seed?: Seed
  /** The next call of a model, given the results of the previous ones. */
  mcp(results: readonly Result[]): Call | undefined
  /** Arguments of gh, each computed from earlier outputs; or the reason why gh is not run. */
  readonly gh: string | ((outputs: readonly string[]) => readonly string[] | undefined)
  /** Calls of GitHub's MCP server, according to its tool definitions; or the reason why there are none. */
  readonly theirs: string | readonly Call[]
}

interface Result {
  readonly data?: { readonly items?: readonly { id?: string; number?: number }[] }
}

const engine = { owner: "ada", repo: "engine" }
const hello = { owner: "octocat", repo: "hello-world" }
const pull = { ...engine, pullNumber: 201 }
const ten = Array.from({ length: 10 }, (_, index) => index)
const answer = (index: number) => `Done in commit ${index + 1}.`
const release = { tag_name: "v0.2.0", name: "v0.2.0", draft: true }
const note = "- Fix a typo in the README (#6)"

const THREADS =
  "query($owner:String!,$repo:String!,$number:Int!){repository(owner:$owner,name:$repo){pullRequest(number:$number){reviewThreads(first:100){nodes{id path line isResolved comments(first:5){nodes{author{login} body}}}}}}}"
const REPLY =
  "mutation($id:ID!,$body:String!){addPullRequestReviewThreadReply(input:{pullRequestReviewThreadId:$id,body:$body}){comment{id}}}"
const RESOLVE = "mutation($id:ID!){resolveReviewThread(input:{threadId:$id}){thread{isResolved}}}"

const jobs: readonly Job[] = [
  {
    name: "answer and resolve the ten threads of a pull request",
    seed: fixture,
    mcp: (results) => {
      const threads = { task: "pr.threads.list", input: { ...engine, pull_number: 201 } }
      if (results.length === 0) return ["explain", { tasks: ["pr.thread"] }]
      if (results.length === 1) {
        return ["explain", { tasks: ["pr.threads.list", "pr.thread.reply", "pr.thread.resolve"] }]
      }
      if (results.length === 2) {
        return ["execute", { ...threads, fields: ["id", "path", "line", "comments"] }]
      }
      if (results.length > 3) return undefined
      const ids = results[2]?.data?.items?.map(({ id }) => id) ?? []
      const replies = ids.map((thread_id, index) => ({
        task: "pr.thread.reply",
        input: { thread_id, body: answer(index) },
        fields: ["url"],
      }))
      const resolved = ids.map((thread_id) => ({
        task: "pr.thread.resolve",
        input: { thread_id },
        fields: ["is_resolved"],
      }))
      return ["chain", { tasks: [...replies, ...resolved] }]
    },
    gh: (outputs) => {
      const graphql = (query: string, ...variables: string[]) => [
        "api",
        "graphql",
        "-f",
        `query=${query}`,
        ...variables.flatMap((one) => ["-F", one]),
      ]
      if (outputs.length === 0) return graphql(THREADS, "owner=ada", "repo=engine", "number=201")
      const { nodes } = JSON.parse(outputs[0] ?? "").data.repository.pullRequest.reviewThreads
      const index = outputs.length - 1
      const id = `id=${nodes[index % 10].id}`
      if (index < 10) return graphql(REPLY, id, `body=${answer(index)}`)
      return index < 20 ? graphql(RESOLVE, id) : undefined
    },
    theirs: [
      ["pull_request_read", { method: "get_review_comments", ...pull }],
      ...ten.map((index): Call => {
        const comment = { commentId: 2_100_000_001 + index, body: answer(index) }
        return ["add_reply_to_pull_request_comment", { ...pull, ...comment }]
      }),
      ...ten.map((index): Call => {
        const threadId = `PRRT_kwDOABCDEF4AAAA${index}`
        return ["pull_request_review_write", { method: "resolve_thread", ...pull, threadId }]
      }),
    ],
  },
  {
    name: "triage ten issues: a label and a comment each",
    seed: fixture,
    mcp: (results) => {
      const list = { task: "issue.list", input: { ...engine, first: 10, include_body: true } }
      const [label, comment] = ["issue.labels.add", "issue.comments.create"]
      if (results.length === 0) return ["explain", { tasks: ["issue"] }]
      if (results.length === 1) return ["explain", { tasks: ["issue.list", label, comment] }]
      if (results.length === 2) return ["execute", { ...list, fields: ["number", "title", "body"] }]
      if (results.length > 3) return undefined
      const tasks = results[2]?.data?.items?.flatMap(({ number: issue_number }) => [
        { task: label, input: { ...engine, issue_number, labels: ["bug"] }, fields: ["labels"] },
        { task: comment, input: { ...engine, issue_number, body: "Seen." }, fields: ["url"] },
      ])
      return ["chain", { tasks }]
    },
    gh: (outputs) => {
      const at = ["-R", "ada/engine"]
      if (outputs.length === 0) {
        return ["issue", "list", ...at, "-L", "10", "--json", "number,title,body"]
      }
      const numbers = JSON.parse(outputs[0] ?? "").map(({ number }: { number: number }) => number)
      const index = outputs.length - 1
      const number = String(numbers[index % 10])
      if (index < 10) return ["issue", "edit", number, ...at, "--add-label", "bug"]
      return index < 20 ? ["issue", "comment", number, ...at, "--body", "Seen."] : undefined
    },
    theirs: [
      [
        "list_issues",
        { ...engine, state: "OPEN", perPage: 10, fields: ["number", "title", "body"] },
      ],
      ...ten.map((index): Call => {
        const change = { issue_number: index + 1, labels: ["bug"] }
        return ["issue_write", { method: "update", ...engine, ...change }]
      }),
      ...ten.map((index): Call => {
        return ["add_issue_comment", { ...engine, issue_number: index + 1, body: "Seen." }]
      }),
    ],
  },
  {
    name: "find why CI fails",
    mcp: (results) => {
      const runs = { ...hello, status: "FAILURE", first: 1 }
      const run_id = { $from: "runs", path: "items[0].run_id", required: true }
      const [list, failure] = ["workflow.runs.list", "workflow.run.failure"]
      const calls: readonly Call[] = [
        ["explain", { tasks: ["why a run failed"] }],
        ["explain", { tasks: [list, failure] }],
        [
          "chain",
          {
            tasks: [
              { task: list, as: "runs", input: runs, fields: ["run_id"] },
              { task: failure, input: { ...hello, run_id }, fields: ["title", "failures"] },
            ],
          },
        ],
      ]
      return calls[results.length]
    },
    gh: (outputs) => {
      const at = ["-R", "octocat/hello-world"]
      if (outputs.length === 0) return ["run", "list", ...at, "-L", "5"]
      const [, run] = /\bfailure\b.*\t(\d+)\t/.exec(outputs[0] ?? "") ?? []
      return outputs.length === 1 ? ["run", "view", run ?? "", ...at, "--log-failed"] : undefined
    },
    theirs: [
      ["actions_list", { method: "list_workflow_runs", ...hello, perPage: 5 }],
      [
        "get_job_logs",
        { ...hello, run_id: 16_000_000_001, failed_only: true, return_content: true },
      ],
    ],
  },
  {
    name: "draft a release with what was merged",
    mcp: (results) => {
      const merged = { task: "pr.list", input: { ...hello, states: ["MERGED"] } }
      const calls: readonly Call[] = [
        ["explain", { tasks: ["create a release"] }],
        ["explain", { tasks: ["pr.list", "release.create"] }],
        ["execute", { ...merged, fields: ["number", "title"] }],
        [
          "execute",
          {
            task: "release.create",
            input: { ...hello, ...release, body: note },
            fields: ["url"],
          },
        ],
      ]
      return calls[results.length]
    },
    gh: (outputs) => {
      const at = ["-R", "octocat/hello-world"]
      const commands = [
        ["pr", "list", ...at, "--state", "merged", "--json", "number,title"],
        ["release", "create", "v0.2.0", ...at, "--draft", "--title", "v0.2.0", "--notes", note],
      ]
      return commands[outputs.length]
    },
    theirs: "2 to read; it has no tool that creates a release",
  },
]

interface Measured {
  readonly calls: number
  readonly requests: number
  readonly sent: number
  readonly received: number
}

const gh = join(import.meta.dirname, "../../.cache/gh/gh")

const lines = [
  "| job | way | calls | requests | tokens of calls | tokens of results |",
  "|---|---|---|---|---|---|",
]
for (const job of jobs) {
  const { finding, doing } = await inStore(job, throughMcp)
  row(job.name, "`ghx mcp --tasks`", cellsOf(doing))
  row("", "… discovery, once", cellsOf(finding))
  if (typeof job.gh === "string") unmeasured("`gh`", job.gh)
  else if (existsSync(gh)) row("", "`gh`", cellsOf(await inStore(job, throughGh)))
  else unmeasured("`gh`", "`make gh` brings it")
  if (typeof job.theirs === "string") unmeasured("GitHub's MCP server", job.theirs)
  else {
    const sent = job.theirs.map(([name, args]) =>
      tokensOf(JSON.stringify({ name, arguments: args })),
    )
    const all = sent.reduce((sum, one) => sum + one, 0).toLocaleString("en-US")
    row("", "GitHub's MCP server", [String(job.theirs.length), "", all, ""])
  }
}
console.log(lines.join("\n"))
const page = join(import.meta.dirname, "../../docs/agent-costs.md")
const place = /(?<=<!-- four jobs -->\n).*?(?=<!-- \/four jobs -->)/s
writeFileSync(
  page,
  readFileSync(page, "utf8").replace(place, () => `${lines.join("\n")}\n`),
)
// The client keeps connections open for a while.
process.exit()

function row(job: string, way: string, cells: readonly string[]) {
  lines.push(`| ${[job, way, ...cells].join(" | ")} |`)
}

function cellsOf({ calls, requests, sent, received }: Measured): string[] {
  return [calls, requests, sent, received].map((value) => value.toLocaleString("en-US"))
}

function unmeasured(way: string, calls: string) {
  row("", way, [calls, "not measured", "", ""])
}

async function inStore<T>(job: Job, measure: (job: Job, sandbox: Sandbox) => Promise<T>) {
  const sandbox = await startSandbox(job.seed ? { seed: job.seed } : {})
  try {
    return await measure(job, sandbox)
  } finally {
    await sandbox.close()
  }
}

async function throughMcp(job: Job, sandbox: Sandbox) {
  process.env.GHX_BASE_URL = sandbox.url
  const { client, close } = await connect(["--tasks"], "2026-07-28")
  const results: Result[] = []
  const nothing: Measured = { calls: 0, requests: 0, sent: 0, received: 0 }
  const measured = { finding: nothing, doing: nothing }
  for (let call = job.mcp(results); call; call = job.mcp(results)) {
    const [name, args] = call
    sandbox.clearRequests()
    const { content, isError } = await client.callTool({ name, arguments: args })
    const [first] = content
    const text = first?.type === "text" ? first.text : ""
    // A failed step would make a job look cheap.
    if (isError || /"status":"(?:partial|failed)"/.test(text)) throw new Error(`${name}: ${text}`)
    const part = name === "execute" || name === "chain" ? "doing" : "finding"
    const { calls, requests, sent, received } = measured[part]
    measured[part] = {
      calls: calls + 1,
      requests: requests + sandbox.requests.length,
      sent: sent + tokensOf(JSON.stringify({ name, arguments: args })),
      received: received + tokensOf(text),
    }
    results.push(part === "doing" ? JSON.parse(text) : {})
  }
  await close()
  return measured
}

async function throughGh(job: Job, sandbox: Sandbox): Promise<Measured> {
  const { env } = await sandbox.serveGh()
  const outputs: string[] = []
  let sent = 0
  const next = () => (typeof job.gh === "string" ? undefined : job.gh(outputs))
  for (let args = next(); args; args = next()) {
    const { stdout } = await promisify(execFile)(gh, [...args], { env: { ...process.env, ...env } })
    sent += tokensOf(["gh", ...args.map(quoted)].join(" "))
    outputs.push(stdout)
  }
  const received = outputs.reduce((sum, output) => sum + tokensOf(output), 0)
  return { calls: outputs.length, requests: sandbox.requests.length, sent, received }
}

function quoted(word: string): string {
  return /^[\w./=@:,-]+$/.test(word) ? word : `'${word}'`
}

function tokensOf(text: string): number {
  return encode(text).length
}
