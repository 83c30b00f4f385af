/** `ghx run`: output, messages on stderr, and exit code. */
import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Fault, type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { blocksOf, pages } from "../pages.js"
import { type } from "./type.js"

let github: Sandbox
const issue = "ghx run issue.view owner=octocat repo=hello-world"
/** Looks the label up before it writes. */
const create = "ghx run issue.create owner=octocat repo=hello-world title=New labels=bug"
const nothing = { stdout: "", exitCode: 2 }

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
afterEach(() => github.reset())
afterAll(() => github.close())

test("ghx --untrusted marks parts of untrusted content that an expression leaves, too", async () => {
  const options = "-R octocat/hello-world --untrusted mark"
  const part = /^<(untrusted-\w{8})>a typo in the README<\/\1>\n$/
  const cut = `map(select(test("typo")) | .[24:60])`
  const steps = '[{"task":"workflow.runs.list","input":{}}]'
  for (const line of [
    `run workflow.runs.list ${options} --jq '[.items[].title] | ${cut}[0][0:]'`,
    `run list ${options} --json displayTitle --jq '[.[].displayTitle] | ${cut}[0]'`,
    `chain ${options} --jq '[.results[0].data.items[].title] | ${cut}[0]' --steps '${steps}'`,
    `exec 'return gh\`run list --json displayTitle\`' ${options} --jq '[.[].displayTitle] | ${cut}[0]'`,
  ])
    expect((await type(`ghx ${line}`)).stdout).toMatch(part)
})

test("ghx --untrusted marks or omits untrusted content", async () => {
  await fetch(`${github.url}/repos/octocat/big/issues`, {
    method: "POST",
    headers: { authorization: "Bearer monalisa-token" },
    body: JSON.stringify({ title: "Help" }),
  })
  const view = "ghx run issue.view octocat/big#251 --json title,author --untrusted"
  expect((await type(`${view} mark`)).stdout).toMatch(
    /^\{"title":"<(untrusted-\w{8})>Help<\/\1>","author":"monalisa"\}\n$/,
  )
  const left = "(omitted: its author has no write access)"
  expect(JSON.parse((await type(`${view} omit`)).stdout)).toMatchObject({ title: left })
  const steps = '[{"task":"issue.view","input":{"issue_number":251}}]'
  const chain = `ghx chain -R octocat/big --untrusted omit --jq .results[0].data.title --steps '${steps}'`
  expect((await type(chain)).stdout).toBe(`${left}\n`)
  expect(await type(`${view} maybe`)).toMatchObject({
    ...nothing,
    stderr: expect.stringContaining("Allowed choices are mark, omit"),
  })
})

describe("GHX_LOG=debug", () => {
  beforeAll(() => void vi.stubEnv("GHX_LOG", "debug"))
  afterAll(() => void vi.stubEnv("GHX_LOG", ""))
  const logged = (stderr: string): Record<string, unknown>[] =>
    stderr
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line))

  test("logs the start and the end of a call, without its content", async () => {
    github.injectFault({ times: 1, status: 502 })
    const { stdout, stderr } = await type(`${create} body=Secret --envelope`)
    const about = { at: expect.any(String), call: 1, capability: "issue.create" }
    expect(logged(stderr)).toEqual([
      {
        ...about,
        event: "call_started",
        effect: "write",
        host: new URL(github.url).host,
        in_chain: false,
      },
      {
        ...about,
        event: "call_finished",
        ok: true,
        route: "graphql",
        retries: 1,
        duration_ms: expect.any(Number),
        requests: 3,
      },
    ])
    expect(JSON.parse(stdout).meta).not.toHaveProperty("attempts")
    expect(stderr).not.toMatch(/Secret|octocat|New/)
    const page = pages.find(({ path }) => path === "docs/command.md")
    const shown = page && blocksOf(page).find(({ language }) => language === "json")
    const namesIn = (events: readonly object[]) => events.map((one) => Object.keys(one))
    expect(namesIn(logged(shown?.text ?? ""))).toEqual(namesIn(logged(stderr)))
  })

  test("logs the code of an error, and whether a call belongs to a chain", async () => {
    const lost = logged((await type(`${issue} issue_number=404`)).stderr)
    expect(lost[1]).toMatchObject({ ok: false, code: "NOT_FOUND", route: "graphql" })
    expect(lost[1]).not.toHaveProperty("outcome")
    const steps =
      '[{"task":"user.me","input":{}},{"task":"issue.close","input":{"issue_number":404}}]'
    const { stderr } = await type(`ghx chain -R octocat/hello-world --steps '${steps}'`)
    expect(logged(stderr)).toHaveLength(4)
    expect(logged(stderr)).toContainEqual(
      expect.objectContaining({ event: "call_started", call: 2, in_chain: true }),
    )
    expect(logged(stderr)).toContainEqual(
      expect.objectContaining({
        capability: "issue.close",
        code: "NOT_FOUND",
        outcome: "not_sent",
      }),
    )
    expect(logged((await type(`${issue} issue_number=1 --dry-run`)).stderr)).toEqual([])
  })

  test("logs that a call was aborted", async () => {
    github.injectFault({ delay_ms: 60_000 })
    const controller = new AbortController()
    const typed = type(create, { interrupted: controller.signal })
    await vi.waitFor(() => expect(github.requests).toHaveLength(1))
    controller.abort()
    const [, finished] = logged((await typed).stderr)
    expect(finished).toMatchObject({ ok: false, aborted: true, outcome: "not_sent" })
  })

  test("is the only accepted value of GHX_LOG", async () => {
    vi.stubEnv("GHX_LOG", "trace")
    const { stderr, exitCode } = await type(`${issue} issue_number=1`)
    vi.stubEnv("GHX_LOG", "debug")
    expect({ stderr, exitCode }).toEqual({
      stderr: "ghx: GHX_LOG takes debug, not trace\n",
      exitCode: 2,
    })
  })
})

describe("ghx run --limit", () => {
  const list = "ghx run issue.list owner=octocat repo=hello-world states=OPEN states=CLOSED"
  const numbers = (stdout: string) =>
    JSON.parse(stdout).items.map((one: { number: number }) => one.number)

  test("fetches as many pages as needed, and no more items than wanted", async () => {
    const whole = numbers((await type(list)).stdout)
    expect(whole.length).toBeGreaterThan(4)
    github.clearRequests()
    const { stdout, stderr } = await type(`${list} first=2 --limit 3`)
    expect(numbers(stdout)).toEqual(whole.slice(0, 3))
    expect(JSON.parse(stdout).page_info.has_next_page).toBe(true)
    expect(github.requests.map(({ body }) => Object(body).variables.first)).toEqual([2, 1])
    expect(stderr).toBe("")
    const all = await type(`${list} first=2 -L 1000`)
    expect(numbers(all.stdout)).toEqual(whole)
    expect(JSON.parse(all.stdout)).toMatchObject({
      total_count: whole.length,
      page_info: { has_next_page: false },
    })
  })

  test("requests no more items than the limit, and no page twice", async () => {
    await type(`${list} --limit 2 --json number`)
    const sent = github.requests.map(({ body }) => Object(Object(body).variables).first)
    expect(sent).toEqual([2])
  })

  test("reports how many items were fetched before a page failed", async () => {
    github.injectFault({ skip: 1, status: 404, body: { message: "Not Found" } })
    const { stdout, stderr, exitCode } = await type(`${list} first=2 --limit 4`)
    expect({ stdout, exitCode }).toMatchObject({ stdout: "" })
    expect(stderr).toContain("2 items had been read")
  })

  test.each(["0", "-1", "1.5", "ten", "1e3"])("rejects %s", async (limit) => {
    expect(await type(`${list} --limit=${limit}`)).toMatchObject({
      ...nothing,
      stderr: expect.stringContaining(`--limit takes a whole number of at least 1, not ${limit}`),
    })
    expect(github.requests).toEqual([])
  })

  test("is rejected for a capability that returns no list", async () => {
    expect(await type(`${issue} issue_number=1 --limit 2`)).toMatchObject({
      ...nothing,
      stderr: expect.stringContaining("issue.view does not return a list"),
    })
  })
})

describe("the input of ghx run", () => {
  test("is typed by the contract, and the output is one line of JSON", async () => {
    const { stdout, stderr, exitCode } = await type(`${issue} issue_number=1`)
    expect(stdout).toMatch(/^\{"id":"[^\n]*\}\n$/)
    expect(JSON.parse(stdout)).toMatchObject({ number: 1, labels: ["bug"] })
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
  })

  test("accepts a list as repeated names or as JSON, and keeps strings that look like numbers", async () => {
    const create = "ghx run issue.create owner=octocat repo=hello-world title=12 body=@octocat"
    const first = await type(`${create} labels=bug labels=question`)
    expect(JSON.parse(first.stdout)).toMatchObject({ title: "12", labels: ["bug", "question"] })
    const second = await type(`${create} labels='["bug","question"]'`)
    expect(JSON.parse(second.stdout)).toMatchObject({ title: "12", labels: ["bug", "question"] })
    expect(github.requests.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ variables: expect.objectContaining({ body: "@octocat" }) }),
    )
  })

  test("comes from stdin or a file, as a whole or for a field, and arguments override it", async () => {
    const whole = { owner: "octocat", repo: "hello-world", issue_number: 2 }
    const viewed = await type("ghx run issue.view --input - issue_number=1", {
      stdin: JSON.stringify(whole),
    })
    expect(JSON.parse(viewed.stdout)).toMatchObject({ number: 1 })
    const file = join(tmpdir(), `ghx-input-${process.pid}.json`)
    writeFileSync(file, JSON.stringify(whole))
    const fromFile = await type(`ghx run issue.view --input @${file}`)
    expect(JSON.parse(fromFile.stdout)).toMatchObject({ number: 2 })
    const comment = "ghx run issue.comments.create owner=octocat repo=hello-world issue_number=1"
    await type(`${comment} body@=-`, { stdin: "From a pipe.\n" })
    expect(github.requests.at(-1)?.body).toMatchObject({
      variables: { body: "From a pipe.\n" },
    })
  })

  test.each([
    [
      `${issue} issue_number=one`,
      /^ghx: VALIDATION Invalid .*expected integer, found string "one"/,
    ],
    [`${issue} number=1`, /VALIDATION .*\/number: unknown field, did you mean `issue_number`/],
    [`${issue} __proto__=1`, /VALIDATION .*\/__proto__: unknown field/],
    [
      "ghx run isue.view",
      /^ghx: VALIDATION There is no capability "isue.view", did you mean `issue.v/,
    ],
    [`${issue} number=1`, /\n {2}fix: Call issue\.view\(owner, repo, issue_number\)\n$/],
    [
      "ghx run issue.addLabels",
      /\n {2}fix: Call issue\.labels\.add\(owner, repo, issue_number, labels\) or/,
    ],
    [`ghx exec 'return ghx.issue.view({ number: 1 })'`, /\n {2}fix: Call issue\.view\(/],
    [`${issue} --input {`, /^ghx: --input is not valid JSON: Expected property name/],
    [`${issue} --input -`, /^ghx: --input: expected JSON, found nothing\n$/],
    [`${issue} --input @/nowhere.json`, /^ghx: --input: ENOENT: no such file or directory/],
    [`${issue} --input [1]`, /^ghx: --input is not a JSON object/],
    [`${issue} owner=hubot`, /^ghx: owner is set twice, but takes one value\n$/],
    [
      "ghx run issue.close octocat/hello-world#1 issue_number=2",
      /issue_number is 2 here, and 1 in/,
    ],
    ["ghx run issue.close -R octocat/hello-world owner=x issue_number=2", /owner is x here/],
    [`${issue} issue_number`, /^ghx: "issue_number" is neither key=value nor a target/],
    [
      "ghx run workflow.dispatch owner=o repo=r workflow_id=1 ref=main inputs=name",
      /^ghx: inputs is an object: pass JSON/,
    ],
    ["ghx run", /^ghx: missing required argument 'id'/],
    ["ghx rum", /^ghx: unknown command 'rum'\n\(Did you mean run\?\)/],
    [`${issue} --rout rest`, /^ghx: unknown option '--rout'\n\(Did you mean --route\?\)/],
    [`${issue} --route mail`, /Allowed choices are graphql, rest, cli/],
  ])("is rejected before anything is sent: %s", async (line, message) => {
    github.clearRequests()
    const { stderr, ...rest } = await type(line, { stdin: "" })
    expect(rest).toEqual(nothing)
    expect(stderr).toMatch(message)
    expect(github.requests).toEqual([])
  })
})

describe("an error of ghx run", () => {
  const forbidden = { message: "Resource not accessible by personal access token" }

  test.each<
    [why: string, line: string, rule: Fault | undefined, message: string, exitCode: number]
  >([
    [
      "the object does not exist",
      `${issue} issue_number=99`,
      undefined,
      "NOT_FOUND Could not resolve to an Issue with the number of 99.",
      3,
    ],
    [
      "the token lacks a permission",
      create,
      { status: 403, body: forbidden },
      `AUTH ${forbidden.message}\n  fix: Grant the token access to this repository and the required permission`,
      4,
    ],
    [
      "GitHub refuses the input",
      "ghx run issue.create owner=octocat repo=attic title=New",
      undefined,
      "VALIDATION Repository was archived so is read-only.\n  fix: Unarchive the repository in its settings first",
      2,
    ],
    [
      "a rate limit",
      `${issue} issue_number=1`,
      { status: 403, headers: { "retry-after": "60" }, body: { message: "secondary rate limit" } },
      "RATE_LIMIT secondary rate limit\n  wait: 60 s",
      75,
    ],
    [
      "a write may have been applied",
      create,
      { match: { operation_name: "IssueCreate" }, status: 504, applied: true },
      "SERVER Injected fault: HTTP 504\n  outcome: unknown; the write may have been applied",
      1,
    ],
    [
      "the route is not supported",
      `${issue} issue_number=1 --route cli`,
      undefined,
      "ADAPTER_UNSUPPORTED issue.view cannot take the cli route; its routes: graphql, rest",
      1,
    ],
    [
      "the sandbox does not model an endpoint",
      "ghx rest GET /repos/octocat/hello-world/traffic/clones",
      undefined,
      "ADAPTER_UNSUPPORTED The sandbox does not model `GET /repos/{owner}/{repo}/traffic/clones`. The option `synthesize: true` answers it from GitHub's API description. The nearest modelled operation is `GET /repos/{owner}/{repo}/notifications`.",
      1,
    ],
    [
      "the sandbox does not model a search",
      "ghx search issues foo --sort=interactions",
      undefined,
      "ADAPTER_UNSUPPORTED The sandbox does not model this search: it cannot be sorted by `sort:interactions`.",
      1,
    ],
    [
      "an unknown status",
      `${issue} issue_number=1`,
      { status: 418, body: { message: "Tea" } },
      "UNKNOWN Tea",
      1,
    ],
    [
      "a destructive call is not confirmed",
      "ghx run issue.delete owner=octocat repo=hello-world issue_number=5",
      undefined,
      "AUTH issue.delete was not confirmed\n  fix: Add --yes to confirm",
      4,
    ],
  ])("appears on stderr and in the exit code: %s", async (_, line, rule, message, exitCode) => {
    if (rule) github.injectFault(rule)
    expect(await type(line)).toEqual({ stdout: "", stderr: `ghx: ${message}\n`, exitCode })
  })

  test("exits with 75 if the server fails or cannot be reached", async () => {
    github.injectFault({ status: 502 })
    const failed = await type(`${issue} issue_number=1`)
    const gone = await startSandbox()
    await gone.close()
    vi.stubEnv("GHX_BASE_URL", gone.url)
    const unreachable = await type(`${issue} issue_number=1`)
    vi.stubEnv("GHX_BASE_URL", github.url)
    expect([failed.stderr, failed.exitCode]).toEqual([expect.stringMatching(/^ghx: SERVER /), 75])
    expect(unreachable.exitCode).toBe(75)
    expect(unreachable.stderr).toMatch(/^ghx: NETWORK .*ECONNREFUSED.*\n {2}fix: Check the network/)
  })

  test("is in the envelope with --envelope", async () => {
    const { stdout, exitCode } = await type(`${issue} issue_number=99 --envelope`)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } })
    expect(exitCode).toBe(3)
  })
})

test("ghx run --yes executes a destructive capability", async () => {
  const line = "ghx run issue.delete owner=octocat repo=hello-world issue_number=5 --yes"
  expect((await type(line)).exitCode).toBe(0)
  expect(github.applied.map(({ mutation }) => mutation)).toEqual(["deleteIssue"])
})

test.each([
  ["a read", `${issue} issue_number=1`, "IssueView", "ghx: interrupted\n"],
  ["a lookup", create, "Chain", "ghx: interrupted before anything was written\n"],
  [
    "a write",
    create,
    "IssueCreate",
    "ghx: interrupted\n  outcome: unknown; the write may have been applied\n",
  ],
])("Ctrl-C ends ghx run and prints the outcome of %s", async (_, line, name, stderr) => {
  github.injectFault({ match: { operation_name: name }, delay_ms: 60_000 })
  const interruption = new AbortController()
  const running = type(line, { interrupted: interruption.signal })
  await vi.waitUntil(() => github.requests.at(-1)?.operation_name === name)
  interruption.abort(new Error("interrupted"))
  expect(await running).toEqual({ stdout: "", stderr, exitCode: 130 })
})
