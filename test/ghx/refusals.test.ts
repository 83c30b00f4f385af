/** Command lines that gh refuses, and lines that do not say where to write, send nothing. */
import { tmpdir } from "node:os"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox
const home = process.cwd()

beforeAll(async () => {
  github = await startSandbox()
  process.chdir(tmpdir())
})
beforeEach(() => {
  github.reset()
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_TOKEN", github.token)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
afterAll(async () => {
  process.chdir(home)
  vi.unstubAllEnvs()
  await github.close()
})

test.each([
  // Without a body or a confirmation
  ["issue create -t New", "--template or --body or --body-file is missing"],
  ["pr create -t New -H impolite-greeting", "--template or --body or --body-file is missing"],
  ["repo archive", "was not confirmed"],
  ["repo unarchive octocat/attic", "was not confirmed"],
  ["repo rename greetings", "was not confirmed"],
  ["issue status -L 200", "not 200\n  fix: This command reads one page of each list"],
  ["issue status --json number -L 200", "not 200\n  fix: This command reads one page of each list"],
  // Options that contradict each other
  ["issue edit 1 -m v1.0 --remove-milestone", "--milestone cannot be combined with"],
  ["pr edit 7 -m v1.0 --remove-milestone", "--milestone cannot be combined with"],
  ["release download v0.1.0 -O app -D out", "Use --output or --dir, not both"],
  ["release download", "the newest release needs --pattern"],
  ["search issues crash --author hubot --app dependabot", "Use --author or --app, not both"],
  ["issue list --author hubot --app dependabot", "Use --author or --app, not both"],
  ["label list --search bug --sort name", "--search cannot be combined with --sort"],
  ["api user --silent -q .login", "Use --silent or --jq, not both"],
  [
    "project field-create 1 --name N --data-type SINGLE_SELECT",
    "--single-select-options is missing",
  ],
  ["pr review 7 --comment", "needs --body, --body-file or --inline"],
  ["pr create -t New -H impolite-greeting --template bug.md", "which needs a terminal"],
  ["issue comment 1 --editor -b Text", "Use --body or --editor, not both"],
  ["pr comment 7 -F notes.md -b Text", "Use --body or --body-file, not both"],
  ["browse 1 --branch main", "1 is no file, and --branch and --commit are for files"],
  ["browse de07feb --commit=12a4", "de07feb is no file"],
  ["repo fork --remote --remote-name=", "--remote-name is empty"],
  ["issue create -t New -w --project Greetings", "Use --project or --web, not both"],
  ["pr create --web --no-maintainer-edit", "Use --no-maintainer-edit or --web, not both"],
  ["pr create --fill --fill-first", "Use --fill or --fill-first, not both"],
  ["pr create --web --dry-run", "Use --dry-run or --web, not both"],
  ["search issues crash --limit 1001", "--limit is at most 1000"],
  ["search commits crash --order up", "--order is asc or desc, not up"],
  ["search code --limit 3", "the search is empty\n  fix: Pass words"],
  ["pr diff 7 --color doublerainbow", "--color is one of always, never, auto"],
  // More arguments than the command takes
  ["repo list octocat hubot", 'unexpected argument "hubot"'],
  ["org list octocat hubot", 'unexpected argument "hubot"'],
  ["secret set TOKEN s3cr3t -b value", 'unexpected argument "s3cr3t"'],
  // Where to write is empty or ambiguous
  ["repo fork octo-org/tools --org=", "--org is empty"],
  ["repo fork octo-org/tools --fork-name ''", "--fork-name is empty"],
  ["repo create new --private --organization ''", "--organization is empty"],
  ["pr create -t New -b Text -H impolite-greeting -B ''", "--base is empty"],
  ["pr create -t New -b Text -H ''", "--head is empty"],
  ["release create v9 --target ''", "--target is empty"],
  ["workflow run deploy.yml --ref ''", "--ref is empty"],
  ["repo sync hubot/hello-world -b ''", "--branch is empty"],
  ["issue develop 1 --base ''", "--base is empty"],
  ["project copy 1 --title Copy --target-owner ''", "--target-owner is empty"],
  ["pr merge ''", "an argument is empty"],
  ["issue close ''", "an argument is empty"],
  ["label delete '' --yes", "an argument is empty"],
  ["repo create a/b/c/d --private", "expected NAME or OWNER/NAME, not a/b/c/d"],
  ["repo create octo-org/a --organization hubot --private", "Use OWNER/NAME or --organization"],
  ["repo rename octo-org/greetings --yes", "New repository name cannot contain '/' character"],
])("ghx %s is refused: %s", async (line, message) => {
  const { stderr, exitCode } = await type(`ghx ${line}`)
  expect(stderr).toContain(message)
  expect(exitCode).toBe(2)
  expect(github.applied).toEqual([])
})

test.each([
  ["repo create octo-org/website-2 --private", "https://github.com/octo-org/website-2"],
  ["repo create Octocat/playground --private", "https://github.com/octocat/playground"],
  ["repo create playground --private", "https://github.com/octocat/playground"],
])("ghx %s creates the repository of that owner", async (line, url) => {
  expect(await type(`ghx ${line}`)).toMatchObject({ stdout: `${url}\n`, exitCode: 0 })
})

test.each([
  "repo archive --yes",
  "repo rename greetings --yes",
  "repo rename greetings -R octocat/hello-world",
  "repo archive --dry-run",
  "issue create -t New -b ''",
  "issue edit 1 --milestone ''",
  "issue create -t New -b Text --milestone '' --label ''",
])("ghx %s is accepted", async (line) => {
  expect(await type(`ghx ${line}`)).toMatchObject({ exitCode: 0 })
})

test("repo.create, repo.fork and repo.update refuse OWNER/NAME as a name", async () => {
  const line = 'ghx run repo.create --input \'{"name":"octo-org/a","visibility":"PRIVATE"}\''
  expect((await type(line)).stderr).toContain("/name")
  for (const id of ["repo.fork", "repo.update"]) {
    const { stderr, exitCode } = await type(`ghx run ${id} octo-org/tools name=octo-org/a`)
    expect(stderr).toContain("/name")
    expect(exitCode).toBe(2)
  }
  expect(github.applied).toEqual([])
})
