/** The scripts of examples/shell/, each a whole job, with the command as it is packed. */
import { execFile } from "node:child_process"
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createFolderWithPackage } from "../installed.js"
import { ROOT } from "../projects.js"

let folder: string
let github: Sandbox

beforeAll(async () => {
  folder = await createFolderWithPackage("shell-test")
  mkdirSync(join(folder, "bin"))
  const program = join(folder, "node_modules/ghx/dist/command/bin.js")
  writeFileSync(join(folder, "bin/ghx"), `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`)
  chmodSync(join(folder, "bin/ghx"), 0o755)
  github = await startSandbox()
})
beforeEach(() => github.reset())
afterAll(async () => {
  await github.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What a script says, all of it, and what it exits with. */
function script(name: string, ...args: string[]): Promise<{ said: string; exitCode: number }> {
  const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter)
  const env = { PATH, GHX_BASE_URL: github.url }
  const file = join(ROOT, "examples/shell", name)
  return new Promise((resolve) => {
    execFile("sh", [file, ...args], { env, cwd: folder }, (error, stdout, stderr) => {
      resolve({ said: `${stdout}${stderr}`, exitCode: Number(error?.code ?? 0) })
    })
  })
}

const applied = () => github.applied.map(({ mutation }) => mutation)

test("review-threads.sh answers and resolves what is open, in two requests", async () => {
  expect(await script("review-threads.sh", "octocat/hello-world", "7")).toEqual({
    said: "success: 2 threads resolved, 2 requests\n",
    exitCode: 0,
  })
  expect(applied()).toEqual([
    "addPullRequestReviewThreadReply",
    "addPullRequestReviewThreadReply",
    "resolveReviewThread",
    "resolveReviewThread",
  ])
})

test("triage-issue.sh triages an issue once", async () => {
  const job = ["triage-issue.sh", "octocat/hello-world", "5", "question"] as const
  expect(await script(...job)).toEqual({ said: "success\n#5 is triaged\n", exitCode: 0 })
  expect(applied()).toEqual(["addLabelsToLabelable", "addComment", "updateIssue"])
  expect(await script(...job)).toEqual({ said: "#5 has labels already\n", exitCode: 0 })
})

test("triage-issue.sh tells where it could do a part only", async () => {
  const { said, exitCode } = await script("triage-issue.sh", "octocat/hello-world", "5", "nope")
  expect(said).toMatch(/^partial\n#5 is triaged in part: see above\nghx: NOT_FOUND 1 of 3 .*nope/)
  expect(exitCode).toBe(5)
})

test("bash completes ids and inputs by the script that ghx gives it", async () => {
  const asked = `source <(ghx completion bash)
# What the package bash-completion brings along.
_get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD cur=\${COMP_WORDS[COMP_CWORD]}; }
compopt() { :; }
press() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); __ghx_complete; echo "\${COMPREPLY[@]}"; }
press ghx run issue.comments.
press ghx run issue.comments.create ""
`
  const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter)
  const { stdout } = await promisify(execFile)("bash", ["-c", asked], { env: { PATH } })
  const [ids, inputs] = stdout.split("\n")
  expect(ids).toMatch(/^issue\.comments\.create.*issue\.comments\.list/)
  expect(inputs).toMatch(/^owner=.*repo=.*issue_number=.*body=/)
})

test("release-check.sh says what stands in the way", async () => {
  expect(await script("release-check.sh", "octocat/hello-world", "v0.1.0", "main")).toEqual({
    said: `no: v0.1.0 is released already
yes: the newest run on main succeeded
no: open bugs: #1 Found a bug
`,
    exitCode: 1,
  })
})
