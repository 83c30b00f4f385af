/** `ghx capabilities` and `--help`, word for word. None of it needs a GitHub. */
import { expect, test } from "vitest"
import { catalog } from "../../generated/catalog.js"
import { type } from "./type.js"

const idsIn = (stdout: string) => JSON.parse(stdout).map(({ id }: { id: string }) => id)

test("list tells every capability, or those of a domain, in one line of JSON", async () => {
  const { stdout, stderr, exitCode } = await type("ghx capabilities list")
  expect(stdout).toMatch(/^\[[^\n]*\]\n$/)
  expect(idsIn(stdout)).toEqual(Object.keys(catalog))
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 })
  const threads = await type("ghx capabilities list pr.thread")
  expect(idsIn(threads.stdout)).toEqual(
    Object.keys(catalog).filter((id) => id.startsWith("pr.thread.")),
  )
})

test.each([
  ["rerun failed jobs", "workflow.run.rerun_failed"],
  ["merge request", "pr.merge"],
  ["answer a conversation", "pr.thread.reply"],
  ["open a new ticket", "issue.create"],
  ["comments on an issue", "issue.comments.create"],
  ["delete a comment", "issue.comment.delete"],
  ["quark", undefined],
])("search finds what is meant: %s", async (words, id) => {
  const { stdout, exitCode } = await type(`ghx capabilities search ${words}`)
  expect(idsIn(stdout)[0]).toBe(id)
  if (id === undefined) expect(stdout).toBe("[]\n")
  expect(exitCode).toBe(0)
})

test("types are TypeScript, and their own words are explained in it", async () => {
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

test("an id that there is not leaves out none of the others", async () => {
  const { stdout, stderr, exitCode } = await type("ghx capabilities types user.me isue.view")
  expect(stdout).toContain('"user.me"(')
  expect(stderr).toContain("did you mean `issue.view`")
  expect(exitCode).toBe(2)
})

test.each([
  ["list pr.thred", 'There is no domain "pr.thred", did you mean `pr.thread` or `'],
  ["explain isue.view", 'There is no capability "isue.view", did you mean `issue.view` or `'],
  ["types isue.view", 'There is no capability "isue.view", did you mean `issue.view` or `'],
])("who asks for what is not there hears what is near: %s", async (words, said) => {
  expect(await type(`ghx capabilities ${words}`)).toEqual({
    stdout: "",
    stderr: expect.stringMatching(
      new RegExp(`^ghx: VALIDATION ${said.replaceAll(".", "\\.")}[^?]+\\?\n$`),
    ),
    exitCode: 2,
  })
})

test.each([
  ["run user.me", "user.me\tShow who the token belongs to.\n"],
  ["run issue.view issue_", "issue_number=\t\n:6\n"],
  ["run issue.view --route r", "rest\t\n:4\n"],
  ["capabilities ex", "explain\tshow the purpose, inputs and output of a capability\n:4\n"],
])("a shell is told what may stand there: %s", async (words, told) => {
  const stdout = expect.stringContaining(told)
  expect(await type(`ghx complete -- ${words}`)).toEqual({ stdout, stderr: "", exitCode: 0 })
})

test("help is on stdout where it was asked for, and on stderr where a command is missing", async () => {
  const asked = await type("ghx --help")
  expect(asked).toMatchObject({ stdout: expect.stringMatching(/^Usage: ghx /), exitCode: 0 })
  const missing = await type("ghx capabilities")
  expect(missing).toMatchObject({
    stdout: "",
    stderr: expect.stringMatching(/^Usage: /),
    exitCode: 2,
  })
})
