/**
 * Runs every test, the named files, or the tests of the card that `CARD` names; with `-t NAME` only tests with such a
 * name. The last line is `N passed, N failed, N skipped`.
 */
import { spawn } from "node:child_process"
import { parseArgs } from "node:util"
import { startVitest, type TestCase } from "vitest/node"
import { reasonsToLeaveOut } from "./needs.js"

// Reads all cards, which a run of everything leaves to the workers.
const ofCard = async (id: string) => (await import("./of-card.js")).ofCard(id)
const card = process.env.CARD ? await ofCard(process.env.CARD) : undefined
const given = { testNamePattern: { type: "string", short: "t" } } as const
const { values, positionals } = parseArgs({ options: given, allowPositionals: true })
const { testNamePattern: pattern } = values
const names = card?.names ?? (pattern === undefined ? undefined : new RegExp(pattern))
const files = [...positionals, ...(card?.files ?? [])]
const checks = process.env.CHECKS ? checksOf(process.env.CHECKS) : undefined
const coverage = { enabled: process.env.COVERAGE === "1" }
const update = process.env.UPDATE === "1"
const options = { watch: false, coverage, update, ...(names && { testNamePattern: names }) }
const vitest = await startVitest("test", files, options)
const modules = vitest.state.getTestModules()
const tests = modules
  .flatMap((module) => [...module.children.allTests()])
  .filter(({ fullName }) => names?.test(fullName.replaceAll(" > ", " ")) ?? true)
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
const areChecked = (await checks) ?? true

// A skipped test hides a failure. Only tests whose program may be missing count as skipped.
const skipped = leftOut.reduce((sum, { mayBe, tests }) => sum + (mayBe ? tests : 0), 0)
const failed = tests.length - passed - skipped + broken + (areChecked ? 0 : 1)
// Vitest sets it itself if the coverage is below its floor.
if (failed > 0 || tests.length === 0) process.exitCode = 1
for (const { reason, tests } of leftOut) {
  if (tests > 0) console.log(`Left out, because ${reason}: ${tests} tests.`)
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)

/**
 * Makes targets that no test builds on, beside the tests, and prints what they print if one fails.
 *
 * @param targets - separated by blanks
 */
function checksOf(targets: string): Promise<boolean> {
  const make = spawn("make", ["--no-print-directory", "--jobs=2", ...targets.split(" ")])
  const output: Buffer[] = []
  for (const stream of [make.stdout, make.stderr]) stream.on("data", (data) => output.push(data))
  return new Promise((resolve) => {
    make.on("error", (error) => {
      console.error(`make: ${error.message}`)
      resolve(false)
    })
    make.on("close", (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result()
  return result.state === "skipped" ? result.note : undefined
}
