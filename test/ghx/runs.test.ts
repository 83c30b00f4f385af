/** `ghx chain --run` and `ghx runs`. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createClient } from "ghx"
import { memoryBudget } from "ghx/budget"
import { durable, fileJournal } from "ghx/durable"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox
let folder: string
const repo = { owner: "octocat", repo: "hello-world" }
const create = { task: "issue.create", input: { ...repo, title: "New" } }
const missing = { task: "issue.close", input: { ...repo, issue_number: 99 } }

beforeAll(async () => {
  github = await startSandbox({ now: () => new Date(), synthesize: true })
  vi.stubEnv("GHX_BASE_URL", github.url)
})
beforeEach(() => {
  github.reset()
  folder = mkdtempSync(join(tmpdir(), "ghx-runs-"))
  vi.stubEnv("GHX_RUNS", folder)
  return () => rmSync(folder, { recursive: true, force: true })
})
afterAll(() => github.close())

const typed = (steps: unknown, options = "--run nightly") =>
  type(`ghx chain --steps - ${options}`, { stdin: JSON.stringify(steps) })

test("ghx chain --run, when repeated, prints the same results and sends nothing", async () => {
  const first = await typed([create])
  expect(first).toMatchObject({ stderr: "", exitCode: 0 })
  const { length } = github.requests
  const again = await typed([create])
  expect(JSON.parse(again.stdout).results).toEqual(JSON.parse(first.stdout).results)
  expect(github.requests).toHaveLength(length)
})

test.each([
  ["the folder of all runs", ".ghx/runs"],
  ["the folder of a run", ".ghx/runs/nightly"],
  ["a journal", ".ghx/runs/nightly/journal.jsonl"],
])("ghx chain --run writes through no link of the clone: %s", async (_, link) => {
  const home = process.cwd()
  const clone = join(folder, "clone")
  const outside = join(folder, "outside")
  for (const one of [join(clone, ".git"), join(clone, dirname(link)), outside])
    mkdirSync(one, { recursive: true })
  symlinkSync(link.endsWith("l") ? join(outside, "new") : outside, join(clone, link))
  process.chdir(clone)
  const refused = await typed([create], "--run nightly --runs .ghx/runs")
  process.chdir(home)
  expect(refused.stderr).toMatch(/is a link to|ELOOP/)
  expect(refused.exitCode).not.toBe(0)
  expect([readdirSync(outside), github.applied]).toEqual([[], []])
})

test("ghx runs lists the other runs if one journal cannot be read", async () => {
  await typed([create])
  await typed([create], "--run other")
  writeFileSync(join(folder, "nightly/journal.jsonl"), "garbage\nmore\n")
  expect(await type("ghx runs")).toMatchObject({
    stdout: expect.stringMatching(/^other {2}success/),
    stderr: expect.stringContaining("nightly"),
    exitCode: 5,
  })
})

test("ghx chain --run exits with 75 while its journal cannot be written", async () => {
  writeFileSync(join(folder, "nightly"), "a file in place of the folder")
  expect(await typed([create])).toMatchObject({
    stderr: expect.stringContaining("Run nightly"),
    exitCode: 75,
  })
  expect(github.applied).toEqual([])
})

test("ghx chain --run knows the runs of its own server only", async () => {
  vi.stubEnv("GHX_RUNS", "")
  vi.stubEnv("XDG_STATE_HOME", folder)
  await typed([create])
  await typed([create])
  vi.stubEnv("GHX_BASE_URL", `${github.url}/`)
  await typed([create])
  vi.stubEnv("GHX_BASE_URL", github.url)
  expect(github.applied).toHaveLength(2)
})

test("ghx chain --run, when repeated, does not repeat the steps that succeeded", async () => {
  const first = await typed([create, missing])
  expect(first.exitCode).toBe(5)
  expect(first.stderr).toContain("note: run nightly is not complete. Repeat the command to run")
  const shown = await type("ghx runs show nightly")
  expect(shown.stdout).toMatch(
    /^nightly {2}partial {2}1 of 2 {2}begun \S+\n1 of 2 steps done\nlast active \S+\nfailed: #1 issue.close: Could not/,
  )
  await typed([create, missing])
  expect(github.applied).toHaveLength(1)
  expect((await type("ghx runs")).stdout).toMatch(/^nightly {2}partial {2}1 of 2 {2}begun \S+\n$/)
})

test("ghx runs shows steps in progress and settles steps with an unknown outcome", async () => {
  const files = [{ name: "greet.sh", content: "echo hello" }]
  const share = { task: "gist.create", input: { files } }
  await typed([share])
  const file = join(folder, "nightly/journal.jsonl")
  const lines = readFileSync(file, "utf8").split("\n")
  writeFileSync(file, `${lines.slice(0, 2).join("\n")}\n`)
  expect(JSON.parse((await type("ghx runs show nightly --json")).stdout)).toMatchObject({
    run: "nightly",
    status: "interrupted",
    done: 0,
    total: 1,
    current: [{ step: "0", task: "gist.create", since: expect.any(String) }],
  })
  expect((await type("ghx runs show nightly")).stdout).toContain("waiting for #0 gist.create")
  const { stderr, exitCode } = await typed([share])
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^note: #0 gist.create: unknown whether it was applied: .*Check on/)
  expect((await type("ghx runs show nightly")).stdout).toContain("#0 gist.create: unknown")
  const sent = () => github.requests.filter(({ method }) => method === "POST").length
  const before = sent()
  expect(await type("ghx runs settle nightly 0 not-done")).toMatchObject({ exitCode: 0 })
  expect(await typed([share])).toMatchObject({ stderr: "", exitCode: 0 })
  expect(sent()).toBe(before + 1)
  writeFileSync(file, `${lines.slice(0, 2).join("\n")}\n`)
  expect(await type("ghx runs settle nightly 0 done")).toMatchObject({ exitCode: 0 })
  expect((await typed([share])).exitCode).toBe(0)
  expect(sent()).toBe(before + 1)
  expect(await type("ghx runs settle nightly 0 done")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("Step 0 of run nightly is not unknown"),
  })
})

test("ghx runs show names the rate budget that a run waits for, and until when", async () => {
  const budget = { store: memoryBudget(), limits: { creations_minute: 1 }, max_wait_ms: 3_600_000 }
  const client = createClient({ base_url: github.url, token: github.token, budget })
  const ended = new AbortController()
  const running = durable(client, { journal: fileJournal(folder) })
    .run(
      "nightly",
      [
        { ...create, as: "first" },
        { ...create, after: "first" },
      ],
      {
        signal: ended.signal,
      },
    )
    .catch((error: unknown) => error)
  const shown = async () => (await type("ghx runs show nightly")).stdout
  const line =
    /^waiting for #1 issue\.create, since \S+: rate budget \(creations_minute\) until (\S+)$/m
  await vi.waitFor(async () => expect(await shown()).toMatch(line))
  const until = Date.parse(line.exec(await shown())?.[1] ?? "")
  expect(until).toBeGreaterThan(Date.now())
  expect(until).toBeLessThan(Date.now() + 61_000)
  const json = JSON.parse((await type("ghx runs show nightly --json")).stdout)
  expect(json.current).toMatchObject([{ step: "1", waits_for: "creations_minute" }])
  ended.abort()
  await running
})

test.each([
  ["ghx runs show nightly", "there is no run nightly"],
  ["ghx runs show ../up", "The name of a run has 1 to 64 letters"],
  ["ghx chain --steps [] --run 'a b'", "The name of a run has 1 to 64 letters"],
  ["ghx chain --steps [] --run nightly --dry-run", "cannot be used with option '--dry-run'"],
])("%s is rejected", async (line, message) => {
  expect(await type(line)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) })
})

test("ghx chain --run rejects other steps under the same name", async () => {
  expect((await type("ghx runs")).stdout).toBe("no runs\n")
  await typed([create])
  const { stderr, exitCode } = await typed([missing])
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('#0/task was "issue.create", is "issue.close"'),
  })
})
