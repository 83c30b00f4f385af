/** Every example runs, and takes the number of requests that its page states. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"

const log = vi.spyOn(console, "log")
afterEach(() => log.mockReset())

/** The output of an example. */
async function output(name: string): Promise<string> {
  log.mockImplementation(() => undefined)
  await import(`../../examples/${name}.ts`)
  return log.mock.calls.map((line) => line.map(text).join(" ")).join("\n")
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

const expected = {
  "review-threads": ['"total": 4', '"requests": 1', "src/greet.js:2  resolved"],
  "triage-issue": [
    "Labels: enhancement, question, good first issue",
    "Asked: https:",
    "2 requests",
  ],
  "update-issue": [
    "success: 4 of 4 writes, 2 requests",
    '"labels":["bug","documentation"],"assignees":["monalisa"],"milestone":"v2.0"',
  ],
  "bot-threads": ["2 threads resolved", "2 requests; by hand, 3"],
  "new-issue": ["#10: success", "3 requests; by hand, 6"],
  "plan-issue": ["#10: success", "3 requests; by hand, 6"],
  "close-duplicates": ["success: 3 closed", "2 requests; by hand, 10"],
  "coding-round": [
    "withGhx: checks none, 1 thread answered, merged: true",
    "withOctokit: checks none, 1 thread answered, merged: true",
  ],
  release: ["v1.0.0: 1 changes", "v2.0.0: 1 changes", "withGhx: 6 requests"],
  "failing-run": [
    "withGhx: Add polite greetings: test; addComment, rerunFailedJobs",
    "withOctokit: Add polite greetings: test; addComment, rerunFailedJobs",
  ],
  "triage-backlog": [
    "withGhx: 200, then 500 issues; 50 are urgent",
    "withOctokit: 200, then 500 issues; 50 are urgent",
    "withGhx: 15 requests",
  ],
  "submit-review": ["CHANGES_REQUESTED with 2 comments", "requests: 1"],
}

describe("the example", () => {
  it.each(Object.entries(expected))("%s prints the expected output", async (name, parts) => {
    const printed = await output(name)
    for (const part of parts) expect(printed).toContain(part)
  })
})

it("the tests run every example in examples/", () => {
  const files = readdirSync(join(import.meta.dirname, "../../examples"))
  // Needs the keys of a GitHub App; the compiler checks it.
  const unrunnable = ["github-app.ts"]
  // Other tests run the examples for shells.
  const names = files
    .filter((file) => file.endsWith(".ts") && !unrunnable.includes(file))
    .map((file) => file.slice(0, -3))
  expect(names.sort()).toEqual(Object.keys(expected).sort())
})
