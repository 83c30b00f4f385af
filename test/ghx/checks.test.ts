/** `ghx pr checks` has gh's exit codes, which scripts use with `&&`. */
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox
const heads = { passed: "SUCCESS", broken: "FAILURE", running: "PENDING" } as const

beforeAll(async () => {
  const author = "octocat"
  github = await startSandbox({
    seed: {
      users: [{ login: author }],
      repositories: [
        {
          ...{ owner: author, name: "r", files: { "a.txt": "a" } },
          branches: ["passed", "broken", "running", "none"].map((name) => ({
            name,
            commits: [{ message: name, files: { [`${name}.txt`]: name } }],
          })),
          pull_requests: ["passed", "broken", "running", "none"].map((head) => {
            return { title: head, author, head, base: "main" }
          }),
          statuses: Object.entries(heads).map(([branch, state]) => {
            return { branch, context: "test", state }
          }),
        },
      ],
    },
  })
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "octocat/r")
})
afterAll(() => github.close())

test.each([
  [1, "passed", 0],
  [2, "failed", 1],
  [3, "run", 8],
  [4, "are not there", 1],
])("#%i, whose checks %s: %i", async (number, _, exitCode) => {
  const { stderr, exitCode: own } = await type(`ghx pr checks ${number} --json name`)
  expect(own).toBe(exitCode)
  const isEmpty = number === 4
  expect(stderr).toBe(isEmpty ? "note: no checks are reported on the head branch\n" : "")
})

test("a thread is answered and resolved by one command", async () => {
  vi.stubEnv("GHX_BASE_URL", "")
  const { stdout } = await type(
    "ghx pr thread reply PRRT_1 PRRT_2 -b Done. --resolve --dry-run --sandbox --jq '.[].document'",
  )
  expect(stdout.match(/: resolveReviewThread\(/g)).toHaveLength(2)
  expect(stdout.match(/: addPullRequestReviewThreadReply\(/g)).toHaveLength(2)
})
