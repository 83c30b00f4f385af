/** The repository and object of a call: from an argument after the id, `-R`, `GH_REPO`, or the clone. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox
let folder: string
const home = process.cwd()

beforeAll(async () => {
  github = await startSandbox()
  // A folder that is in no clone.
  folder = mkdtempSync(join(tmpdir(), "ghx-place-"))
  process.chdir(folder)
})
beforeEach(() => {
  vi.unstubAllEnvs()
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "")
  vi.stubEnv("GITHUB_ACTIONS", "")
  github.clearRequests()
})
afterAll(async () => {
  process.chdir(home)
  rmSync(folder, { recursive: true, force: true })
  await github.close()
})

/** The variables of the last request, or its path. */
const asked = () => {
  const { body, path } = github.requests.at(-1) ?? {}
  const { variables }: { variables?: unknown } = Object(body)
  return variables ?? path
}
const issue = (issue_number: number) => ({ owner: "octocat", repo: "hello-world", issue_number })
const pull = { owner: "octocat", repo: "hello-world", pull_number: 7 }
const page = "https://github.com/octocat/hello-world"

test.each<[line: string, asked: unknown]>([
  ["issue.view octocat/hello-world#1", issue(1)],
  ["issue.view -R octocat/hello-world 2", issue(2)],
  ["issue.view '#2' -R github.com/octocat/hello-world", issue(2)],
  [`issue.view 2 -R ${page}.git`, issue(2)],
  [`issue.view ${page}/issues/2#issuecomment-1`, issue(2)],
  [`pr.view ${page}/pull/7/files`, pull],
  ["issue.view octocat/hello-world issue_number=3", issue(3)],
  [
    `issue.view octocat/hello-world#1 --input '{"owner":"octocat","repo":"big","issue_number":5}'`,
    issue(1),
  ],
  ["repo.view octocat/big", { owner: "octocat", repo: "big" }],
  [`workflow.run.view ${page}/actions/runs/1`, "/repos/octocat/hello-world/actions/runs/1/jobs"],
  [
    `workflow.job.logs.view ${page}/actions/runs/1/job/2`,
    "/repos/octocat/hello-world/actions/jobs/2/logs",
  ],
  [
    `workflow.dispatch ${page}/actions/workflows/deploy.yml ref=main`,
    "/repos/octocat/hello-world/actions/workflows/deploy.yml/dispatches",
  ],
  [`release.view ${page}/releases/tag/2`, "/repos/octocat/hello-world/releases/tags/2"],
  [`release.view ${page}/releases/tag/v0.1.0`, "/repos/octocat/hello-world/releases/tags/v0.1.0"],
])("ghx run %s sends a request for that target", async (line, wanted) => {
  await type(`ghx run ${line}`)
  const first = github.requests[0]
  const { variables }: { variables?: unknown } = Object(first?.body)
  expect(variables ?? first?.path).toEqual(wanted)
})

test.each([
  ["issue.view 1", "no repository given, and the current folder has no remote on a GitHub server"],
  ["issue.view hello", '"hello" is neither key=value nor a target'],
  [`issue.view ${page}/%zz`, `${page}/%zz is not a GitHub URL`],
  ["issue.view 1 2", "expected one target, found 1 and 2"],
  ["repo.view octocat/big#3", "repo.view has no input for octocat/big#3"],
  ["pr.thread.resolve octocat/big thread_id=1", "pr.thread.resolve has no input for octocat/big"],
  [`issue.view ${page}/actions/runs/1`, `issue.view has no input for ${page}/actions/runs/1`],
  ["issue.view 1 -R hello", "-R expects OWNER/REPO, not hello"],
  [
    `issue.view --input '{"owner":"octocat","repo":"big","issue_number":1}' -R octocat/hello-world`,
    "repo is big here, and hello-world in the target or -R",
  ],
  [
    "issue.view owner=octocat repo=big issue_number=1 -R octocat/hello-world",
    "repo is big here, and hello-world in the target or -R",
  ],
])("ghx run rejects an invalid target or repository: %s", async (line, message) => {
  const { stderr, exitCode } = await type(`ghx run ${line}`)
  expect(stderr.split("\n")[0]).toBe(`ghx: ${message}`)
  expect(exitCode).toBe(2)
  expect(github.requests).toEqual([])
})

test("ghx prefers -R to GH_REPO, and GH_REPO to the clone's remotes, ranked as in gh", async () => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder })
  git("init", "--quiet")
  git("remote", "add", "backup", "../somewhere/else")
  git("remote", "add", "alias", "git@work:somewhere/else.git")
  git("remote", "add", "origin", "git@github.com:hubot/hello-world.git")
  await type("ghx run repo.view")
  expect(asked()).toEqual({ owner: "hubot", repo: "hello-world" })
  git("remote", "add", "upstream", "https://github.com/octocat/hello-world")
  await type("ghx run repo.view")
  expect(asked()).toEqual({ owner: "octocat", repo: "hello-world" })
  git("config", "remote.origin.gh-resolved", "base")
  await type("ghx run repo.view")
  expect(asked()).toEqual({ owner: "hubot", repo: "hello-world" })
  vi.stubEnv("GH_REPO", "octocat/big")
  const steps = JSON.stringify([{ task: "repo.view", input: {} }])
  await type("ghx chain --steps -", { stdin: steps })
  expect(asked()).toEqual({ owner: "octocat", repo: "big" })
  await type("ghx chain -R octocat/attic --steps -", { stdin: steps })
  expect(asked()).toEqual({ owner: "octocat", repo: "attic" })
})

test.each([
  "/srv/hello-world.git",
  "../hello-world.bundle",
  "clones/hello-world",
  "file:///srv/hello-world.git",
  "work:hello-world",
])("ghx takes no repository from the remote %s", async (url) => {
  rmSync(join(folder, ".git"), { recursive: true, force: true })
  execFileSync("git", ["init", "--quiet"], { cwd: folder })
  execFileSync("git", ["remote", "add", "origin", url], { cwd: folder })
  const { stderr, exitCode } = await type("ghx issue list")
  expect(stderr).toMatch(
    /^ghx: no repository given, .+ remote on a GitHub server\n {2}fix: Use -R /,
  )
  expect(exitCode).toBe(2)
  expect(github.requests).toEqual([])
})

test("ghx says that the current folder has been removed", async () => {
  const gone = mkdtempSync(join(tmpdir(), "ghx-gone-"))
  process.chdir(gone)
  rmSync(gone, { recursive: true })
  const typed = await type("ghx issue list").finally(() => process.chdir(folder))
  expect(typed).toEqual({
    stdout: "",
    stderr: "ghx: the current folder has been removed\n  fix: Change to another folder with cd\n",
    exitCode: 1,
  })
})

test("ghx pr commands default to the pull request of the clone", async () => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder })
  rmSync(join(folder, ".git"), { recursive: true, force: true })
  git("init", "--quiet")
  git("config", "remote.clone.url", "https://github.com/octocat/hello-world")
  git("config", "remote.clone.gh-resolved", "base")
  git("symbolic-ref", "HEAD", "refs/heads/polite-greeting")
  expect((await type("ghx pr view --json number")).stdout).toBe('{"number":7}\n')
  vi.stubEnv("GH_REPO", "octocat/big")
  const other = await type("ghx pr view")
  expect(other.stderr).toMatch(
    /^ghx: no branch given, and the current folder is not a clone of octocat\/big/,
  )
})

test("ghx rejects a URL of another host and does not send its token there", async () => {
  vi.stubEnv("GHX_BASE_URL", "https://ghes.example.com")
  const { stderr, exitCode } = await type(`ghx run repo.view ${page}`)
  expect(stderr).toBe("ghx: GHX_BASE_URL is ghes.example.com, not github.com\n")
  expect(exitCode).toBe(2)
})

test.each(["", "GitHub.com"])("ghx reads GH_HOST=%s as github.com", async (host) => {
  vi.stubEnv("GH_HOST", host)
  vi.stubEnv("GH_REPO", "github.com/octocat/big")
  const web = await type("ghx issue list --web -R octocat/big")
  expect(web.stdout).toBe("https://github.com/octocat/big/issues\n")
  const program = await type("ghx exec 'return (await ghx.repo.view({})).url'")
  expect(program).toMatchObject({ stdout: '"https://github.com/octocat/big"\n', stderr: "" })
  const both = await type(`ghx issue view 1 ${page}/issues/2 --json number`)
  expect(both).toMatchObject({ stdout: '[{"number":1},{"number":2}]\n', stderr: "" })
})

test.each([
  `${page}/issues/1 https://ghes.example.com/octocat/hello-world/issues/2`,
  "1 https://ghes.example.com/octocat/hello-world/issues/2 -R github.com/octocat/hello-world",
])("ghx issue close refuses targets on several servers: %s", async (targets) => {
  const { stderr, exitCode } = await type(`ghx issue close ${targets}`)
  expect(stderr).toContain("The targets are on github.com and ghes.example.com\n")
  expect(exitCode).toBe(2)
  expect(github.requests).toEqual([])
})
