/** Compares what plans refuse with what the capabilities refuse. */
import { createClient, createExecutor, dryRunClient } from "ghx"
import { plan } from "ghx/plan"
import { expect, it } from "vitest"
import { catalog } from "../../generated/catalog.js"

const limits = [-4, 0, 1, 101, 5001, 0.5, "", "no date", "x".repeat(65_537)]
const sizes = [1, 16, 101, 1001]

/** Values of the type of `value` at the limits that contracts have. */
function atLimits(value: unknown): unknown[] {
  if (!Array.isArray(value)) return limits.filter((one) => typeof one === typeof value)
  const lists = sizes.map((length) => Array.from({ length }, (_, at) => `${value[0]}${at}`))
  const isOfTexts = typeof value[0] === "string"
  return isOfTexts ? [[], ...lists, ...atLimits(value[0]).map((one) => [one])] : [[]]
}

it("a plan refuses the numbers, texts and lists that its capability refuses, and no others", async () => {
  const { execute } = createExecutor({ client: dryRunClient(createClient({ token: "t" })).client })
  const differences: string[] = []
  for (const [id, { example = {} }] of Object.entries(catalog)) {
    for (const [name, value] of Object.entries(example)) {
      for (const limit of atLimits(value)) {
        const input = { ...example, [name]: limit }
        const planned = plan({ intent: id, entities: input })
        const result = await execute(id, input)
        // Only what the contract says, not what a path or gh cannot take; no plan decodes Base64.
        const issues = result.ok ? [] : (Object(result.error.details).issues ?? [])
        const isBase64 = JSON.stringify(issues).includes("expected Base64")
        if ((issues.length > 0 && !isBase64) === planned.missing.length > 0) continue
        differences.push(`${id} ${name} ${JSON.stringify(limit).slice(0, 60)}`)
      }
    }
  }
  expect(differences).toEqual([])
})

it("a plan says what an input accepts, under the name of the entity", () => {
  const repo = { owner: "octocat", repo: "hello-world" }
  const missing = (intent: string, entities: object) =>
    plan({ intent, entities: { ...repo, ...entities } }).missing
  expect(missing("issue.close", { issue_number: -4 })).toEqual([
    { name: "issue_number", reason: "issue.close takes a number of at least 1 as issue_number" },
  ])
  expect(missing("issue.create", { title: "" })).toEqual([
    { name: "title", reason: "issue.create takes 1 to 256 characters as title" },
  ])
  expect(missing("issue.list", { first: 101 })).toEqual([
    { name: "first", reason: "issue.list takes a number from 1 to 100 as first" },
  ])
  expect(missing("issue.labels.add", { issue_number: 1, labels: [] })).toEqual([
    { name: "labels", reason: "issue.labels.add takes 1 to 100 items as labels" },
  ])
  // The id of a release is a number to this capability, and a node id in the list of releases.
  expect(missing("release.assets.list", { release_id: 5 })).toEqual([])
})
