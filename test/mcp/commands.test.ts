/** `ghx mcp --commands`: lines of gh as calls of one tool, within the bounds of the server. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type Connected, connect } from "./connect.js"

let github: Sandbox
let mcp: Connected
const folder = mkdtempSync(join(tmpdir(), "ghx-commands-"))
const secret = join(folder, "secret.txt")
writeFileSync(secret, "Nobody may read this")

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
beforeEach(() => {
  github.reset()
  github.clearRequests()
})
afterEach(() => mcp.close())
afterAll(() => github.close())

const start = async (...args: string[]) => {
  mcp = await connect(["--commands", "-R", "octocat/hello-world", ...args], "2026-07-28")
}

async function call(line: string): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = await mcp.client.callTool({
    name: "gh",
    arguments: { line },
  })
  const [first] = content
  return { text: first?.type === "text" ? first.text : "", isError }
}

test("the MCP tool `gh` runs a command line and returns the output that gh prints", async () => {
  await start()
  expect(await call("issue list --label bug")).toEqual({
    text: expect.stringMatching(/^1\tOPEN\tFound a bug\tbug\t2\S+Z$/),
    isError: false,
  })
  expect(await call("ghx issue close 1 2 -r \"not planned\" -c 'It'\\''s \"stale\"'")).toEqual({
    text: "✓ issue close 1 2",
    isError: false,
  })
  expect((await call("gh issue view 1 --comments")).text).toContain(`It's "stale"`)
})

test("the MCP tool `gh` names an alternative to local files for a gist", async () => {
  await start()
  const { text } = await call("gist create notes.md")
  const [line = ""] = /gist create --file .*/.exec(text) ?? []
  expect((await call(line)).text).toMatch(/^https:\/\/gist\.github\.com\/[0-9a-f]+$/)
})

test("the MCP tool `gh` stops at the first failing command of a line joined by &&", async () => {
  await start()
  expect(await call("issue view 404 && issue close 1")).toEqual({
    text: expect.stringContaining("NOT_FOUND"),
    isError: true,
  })
  expect(await call("issue close 1 && issue view 1 --json state -q .state")).toEqual({
    text: "✓ issue close 1\nCLOSED",
    isError: false,
  })
})

test("a line that is recorded says that nothing was sent", async () => {
  await start("--record", join(folder, "recorded.json"))
  const { text } = await call("issue close 1")
  expect(text).toBe("recorded, and not sent: issue.close")
  expect(github.applied).toEqual([])
})

test("`ghx mcp --commands` lists only the tool `gh`, which also explains capabilities", async () => {
  await start()
  const { tools } = await mcp.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(["gh"])
  expect((await call("explain issue.close")).text).toContain("state_reason?: COMPLETED|")
  const { text } = await call("explain 'close duplicates'")
  expect(text).toContain("issue close ISSUE_NUMBER [--comment --reason --duplicate-of]: Close")
  expect((await call("issue list --search 'nothing like it'")).text).toBe("note: nothing found")
  const reviews = "pr list --json reviews --jq '.[].reviews | length'"
  expect((await call(reviews)).text).toBe("0\n4")
  expect((await call("issue pin --help")).text).toContain("ghx issue pin ")
  expect((await call("issue lst")).text).toContain("Did you mean ghx issue list")
})

test("the MCP tool `gh` explains only commands that the server allows", async () => {
  await start("--deny", "pr.reviews.list", "--limits", "pr.files.list=1")
  expect((await call("explain 'list the reviews of a pull request'")).text).not.toContain(
    "pr reviews list",
  )
  const { text } = await call("explain pr")
  expect(text).toContain("pr close PULL_NUMBER [--comment --delete-branch]: Close a pull request")
  expect(text).not.toContain("pr reviews list")
  expect((await call("pr list --json files")).text).toContain("pr.files.list exceeds the limit")
})

test.each(["issue create -t T --body-file x.md", "issue create -t T -F x.md"])(
  "the MCP tool `gh` says that `%s` would need a local file",
  async (line) => {
    await start()
    const { text } = await call(line)
    expect(text).toContain("fix: Local files are not available here: pass the text itself")
  },
)

test("the MCP tool `gh` names the read of a command that --allow leaves out", async () => {
  await start("--allow", "pr.merge")
  expect(await call("pr merge 7 --squash")).toEqual({
    text: "ghx: AUTH pr.mergeability.view, which the command reads first, is not in `allow` of this client\n  fix: This server was started with --allow, without this task",
    isError: true,
  })
  expect(github.requests).toEqual([])
  await mcp.close()
  await start("--allow", "pr.merge,pr.mergeability.view")
  expect(await call("pr merge 7 --squash")).toEqual({ text: "✓ pr merge 7", isError: false })
})

describe("the MCP tool `gh` rejects, without a request or a written file,", () => {
  test.each([
    `issue create -t Leak -F ${secret}`,
    `issue create -t Leak --body-file ${secret}`,
    `release create v1.0.0 --notes-file ${secret}`,
    `release create v1.0.0 ${secret}`,
    `release upload v0.1.0 ${secret}`,
    `gist create ${secret}`,
    "gist create",
    `workflow run deploy.yml -F environment=@${secret}`,
    "secret set TOKEN",
    `gist edit 3f397ccabda1ffefccd28d0cbd01c471 -a ${secret}`,
    `gist edit 3f397ccabda1ffefccd28d0cbd01c471 -f notes.md ${secret}`,
    `release download v0.1.0 --dir ${folder}/out`,
    `run download 2 --dir ${folder}/out`,
    `issue close 1 --record ${folder}/out`,
    "issue view 1 --web",
    "issue view 1 --sandbox",
    "issue view https://ghes.example.com/octocat/hello-world/issues/1",
    "issue view 1 -R ghes.example.com/octocat/hello-world",
    "exec 'return 1'",
    "run issue.close issue_number=1",
    "chain --steps []",
    "mcp",
    "sandbox",
    "rest DELETE /repos/octocat/hello-world",
    "api -X POST repos/octocat/hello-world/issues -f title=x",
    "",
    "issue close 1; issue close 2",
    "issue close $(cat number)",
    "issue list | wc",
    `issue list > ${folder}/out`,
    "issue close `cat number`",
    "issue comment 1 -b 'not closed",
  ])("%s", async (line) => {
    await start()
    expect(await call(line)).toMatchObject({ isError: true })
    expect(github.requests).toEqual([])
    expect(existsSync(join(folder, "out"))).toBe(false)
  })
})

test("the MCP tool `gh` sends a string that begins with @ unchanged instead of reading the file", async () => {
  await start()
  const { text } = await call(`issue comment 1 -b @${secret}`)
  expect(text).toContain("#issuecomment-")
  expect((await call("issue view 1 --comments")).text).toContain(`@${secret}`)
})

test.each([true, false])(
  "the MCP tool `gh` asks whether to delete a branch before it merges: %s",
  async (confirm) => {
    const sent: number[] = []
    mcp = await connect(
      ["--commands", "-R", "octocat/hello-world"],
      "2026-07-28",
      { capabilities: { elicitation: { form: {} } } },
      (own) =>
        own.setRequestHandler("elicitation/create", ({ params }) => {
          expect(params.message).toMatch(/^pr\.branch\.delete /)
          sent.push(github.applied.length)
          return { action: "accept", content: { confirm } }
        }),
    )
    const { isError } = await call("pr merge 7 --squash --delete-branch")
    expect(isError).toBe(!confirm)
    expect(sent).toEqual([0])
    expect((await call("pr view 7 --json state -q .state")).text).toBe(confirm ? "MERGED" : "OPEN")
  },
)

describe("the MCP tool `gh` enforces the guard options", () => {
  test.each([
    [["--read-only"], "issue close 1", "This server was started with --read-only"],
    [["--deny", "issue.close"], "issue close 1", "This server was started with --deny"],
    [["--repos", "octocat/hello-world"], "issue close 1 -R octocat/big", "--repos, without this"],
    [["--limits", "issue.close=1"], "issue close 1 && issue close 2", "--limits; the user"],
    [[], "issue delete 5 --yes", "The user has not confirmed this"],
    [[], "pr merge 7 --squash --delete-branch", "The user has not confirmed this"],
  ])("%j for `%s`", async (args, line, message) => {
    await start(...args)
    const { text, isError } = await call(line)
    expect(text).toContain(message)
    expect(isError).toBe(true)
  })
})
