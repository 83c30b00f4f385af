/** What a person sees: tables as wide as the terminal, names with their values, and how much more there is. */
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
    `number  title                   state  state_reason  author
5       Greet in French         OPEN                 octocat
2       Support more languages  OPEN                 hubot
1       Found a bug             OPEN                 monalisa
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
    `id         I_kgDOAAAAAQ
number     1
url        https://github.com/octocat/hello-world/issues/1
milestone
  number  2
  title   v2.0
`,
  ],
  [
    "capabilities list user.me",
    80,
    `id       effect  description
user.me  read    Show who the token belongs to.
`,
  ],
  ["capabilities search quark", 80, "nothing\n"],
  [`run issue.list ${repo} --jq .total_count`, 80, "3\n"],
])("%s", async (line, columns, stdout) => {
  expect(await type(`ghx ${line}`, { columns })).toMatchObject({ stdout, exitCode: 0 })
})

test("a page says how to go on", async () => {
  const { stdout } = await type("ghx run issue.list -R octocat/big first=2", { columns: 80 })
  expect(stdout).toMatch(/\n2 of 250, continue with after=\S+\n$/)
})

const obeyed = String.raw`\u001b[2J\u202e\u009b31m`

test.each([
  ["the name of a task", `chain --steps '[{"task":"issue.vi${obeyed}ew","input":{}}]'`],
  ["what later tasks call it", `chain --steps '[{"task":"user.me","as":"${obeyed}","input":{}}]'`],
  ["what a program throws", `exec 'throw new Error("${obeyed}")'`],
  ["what a program gives", `exec 'return { "${obeyed}": ["${obeyed}"] }'`],
  ["what jq complains of", `run user.me --jq 'error("${obeyed}")'`],
  ["what jq gives", `run user.me --jq '"${obeyed}"'`],
  ["an option that there is not", `run user.me --${JSON.parse(`"${obeyed}"`)}`],
])("%s moves no cursor and turns no text around", async (_, line) => {
  const { stdout, stderr } = await type(`ghx ${line}`, { columns: 80 })
  const shown = stdout + stderr
  expect(shown).not.toBe("")
  for (const one of ["\u001b", "\u202e", "\u009b"]) expect(shown).not.toContain(one)
})

test("a terminal that says it is 0 columns wide gets a table", async () => {
  const { stdout } = await type(`ghx run issue.list ${repo}`, { columns: 0 })
  expect(stdout).toMatch(/^number {2}title/)
})
