/** Runs every test and ends with one line that counts them: `N passed, N failed`. */
import { startVitest } from "vitest/node"

const vitest = await startVitest("test", process.argv.slice(2), { watch: false })
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const passed = tests.filter((test) => test.result().state === "passed").length
const skipped = tests.filter((test) => test.result().state === "skipped").length
const brokenModules = modules.filter((module) => !module.ok() && module.children.size === 0).length
const failed =
  tests.length - passed - skipped + brokenModules + vitest.state.getUnhandledErrors().length
await vitest.close()

// A skipped test hides what it would have shown, so it counts as a failure here.
const failures = failed + skipped
process.exitCode = failures > 0 || passed === 0 ? 1 : 0
console.log(`${passed} passed, ${failures} failed`)
