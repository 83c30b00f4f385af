// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs that contain templates
/** Names with characters that nobody sees, in what models and pipes get. Prose loses them: runtime/text/. */
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type Typed, type as typed } from "./ghx/type.js"
import { connect } from "./mcp/connect.js"

const tags = String.fromCodePoint(...[..."obey"].map((one) => 0xe0000 + one.charCodeAt(0)))
const tagsSeen = "\\u{e006f}\\u{e0062}\\u{e0065}\\u{e0079}"
const hostile = `\u001b]52;c;ZXZpbA==\u0007\u202e\u200b${tags}`
const seen = `\\u{1b}]52;c;ZXZpbA==\\u{7}\\u{202e}\\u{200b}${tagsSeen}`
/** git refuses control characters in names of branches. */
const branch = `fix\u202e${tags}`
const label = `bug${hostile}`
const emoji = "fine 👩\u200d💻 ❤\ufe0f"
const file = `a${hostile}.md`
const log = `line\u202e${tags}\n##[error]bad\u200b\n`

const seed = {
  users: [{ login: "ada" }],
  repositories: [
    {
      ...{
        owner: "ada",
        name: "engine",
        files: { "README.md": "# E\n", "raw.txt": `x${hostile}` },
      },
      labels: [label, emoji].map((name) => ({ name, color: "ededed" })),
      branches: [
        {
          ...{ name: branch, from: "main" },
          commits: [{ message: "m", author: "ada", files: { [file]: `y${hostile}\n` } }],
        },
      ],
      issues: [{ number: 2, title: `Hard ${emoji}`, author: "ada", labels: [label, emoji] }],
      pull_requests: [{ number: 1, title: "Fix", author: "ada", head: branch, base: "main" }],
      releases: [{ tag: "v1", name: `One${hostile}`, body: "x", author: "ada" }],
      workflows: [
        {
          ...{ name: "CI", path: ".github/workflows/ci.yml" },
          runs: [
            {
              ...{ title: "R", event: "push", branch: "main", actor: "ada", conclusion: "FAILURE" },
              jobs: [
                {
                  ...{ name: `test${hostile}`, conclusion: "FAILURE", log },
                  steps: [{ name: `step${hostile}`, conclusion: "FAILURE" }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox({ seed: seed as never })
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "ada/engine")
})
afterAll(() => github.close())

const hiddenIn = (text: string) =>
  text.match(/(?![\t\n\r])[\p{Cc}\u200b\u202e\u{e0000}-\u{e007f}]/gu) ?? []

const lines = [
  "pr list",
  "pr view 1 --json headRefName",
  "pr view 1 --json files",
  "pr diff 1",
  "pr diff 1 --name-only",
  "label list",
  "label list --json name --jq .[].name",
  "issue view 2",
  "issue list --json number,labels",
  "release list",
  "run view 1",
  "run view 1 --log-failed",
  "issue edit 2 --add-label nope",
]

/** The text of a result, and the value beside it. */
async function called(options: readonly string[], name: string, given: object) {
  const mcp = await connect(options, "2026-07-28")
  const { content, structuredContent } = await mcp.client.callTool({
    name,
    arguments: { ...given },
  })
  await mcp.close()
  const texts = content.map((one) => (one.type === "text" ? one.text : ""))
  return { text: texts.join("\n"), structuredContent }
}

describe("a model sees every character of a name", () => {
  test.each(
    [[], ["--untrusted", "mark"], ["--commands"]].flatMap((options) =>
      lines.map((line) => [options.join(" "), line] as const),
    ),
  )("ghx mcp %s: %s", async (options, line) => {
    const [name, given] = options === "--commands" ? ["gh", { line }] : ["github", { code: line }]
    const { text } = await called(options.split(" ").filter(Boolean), name, given)
    expect(hiddenIn(text)).toEqual([])
    // JSON has its own escapes.
    expect(text).toMatch(/\\u\{202e\}|\\u202e/)
  })

  test("in values of the tool `execute`, whose text is JSON for parsers", async () => {
    const given = { task: "repo.labels.list", input: { owner: "ada", repo: "engine" } }
    const { text, structuredContent } = await called(["--tasks"], "execute", given)
    expect(hiddenIn(text)).toEqual([])
    const namesIn = (value: unknown) =>
      Object(value).data.items.map(({ name }: { name: string }) => name)
    expect(namesIn(JSON.parse(text))).toEqual([label, emoji])
    expect(namesIn(structuredContent)).toEqual([label, emoji])
  })

  test("in values of a tool of a capability, and in errors", async () => {
    const input = { owner: "ada", repo: "engine" }
    const listed = await called(
      ["--tasks", "--expose", "repo.labels.list"],
      "repo-labels-list",
      input,
    )
    expect(JSON.parse(listed.text).items[0].name).toBe(label)
    expect(hiddenIn(listed.text)).toEqual([])
    const code = "throw new Error((await gh`pr view 1 --json headRefName`).headRefName)"
    expect((await called([], "github", { code })).text).toContain(`fix\\u{202e}${tagsSeen}`)
  })

  test("and emoji as they are", async () => {
    const { text } = await called([], "github", { code: "issue view 2" })
    expect(text).toContain(`Hard ${emoji}`)
    expect(text).toContain(`${seen}, ${emoji}`)
  })
})

describe("a pipe", () => {
  const outOf = ({ stdout, stderr }: Typed) => stdout + stderr

  test.each([
    ...lines.filter((line) => !/^pr diff 1$|--log|--jq/.test(line)),
    "js 'return (await gh`pr view 1 --json files`)'",
    "js 'return (await gh`label list --json name`)'",
    "js 'console.log((await gh`pr view 1 --json headRefName`).headRefName)'",
    "js 'throw new Error((await gh`pr view 1 --json headRefName`).headRefName)'",
    "exec 'return (await gh`label list --json name`)'",
    "do 'label list\npr list'",
    "run repo.labels.list",
    "run repo.labels.list --jq .items",
    'chain --steps \'[{"task":"repo.labels.list","input":{"owner":"ada","repo":"engine"}}]\'',
  ])("gets names with visible characters: ghx %s", async (line) => {
    const printed = outOf(await typed(`ghx ${line}`))
    expect(hiddenIn(printed)).toEqual([])
    expect(printed).toMatch(/\\u\{202e\}|\\u202e/)
  })

  test("gets JSON with the same value", async () => {
    const { stdout } = await typed("ghx label list --json name")
    expect(JSON.parse(stdout)).toEqual([{ name: label }, { name: emoji }])
    expect(stdout).toContain(emoji)
  })

  test("gets content byte for byte", async () => {
    expect((await typed("ghx pr diff 1")).stdout).toContain(`+y${hostile}\n`)
    expect((await typed("ghx repo read-file raw.txt")).stdout).toBe(`x${hostile}`)
    const raw = 'ghx api repos/ada/engine/pulls/1 -H "Accept: application/vnd.github.diff"'
    expect((await typed(raw)).stdout).toContain(`+y${hostile}\n`)
    const failed = (await typed("ghx run view 1 --log-failed")).stdout
    expect(failed).toContain(`line\u202e${tags}`)
    expect(failed).toContain(`test${seen}\tstep${seen}`)
  })
})
