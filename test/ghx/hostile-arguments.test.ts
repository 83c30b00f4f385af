/** Tests that arguments are data: no argument makes a command do anything other than what it names. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { stepsOf, within } from "../../surfaces/command/gh/index.js"
import { stateOf } from "./state-of.js"
import { typeWords } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
beforeEach(() => github.reset())
afterAll(() => github.close())

/** Commands, without those that wait, or run the machine's gh. */
const groups = ["issue", "pr", "run", "workflow", "release", "label", "milestone", "project"]
const commands = (await Promise.all(groups.map(within)))
  .flat()
  .filter((path) => !/wait|watch|checkout/.test(path))

/** Requests that resolve names: all of them read. */
const lookUps = [
  "pr.list",
  "project.list",
  "release.latest",
  "release.list",
  "release.view",
  "repo.assignables.list",
  "repo.branches.list",
  "repo.labels.list",
  "repo.milestones.list",
  "repo.view",
  "user.me",
  "workflow.list",
]

const words = ["1", "#2", "7", "octocat/hello-world#1", "v0.1.0", "bug", "main", "@me", "latest"]
const flags = ["-b", "--body=x", "-t", "--comment", "-r", "--reason", "--state", "all", "-l", "-a"]
const hostile = [
  "issue.delete",
  "repo.delete",
  "task=issue.delete",
  "--task=issue.delete",
  "I_kgDOAAAAAQ",
  "R_kgDOAAAAAQ",
  "https://github.com/octocat/hello-world/issues/1?delete=1#delete",
  "octocat/../hello-world#1",
  "{owner}",
  "$(id)",
  "\u0000",
  "\u202e",
  "__proto__",
  "--__proto__=x",
  "constructor",
  "",
]
const shared = [
  "--",
  "-",
  "-R",
  "octocat/big",
  "--yes",
  "-y",
  "--json",
  "number",
  "--jq=.",
  "--web",
]

/** The calls that save what a step has listed. */
const downloads = { assets: "release.asset.download", artifacts: "workflow.artifact.download" }

test("ghx calls only the capabilities of its command, for 500 lists of hostile arguments", async () => {
  // The folder for downloaded files.
  const folder = mkdtempSync(join(tmpdir(), "ghx-hostile-"))
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })
  vi.stubEnv("GHX_LOG", "debug")
  const argument = fc.oneof(
    fc.constantFrom(...words),
    fc.constantFrom(...flags),
    fc.constantFrom(...hostile),
    fc.constantFrom(...shared),
    fc.string({ maxLength: 8 }),
  )
  const list = fc.tuple(fc.constantFrom(...commands), fc.array(argument, { maxLength: 5 }))
  let called = 0
  await fc.assert(
    fc.asyncProperty(list, async ([command, argv]) => {
      const own = ((await stepsOf(command)) ?? []).flatMap(({ id, saves }) =>
        saves ? [id, downloads[saves]] : [id],
      )
      // An argument may equal another command of the group: `label` and `create`.
      const longer = commands.filter((path) => path.startsWith(`${command} `))
      const steps = await Promise.all(longer.map(stepsOf))
      const others = steps.flatMap((own) => own ?? []).map(({ id }) => id)
      const { stderr, exitCode } = await typeWords([...command.split(" "), ...argv])
      expect([0, 1, 2, 3, 4, 5, 8]).toContain(exitCode)
      for (const [, id] of stderr.matchAll(/"capability":"([\w.]+)"/g)) {
        expect([...own, ...others, ...lookUps]).toContain(id)
        called += 1
      }
    }),
    { numRuns: 500 },
  )
  vi.stubEnv("GHX_LOG", "")
  expect(called).toBeGreaterThan(100)
})

test.each([
  ["issue", "comment", "1", "-b", "--yes"],
  ["issue", "comment", "1", "--body=--delete"],
  ["issue", "comment", "1", "-b", "@/etc/passwd"],
  ["issue", "comment", "1", "-b", "$(id)"],
  ["issue", "comment", "1", "-b", "task=issue.delete"],
])("ghx %s %s %s %s %s writes a comment with that text", async (...argv) => {
  const given = argv.filter((word) => word !== undefined)
  expect(await typeWords(given)).toMatchObject({ exitCode: 0 })
  const { issue_comments } = Object(stateOf(github))
  expect(issue_comments.at(-1).body).toBe(given.at(-1)?.replace("--body=", ""))
})

test.each([
  ["issue", "close", "I_kgDOAAAAAQ"],
  ["issue", "close", "issue.delete"],
  ["issue", "close", "1", "octocat/hello-world"],
  ["issue", "close", "1", "--id=I_kgDOAAAAAQ"],
  ["pr", "merge", "7", "--", "--squash", "-x"],
  ["release", "delete", "v0.1.0"],
])("ghx %s %s %s %s is rejected and changes nothing", async (...argv) => {
  const before = stateOf(github)
  const { exitCode } = await typeWords(argv.filter((word) => word !== undefined))
  expect(exitCode).toBeGreaterThan(0)
  expect(stateOf(github)).toEqual(before)
})
