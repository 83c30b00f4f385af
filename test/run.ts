/**
 * Runs every test, the named files, or the tests of the card that `CARD` names. The last line is `N passed,
 * N failed, N skipped`.
 */
import { startVitest, type TestCase } from "vitest/node"
import { reasonsToLeaveOut } from "./needs.js"

// Reads all cards, which a run of everything leaves to the workers.
const ofCard = async (id: string) => (await import("./of-card.js")).ofCard(id)
const card = process.env.CARD ? await ofCard(process.env.CARD) : undefined
const files = [...process.argv.slice(2), ...(card?.files ?? [])]
const coverage = { enabled: process.env.COVERAGE === "1" }
const options = { watch: false, coverage, ...(card && { testNamePattern: card.names }) }
const vitest = await startVitest("test", files, options)
const modules = vitest.state.getTestModules()
const tests = modules
  .flatMap((module) => [...module.children.allTests()])
  .filter(({ fullName }) => card === undefined || card.names.test(fullName))
const count = (is: (test: TestCase) => boolean) => tests.filter(is).length
const passed = count((test) => test.result().state === "passed")
const leftOut = reasonsToLeaveOut.map(({ reason, mayBe }) => ({
  reason,
  mayBe,
  tests: count((test) => reasonOf(test) === reason),
}))
// Of a file that does not load, or whose `afterAll` fails, no test has failed.
const brokenModules = modules.filter(
  (module) =>
    !module.ok() &&
    [...module.children.allTests()].every((test) => test.result().state !== "failed"),
).length
const broken = brokenModules + vitest.state.getUnhandledErrors().length
await vitest.close()

// A skipped test hides a failure. Only tests whose program may be missing count as skipped.
const skipped = leftOut.reduce((sum, { mayBe, tests }) => sum + (mayBe ? tests : 0), 0)
const failed = tests.length - passed - skipped + broken
// Vitest sets it itself if the coverage is below its floor.
if (failed > 0 || tests.length === 0) process.exitCode = 1
for (const { reason, tests } of leftOut) {
  if (tests > 0) console.log(`Left out, because ${reason}: ${tests} tests.`)
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)

function reasonOf(test: TestCase): string | undefined {
  const result = test.result()
  return result.state === "skipped" ? result.note : undefined
}
