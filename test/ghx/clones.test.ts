/** Commands that make or use a clone: with git, and the git server of the sandbox. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { builtPackage } from "../installed.js"
import { ROOT } from "../projects.js"
import { rarely } from "../rarely.js"
import { type } from "./type.js"

let sandbox: Sandbox
let folder: string
const { argv } = process
let bin: string

beforeAll(async () => {
  bin = join(ROOT, await builtPackage(), "dist/surfaces/command/bin.js")
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
const home = process.cwd()

beforeEach(() => {
  sandbox.reset()
  folder = realpathSync(mkdtempSync(join(tmpdir(), "ghx-clones-")))
  enter(".")
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  vi.stubEnv("GH_REPO", undefined)
  vi.stubEnv("GH_CONFIG_DIR", join(folder, "config"))
  vi.stubEnv("GIT_CONFIG_GLOBAL", join(folder, "gitconfig"))
  for (const who of ["AUTHOR", "COMMITTER"]) {
    vi.stubEnv(`GIT_${who}_NAME`, "Mona")
    vi.stubEnv(`GIT_${who}_EMAIL`, "mona@example.com")
  }
  // git starts this program for credentials.
  process.argv = [argv[0] ?? "", bin]
})
afterEach(() => {
  process.argv = argv
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

/** Makes a folder the current one. */
function enter(name: string): void {
  process.chdir(join(folder, name))
}
const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim()

rarely("repo clone clones by name, URL and options of git", async () => {
  expect(await type("ghx repo clone octocat/hello-world")).toMatchObject({
    exitCode: 0,
    stdout: "",
  })
  await type("ghx repo clone https://github.com/octocat/hello-world here -- --depth 1")
  enter("here")
  expect(git("rev-list", "--count", "HEAD")).toBe("1")
  expect(git("remote", "get-url", "origin")).toBe(`${sandbox.url}/octocat/hello-world.git`)
  expect((await type("ghx issue view 1 --json number")).stdout).toBe('{"number":1}\n')
  expect(await type("ghx repo clone octocat/nope")).toMatchObject({ exitCode: 3, stdout: "" })
})

rarely("the clone of a fork has its parent as the default repository", async () => {
  await type("ghx repo clone hubot/hello-world fork")
  enter("fork")
  expect(git("remote").split("\n")).toEqual(["origin", "upstream"])
  expect((await type("ghx repo set-default --view")).stdout).toBe("octocat/hello-world\n")
  expect((await type("ghx repo set-default hubot/hello-world")).exitCode).toBe(0)
  expect((await type("ghx repo view --json nameWithOwner -q .nameWithOwner")).stdout).toBe(
    "hubot/hello-world\n",
  )
  expect((await type("ghx repo set-default octo-org/tools")).stderr).toContain(
    "is no remote of this clone",
  )
  await type("ghx repo set-default --unset")
  const { stdout, stderr } = await type("ghx repo set-default --view")
  expect([stdout, stderr]).toEqual([
    "",
    expect.stringContaining("no default repository has been set; use `ghx repo set-default` to"),
  ])
  process.argv = [argv[0] ?? "", "/usr/local/bin/gh"]
  expect((await type("ghx repo set-default --view")).stderr).toContain("use `gh repo set-default`")
})

test("pr checkout takes the branch of a pull request, and moves it forward later", async () => {
  await type("ghx repo clone octocat/hello-world .")
  expect(await type("ghx pr checkout 7")).toMatchObject({
    exitCode: 0,
    stdout: "",
    stderr: expect.stringContaining("Switched to a new branch"),
  })
  expect(git("branch", "--show-current")).toBe("polite-greeting")
  const newest = git("rev-parse", "HEAD")
  git("reset", "--quiet", "--hard", "HEAD~1")
  await type("ghx pr checkout polite-greeting")
  expect(git("rev-parse", "HEAD")).toBe(newest)
  writeFileSync("more.txt", "more")
  git("add", ".")
  git("commit", "--quiet", "--amend", "--message", "Mine")
  expect(await type("ghx pr checkout 7")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("git merge failed"),
  })
  expect(await type("ghx pr checkout 7 --force")).toMatchObject({ exitCode: 0 })
  expect(git("rev-parse", "HEAD")).toBe(newest)
  await type("ghx pr checkout 7 --detach")
  expect(git("branch", "--show-current")).toBe("")
  await type("ghx pr checkout 7 --branch review")
  expect(git("branch", "--show-current")).toBe("review")
  git("checkout", "--quiet", "main")
  for (const other of [
    "octocat/hello-world#7",
    `${sandbox.url}/octocat/hello-world/pull/7/files`,
  ]) {
    await type(`ghx pr checkout ${other} --branch of-${other.length}`)
    expect(git("rev-parse", "HEAD")).toBe(newest)
    git("checkout", "--quiet", "main")
  }
  const { stderr } = await type("ghx pr checkout octocat/patch-7")
  expect(stderr).toContain(
    'octocat/hello-world has no pull request for the branch "octocat/patch-7"',
  )
  for (const bad of ["999", "7 --branch=--force", ""]) {
    expect((await type(`ghx pr checkout ${bad}`)).exitCode).not.toBe(0)
  }
})

test("pr checkout --worktree leaves the clone alone, and uses a worktree again", async () => {
  await type("ghx repo clone octocat/hello-world .")
  writeFileSync(".git/info/exclude", "tree")
  const inTree = (...args: string[]) => git("-C", "tree", ...args)
  const checkOut = (words: string) => type(`ghx pr checkout 7 --worktree ${words}`)
  expect((await checkOut(".")).stderr).toContain("--worktree path must be empty")
  expect(await checkOut("tree")).toMatchObject({ exitCode: 0 })
  const newest = inTree("rev-parse", "HEAD")
  expect(inTree("branch", "--show-current")).toBe("polite-greeting")
  inTree("commit", "--quiet", "--allow-empty", "--message", "Mine")
  inTree("reset", "--quiet", "--hard", "HEAD~2")
  await checkOut("tree")
  expect(inTree("rev-parse", "HEAD")).toBe(newest)
  await checkOut("tree --detach")
  expect([inTree("branch", "--show-current"), inTree("rev-parse", "HEAD")]).toEqual(["", newest])
  await checkOut("tree --branch review")
  expect(inTree("branch", "--show-current")).toBe("review")
  expect(git("branch", "--show-current")).toBe("main")
})

test("repo set-default takes the parent of a remote, and secrets want -R where remotes differ", async () => {
  await type("ghx repo fork octo-org/tools --clone --fork-name mine")
  enter("mine")
  expect(await type("ghx secret list")).toMatchObject({
    stderr: expect.stringContaining("multiple remotes detected"),
    exitCode: 2,
  })
  for (const words of ["delete KEY", "list --env production", "set KEY -b x"])
    expect((await type(`ghx secret ${words}`)).stderr).toContain("multiple remotes detected")
  expect(await type("ghx secret list -R octo-org/tools")).toMatchObject({ exitCode: 0 })
  git("remote", "remove", "upstream")
  expect(await type("ghx secret list")).toMatchObject({ exitCode: 0 })
  expect(await type("ghx repo set-default octo-org/tools")).toMatchObject({ exitCode: 0 })
  expect((await type("ghx repo set-default --view")).stdout).toBe("octo-org/tools\n")
  expect((await type("ghx repo view --json nameWithOwner -q .nameWithOwner")).stdout).toBe(
    "octo-org/tools\n",
  )
  expect((await type("ghx repo set-default octocat/big")).stderr).toContain("is no remote")
})

test("pr checkout outside of a clone sends nothing", async () => {
  const { stderr, exitCode } = await type("ghx pr checkout 7 -R octocat/hello-world")
  expect([exitCode, stderr]).toEqual([
    2,
    "ghx: ghx pr checkout needs a git repository\n  fix: Run it in a clone\n",
  ])
})

test("repo create makes a repository of a folder, and pushes its branch", async () => {
  git("init", "--quiet", "--initial-branch", "main", "greeter")
  const line = "ghx repo create greeter --private --source greeter --push"
  expect((await type(line)).stderr).toContain("Commit in the source first")
  enter("greeter")
  writeFileSync("README.md", "Hello\n")
  git("add", ".")
  git("commit", "--quiet", "--message", "Begin")
  const made = await type("ghx repo create --private --source . --push -d Words")
  expect(made).toMatchObject({ exitCode: 0, stdout: "https://github.com/octocat/greeter\n" })
  expect(
    (await type("ghx repo view --json description,isPrivate -q '[.description, .isPrivate]'"))
      .stdout,
  ).toBe('["Words",true]\n')
  expect((await type("ghx api repos/octocat/greeter/commits -q '.[].commit.message'")).stdout).toBe(
    "Begin\n",
  )
  expect((await type("ghx repo create again --source . --public")).stderr).toContain(
    "already has a remote origin",
  )
  expect((await type("ghx repo create again --public --push")).stderr).toContain(
    "--push needs --source",
  )
})

rarely("repo create --add-readme begins with files, and repo sync updates the clone", async () => {
  const line = "ghx repo create octo-org/begun --private --add-readme -g Node -d Words"
  expect(await type(`${line} --clone`)).toMatchObject({
    stdout: "https://github.com/octo-org/begun\n",
    exitCode: 0,
  })
  enter("begun")
  expect(git("ls-files").split("\n")).toEqual([".gitignore", "README.md"])
  const expected_head_oid = git("rev-parse", "HEAD")
  const additions = [{ path: "a.txt", text: "A" }]
  const place = { owner: "octo-org", repo: "begun", branch: "main", expected_head_oid }
  const input = JSON.stringify({ ...place, message: "More", additions })
  expect(await type(`ghx run repo.files.commit --input '${input}'`)).toMatchObject({ exitCode: 0 })
  writeFileSync("README.md", "Changed\n")
  expect((await type("ghx repo sync")).stderr).toContain("changes that are not committed")
  git("checkout", "--quiet", ".")
  expect(await type("ghx repo sync")).toMatchObject({
    stderr: expect.stringContaining("✓ Synced main from octo-org/begun"),
    exitCode: 0,
  })
  expect(git("ls-files").split("\n")).toContain("a.txt")
  git("reset", "--quiet", "--hard", "HEAD~1")
  git("commit", "--quiet", "--allow-empty", "--message", "Mine")
  expect((await type("ghx repo sync")).stderr).toContain(
    "main has commits that octo-org/begun lacks",
  )
  expect(await type("ghx repo sync --force -b main")).toMatchObject({ exitCode: 0 })
  expect(git("ls-files").split("\n")).toContain("a.txt")
  expect((await type(`${line} --template octocat/big`)).stderr).toContain("files of its own")
  for (const other of ["--internal", "--private --homepage=x", "--private --disable-wiki"]) {
    const { stderr } = await type(`ghx repo create x --template octocat/big ${other}`)
    expect(stderr).toContain("--template cannot be combined with")
  }
  expect((await type("ghx repo create x --add-readme")).stderr).toContain("--public, --private")
})

rarely("repo create --clone and repo fork --clone clone what they make", async () => {
  await type("ghx repo create playground --public --clone")
  await type("ghx repo fork octo-org/tools --clone --fork-name my-tools")
  enter("my-tools")
  expect(git("remote", "get-url", "upstream")).toBe(`${sandbox.url}/octo-org/tools.git`)
  enter("playground")
  expect(git("remote", "get-url", "origin")).toBe(`${sandbox.url}/octocat/playground.git`)
})

rarely("repo fork --remote makes the fork the origin of the clone", async () => {
  await type("ghx repo clone octo-org/tools .")
  expect(await type("ghx repo fork --remote")).toMatchObject({ exitCode: 0 })
  expect(git("remote", "get-url", "origin")).toBe(`${sandbox.url}/octocat/tools.git`)
  expect(git("remote", "get-url", "upstream")).toBe(`${sandbox.url}/octo-org/tools.git`)
})

rarely("issue develop --checkout checks the new branch out, and prints where it is", async () => {
  await type("ghx repo clone octocat/hello-world .")
  const { stdout } = await type(
    "ghx issue develop 1 --name fix-1 --checkout -R octocat/hello-world",
  )
  expect(stdout).toBe("github.com/octocat/hello-world/tree/fix-1\n")
  expect(git("branch", "--show-current")).toBe("fix-1")
  expect(git("rev-parse", "--abbrev-ref", "fix-1@{upstream}")).toBe("origin/fix-1")
  const again = "ghx issue develop 1 --name fix-1 --base main --checkout -R octocat/hello-world"
  expect((await type(again)).stdout).toBe(stdout)
  expect(git("config", "branch.fix-1.gh-merge-base")).toBe("main")
  git("checkout", "--quiet", "main")
  expect(await type(`${again} --worktree tree`)).toMatchObject({ exitCode: 0 })
  expect(git("-C", "tree", "branch", "--show-current")).toBe("fix-1")
  enter("tree")
  expect(await type("ghx repo sync")).toMatchObject({
    stderr: expect.stringContaining("checked out in another worktree"),
    exitCode: 1,
  })
})

test.each([
  ["", ""],
  ["7", "/issues/7"],
  ["--settings", "/settings"],
  ["-b next", "/tree/next"],
  ["src/start.js:2-3", "/blob/main/src/start.js?plain=1#L2-L3"],
  ["src/start.js --blame", "/blame/main/src/start.js"],
  ["77507cd94ccafcf568f8560cfecde965fcfa63", "/commit/77507cd94ccafcf568f8560cfecde965fcfa63"],
])("browse %s prints the address", async (words, path) => {
  const { stdout } = await type(`ghx browse ${words} --no-browser -R octocat/hello-world`)
  expect(stdout).toBe(`https://github.com/octocat/hello-world${path}\n`)
})

test("browse refuses pages together, and a file outside of the repository", async () => {
  for (const words of ["--wiki --settings", "7 --wiki", "--blame", "../secret"]) {
    const { exitCode, stdout } = await type(`ghx browse ${words} -n -R octocat/hello-world`)
    expect([words, exitCode, stdout]).toEqual([words, 2, ""])
  }
})
