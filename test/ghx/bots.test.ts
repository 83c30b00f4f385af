/** Bots in the output of gh's commands, compared with the real gh. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { needsGh } from "../needs.js"
import { type, wordsOf } from "./type.js"

let sandbox: Sandbox
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  const bot = "build[bot]"
  const comments = [{ author: bot, body: "Built" }]
  const pull = { author: bot, base: "main", comments }
  const reviews = [{ author: bot, state: "COMMENTED" as const, body: "Built" }]
  sandbox = await startSandbox({
    seed: {
      viewer: "ada",
      users: [{ login: "ada" }],
      bots: [{ login: bot }],
      repositories: [
        {
          owner: "ada",
          name: "engine",
          collaborators: { [bot]: "WRITE" },
          files: { "add.js": "a + b\n" },
          branches: ["bump", "fix"].map((name) => ({
            name,
            commits: [{ message: name, files: { [name]: name } }],
          })),
          issues: [
            { number: 1, title: "Dashboard", author: bot, assignees: ["ada"], comments },
            { number: 2, title: "Slow", author: "ada" },
          ],
          pull_requests: [
            { ...pull, number: 3, title: "Bump", head: "bump", reviews, review_requests: ["ada"] },
            { ...pull, number: 4, title: "Fix", head: "fix", state: "MERGED", merged_by: bot },
          ],
        },
      ],
    },
  })
  const served = await sandbox.serveGh()
  env = { PATH: process.env.PATH, ...served.env, GH_REPO: "ada/engine" }
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  vi.stubEnv("GH_REPO", "ada/engine")
})
afterAll(() => sandbox.close())

const typeGh = async (line: string) =>
  (await promisify(execFile)("gh", wordsOf(line), { env })).stdout

/** gh's JSON without the members of people that ghx lacks. */
const withoutProfiles = (json: string): unknown =>
  JSON.parse(json, (_, value) => {
    if (value?.login === undefined) return value
    const { id, name, type, url, ...others } = value
    return others
  })

describe("ghx prints people and bots as gh does, without ids and names", () => {
  beforeEach(needsGh)
  test.each([
    "issue list --json number,author,assignees",
    "issue list --search Dashboard --json author",
    "issue view 1 --json author",
    "issue view 2 --json author",
    "issue view 1 --comments --json author",
    "issue status --json number,author,closed",
    "pr list --state all --json number,author,mergedBy",
    "pr list --author app/build --json number,author",
    "pr view 3 --json author,mergedBy",
    "pr view 4 --json author,mergedBy",
    "pr status --json number,author",
  ])("%s", async (line) => {
    const { stdout, stderr } = await type(`ghx ${line}`)
    expect(stderr).toBe("")
    expect(JSON.parse(stdout)).toEqual(withoutProfiles(await typeGh(line)))
  })

  test.each([
    "pr list --json number,author -q '.[] | select(.author.login == \"app/build\") | .number'",
    "pr list --json number,author -q 'map(select(.author.is_bot | not)) | length'",
    "issue list --json author -q '.[].author | {login, is_bot}'",
    "pr view 4 --json mergedBy -q '[.mergedBy.login, .mergedBy.is_bot]'",
    "issue view 1 --json comments -q '.comments[].author.login'",
    "pr view 3 --json author,comments,reviews -q '.author.login, .comments[].author.login, .reviews[].author.login'",
    "search issues --repo ada/engine --json author -q '.[].author.login'",
    "search prs --repo ada/engine --json author -q '.[].author.login'",
  ])("%s", async (line) => {
    const { stdout, stderr } = await type(`ghx ${line}`)
    expect(stderr).toBe("")
    expect(stdout).toBe(await typeGh(line))
  })
})

test("ghx search marks bots, which gh does not", async () => {
  const { stdout } = await type(
    "ghx search prs --repo ada/engine --json author,number -q '.[] | select(.author.is_bot) | .number'",
  )
  expect(stdout.trim().split("\n").sort()).toEqual(["3", "4"])
})

test("ghx issue list finds the issues of a bot by gh's name for it", async () => {
  const { stdout } = await type("ghx issue list --author app/build --json number")
  expect(stdout).toBe('[{"number":1}]\n')
})

test.each([
  ["issue view 1 --json comments", ".comments[]"],
  ["issue view 1 --json comments,author", ".comments[]"],
  ["issue list --json comments,author --search Dashboard", ".[].comments[]"],
  ["search issues Dashboard --json comments,author", ".[] | .comments[]"],
  ["pr view 3 --json author,comments,reviews", ".comments[], .reviews[]"],
  ["pr view 3 --json latestReviews,author", ".latestReviews | map(.)[]"],
])("ghx %s says which authors are bots, wherever it names them", async (line, each) => {
  const { stdout, stderr } = await type(`ghx ${line} -q '${each} | .author.is_bot'`)
  expect(stderr).toBe("")
  expect(new Set(stdout.trim().split("\n"))).toEqual(new Set(["true"]))
})

test("an app that is named as if it were a person is refused, if it has what was asked for", async () => {
  for (const list of ["pr list", "issue list", "search prs"])
    expect(await type(`ghx ${list} --author build --json number`)).toEqual({
      ...{ stdout: "", exitCode: 2 },
      stderr: "ghx: build is an app, not a person\n  fix: Use app/build\n",
    })
  expect((await type("ghx pr list --author nobody --json number")).stdout).toBe("[]\n")
})

test("a comment of a person is not by a bot", async () => {
  await sandbox.apply({
    repositories: [
      {
        owner: "ada",
        name: "engine",
        issues: [{ title: "Loud", author: "ada", comments: [{ author: "ada", body: "Hm" }] }],
      },
    ],
  })
  const found = await type(
    "ghx issue list --json title,comments,author -q '.[] | select(.title == \"Loud\") | .comments[].author'",
  )
  expect(JSON.parse(found.stdout)).toEqual({ is_bot: false, login: "ada" })
})

test("`.author.is_bot` also works without `--json`", async () => {
  const { stdout } = await type("ghx issue list -q '.items[] | select(.author.is_bot) | .number'")
  expect(stdout).toBe("1\n")
})

test("the author of a deleted account is null", async () => {
  const { issues, ...others } = sandbox.state.snapshot()
  const orphaned = [issues].flat().map((issue) => ({ ...Object(issue), author_id: null }))
  sandbox.state.restore({ ...others, issues: orphaned })
  const { stdout } = await type("ghx issue view 1 --json author")
  expect(JSON.parse(stdout)).toEqual({ author: null })
})
