/** Output on a terminal: tables of its width, views as those of gh, and names with their values. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
})
beforeEach(() => void vi.stubEnv("GHX_BASE_URL", github.url))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
afterAll(() => github.close())

const repo = "-R octocat/hello-world"

/** Times are relative to it. */
const NOW = new Date("2025-01-03T00:00:00Z")
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }))

const shown = async (line: string, columns = 80) => {
  const { stdout, exitCode } = await type(`ghx ${line}`, { columns })
  expect(exitCode).toBe(0)
  return stdout
}

test.each([
  [
    `issue list ${repo}`,
    `Showing 3 of 3 issues in octocat/hello-world

ID  TITLE                   STATE  LABELS                         UPDATED
#5  Greet in French         open                                  1 day ago
#2  Support more languages  open   enhancement, good first issue  1 day ago
#1  Found a bug             open   bug                            1 day ago
`,
  ],
  [
    `issue view 1 ${repo}`,
    `Found a bug octocat/hello-world#1
Open • monalisa opened this 1 day ago • 3 comments
Assignees: octocat
Labels: bug
Milestone: v1.0

  I'm having a problem with this.

View this issue on GitHub: https://github.com/octocat/hello-world/issues/1
`,
  ],
  [
    `run view 2 ${repo}`,
    `
× polite-greeting CI · 2
Triggered via pull_request 1 day ago

JOBS
✓ lint (ID 3)
× test (ID 4)
  × Run the tests

To see what failed, try: ghx run view 2 --log-failed
View this run on GitHub: https://github.com/octocat/hello-world/actions/runs/2
`,
  ],
  [
    `pr status ${repo}`,
    `
Relevant pull requests in octocat/hello-world

Created by you
  ID  TITLE    BRANCH   STATE  CREATED
  #8  Rewrite  rewrite  draft  1 day ago

Requesting a code review from you
  ID  TITLE                 BRANCH           STATE  CREATED
  #7  Add polite greetings  polite-greeting  open   1 day ago
`,
  ],
  [
    "run issue.list -R octocat/big first=1 --json number,labels",
    `number  labels
250     good first issue
`,
  ],
  [
    `run issue.milestone.set ${repo} 1 milestone_number=2`,
    `milestone  v2.0 (#2)
number     1
id         I_kgDOAAAAAQ
url        https://github.com/octocat/hello-world/issues/1
`,
  ],
  ["capabilities list user.me", "user.me(): Show who the token belongs to.\n"],
  [`run issue.list ${repo} --jq .total_count`, "3\n"],
  [`issue list ${repo} -l question`, "There are no issues in octocat/hello-world\n"],
])("ghx %s prints the expected text on a terminal", async (line, expected) => {
  expect(await shown(line)).toBe(expected)
})

test.each([80, 120, 200])(
  "lists fit a terminal of %d columns, and show what the next command takes",
  async (columns) => {
    const heads = {
      [`run list ${repo}`]: /^ +ID +TITLE +WORKFLOW .*CREATED$/m,
      [`pr list ${repo}`]: /^ID +TITLE +BRANCH +STATE +CREATED$/m,
      [`release list ${repo}`]: /^NAME +TYPE +TAG +PUBLISHED$/m,
      "repo list octocat": /^REPOSITORY +DESCRIPTION +INFO +PUSHED$/m,
      "search prs polite": /^REPOSITORY +ID +TITLE +STATE +LABELS +UPDATED$/m,
      "project item-list 1 --owner octocat": /^TYPE +TITLE +ID .*STATUS +ITEM ID$/m,
      [`pr threads list 7 ${repo}`]: /^ID +PATH +LINE .*COMMENTS$/m,
      "issue subissues list 3 -R octo-org/website": /^ID +TITLE +STATE$/m,
      "run issue.context octo-org/website#3": /^ID +TITLE +STATE$/m,
      "notification list": /^REPOSITORY +ID +TYPE +TITLE .*UPDATED$/m,
    }
    for (const [line, head] of Object.entries(heads)) {
      const text = await shown(line, columns)
      expect(text).toMatch(head)
      expect(Math.max(...text.split("\n").map((one) => one.length))).toBeLessThanOrEqual(columns)
    }
  },
)

test("a list without a table of its own has what names its items first, and no node ids", async () => {
  const text = await shown(`run repo.branches.list ${repo}`)
  expect(text).toMatch(/^NAME +SHA +TITLE +COMMITTED$/m)
  expect(await shown("run org.teams.list org=octo-org")).toMatch(/^SLUG +NAME/m)
})

test("ghx pr checks says on a terminal how the checks ended", async () => {
  const { stdout, exitCode } = await type(`ghx pr checks 7 ${repo}`, { columns: 80 })
  expect(stdout).toContain("Some checks were not successful\n1 failing, 1 successful, 0 skipped")
  expect(stdout).toMatch(/^× {2}test {2}1s /m)
  expect(exitCode).toBe(1)
})

test("ghx issue view --comments renders Markdown, and shows the address of a link", async () => {
  const body =
    "# Steps\n\n- [x] **build**\n- run `make`\n\n[docs](https://example.com/a)\n\n| a | b |\n|---|---|\n| 1 | 2 |"
  const { number } = JSON.parse(
    (
      await type(`ghx run issue.create ${repo} title=Markdown body@=- --json number`, {
        stdin: body,
      })
    ).stdout,
  )
  await type(`ghx issue comment ${number} ${repo} --body "> Quoted\n\nSeen."`)
  const text = await shown(`issue view ${number} ${repo} --comments`)
  expect(text).toContain(
    "  Steps\n\n  • ✓ build\n  • run make\n\n  docs https://example.com/a\n\n  a  b\n  1  2\n",
  )
  expect(text).toMatch(/octocat \(owner\) • 1 day ago • IC_\w+\n\n {2}│ Quoted/)
  await type(`ghx issue delete ${number} ${repo} --yes`)
})

test("links open pages where the terminal supports it", async () => {
  vi.stubEnv("FORCE_HYPERLINK", "1")
  expect(await shown(`issue list ${repo}`)).toContain(
    "\u001b]8;;https://github.com/octocat/hello-world/issues/5\u0007#5\u001b]8;;\u0007  Greet in French ",
  )
  vi.stubEnv("FORCE_HYPERLINK", "0")
  expect(await shown(`issue list ${repo}`)).not.toContain("\u001b")
})

test("ghx run workflow.run.failure prints the failures first, with the end of the log", async () => {
  expect(await shown(`run workflow.run.failure ${repo} run_id=2`)).toMatch(
    /^failures\n {2}name +test\n {2}failed_steps +Run the tests\n {2}lines_count +5\n {2}job_id +4\n {2}log\n[\s\S]*exit code 1\.\ntitle +Add polite greetings\n/,
  )
})

test("a change is told in a sentence, and what is new by its address", async () => {
  const closed = await type(`ghx issue close 5 ${repo}`, { columns: 80 })
  expect(closed).toMatchObject({ stdout: "", stderr: "✓ Closed issue #5\n" })
  await type(`ghx issue reopen 5 ${repo}`)
  const commented = await shown(`issue comment 5 ${repo} --body Bonjour`)
  expect(commented).toMatch(/^https:\S+\/issues\/5#issuecomment-\d+\n$/)
})

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1", CLICOLOR_FORCE: "1" }, true, false],
  [{ CLICOLOR: "0" }, true, false],
  [{ CLICOLOR_FORCE: "1" }, false, true],
])(
  "with %j on a terminal with colours: %s, states have colours: %s",
  async (env, colours, expected) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const { stdout } = await type(`ghx issue view 1 ${repo}`, { columns: 80, colours })
    expect(stdout.includes("\u001b[32mOpen")).toBe(expected)
  },
)

test("a page of part of a list says how to go on, and never by an empty cursor", async () => {
  const page = await shown("run issue.list -R octocat/big first=2")
  expect(page).toMatch(
    /^Showing 2 of 250 issues in octocat\/big\n[\s\S]*\nUse after=\S+ for the next page\n$/,
  )
  const limited = await shown("issue list -R octocat/big -L 101")
  expect(limited).toMatch(/^Showing 101 of 250 issues in octocat\/big\n[\s\S]*\nUse -L for more\n$/)
  const pages = await shown("run issue.list -R octocat/big --limit 101")
  expect(pages).toMatch(/^Showing 101 of 250 issues[\s\S]*\nUse after=\S+ for the next page\n$/)
})

test("errors in a shell never speak of functions", async () => {
  for (const name of ["GHX_BASE_URL", "GH_TOKEN", "GITHUB_TOKEN"]) vi.stubEnv(name, "")
  vi.stubEnv("GH_CONFIG_DIR", "/nowhere")
  vi.stubEnv("PATH", "")
  const { stderr, exitCode } = await type("ghx issue view 1 -R octocat/hello-world")
  expect(stderr).toContain("fix: Run: ghx login, or set GH_TOKEN\n")
  expect(exitCode).toBe(4)
  for (const line of [
    "doctor",
    "run user.me --trace",
    `chain --steps '[{"task":"user.me","input":{}}]'`,
  ]) {
    const { stdout, stderr: errors } = await type(`ghx ${line}`)
    expect(stdout + errors, line).toMatch(/ghx login, or set GH_TOKEN/)
    expect(stdout + errors, line).not.toMatch(/createGhx|createClient/)
  }
  // Data is no advice, whatever its members are called.
  const data = '{"fix":"","error":{"fix":"Pass `token` to createGhx"}}'
  expect((await type(`ghx exec --sandbox 'return ${data}'`)).stdout).toBe(`${data}\n`)
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
  expect(await shown(`run issue.list ${repo}`, 0)).toMatch(/^ID {2}TITLE/m)
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
  vi.useRealTimers()
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

test("pager, browser, editor, and git that only looks, get no token", async () => {
  vi.useRealTimers()
  const folder = mkdtempSync(join(tmpdir(), "ghx-programs-"))
  const tokens = ["GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
  for (const name of tokens) vi.stubEnv(name, name === "GH_TOKEN" ? github.token : "other-secret")
  const names = ["pager", "browser", "editor", "git"]
  for (const name of names) {
    const got = `env > '${join(folder, `${name}.part`)}'`
    const end = `mv '${join(folder, `${name}.part`)}' '${join(folder, `${name}.txt`)}'`
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\n${got}\n${end}\n[ ! -f "$1" ] || echo Hello >> "$1"\n`,
      {
        mode: 0o755,
      },
    )
  }
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`)
  for (const name of names) vi.stubEnv(`GH_${name.toUpperCase()}`, join(folder, name))
  for (const line of ["issue list", "issue view 1 --web", "issue comment 1 --editor"])
    await type(`ghx ${line} ${repo}`, { columns: 80, rows: 3 })
  await type("ghx issue list")
  for (const name of names) {
    const file = join(folder, `${name}.txt`)
    await expect.poll(() => existsSync(file)).toBe(true)
    const got = readFileSync(file, "utf8")
    expect(got).toMatch(/^PATH=/m)
    expect(got).not.toMatch(/_TOKEN=/)
  }
  rmSync(folder, { recursive: true })
})

/** Colours and links of ghx itself. */
const own = (() => {
  const [bell, esc] = [7, 27].map((code) => String.fromCharCode(code))
  return new RegExp(`${esc}\\[[0-9;]*m|${esc}\\]8;;[^${bell}]*${bell}`, "g")
})()
const hasControls = (text: string) =>
  /(?![\n\t])[\p{Cc}\u202a-\u202e\u200b]/u.test(text.replaceAll(own, ""))

const viewOf = async (body: string) => {
  const given = JSON.stringify({ owner: "octocat", repo: "hello-world", title: "Strange", body })
  const { stdout } = await type("ghx run issue.create --input - --json number", { stdin: given })
  return shown(`issue view ${JSON.parse(stdout).number} ${repo}`)
}

test.each([
  "&#27;]8;;https:&#47;&#47;evil.com&#7;here&#27;]8;;&#7; &#27;]52;c;Y3VybA==&#7; &#x202e;x&#8203;",
  "# &#27;[8mhidden&#13;&#155;31m",
  "|a|b|\n|-|-|\n|&#27;[2J|&#13;&#8238;x|",
  "<div>\n&#27;[2A&#27;[2K\n</div>",
  "a\u001b]\nb\rc",
])("ghx issue view shows no control character that Markdown decodes: %j", async (body) => {
  expect(hasControls(await viewOf(body))).toBe(false)
})

test.each([
  [">".repeat(3000), 10_000],
  [`${"- ".repeat(2000)}a`, 10_000],
  [`${">".repeat(200)}a\n${"a\n".repeat(2000)}`, 30_000],
  ["***a** ".repeat(9000), 200_000],
  [`|a|b|\n|-|-|\n${"|c|d|\n".repeat(9000)}`, 200_000],
])("ghx issue view shows Markdown that parsers choke on as it is: %.20j", async (body, most) => {
  expect((await viewOf(body)).length).toBeLessThan(most)
})

test("ghx issue view shows a title in one line, and breaks long words itself", async () => {
  const text = await viewOf(`a${"\u2800".repeat(90)}\u2713 Merged`)
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([])
})

test("ghx do and ghx js clean what they print on a terminal", async () => {
  const input = { owner: "octocat", repo: "hello-world", name: "bug\u202e\u0007", color: "ff0000" }
  await type("ghx run repo.label.create --input -", { stdin: JSON.stringify(input) })
  for (const line of [`do 'label list ${repo}'`, `js 'return gh\`label list ${repo}\`'`])
    expect(hasControls((await type(`ghx ${line}`, { columns: 80 })).stdout)).toBe(false)
})
