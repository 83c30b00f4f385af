/** Tests the evaluation of `tooling/bench/agents.ts`: every job succeeds with every tool, within its limits. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { expect, test, vi } from "vitest"
import { tools } from "../tooling/bench/agents/jobs.js"
import { pageTable, problemsOf, totalOf } from "../tooling/bench/agents/report.js"
import { sessionOf as newSession } from "../tooling/bench/agents/session.js"
import { record, replay } from "../tooling/bench/agents/transcript.js"
import { needsGh } from "./needs.js"
import { ROOT } from "./projects.js"

/** Each session runs once, for all tests. */
const sessions = new Map<string, ReturnType<typeof newSession>>()
const sessionOf = (tool: (typeof tools)[number], isPrimed: boolean) => {
  const session = sessions.get(`${tool} ${isPrimed}`) ?? newSession(tool, isPrimed)
  sessions.set(`${tool} ${isPrimed}`, session)
  return session
}

/**
 * Compares a table with the one in docs/agent-costs.md, between `<!-- NAME -->` and `<!-- /NAME -->`; `UPDATE=1` writes
 * it.
 */
function expectOnPage(name: string, table: string) {
  const page = join(ROOT, "docs/agent-costs.md")
  const place = new RegExp(`(?<=<!-- ${name} -->\\n).*?(?=<!-- /${name} -->)`, "s")
  const text = readFileSync(page, "utf8")
  const updated = text.replace(place, () => table)
  if (process.env.UPDATE === "1") writeFileSync(page, updated)
  const advice = "UPDATE=1 make test ARGS=test/agents.test.ts writes it anew"
  expect(place.exec(readFileSync(page, "utf8"))?.[0], advice).toBe(table)
}

test.each([
  ["on the best path", true],
  ["without prior knowledge", false],
])(
  "ghx does eight jobs correctly %s, within its limits of tokens, calls and requests",
  async (_, isPrimed) => {
    const totals = []
    for (const tool of tools) {
      if (tool !== "gh") totals.push(totalOf(await sessionOf(tool, isPrimed)))
    }
    expect(problemsOf(totals)).toEqual([])
  },
)

test("gh does eight jobs correctly, and ghx without prior knowledge needs no more tokens", async (context) => {
  needsGh(context)
  const gh = totalOf(await sessionOf("gh", true))
  for (const tool of ["shell", "commands"] as const) {
    expect(problemsOf([gh, totalOf(await sessionOf(tool, false))])).toEqual([])
  }
})

test("docs/agent-costs.md shows the current totals of every tool", async (context) => {
  needsGh(context)
  const all = []
  for (const tool of tools) {
    for (const isPrimed of tool === "gh" ? [true] : [true, false]) {
      all.push(totalOf(await sessionOf(tool, isPrimed)))
    }
  }
  expectOnPage("eight jobs", pageTable(all))
})

test("docs/agent-costs.md shows the totals of the models' transcripts, replayed", async (context) => {
  needsGh(context)
  const rows = [
    "| | right | turns | commands | requests | tokens in context | written | read | in all |",
    "|---|---|---|---|---|---|---|---|---|",
  ]
  for (const [name, tool] of [
    ["`gh`", "gh"],
    ["`ghx` in a shell, with the skill", "shell"],
    ["`ghx mcp -R --commands`", "commands"],
  ]) {
    const text = readFileSync(join(ROOT, `tooling/bench/agents/transcripts/${tool}.jsonl`), "utf8")
    const { passed, turns, calls, requests, context: known, written, read } = await replay(text)
    // One call of the tool may execute several commands.
    const commands = tool === "commands" ? text.split(" && ").length + turns - 1 : calls
    const counts = [turns, commands, requests, known, written, read, known + written + read]
    rows.push(
      `| ${[name, `${passed} of 8`, ...counts.map((one) => one.toLocaleString("en"))].join(" | ")} |`,
    )
  }
  expectOnPage("model", `${rows.join("\n")}\n`)
})

test("the evaluation reports a job that is not done", async () => {
  const session = await sessionOf("shell", true)
  const [first, ...others] = session.jobs
  const undone = { ...session, jobs: [...others, { ...first, isDone: false }] as never }
  expect(problemsOf([totalOf(undone)])).toEqual([
    "`ghx` in a shell, best path: 1 of 8 jobs are not done right",
  ])
})

test("a recorded shell transcript does the same jobs when replayed, and reports changed output", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "ghx-transcript-")), "one.jsonl")
  const lines = [
    "ghx issue list",
    "ghx issue edit 3 5 --add-label bug",
    "ghx issue edit 4 6 -m v2.0",
  ]
  const log = vi.spyOn(console, "log").mockReturnValue()
  const heading = { model: "none", tool: "shell", isPrimed: true } as const
  await record(file, heading, Readable.from([lines.join("\n")]))
  expect(JSON.parse(String(log.mock.calls[0]))).toContain("Crash on Windows paths")
  log.mockRestore()
  const text = readFileSync(file, "utf8")
  const replayed = await replay(text)
  expect(replayed).toMatchObject({ model: "none", passed: 2, turns: 3, calls: 3, changed: [] })
  const { changed } = await replay(text.replace("Crash on Windows", "Crash on all"))
  expect(changed).toMatchObject([{ typed: "ghx issue list" }])
})

test("a recorded tool call does the same job when replayed", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "ghx-transcript-")), "one.jsonl")
  const log = vi.spyOn(console, "log").mockReturnValue()
  const heading = { model: "none", tool: "commands", isPrimed: true } as const
  const call = { name: "gh", arguments: { line: "issue edit 3 5 --add-label bug" } }
  await record(file, heading, Readable.from([`${JSON.stringify(call)}\n\n`]))
  log.mockRestore()
  const replayed = await replay(readFileSync(file, "utf8"))
  expect(replayed).toMatchObject({ passed: 1, turns: 1, requests: 2, changed: [] })
})
