/** `--record`: writes of commands, scripts and MCP clients go to a file that `ghx chain` runs. */
import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { connect } from "../mcp/connect.js"
import { type } from "./type.js"

let github: Sandbox
let folder: string
let file: string

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ghx-record-"))
  file = join(folder, "recording.json")
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await github.reset()
})
afterAll(async () => {
  await github.close()
  vi.unstubAllEnvs()
})

const stored = () => JSON.parse(readFileSync(file, "utf8"))
const executeRecording = () => type(`ghx chain --steps @${file} --jq '.results[] | .ok'`)

const job = `
const { items } = await ghx.issue.list({}, { fields: ["number", "title"] })
for (const { number, title } of items.slice(0, 2)) {
  await ghx.issue.comments.create({ issue_number: number, body: "Still so? " + title })
  await ghx.issue.close({ issue_number: number })
}
const made = await ghx.issue.create({ title: "Ask again" })
const seen = await ghx.issue.view({ issue_number: made.number })
await Promise.all(["One", "Two"].map((body) => ghx.issue.comments.create({ issue_number: seen.number, body })))
return made.number`

test("ghx exec --record records the writes of a script that runs to its end", async () => {
  const run = (options: string) =>
    type(`ghx exec - -R octocat/hello-world ${options}`, { stdin: job })
  expect(await run("")).toMatchObject({ stdout: "10\n", exitCode: 0 })
  const [done, state] = [github.applied, github.state.snapshot()]
  await github.reset()
  expect(await run(`--record ${file}`)).toMatchObject({
    stdout: '{"$from":"issue_create","path":"number"}\n',
    stderr: `note: recorded 8 steps in ${file}. To run: ghx chain --steps @${file}\n`,
    exitCode: 0,
  })
  expect(github.applied).toEqual([])
  expect(await executeRecording()).toMatchObject({ stdout: "true\n".repeat(8), exitCode: 0 })
  expect(github.applied).toEqual(done)
  expect(github.state.snapshot()).toEqual(state)
})

test("ghx exec --record throws an error if a script reads an unknown value", async () => {
  const asks = [
    "`see $" + "{made.url}`",
    "made.number > 5",
    'made.state === "OPEN"',
    "made.labels.length",
    "({ ...made })",
    "JSON.stringify(made)",
    "some.url ?? 'none'",
  ]
  const tries = asks.map((ask) => `() => ${ask}`).join(", ")
  const code = `const made = await ghx.issue.create({ owner: "octocat", repo: "hello-world", title: "Hm" })
    const some = await ghx.issue.view({ owner: "octocat", repo: "hello-world", issue_number: made.number }, { fields: ["id"] })
    return [${tries}].map((ask) => { try { return ask() } catch (error) { return error.message } })`
  const result = await type(`ghx exec - --record ${file}`, { stdin: code })
  const unknown = ["url of ", "number of ", "state of ", "labels of ", "", ""]
  expect(JSON.parse(result.stdout)).toEqual([
    ...unknown.map((of) => `${of}issue_create is unknown until the recording runs`),
    "none", // The program never asked for this value.
  ])
})

test("ghx exec --record names the line that reads an unknown value", async () => {
  const code = `const made = await ghx.issue.create({ owner: "octocat", repo: "hello-world", title: "Hm" })
    return made.title.length`
  const { stderr, exitCode } = await type(`ghx exec - --record ${file}`, { stdin: code })
  expect(exitCode).toBe(1)
  expect(stderr).toContain("failed in line 2: Error: title of issue_create is unknown")
})

test("ghx run and ghx chain with --record write steps to the file and exit with 0", async () => {
  const closed = await type(`ghx run issue.close octocat/hello-world#1 --record ${file}`)
  expect(closed).toMatchObject({ stdout: "", exitCode: 0 })
  expect(stored()).toMatchObject([{ task: "issue.close", as: "issue_close" }])
  rmSync(file)
  const steps = JSON.stringify([
    { task: "issue.view", as: "old", input: { issue_number: 1 } },
    { task: "issue.create", input: { title: { $from: "old", path: "title" } } },
  ])
  const chain = (more = "") =>
    type(`ghx chain -R octocat/hello-world --steps '${steps}' --jq .status ${more}`)
  expect(await chain(`--record ${file}`)).toMatchObject({ stdout: "partial\n", exitCode: 0 })
  expect(stored()).toMatchObject([{ task: "issue.create", input: { title: "Found a bug" } }])
  const dry = await type(`ghx chain --steps @${file} --dry-run --jq length`)
  expect(dry).toMatchObject({ stdout: "2\n", exitCode: 0 })
  expect(github.applied).toEqual([])
})

test("ghx chain --record keeps what was recorded, and exits with the code of a step that fails", async () => {
  const close = { task: "issue.close", input: { issue_number: 1 } }
  const missing = { task: "issue.view", input: { issue_number: 99 } }
  const listed = { task: "issue.list", as: "list", input: {} }
  const due = { $item: "milestone.number", required: true }
  const each = { ...close, input: { issue_number: due }, each: { $from: "list", path: "items" } }
  for (const [steps, exitCode, kept] of [
    [[close, missing], 3, 1],
    [[listed, each], 5, 2],
  ] as const) {
    const line = `ghx chain -R octocat/hello-world --record ${file} --steps '${JSON.stringify(steps)}'`
    const { stderr, exitCode: own } = await type(line)
    expect({ own, kept: stored().length }).toEqual({ own: exitCode, kept })
    expect(stderr).toMatch(/^ghx: NOT_FOUND /)
    rmSync(file)
  }
})

test("ghx --record keeps an existing file, and creates none if nothing is recorded", async () => {
  writeFileSync(file, "mine")
  const refused = await type(`ghx run issue.close octocat/hello-world#1 --record ${file}`)
  expect(refused.stderr).toMatch(/^ghx: --record: .* already exists\n {2}fix: /)
  expect(refused.exitCode).toBe(2)
  expect(readFileSync(file, "utf8")).toBe("mine")
  rmSync(file)
  const nowhere = await type(`ghx exec "return 1" --record ${join(folder, "no", "file")}`)
  expect(nowhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("ENOENT") })
  const read = await type(`ghx run user.me --jq .login --record ${file}`)
  expect(read).toMatchObject({
    stdout: "octocat\n",
    stderr: expect.stringContaining("nothing was recorded"),
  })
  expect(existsSync(file)).toBe(false)
  expect(github.applied).toEqual([])
})

test("ghx --record escapes invisible characters in its file", async () => {
  const input = { title: "A \u202eB", body: "\u009b31mC\u{e0041} 👍🏽" }
  const given = JSON.stringify(input)
  await type(`ghx run issue.create -R octocat/hello-world --input '${given}' --record ${file}`)
  expect(readFileSync(file, "utf8")).toMatch(/A \\u202eB.*\\u009b31mC\\udb40\\udc41 👍🏽/s)
  expect(stored()).toMatchObject([{ input }])
})

test("ghx mcp --record refuses further writes once its file was deleted", async () => {
  const { client, close } = await connect(["--tasks", "--record", file], "2026-07-28")
  const call = (task: string) => {
    const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
    return client.callTool({ name: "execute", arguments: { task, input } })
  }
  await call("issue.close")
  renameSync(file, `${file}.taken`)
  writeFileSync(file, "mine")
  const refused = await call("issue.reopen")
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: {
      ok: false,
      error: {
        code: "UNKNOWN",
        message: `--record: ${file} was deleted`,
        retryable: false,
        details: { outcome: "not_sent", fix: expect.stringContaining("Record again") },
      },
    },
  })
  await close()
  expect(readFileSync(file, "utf8")).toBe("mine")
  renameSync(`${file}.taken`, file)
  expect(stored()).toHaveLength(1)
})

test("ghx mcp --record reports a file that cannot be written, and records nothing", async () => {
  const { client, close } = await connect(["--record", file, "--program"], "2026-07-28")
  const rename = vi.spyOn(fs, "renameSync").mockImplementation(() => {
    throw new Error("EIO: i/o error")
  })
  syncBuiltinESMExports()
  const task = {
    task: "issue.close",
    input: { owner: "octocat", repo: "hello-world", issue_number: 1 },
  }
  const code = `return ghx.issue.close(${JSON.stringify(task.input)})`
  const calls = [
    ["execute", task],
    ["chain", { tasks: [task, { ...task, task: "issue.reopen" }] }],
    ["program", { code }],
  ] as const
  for (const [name, given] of calls) {
    expect(await client.callTool({ name, arguments: given })).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          message: expect.stringMatching(/^--record: EIO/),
          details: { fix: expect.stringMatching(/or use another file$/), outcome: "not_sent" },
        },
      },
    })
  }
  expect(stored()).toEqual([])
  expect(readdirSync(folder)).toEqual(["recording.json"])
  rename.mockRestore()
  syncBuiltinESMExports()
  await client.callTool({ name: "execute", arguments: task })
  expect(stored()).toMatchObject([{ task: "issue.close", as: "issue_close" }])
  await close()
})

test("ghx mcp --record records all writes within its bounds, and ghx chain executes them", async () => {
  const options = ["--record", file, "--repos", "octocat/hello-world", "--program"]
  const { client, close } = await connect(options, "2026-07-28")
  const call = async (name: string, input: object) => {
    const { structuredContent } = await client.callTool({ name, arguments: { ...input } })
    return Object(structuredContent)
  }
  expect(client.getInstructions()).toMatch(/Writes are only recorded/)
  const place = { owner: "octocat", repo: "hello-world" }
  const title = "Flaky"
  const created = await call("execute", { task: "issue.create", input: { ...place, title } })
  expect(created.error).toMatchObject({ code: "AUTH", details: { recorded: "issue_create" } })
  expect(stored()).toHaveLength(1)
  const issue_number = { $from: "issue_create", path: "number" }
  const tasks = [
    { task: "issue.labels.add", input: { ...place, issue_number, labels: ["bug"] } },
    { task: "issue.view", input: { ...place, issue_number: 1 }, fields: ["title"] },
  ]
  const { results } = await call("chain", { tasks })
  expect(results).toMatchObject([
    { ok: false, error: { details: { recorded: "issue_labels_add" } } },
    { ok: true, data: { title: "Found a bug" } },
  ])
  const code = `return (await ghx.issue.delete({ owner: "octocat", repo: "hello-world", issue_number: 5 }))`
  expect(await call("program", { code })).toEqual({ ok: true, data: { $from: "issue_delete" } })
  const elsewhere = { ...place, repo: "big", issue_number: 1 }
  const refused = await call("execute", { task: "issue.close", input: elsewhere })
  expect(refused.error.details).toMatchObject({ guard: "repos" })
  await close()
  expect(stored().map(({ as }: { as: string }) => as)).toEqual([
    "issue_create",
    "issue_labels_add",
    "issue_delete",
  ])
  expect(github.applied).toEqual([])
  expect(await executeRecording()).toMatchObject({ exitCode: 4 })
  expect(github.applied).toEqual([])
  const result = await type(`ghx chain --steps @${file} --yes --jq .status`)
  expect(result).toMatchObject({ stdout: "success\n", exitCode: 0 })
})
