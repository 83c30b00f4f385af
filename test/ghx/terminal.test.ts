/** Output on a terminal: tables of its width, names with their values, and the number of further items. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
afterAll(() => github.close())

const repo = "-R octocat/hello-world"

test.each([
  [
    `run issue.list ${repo}`,
    70,
    `number  title                   state  author    assignees
5       Greet in French         OPEN   octocat   monalisa
2       Support more languages  OPEN   hubot
1       Found a bug             OPEN   monalisa  octocat
3 of 3
`,
  ],
  [
    "run issue.list -R octocat/big first=1 --json number,labels",
    80,
    `number  labels
250     good first issue
`,
  ],
  [
    `run issue.milestone.set ${repo} 1 milestone_number=2`,
    80,
    `milestone  v2.0 (#2)
number     1
id         I_kgDOAAAAAQ
url        https://github.com/octocat/hello-world/issues/1
`,
  ],
  ["capabilities list user.me", 80, "user.me(): Show who the token belongs to.\n"],
  [`run issue.list ${repo} --jq .total_count`, 80, "3\n"],
])("ghx %s prints the expected text on a terminal", async (line, columns, stdout) => {
  expect(await type(`ghx ${line}`, { columns })).toMatchObject({ stdout, exitCode: 0 })
})

test("ghx run workflow.run.failure prints the failures first, with the end of the log", async () => {
  const { stdout } = await type(`ghx run workflow.run.failure ${repo} run_id=2`, { columns: 80 })
  expect(stdout).toMatch(
    /^failures\n {2}name +test\n {2}failed_steps +Run the tests\n {2}job_id +4\n {2}log\n[\s\S]*exit code 1\.\ntitle +Add polite greetings\n/,
  )
})

test("a list in a result is a table on a terminal, unless its items contain long texts", async () => {
  const { stdout } = await type("ghx run view 2 -R octocat/hello-world", { columns: 80 })
  expect(stdout).toMatch(/\njobs\n {2}job_id +name +status +conclusion +failed_steps\n {2}3 +lint/)
  const context = await type("ghx issue context 1 -R octocat/hello-world", { columns: 80 })
  expect(context.stdout).toMatch(/\ncomments\n {2}author +hubot\n[\s\S]*body +Me too\n/)
})

test("ghx pr threads list prints thread ids and comments on a terminal", async () => {
  const { stdout } = await type("ghx pr threads list 7 -R octocat/hello-world", { columns: 120 })
  expect(stdout).toMatch(
    /^id +path +line .*comments\nPRRT_\w+ +src\/greet\.js +2 .*Should the title/,
  )
})

test.each([false, true])(
  "ghx issue view prints the state in color only if colors are enabled: %s",
  async (colours) => {
    const { stdout } = await type(`ghx issue view 1 ${repo}`, { columns: 80, colours })
    expect(stdout.includes("\u001b[32mOPEN")).toBe(colours)
  },
)

test("a page on a terminal ends with the cursor of the next page", async () => {
  const { stdout } = await type("ghx run issue.list -R octocat/big first=2", { columns: 80 })
  expect(stdout).toMatch(/\n2 of 250, continue with after=\S+\n$/)
})

const obeyed = String.raw`\u001b[2J\u202e\u009b31m`

test.each([
  ["the name of a task", `chain --steps '[{"task":"issue.vi${obeyed}ew","input":{}}]'`],
  ["the `as` of a task", `chain --steps '[{"task":"user.me","as":"${obeyed}","input":{}}]'`],
  ["an error that a script throws", `exec 'throw new Error("${obeyed}")'`],
  ["the result of a script", `exec 'return { "${obeyed}": ["${obeyed}"] }'`],
  ["an error of jq", `run user.me --jq 'error("${obeyed}")'`],
  ["the result of jq", `run user.me --jq '"${obeyed}"'`],
  ["an unknown option", `run user.me --${JSON.parse(`"${obeyed}"`)}`],
])("ghx prints no control characters from %s", async (_, line) => {
  const { stdout, stderr } = await type(`ghx ${line}`, { columns: 80 })
  const shown = stdout + stderr
  expect(shown).not.toBe("")
  for (const one of ["\u001b", "\u202e", "\u009b"]) expect(shown).not.toContain(one)
})

test("a terminal that reports 0 columns gets a table", async () => {
  const { stdout } = await type(`ghx run issue.list ${repo}`, { columns: 0 })
  expect(stdout).toMatch(/^number {2}title/)
})

test("output longer than the terminal goes through the pager that gh would use", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ghx-pager-"))
  const file = join(folder, "paged")
  const shown = async (pagers: Record<string, string>, rows: number, line: string) => {
    for (const [name, value] of Object.entries(pagers)) vi.stubEnv(name, value)
    writeFileSync(file, "")
    const { stdout, exitCode } = await type(line, { columns: 80, rows })
    expect(exitCode).toBe(0)
    return { stdout: stdout.length > 0, paged: readFileSync(file, "utf8").length > 0 }
  }
  const list = `ghx issue list ${repo}`
  const pager = `cat > '${file}'`
  const paged = { stdout: false, paged: true }
  const plain = { stdout: true, paged: false }
  expect(await shown({ PAGER: pager }, 3, list)).toEqual(paged)
  expect(await shown({}, 3, `${list} --jq '.[]'`)).toEqual(paged)
  expect(await shown({}, 50, list)).toEqual(plain)
  expect(await shown({ GH_PAGER: "" }, 3, list)).toEqual(plain)
  expect(await shown({ GH_PAGER: "cat" }, 3, list)).toEqual(plain)
  // A missing pager does not lose the result.
  expect(await shown({ GH_PAGER: "no-such-pager 2>/dev/null" }, 3, list)).toEqual(plain)
  rmSync(folder, { recursive: true })
})
