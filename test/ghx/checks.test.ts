/** `ghx pr checks` has gh's exit codes, which scripts use with `&&`. */
import { execFile } from "node:child_process"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { needsGh } from "../needs.js"
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
  [3, "are pending", 8],
  [4, "do not exist", 1],
])(
  "ghx pr checks for pull request %i, whose checks %s, exits with %i",
  async (number, _, exitCode) => {
    const { stderr, exitCode: own } = await type(`ghx pr checks ${number}`)
    expect(own).toBe(exitCode)
    const isEmpty = number === 4
    expect(stderr).toBe(isEmpty ? "note: no checks are reported on the head branch\n" : "")
    const asJson = await type(`ghx pr checks ${number} --json name`)
    expect(asJson.exitCode).toBe(isEmpty ? 1 : 0)
    // A pending status would be waited for.
    if (number === 3) return
    const watched = await type(`ghx pr checks ${number} --watch`)
    expect([watched.exitCode, watched.stderr]).toEqual([exitCode, stderr])
  },
)

test("ghx pr list --json statusCheckRollup has the times of commit statuses", async () => {
  const jq = "[.[].statusCheckRollup[] | .startedAt | type] | unique | .[]"
  const { stdout } = await type(`ghx pr list --json statusCheckRollup --jq '${jq}'`)
  expect(stdout).toBe("string\n")
})

test("ghx pr checks --required omits checks that no rule requires, as gh does", async (context) => {
  needsGh(context)
  await github.apply({
    repositories: [
      {
        ...{ owner: "octocat", name: "r" },
        rulesets: [
          { name: "Main", rules: [{ type: "REQUIRED_STATUS_CHECKS", required_checks: ["test"] }] },
        ],
        statuses: [{ branch: "passed", context: "lint", state: "FAILURE" }],
      },
    ],
  })
  const env = { PATH: process.env.PATH, GH_REPO: "octocat/r", ...(await github.serveGh()).env }
  const ofGh = (argv: readonly string[]) =>
    new Promise<{ stdout: string; exitCode: number }>((resolve) => {
      execFile("gh", argv, { env }, (error, stdout) =>
        resolve({ stdout, exitCode: Number(error?.code ?? 0) }),
      )
    })
  for (const line of ["pr checks 1", "pr checks 1 --required", "pr checks 4 --required"]) {
    const [own, gh] = [await type(`ghx ${line}`), await ofGh(line.split(" "))]
    const printed = gh.stdout.replaceAll(/\t+$/gm, "")
    expect([own.exitCode, own.stdout], line).toEqual([gh.exitCode, printed])
  }
  const { stdout, exitCode } = await type("ghx pr checks 1 --required")
  expect({ stdout, exitCode }).toEqual({ stdout: "test\tpass\t0\n", exitCode: 0 })
  const { stderr } = await type("ghx pr checks 4 --required")
  expect(stderr).toBe("note: no checks are reported on the head branch with these options\n")
})

test("ghx pr checks --watch --fail-fast stops at the first failure", async () => {
  await github.apply({
    repositories: [
      {
        ...{ owner: "octocat", name: "r" },
        workflows: [
          {
            ...{ name: "CI", path: ".github/workflows/ci.yml" },
            runs: [
              {
                ...{ title: "CI", event: "push", branch: "none", actor: "octocat" },
                jobs: [
                  { name: "fast", conclusion: "FAILURE" },
                  { name: "slow", status: "IN_PROGRESS" },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
  expect(await type("ghx pr checks 4 --watch --fail-fast")).toEqual({
    stdout: expect.stringMatching(/^fast\tfail\t.+\nslow\tpending\t.+\n$/),
    stderr: "",
    exitCode: 1,
  })
})

test("ghx pr thread reply --resolve replies to threads and resolves them", async () => {
  vi.stubEnv("GHX_BASE_URL", "")
  const { stdout } = await type(
    "ghx pr thread reply PRRT_1 PRRT_2 -b Done. --resolve --dry-run --sandbox --jq '.[].document'",
  )
  expect(stdout.match(/: resolveReviewThread\(/g)).toHaveLength(2)
  expect(stdout.match(/: addPullRequestReviewThreadReply\(/g)).toHaveLength(2)
})
