/** Tests the processes of `ghx issue-chain`: killed without warning, run concurrently, and on a terminal. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { MANIFEST_PATH } from "../../surfaces/issue-chain/index.js"
import { manifestOf, readManifest } from "../../surfaces/issue-chain/manifest/index.js"
import { fakeTerminal } from "../fake-terminal.js"
import { createFolderWithPackage } from "../installed.js"
import { needs } from "../needs.js"
import { ROOT } from "../projects.js"
import { all, some } from "../some.js"
import { type Fixture, makeFixture } from "./fixture.js"

let folder: string
beforeAll(async () => {
  folder = await createFolderWithPackage("issue-chain-process")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let fixture: Fixture
afterEach(() => fixture.close())

interface ProcessOptions {
  /** SIGKILL is sent after this time. */
  readonly killed_ms?: number
  /** The program and arguments, in place of Node. */
  readonly command?: readonly [string, ...string[]]
}

async function issueChain(args: readonly string[], options: ProcessOptions = {}) {
  const [file, ...before] = options.command ?? [process.execPath]
  const program = join(folder, "node_modules/ghx/dist/surfaces/command/bin.js")
  const child = spawn(file, [...before, program, "issue-chain", ...args], {
    cwd: fixture.cwd,
    env: {
      PATH: process.env.PATH,
      GHX_BASE_URL: fixture.sandbox.url,
      GH_REPO: fixture.repository,
      TERM: "xterm",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const killing = options.killed_ms && setTimeout(() => child.kill("SIGKILL"), options.killed_ms)
  const ended = once(child, "exit")
  // A worker that survives keeps stderr open.
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [exitCode, signal] = await ended
  clearTimeout(killing)
  if (signal !== null) return { exitCode: null, stdout: "", stderr: "" }
  const [stdout, stderr] = await output
  return { exitCode, stdout, stderr }
}

const worker = `--worker=sleep 0.1; sh ${ROOT}/examples/workers/edit.sh`

describe("an issue-chain process that is killed repeatedly with SIGKILL", () => {
  // The moment of the kill is random; the outcome is not.
  const runs = Array.from({ length: all ? 34 : 1 }, (_, index) =>
    [370, 730, 490].map((ms, kill) => 150 + ((ms * (index + 1) + 90 * kill) % 900)),
  )

  it.each(runs)("resumes to one branch and one pull request: %i, %i, %i ms", async (...kills) => {
    fixture = await makeFixture([{}, {}, {}], [1, 2, 3])
    const resume = (options?: ProcessOptions) =>
      issueChain([...(readManifest(fixture.cwd) ? ["--resume"] : ["1", "2", "3"]), worker], options)
    for (const killed_ms of kills) await resume({ killed_ms })
    let last = await resume()
    // The worker of a killed run ends by itself.
    while (last.stderr.includes("is still running")) {
      await sleep(50)
      last = await resume()
    }
    expect(last).toMatchObject({ exitCode: 0, stderr: "" })
    expect(fixture.git("log", "--format=%s", "--reverse", "main..")).toBe(
      "Solve #1\nSolve #2\nSolve #3",
    )
    expect(fixture.git("branch", "--format=%(refname:short)").split("\n")).toHaveLength(2)
    expect(fixture.sandbox.applied.map(({ mutation }) => mutation)).toEqual(["createPullRequest"])
  })
})

it("concurrent `ghx issue-chain spawned` processes record every issue in the manifest", async () => {
  fixture = await makeFixture([{}], [1])
  manifestOf(fixture.cwd).create({
    repository: fixture.repository,
    roots: [1],
    traversal: "dfs",
    branch: "idd/chain-1-x",
    base: "main",
    begins_at: fixture.git("rev-parse", "HEAD"),
    bypassed: [],
  })
  const issues = [11, 12, 13, 14, 15, 16]
  const rest = ["1", "worker", "step", "sister-bug", "true", "false", "The same.", "1"]
  const ended = await Promise.all(issues.map((one) => issueChain(["spawned", `${one}`, ...rest])))
  expect(ended.map(({ exitCode }) => exitCode)).toEqual(issues.map(() => 0))
  const contents = readManifest(fixture.cwd)
  expect(contents?.garbled).toEqual([])
  const written = contents?.lines.flatMap((line) =>
    line.type === "spawned" ? [line.issue_number] : [],
  )
  expect(written?.sort()).toEqual(issues)
})

describe("ghx issue-chain on a terminal", () => {
  const answers: [answer: string, exitCode: number, message: string, applied: string[]][] = [
    ["2", 0, "#1 PASS", ["updateIssue", "createPullRequest"]],
    ["1", 1, "Diagnose #1 first", []],
    ["3", 1, "nothing to clean up", []],
    // Ctrl-C and Ctrl-D.
    ["\x03", 1, "nothing to clean up", []],
    ["\x04", 1, "nothing to clean up", []],
  ]
  it.for(some(answers, 3))(
    "asks about roots without a diagnosis and follows the answer %j",
    async (one, context) => {
      const [answer, exitCode, message, applied] = one
      needs("python3", context)
      fixture = await makeFixture([{ comments: [] }], [1])
      const ended = await issueChain(["1", worker], {
        command: [...fakeTerminal(folder, "1, 2 or 3?", answer), process.execPath],
      })
      expect(ended.stdout).toContain("No diagnosis: #1")
      expect(ended.stdout).toContain(message)
      expect(ended.exitCode).toBe(exitCode)
      expect(fixture.sandbox.applied.map(({ mutation }) => mutation)).toEqual(applied)
      expect(ended.stdout.includes("working on #1")).toBe(answer === "2")
      expect(readManifest(fixture.cwd) !== undefined, MANIFEST_PATH).toBe(answer === "2")
    },
  )
})
