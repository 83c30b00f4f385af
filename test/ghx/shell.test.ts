/** The scripts of examples/shell/, each a whole job, with the command as it is packed. */
import { execFile } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createFolderWithPackage } from "../installed.js"
import { needs } from "../needs.js"
import { ROOT } from "../projects.js"
import { rarely } from "../rarely.js"
import { all } from "../some.js"

let folder: string
let github: Sandbox

beforeAll(async () => {
  folder = await createFolderWithPackage("shell-test")
  mkdirSync(join(folder, "bin"))
  const program = join(folder, "node_modules/ghx/dist/surfaces/command/bin.js")
  writeFileSync(join(folder, "bin/ghx"), `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`)
  chmodSync(join(folder, "bin/ghx"), 0o755)
  github = await startSandbox()
})
beforeEach(() => github.reset())
afterAll(async () => {
  await github.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The complete output of a script, and its exit code. */
function script(name: string, ...args: string[]): Promise<{ output: string; exitCode: number }> {
  const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter)
  const env = { PATH, GHX_BASE_URL: github.url }
  const file = join(ROOT, "examples/shell", name)
  return new Promise((resolve) => {
    execFile("sh", [file, ...args], { env, cwd: folder }, (error, stdout, stderr) => {
      resolve({ output: `${stdout}${stderr}`, exitCode: Number(error?.code ?? 0) })
    })
  })
}

const applied = () => github.applied.map(({ mutation }) => mutation)

test("review-threads.sh replies to open threads and resolves them in two requests", async () => {
  expect(await script("review-threads.sh", "octocat/hello-world", "7")).toEqual({
    output: "success: 2 threads resolved, 2 requests\n",
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
  expect(await script(...job)).toEqual({ output: "success\n#5 is triaged\n", exitCode: 0 })
  expect(applied()).toEqual(["addLabelsToLabelable", "addComment", "updateIssue"])
  expect(await script(...job)).toEqual({ output: "#5 has labels already\n", exitCode: 0 })
})

rarely("triage-issue.sh reports a triage that succeeded only in part", async () => {
  const { output, exitCode } = await script("triage-issue.sh", "octocat/hello-world", "5", "nope")
  expect(output).toMatch(/^partial\n#5 is triaged in part: see above\nghx: NOT_FOUND 1 of 3 .*nope/)
  expect(exitCode).toBe(5)
})

/** The completions for unfinished lines, by the completion script of ghx. */
const offered: Readonly<Record<"bash" | "zsh" | "fish", (lines: readonly string[][]) => string>> = {
  bash: (lines) => `source <(ghx completion bash)
# From the package bash-completion.
_get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD cur=\${COMP_WORDS[COMP_CWORD]}; }
compopt() { :; }
press() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); __ghx_complete; echo "\${COMPREPLY[@]}"; }
${lines.map((words) => `press ghx ${words.map((word) => `'${word}'`).join(" ")}`).join("\n")}`,
  // Only the words that the script passes to the completion system matter.
  zsh: (lines) => `compdef() { : }
_describe() { print -r -- \${(P)2} }
source <(ghx completion zsh)
press() { words=("$@") CURRENT=$# ; _ghx; print -r -- }
${lines.map((words) => `press ghx ${words.map((word) => `'${word}'`).join(" ")}`).join("\n")}`,
  fish: (lines) => `ghx completion fish | source
${lines.map((words) => `complete -C 'ghx ${words.join(" ")}' | cut -f1 | string join ' '`).join("\n")}
true`,
}

const shells = ["bash", "zsh", "fish"] as const

/** Unfinished lines in which shells differ: with several candidates, `=`, an empty word, and a word to expand. */
const inEachShell = [
  ["run", "issue.comments."],
  ["run", "issue.list", "states=O"],
  ["issue", "close", ""],
  ["run", "$(touch executed)", ""],
]

/** Others, which only the command tells apart. */
const inOneShell: readonly (readonly [words: string[], completed: RegExp])[] = [
  [["run", "issue.comments.create", "bo"], /^body=/],
  [["issue", "clo"], /^close\b/],
  [["issue", "close", "--rea"], /^--reason\b/],
  [["issue", "list", "--state", "c"], /^closed\b/],
  [["pr", "view", "-R", "octocat/hello-world", "7"], /^7\b/],
]

test.for(shells)(
  "%s completes ghx commands with the script of ghx completion",
  async (shell, context) => {
    if (shell !== "bash") needs(shell, context)
    const others = all || shell === "bash" ? inOneShell : []
    const script = offered[shell]([...others.map(([words]) => words), ...inEachShell])
    const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter)
    const env = { PATH, HOME: folder, GHX_BASE_URL: github.url, GH_REPO: "octocat/hello-world" }
    const flags = shell === "zsh" ? ["-f", "-c"] : ["-c"]
    const { stdout } = await promisify(execFile)(shell, [...flags, script], { env, cwd: folder })
    const lines = stdout.split("\n").filter((line) => line !== "")
    for (const [, completed] of others) expect(lines.shift()).toMatch(completed)
    const [comments, states, issues] = lines
    expect(comments).toMatch(/^issue\.comments\.create.*issue\.comments\.list/)
    // bash replaces only the part after `=`.
    expect(states).toMatch(shell === "bash" ? /^OPEN$/ : /^states=OPEN/)
    // Open issues. fish sorts them.
    const numbers = [...(issues?.matchAll(/\b\d+\b/g) ?? [])].map(([one]) => one)
    expect(numbers.sort()).toEqual(["1", "2", "5"])
    expect(existsSync(join(folder, "executed"))).toBe(false)
  },
)

test("release-check.sh lists what blocks a release", async () => {
  expect(await script("release-check.sh", "octocat/hello-world", "v0.1.0", "main")).toEqual({
    output: `no: v0.1.0 is released already
yes: the newest run on main succeeded
no: open bugs: #1 Found a bug
`,
    exitCode: 1,
  })
})
