/** The evaluation of `tooling/bench/agents.ts`: every job comes out right with every tool, within its limits. */
import { expect, test } from "vitest"
import { tools } from "../tooling/bench/agents/jobs.js"
import { problemsOf, totalOf } from "../tooling/bench/agents/report.js"
import { sessionOf } from "../tooling/bench/agents/session.js"
import { needsGh } from "./needs.js"

test.each([
  ["on the best path", true],
  ["without prior knowledge", false],
])("ghx does eight jobs right %s, with few tokens, calls and requests", async (_, isPrimed) => {
  const totals = []
  for (const tool of tools) {
    if (tool !== "gh") totals.push(totalOf(await sessionOf(tool, isPrimed)))
  }
  expect(problemsOf(totals)).toEqual([])
})

test("gh does them right, and ghx without prior knowledge takes no more tokens", async (context) => {
  needsGh(context)
  const totals = [totalOf(await sessionOf("gh", true)), totalOf(await sessionOf("shell", false))]
  expect(problemsOf(totals)).toEqual([])
})

test("a job that is not done is noticed", async () => {
  const session = await sessionOf("shell", true)
  const [first, ...others] = session.jobs
  const undone = { ...session, jobs: [...others, { ...first, isDone: false }] as never }
  expect(problemsOf([totalOf(undone)])).toEqual([
    "`ghx` in a shell, best path: 1 of 8 jobs are not done right",
  ])
})
