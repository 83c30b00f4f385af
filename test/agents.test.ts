/** Recorded models still do their jobs right, for the tokens and requests that the docs state. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { sets } from "./agents/jobs.js"
import { judge } from "./agents/judges.js"
import { replay, sessionOf } from "./agents/session.js"
import { folder, summary, table, transcripts } from "./agents/transcripts.js"
import { needsGh } from "./needs.js"
import { ROOT } from "./projects.js"
import { rarely } from "./rarely.js"
import { all } from "./some.js"

// How many operations share a document depends on how fast GitHub answers: here it takes no time, on any machine.
beforeEach(() => {
  const clock = (): [number, number] => [0, 0]
  vi.spyOn(process, "hrtime").mockImplementation(Object.assign(clock, process.hrtime))
})
afterEach(() => vi.restoreAllMocks())

const isUpdate = process.env.UPDATE === "1"
const right = [...transcripts()].filter(([, one]) => one.passed === 8 && !one.not_replayed)

/** The first in a shell; gh's turns start hundreds of processes, whatever ghx does. */
const sampled = right.filter((one) => all || one === right.find(([, { door }]) => door === "shell"))

test.for(sampled)("%s does its jobs again, for the same cost", async (one, context) => {
  const [file, transcript] = one
  if (transcript.door === "gh") needsGh(context)
  const { counts, jobs } = await replay(transcript)
  expect(Object.values(jobs).flat()).toEqual([])
  if (isUpdate) {
    const text = JSON.stringify({ ...transcript, counts }, null, 2)
    writeFileSync(join(folder, file), `${text}\n`)
    return
  }
  const { requests, points, ...exact } = transcript.counts
  const again = "UPDATE=1 ALL=1 make test ARGS=test/agents.test.ts counts again"
  expect(counts, again).toMatchObject(exact)
  // Which operations share a document also depends on which of several answers came first.
  for (const [now, before] of [
    [counts.requests, requests],
    [counts.points, points],
  ] as const)
    expect(Math.abs(now - before), again).toBeLessThanOrEqual(Math.max(3, before * 0.05))
})

test("docs/agent-costs.md shows what the models took", () => {
  const page = join(ROOT, "docs/agent-costs.md")
  const text = readFileSync(page, "utf8")
  const place = /(?<=<!-- models -->\n).*?(?=<!-- \/models -->)/s
  if (isUpdate) writeFileSync(page, text.replace(place, table))
  else expect(place.exec(text)?.[0]).toBe(table())
})

test("the README shows the newest figures", () => {
  const [shell = "", gh = ""] = (["shell", "gh"] as const).map(summary)
  const results = readFileSync(join(ROOT, "docs/results.md"), "utf8")
  const newest = (goal: string) =>
    new RegExp(`^\\| ${goal} \\|.* ([\\d.]+)(?: ✗)? \\|$`, "m").exec(results)?.[1]
  const rows = [
    ["eight jobs by a model: commands, requests, tokens", shell, `\`gh\` ${gh}`],
    ["CPU time of an import in Node", newest("import"), "Octokit 1"],
    ["… of the first GraphQL call of a process", newest("CPU of the first call"), "Octokit 1"],
    ["… of one after warm-up", newest("hot call"), "Octokit 1"],
  ] as const
  const page = join(ROOT, "README.md")
  let text = readFileSync(page, "utf8")
  for (const [name, ...cells] of rows) {
    const row = [name, ...cells].map((cell) => `| ${cell} `).join("")
    if (isUpdate) text = text.replace(new RegExp(`^\\| ${name} .*(?=\\|$)`, "m"), row)
    expect(text).toContain(`\n${row}|\n`)
  }
  if (isUpdate) writeFileSync(page, text)
})

test.each([1, 2] as const)("nothing of set %i is right before a model begins", async (set) => {
  const session = await sessionOf("shell", set)
  const { jobs } = session.judged({})
  await session.close()
  expect(Object.values(jobs).map((problems) => problems.length > 0)).toEqual(
    sets[set].jobs.map(() => true),
  )
})

rarely("the judges name what is wrong", async () => {
  const [, transcript] = right.find(([, { door, set }]) => door === "mcp" && set === 1) ?? []
  if (transcript === undefined) throw new Error("there is no transcript")
  const { jobs } = await replay({ ...transcript, turns: transcript.turns.slice(0, -1) })
  expect(Object.values(jobs).flat()).not.toEqual([])
  expect(judge(1, { before: {}, after: {} }, {}).settings).toEqual([
    expect.stringContaining("the judge stopped"),
  ])
})
