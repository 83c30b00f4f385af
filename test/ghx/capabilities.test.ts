/** `ghx capabilities` and `--help`, word for word. None of it needs a GitHub. */
import { expect, test } from "vitest"
import { catalog } from "../../generated/catalog.js"
import { type } from "./type.js"

const idsIn = (stdout: string) => JSON.parse(stdout).map(({ id }: { id: string }) => id)

test("ghx capabilities list prints a line with the signature of each capability", async () => {
  const { stdout } = await type("ghx capabilities list pr.thread")
  const lines = stdout.trimEnd().split("\n")
  expect(lines).toContain("pr.thread.reply(thread_id, body) write: Reply to a review thread.")
  for (const line of lines) expect(line).toMatch(/^pr\.thread\.[\w.]+\(.*\)(?: \w+)?: /)
})

test("ghx capabilities list --json prints all ids, or those of a domain, in one line of JSON", async () => {
  const { stdout, stderr, exitCode } = await type("ghx capabilities list --json")
  expect(stdout).toMatch(/^\[[^\n]*\]\n$/)
  expect(idsIn(stdout)).toEqual(Object.keys(catalog))
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
  const threads = await type("ghx capabilities list pr.thread --json")
  expect(idsIn(threads.stdout)).toEqual(
    Object.keys(catalog).filter((id) => id.startsWith("pr.thread.")),
  )
})

test.each([
  ["rerun failed jobs", "workflow.run.rerun_failed"],
  ["answer a conversation", "pr.thread.reply"],
  ["open a new ticket", "issue.create"],
  ["comments on an issue", "issue.comments.list"],
  ["delete a comment", "issue.comment.delete"],
])(
  "ghx capabilities search finds the capability for a phrase, among at most five: %s",
  async (words, id) => {
    const { stdout, exitCode } = await type(`ghx capabilities search ${words}`)
    expect(stdout.startsWith(`${id}(`)).toBe(true)
    expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(5)
    expect(exitCode).toBe(0)
  },
)

test("ghx capabilities search reports that nothing matches and lists the domains", async () => {
  const { stdout } = await type("ghx capabilities search quark")
  expect(stdout).toMatch(/^No capability matches "quark"\. The domains are .*\bissue, /)
  expect(await type("ghx capabilities search quark --json")).toMatchObject({ stdout: "[]\n" })
})

test.each([
  [
    "update a dependabot alert",
    /^security dependabot .*\nIf no capability fits, use the operation PATCH/ms,
  ],
  ["codespaces", /^No capability; use the operation /],
])(
  "ghx explain offers operations after the capabilities near a phrase: %s",
  async (phrase, text) => {
    expect((await type(`ghx explain '${phrase}'`)).stdout).toMatch(text)
  },
)

test("ghx explain prints inputs and output in one line, for people with their meaning, and with --json as JSON", async () => {
  const { stdout, exitCode } = await type("ghx explain issue.close user.me")
  expect({ stdout, exitCode }).toEqual({
    stdout: `issue.close(issue_number state_reason?: COMPLETED|NOT_PLANNED|DUPLICATE duplicate_of?: integer) graphql rest
user.me() graphql rest cli → id login name url created_at
`,
    exitCode: 0,
  })
  const { stdout: detailed } = await type("ghx explain issue.close", { columns: 100 })
  expect(detailed).toBe(`issue.close (write, idempotent; graphql, rest): Close an issue and say why.
owner, repo
issue_number: integer
state_reason?: COMPLETED|NOT_PLANNED|DUPLICATE // Default: COMPLETED, and DUPLICATE with duplicate_of
duplicate_of?: integer // Number of the original issue in the same repository; only with DUPLICATE
gives { id number url state state_reason closed_at }
`)
  const { stdout: json } = await type("ghx explain issue.close --json")
  expect(JSON.parse(json)).toMatchObject({
    id: "issue.close",
    input: { issue_number: "integer, at least 1" },
  })
})

test.each([
  ["'pr.thread'", /^pr\.thread\.resolve\(thread_id\) write/m],
  ["'resolve a conversation'", /^pr thread resolve THREAD_ID: /m],
  ["resolve a conversation", /^pr thread resolve THREAD_ID: /m],
  ["latest release", /^release view: Show the latest release/],
  ["waiting for review", /^search prs /],
])("ghx explain accepts a domain, and finds commands for a phrase: %s", async (words, line) => {
  const { stdout, exitCode } = await type(`ghx explain ${words}`)
  expect(stdout).toMatch(line)
  expect(exitCode).toBe(0)
})

test("ghx explain names a shape that several capabilities return once, and lists ids as braces", async () => {
  const { stdout } = await type("ghx explain issue.comments.list pr.comments.list")
  const [first, second, shape] = stdout.split("\n")
  expect(first).toMatch(/^issue\.comments\.list\(issue_number\) .*→ T1$/)
  expect(second).toMatch(/^pr\.comments\.list\(pull_number\) .*→ T1$/)
  expect(shape).toMatch(/^T1: \[id author /)
  expect((await type("ghx explain issue")).stdout).toMatch(
    /^issue\.\{\{assignees labels\}\.\{add remove update\} .* close .*parent\.view /,
  )
  expect((await type("ghx explain")).stdout).toMatch(/^pr\.\{.*^user\./ms)
})

test("ghx explain --full prints the meaning of inputs into a file or a pager, too", async () => {
  expect((await type("ghx explain issue.close")).stdout).not.toContain("original issue")
  const { stdout } = await type("ghx explain issue.close --full")
  expect(stdout).toContain("Number of the original issue")
})

test("ghx explain prints known ids beside an unknown one", async () => {
  expect(await type("ghx explain user.me isue.view")).toEqual({
    stdout: expect.stringMatching(/^user\.me\(\) graphql /),
    stderr: `ghx: VALIDATION There is no capability "isue.view", did you mean \`issue.view\`?
  fix: Call issue.view(owner, repo, issue_number)
`,
    exitCode: 2,
  })
})

test("ghx capabilities types prints TypeScript with the types it uses", async () => {
  const { stdout } = await type("ghx capabilities types pr.thread.reply issue.close")
  expect(stdout).toBe(`type integer = number
type NodeId<Type> = string & { readonly of?: Type }
interface Capabilities {
  /** Reply to a review thread. */
  "pr.thread.reply"(input: { thread_id: NodeId<"PullRequestReviewThread">; body: string }): { id: NodeId<"PullRequestReviewComment">; url: string; author: string | null; created_at: string; state: "PENDING" | "SUBMITTED" }
  /** Close an issue and say why. */
  "issue.close"(input: { owner: string; repo: string; issue_number: integer; state_reason?: "COMPLETED" | "NOT_PLANNED" | "DUPLICATE"; duplicate_of?: integer }): { id: NodeId<"Issue">; number: integer; url: string; state: "CLOSED" | "OPEN"; state_reason: "COMPLETED" | "DUPLICATE" | "NOT_PLANNED" | "REOPENED" | null; closed_at: string | null }
}
`)
})

test("ghx capabilities types prints known ids beside an unknown one", async () => {
  const { stdout, stderr, exitCode } = await type("ghx capabilities types user.me isue.view")
  expect(stdout).toContain('"user.me"(')
  expect(stderr).toContain("did you mean `issue.view`")
  expect(exitCode).toBe(2)
})

test.each([
  ["list pr.thred", 'There is no domain "pr.thred", did you mean `pr.thread` or `'],
  ["explain isue.view", 'There is no capability "isue.view", did you mean `issue.view`?'],
  ["types isue.view", 'There is no capability "isue.view", did you mean `issue.view`?'],
  ["explain pr.approve", 'There is no capability "pr.approve", did you mean `pr.review.submit`'],
])("ghx capabilities suggests similar names for an unknown one: %s", async (words, message) => {
  const { stdout, stderr, exitCode } = await type(`ghx capabilities ${words}`)
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 })
  expect(stderr).toContain(`ghx: VALIDATION ${message}`)
})

test.each([
  ["run user.me", "user.me\tShow who the token belongs to.\n"],
  ["run issue.view issue_", "issue_number=\t\n:6\n"],
  ["run issue.view --route r", "rest\t\n:4\n"],
  ["capabilities ex", "explain\tshow inputs and output of capabilities"],
])("ghx complete prints the completions for: %s", async (words, completions) => {
  const stdout = expect.stringContaining(completions)
  expect(await type(`ghx complete -- ${words}`)).toEqual({ stdout, stderr: "", exitCode: 0 })
})

test("ghx prints requested help to stdout, and usage for a missing command to stderr", async () => {
  const asked = await type("ghx --help", { columns: 100 })
  expect(asked).toMatchObject({ stdout: expect.stringMatching(/^Usage: ghx /), exitCode: 0 })
  const missing = await type("ghx capabilities")
  expect(missing).toMatchObject({
    stdout: "",
    stderr: expect.stringMatching(/^ghx capabilities: /),
    exitCode: 2,
  })
})

test("ghx explain prints the usage of a command, also beside a capability", async () => {
  const { stdout, exitCode } = await type("ghx explain 'pr review' issue.close")
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^Usage: ghx pr review PULL_NUMBER .*\[--inline path:line=text\]/)
  expect(stdout).toContain("\n\nissue.close(issue_number ")
  expect((await type("ghx explain pr review")).stdout).toBe(`${stdout.split("\n\n")[0]}\n`)
})

test("ghx explain of a union output lists the members that all types have", async () => {
  const { stdout } = await type("ghx explain node.view")
  expect(stdout).toMatch(
    /Issue \| PullRequest \| .*, by type; all have \{ type id \}, most \{ .*\burl\b/,
  )
})
