/**
 * The cost of a call over each route, beside the bare equivalent in the same run: `@octokit/graphql`,
 * `octokit.request`, a `gh` process. `bench/young.ts` measures the client time alone. Run: `make bench ARGS=call`.
 */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { Octokit } from "@octokit/core"
import { graphql } from "@octokit/graphql"
import { createGhx } from "ghx"
import { operation as issueView } from "../../generated/operations/issue/view.js"
import { startAnsweringServer } from "./answering-server.js"

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const server = await startAnsweringServer()

const ghx = createGhx({ base_url: server.url, token: "t" })
const bareGraphql = graphql.defaults({
  baseUrl: server.url,
  headers: { authorization: "token t" },
})
const octokit = new Octokit({ baseUrl: server.url, auth: "t" })
const { document } = issueView

// The environment that ghx gives to gh: no prompts, no update check, no colours.
const quiet = { GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" }
const env = { ...server.ghEnv, ...quiet, GH_TOKEN: "t", GH_HOST: "github.com" }
const overGh = createGhx({ token: "t", gh: { env } })
const run = promisify(execFile)

const succeed = async (call: PromiseLike<{ ok: boolean }>) => {
  if (!(await call).ok) throw new Error("the call failed")
}

const contests: readonly Contest[] = [
  {
    bare: "@octokit/graphql, bare",
    callBare: () => bareGraphql(document, input),
    ours: "ghx.issue.view over GraphQL",
    callOurs: () => succeed(ghx.issue.view(input)),
    calls: 3000,
  },
  {
    bare: "octokit.request, bare",
    callBare: () => octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}", input),
    ours: "ghx.issue.view over REST",
    callOurs: () => succeed(ghx.issue.view(input).run({ route: "rest" })),
    calls: 3000,
  },
  {
    bare: "gh, a bare process",
    callBare: () => run("gh", ["api", "--", "user"], { env: { ...process.env, ...env } }),
    ours: "ghx.user.me over gh",
    callOurs: () => succeed(overGh.user.me({}).run({ route: "cli" })),
    calls: 60,
  },
]

console.log("| one call | median, microseconds | ratio | more than the bare one |")
console.log("|---|---|---|---|")
for (const contest of contests) console.log(await play(contest))
/** Calls that fail before anything is sent. Each uses its own client, so that nothing is remembered. */
const refusals = {
  "no token": () => createGhx({ base_url: server.url }).issue.view(input),
  "no gh": () =>
    createGhx({ token: "t", gh: { path: "/nowhere/gh" } })
      .user.me({})
      .run({ route: "cli" }),
}
console.log("\n| refused before it is sent | median, microseconds |")
console.log("|---|---|")
for (const [name, call] of Object.entries(refusals)) {
  const time = await median(async () => {
    if ((await call()).ok) throw new Error("the call was not refused")
  }, 300)
  console.log(`| ${name} | ${(time * 1000).toFixed(0)} |`)
}
await server.close()

/** Compares a task with ghx to the same task with a lower-level tool. */
interface Contest {
  readonly bare: string
  readonly callBare: () => Promise<unknown>
  readonly ours: string
  readonly callOurs: () => Promise<unknown>
  readonly calls: number
}

/** The median time of a call, in milliseconds. */
async function median(call: () => Promise<unknown>, times: number): Promise<number> {
  const samples: number[] = []
  for (let index = 0; index < times; index += 1) {
    const start = performance.now()
    await call()
    samples.push(performance.now() - start)
  }
  return samples.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

/** Two rows of a table. Both are warmed up before either is measured, and they take turns. */
async function play({ bare, callBare, ours, callOurs, calls }: Contest): Promise<string> {
  await median(callBare, calls / 6)
  await median(callOurs, calls / 6)
  const rounds = 6
  let [mine, theirs] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    theirs += (await median(callBare, calls / rounds)) / rounds
    mine += (await median(callOurs, calls / rounds)) / rounds
  }
  const microseconds = (ms: number) => (ms * 1000).toFixed(0)
  return [
    `| ${bare} | ${microseconds(theirs)} | 1.00 | |`,
    `| ${ours} | ${microseconds(mine)} | ${(mine / theirs).toFixed(2)} | ${microseconds(mine - theirs)} |`,
  ].join("\n")
}
